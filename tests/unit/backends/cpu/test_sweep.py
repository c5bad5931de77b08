"""No operation on any type becomes a call of a function that the loader does not have, whatever the processor.

``sweep.py`` does the same with all types and flags, for all processors, and takes minutes.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu import sweep
from unit.backends.cpu.modules import GRID, HOSTS, load, store

from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm
from xtriton.backends.cpu.symbols import unresolved_symbols
from xtriton.backends.cpu.translate import llvm_ir
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module

_ARM = Host("generic", "", "aarch64-unknown-linux-gnu")


@pytest.fixture(scope="module", autouse=True)
def _all_targets() -> None:
    llvmlite_binding().initialize_all_targets()
    llvmlite_binding().initialize_all_asmprinters()


@pytest.fixture(scope="module")
def integers_only() -> str:
    """All operations for a processor that does not convert f16."""
    found = sweep.Sweep(False).all()
    # What is taken and what is refused: neither is to go away unseen.
    assert len(found.taken) > 900
    reasons = {reason.split(",")[0] for reason in found.refused.values()}
    assert reasons == {"it is for integers of up to 64 bits", "it is for scalars only"}
    return llvm_ir(found.module)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x86-64", "avx512"])
def test_without_f16(integers_only: str, name: str) -> None:
    assert sweep.calls(integers_only, HOSTS[name], optimised=False) <= sweep.PROVIDED


@pytest.mark.slow
@pytest.mark.parametrize("host", [HOSTS["x86-64+f16c"], _ARM], ids=["x86-64+f16c", "aarch64"])
def test_with_f16(host: Host) -> None:
    found = sweep.Sweep(True, ("i1", "i32", "i64", "f16", "bf16", "f64")).all()
    assert sweep.calls(llvm_ir(found.module), host, optimised=False) <= sweep.PROVIDED


def test_a_few_types() -> None:
    """A part of the slow tests, which cover all types: conversions of f16 on a processor without them."""
    found = sweep.Sweep(False, ("i32", "f16", "f64")).all()
    assert sweep.calls(llvm_ir(found.module), HOSTS["x86-64"], optimised=False) <= sweep.PROVIDED


def test_provided_functions_exist() -> None:
    """Of C's library this process has all that the sweep allows, but for its newest functions."""
    needed = "\n".join(f"declare void @{name}()" for name in sorted(sweep.PROVIDED - _NEW))
    uses = "\n".join(f"  call void @{name}()" for name in sorted(sweep.PROVIDED - _NEW))
    code = sweep.machine_code(f"{needed}\ndefine void @f() {{\n{uses}\n  ret void\n}}", Host.here()).object
    assert unresolved_symbols(llvmlite_binding(), code) == []


_NEW = {f"{name}{suffix}" for name in ("fmaximum", "fminimum", "fmaximum_num", "fminimum_num") for suffix in ("", "f")}


def test_the_sweep_finds_a_missing_function() -> None:
    """Not a conversion of ours but LLVM's own, on a processor without it."""
    text = "define half @f(double %x) {\n  %y = fptrunc double %x to half\n  ret half %y\n}"
    assert sweep.calls(text, HOSTS["x86-64"], optimised=False) - sweep.PROVIDED == {"__truncdfhf2"}


_FLOATS = ("f16", "bf16", "f32", "f64", "f8E5M2")
_INTEGERS = ("i1", "i8", "i16", "i32", "i64")
_KINDS = {
    "addf": _FLOATS,
    "maximumf": _FLOATS,
    "minnumf": _FLOATS,
    "mulf": _FLOATS,
    "assign": _FLOATS + _INTEGERS,
    "addi": _INTEGERS,
    "andi": _INTEGERS,
    "maxs": _INTEGERS[1:],
    "minu": _INTEGERS[1:],
    "muli": _INTEGERS[1:],
}


