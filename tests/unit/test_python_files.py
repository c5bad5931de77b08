"""Execution of Python files from their source."""

import os
import sys
from pathlib import Path

import pytest

from xtriton.python_files import execute_file

_NAME = "executed_by_a_test"


@pytest.fixture(autouse=True)
def _leaves_no_module():
    yield
    sys.modules.pop(_NAME, None)


def test_file_of_the_same_time_and_size_is_executed_anew(tmp_path: Path):
    path = tmp_path / "file.py"
    found: list[int] = []
    for value in (1, 2):
        path.write_text(f"VALUE = {value}\n")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        found.append(execute_file(path, _NAME).VALUE)
    assert found == [1, 2]
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.py"]


def test_module_is_registered_while_it_is_executed(tmp_path: Path):
    path = tmp_path / "file.py"
    path.write_text("import sys\nSELF = sys.modules[__name__]\n")
    module = execute_file(path, _NAME)
    assert module.SELF is module and module.__file__ == str(path)


def test_module_that_raises_is_forgotten(tmp_path: Path):
    path = tmp_path / "file.py"
    path.write_text("raise KeyError('no')\n")
    with pytest.raises(KeyError):
        execute_file(path, _NAME)
    assert _NAME not in sys.modules


def test_other_suffix_is_refused(tmp_path: Path):
    path = tmp_path / "file.txt"
    path.write_text("VALUE = 1\n")
    with pytest.raises(ImportError, match=r"the name ends in \.py"):
        execute_file(path, _NAME)


def test_missing_file(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        execute_file(tmp_path / "file.py", _NAME)
