"""Arguments of kernels that the launch computes, and values that it could: recipes in the IR.

A kernel's own arguments come first. Each argument behind them has a recipe (:mod:`xtriton.recipes`) as the attribute
``xtriton.launch``, a dictionary of strings, integers and arrays, as JSON has it. ``xtriton.persistent`` on the
function holds the axes of the grid whose programs have become a loop, ``xtriton.programs_per_tile`` how many programs
may share a tile of it, and ``xtriton.programs`` how many are needed then, a recipe for an integer. ``xtriton.values``
is the table of expressions that recipes refer to. ``xtriton.joined`` is a dictionary of how many programs there are
along the axes on which each stands for several of the caller's grid. ``xtriton.resident_ctas`` is how many CTAs are to
be resident on an SM, if not one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IndexType, IntegerAttr, StringAttr, i64
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.dialects.upstream.arith.casts import ExtSIOp, ExtUIOp, IndexCastOp, TruncIOp
from xtriton.dialects.upstream.arith.compare import CmpIOp, SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.constraints import bit_width
from xtriton.ir.creation import is_block_argument
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value, is_integer_attr, is_integer_type
from xtriton.recipes import (
    ARITHMETIC,
    Expression,
    Recipe,
    RecipeError,
    ScalarRecipe,
    ValueTable,
    as_json,
    checked,
    from_json,
    map_expressions,
    to_json,
)

LAUNCH = "xtriton.launch"
PERSISTENT = "xtriton.persistent"
PROGRAMS_PER_TILE = "xtriton.programs_per_tile"
PROGRAMS = "xtriton.programs"
VALUES = "xtriton.values"
RESIDENT_CTAS = "xtriton.resident_ctas"
JOINED = "xtriton.joined"
PROGRAMS_JOINED = 2
"""How many programs of the caller's grid are one program along a joined axis."""
_AXES = "xyz"
"""The axes of a grid."""


# Reading


def resident_ctas(op: Operation) -> int:
    """How many CTAs of the function around (or at) an operation are to be resident on an SM."""
    current: Operation | None = op
    while current is not None and not isinstance(current, FuncOp):
        current = current.parent_op()
    value = current.attributes.get(RESIDENT_CTAS) if current is not None else None
    return int_value(value) if is_integer_attr(value) else 1


def recipes_of(function: Operation) -> list[Recipe]:
    """The recipes of the arguments that a launch computes, which are the last ones of ``function``, in order.

    Raises ``DiagnosticError`` for an attribute that is no recipe, and for an argument without one behind such.
    """
    found: list[Recipe] = []
    attributes = cast("ArrayAttr[Attribute] | None", function.properties.get("arg_attrs"))
    for index, dictionary in enumerate(attributes.data if attributes is not None else ()):
        attribute = dictionary.data.get(LAUNCH) if isinstance(dictionary, DictionaryAttr) else None
        if attribute is not None:
            found.append(_recipe(function, index, attribute))
        elif found:
            raise error(function.location, f"argument #{index} has no {LAUNCH}, but one in front of it has")
    return found


def values_of(function: Operation) -> list[Expression]:
    """The table of expressions that the recipes of a kernel refer to. Raises ``DiagnosticError`` for others."""
    attribute = function.attributes.get(VALUES)
    if attribute is None:
        return []
    try:
        return [checked(entry) for entry in _plain(attribute)]
    except (RecipeError, TypeError) as failure:
        raise error(function.location, f"{VALUES}: {failure}") from None


def _recipe(function: Operation, index: int, attribute: Attribute) -> Recipe:
    try:
        return from_json(_plain(attribute))
    except RecipeError as failure:
        raise error(function.location, f"{LAUNCH} of argument #{index}: {failure}") from None


def _plain(attribute: Attribute) -> Any:
    """An attribute as JSON."""
    match attribute:
        case DictionaryAttr():
            return {name: _plain(value) for name, value in attribute.data.items()}
        case ArrayAttr():
            return [_plain(element) for element in attribute]
        case StringAttr():
            return attribute.data
        case IntegerAttr():
            return attribute.value.data
        case _:
            raise RecipeError(f"{attribute} is neither a dictionary, an array, a string nor an integer")


def own_arguments(function: Operation) -> Sequence[BlockArgument]:
    """The arguments that the caller of a kernel gives."""
    arguments = function.regions[0].blocks[0].args
    return arguments[: len(arguments) - len(recipes_of(function))]


