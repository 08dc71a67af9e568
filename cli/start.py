"""Where the command `hoyle` begins: before anything is imported that takes time, so that Ctrl-C is answered in time."""

import gc
import sys

_NEW_OBJECTS = 10_000
"""So many objects more than were given back, and Python looks for circles among them; 700 if nothing is said.  What is
imported and loaded stays, and would be looked through again and again."""


def main() -> None:
    """Run the command line and leave the program; ends with code 130 where Ctrl-C comes while it is still imported."""
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    try:
        from .main import main as run_main
    except KeyboardInterrupt:
        if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison]  # a closed one is None
            sys.stderr.write("interrupted\n")
        sys.exit(130)
    run_main()
