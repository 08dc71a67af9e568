"""The version of hoyle that is installed."""

from __future__ import annotations


def version() -> str:
    """As the package says; `0+unknown` for a checkout that is not installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("hoyle")
    except PackageNotFoundError:
        return "0+unknown"
