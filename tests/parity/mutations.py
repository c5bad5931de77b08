"""Small changes to a module that keep it valid, so that passes see what no kernel of ours contains.

A mutation picks the use of a value and puts something of the same type in its place: an operation on the value, often
with a constant that folds (0, 1, -1, the type's limits, NaN), a loop or condition around it, another value of the type,
or a copy of what made it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from fuzz.near_misses import visible_values
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, IntegerType, ModuleOp, StringAttr, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xtriton.dialects.tt import PointerType
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import attribute_text

INTEGER_OPS = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui"),
    *("divsi", "divui", "remsi", "remui", "maxsi", "minsi", "maxui", "minui"),
)
FLOAT_OPS = ("addf", "subf", "mulf", "divf", "remf", "maxnumf", "minnumf", "maximumf", "minimumf")
INTEGER_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "uno", "une", "true")
FLOATS = {
    "f16": ("0.0", "-0.0", "1.0", "-1.0", "2.0", "0x7C00", "0x7E00"),
    "bf16": ("0.0", "-0.0", "1.0", "-1.0", "0x7F80", "0x7FC0"),
    "f32": ("0.0", "-0.0", "1.0", "-1.0", "0.5", "0xFF800000", "0x7FC00000"),
    "f64": ("0.0", "-0.0", "1.0", "3.0", "0x7FF0000000000000"),
}
"""Constants of each type that patterns look for."""


def mutate(module: ModuleOp, seed: int, count: int) -> None:
    """Change ``module`` in place ``count`` times. The same seed makes the same changes."""
    chance = random.Random(seed)
    for number in range(count):
        uses = [
            (op, index)
            for op in module.walk()
            if _is_inside(op)
            for index, operand in enumerate(op.operands)
            if not _is_block_pointer(operand.type)
        ]
        if not uses:
            return
        op, index = chance.choice(uses)
        _Mutation(chance, op, index, number).apply()


def _is_inside(op: Operation) -> bool:
    """Whether something can be put before ``op``: not in the regions of reductions, whose operations are few."""
    parent = op.parent_op()
    while parent is not None and parent.name != "tt.func":
        if not parent.name.startswith("scf."):
            return False
        parent = parent.parent_op()
    return parent is not None


def _is_block_pointer(type_: Attribute) -> bool:
    """The wheel dies of a selection between these."""
    return isinstance(type_, PointerType) and isinstance(type_.pointee_type, TensorType)


def _text(type_: Attribute) -> str:
    return attribute_text(type_)


def _with_element(type_: Attribute, element: Attribute | str) -> str:
    """``type_`` with another element type."""
    spelled = element if isinstance(element, str) else _text(element)
    if not isinstance(type_, TensorType):
        return spelled
    return f"tensor<{''.join(f'{size}x' for size in type_.get_shape())}{spelled}>"


def _element(type_: Attribute) -> Attribute:
    return type_.element_type if isinstance(type_, TensorType) else type_


@dataclass
class _Mutation:
    """Replaces operand ``index`` of ``op``. ``number`` tells its locations from those of other mutations."""

    chance: random.Random
    op: Operation
    index: int
    number: int

    def apply(self) -> None:
        """Do it."""
        value = self.op.operands[self.index]
        others = [other for other in visible_values(self.op) if other.type == value.type] or [value]
        other = self.chance.choice(others)
        kind = self.chance.random()
        if kind < 0.08:
            self.op.operands[self.index] = other
        elif kind < 0.16 and isinstance(value, OpResult) and not value.op.regions and value.op.operands:
            self._copy(value)
        else:
            self._insert(self._lines(value.type), value, other)

    def _copy(self, value: OpResult) -> None:
        """The operand is made a second time, right where it is used."""
        copy = value.op.clone()
        copy.location = self._location(0)
        self._put([copy])
        self.op.operands[self.index] = copy.results[value.index]

    def _insert(self, lines: str, value: SSAValue, other: SSAValue) -> None:
        """``lines`` come before ``op`` and make ``%r``, its new operand, of ``%v`` and ``%w``."""
        type_ = _text(value.type)
        text = f"tt.func @f(%v: {type_}, %w: {type_}) {{\n{lines}\ntt.call @g(%r) : ({type_}) -> ()\ntt.return\n}}\n"
        module = parse_module(text, "mutation", Context())
        (function,) = module.body.ops
        (block,) = function.regions[0].blocks
        for arg, known in zip(block.args, (value, other), strict=True):
            arg.replace_all_uses_with(known)
        *made, call, _ = block.ops
        result = call.operands[0]
        for op in [*made, call]:
            op.detach()
        call.drop_all_references()
        for offset, inner in enumerate(inner for op in made for inner in op.walk()):
            inner.location = self._location(offset)
        self._put(made)
        self.op.operands[self.index] = result

    def _put(self, made: list[Operation]) -> None:
        block = self.op.parent
        assert block is not None
        block.insert_ops_before(made, self.op)

    def _location(self, offset: int) -> FileLineColLoc:
        return FileLineColLoc(StringAttr("mutation.py"), IntAttr(self.number + 1), IntAttr(offset + 1))

    def _lines(self, type_: Attribute) -> str:
        """Text that makes ``%r`` of ``%v`` and ``%w``, all of ``type_``."""
        element = _element(type_)
        makers = [self._choice, self._loop, self._while]
        if isinstance(type_, TensorType):
            makers += [self._reshaped, self._turned]
        if isinstance(element, IntegerType):
            makers += [self._binary, self._binary, self._binary, self._compared, self._resized]
        elif _text(element) in FLOATS:
            makers += [self._binary, self._binary, self._binary, self._compared]
        elif isinstance(element, PointerType):
            makers += [self._moved, self._moved, self._moved]
        else:
            return f"%r = ub.poison : {_text(type_)}" if self.chance.random() < 0.1 else self._choice(type_)
        return self.chance.choice(makers)(type_)

    def _number(self, type_: Attribute) -> str:
        """An element of ``type_`` that a pattern may look for."""
        element = _element(type_)
        if not isinstance(element, IntegerType):
            return self.chance.choice(FLOATS[_text(element)])
        width = element.width.data
        if width == 1:
            return self.chance.choice(("true", "false"))
        top = 1 << (width - 1)
        return str(self.chance.choice((0, 0, 1, 1, -1, 2, 3, 8, width - 1, top - 1, -top)))

    def _constant(self, name: str, type_: Attribute) -> str:
        number = self._number(type_)
        attribute = (
            f"dense<{number}> : {_text(type_)}" if isinstance(type_, TensorType) else f"{number} : {_text(type_)}"
        )
        return f"%{name} = arith.constant {number if attribute.endswith(': i1') and number.isalpha() else attribute}"

    def _operation(self, result: str, left: str, right: str, type_: Attribute) -> str:
        integers = isinstance(_element(type_), IntegerType)
        name = self.chance.choice(INTEGER_OPS if integers else FLOAT_OPS)
        return f"%{result} = arith.{name} %{left}, %{right} : {_text(type_)}"

    def _binary(self, type_: Attribute) -> str:
        """One operation or two, on the value, another, and constants."""
        left, right = self.chance.choice((("v", "k"), ("v", "k"), ("k", "v"), ("v", "w"), ("v", "v")))
        lines = [self._constant("k", type_), self._constant("l", type_)]
        if self.chance.random() < 0.5:
            return "\n".join([*lines[:1], self._operation("r", left, right, type_)])
        again = self.chance.choice((("x", "l"), ("l", "x"), ("x", "v"), ("x", "k"), ("x", "x")))
        return "\n".join([*lines, self._operation("x", left, right, type_), self._operation("r", *again, type_)])

    def _compare(self, result: str, left: str, right: str, type_: Attribute) -> str:
        integers = isinstance(_element(type_), IntegerType)
        predicate = self.chance.choice(INTEGER_PREDICATES if integers else FLOAT_PREDICATES)
        return f"%{result} = arith.cmp{'i' if integers else 'f'} {predicate}, %{left}, %{right} : {_text(type_)}"

    def _compared(self, type_: Attribute) -> str:
        """A selection by a comparison."""
        left, right = self.chance.choice((("v", "k"), ("k", "v"), ("v", "w"), ("v", "v")))
        yes, no = self.chance.choice((("v", "k"), ("k", "v"), ("v", "w"), ("w", "w")))
        condition = _with_element(type_, "i1")
        select = f"%r = arith.select %c, %{yes}, %{no} : {condition}, {_text(type_)}"
        if not isinstance(type_, TensorType):
            select = f"%r = arith.select %c, %{yes}, %{no} : {_text(type_)}"
        return "\n".join([self._constant("k", type_), self._compare("c", left, right, type_), select])

    def _resized(self, type_: Attribute) -> str:
        """Wider and back, narrower and back, or through floats."""
        element = _element(type_)
        assert isinstance(element, IntegerType)
        width, here = element.width.data, _text(type_)
        sign = self.chance.choice(("s", "u"))
        if width < 64 and self.chance.random() < 0.5:
            wide = _with_element(type_, "i64")
            return f"%x = arith.ext{sign}i %v : {here} to {wide}\n%r = arith.trunci %x : {wide} to {here}"
        if width > 8 and self.chance.random() < 0.7:
            narrow = _with_element(type_, "i8")
            return f"%x = arith.trunci %v : {here} to {narrow}\n%r = arith.ext{sign}i %x : {narrow} to {here}"
        floats = _with_element(type_, "f32")
        return f"%x = arith.{sign}itofp %v : {here} to {floats}\n%r = arith.fpto{sign}i %x : {floats} to {here}"

    def _moved(self, type_: Attribute) -> str:
        """A pointer moved by constants, once or twice."""
        offsets = _with_element(type_, self.chance.choice(("i32", "i64")))
        number = "dense<{}>" if isinstance(type_, TensorType) else "{}"
        steps = [self.chance.choice((0, 0, 1, -1, 16, 2147483647)) for _ in range(2)]
        constants = [f"%k{i} = arith.constant {number.format(step)} : {offsets}" for i, step in enumerate(steps)]
        first = f"%x = tt.addptr %v, %k0 : {_text(type_)}, {offsets}"
        return "\n".join([*constants, first, f"%r = tt.addptr %x, %k1 : {_text(type_)}, {offsets}"])

    def _condition(self) -> str:
        return f"%c = arith.constant {self.chance.choice(('true', 'false'))}"

    def _choice(self, type_: Attribute) -> str:
        """A condition with two results of which one may be the same on both sides."""
        here = _text(type_)
        yes, no = self.chance.choice((("v", "w"), ("w", "v"), ("v", "v")))
        if self.chance.random() < 0.3:
            return f"{self._condition()}\n%r = arith.select %c, %{yes}, %{no} : {here}"
        condition = self._condition()
        if self.chance.random() < 0.6:
            condition = "%p = tt.get_program_id x : i32\n%z = arith.constant 0 : i32\n" + self._compare(
                "c", "p", "z", IntegerType(32)
            )
        yields = [f"scf.yield %{name}, %w : {here}, {here}" for name in (yes, no)]
        arms = f"{{\n{yields[0]}\n}} else {{\n{yields[1]}\n}}"
        return f"{condition}\n%q:2 = scf.if %c -> ({here}, {here}) {arms}\n{self._picked(type_)}"

    def _picked(self, type_: Attribute) -> str:
        """``%r`` of the first of two results, which the other joins sometimes."""
        here = _text(type_)
        name = "true" if self.chance.random() < 0.6 else "false"
        return f"%d = arith.constant {name}\n%r = arith.select %d, %q#0, %q#1 : {here}"

    def _loop(self, type_: Attribute) -> str:
        """A loop with few iterations or an unknown number, carrying what may not change."""
        here = _text(type_)
        low, high, step = self.chance.choice(((0, 0, 1), (0, 1, 1), (0, 4, 4), (0, 4, 1), (2, 1, 1), (0, 3, 2)))
        bounds = [f"%b{i} = arith.constant {number} : i32" for i, number in enumerate((low, high, step))]
        if self.chance.random() < 0.5:
            bounds[1] = "%b1 = tt.get_num_programs x : i32"
        first, second = self.chance.choice((("a", "b"), ("b", "a"), ("a", "w"), ("w", "b"), ("b", "b")))
        return "\n".join(
            [
                *bounds,
                f"%q:2 = scf.for %i = %b0 to %b1 step %b2 iter_args(%a = %v, %b = %w) -> ({here}, {here}) : i32 {{",
                f"scf.yield %{first}, %{second} : {here}, {here}",
                "}",
                self._picked(type_),
            ]
        )

    def _while(self, type_: Attribute) -> str:
        """A while loop whose condition is known, or depends on the program."""
        here = _text(type_)
        condition = (
            self._condition()
            if self.chance.random() < 0.3
            else "%p = tt.get_program_id y : i32\n" + (self._compare("c", "p", "p0", IntegerType(32)))
        )
        passed = self.chance.choice(("%a, %b", "%b, %a", "%a, %w", "%v, %b"))
        back = self.chance.choice(("%e, %f", "%f, %e", "%e, %w", "%v, %f"))
        return "\n".join(
            [
                "%p0 = arith.constant 0 : i32",
                f"%q:2 = scf.while (%a = %v, %b = %w) : ({here}, {here}) -> ({here}, {here}) {{",
                condition,
                f"scf.condition(%c) {passed} : {here}, {here}",
                "} do {",
                f"^bb0(%e: {here}, %f: {here}):",
                f"scf.yield {back} : {here}, {here}",
                "}",
                self._picked(type_),
            ]
        )

    def _reshaped(self, type_: Attribute) -> str:
        """Another shape and back, or through a dimension of one."""
        assert isinstance(type_, TensorType)
        here, shape = _text(type_), type_.get_shape()
        flat = TensorType(type_.element_type, [type_.element_count()])
        if len(shape) == 1 and self.chance.random() < 0.6:
            axis = self.chance.choice((0, 1))
            tall = _text(TensorType(type_.element_type, [1, *shape] if axis == 0 else [*shape, 1]))
            first = f"%x = tt.expand_dims %v {{axis = {axis} : i32}} : {here} -> {tall}"
            return f"{first}\n%r = tt.reshape %x : {tall} -> {here}"
        reorder = " allow_reorder" if self.chance.random() < 0.2 else ""
        return f"%x = tt.reshape %v{reorder} : {here} -> {_text(flat)}\n%r = tt.reshape %x : {_text(flat)} -> {here}"

    def _turned(self, type_: Attribute) -> str:
        """Transposed twice; a vector is left as it is."""
        assert isinstance(type_, TensorType)
        here, shape = _text(type_), list(type_.get_shape())
        if len(shape) < 2:
            return f"%r = tt.trans %v {{order = array<i32: 0>}} : {here} -> {here}"
        order = [*range(1, len(shape)), 0]
        back = [len(shape) - 1, *range(len(shape) - 1)]
        there = _text(TensorType(type_.element_type, [shape[axis] for axis in order]))
        spelled = ["array<i32: " + ", ".join(map(str, axes)) + ">" for axes in (order, back)]
        first = f"%x = tt.trans %v {{order = {spelled[0]}}} : {here} -> {there}"
        return f"{first}\n%r = tt.trans %x {{order = {spelled[1]}}} : {there} -> {here}"
