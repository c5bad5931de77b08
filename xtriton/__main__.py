"""``python -m xtriton`` is ``xtriton-opt``."""

import sys

from xtriton.cli.opt import main

if __name__ == "__main__":
    sys.exit(main())
