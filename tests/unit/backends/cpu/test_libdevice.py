"""The libdevice of Triton's wheel on this processor: which functions are linked, and their requirements."""

from __future__ import annotations

import re
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from xtriton.backends.cpu import libdevice
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.machine import machine_code
from xtriton.backends.cpu.nvvm import PREFIX, assembly_name, functions
from xtriton.dialects.libdevice import SIGNATURES, similar

_LLVM = {"f32": "float", "f64": "double"}


def _calling(symbol: str) -> str:
    """A module with a function that calls one of libdevice."""
    signature = SIGNATURES[symbol]
    types = [_LLVM.get(type_, type_) for type_ in signature.inputs]
    result = _LLVM.get(signature.result, signature.result)
    parameters = ", ".join(f"{type_} %a{place}" for place, type_ in enumerate(types))
    return f"""
define {result} @call{symbol}({parameters}) {{
  %r = call {result} @{symbol}({parameters})
  ret {result} %r
}}
declare {result} @{symbol}({", ".join(types)})
"""


def test_every_function_becomes_code_that_needs_no_gpu():
    """The table of signatures is the library's, and nothing of NVPTX is left."""
    text = machine_code("".join(map(_calling, SIGNATURES)), Host.here()).llvm_ir
    declared = set(re.findall(r"^declare [^@]*@([\w.]+)", text, re.M))
    assert [name for name in declared if not name.startswith("llvm.")] == []
    assert [name for name in declared if "nvvm" in name] == []
    assert set(re.findall(r"@(call__nv_\w+)\(", text)) == {f"call{symbol}" for symbol in SIGNATURES}


def test_tritons_functions_are_known():
    spec = find_spec("triton")
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).parent.joinpath("language/extra/cuda/libdevice.py").read_text()
    symbols = set(re.findall(r'"(__nv_\w+)"', text))
    assert symbols
    assert symbols - set(SIGNATURES) == set()


def test_kernels_without_libdevice_do_not_read_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(libdevice, "find_spec", _nowhere)
    assert (
        "fadd"
        in machine_code("define float @f(float %x) {\n %r = fadd float %x, %x\n ret float %r\n}", Host.here()).llvm_ir
    )


def _nowhere(_: str) -> ModuleSpec | None:
    return None


def test_a_missing_library_is_an_error_that_names_the_package(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(libdevice, "find_spec", _nowhere)
    with pytest.raises(ValueError, match="pip install triton"):
        libdevice.bitcode()


def test_only_called_functions_are_linked():
    binding: Any = llvmlite_binding()
    module = binding.parse_assembly(_calling("__nv_fabsf"))
    libdevice.link(binding, module)
    names = [function.name for function in module.functions if not function.is_declaration]
    assert names == ["call__nv_fabsf", "__nv_fabsf", f"{PREFIX}fabs.f32"]
    assert module.get_function("__nv_fabsf").linkage.name == "internal"


@pytest.mark.parametrize(
    ("text", "constraints", "name"),
    [
        ("sub.rz.f32 $0, $1, $2;", "=f,f,f", "sub.rz.f"),
        ("rsqrt.approx.ftz.f64 $0, $1;", "=d,d", "rsqrt.approx.ftz.d"),
        (r"{\0A\09mov.b64 {a,b}, $2;\0A\09mad.lo.cc.u32 r0, a, b;\0A\09}", "=l,=l,l,l,l", "mad.lo.cc.u32.lll"),
    ],
)
def test_names_of_assembly(text: str, constraints: str, name: str):
    assert assembly_name(text, constraints) == f"{PREFIX}{name}"
    assert f"{PREFIX}{name}" in functions()


def test_suggestions_for_unknown_functions():
    assert similar("__nv_tgama") == "__nv_tgamma"
    assert similar("something") is None
