"""Creation and removal of operations: what xDSL's own methods do, in less than half of their time.

Passes create more operations than programs have: parsing, cloning and folding all end here. xDSL assigns operands and
successors through views that it creates for it, and looks for default values in the definition each time.
"""

# pyright: reportPrivateUsage=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, overload

from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Attribute, Block, Operation, OpOperands, OpResult, Region, SSAValue, SSAValues, Use
from xdsl.irdl import OptionalDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xdsl.dialects.builtin import LocationAttr

    from xtriton.ir.op import Op

_OpT = TypeVar("_OpT", bound="Op")
_NONE: Mapping[str, Attribute] = {}

operands_of: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")
"""The operands as they are now, without the view that :attr:`Operation.operands` is: for loops over many operations."""

user_of: Callable[[Use], Operation] = attrgetter("_operation")
"""The operation of a use."""
next_use: Callable[[Use], Use | None] = attrgetter("_next_use")
"""The use of the same value that is older by one."""

_item: Callable[[tuple[Any, ...], int], Any] = tuple[Any, ...].__getitem__


class Operands(OpOperands):
    """The operands of an operation, which can be replaced one by one."""

    @overload
    def __getitem__(self, idx: int) -> SSAValue: ...

    @overload
    def __getitem__(self, idx: slice) -> Sequence[SSAValue]: ...

    def __getitem__(self, idx: int | slice) -> SSAValue | Sequence[SSAValue]:
        operands = operands_of(self._op)
        return _item(operands, idx) if type(idx) is int else operands[idx]

    def __iter__(self) -> Iterator[SSAValue]:
        return iter(operands_of(self._op))

    def __len__(self) -> int:
        return len(operands_of(self._op))


_views: Callable[[Operation], Operands] = attrgetter("view_of_operands")


def _new_view(op: Operation, operands: Sequence[SSAValue]) -> None:
    set_operands(op, operands)
    op.view_of_operands = Operands(op)  # pyright: ignore[reportAttributeAccessIssue]


OPERANDS = property(_views, _new_view)
"""The property of operations that are initialized here: each keeps its view, which is asked for again and again."""


@cache
def _default_values(
    op_class: type[Op],
) -> tuple[tuple[tuple[str, Attribute], ...], tuple[tuple[str, Attribute], ...]]:
    """The default values of the properties and attributes of a class."""
    definition = op_class.get_irdl_definition()
    properties, attributes = (
        tuple(
            (name, entry.default_value)
            for name, entry in entries.items()
            if entry.default_value is not None and not isinstance(entry, OptionalDef)
        )
        for entries in (definition.properties, definition.attributes)
    )
    return properties, attributes


def fill_in_defaults(op: Op) -> None:
    """Set absent properties and attributes to their default values."""
    properties, attributes = _default_values(type(op))
    for name, value in properties:
        if name not in op.properties:
            op.properties[name] = value
    for name, value in attributes:
        if name not in op.attributes:
            op.attributes[name] = value


def initialize(
    op: Operation,
    *,
    operands: Sequence[SSAValue] = (),
    result_types: Sequence[Attribute] = (),
    properties: Mapping[str, Attribute] = _NONE,
    attributes: Mapping[str, Attribute] = _NONE,
    location: LocationAttr | None = None,
    successors: Sequence[Block] = (),
    regions: Sequence[Region] = (),
) -> None:
    """Initialize a new operation. The arguments are those of xDSL's ``Operation.__init__``."""
    op.operands = operands
    op.results = SSAValues([OpResult(type_, op, index) for index, type_ in enumerate(result_types)])
    op.properties = dict(properties)
    op.attributes = dict(attributes)
    op.location = UNKNOWN_LOC if location is None else location
    if successors:
        op.successors = successors
    op.regions = ()
    for region in regions:
        op.add_region(region)
    op.__post_init__()


def set_operands(op: Operation, operands: Sequence[SSAValue]) -> None:
    """Replace all operands. ``op`` becomes the latest user of each."""
    values = SSAValues(operands)
    for operand, use in zip(op._operands, op._operand_uses, strict=False):
        operand.remove_use(use)
    uses: list[Use] = []
    for index, operand in enumerate(values):
        latest = operand.first_use
        use = Use(op, index, None, latest)
        if latest is not None:
            latest._prev_use = use
        operand.first_use = use
        uses.append(use)
    op._operands, op._operand_uses = values, tuple(uses)


def insert_before(op: Operation, place: Operation) -> None:
    """Insert an operation without a parent before ``place`` in its block."""
    block = place.parent
    assert block is not None
    if op.regions or op.parent is not None:  # xDSL checks that ``place`` is not in ``op``, and has its error
        block.insert_op_before(op, place)
        return
    previous = place._prev_op
    op.parent, op._prev_op, op._next_op = block, previous, place
    place._prev_op = op
    if previous is None:
        block._first_op = op
    else:
        previous._next_op = op


def discard(op: Operation) -> None:
    """Take an operation whose results are not used out of its block, and its operands out of their use lists."""
    for result in op.results:
        if result.first_use is not None:
            raise ValueError(f"'{op.name}' is erased, but its results are used")
    if op.parent is not None:
        op.parent.detach_op(op)
    op.drop_all_references()


def clone_without_regions(op: _OpT, values: dict[SSAValue, SSAValue], blocks: dict[Block, Block]) -> _OpT:
    """A clone of ``op`` on the values and successors that stand for its own, with empty regions.

    Its results are added to ``values``. Hints for names are not cloned.
    """
    clone = op.create(
        operands=[values.get(operand, operand) for operand in operands_of(op)],
        result_types=[result.type for result in op.results],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
        successors=[blocks.get(successor, successor) for successor in op._successors] if op._successors else (),
        regions=[Region() for _ in op.regions],
    )
    values.update(zip(op.results, clone.results, strict=True))
    return clone
