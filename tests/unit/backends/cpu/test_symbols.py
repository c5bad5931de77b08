"""Machine code is loaded only if this process has all that it calls."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import kernel

from xtriton.backends.cpu import host
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.loaded import Loaded
from xtriton.backends.cpu.machine import machine_code
from xtriton.backends.cpu.symbols import undefined_symbols, unresolved_symbols
from xtriton.ir.diagnostics import DiagnosticError

_CALLS = """
declare float @nowhere(float)
declare float @fmodf(float, float)
define float @defined(float %x) noinline { ret float %x }
define float @f(float %x) {
  %a = call float @nowhere(float %x)
  %b = call float @fmodf(float %a, float %x)
  %c = call float @defined(float %b)
  ret float %c
}
"""


@pytest.mark.parametrize(
    "triple",
    [
        *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-apple-macosx", "arm64-apple-macosx"),
        "x86_64-pc-windows-msvc",
    ],
)
def test_symbols_of_each_object_format(triple: str) -> None:
    binding = llvmlite_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    code = machine_code(_CALLS, Host("generic" if triple.startswith("a") else "x86-64", "", triple)).object
    found = undefined_symbols(code)
    assert [symbol for symbol in found if symbol != "_fltused"] == ["fmodf", "nowhere"]


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(ValueError, match="object format that is not known"):
        undefined_symbols(b"\0" * 64)


def test_the_process_has_the_c_library_but_not_the_compilers() -> None:
    binding, host = llvmlite_binding(), Host.here()
    assert unresolved_symbols(binding, machine_code(_CALLS, host).object) == ["nowhere"]


def test_unresolved_code_is_not_loaded() -> None:
    code = machine_code(_CALLS, Host.here()).object
    with pytest.raises(ValueError, match="needs functions that no library here has: nowhere"):
        Loaded(code)


@pytest.mark.parametrize("name", ["nowhere", "__nv_nowhere"])
def test_an_unresolved_call_is_found_in_the_program(name: str) -> None:
    """The error stands at the operation, behind another that is fused and moved."""
    body = f"""%c0 = arith.constant 0 : index
%view = memref.reinterpret_cast %out to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>
%c1 = arith.constant 1 : index
%c4 = arith.constant 4 : index
scf.for %i = %c0 to %c4 step %c1 {{
  %1 = arith.addf %x, %x : f32
  %0 = func.call @{name}(%x, %1) : (f32, f32) -> f32
  memref.store %0, %view[%i] : memref<4xf32>
}}
return }}
func.func private @{name}(f32, f32) -> f32 attributes {{llvm.readnone}}
func.func private @unused() -> () {{"""
    with pytest.raises(DiagnosticError) as caught:
        kernel("%x: f32, %out: memref<*xf32>", body)
    found = caught.value.diagnostic
    assert found.message == f"'llvm.call' op needs the function '{name}', which no library in this process provides"
    assert "test.mlir:7:8" in str(caught.value)


def test_llvm_that_compiles_extrema_wrongly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    older = SimpleNamespace(llvm_version_info=(20, 1, 8))
    monkeypatch.setattr(host, "import_module", lambda name: older)
    with pytest.raises(ImportError, match=r"needs llvmlite with LLVM 22.1.0, not 20.1.8: pip install xtriton\[cpu\]"):
        llvmlite_binding()
