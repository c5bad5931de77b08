"""Operations, fields of operations, attributes and types that a version of Triton lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.op import Op
from xtriton.ir.signature import absent_fields
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import ALL_VERSIONS, TritonVersion, VersionRange

ADVICE: Mapping[str, str] = {
    "tt.advance": "its block pointer comes from an argument of the function, or differs between branches",
    "tt.make_tensor_ptr": "its block pointer is returned, or passed to a function",
    "tt.grid_dependency_wait": "remove programmatic dependent launch first",
    "tt.grid_dependency_launch_dependents": "remove programmatic dependent launch first",
}
"""Why an operation is left over, or what to do, by its name."""


def _versions(definition: type[Any]) -> VersionRange:
    versions: VersionRange = getattr(definition, "VERSIONS", ALL_VERSIONS)
    return versions


def use_class_of(op: Operation, triton: TritonVersion, rewriter: Rewriter) -> None:
    """Rebuild an operation whose definition is another one of the same name in a version."""
    if triton in _versions(type(op)):
        return
    other = Context(triton=triton).get_optional_op(op.name)
    if other is None or other is type(op):
        return
    new = other.create(
        operands=op.operands,
        result_types=[result.type for result in op.results],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        successors=op.successors,
        regions=[op.detach_region(region) for region in list(op.regions)],
    )
    rewriter.before(op)
    rewriter.replace_by(op, new, op.location)


def drop_absent_fields(op: Operation, triton: TritonVersion) -> None:
    """Remove the fields that a version does not have. Raises ``DiagnosticError`` unless they are at their defaults."""
    if not isinstance(op, Op):
        return
    definition = op.get_irdl_definition()
    for name in sorted(absent_fields(type(op), triton)):
        if name in definition.properties:
            value = op.properties.get(name)
            if value is not None and value != definition.properties[name].default_value:
                raise error(op.location, f"'{op.name}' op has '{name} = {value}', which Triton {triton} does not have")
            op.properties.pop(name, None)
        elif _is_present(getattr(op, name)):
            raise error(op.location, f"'{op.name}' op has '{name}', which Triton {triton} does not have")


def _is_present(field: SSAValue | Iterable[SSAValue] | None) -> bool:
    return field is not None and (isinstance(field, SSAValue) or any(True for _ in field))


def require_known(op: Operation, triton: TritonVersion) -> None:
    """Raise ``DiagnosticError`` if a version does not have an operation, or an attribute or type that it has."""
    if triton not in _versions(type(op)):
        advice = ADVICE.get(op.name)
        message = f"Triton {triton} has no '{op.name}' op, and no equivalent operation"
        raise error(op.location, f"{message}: {advice}" if advice else message)
    arguments = (argument.type for region in op.regions for block in region.blocks for argument in block.args)
    results = (result.type for result in op.results)
    for attribute in (*results, *arguments, *op.properties.values(), *op.attributes.values()):
        for inner in _nested(attribute):
            if triton not in _versions(type(inner)):
                raise error(op.location, f"'{op.name}' op has '{inner}', which Triton {triton} does not have")


def _nested(attribute: Attribute) -> Iterator[Attribute]:
    """An attribute or type, and those in it."""
    yield attribute
    inner: Iterable[Attribute] = ()
    if isinstance(attribute, FunctionType):
        inner = (*attribute.inputs.data, *attribute.outputs.data)
    elif isinstance(attribute, ParametrizedAttribute):
        inner = attribute.parameters
    elif isinstance(attribute, ArrayAttr):
        inner = cast("ArrayAttr[Attribute]", attribute).data
    elif isinstance(attribute, DictionaryAttr):
        inner = attribute.data.values()
    for element in inner:
        yield from _nested(element)