def joined_programs(function: Operation) -> dict[int, Expression]:
    """How many programs a kernel has along the axes on which each stands for several of the caller's grid.

    ``hopper-join-tiles`` joins them. Raises ``DiagnosticError`` for an attribute that is no dictionary of axes and
    expressions.
    """
    attribute = function.attributes.get(JOINED)
    if attribute is None:
        return {}
    if not isinstance(attribute, DictionaryAttr) or not set(attribute.data) <= set(_AXES):
        raise error(function.location, f"{JOINED} is {attribute}: it must be a dictionary with the keys x, y and z")
    try:
        return {_AXES.index(axis): checked(_plain(value)) for axis, value in attribute.data.items()}
    except RecipeError as failure:
        raise error(function.location, f"{JOINED}: {failure}") from None


def set_joined_programs(function: Operation, axis: ProgramIDDim, programs: Expression) -> None:
    """Record how many programs a kernel has along an axis on which each stands for several of the caller's grid."""
    function.attributes[JOINED] = _attribute({_AXES[int_value(axis.attr)]: as_json(programs)})


def persistent_axes(function: Operation) -> tuple[int, ...]:
    """The axes of the caller's grid that the kernel's loop over tiles goes through: none if it has no such loop.

    Raises ``DiagnosticError`` for an attribute that has other elements than axes.
    """
    return _axes_in(function, PERSISTENT)


def _axes_in(function: Operation, name: str) -> tuple[int, ...]:
    """The axes of a grid that an attribute of a function lists; none without it."""
    attribute = function.attributes.get(name)
    if not isinstance(attribute, ArrayAttr):
        return ()
    elements = cast("ArrayAttr[Attribute]", attribute).data
    axes = [int_value(axis) for axis in elements if is_integer_attr(axis)]
    if len(axes) < len(elements) or any(axis not in range(len(_AXES)) for axis in axes):
        raise error(function.location, f"{name} is {attribute}: its elements must be 0, 1 or 2")
    return tuple(axes)


def programs_per_tile(function: Operation) -> int:
    """The maximum number of programs that share a tile of a persistent kernel: 1 if each tile is that of one program.

    The launch starts no more programs than that times the number of tiles.
    """
    attribute = function.attributes.get(PROGRAMS_PER_TILE)
    return attribute.value.data if is_integer_attr(attribute) else 1


def needed_programs(function: Operation) -> ScalarRecipe | None:
    """How many programs a persistent kernel needs if ``["programs", 0]`` can run; None if as many.

    Raises ``DiagnosticError`` for an attribute that is no such recipe.
    """
    attribute = function.attributes.get(PROGRAMS)
    if attribute is None:
        return None
    try:
        recipe = from_json(_plain(attribute))
    except RecipeError as failure:
        raise error(function.location, f"{PROGRAMS}: {failure}") from None
    if not isinstance(recipe, ScalarRecipe):
        raise error(function.location, f"{PROGRAMS} is not a recipe for an integer")
    return recipe


# Writing


def attribute_of(function: Operation, recipe: Recipe) -> Attribute:
    """A recipe as an attribute of a kernel or of its argument; repeated parts go to the kernel's table."""
    table = ValueTable(values_of(function))
    known = len(table.entries)
    shared = map_expressions(recipe, table.share)
    if len(table.entries) > known:
        function.attributes[VALUES] = _attribute([as_json(entry) for entry in table.entries])
    return _attribute(to_json(shared))


def _attribute(given: Any) -> Attribute:
    match given:
        case dict():
            entries = cast("dict[str, Any]", given)
            return DictionaryAttr({name: _attribute(value) for name, value in entries.items()})
        case list():
            return ArrayAttr([_attribute(element) for element in cast("list[Any]", given)])
        case str():
            return StringAttr(given)
        case _:
            return IntegerAttr(given, i64)


