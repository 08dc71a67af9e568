"""The start of the command `hoyle`, before slow imports, so that Ctrl-C works from the beginning."""

import gc
import sys

_NEW_OBJECTS = 10_000
"""Python searches for reference cycles after this many more allocations than deallocations; its default is 700.
Imported and loaded objects stay alive, and each search would visit them again."""


def main() -> None:
    """Run the command line and end the program.  If Ctrl-C comes during the imports, the exit code is 130."""
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])
    try:
        from .main import main as run_main
    except KeyboardInterrupt:
        if sys.stderr is not None:  # a closed one is None
            sys.stderr.write("interrupted\n")
        sys.exit(130)
    run_main()
