"""Reassociation of adjacent dimensions in collapses and expansions: ``[[0, 1], [2]]``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Attribute

from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.constraints import AttrPredicate
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_integer_attr

Groups = list[list[int]]


def _is_reassociation(attr: Attribute) -> bool:
    groups = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None
    return groups is not None and all(map(_is_group, groups))


def _is_group(attr: Attribute) -> bool:
    numbers = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None
    return numbers is not None and all(is_integer_attr(number) and number.type == i64 for number in numbers)


def groups_attr(groups: Sequence[Sequence[int]]) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    """The attribute for groups."""
    return ArrayAttr(ArrayAttr(IntegerAttr(number, i64) for number in group) for group in groups)


Reassociation = AttrPredicate(
    "Array of 64-bit integer array attributes",
    _is_reassociation,
    storage=lambda attr: isinstance(attr, ArrayAttr),
    values=(Sequence,),
    convert=groups_attr,
)


def groups_of(attr: Attribute) -> Groups:
    """The groups of an attribute."""
    return [
        [int_value(number) for number in cast("ArrayAttr[Attribute]", group).data]
        for group in cast("ArrayAttr[Attribute]", attr).data
    ]


def verify_ranks(source: int, result: int, *, collapses: bool) -> None:
    """Verify the ranks of a collapse or an expansion."""
    if source < result if collapses else source > result:
        what, sign = ("a collapse", "<") if collapses else ("an expansion", ">")
        raise Violation(
            f"has source rank {source} and result rank {result}. This is not {what} ({source} {sign} {result})."
        )


def verify_groups(
    collapsed: Sequence[int], expanded: Sequence[int], groups: Groups, *, many_dynamic: bool, kind: str
) -> None:
    """Verify that ``groups`` map one shape to the other (MLIR's ``verifyReassociation``).

    ``many_dynamic`` allows several dynamic dimensions in a group; ``kind`` is ``memrefs`` or ``tensors``, for messages.
    """
    if len(collapsed) != len(groups):
        raise Violation(f"invalid number of reassociation groups: found {len(groups)}, expected {len(collapsed)}")
    expected = 0
    for extent, group in zip(collapsed, groups, strict=True):
        expected = _verify_group(extent, expanded, group, expected, many_dynamic)
    if not collapsed:
        if any(extent != 1 for extent in expanded):
            raise Violation(f"rank 0 {kind} can only be extended/collapsed with/from ones")
    elif expected != len(expanded):
        raise Violation(
            f"expanded rank ({len(expanded)}) inconsistent with number of reassociation indices ({expected})"
        )


def _verify_group(extent: int, expanded: Sequence[int], group: Sequence[int], expected: int, many_dynamic: bool) -> int:
    size, dynamic = 1, False
    for index in group:
        if index != expected:
            raise Violation("reassociation indices must be contiguous")
        expected += 1
        if index >= len(expanded):
            raise Violation(f"reassociation index {index} is out of bounds")
        if expanded[index] != DYNAMIC:
            size *= expanded[index]
            continue
        if dynamic and not many_dynamic:
            raise Violation("at most one dimension in a reassociation group may be dynamic")
        dynamic = True
    if (extent == DYNAMIC) != dynamic:
        shown = "?" if extent == DYNAMIC else extent
        raise Violation(f"collapsed dim ({shown}) must be dynamic if and only if reassociation group is dynamic")
    if not dynamic and size != extent:
        raise Violation(f"collapsed dim size ({extent}) must equal reassociation group size ({size})")
    return expected


def verify_output_shape(numbers: Sequence[int], operands: int, result: Sequence[int]) -> None:
    """Verify the output shape operand of an expansion against its result type."""
    dynamic = list(numbers).count(DYNAMIC)
    if dynamic != operands:
        raise Violation(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
            f"{dynamic} dynamic dims while output_shape has {operands} values"
        )
    for index, (given, extent) in enumerate(zip(numbers, result, strict=False)):
        if extent != DYNAMIC and given != extent:
            raise Violation(f"invalid output shape provided at pos {index}")
