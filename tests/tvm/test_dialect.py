"""Conversion between ``tvm.IRModule`` and the relax dialect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import numpy as np
import triton
import triton.language as tl
import tvm
from tvm import relax, tirx
from tvm_models import (
    CUDA,
    DENSE,
    GROUPED,
    TensorType,
    arrays_of,
    call,
    dtype,
    expected,
    machine,
    module_of,
    parameters,
    run,
)

import xtriton.tvm
from xtriton.cli.main import main
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.kernels.reference import relative_error
from xtriton.tvm.library import is_data_type, string_value, text_of


@triton.jit
def negate(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, -tl.load(x + offsets, offsets < n), offsets < n)


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


def test_equal_after_both_ways() -> None:
    module = module_of(DENSE, GROUPED)
    module["f0"] = module["f0"].with_attr("tir_var_upper_bound", {"m": 4096}).with_attr("listed", [1, "two", 2.5])
    parsed = parse_module(print_op(xtriton.tvm.to_dialect(module)), "model.mlir", Context())
    tvm.ir.assert_structural_equal(xtriton.tvm.from_dialect(parsed), module)


def test_private_functions_stay_private() -> None:
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    builder = relax.BlockBuilder()
    with builder.function("inner", variables, private=True):
        builder.emit_func_output(builder.emit(call(DENSE, variables, out)))
    back = xtriton.tvm.from_dialect(xtriton.tvm.to_dialect(builder.get()))
    assert "global_symbol" not in (back["inner"].attrs or {})


def test_different_variables_of_one_name() -> None:
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    other = relax.Var("other", TensorType([tirx.Var("m", "int64"), 3], "uint8"))
    builder = relax.BlockBuilder()
    with builder.function("f", [*variables, other]):
        builder.emit_func_output(builder.emit(call(DENSE, variables, out)))
    text = print_op(xtriton.tvm.to_dialect(builder.get()))
    assert '"m_1; 3"' in text and "tensor<?x3xui8>" in text
    back = xtriton.tvm.from_dialect(parse_module(text, "model.mlir", Context()))
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(back))
    arrays = arrays_of(DENSE, 5)
    found = run(vm, "f", [*arrays, np.zeros((2, 3), np.uint8)])
    assert relative_error(found, expected(DENSE, arrays)) < 5e-3


def extern(*arguments: Any) -> Any:
    """A module that calls an external function with a vector and other arguments."""
    type_ = TensorType([tirx.Var("n", "int64")], "float32")
    x = relax.Var("x", type_)
    builder = relax.BlockBuilder()
    with builder.function("f", [x]):
        made = relax.call_dps_packed(relax.ExternFunc("my.function"), relax.Tuple([x, *arguments]), type_)
        builder.emit_func_output(builder.emit(made))
    return builder.get()


def test_strings_and_data_types() -> None:
    module = extern(string_value('a "text"'), string_value("float16"), dtype("float16"))
    text = print_op(xtriton.tvm.to_dialect(module))
    assert "relax.data_types = array<i64: 3>" in text
    back = xtriton.tvm.from_dialect(parse_module(text, "model.mlir", Context()))
    fields = back["f"].body.blocks[0].bindings[0].value.args[1].fields
    assert [is_data_type(field) for field in fields] == [False, False, False, True]
    assert [text_of(field) for field in fields] == [None, 'a "text"', "float16", "float16"]
    with pytest.raises(DiagnosticError, match=r"'a \"text\"' is listed in 'relax\.data_types', but is no data type"):
        xtriton.tvm.from_dialect(parse_module(text.replace("i64: 3", "i64: 1"), "model.mlir", Context()))


def test_constant_tensors_are_errors() -> None:
    with pytest.raises(ValueError, match=r"in function 'f', binding 'gv': \w+ has no operation in the relax dialect"):
        xtriton.tvm.to_dialect(extern(relax.const(np.zeros(4, np.float32))))


def test_scalars_of_prim_funcs_are_errors() -> None:
    rows = tirx.Var("n", "int64")
    x = relax.Var("x", TensorType([rows], "float32"))
    builder = relax.BlockBuilder()
    with builder.function("f", [x]):
        given = {"BLOCK": 64, "out_sinfo": TensorType([rows], "float32")}
        call = xtriton.tvm.call_triton(negate, (tirx.ceildiv(rows, 64),), x, rows, **given)
        builder.emit_func_output(builder.emit(call))
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(builder.get())
    with pytest.raises(ValueError, match=r"of relax\.call_tir is no tensor"):
        xtriton.tvm.to_dialect(module)


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", "{not json"), ("b.json", "[]"), ("c.json", "{}"), ("d.py", "raise SystemExit(3)"), ("e.py", "x = 1")],
)
def test_files_without_a_module_are_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert main(["tvm", "import", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


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
