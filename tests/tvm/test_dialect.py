"""Conversion between ``tvm.IRModule`` and the relax dialect."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import tvm
from tvm import relax, tirx
from tvm_models import DENSE, GROUPED, TensorType, machine, module_of

import xtriton.tvm
from xtriton.cli.main import main
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify


def test_both_ways() -> None:
    module = module_of(DENSE, GROUPED)
    text = print_op(xtriton.tvm.to_dialect(module))
    assert '"m; 512"' in text and "@mlc.triton.w8a8_block_fp8_group_matmul" in text
    parsed = parse_module(text, "model.mlir", Context())
    verify(parsed, Context())
    back = xtriton.tvm.from_dialect(parsed)
    assert print_op(xtriton.tvm.to_dialect(back)) == text
    machine(xtriton.tvm.DispatchTritonKernel("llvm")(back))


def test_structurally_equal() -> None:
    module = xtriton.tvm.from_dialect(xtriton.tvm.to_dialect(module_of(DENSE)))
    again = xtriton.tvm.from_dialect(xtriton.tvm.to_dialect(module))
    tvm.ir.assert_structural_equal(module, again)


def test_other_operators_are_errors() -> None:
    builder = relax.BlockBuilder()
    x = relax.Var("x", TensorType([tirx.Var("n", "int64")], "float32"))
    with builder.function("layer", [x]):
        builder.emit_func_output(builder.emit(relax.op.add(x, x), "twice"))
    with pytest.raises(ValueError, match=r"in function 'layer', binding 'twice': 'relax\.add' has no operation"):
        xtriton.tvm.to_dialect(builder.get())


def test_unknown_functions_are_errors() -> None:
    text = """
func.func private @known(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir @known(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    with pytest.raises(DiagnosticError, match="'known' is not part of the dialect"):
        xtriton.tvm.from_dialect(parse_module(text, "model.mlir", Context()))


def test_command(tmp_path: Path) -> None:
    model, text, script = tmp_path / "model.json", tmp_path / "model.mlir", tmp_path / "model.py"
    model.write_text(tvm.ir.save_json(module_of(DENSE)))
    assert main(["tvm", "import", str(model), "-o", str(text)]) == 0
    assert main(["tvm", "export", str(text), "-o", str(script)]) == 0
    assert main(["tvm", "import", str(script), "-o", str(tmp_path / "again.mlir")]) == 0
    assert (tmp_path / "again.mlir").read_text() == text.read_text()
    assert main(["tvm", "import", str(tmp_path / "absent.py")]) == 2
