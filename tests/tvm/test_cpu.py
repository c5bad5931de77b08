"""Modules that are dispatched for ``llvm`` targets, in Relax's VM, against NumPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import tvm
from tvm import relax, tirx
from tvm_models import DENSE, GROUPED, TensorType, arrays_of, call, expected, machine, module_of, parameters, run

import xtriton.tvm
from xtriton.kernels import BlockScaledConfig
from xtriton.kernels.reference import relative_error


def check(vm: Any, config: BlockScaledConfig, rows: int, function: str = "f0") -> None:
    arrays = arrays_of(config, rows)
    assert relative_error(run(vm, function, arrays), expected(config, arrays)) < 5e-3


@pytest.mark.parametrize("config", [DENSE, GROUPED], ids=["dense", "grouped"])
def test_symbolic_rows(config: BlockScaledConfig) -> None:
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(config)))
    for rows in (1, 63, 64, 65, 300, 5000):
        check(vm, config, rows)
    assert run(vm, "f0", arrays_of(config, 1)[:2] + arrays_of(config, 1)[2:]).shape == (1, config.N)


@pytest.mark.parametrize("out_dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("in_dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_dtypes(in_dtype: str, out_dtype: str) -> None:
    config = DENSE.changed(in_dtype=in_dtype, out_dtype=out_dtype)
    check(machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(config))), config, 70)


def test_configurations_of_one_module() -> None:
    configs = [DENSE, DENSE.changed(BLOCK_SIZE_M=16), DENSE.changed(N=200, K=320), GROUPED, DENSE]
    dispatched = xtriton.tvm.DispatchTritonKernel("llvm")(module_of(*configs))
    assert len(dispatched.attrs["external_mods"]) == 4
    vm = machine(dispatched)
    for index, config in enumerate(configs):
        check(vm, config, 77, f"f{index}")


def test_expression_of_rows() -> None:
    half = tirx.Var("h", "int64")
    variables, out = parameters(DENSE, half * 2 + 1)
    halves = relax.Var("halves", TensorType([half], "float32"))
    builder = relax.BlockBuilder()
    with builder.function("f0", [halves, *variables]):
        builder.emit_func_output(builder.emit(call(DENSE, variables, out)))
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(builder.get()))
    arrays = arrays_of(DENSE, 35)
    found = run(vm, "f0", [np.zeros(17, np.float32), *arrays])
    assert relative_error(found, expected(DENSE, arrays)) < 5e-3


def test_constant_rows() -> None:
    check(machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE, rows=17))), DENSE, 17)


def test_no_rows() -> None:
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE)))
    assert run(vm, "f0", arrays_of(DENSE, 0)).shape == (0, 384)


def test_functions_that_call_each_other() -> None:
    builder = relax.BlockBuilder()
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    with builder.function("inner", variables):
        with builder.dataflow():
            result = builder.emit_output(call(DENSE, variables, out))
        builder.emit_func_output(result)
    inner = builder.get().get_global_var("inner")
    outer_variables, _ = parameters(DENSE, tirx.Var("m", "int64"))
    with builder.function("outer", outer_variables):
        product = builder.emit(relax.Call(inner, outer_variables))
        builder.emit_func_output(builder.emit(relax.op.add(product, product)))
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(builder.get()))
    arrays = arrays_of(DENSE, 40)
    assert relative_error(run(vm, "outer", arrays), 2 * expected(DENSE, arrays)) < 1e-2


def test_existing_modules_come_first() -> None:
    first = xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE))
    known = list(first.attrs["external_mods"])
    second = module_of(DENSE, GROUPED).with_attr("external_mods", known)
    dispatched = xtriton.tvm.DispatchTritonKernel("llvm")(second)
    linked = list(dispatched.attrs["external_mods"])
    assert linked[0].same_as(known[0]) and len(linked) == 2
    vm = machine(dispatched)
    check(vm, DENSE, 20)
    check(vm, GROUPED, 20, "f1")


def test_wrong_arguments_are_errors() -> None:
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE)))
    symbol = "w8a8_block_fp8_matmul_N384"
    module = next(iter(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE)).attrs["external_mods"]))
    dispatched = str(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE)))
    name = next(part for part in dispatched.split('"') if part.startswith(symbol))
    out = tvm.runtime.empty((3, 384), "bfloat16")
    x, weight, x_scale, weight_scale = map(tvm.runtime.tensor, arrays_of(DENSE, 3))
    with pytest.raises(ValueError, match=r"argument 'weight' .* is not a row-major tensor of shape \(384, 512\)"):
        module[name](x, x, x_scale, weight_scale, 3, 1, 1, 1, out)
    with pytest.raises(ValueError, match="argument 'x'"):
        module[name](7, weight, x_scale, weight_scale, 3, 1, 1, 1, out)
    check(vm, DENSE, 3)


@pytest.mark.parametrize(
    ("config", "index"), [(DENSE, 0), (DENSE, 2), (GROUPED, 4)], ids=["x", "x_scale", "expert_ids"]
)
def test_extents_that_contradict_the_row_count_are_errors(config: BlockScaledConfig, index: int) -> None:
    """Where a symbolic extent is another variable than that of the rows, it is checked at run time."""
    variables, out = parameters(config, tirx.Var("m", "int64"))
    known = variables[index]
    shape = [tirx.Var("other", "int64"), *([512, 4][index // 2 : index // 2 + 1] if index < 4 else [])]
    types = ["float8_e4m3fn", "", "float32", "", "int32"]
    variables[index] = relax.Var("given", TensorType(shape, types[index]))
    rows = relax.Var("rows", out)
    builder = relax.BlockBuilder()
    with builder.function("f0", [*variables, rows]):
        builder.emit_func_output(builder.emit(call(config, variables, out)))
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(builder.get()))
    arrays = arrays_of(config, 130)
    result = np.zeros((130, config.N), np.float32).astype("bfloat16")
    assert relative_error(run(vm, "f0", [*arrays, result]), expected(config, arrays)) < 5e-3
    arrays[index] = arrays[index][:1]
    name = known.name_hint if hasattr(known, "name_hint") else known.name
    with pytest.raises(ValueError, match=f"argument '{name}' of .* is not a row-major tensor of shape"):
        run(vm, "f0", [*arrays, result])


def test_errors_in_match_casts_name_the_binding() -> None:
    variables, out = parameters(DENSE, tirx.Var("m", "int64"))
    builder = relax.BlockBuilder()
    with builder.function("f0", variables):
        builder.emit_func_output(builder.match_cast(call(DENSE, variables[:3], out), out, "cast"))
    with pytest.raises(ValueError, match="in function 'f0', binding 'cast'"):
        xtriton.tvm.DispatchTritonKernel("llvm")(builder.get())


def test_targets_of_other_machines_are_errors() -> None:
    for triple in ("riscv64-linux-gnu", "x86_64-pc-windows-msvc"):
        with pytest.raises(ValueError, match=f"the target is for {triple}, but CPU kernels are compiled for"):
            xtriton.tvm.DispatchTritonKernel({"kind": "llvm", "mtriple": triple})(module_of(DENSE))


def test_exported_library_in_another_process(tmp_path: Path) -> None:
    library = tmp_path / "model.so"
    tvm.compile(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(DENSE)), "llvm").export_library(str(library))
    arrays = arrays_of(DENSE, 50)
    np.savez(tmp_path / "arrays.npz", *(array.view(np.uint8) if array.itemsize == 1 else array for array in arrays))
    script = f"""
import ml_dtypes, numpy as np, tvm
from tvm.runtime.vm import VirtualMachine
saved = np.load({str(tmp_path / "arrays.npz")!r})
arrays = [saved[name] for name in saved.files]
arrays[:2] = [array.view(ml_dtypes.float8_e4m3fn) for array in arrays[:2]]
machine = VirtualMachine(tvm.runtime.load_module({str(library)!r}), tvm.cpu())
np.save({str(tmp_path / "out.npy")!r}, machine["f0"](*map(tvm.runtime.tensor, arrays)).numpy().astype(np.float32))
"""
    subprocess.run([sys.executable, "-c", script], check=True)
    assert relative_error(np.load(tmp_path / "out.npy"), expected(DENSE, arrays)) < 5e-3
