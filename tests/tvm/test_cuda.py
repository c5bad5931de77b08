"""Modules that are dispatched for CUDA, without a GPU: their structure, and errors."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import tvm
from tvm import relax, tirx
from tvm_models import CUDA, DENSE, GROUPED, TensorType, call, module_of, parameters

import xtriton.tvm
from xtriton.tvm.cuda_runtime import stand_in
from xtriton.tvm.library import string_value


def dispatched(module: Any, **changes: Any) -> Any:
    return xtriton.tvm.DispatchTritonKernel(tvm.target.Target({**CUDA, **changes}))(module)


def functions(module: Any) -> dict[str, Any]:
    return {str(variable.name_hint): function for variable, function in module.functions_items()}


def prim_funcs(module: Any) -> dict[str, Any]:
    return {name: made for name, made in functions(module).items() if isinstance(made, tirx.PrimFunc)}


def test_call_tir_of_a_scheduled_function() -> None:
    module = dispatched(module_of(DENSE))
    (made,) = prim_funcs(module).values()
    assert int(made.attrs["op_pattern"]) == 8 and int(made.attrs["tirx.is_scheduled"]) == 1
    value = functions(module)["f0"].body.blocks[0].bindings[0].value
    assert value.op.name == "relax.call_tir" and len(value.args[1].fields) == 4
    assert {linked.kind for linked in module.attrs["external_mods"]} == {"cuda"}


def test_kernels_by_rows_use_tensor_maps() -> None:
    (made,) = prim_funcs(dispatched(module_of(DENSE))).values()
    text = made.script()
    assert "runtime.cuTensorMapEncodeTiled" in text and "if M <= 320:" in text
    (older,) = prim_funcs(dispatched(module_of(DENSE), arch="sm_89")).values()
    assert "cuTensorMap" not in older.script()


def test_configurations_once_and_apart() -> None:
    other_warps = DENSE.changed(num_warps=8)
    module = dispatched(module_of(DENSE, DENSE, other_warps, GROUPED), arch="sm_89")
    assert len(prim_funcs(module)) == 3
    assert len(module.attrs["external_mods"]) == 3


def test_existing_modules_and_attributes_are_kept() -> None:
    known = list(dispatched(module_of(GROUPED)).attrs["external_mods"])
    given = module_of(DENSE).with_attr("external_mods", known).with_attr("kept", 7)
    module = dispatched(given)
    linked = list(module.attrs["external_mods"])
    assert all(left.same_as(right) for left, right in zip(linked, known, strict=False)) and len(linked) > len(known)
    assert int(module.attrs["kept"]) == 7


def test_kernels_that_are_linked_already_are_not_linked_again() -> None:
    first = dispatched(module_of(DENSE), arch="sm_89")
    builder = relax.BlockBuilder(first)
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    with builder.function("later", variables):
        builder.emit_func_output(builder.emit(call(DENSE, variables, out)))
    second = dispatched(builder.get(), arch="sm_89")
    assert len(first.attrs["external_mods"]) == len(second.attrs["external_mods"]) == 1
    calls = [functions(second)[name].body.blocks[0].bindings[0].value for name in ("f0", "later")]
    assert [call.op.name for call in calls] == ["relax.call_tir"] * 2


def test_types_as_strings() -> None:
    """As ``nn.extern`` of TVM, and so MLC-LLM, passes them."""
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    arguments = list(call(DENSE, variables, out).args[1].fields)
    arguments[-2:] = map(string_value, ("float8_e4m3fn", "bfloat16"))
    builder = relax.BlockBuilder()
    with builder.function("layer", variables):
        callee = relax.ExternFunc("mlc.triton.w8a8_block_fp8_matmul")
        builder.emit_func_output(builder.emit(relax.call_dps_packed(callee, relax.Tuple(arguments), out)))
    assert len(prim_funcs(dispatched(builder.get(), arch="sm_89"))) == 1


@pytest.mark.parametrize("target", ["c", "vulkan", "metal"])
def test_other_targets_are_not_modified(target: str) -> None:
    module = module_of(DENSE)
    assert xtriton.tvm.DispatchTritonKernel(target)(module).same_as(module)


def test_exported_module_has_the_machine_code(tmp_path: Path) -> None:
    target = tvm.target.Target(CUDA, host="llvm")
    with target:
        executable = tvm.compile(xtriton.tvm.DispatchTritonKernel(target)(module_of(GROUPED)), target)
    executable.export_library(str(tmp_path / "model.so"))
    data = (tmp_path / "model.so").read_bytes()
    assert b"cubin" in data and b"w8a8_block_fp8_group_matmul_N256" in data


@pytest.mark.parametrize("target", ["llvm", CUDA], ids=["llvm", "cuda"])
def test_errors_name_function_and_binding(target: Any) -> None:
    def error_of(change: Any) -> str:
        builder = relax.BlockBuilder()
        variables, out = parameters(DENSE, tirx.Var("m", "int64"))
        with builder.function("layer", variables):
            builder.emit_func_output(builder.emit(change(variables, out), "product"))
        with pytest.raises(ValueError, match="in function 'layer', binding 'product'") as failure:
            xtriton.tvm.DispatchTritonKernel(tvm.target.Target(target))(builder.get())
        return str(failure.value)

    assert "unknown kernel 'mlc.triton.nothing'" in error_of(lambda given, out: call(DENSE, given, out, "nothing"))
    assert "takes 16 arguments, but 15 are given" in error_of(lambda given, out: call(DENSE, given[:3], out))
    swapped = error_of(lambda given, out: call(DENSE, [given[0], given[3], *given[2:]], out))
    assert "argument #1 ('weight')" in swapped and 'R.Tensor((384, 512), "float8_e4m3fn")' in swapped
    wrong = TensorType([5, 384], "float32")
    assert "the result of" in error_of(lambda given, _: call(DENSE, given, wrong))


def test_stand_in_of_a_library(tmp_path: Path) -> None:
    path = tmp_path / "libstandin.so.1"
    path.write_bytes(stand_in("libstandin.so.1", ["cudaGetDevice", "cudaGetErrorName"], "x86_64"))
    library = ctypes.CDLL(str(path))
    library.cudaGetErrorName.restype = ctypes.c_char_p
    assert library.cudaGetDevice() == 100
    assert library.cudaGetErrorName(100) == b"cudaErrorNoDevice"