def add_launch_argument(
    function: FuncOp, type_: Attribute, recipe: Recipe, name: str, attributes: dict[str, Attribute] | None = None
) -> BlockArgument:
    """The argument of a kernel that a recipe makes: an existing one, or a new last one with ``attributes`` too."""
    body, spelled = function.body.blocks[0], attribute_of(function, recipe)
    given = cast("ArrayAttr[DictionaryAttr] | None", function.properties.get("arg_attrs"))
    known = list(given.data) if given is not None else [DictionaryAttr({}) for _ in body.args]
    for argument, dictionary in zip(body.args, known, strict=True):
        if argument.type == type_ and dictionary.data.get(LAUNCH) == spelled:
            return argument
    known.append(DictionaryAttr({**(attributes or {}), LAUNCH: spelled}))
    function.properties["arg_attrs"] = ArrayAttr(known)
    old = function.type
    function.properties["function_type"] = FunctionType.from_lists([*old.inputs.data, type_], list(old.outputs.data))
    argument = body.insert_arg(type_, len(body.args), function.location)
    argument.name_hint = name
    return argument


# Values that a launch can compute

_MOST_NODES = 128
"""Operators of an expression. A recipe is a tree, in which shared subexpressions are repeated."""


def expression_of(value: SSAValue) -> Expression | None:
    """``value`` as an expression over its kernel's arguments; ``None`` unless only integer operations compute it."""
    if is_block_argument(value):
        return _argument(value)
    op = value.owner
    match op:
        case ConstantOp():
            return _constant(op)
        case ExtSIOp() | ExtUIOp() | TruncIOp() | IndexCastOp():
            return _cast(op)
        case CmpIOp():
            return _combined((CmpIPredicate(int_value(op.predicate)).keyword, _bits(op.lhs.type)), op.operands)
        case SelectOp() if _bits(op.result.type) is not None:
            return _combined(("select",), op.operands)
        case AddPtrOp():
            return _address(op)
        case Operation() if op.name.removeprefix("arith.") in ARITHMETIC:
            return _combined((op.name.removeprefix("arith."), _bits(value.type)), op.operands)
        case _:
            return None


def _argument(value: BlockArgument) -> Expression | None:
    function = value.block.parent_op()
    if not isinstance(function, FuncOp) or value.block is not function.body.first_block:
        return None
    recipes = recipes_of(function)
    own = len(value.block.args) - len(recipes)
    if value.index >= own:
        recipe = recipes[value.index - own]
        return recipe.value if isinstance(recipe, ScalarRecipe) else None
    if is_integer_type(value.type) or isinstance(value.type, PointerType):
        return ("arg", value.index)
    return None


def _bits(type_: Attribute) -> int | None:
    """The width of integers; none of other types."""
    if isinstance(type_, IndexType):
        return _WIDE
    return type_.width.data if is_integer_type(type_) else None


_WIDE = 64
"""The width of addresses and of ``index``."""


def _constant(op: ConstantOp) -> Expression | None:
    if not is_integer_attr(op.value):
        return None
    number = op.value.value.data
    return number & 1 if _bits(op.result.type) == 1 else number


def _combined(head: tuple[str | int | None, ...], operands: Sequence[SSAValue]) -> Expression | None:
    """An operator applied to the expressions of ``operands``; ``None`` if one is unknown or the result is too large."""
    if None in head:
        return None
    parts: list[Expression] = []
    for operand in operands:
        part = expression_of(operand)
        if part is None:  # operands of an expression that is too large are visited once
            return None
        parts.append(part)
    found = cast("Expression", (*head, *parts))
    return found if _nodes(found) <= _MOST_NODES else None


def _nodes(expression: Expression) -> int:
    return 1 + sum(map(_nodes, expression)) if isinstance(expression, tuple) else 0


def _cast(op: ExtSIOp | ExtUIOp | TruncIOp | IndexCastOp) -> Expression | None:
    before, after = _bits(op.operands[0].type), _bits(op.results[0].type)
    if before is None or after is None:
        return None
    name = op.name.removeprefix("arith.")
    if isinstance(op, IndexCastOp):
        name = "extsi" if before < after else "trunci"
    return _combined((name, before, after), op.operands)


def _address(op: AddPtrOp) -> Expression | None:
    """A pointer so many elements behind another."""
    type_, bits = op.result.type, _bits(op.offset.type)
    size = (bit_width(type_.pointee_type) or 0) // 8 if isinstance(type_, PointerType) else 0
    base, offset = expression_of(op.ptr), expression_of(op.offset)
    if base is None or offset is None or bits is None or size == 0:
        return None
    wide: Expression = ("extsi", bits, _WIDE, offset) if bits < _WIDE else offset
    return ("addi", _WIDE, base, ("muli", _WIDE, wide, size))
