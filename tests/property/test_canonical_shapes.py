"""Random chains of views of tensors and of memory with known and unknown extents: the elements stay.

The programs run in NumPy before and after ``canonicalize``. Each value must have the extents, and memory the strides,
that its type says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from selection import some
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.memref.layouts import strides_and_offset
from xtriton.folds.elements import integer_of
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import shape_of
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

Shape = tuple[int | None, ...]
"""The extents that a type knows."""
_EXTENTS = (1, 2, 3, 4, 6)


def _text(shape: Sequence[int | None]) -> str:
    return "x".join("?" if extent is None else str(extent) for extent in shape) + "xf32"


@dataclass(frozen=True)
class _View:
    """A value with the extents of its type, and those that it has."""

    name: str
    type: str
    shape: Shape
    extents: tuple[int, ...]


@dataclass
class _Program:
    """The body of a function. Numbers that it does not know are arguments."""

    random: Random
    lines: list[str] = field(default_factory=list[str])
    views: list[_View] = field(default_factory=list[_View])
    numbers: list[int] = field(default_factory=list[int])
    count: int = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def number(self, value: int) -> tuple[str, bool]:
        """An operand with this value, and whether types know it: a literal, a constant or an argument."""
        kind = self.random.choice(("literal", "constant", "argument"))
        if kind == "literal":
            return str(value), True
        return self.unknown(value, kind), False

    def unknown(self, value: int, kind: str | None = None) -> str:
        if (kind or self.random.choice(("constant", "argument"))) == "argument":
            self.numbers.append(value)
            return f"%n{len(self.numbers) - 1}"
        name = self.name()
        self.lines.append(f"{name} = arith.constant {value} : index")
        return name

    def some(self, extents: Sequence[int]) -> Shape:
        return tuple(extent if self.random.random() < 0.6 else None for extent in extents)

    def add(self, text: str, type_: str, shape: Shape, extents: Sequence[int]) -> _View:
        view = _View(self.name(), type_, shape, tuple(extents))
        self.lines.append(f"{view.name} = {text}")
        self.views.append(view)
        return view

    def slice(self, extents: Sequence[int]) -> tuple[str, Shape, list[int]]:
        """Offsets, sizes and strides within these extents, the known sizes, and all sizes."""
        offsets, sizes, strides = list[str](), list[str](), list[str]()
        known, real = list[int | None](), list[int]()
        for extent in extents:
            stride = self.random.choice((1, 1, 1, 2))
            size = self.random.randint(1, (extent - 1) // stride + 1)
            offset = self.random.randint(0, extent - (size - 1) * stride - 1)
            offsets.append(self.number(offset)[0])
            text, is_known = self.number(size)
            sizes.append(text)
            strides.append(str(stride))
            known.append(size if is_known else None)
            real.append(size)
        return "".join(f"[{', '.join(part)}]" for part in (offsets, sizes, strides)), tuple(known), real

    def extent(self, dialect: str, view: _View) -> str:
        """An extent that is read from a value."""
        dim, extent = self.name(), self.name()
        self.lines.append(f"{dim} = arith.constant {self.random.randrange(len(view.extents))} : index")
        self.lines.append(f"{extent} = {dialect}.dim {view.name}, {dim} : {view.type}")
        return extent

    def given(self, dialect: str, type_: str) -> str:
        """The argument for ``%t``, the rank of which may be known only to a cast."""
        if self.random.random() < 0.7:
            return f"%t: {type_}"
        self.lines.append(f"%t = {dialect}.cast %all : {dialect}<*xf32> to {type_}")
        return f"%all: {dialect}<*xf32>"

    def function(self, argument: str, results: list[tuple[str, str]]) -> str:
        numbers = "".join(f", %n{number}: index" for number in range(len(self.numbers)))
        names, types = (", ".join(part) for part in zip(*results, strict=True))
        body = "\n  ".join(self.lines)
        head = f"func.func @views({argument}, %x: f32, %y: f32{numbers}) -> ({types})"
        return f"{head} {{\n  {body}\n  return {names} : {types}\n}}"

    def arguments(self, extents: Sequence[int]) -> list[Any]:
        whole = np.arange(1, prod(extents) + 1, dtype=np.float32).reshape(extents)
        return [whole, np.float32(-1), np.float32(-2), *map(np.int64, self.numbers)]

    def kept(self, shape: Shape) -> list[int]:
        """Dimensions that a slice keeps: it may drop those of one element."""
        kept = [dim for dim, extent in enumerate(shape) if extent != 1 or self.random.random() < 0.5]
        return kept or [0]


def _groups(random: Random, rank: int) -> list[list[int]]:
    cuts = [cut for cut in range(1, rank) if random.random() < 0.5]
    return [list(range(first, last)) for first, last in zip([0, *cuts], [*cuts, rank], strict=True)]


# Tensors


def _tensor(shape: Shape) -> str:
    return f"tensor<{_text(shape)}>"


def _cast(p: _Program, view: _View) -> None:
    shape = p.some(view.extents)
    source = view.name, view.type
    if p.random.random() < 0.2:
        name = p.name()
        p.lines.append(f"{name} = tensor.cast {view.name} : {view.type} to tensor<*xf32>")
        source = name, "tensor<*xf32>"
    elif shape == view.shape:
        return
    p.add(f"tensor.cast {source[0]} : {source[1]} to {_tensor(shape)}", _tensor(shape), shape, view.extents)


def _collapse(p: _Program, view: _View) -> None:
    groups = _groups(p.random, len(view.extents))
    extents = [prod(view.extents[dim] for dim in group) for group in groups]
    known = [
        None if any(view.shape[dim] is None for dim in group) else prod(view.extents[dim] for dim in group)
        for group in groups
    ]
    type_ = _tensor(tuple(known))
    p.add(f"tensor.collapse_shape {view.name} {groups} : {view.type} into {type_}", type_, tuple(known), extents)


def _expand(p: _Program, view: _View) -> None:
    groups, known, extents = list[list[int]](), list[int | None](), list[int]()
    for extent, written in zip(view.extents, view.shape, strict=True):
        parts = [extent]
        while p.random.random() < 0.4:
            divisor = p.random.choice([number for number in range(1, parts[0] + 1) if parts[0] % number == 0])
            parts[:1] = [divisor, parts[0] // divisor]
        groups.append(list(range(len(extents), len(extents) + len(parts))))
        hidden = p.random.randrange(len(parts)) if written is None else None
        known += [None if number == hidden else part for number, part in enumerate(parts)]
        extents += parts
    if len(extents) > 5 or len(extents) == len(view.extents):
        return
    sizes = [
        str(extent) if extent is not None else p.unknown(real) for extent, real in zip(known, extents, strict=True)
    ]
    type_ = _tensor(tuple(known))
    text = f"tensor.expand_shape {view.name} {groups} output_shape [{', '.join(sizes)}] : {view.type} into {type_}"
    p.add(text, type_, tuple(known), extents)


def _extract(p: _Program, view: _View) -> None:
    numbers, known, real = p.slice(view.extents)
    kept = p.kept(known)
    shape = tuple(known[dim] for dim in kept)
    text = f"tensor.extract_slice {view.name}{numbers} : {view.type} to {_tensor(shape)}"
    p.add(text, _tensor(shape), shape, [real[dim] for dim in kept])


def _insert(p: _Program, view: _View) -> None:
    numbers, known, real = p.slice(view.extents)
    kept = p.kept(known)
    shape = tuple(known[dim] for dim in kept)
    full = f"tensor<{_text([real[dim] for dim in kept])}>"
    source, cast = p.name(), p.name()
    p.lines.append(f"{source} = tensor.splat %x : {full}")
    p.lines.append(f"{cast} = tensor.cast {source} : {full} to {_tensor(shape)}")
    inserted = cast if _tensor(shape) != full else source
    text = f"tensor.insert_slice {inserted} into {view.name}{numbers} : {_tensor(shape)} into {view.type}"
    p.add(text, view.type, view.shape, view.extents)


def _fill(p: _Program, view: _View) -> None:
    shape = p.some(view.extents)
    empty = p.name()
    sizes = [p.unknown(real) for known, real in zip(shape, view.extents, strict=True) if known is None]
    p.lines.append(f"{empty} = tensor.empty({', '.join(sizes)}) : {_tensor(shape)}")
    text = f"linalg.fill ins(%x : f32) outs({empty} : {_tensor(shape)}) -> {_tensor(shape)}"
    p.add(text, _tensor(shape), shape, view.extents)


def _splat(p: _Program, view: _View) -> None:
    type_ = _tensor(view.extents)
    p.add(f"tensor.splat %y : {type_}", type_, view.extents, view.extents)


_OF_TENSORS = (_cast, _cast, _collapse, _collapse, _expand, _expand, _extract, _extract, _insert, _fill, _splat)


def _start(seed: int) -> tuple[_Program, tuple[int, ...], Shape]:
    p = _Program(Random(seed))
    extents = tuple(p.random.choice(_EXTENTS) for _ in range(p.random.randint(1, 3)))
    return p, extents, p.some(extents)


def _tensors(seed: int) -> tuple[str, list[Any]]:
    p, extents, shape = _start(seed)
    p.views.append(_View("%t", _tensor(shape), shape, extents))
    given = p.given("tensor", _tensor(shape))
    for _ in range(9):
        p.random.choice(_OF_TENSORS)(p, p.random.choice(p.views[-3:]))
    results = [(view.name, view.type) for view in p.views[-4:]]
    results += [(p.extent("tensor", view), "index") for view in p.views[-4:]]
    return p.function(given, results), p.arguments(extents)


# Memory


def _memory(shape: Shape, strides: Sequence[int | None], offset: int | None) -> str:
    numbers = ", ".join("?" if stride is None else str(stride) for stride in strides)
    place = "" if offset == 0 else f", offset: {'?' if offset is None else offset}"
    return f"memref<{_text(shape)}, strided<[{numbers}]{place}>>"


@dataclass(frozen=True)
class _Memory(_View):
    """A view of memory."""

    strides: tuple[int | None, ...] = ()
    offset: int | None = 0


def _cast_memory(p: _Program, view: _Memory) -> None:
    def forgotten(number: int | None) -> int | None:
        return number if p.random.random() < 0.6 else None

    shape = tuple(map(forgotten, view.shape))
    strides, offset = tuple(map(forgotten, view.strides)), forgotten(view.offset)
    source = view.name, view.type
    if p.random.random() < 0.3:
        shape = p.some(view.extents)
    type_ = _memory(shape, strides, offset)
    if type_ == view.type:
        return
    if p.random.random() < 0.2:
        name = p.name()
        p.lines.append(f"{name} = memref.cast {view.name} : {view.type} to memref<*xf32>")
        source = name, "memref<*xf32>"
    p.lines.append(f"{p.name()} = memref.cast {source[0]} : {source[1]} to {type_}")
    p.views.append(_Memory(f"%v{p.count}", type_, shape, view.extents, strides, offset))


def _subview(p: _Program, view: _Memory) -> None:
    numbers, known, real = p.slice(view.extents)
    offsets, _, steps = (part.split(", ") for part in numbers[1:-1].split("]["))
    strides = [None if old is None else old * int(step) for old, step in zip(view.strides, steps, strict=True)]
    offset = view.offset
    for place, stride in zip(offsets, view.strides, strict=True):
        if place == "0":
            continue
        unknown = offset is None or stride is None or not place.isdigit()
        offset = None if unknown else (offset or 0) + int(place) * (stride or 0)
    kept = p.kept(known)
    if len(set(zip(known, strides, strict=True))) < len(known):
        kept = list(range(len(known)))  # which of equal dimensions are dropped would be ambiguous
    shape, left = tuple(known[dim] for dim in kept), tuple(strides[dim] for dim in kept)
    type_ = _memory(shape, left, offset)
    p.lines.append(f"{p.name()} = memref.subview {view.name}{numbers} : {view.type} to {type_}")
    p.views.append(_Memory(f"%v{p.count}", type_, shape, tuple(real[dim] for dim in kept), left, offset))


def _allocate(p: _Program, view: _Memory) -> None:
    shape = p.some(view.extents)
    sizes = ", ".join(p.unknown(real) for known, real in zip(shape, view.extents, strict=True) if known is None)
    type_ = f"memref<{_text(shape)}>"
    operation = p.random.choice(("alloc", "alloca"))
    p.lines.append(f"{p.name()} = memref.{operation}({sizes}) : {type_}")
    strides: list[int | None] = [1]
    for extent in reversed(shape[1:]):
        strides.insert(0, None if extent is None or strides[0] is None else strides[0] * extent)
    made = _Memory(f"%v{p.count}", type_, shape, view.extents, tuple(strides), 0)
    p.lines.append(f"memref.copy {view.name}, {made.name} : {view.type} to {type_}")
    p.views.append(made)


def _copy(p: _Program, view: _Memory) -> None:
    others = [other for other in p.views if other.extents == view.extents and other.name != "%t"]
    if others:
        other = p.random.choice(others)
        p.lines.append(f"memref.copy {view.name}, {other.name} : {view.type} to {other.type}")


def _store(p: _Program, view: _Memory) -> None:
    places = ", ".join(p.unknown(p.random.randrange(extent)) for extent in view.extents)
    p.lines.append(f"memref.store %x, {view.name}[{places}] : {view.type}")


_OF_MEMORY = (_cast_memory, _cast_memory, _subview, _subview, _subview, _allocate, _copy, _store)


def _memories(seed: int) -> tuple[str, list[Any]]:
    p, extents, shape = _start(seed)
    strides: list[int | None] = [1]
    for extent in reversed(extents[1:]):
        assert strides[0] is not None
        strides.insert(0, strides[0] * extent)
    type_ = _memory(shape, strides, 0)
    p.views.append(_Memory("%t", type_, shape, extents, tuple(strides), 0))
    given = p.given("memref", type_)
    for _ in range(9):
        view = p.random.choice(p.views[-3:])
        assert isinstance(view, _Memory)
        p.random.choice(_OF_MEMORY)(p, view)
    results = [(view.name, view.type) for view in p.views[-3:]]
    results += [(p.extent("memref", view), "index") for view in p.views[-3:]]
    return p.function(given, results), p.arguments(extents)


# Execution


class _Run:
    """The values of a function's operations."""

    def __init__(self, arguments: Sequence[Any]) -> None:
        self._arguments = arguments
        self._values: dict[SSAValue, Any] = {}

    def results(self, module: ModuleOp) -> list[Any]:
        function = module.body.block.first_op
        assert isinstance(function, FuncOp)
        for argument, value in zip(function.body.block.args, self._arguments, strict=True):
            self._set(argument, value)
        for op in function.body.block.ops:
            if op.name == "func.return":
                return [self._values[operand] for operand in op.operands]
            value = self._value(op)
            if op.results:
                self._set(op.results[0], value)
        raise AssertionError("the function does not return")

    def _set(self, result: SSAValue, value: Any) -> None:
        shape = shape_of(result.type)
        if shape is not None:
            assert len(shape) == value.ndim, result
            assert all(known in (DYNAMIC_INDEX, real) for known, real in zip(shape, value.shape, strict=True)), result
        known = strides_and_offset(result.type) if is_memref_type(result.type) else None
        if known is not None:
            start = value if value.base is None else value.base
            distance = (value.__array_interface__["data"][0] - start.__array_interface__["data"][0]) // value.itemsize
            numbers = [*(stride // value.itemsize for stride in value.strides), distance]
            assert all(a in (DYNAMIC_INDEX, b) for a, b in zip([*known[0], known[1]], numbers, strict=True)), result
        self._values[result] = value

    def _numbers(self, values: Sequence[Any]) -> list[int]:
        return [value if isinstance(value, int) else self._values[value] for value in values]

    def _part(self, op: Any) -> tuple[slice, ...]:
        lists = zip(*map(self._numbers, (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)), strict=True)
        return tuple(slice(first, first + (size - 1) * step + 1, step) for first, size, step in lists)

    def _reduced(self, op: Any) -> Any:
        """A part of a value, without the dimensions that its type lacks: these have one element."""
        result, source = op.results[0].type, op.operands[0].type
        sizes = [size if isinstance(size, int) else DYNAMIC_INDEX for size in op.mixed_sizes]
        left, full = [(extent, 0) for extent in result.get_shape()], [(size, 0) for size in sizes]
        if is_memref_type(source) and is_memref_type(result):
            own, whole = strides_and_offset(result), strides_and_offset(source)
            assert own is not None and whole is not None
            steps = [
                DYNAMIC_INDEX if stride == DYNAMIC_INDEX else stride * step
                for stride, step in zip(whole[0], self._numbers(op.mixed_strides), strict=True)
            ]
            left = list(zip(result.get_shape(), own[0], strict=True))
            full = list(zip(sizes, steps, strict=True))
        index = list[Any]()
        for entry in full:
            is_kept = bool(left) and left[0] == entry
            index.append(slice(None) if is_kept else 0)
            left = left[1:] if is_kept else left
        return self._values[op.operands[0]][self._part(op)][tuple(index)]

    def _value(self, op: Any) -> Any:
        of: list[Any] = [self._values[operand] for operand in op.operands]
        shape = list(shape_of(op.results[0].type) or ()) if op.results else []
        match op.name:
            case "arith.constant":
                return integer_of(op.value)
            case "tensor.cast" | "memref.cast":
                return of[0]
            case "tensor.collapse_shape":
                return of[0].reshape([prod(of[0].shape[dim] for dim in group) for group in op.groups])
            case "tensor.expand_shape":
                return of[0].reshape(self._numbers(op.mixed_output_shape))
            case "tensor.extract_slice" | "memref.subview":
                return self._reduced(op)
            case "tensor.insert_slice":
                whole = of[1].copy()
                whole[self._part(op)] = of[0].reshape(whole[self._part(op)].shape)
                return whole
            case "tensor.splat":
                return np.full(shape, of[0])
            case "tensor.empty" | "memref.alloc" | "memref.alloca":
                sizes = iter(of)
                return np.zeros([next(sizes) if extent == DYNAMIC_INDEX else extent for extent in shape], np.float32)
            case "linalg.fill":
                return np.full(of[1].shape, of[0])
            case "tensor.dim" | "memref.dim":
                return of[0].shape[of[1]]
            case "memref.copy":
                of[1][...] = of[0].copy()
            case "memref.store":
                of[1][tuple(of[2:])] = of[0]
            case _:
                raise AssertionError(f"no case for {op.name}")


def _check(program: tuple[str, list[Any]]) -> None:
    text, arguments = program
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    before = _Run([argument.copy() for argument in arguments]).results(module)
    PassManager(ctx, verify_each=True).run(parse_pipeline("builtin.module(canonicalize)"), module)
    after = _Run([argument.copy() for argument in arguments]).results(module)
    for old, new in zip(before, after, strict=True):
        np.testing.assert_array_equal(new, old)


@pytest.mark.parametrize("seed", some(range(300), 3))
def test_tensors(seed: int) -> None:
    _check(_tensors(seed))


@pytest.mark.parametrize("seed", some(range(300), 3))
def test_memory(seed: int) -> None:
    _check(_memories(seed))
