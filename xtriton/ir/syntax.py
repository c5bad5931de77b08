"""Assembly formats: ODS ``assemblyFormat`` strings, compiled into directives that parse and print.

The language is MLIR's (https://mlir.llvm.org/docs/DefiningDialects/Operations/#declarative-assembly-format), with its
rules for spaces, so that Triton's formats can be used verbatim:

    "$ptr (`,` $mask^)? oilist(`cacheModifier` `=` $cache) attr-dict `:` type($ptr)"

A format is compiled once, when the first op of its class is parsed or printed. This module handles whole formats: the
operands and attributes of an op, type inference, and building the op; :mod:`xtriton.ir.directives`
holds the directives, :mod:`xtriton.ir.format_reader` the format language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.parser import UnresolvedOperand

from xtriton.ir.constraints import raise_op_error
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_dense_array
from xtriton.ir.signature import Arity, Segments, Signature, ValueDef, same_type

if TYPE_CHECKING:
    from xdsl.parser import Parser

    from xtriton.ir.op import Op


@dataclass
class ParsedParts:
    """The parts that a format has parsed so far, by the names of the op's definition.

    ``types`` also has the keys ``operands`` and ``results`` when a format gives all types at once. ``positions`` holds
    the positions of operand lists. ``overrides`` are the properties given in the attribute dictionary.
    """

    operands: dict[str, list[UnresolvedOperand]] = field(default_factory=dict[str, list[UnresolvedOperand]])
    positions: dict[str, int] = field(default_factory=dict[str, int])
    types: dict[str, Sequence[Attribute]] = field(default_factory=dict[str, Sequence[Attribute]])
    properties: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    overrides: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    regions: dict[str, list[Region]] = field(default_factory=dict[str, list[Region]])
    successors: dict[str, list[Block]] = field(default_factory=dict[str, list[Block]])


def assemble(signature: Signature, parser: Parser, parts: ParsedParts) -> Op:
    """Resolve operands and types, and create the op."""
    operands = _resolve_operands(signature, parser, parts)
    properties = parts.properties
    properties.update(parts.overrides)
    operand_segments, result_segments = signature.segments
    _store_sizes(operand_segments, parts, parts.operands)
    regions = [region for name in signature.regions for region in _regions(signature, parts, name)]
    result_types = _result_types(signature, parser, parts, operands, regions)
    _store_sizes(result_segments, parts, parts.types)
    return signature.op_class.create(
        operands=operands,
        result_types=result_types,
        properties=properties,
        attributes=parts.attributes,
        regions=regions,
        successors=[block for name in signature.successors for block in parts.successors.get(name, ())],
    )


def _store_sizes(segments: Segments, parts: ParsedParts, values: Mapping[str, Sequence[object]]) -> None:
    """Store the sizes of segments. Well-typed ones in the attribute dictionary take precedence."""
    name = segments.sizes
    if not segments.has_sizes:
        return
    written = parts.overrides[name] if name in parts.overrides else parts.attributes.pop(name, None)
    sizes = [len(values.get(value.name, ())) for value in segments.stored]
    if is_dense_array(written) and written.elt_type == i32 and len(written) == len(sizes):
        parts.properties[name] = written
    else:
        parts.properties[name] = DenseArrayBase.from_list(i32, sizes)


def _regions(signature: Signature, parts: ParsedParts, name: str) -> list[Region]:
    regions = parts.regions.get(name)
    if regions is None:
        return [] if signature.regions[name] else [Region()]
    return regions


def _resolve_operands(signature: Signature, parser: Parser, parts: ParsedParts) -> list[SSAValue]:
    unresolved = parts.operands
    types = parts.types
    if "operands" in types:
        flat = (
            unresolved["operands"]
            if "operands" in unresolved
            else [operand for value in signature.operands for operand in unresolved.get(value.name, ())]
        )
        return _resolve(parser, flat, types["operands"], parts.positions.get("operands"))
    spelled = set(types)
    _infer_types(signature, parser, parts)
    operands: list[SSAValue] = []
    for value in signature.operands:
        name = value.name
        group = unresolved.get(name, ())
        if group or name in spelled:
            operands.extend(_resolve(parser, group, types.get(name, ()), parts.positions.get(name)))
    return operands


def _resolve(
    parser: Parser, operands: Sequence[UnresolvedOperand], types: Sequence[Attribute], position: int | None
) -> list[SSAValue]:
    """The values of the operands that begin at ``position``; ``None`` if the format does not list them together."""
    if len(operands) != len(types):
        raise_op_error(
            parser,
            f"number of operands and types do not match: got {len(operands)} operands and {len(types)} types",
            position,
            at_name=position is None,
        )
    return [parser.resolve_operand(operand, type_) for operand, type_ in zip(operands, types, strict=True)]


def _infer_types(signature: Signature, parser: Parser, parts: ParsedParts) -> None:
    """Infer the types that the format omits, from constraints with one type and from the traits' rules."""
    types = parts.types
    for value in signature.values.values():
        if value.name not in types and value.constraint is not None and value.constraint.build is not None:
            types[value.name] = [value.constraint.build] * _count(value, parts)
    pending = [value for value in signature.values if value not in types]
    progress = True
    while pending and progress:
        progress = False
        for source, target, transform in signature.rules:
            if target in types or not types.get(source):
                continue
            value = signature.values[target]
            if transform is not same_type:
                _check_source(signature.values[source], types[source], parser)
            if value.arity is Arity.OPTIONAL and not value.is_result and not parts.operands.get(target):
                continue
            types[target] = [transform(type_) for type_ in types[source]]
            progress = True
        pending = [value for value in pending if value not in types]
    for trait in signature.ranged_rules:
        if trait.source in types and trait.target not in types:
            types[trait.target] = list(trait.transform(types[trait.source][0]))


def _count(value: ValueDef, parts: ParsedParts) -> int:
    if value.arity is Arity.SINGLE:
        return 1
    return 0 if value.is_result else len(parts.operands.get(value.name, ()))


def _check_source(value: ValueDef, types: Sequence[Attribute], parser: Parser) -> None:
    constraint = value.constraint
    if constraint is None:
        return
    for type_ in types:
        if not constraint.accepts(type_):
            raise_op_error(parser, f"'{value.name}' must be {constraint.summary}, but got '{type_}'", at_name=True)


def _result_types(
    signature: Signature, parser: Parser, parts: ParsedParts, operands: list[SSAValue], regions: list[Region]
) -> list[Attribute]:
    types = parts.types
    if "results" in types:
        return list(types["results"])
    if "operands" in types:
        _infer_types(signature, parser, parts)
    result_types: list[Attribute] = []
    for value in signature.results:
        known = types.get(value.name)
        if known is None and value.arity is not Arity.SINGLE and not signature.infers_results:
            known = ()
        if known is None:
            return _inferred_results(signature, parser, parts, operands, regions)
        result_types.extend(known)
    return result_types


def _inferred_results(
    signature: Signature, parser: Parser, parts: ParsedParts, operands: list[SSAValue], regions: list[Region]
) -> list[Attribute]:
    infer = getattr(signature.op_class, "infer_result_types", None)
    assert infer is not None, f"the format of {signature.op_class.name} leaves a result type unknown"
    try:
        return list(infer([operand.type for operand in operands], parts.properties, regions))
    except Violation as violation:
        raise_op_error(parser, violation.message, at_name=True)
