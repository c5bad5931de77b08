"""Checks that depend on the context of an operation: layouts against warps, threads and CTAs; attributes ``ttg.*``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xtriton.dialects.ttg.attributes import layout_of
from xtriton.ir.constraints import DenseI32Array
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.diagnostics import Violation, error
from xtriton.ir.narrowing import int_list
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import known_location, operations_inside_out, parent_of_type
from xtriton.layouts.encodings import (
    DistributedEncoding,
    DotOperand,
    Encoding,
    GenericLinear,
    PaddedShared,
    SharedLinear,
    Slice,
    to_linear_layout,
)
from xtriton.layouts.tile import BLOCK, LANE, WARP
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, TritonVersion, active_version, before, by_version

NUM_WARPS = "ttg.num-warps"
NUM_CTAS = "ttg.num-ctas"
THREADS_PER_WARP = "ttg.threads-per-warp"
TARGET = "ttg.target"
MAX_REGISTERS = "ttg.maxnreg"
PARTITION = "ttg.partition"
PARTITION_OUTPUTS = "ttg.partition.outputs"
WARP_SPECIALIZE = "tt.warp_specialize"
"""Of a loop: its operations are distributed over partitions of warps."""

MODULE_ATTRIBUTES = (NUM_CTAS, TARGET, THREADS_PER_WARP)
DEFAULT_THREADS_PER_WARP = 32


def module_of(op: Operation) -> ModuleOp | None:
    """The innermost module around an operation."""
    return parent_of_type(op, ModuleOp)


def _integer(op: Operation | None, name: str) -> int | None:
    attr = op.attributes.get(name) if op is not None else None
    return attr.value.data if isinstance(attr, IntegerAttr) else None


def num_ctas(module: Operation | None) -> int:
    """The number of CTAs of a cluster."""
    found = _integer(module, NUM_CTAS)
    return 1 if found is None else found


def threads_per_warp(module: Operation | None) -> int:
    """The number of threads of a warp."""
    found = _integer(module, THREADS_PER_WARP)
    return DEFAULT_THREADS_PER_WARP if found is None else found


def maybe_num_warps(op: Operation) -> int | None:
    """How many warps execute an operation: those of its partition, function or module; ``None`` if unknown."""
    at: Operation | None = op
    while at is not None:
        if at.name in ("builtin.module", "tt.func"):
            if (found := _integer(at, NUM_WARPS)) is not None:
                return found
        elif (partitions := at.parent_op()) is not None and partitions.name == "ttg.warp_specialize.partitions":
            return _partition_warps(partitions, at)
        at = at.parent_op()
    return None


def num_warps_of(op: Operation) -> int:
    """How many warps execute an operation. Raises ``DiagnosticError`` if no enclosing operation has the attribute."""
    found = maybe_num_warps(op)
    if found is None:
        raise error(
            known_location(op), f"'{op.name}' op is not contained within a context that specifies the number of warps"
        )
    return found


def _partition_warps(partitions: Operation, op: Operation) -> int | None:
    specialize, region = partitions.parent_op(), op.parent_region()
    counts = specialize.properties.get("partitionNumWarps") if specialize is not None else None
    if region is None or counts is None:
        return None
    listed, index = int_list(counts), partitions.regions.index(region)
    return listed[index] if index < len(listed) else None


def partition_ids(op: Operation) -> tuple[int, ...]:
    """The partitions that an operation belongs to, in order."""
    attr = op.attributes.get(PARTITION)
    return tuple(sorted(_ids(PARTITION, attr))) if attr is not None else ()


def value_partitions(value: SSAValue) -> tuple[int, ...]:
    """The partitions of a result, or of a value that a loop carries; empty for other values."""
    if is_result(value):
        op, position = value.op, value.index
    elif is_block_argument(value) and (loop := value.block.parent_op()) is not None:
        if loop.name != "scf.for" or value.index == 0:
            return ()
        op, position = loop, value.index - 1
    else:
        return ()
    outputs = op.attributes.get(PARTITION_OUTPUTS)
    if not isinstance(outputs, ArrayAttr):
        return partition_ids(op) if is_result(value) else ()
    entries = cast("ArrayAttr[Attribute]", outputs).data
    return int_list(entries[position]) if position < len(entries) else ()


# ------------------------------------------------------------------------------------------------ layouts of tensors


def verify_tensor_layout(op: Operation, value: SSAValue, supports_generic: bool) -> None:
    """Verify the layout of a tensor operand or result against the enclosing module.

    ``supports_generic`` tells whether ``op`` supports generic linear layouts. Raises :class:`Violation` with Triton's
    message.
    """
    encoding = encoding_of(value.type)
    if encoding is None or encoding.name.partition(".")[0] not in _TENSOR_DIALECTS.now():
        return
    module = module_of(op)
    type_ = cast("TensorType[Attribute]", value.type)
    refusing = "" if supports_generic else op.name
    around = _Surroundings(maybe_num_warps(op), threads_per_warp(module), num_ctas(module), refusing)
    problem = _layout_problem(type_, around, active_version())
    if problem is not None:
        raise Violation(f"{_introduce(op, value)}{problem}", prefixed=False)


_TENSOR_DIALECTS = by_version({V3_6: ("ttg",), V3_8: ("ttg", "ttng")})
"""The dialects whose encodings of tensors are verified."""

_MEMORY_DIALECTS = by_version({V3_6: (), V3_7: ("ttg",), V3_8: ("ttg", "ttng")})
"""The dialects whose encodings of memory are verified."""


def verify_memory_layout(op: Operation, value: SSAValue) -> None:
    """Verify the number of CTAs that share a memory descriptor against the enclosing module."""
    encoding = getattr(value.type, "encoding")  # noqa: B009
    layout = layout_of(encoding)
    if layout is None or encoding.name.partition(".")[0] not in _MEMORY_DIALECTS.now():
        return
    count, ctas = _cta_count(layout), num_ctas(module_of(op))
    if count != ctas:
        raise Violation(
            f"{_introduce(op, value)}{encoding}.\nLayout has {count} CTAs per CGA, but the context requires {ctas} "
            "CTAs per CGA.",
            prefixed=False,
        )


def _cta_count(layout: Encoding) -> int:
    """The number of CTAs of an encoding, also where their parts are not alike."""
    match layout:
        case SharedLinear():
            return layout.layout.in_dim_size(BLOCK)
        case PaddedShared():
            return layout.linear_component.in_dim_size(BLOCK)
        case _:
            return layout.cta_layout.num_ctas


class _Surroundings(NamedTuple):
    """The numbers of warps, threads per warp and CTAs of the context of an operation, which layouts must match."""

    warps: int | None
    threads: int
    ctas: int
    refusing: str
    """The name of the operation if it does not support generic linear layouts."""


@lru_cache(maxsize=1 << 12)
def _layout_problem(type_: TensorType[Attribute], around: _Surroundings, triton: TritonVersion) -> str | None:
    """The error for a tensor type in these surroundings: the first of the checks in the order of a version."""
    layout = layout_of(encoding_of(type_))
    assert layout is not None
    problems = (check(type_, layout, around) for check in _CHECKS.at(triton))
    return next((problem for problem in problems if problem is not None), None)


def _check_is_distributed(type_: TensorType[Attribute], layout: Encoding, around: _Surroundings) -> str | None:
    if isinstance(layout, DistributedEncoding):
        return None
    return "Non-distributed layout is not allowed in tensor type."


def _check_rank(type_: TensorType[Attribute], layout: Encoding, around: _Surroundings) -> str | None:
    rank = len(type_.get_shape())
    if layout.rank == rank:
        return None
    return f"Layout has rank {layout.rank}, but the tensor it's attached to has rank {rank}."


def _check_ctas(type_: TensorType[Attribute], layout: Encoding, around: _Surroundings) -> str | None:
    count = _cta_count(layout)
    if count == around.ctas:
        return None
    return (
        f"{encoding_of(type_)}.\nLayout has {count} CTAs per CGA, but the context requires {around.ctas} CTAs per CGA."
    )


def _check_supports_generic(type_: TensorType[Attribute], layout: Encoding, around: _Surroundings) -> str | None:
    if not around.refusing or not _is_generic(layout):
        return None
    return (
        "Encoding not compatible with LinearEncodingAttr (e.g., swizzled warp bases or non-injective layout) is not "
        f"supported on {around.refusing}."
    )


def _is_generic(layout: Encoding) -> bool:
    """Whether a layout is generic linear, or derived from one."""
    if isinstance(layout, Slice | DotOperand):
        return _is_generic(layout.parent)
    return isinstance(layout, GenericLinear)


def _check_threads(type_: TensorType[Attribute], layout: Encoding, around: _Surroundings) -> str | None:
    """The extents, the threads and the warps: those of the linear layout."""
    encoding, shape = encoding_of(type_), tuple(type_.get_shape())
    if any(size <= 0 or size & (size - 1) for size in shape):
        listed = ", ".join(map(str, shape))
        return (
            f"Layout has shape {listed}, but the tensor it's attached to has shape {listed} which is not a power of "
            "two."
        )
    try:
        linear = to_linear_layout(layout, shape)
    except ValueError as exc:
        return f"{encoding}.\n{exc}"
    if (count := linear.in_dim_size(LANE)) != around.threads:
        return (
            f"{encoding}.\nLayout has {count} threads per warp, but the module specifies {around.threads} threads per "
            "warp."
        )
    if around.warps is None:
        return "Could not determine the number of warps per CTA. Operation is not in a context with `ttg.num-warps`."
    if (count := linear.in_dim_size(WARP)) != around.warps:
        return f"{encoding}.\nLayout has {count} warps per CTA, but the context requires {around.warps} warps per CTA."
    return None


_CHECKS = by_version(
    {
        V3_6: (_check_is_distributed, _check_rank, _check_threads, _check_ctas),
        V3_8: (_check_rank, _check_ctas, _check_is_distributed, _check_supports_generic, _check_threads),
    }
)
"""The checks of the layout of a tensor in their order."""


def _introduce(op: Operation, value: SSAValue) -> str:
    for i, operand in enumerate(op.operands):
        if operand is value:
            return f"Operand {i} ({describe_value(value)}) has an invalid layout: "
    if len(op.results) == 1:
        return "Result has an invalid layout: "
    return f"Result {cast('OpResult', value).index} has an invalid layout: "


def describe_value(value: SSAValue) -> str:
    """A value as described in messages: its defining operation, or its block argument number."""
    if is_block_argument(value):
        return f"<block argument> of type '{value.type}' at index: {value.index}"
    from xtriton.ir.printer import describe

    owner = value.owner
    assert is_operation(owner)
    return describe(owner)


# ---------------------------------------------------------------------------------------------- attributes `ttg.*`

_VERIFIES_PARTITIONS = before(V3_8)
"""The versions that verify partitions on each operation; since then the passes of warp specialization do."""


def verify_operation_attribute(op: Operation, name: str, attr: Attribute) -> None:
    """Verify a discardable attribute of the ``ttg`` dialect on any operation.

    Raises :class:`Violation` with Triton's message.
    """
    if name in MODULE_ATTRIBUTES and not isinstance(op, ModuleOp):
        raise Violation(f'has unexpected attribute "{name}" which is expected only on `module` ops')
    if name == NUM_WARPS and not isinstance(op, ModuleOp) and op.name != "tt.func":
        raise Violation(f'has unexpected attribute "{name}" which is expected only on `module` or `tt.func` ops')
    if active_version() not in _VERIFIES_PARTITIONS:
        return
    if name == PARTITION:
        _verify_ids(name, attr)
        _verify_partition_of_children(op, name)
    if name == PARTITION_OUTPUTS:
        for entry in _entries(name, attr):
            _verify_ids(name, entry)
        _verify_outputs(op, name, attr)


def verify_partitions(op: Operation) -> None:
    """Verify the partitions of an operation in a loop that has some, as the passes since Triton 3.8 do.

    Raises :class:`Violation` with Triton's message.
    """
    if WARP_SPECIALIZE in op.attributes:
        _verify_specialized_loop(op)
    partition, outputs = op.attributes.get(PARTITION), op.attributes.get(PARTITION_OUTPUTS)
    if partition is not None:
        _verify_ids(PARTITION, partition)
    if outputs is not None:
        for entry in _entries(PARTITION_OUTPUTS, outputs):
            _verify_ids(PARTITION_OUTPUTS, entry)
    if partition is not None:
        _verify_partition_of_children(op, PARTITION)
    if outputs is not None:
        _verify_outputs(op, PARTITION_OUTPUTS, outputs)


_MAY_BE_SPECIALIZED = by_version(
    {V3_6: (("scf.for",), "`scf.for`"), V3_9: (("scf.for", "scf.while"), "`scf.for` or `scf.while`")}
)
"""The loops that can have partitions, and how the message about others names them."""


def _verify_specialized_loop(op: Operation) -> None:
    names, listed = _MAY_BE_SPECIALIZED.now()
    if op.name not in names:
        raise Violation(f"has unexpected attribute {WARP_SPECIALIZE} which is expected only on {listed} ops")
    for child in operations_inside_out(op):
        if PARTITION not in child.attributes and child.name != "ub.poison":
            raise Violation(
                f"'{child.name}' op does not have expected attribute {PARTITION} which is expected on all child ops "
                f"of an op with attribute `{WARP_SPECIALIZE}`",
                prefixed=False,
                location=child.location,
            )


_QUOTED = before(V3_8)
"""The versions whose messages have the names of partition attributes in quotes."""


def _in_message(name: str) -> str:
    return f'"{name}"' if active_version() in _QUOTED else name


def _ids(name: str, attr: Attribute) -> Sequence[int]:
    if not DenseI32Array.accepts(attr):
        if active_version() in _QUOTED:
            raise Violation("partition ids must be a dense array of 32-bit integers")
        raise Violation(f"has invalid attribute {name}; expected a dense i32 array")
    return int_list(attr)


def _entries(name: str, attr: Attribute) -> Sequence[Attribute]:
    if not isinstance(attr, ArrayAttr):
        if active_version() in _QUOTED:
            raise Violation(f'attribute "{name}" must be an array of dense arrays of 32-bit integers')
        raise Violation(f"has invalid attribute {name}; expected an array attribute")
    return cast("ArrayAttr[Attribute]", attr).data


def _verify_ids(name: str, attr: Attribute) -> None:
    ids = _ids(name, attr)
    if len(set(ids)) != len(ids):
        raise Violation(f"has duplicated partition ids in attribute {_in_message(name)}")
    if not ids:
        raise Violation(f"has no partition ids in attribute {_in_message(name)}")
    if list(ids) != sorted(ids):
        raise Violation(f"partition ids not in sorted order in attribute {_in_message(name)}")


_WITHOUT_PARTITION = by_version({V3_6: ("scf.yield", "ub.poison"), V3_9: ("scf.yield", "scf.condition", "ub.poison")})
"""Operations that need no partition where their parent has one."""
_WITH_OUTPUTS = by_version(
    {V3_6: ("scf.for", "scf.if", "tt.reduce"), V3_9: ("scf.for", "scf.while", "scf.if", "tt.reduce")}
)
"""Operations whose results may have partitions of their own."""


def _children(op: Operation) -> Iterator[Operation]:
    """The direct child operations that require partitions."""
    for region in op.regions:
        for block in region.blocks:
            yield from (child for child in block.ops if child.name not in _WITHOUT_PARTITION.now())


def _verify_partition_of_children(op: Operation, name: str) -> None:
    expected: set[int] = set()
    for child in _children(op):
        if PARTITION not in child.attributes:
            raise Violation(
                f"'{child.name}' op does not have expected attribute {PARTITION} which is expected for ops whose "
                "parent has partitions",
                prefixed=False,
                location=child.location,
            )
        expected.update(partition_ids(child))
    if not expected <= set(partition_ids(op)):
        raise Violation(f"partition ids in attr {_in_message(name)} does not contain partition ids of all child ops")


def _verify_outputs(op: Operation, name: str, attr: Attribute) -> None:
    if op.name not in _WITH_OUTPUTS.now():
        raise Violation(f"has unexpected attribute {_in_message(name)}")
    entries = _entries(name, attr)
    if len(entries) != len(op.results):
        raise Violation(
            f"does not have expected number of output partition sets in attr {_in_message(name)}; should match number "
            "of results"
        )
    if PARTITION not in op.attributes:
        raise Violation(f"does not have expected attribute {PARTITION} which is expected for ops with attr {name}")
    union = {index for entry in entries for index in _ids(name, entry)}
    if not union <= set(partition_ids(op)):
        raise Violation(
            f"partition ids in attr {PARTITION} must be the union of all partition ids in {_in_message(name)}"
        )
