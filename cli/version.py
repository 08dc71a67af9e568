"""The version of the installed hoyle."""

from __future__ import annotations


def version() -> str:
    """The version of the package; `0+unknown` in a checkout that is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("hoyle")
    except PackageNotFoundError:
        return "0+unknown"
