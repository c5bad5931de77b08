"""Every ``.mlir`` file below this folder is a test: its RUN lines are run in this process.

The newest version of Triton runs them, whichever wheel is installed, but for those that name another with ``--triton``
and those in ``kernels``, which the installed wheel compiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from litrunner.programs import Crash, Programs
from litrunner.runner import Failure, run_test
from litrunner.shell import Unsupported

from xtriton.versions import NEWEST


class LitFailure(Exception):
    """A RUN line failed."""


class LitItem(pytest.Item):
    """All RUN lines of a file."""

    def runtest(self) -> None:
        version = None if self.path.parent.name == "kernels" else NEWEST
        with TemporaryDirectory() as scratch:
            failure: Failure | None = run_test(self.path, Path(scratch), Programs(triton=version))
        if failure is not None:
            raise LitFailure(str(failure))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, LitFailure | Crash | Unsupported):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class LitFile(pytest.File):
    """A file with one item."""

    def collect(self) -> Iterator[LitItem]:
        yield LitItem.from_parent(self, name=self.path.name)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> LitFile | None:
    if file_path.suffix == ".mlir":
        return LitFile.from_parent(parent, path=file_path)
    return None
