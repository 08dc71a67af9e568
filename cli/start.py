"""Where the command `hoyle` begins: before anything is imported that takes time, so that Ctrl-C is answered in time."""

import sys


def main() -> None:
    """Run the command line and leave the program; ends with code 130 where Ctrl-C comes while it is still imported."""
    try:
        from .main import main as run_main
    except KeyboardInterrupt:
        if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison]  # a closed one is None
            sys.stderr.write("interrupted\n")
        sys.exit(130)
    run_main()
