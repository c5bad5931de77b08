"""Execution of a Python file as a module, from its source alone."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def execute_file(path: Path, name: str) -> ModuleType:
    """Execute a file as the module ``name``, which is in ``sys.modules`` unless the file raises.

    The byte code that Python's loader keeps is neither read nor written: it is taken for current if time in seconds
    and size of the file are the same, so that a file written twice in a second could run as it was before.

    Raises:
        OSError: If the file cannot be read.
        ImportError: If the name of the file does not end in ``.py``.
        BaseException: Whatever the file raises.
    """
    source = path.read_bytes()
    spec = spec_from_file_location(name, path)
    if spec is None or path.suffix != ".py":
        raise ImportError("it is not a Python file: the name ends in .py")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except BaseException:
        del sys.modules[name]
        raise
    return module
