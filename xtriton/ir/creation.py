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

from typing_extensions import TypeIs
from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpOperands, OpResult, Region, SSAValue, SSAValues, Use
from xdsl.irdl import OptionalDef

from xtriton.ir.accessors import use_default_properties, use_direct_accessors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xdsl.dialects.builtin import LocationAttr

    from xtriton.ir.op import Op

_OpT = TypeVar("_OpT", bound="Op")
_NONE: Mapping[str, Attribute] = {}

operands_of: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")
"""The operands as they are now, without the view that :attr:`Operation.operands` is: for loops over many operations."""


class IdentityResult(OpResult):
    """A result whose hash and comparison, by identity as xDSL's, are Python's own; analyses look up values by them."""

    __hash__ = object.__hash__
    if not TYPE_CHECKING:
        __eq__ = object.__eq__
        type = property(attrgetter("_type"))
        owner = property(attrgetter("op"))


RESULTS = frozenset({IdentityResult, OpResult})
"""The classes of results: those of xDSL's own operations are xDSL's."""


def is_result(value: object) -> TypeIs[OpResult]:
    """Whether a value is the result of an operation. ``isinstance`` is slow for classes of xDSL."""
    return type(value) in RESULTS


producer_of: Callable[[SSAValue], Operation] = attrgetter("op")
"""The operation of a result. Only for results."""


def is_block_argument(value: object) -> TypeIs[BlockArgument]:
    """Whether a value is an argument of a block; as :func:`is_result`."""
    return type(value) is BlockArgument


def is_operation(owner: Operation | Block | None) -> TypeIs[Operation]:
    """Whether the owner of a value is an operation; as :func:`is_result`."""
    return owner is not None and type(owner) is not Block


def defining_op(value: SSAValue) -> Operation | None:
    """The operation that defines a value; ``None`` for a block argument (MLIR's ``getDefiningOp``)."""
    owner = value.owner
    return owner if is_operation(owner) else None


def defining_or_parent_op(value: SSAValue) -> Operation | None:
    """The operation that defines a value, or that has it as an argument of a block in its regions."""
    owner = value.owner
    return owner if is_operation(owner) else owner.parent_op()


def parent_block(value: SSAValue) -> Block | None:
    """The block in which a value is defined (MLIR's ``getParentBlock``)."""
    owner = value.owner
    return owner.parent if is_operation(owner) else owner


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

    def __setitem__(self, idx: int, operand: SSAValue) -> None:
        replace_use(self._op._operand_uses[idx], operand)

    def __iter__(self) -> Iterator[SSAValue]:
        return iter(operands_of(self._op))

    def __len__(self) -> int:
        return len(operands_of(self._op))


def set_operands(op: Operation, operands: Sequence[SSAValue]) -> None:
    """Replace all operands. ``op`` becomes the latest user of each."""
    values = SSAValues(operands)
    for operand, use in zip(op._operands, op._operand_uses, strict=False):
        operand.remove_use(use)
    _use(op, values)


def replace_use(use: Use, value: SSAValue) -> None:
    """Have the operation of ``use``, which is that of an operand, use ``value`` there, as its latest user."""
    op, index = use._operation, use._index
    operands = list(op._operands)
    _drop_use(operands[index], use)
    latest = value.first_use
    use._prev_use, use._next_use = None, latest
    if latest is not None:
        latest._prev_use = use
    value.first_use = use
    operands[index] = value
    op._operands = SSAValues(operands)


def _use(op: Operation, operands: SSAValues) -> None:
    """Set the operands of ``op``, which has none."""
    uses: list[Use] = []
    for operand in operands:
        latest = operand.first_use
        use = Use(op, len(uses), None, latest)
        if latest is not None:
            latest._prev_use = use
        operand.first_use = use
        uses.append(use)
    op._operands, op._operand_uses = operands, tuple(uses)


OPERANDS = property(Operands, set_operands)
"""The property ``operands`` of operations."""


@cache
def default_values(op_class: type[Op]) -> tuple[tuple[bool, str, Attribute], ...]:
    """The default values of a class, each with its name and whether it is a property."""
    definition = op_class.get_irdl_definition()
    return tuple(
        (is_property, name, entry.default_value)
        for is_property, entries in ((True, definition.properties), (False, definition.attributes))
        for name, entry in entries.items()
        if entry.default_value is not None and not isinstance(entry, OptionalDef)
    )


def fill_in_defaults(op: Op) -> None:
    """Set absent properties and attributes to their default values."""
    for is_property, name, value in default_values(type(op)):
        (op.properties if is_property else op.attributes).setdefault(name, value)


