"""What analyses claim of integers holds for the values that the interpreter computes, on random programs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
import pytest
from semantics.typed_programs import random_program
from semantics.typed_runs import arguments_of
from unit.analysis.reshape_programs import reshape_program
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import AxisInfo
from xtriton.analysis.integer_ranges import IntegerRanges
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import ReshapeOp
from xtriton.dialects.upstream.arith import (
    CmpIOp,
    DivSIOp,
    ExtSIOp,
    ExtUIOp,
    MaxSIOp,
    MinSIOp,
    RemSIOp,
    ShRSIOp,
    TruncIOp,
)
from xtriton.folds.elements import width_of
from xtriton.interp.api import interpret
from xtriton.interp.numbers.formats import Array
from xtriton.interp.observer import Observer, View
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import element_type
from xtriton.versions import KNOWN, OLDEST, V3_8, TritonVersion, use_version

PER_TEST = 10


@dataclass
class Values(Observer):
    """The integers that each operation, and each block argument of a region, had, in each execution."""

    seen: list[tuple[SSAValue, Array]] = field(default_factory=list["tuple[SSAValue, Array]"])

    def before(self, op: Operation, view: View) -> None:
        block = op.parent
        if block is not None and op is block.first_op and block.parent_op() is not None:
            self._add(block.args, view)

    def after(self, op: Operation, view: View) -> None:
        self._add(op.results, view)

    def _add(self, values: Sequence[SSAValue], view: View) -> None:
        for value in values:
            if is_integer_type(element_type(value.type)):
                found: Array | None = view.value(value)
                if found is not None and not isinstance(found, np.ma.MaskedArray):
                    self.seen.append((value, found))


def observed(seed: int, triton: TritonVersion | None = None) -> tuple[ModuleOp, list[tuple[SSAValue, Array]]]:
    """A random program, and the integers of its first program until it ends, or has an error."""
    module = parse_module(random_program(seed), "typed.mlir", Context(triton=triton))
    arrays, numbers = arguments_of(seed)
    values = Values()
    launched = [_as_interpreted(name, array) for name, array in arrays.items()]
    with suppress(DiagnosticError):  # an undefined operation: what came before counts
        interpret(module, (1,), *launched, *numbers.values(), observer=values)
    return module, values.seen


def _as_interpreted(name: str, array: Array) -> Array:
    element = name.partition("_")[2]
    if element.startswith("i"):
        return array.view(f"int{element[1:]}")
    return array.view({"f16": np.float16, "f32": np.float32, "f64": np.float64}.get(element, array.dtype))


def unsigned(value: SSAValue, found: Array) -> Array:
    """The integers modulo the size of their type, as Python's, which do not overflow."""
    return np.asarray(found.astype(object) % (1 << width_of(value.type)), object)


def broken_claim(value: SSAValue, found: Array, info: AxisInfo) -> str:
    """A claim of axis info that does not hold for a value; empty if there is none."""
    bits = width_of(value.type)
    numbers = unsigned(value, found)
    if info.constant is not None and not (numbers == info.constant % (1 << bits)).all():
        return f"constant {info.constant}"
    if numbers.ndim == 0:
        numbers = numbers.reshape(1)
    for dim in range(info.rank):
        lines = np.moveaxis(numbers, dim, -1).reshape(-1, numbers.shape[dim])
        extent = lines.shape[1]
        constancy, contiguity = min(info.constancy[dim], extent), min(info.contiguity[dim], extent)
        for line in lines:
            for start in range(0, extent, constancy):
                if any(number != line[start] for number in line[start : start + constancy]):
                    return f"constancy {constancy} along {dim}"
            for start in range(0, extent, contiguity):
                run = line[start : start + contiguity]
                if any(number != (run[0] + place) % (1 << bits) for place, number in enumerate(run)):
                    return f"contiguity {contiguity} along {dim}"
                divisor = min(info.divisibility[dim], 1 << bits)
                if run[0] % divisor:
                    return f"divisibility {divisor} along {dim} of {run[0]}"
    return ""


