"""The samples of operations by version, printed as by the installed wheel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.versions import TritonVersion, installed_version

libtriton = pytest.importorskip("triton._C.libtriton")

RANGE = re.compile(r"(since|only)_3_(\d)$")
FOLDER = Path(__file__).parents[1] / "filecheck" / "versions"
SAMPLES = sorted(path for path in FOLDER.glob("*.mlir") if RANGE.search(path.stem) and "invalid" not in path.stem)


def _texts() -> list[tuple[str, str]]:
    """The samples that the installed wheel's version has; where operations were removed later, only those of it."""
    found: list[tuple[str, str]] = []
    for path in SAMPLES:
        match = RANGE.search(path.stem)
        assert match is not None
        if TritonVersion(3, int(match[2])) == installed_version():
            parts = path.read_text().split("// -----")
            found += [(f"{path.stem}-{index}", part) for index, part in enumerate(parts)]
    return found


@pytest.mark.parametrize(("name", "text"), _texts() or [("minimal", "tt.func @f() {\n  tt.return\n}\n")])
def test_text_of_the_wheel(name: str, text: str, tmp_path: Path):
    path = tmp_path / f"{name}.mlir"
    path.write_text(text)
    wheel = libtriton.ir.context()
    libtriton.ir.load_dialects(wheel)
    libtriton.nvidia.load_dialects(wheel)
    expected = libtriton.ir.parse_mlir_module(str(path), wheel).str_nodebug()
    context = Context()
    module = parse_module(text, path.name, context)
    verify(module, context)
    assert print_op(module, PrintOptions(triton=context.triton)).strip() == expected.strip()