@cache
def _prepare(op_class: type[Op]) -> bool:
    """Prepare a class for its first operation. Returns whether ``__post_init__`` may do something for operations of it.

    xDSL's own classes, whose operands are another property, are not modified.
    """
    if op_class.operands is not OPERANDS:
        return True
    use_direct_accessors(op_class)
    use_default_properties(op_class)
    return op_class.__post_init__ is not fill_in_defaults or bool(default_values(op_class))


def initialize(
    op: Op,
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
    _use(op, SSAValues(operands))
    op.results = SSAValues([IdentityResult(type_, op, index) for index, type_ in enumerate(result_types)])
    op.properties = dict(properties)
    op.attributes = dict(attributes)
    op.location = UNKNOWN_LOC if location is None else location
    if successors:
        op.successors = successors
    op.regions = ()
    for region in regions:
        op.add_region(region)
    if _prepare(type(op)):
        op.__post_init__()


def insert_before(op: Operation, place: Operation) -> None:
    """Insert an operation without a parent before ``place`` in its block."""
    block = place.parent
    assert block is not None
    if op.parent is not None or (op.regions and op.is_ancestor(block)):  # xDSL has the error
        block.insert_op_before(op, place)
        return
    previous = place._prev_op
    op.parent, op._prev_op, op._next_op = block, previous, place
    place._prev_op = op
    if previous is None:
        block._first_op = op
    else:
        previous._next_op = op


def append(op: Operation, block: Block) -> None:
    """Insert an operation without a parent at the end of ``block``."""
    last = block._last_op
    if op.parent is not None or (op.regions and op.is_ancestor(block)):  # xDSL has the error
        block.add_op(op)
        return
    op.parent, op._prev_op, op._next_op = block, last, None
    if last is None:
        block._first_op = op
    else:
        last._next_op = op
    block._last_op = op


def region_of(*ops: Operation) -> Region:
    """A region of one block with these operations, which are in no block."""
    region, block = Region(), Block()
    region._first_block = region._last_block = block
    block.parent = region
    for op in ops:
        append(op, block)
    return region


def discard(op: Operation) -> None:
    """Take an operation whose results are not used out of its block, and its operands out of their use lists."""
    for result in op.results:
        if result.first_use is not None:
            raise ValueError(f"'{op.name}' is erased, but its results are used")
    if op.parent is not None:
        detach(op)
    if op.regions or op._successors:
        op.drop_all_references()
        return
    for operand, use in zip(op._operands, op._operand_uses, strict=True):
        _drop_use(operand, use)
    op._operand_uses = ()


def detach(op: Operation) -> None:
    """Take an operation out of its block."""
    block, previous, following = op.parent, op._prev_op, op._next_op
    assert block is not None
    if previous is None:
        block._first_op = following
    else:
        previous._next_op = following
    if following is None:
        block._last_op = previous
    else:
        following._prev_op = previous
    op.parent = op._prev_op = op._next_op = None


def move_operations(source: Block, target: Block) -> None:
    """Move all operations of a block to the end of another; the arguments stay."""
    while (op := source.first_op) is not None:
        op.detach()
        target.add_op(op)


def split_before(op: Operation) -> Block:
    """Move an operation and those behind it to a new block, behind theirs.

    xDSL's method counts the blocks of the region up to theirs, twice.
    """
    block, previous = op.parent, op._prev_op
    assert block is not None and block.parent is not None
    rest = Block()
    block.parent.insert_block_after(rest, block)
    rest._first_op, rest._last_op = op, block._last_op
    block._last_op, op._prev_op = previous, None
    if previous is None:
        block._first_op = None
    else:
        previous._next_op = None
    moved: Operation | None = op
    while moved is not None:
        moved.parent = rest
        moved = moved._next_op
    return rest


def _drop_use(value: SSAValue, use: Use) -> None:
    """Take a use out of the use list of its value."""
    newer, older = use._prev_use, use._next_use
    if newer is None:
        value.first_use = older
    else:
        newer._next_use = older
    if older is not None:
        older._prev_use = newer


def clone_without_regions(op: _OpT, values: dict[SSAValue, SSAValue], blocks: dict[Block, Block]) -> _OpT:
    """A clone of ``op`` on the values and successors that stand for its own, with empty regions.

    Its results are added to ``values``. Hints for names are not cloned.
    """
    op_class = type(op)
    clone = op_class.__new__(op_class)
    initialize(
        clone,
        operands=[values.get(operand, operand) for operand in op._operands],
        result_types=[result._type for result in op.results],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location,
        successors=[blocks.get(successor, successor) for successor in op._successors] if op._successors else (),
        regions=[Region() for _ in op.regions] if op.regions else (),
    )
    values.update(zip(op.results, clone.results, strict=True))
    return clone
