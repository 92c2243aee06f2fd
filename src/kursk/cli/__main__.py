"""`python -m kursk.cli` is the same as `kursk`."""

import sys

from kursk.cli import main

if __name__ == "__main__":
    sys.exit(main())
