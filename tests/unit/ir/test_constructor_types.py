"""Type checkers know the constructors of operations: pyright reports the calls that are wrong, and no others."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PROGRAM = """
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.enums import CacheModifier
from xtriton.dialects.upstream import cf, linalg, scf
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp
from xtriton.dialects.upstream.tensor import EmptyOp


def calls(x: SSAValue, type_: Attribute, block: Block, region: Region, many: list[SSAValue]) -> object:
    load = tt.LoadOp(x, mask=x, cache=CacheModifier.CA, isVolatile=True)
    value: SSAValue = load.result
    mask: SSAValue | None = load.mask
    return [
        tt.LoadOp(x),
        tt.LoadOp(x, x, x, attributes={"tt.latency": type_}),
        tt.LoadOp(x, result=type_),
        tt.LoadOp(x, msk=x),  # error
        tt.LoadOp(x, type_),  # error
        tt.LoadOp(x, x, x, x),  # error
        tt.LoadOp(x, cache=3),  # error
        tt.LoadOp(),  # error
        tt.LoadOp(x, result=x),  # error
        tt.SplatOp(x, result=type_),
        tt.SplatOp(x),  # error
        tt.MakeRangeOp(start=0, end=8, result=type_),
        tt.MakeRangeOp(start="0", end=8, result=type_),  # error
        tt.LoadOp(mask),  # error
        AddIOp(value, x),
        AddIOp(x, x, type_),  # error
        CmpIOp(CmpIPredicate.EQ, x, x),
        CmpIOp(x, x, CmpIPredicate.EQ),  # error
        ConstantOp(type_),
        ExtSIOp(x, type_),
        ExtSIOp(x),  # error
        scf.IfOp(x, region, result_types=[type_]),
        scf.IfOp(x, region, results=[type_]),  # error
        scf.ForOp(x, x, x, many),
        scf.YieldOp(many),
        scf.YieldOp(x),  # error
        cf.BranchOp(block, many),
        cf.BranchOp(region),  # error
        linalg.FillOp(many, many),
        linalg.IndexOp(0),
        EmptyOp.of([4, x], type_),
        EmptyOp.of(x),  # error
    ]
"""


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
@pytest.mark.slow
def test_pyright_reports_wrong_calls(tmp_path: Path):
    program = tmp_path / "calls.py"
    program.write_text(PROGRAM)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard", "pythonVersion": "3.11"}')
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    (tmp_path / "xtriton").symlink_to(root / "xtriton")
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    found = json.loads(result.stdout)["generalDiagnostics"]
    lines = PROGRAM.splitlines()
    reported = {item["range"]["start"]["line"]: item["message"] for item in found if item["file"] == str(program)}
    wrong = {number for number, line in enumerate(lines) if line.endswith("# error")}
    assert {lines[number].strip(): reported.get(number) for number in reported.keys() ^ wrong} == {}
