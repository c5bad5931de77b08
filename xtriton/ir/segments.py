"""How the operands (or results) of an operation are divided among the definitions of its class.

A single-value definition takes one value. The rest is divided evenly among the variadic ones, unless an attribute gives
the sizes (MLIR's ``operandSegmentSizes`` and ``resultSegmentSizes``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, IRDLOperation

from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_list, is_dense_array
from xtriton.ir.op import Op
from xtriton.ir.shared_attributes import numbers_in
from xtriton.ir.signature import Arity, Signature, ValueDef, signature_of, sizes_in_memory, sizes_in_text

SEGMENT_SIZES = ("operandSegmentSizes", "resultSegmentSizes")


def segment_names(op_class: type[IRDLOperation]) -> frozenset[str]:
    """The members of :data:`SEGMENT_SIZES` that are properties of a class; otherwise they are plain attributes."""
    if issubclass(op_class, Op):
        return frozenset(segments.sizes for segments in signature_of(op_class).segments if segments.writes_sizes)
    options = op_class.get_irdl_definition().options
    names = ((AttrSizedOperandSegments, SEGMENT_SIZES[0]), (AttrSizedResultSegments, SEGMENT_SIZES[1]))
    return frozenset(name for kind, name in names if any(isinstance(option, kind) for option in options))


def segment_count(op_class: type[IRDLOperation], name: str) -> int:
    """The number of sizes that the property ``name`` of a class holds."""
    definition = signature_of(op_class) if issubclass(op_class, Op) else op_class.get_irdl_definition()
    return len(definition.operands if name == SEGMENT_SIZES[0] else definition.results)


def store_segment_sizes(
    op_class: type[Operation], properties: dict[str, Attribute], operands: int, results: int
) -> None:
    """Replace the sizes as written, of the segments that the version in effect has, with those kept in memory."""
    if not issubclass(op_class, Op):
        return
    for segments, count in zip(signature_of(op_class).segments, (operands, results), strict=True):
        values = segments.values
        if not segments.has_sizes or segments.has_all:
            continue
        if segments.writes_sizes:
            sizes = segment_sizes(properties.get(segments.sizes), len(values)) or (0,) * len(values)
        else:
            room = max(count - sum(value.arity is Arity.SINGLE for value in values), 0)
            sizes = [1 if value.arity is Arity.SINGLE else room for value in values]
        properties[segments.sizes] = DenseArrayBase.from_list(i32, sizes_in_memory(sizes, values, segments.stored))


def written_properties(op: Operation) -> dict[str, Attribute]:
    """The properties of an operation as the version in effect writes them."""
    if not isinstance(op, Op):
        return op.properties
    properties = op.properties
    for segments in signature_of(type(op)).segments:
        name, stored = segments.sizes, segments.stored
        if segments.has_all or (sizes := segment_sizes(properties.get(name), len(stored))) is None:
            continue
        properties = {known: value for known, value in properties.items() if known != name}
        if segments.writes_sizes:
            properties[name] = DenseArrayBase.from_list(i32, sizes_in_text(sizes, segments.values, stored))
    return properties


def segment_sizes(attribute: Attribute | None, count: int) -> tuple[int, ...] | None:
    """The sizes that an attribute holds, ``None`` if it is not a list of ``count`` sizes."""
    if not is_dense_array(attribute) or attribute.elt_type != i32:
        return None
    sizes = numbers_in(attribute)
    return sizes if len(sizes) == count else None


def conversion_problem(attribute: Attribute, count: int) -> str | None:
    """Why an attribute cannot be the property that holds ``count`` sizes, in MLIR's words."""
    if not is_dense_array(attribute) or attribute.elt_type != i32:
        return "expected DenseI32ArrayAttr for key `value`"
    actual = len(int_list(attribute))
    return None if actual == count else f"size mismatch in attribute conversion: {actual} vs {count}"


def verify_segments(op: Op, signature: Signature) -> None:
    """Verify the segment size attributes; an absent or ill-formed attribute counts as zeros.

    Without operands only an operation created in memory can lack it: the parser writes zeros, as MLIR does.
    """
    for segments, values in zip(signature.segments, (op.operands, op.results), strict=True):
        if not segments.has_sizes:
            continue
        name, count = segments.sizes, len(segments.stored)
        written = segment_sizes(op.properties.get(name), count)
        sizes = written or (0,) * count
        if any(size < 0 for size in sizes):
            raise Violation(f"'{name}' attribute cannot have negative elements")
        if sum(sizes) != len(values):
            raise Violation(
                f"{segments.what} count ({len(values)}) does not match with the total size ({sum(sizes)}) specified in "
                f"attribute '{name}'"
            )
        if written is None:
            raise Violation(f"requires attribute '{name}' with {count} sizes of type 'i32'")


def grouped(
    values: Sequence[SSAValue], definitions: Sequence[ValueDef], sizes: Sequence[int] | None
) -> Iterator[tuple[ValueDef, Sequence[SSAValue]]]:
    """The values of each definition."""
    variable = sum(definition.arity is not Arity.SINGLE for definition in definitions)
    share = (len(values) - len(definitions) + variable) // variable if variable else 0
    start = 0
    for index, definition in enumerate(definitions):
        size = sizes[index] if sizes is not None else 1 if definition.arity is Arity.SINGLE else share
        yield definition, values[start : start + size]
        start += size


def _all_accepted(op: Op, signature: Signature) -> bool:
    for constraint, value in zip(signature.constraints, (*op.operands, *op.results), strict=True):
        if constraint is not None and not constraint.accepts(value.type):
            return False
    return True


def verify_types(op: Op, signature: Signature) -> None:
    """Verify every operand and result against the constraint of its definition."""
    if signature.all_single and _all_accepted(op, signature):
        return
    for segments, values in zip(signature.segments, (op.operands, op.results), strict=True):
        what, definitions, sizes = segments.what, segments.values, None
        if segments.has_sizes:
            definitions = segments.stored
            sizes = segment_sizes(op.properties.get(segments.sizes), len(definitions))
        index = 0
        for definition, group in grouped(values, definitions, sizes):
            if definition.arity is Arity.OPTIONAL and len(group) > 1:
                raise Violation(f"{what} group starting at #{index} requires 0 or 1 element, but found {len(group)}")
            for value in group:
                constraint = definition.constraint
                if constraint is not None and not constraint.accepts(value.type):
                    variadic = "variadic of " if definition.arity is Arity.VARIADIC else ""
                    raise Violation(f"{what} #{index} must be {variadic}{constraint.summary}, but got '{value.type}'")
                index += 1
