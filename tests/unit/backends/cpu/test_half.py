"""f16 on processors with arithmetic of f16: single operations use it, and give the same bits as f32 rounded once."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.emulated import ARMS, Arm, emulated_linalg, needs_emulator
from unit.backends.cpu.modules import GRID, HOSTS, load, store

from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

_ARM = Arm(Host("generic", "+neon,+fullfp16", ARMS["neon"].host.triple), "max")
_COUNT = 4096


def _text(operation: str, count: int = _COUNT) -> str:
    """A kernel that computes ``%w`` from the elements ``%p`` and ``%q`` of two arrays of f16."""
    tensor = f"tensor<{count}xf16>"
    identity = "affine_map<(d0) -> (d0)>"
    body = load("x", "left", [count], "f16") + load("y", "right", [count], "f16")
    body += f"""%empty = tensor.empty() : {tensor}
%r = linalg.generic {{indexing_maps = [{identity}, {identity}, {identity}], iterator_types = ["parallel"]}}
  ins(%x, %y : {tensor}, {tensor}) outs(%empty : {tensor}) {{
^bb0(%p: f16, %q: f16, %o: f16):
  {operation}
  linalg.yield %w : f16
}} -> {tensor}
"""
    body += store("r", "out", [count], "f16")
    arguments = ", ".join(f"%{name}: memref<*xf16>" for name in ("left", "right", "out"))
    return f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"


def _assembly(operation: str, host: Host, *, strict: bool = False) -> str:
    binding = llvmlite_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    ctx = Context()
    module = parse_module(_text(operation), "test.mlir", ctx)
    lower_to_llvm(module, ctx, CpuOptions(strict_fp=strict), host)
    return assembly(code_of(module, host)[1].llvm_ir, host)


_OPERATIONS = {
    "add": ("%w = arith.addf %p, %q : f16", "vaddph", "fadd", np.add),
    "sub": ("%w = arith.subf %p, %q : f16", "vsubph", "fsub", np.subtract),
    "mul": ("%w = arith.mulf %p, %q : f16", "vmulph", "fmul", np.multiply),
    "div": ("%w = arith.divf %p, %q : f16", "vdivph", "fdiv", np.divide),
}


@pytest.mark.parametrize("name", _OPERATIONS)
def test_avx512fp16(name: str) -> None:
    operation, instruction, *_ = _OPERATIONS[name]
    text = _assembly(operation, HOSTS["avx512fp16"])
    assert instruction in text
    assert "vcvt" not in text
    assert instruction not in _assembly(operation, HOSTS["avx512+f16c"])


def test_products_and_sums_are_fused_unless_strict() -> None:
    operation = "%v = arith.mulf %p, %q : f16\n  %w = arith.addf %v, %p : f16"
    assert re.search(r"vfmadd\d+ph", _assembly(operation, HOSTS["avx512fp16"]))
    strict = _assembly(operation, HOSTS["avx512fp16"], strict=True)
    assert "vmulph" in strict
    assert "vaddph" in strict
    assert "vfmadd" not in strict


def test_wider_results_are_not_computed_in_f16() -> None:
    operation = "%v = arith.extf %p : f16 to f32\n  %u = arith.mulf %v, %v : f32\n  %t = arith.addf %u, %v : f32"
    text = _assembly(f"{operation}\n  %w = arith.truncf %t : f32 to f16", HOSTS["avx512fp16"])
    assert not re.search(r"v(mul|add|fmadd\d+)ph", text)
    assert re.search(r"v(mul|add|fmadd\d+)ps", text)


@needs_emulator
@pytest.mark.parametrize("name", _OPERATIONS)
def test_aarch64_gives_f32_rounded_once(name: str, tmp_path: Path) -> None:
    operation, _, instruction, function = _OPERATIONS[name]
    run = emulated_linalg(_ARM, tmp_path, _text(operation), "k")
    assert re.search(rf"\b{instruction}\s+v\d+\.8h", run.assembly)
    bits = np.random.default_rng(7).integers(0, 1 << 16, (2, _COUNT)).astype(np.uint16)
    bits[:, :64] = np.resize([0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00], 64)
    bits[1, :64] = np.roll(bits[1, :64], 5)
    left, right = bits.view(np.float16)
    out = np.zeros(_COUNT, np.float16)
    run.launch((1,), left, right, out)
    with np.errstate(all="ignore"):
        wanted = function(left.astype(np.float32), right.astype(np.float32)).astype(np.float16)
    np.testing.assert_array_equal(out, wanted)
    np.testing.assert_array_equal(np.signbit(out[out == 0]), np.signbit(wanted[wanted == 0]))