SIGNED = (CmpIOp, DivSIOp, ExtSIOp, ExtUIOp, MaxSIOp, MinSIOp, RemSIOp, ShRSIOp)


@dataclass
class LikeTheWheel:
    """The values that depend on one for which Triton's rules are wrong, too.

    These take constants for unsigned (3.8: for signed), do not truncate them, and take the other value of a masked
    load for as constant as the pointers.
    """

    infos: ModuleAxisInfo
    known: dict[SSAValue, bool] = field(default_factory=dict[SSAValue, bool])

    def __contains__(self, value: SSAValue) -> bool:
        if value not in self.known:
            self.known[value] = False
            owner = value.owner
            ops = [owner, *owner.walk()] if isinstance(owner, Operation) else [owner.parent_op()]
            found = [op for op in ops if op is not None]
            operands = [operand for op in found for operand in op.operands]
            self.known[value] = any(map(self._is_wrong, found)) or any(operand in self for operand in operands)
        return self.known[value]

    def _is_wrong(self, op: Operation) -> bool:
        if isinstance(op, LoadOp):
            return op.other is not None
        if isinstance(op, TruncIOp):
            info = self.infos.info(op.operands[0])
            return info is not None and (info.constant or 0) >> width_of(op.results[0].type) != 0
        return isinstance(op, SIGNED) and any(map(self._is_negative, op.operands))

    def _is_negative(self, value: SSAValue) -> bool:
        info = self.infos.info(value)
        return info is not None and info.constant is not None and bool(info.constant >> (width_of(value.type) - 1))


STARTS = [*range(0, 20, PER_TEST), *(pytest.param(at, marks=pytest.mark.slow) for at in range(20, 600, PER_TEST))]


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("start", STARTS)
def test_integers_are_in_their_ranges(start: int) -> None:
    for seed in range(start, start + PER_TEST):
        module, seen = observed(seed)
        ranges = IntegerRanges(module)
        for value, found in seen:
            range_ = ranges.of(value)
            signed = (unsigned(value, found) + (1 << (width_of(value.type) - 1))) % (1 << width_of(value.type))
            signed = signed - (1 << (width_of(value.type) - 1))
            assert range_.low <= np.min(signed), (seed, str(value.owner), range_, found)
            assert np.max(signed) <= range_.high, (seed, str(value.owner), range_, found)


@pytest.mark.parametrize("triton", KNOWN, ids=str)
@pytest.mark.parametrize("start", STARTS)
def test_axis_info_holds(start: int, triton: TritonVersion) -> None:
    for seed in range(start, start + PER_TEST):
        if triton != OLDEST and "make_tensor_ptr" in random_program(seed):
            continue  # newer versions have no block pointers
        with use_version(triton):
            module, seen = observed(seed, triton)
            infos = ModuleAxisInfo(module)
            wrong = LikeTheWheel(infos)
            for value, found in seen:
                info = infos.info(value)
                if info is not None and info.rank and value not in wrong:
                    assert not broken_claim(value, found, info), (seed, str(value.owner), str(info), found)


@pytest.mark.parametrize("triton", [triton for triton in KNOWN if triton >= V3_8], ids=str)
def test_axis_info_of_reshaped_offsets_holds(triton: TritonVersion) -> None:
    """Triton knows of reshapes since 3.8. What these claim is much more than 1."""
    claimed = 0
    for seed in range(120):
        with use_version(triton):
            module = parse_module(reshape_program(seed), "reshape.mlir", Context(triton=triton))
            values = Values()
            interpret(module, (1,), np.zeros(2048, np.float32), 48, observer=values)
            infos = ModuleAxisInfo(module)
            for value, found in values.seen:
                info = infos.info(value)
                assert info is not None
                assert not broken_claim(value, found, info), (seed, str(value.owner), str(info), found)
                if isinstance(value.owner, ReshapeOp):
                    claimed += max(info.contiguity) > 1 or max(info.constancy) > 1
    assert claimed > 50
