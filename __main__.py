"""`python -m hoyle`: the command `hoyle`, where scripts of a Python environment are not on the path."""

from .cli.start import main

if __name__ == "__main__":
    main()
