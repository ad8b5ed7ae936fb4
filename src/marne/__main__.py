"""`python -m marne`: the command line."""

from marne.cli import main

if __name__ == "__main__":
    main()
