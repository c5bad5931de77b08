"""Every pair of an operation and types that the lowering to LLVM takes, as functions of one module.

    PYTHONPATH=tests python -m unit.backends.cpu.sweep

compiles them for all processors, with LLVM's optimisations and with all of libdevice, and prints the functions they
call. Pairs are found by trial: an operation is created with each combination of types and, if it verifies, lowered, on
scalars and on vectors of eight.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from unit.backends.cpu.modules import HOSTS
from xdsl.dialects.builtin import DenseArrayBase, IntegerType, ModuleOp, VectorType, f32, i64
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.libdevice import library
from xtriton.backends.cpu.machine import machine_code
from xtriton.backends.cpu.symbols import undefined_symbols
from xtriton.backends.cpu.translate import llvm_ir
from xtriton.dialects.upstream import arith, math
from xtriton.dialects.upstream.arith.attributes import (
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlagsAttr,
    IntegerOverflowFlagsAttr,
)
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.llvm.types import StructType
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.cpu.to_llvm.arithmetic import LIBRARY, RULES, with_two_results
from xtriton.passes.cpu.to_llvm.builder import LlvmBuilder
from xtriton.passes.cpu.to_llvm.function import llvm_function
from xtriton.passes.cpu.to_llvm.types import scalar_type

FEW = ("i1", "i8", "i32", "i64", "i128", "f16", "bf16", "f32", "f64", "f8E4M3FN")
"""Types that stand for the others."""
ALL = (
    *("i1", "i8", "i16", "i32", "i64", "i128", "index", "f16", "bf16", "f32", "f64", "f80", "f128"),
    *("f8E5M2", "f8E4M3FN", "f8E4M3", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"),
)
_LANES = 8
_MATH = (
    *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf"),
    *("erfc", "exp", "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "log", "log10", "log1p", "log2"),
    *(
        "nearbyint",
        "pow",
        "rint",
        "round",
        "roundeven",
        "sin",
        "sincos",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
        "ldexp",
    ),
    *("exp10", "fmaximum", "fminimum", "fmaximum_num", "fminimum_num"),
)
_OTHERS = ("printf", "memcpy", "memset", "memmove", "fegetround", "fesetround", "sched_yield")
PROVIDED = frozenset([*_MATH, *(f"{name}f" for name in _MATH), *_OTHERS])
"""C's library, which every process has."""


def types(names: Sequence[str]) -> list[Attribute]:
    """Types by their spelling."""
    text = "\n".join(f"func.func private @f{number}({name})" for number, name in enumerate(names))
    functions = parse_module(text, "types", Context()).body.block.ops
    return [op.type.inputs.data[0] for op in functions if isinstance(op, FuncOp)]


def _vector(type_: Attribute) -> Attribute:
    return VectorType(type_, [_LANES])


@dataclass
class Sweep:
    """The functions of a module, and the refused pairs."""

    f16_conversions: bool
    names: Sequence[str] = FEW
    variants: bool = False
    """Whether all predicates and fast-math flags are tried, or one of each."""
    module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    taken: list[str] = field(default_factory=list[str])
    refused: dict[str, str] = field(default_factory=dict[str, str])

    def all(self) -> Sweep:
        """All pairs of operations of ``arith`` and ``math`` and types."""
        elements = types(self.names)
        classes = {op.name: op for op in (*arith.Arith.operations, *math.Math.operations)}
        names = (*RULES, "arith.mulsi_extended", "arith.mului_extended", "arith.addui_extended")
        for name in names:
            if name in classes and name != "arith.constant":
                for operands, results in signatures(classes[name], elements):
                    self._try(classes[name], operands, results)
                    self._try(classes[name], [*map(_vector, operands)], [*map(_vector, results)])
        for name in LIBRARY.values():
            for wide in types(["f32", "f64"]):
                self._declare(name, wide)
        return self

    def _declare(self, name: str, type_: Attribute) -> None:
        inputs = [type_] * (2 if name == "atan2" else 1)
        full = f"{name}f" if type_ == f32 else name
        self.module.body.block.add_op(llvm_function(full, inputs, type_, Region()))

    def _try(self, op_class: type[Operation], operands: Sequence[Attribute], results: Sequence[Attribute]) -> None:
        for properties in _properties(op_class, variants=self.variants):
            block = Block(arg_types=operands)
            op = op_class.create(operands=block.args, result_types=results, properties=properties)
            try:
                op.verify()
            except (VerifyException, DiagnosticError):
                return
            label = f"{op.name}{len(self.taken)} {', '.join(map(str, operands))} -> {', '.join(map(str, results))}"
            try:
                self._lower(op, label, operands, results)
                self.taken.append(label)
            except ValueError as problem:
                self.refused[label] = str(problem)

    def _lower(self, op: Operation, label: str, operands: Sequence[Attribute], results: Sequence[Attribute]) -> None:
        entry = Block(arg_types=[scalar_type(operand) for operand in operands])
        b = LlvmBuilder(entry, f16_conversions=self.f16_conversions)
        rule = RULES.get(op.name)
        if rule is not None:
            found = rule(b, op, entry.args)
            b.add("return", [found])
            type_ = found.type
        else:
            pair = with_two_results(b, op, entry.args)
            assert pair is not None
            type_ = StructType.of([operand.type for operand in pair])
            both = b.add("mlir.undef", [], type_)
            for place, one in enumerate(pair):
                both = b.add("insertvalue", [both, one], type_, {"position": _position(place)})
            b.add("return", [both])
        function = llvm_function(label, [argument.type for argument in entry.args], type_, Region(entry))
        self.module.body.block.add_op(function)


