"""Messages for arguments that a constructor of :mod:`xtriton.ir.constructors` cannot take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, cast

from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import OpDef
from xdsl.utils.exceptions import VerifyException

from xtriton.ir.constraints import attr_predicate
from xtriton.ir.definitions import INFERRED, Computed
from xtriton.ir.signature import Arity, ValueDef, memory_signature_of

if TYPE_CHECKING:
    from xtriton.ir.op import Op

FAILURES = (AttributeError, TypeError, ValueError, AssertionError, VerifyException)
"""Exceptions that a constructor may raise for arguments of wrong types."""


def property_names(definition: OpDef) -> dict[str, str]:
    """The names of properties in the IR, by field."""
    return {field: name for field, (name, kind) in definition.accessor_names.items() if kind == "property"}


def converter(constraint: object) -> Callable[[object], Attribute | None]:
    """The function that makes the attribute of an argument for a property with this constraint."""
    predicate = attr_predicate(constraint)
    return predicate.attribute if predicate is not None else _no_conversion


def _no_conversion(value: object) -> Attribute | None:
    raise TypeError


def reject(op_class: type[Op], arguments: dict[str, object], error: Exception) -> NoReturn:
    """Raise a :class:`TypeError` that names the first argument that does not fit, or ``error`` if all do."""
    message = _problem(op_class, arguments)
    if message is None:
        raise error
    raise TypeError(f"'{op_class.name}' op {message}") from error


def _problem(op_class: type[Op], arguments: dict[str, object]) -> str | None:
    signature = memory_signature_of(op_class)
    definition = op_class.get_irdl_definition()
    for value in signature.operands:
        if (message := _operand_problem(value, arguments[value.name])) is not None:
            return message
    for field, name in property_names(definition).items():
        argument = arguments[field]
        constraint = definition.properties[name].constr
        if not _is_convertible(constraint, argument):
            predicate = attr_predicate(constraint)
            summary = predicate.summary if predicate is not None else "an attribute"
            return f"property '{field}' must be {summary}, but got {argument!r}"
    for value in signature.results:
        if (message := _result_problem(value, arguments[value.name])) is not None:
            return message
    for fields, kind, what in ((signature.regions, Region, "region"), (signature.successors, Block, "successor")):
        for field, variadic in fields.items():
            argument = arguments[field]
            if argument is None or isinstance(argument, Computed):
                continue
            if not _is_list_of(kind, argument) if variadic else not isinstance(argument, kind):
                return f"{what} '{field}' must be a {'list of ' * variadic}{kind.__name__}, but got {argument!r}"
    return None


def _is_convertible(constraint: object, argument: object) -> bool:
    if argument is None or isinstance(argument, Computed):
        return True
    try:
        converter(constraint)(argument)
    except FAILURES:
        return isinstance(argument, Attribute)
    return True


def _is_list_of(kind: type[object], argument: object) -> bool:
    if not isinstance(argument, Sequence) or isinstance(argument, str):
        return False
    return all(isinstance(item, kind) for item in cast("Sequence[object]", argument))


def _operand_problem(value: ValueDef, argument: object) -> str | None:
    match value.arity:
        case Arity.SINGLE:
            values, wanted = (argument,), "an SSA value"
        case Arity.OPTIONAL:
            values, wanted = () if argument is None else (argument,), "an SSA value or None"
        case Arity.VARIADIC:
            wanted = "a list of SSA values"
            if not _is_list_of(SSAValue, argument):
                return f"operand '{value.name}' must be {wanted}, but got {argument!r}"
            values = tuple(cast("Sequence[object]", argument))
    for item in values:
        if not isinstance(item, SSAValue):
            return f"operand '{value.name}' must be {wanted}, but got {item!r}"
        type_ = cast("SSAValue[Attribute]", item).type
        if value.constraint is not None and not value.constraint.accepts(type_):
            return f"operand '{value.name}' must be {value.constraint.summary}, but got '{type_}'"
    return None


def _result_problem(value: ValueDef, argument: object) -> str | None:
    if isinstance(argument, Computed):
        return None
    if argument is INFERRED:
        return f"result type '{value.name}' cannot be inferred"
    match value.arity:
        case Arity.SINGLE:
            fits, wanted = isinstance(argument, Attribute), "a type"
        case Arity.OPTIONAL:
            fits, wanted = argument is None or isinstance(argument, Attribute), "a type or None"
        case Arity.VARIADIC:
            fits, wanted = _is_list_of(Attribute, argument), "a list of types"
    return None if fits else f"result type '{value.name}' must be {wanted}, but got {argument!r}"
