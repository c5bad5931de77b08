"""``python -m xtriton`` is ``xtriton``."""

import sys

from xtriton.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