def _lowered(arguments: str, body: str, host: Host) -> str:
    ctx = Context()
    module = parse_module(f"func.func @k({arguments}, {GRID}) {{ {body}\n return }}", "sweep", ctx)
    lower_to_llvm(module, ctx, CpuOptions(), host)
    return llvm_ir(module)


@pytest.mark.parametrize("host", [HOSTS["x86-64"], _ARM], ids=["x86-64", "aarch64"])
def test_atomics_and_printing(host: Host) -> None:
    arguments, body = list[str](), "%c0 = arith.constant 0 : index\n"
    for type_ in (*_FLOATS, *_INTEGERS):
        arguments += [f"%m{type_}: memref<*x{type_}>", f"%v{type_}: {type_}"]
        body += f"%d{type_} = memref.cast %m{type_} : memref<*x{type_}> to memref<?x{type_}>\n"
        body += f'tt.print "x" {{hex = false, isSigned = array<i32: 1>}} : %v{type_} : {type_}\n'
        for kind in (kind for kind, takes in _KINDS.items() if type_ in takes):
            body += f"memref.atomic_rmw {kind} %v{type_}, %d{type_}[%c0] : ({type_}, memref<?x{type_}>) -> {type_}\n"
        body += f"""memref.generic_atomic_rmw %d{type_}[%c0] : memref<?x{type_}> {{
^bb0(%old: {type_}):
  %same = arith.select %true, %old, %v{type_} : {type_}
  memref.atomic_yield %same : {type_}
}}
"""
    text = _lowered(", ".join(arguments), "%true = arith.constant true\n" + body, host)
    assert sweep.calls(text, host, optimised=True) <= sweep.PROVIDED


def test_atomics_of_128_bits_are_refused() -> None:
    body = """%c0 = arith.constant 0 : index
%d = memref.cast %m : memref<*xi128> to memref<?xi128>
memref.atomic_rmw addi %v, %d[%c0] : (i128, memref<?xi128>) -> i128"""
    with pytest.raises(DiagnosticError, match="atomics are for elements of up to 64 bits"):
        _lowered("%m: memref<*xi128>, %v: i128", body, HOSTS["x86-64"])


@pytest.mark.parametrize("host", [HOSTS["x86-64"], _ARM], ids=["x86-64", "aarch64"])
def test_dots_and_reductions(host: Host) -> None:
    """A dot, a sum along a dimension and a scan of each type; dots of narrow floats are summed in f32."""
    found = set[str]()
    for type_ in ("f16", "bf16", "f32", "f64", "f8E5M2", "i8"):
        out = "i32" if type_ == "i8" else type_
        body = load("a", "x", [16, 16], type_) + load("b", "y", [16, 16], type_) + load("c", "z", [16, 16], out)
        body += f"""%dot = linalg.matmul ins(%a, %b : tensor<16x16x{type_}>, tensor<16x16x{type_}>)
  outs(%c : tensor<16x16x{out}>) -> tensor<16x16x{out}>
"""
        body += store("dot", "z", [16, 16], out)
        if out != "i32":
            body += f"""%row = tensor.empty() : tensor<16x{type_}>
%zero = arith.constant 0.0 : {type_}
%start = linalg.fill ins(%zero : {type_}) outs(%row : tensor<16x{type_}>) -> tensor<16x{type_}>
%sum = linalg.reduce ins(%a : tensor<16x16x{type_}>) outs(%start : tensor<16x{type_}>) dimensions = [1]
  (%p: {type_}, %q: {type_}) {{
    %t = arith.addf %p, %q : {type_}
    linalg.yield %t : {type_}
  }}
"""
            body += store("sum", "w", [16], type_)
        arguments = f"%x: memref<*x{type_}>, %y: memref<*x{type_}>, %z: memref<*x{out}>, %w: memref<*x{type_}>"
        found |= sweep.calls(_lowered(arguments, body, host), host, optimised=True)
    assert found <= sweep.PROVIDED