def _position(place: int) -> Attribute:
    return DenseArrayBase.from_list(i64, [place])


def signatures(
    op_class: type[Operation], given: Sequence[Attribute]
) -> Iterator[tuple[list[Attribute], list[Attribute]]]:
    """The types of operands and results that an operation may have."""
    definition: Any = op_class.get_irdl_definition()
    count, made, i1 = len(definition.operands), len(definition.results), IntegerType(1)
    for type_ in given:
        if op_class.name == "arith.select":
            yield [i1, type_, type_], [type_]
        elif made == 2:
            yield [type_] * count, [type_, type_]
            yield [type_] * count, [type_, i1]
        elif count == 1:
            for result in given:
                yield [type_], [result]
        else:
            yield [type_] * count, [type_]
            if type_ != i1:
                yield [type_] * count, [i1]


def _properties(op_class: type[Operation], *, variants: bool) -> Iterator[dict[str, Attribute]]:
    """The variants of an operation: predicates, with and without fast-math flags."""
    names = op_class.get_irdl_definition().properties  # type: ignore[attr-defined]
    choices: dict[str, list[Attribute]] = {}
    if "predicate" in names:
        members = CmpFPredicate if op_class.name == "arith.cmpf" else CmpIPredicate
        choices["predicate"] = [member.attr for member in members]
    if "fastmath" in names:
        choices["fastmath"] = [FastMathFlagsAttr.of(), FastMathFlagsAttr.of(*FastMathFlagsAttr.KEYWORDS)]
    if "overflowFlags" in names:
        choices["overflowFlags"] = [IntegerOverflowFlagsAttr.of()]
    for chosen in product(*(values if variants else values[-1:] for values in choices.values())):
        yield dict(zip(choices, chosen, strict=True))


def calls(text: str, host: Host, *, optimised: bool) -> set[str]:
    """The undefined symbols in the machine code of a module of LLVM IR."""
    if optimised:
        return set(undefined_symbols(machine_code(text, host).object))
    binding = llvmlite_binding()
    module = binding.parse_assembly(text)
    target = binding.Target.from_triple(host.triple or binding.get_default_triple())
    machine = target.create_target_machine(cpu=host.cpu, features=host.features, opt=1, reloc="pic", codemodel="small")
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    return set(undefined_symbols(machine.emit_object(module)))


_DEFINITION = re.compile(r"define ([^@]*)@(__nv_\w+)\(([^)]*)\)")
_TYPE = re.compile(r"\b(float|double|i\d+|ptr)\b")


def libdevice() -> str:
    """LLVM IR that calls every function of libdevice."""
    lines = list[str]()
    for text in library(llvmlite_binding()).definitions.values():
        match = _DEFINITION.match(text)
        if match is None or "half" in match[2]:  # the two on bits of f16 are not in Triton's language
            continue
        (result,), name = _TYPE.findall(match[1]) or ["void"], match[2]
        inputs = _TYPE.findall(match[3])
        arguments = ", ".join(f"{type_} %a{place}" for place, type_ in enumerate(inputs))
        lines.append(f"declare {result} @{name}({', '.join(inputs)})")
        returned = ("  ", "ret void") if result == "void" else ("  %r = ", f"ret {result} %r")
        lines.append(f"define {result} @call_{name}({arguments}) {{")
        lines.append(f"{returned[0]}call {result} @{name}({arguments})\n  {returned[1]}\n}}")
    return "\n".join(lines)


def main() -> int:
    """Sweep everything; gives 1 if something is called that is not provided."""
    failed = False
    texts = {conversions: llvm_ir(Sweep(conversions, ALL, True).all().module) for conversions in (False, True)}
    for name, host in HOSTS.items():
        for optimised in (False, True):
            start = time.perf_counter()
            found = calls(texts[host.converts_f16], host, optimised=optimised) - PROVIDED
            failed |= bool(found)
            seconds = time.perf_counter() - start
            print(
                f"{name:14} {'optimised' if optimised else 'as it is':10} {seconds:5.1f} s", *sorted(found), flush=True
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
