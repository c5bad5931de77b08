"""Templates: expressions of a few operations whose leaves are arguments and constants, as IR that a rule can rewrite.

A template is built into a block that ends in ``tt.return`` of the root's results. Numbers of constants are unsigned
integers (bits) or Python floats; they can be exchanged in a block that exists, so that many are tried cheaply.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.function import ReturnOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.folds.elements import Number, constant


@dataclass(frozen=True, eq=False)
class Arg:
    """An argument; those with one number and one type are the same."""

    number: int
    type: Attribute


@dataclass(frozen=True, eq=False)
class Const:
    """A constant whose number is given by an assignment; ``slot`` is its place there."""

    slot: int
    type: Attribute


@dataclass(frozen=True, eq=False)
class Spec:
    """An operation without its operands: its label in reports, its class, its types and its properties."""

    label: str
    op_class: type[Operation]
    operands: tuple[Attribute, ...]
    results: tuple[Attribute, ...]
    properties: tuple[tuple[str, Attribute], ...] = ()


@dataclass(frozen=True, eq=False)
class Node:
    """An operation on leaves and other operations, of which result number ``result`` is meant."""

    spec: Spec
    operands: tuple[Expr, ...]
    result: int = 0


Expr = Arg | Const | Node


@dataclass(frozen=True, eq=False)
class Template:
    """An expression, of whose root some results are returned (all, if none are named)."""

    root: Node
    returned: tuple[int, ...] = (0,)

    def describe(self, numbers: Sequence[ConstantNumber] = ()) -> str:
        """The expression as text, such as ``arith.addi nsw(arith.subi(%0, 3), %1)``."""
        text = _spelled(self.root, numbers)
        return text if self.returned == (0,) else f"{text} results {', '.join(map(str, self.returned))}"


def _spelled(expr: Expr, numbers: Sequence[ConstantNumber]) -> str:
    match expr:
        case Arg():
            return f"%{expr.number} : {expr.type}"
        case Const():
            number = numbers[expr.slot] if numbers else "c"
            return "constant" if isinstance(number, Attribute) else f"{number} : {expr.type}"
        case Node():
            inner = ", ".join(_spelled(operand, numbers) for operand in expr.operands)
            part = f"#{expr.result}" if len(expr.spec.results) > 1 else ""
            types = " to " + str(expr.spec.results[0]) if len(expr.operands) == 1 else ""
            return f"{expr.spec.label}{part}({inner}){types}"


ConstantNumber = Number | Attribute
"""The number of a constant, of a tensor that of all elements, or the whole attribute."""


def attribute(type_: Attribute, number: ConstantNumber) -> Attribute:
    """The attribute of a constant."""
    return number if isinstance(number, Attribute) else constant(type_, number)


@dataclass
class Built:
    """A template as IR: the block, its root operation, the constants by slot, and names of what the root stands on."""

    block: Block
    root: Operation
    constants: dict[int, ConstantOp] = field(default_factory=dict[int, ConstantOp])
    inner: dict[SSAValue, Hashable] = field(default_factory=dict[SSAValue, Hashable])

    def assign(self, numbers: Sequence[ConstantNumber]) -> None:
        """Give the constants other numbers."""
        for slot, op in self.constants.items():
            op.properties["value"] = attribute(op.results[0].type, numbers[slot])


def leaves_of(expr: Expr) -> list[Arg | Const]:
    """The leaves, from left to right."""
    if isinstance(expr, Node):
        return [leaf for operand in expr.operands for leaf in leaves_of(operand)]
    return [expr]


def argument_types(template: Template) -> list[Attribute]:
    """The types of the arguments by number."""
    found = {leaf.number: leaf.type for leaf in leaves_of(template.root) if isinstance(leaf, Arg)}
    return [found[number] for number in range(len(found))]


def constant_types(template: Template) -> list[Attribute]:
    """The types of the constants by slot."""
    found = {leaf.slot: leaf.type for leaf in leaves_of(template.root) if isinstance(leaf, Const)}
    return [found[slot] for slot in range(len(found))]


def build(template: Template, numbers: Sequence[ConstantNumber], opaque: int | None = None) -> Built:
    """The template as IR, with a constant for each slot.

    Arguments with numbers from ``opaque`` on stand for operations.
    """
    maker = _Maker(numbers, opaque)
    root = maker.operation(template.root)
    maker.block.add_op(ReturnOp.create(operands=[root.results[index] for index in template.returned]))
    return Built(maker.block, root, maker.constants, maker.inner)


class _Maker:
    """Makes the operations of a template."""

    def __init__(self, numbers: Sequence[ConstantNumber], opaque: int | None) -> None:
        self.block = Block()
        self._region = Region(self.block)
        self._numbers, self._opaque = numbers, opaque
        self._arguments: dict[int, SSAValue] = {}
        self.constants: dict[int, ConstantOp] = {}
        self.inner: dict[SSAValue, Hashable] = {}
        self._operations = 0

    def operation(self, node: Node, *, is_root: bool = True) -> Operation:
        operands = [self._value(operand) for operand in node.operands]
        spec = node.spec
        op = spec.op_class.create(operands=operands, result_types=spec.results, properties=dict(spec.properties))
        self.block.add_op(op)
        if not is_root:
            self.inner.update(dict.fromkeys(op.results, ("inner", self._operations)))
            self._operations += 1
        return op

    def _value(self, expr: Expr) -> SSAValue:
        match expr:
            case Arg():
                return self._argument(expr)
            case Const():
                op = ConstantOp(attribute(expr.type, self._numbers[expr.slot]))
                self.block.add_op(op)
                self.constants[expr.slot] = op
                return op.results[0]
            case Node():
                return self.operation(expr, is_root=False).results[expr.result]

    def _argument(self, expr: Arg) -> SSAValue:
        known = self._arguments.get(expr.number)
        if known is None:
            # Arguments appear in the order of their numbers: shapes are numbered from left to right.
            known = self.block.insert_arg(expr.type, len(self.block.args))
            self._arguments[expr.number] = known
            number = expr.number
            opaque = self._opaque
            self.inner[known] = number if opaque is None or number < opaque else ("inner", number - opaque)
        return known


def merge_equal_constants(built: Built) -> None:
    """Let equal constants be one value, as the driver makes them."""
    first: dict[tuple[Attribute, Attribute], SSAValue] = {}
    for op in built.constants.values():
        key = (op.properties["value"], op.results[0].type)
        known = first.setdefault(key, op.results[0])
        if known is not op.results[0]:
            for use in tuple(op.results[0].uses):
                use.operation.operands[use.index] = known


def substituted(expr: Expr, types: Callable[[Attribute], Attribute]) -> Expr:
    """The expression with other types."""
    match expr:
        case Arg():
            return Arg(expr.number, types(expr.type))
        case Const():
            return Const(expr.slot, types(expr.type))
        case Node():
            spec = expr.spec
            new = Spec(
                spec.label,
                spec.op_class,
                tuple(map(types, spec.operands)),
                tuple(map(types, spec.results)),
                spec.properties,
            )
            return Node(new, tuple(substituted(operand, types) for operand in expr.operands), expr.result)


def returned_values(block: Block) -> list[SSAValue]:
    """The values that the block returns."""
    end = block.last_op
    assert isinstance(end, ReturnOp)
    return list(end.operands)
