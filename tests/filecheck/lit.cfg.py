"""The same tests under LLVM's own ``lit``: ``lit tests/filecheck``. Slower, since every RUN line starts Python."""

# ruff: noqa: F821
import sys
from pathlib import Path

import lit.formats

config.name = "xtriton"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.excludes = ["Inputs"]
config.test_source_root = str(Path(__file__).parent)
config.environment["PATH"] = f"{Path(sys.executable).parent}:{config.environment['PATH']}"
config.environment["PYTHONPATH"] = str(Path(__file__).parents[2])
