"""Constructors of operations, compiled from their definitions: ``LoadOp(ptr, mask, cache=CacheModifier.CA)``.

The parameters are described in :mod:`xtriton.ir.definitions`. As :mod:`dataclasses` does, a constructor is generated as
the text of a function and compiled, once for each class, when its first operation is built. It converts Python values
to attributes, infers the types of results by the rules that the parser uses (:mod:`xtriton.ir.signature`), and sets the
sizes of operand and result segments. Constraints are left to the verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, Region
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, OptionalDef, OptPropertyDef

from xtriton.ir.argument_errors import FAILURES, converter, property_names, reject
from xtriton.ir.creation import initialize
from xtriton.ir.definitions import INFERRED, REQUIRED, Computed, Parameter, own_parameters
from xtriton.ir.shared_attributes import dense_array
from xtriton.ir.signature import Arity, Signature, ValueDef, memory_signature_of, present_properties
from xtriton.ir.traits import equal_type, values_of
from xtriton.versions import ALL_VERSIONS

if TYPE_CHECKING:
    from xtriton.ir.op import Op

Constructor = Callable[..., None]


def parameters_in_order(op_class: type[Op]) -> dict[str, Parameter]:
    """The parameters of the fields of a class, those of base classes first, as in dataclasses.

    Fields defined with xDSL's own functions must be given unless optional, all but operands by keyword.
    """
    found: dict[str, Parameter] = {}
    for base in reversed(op_class.__mro__):
        found.update(own_parameters(base))
    definition = op_class.get_irdl_definition()
    properties = {field: definition.properties[name] for field, name in property_names(definition).items()}
    operands = dict(definition.operands)
    for field, value in (
        *operands.items(),
        *properties.items(),
        *definition.results,
        *definition.regions,
        *definition.successors,
    ):
        default = getattr(value, "default_value", None)
        absent = default if default is not None else None if isinstance(value, OptionalDef) else REQUIRED
        found.setdefault(field, Parameter(absent, kw_only=field not in operands))
    return found


@dataclass(frozen=True)
class Inference:
    """A rule that derives the type of a result from that of the operand ``source``.

    ``ranged`` says that ``transform`` gives all types of a list of results.
    """

    source: ValueDef
    transform: Callable[[Attribute], object]
    ranged: bool


def inferences(signature: Signature, result: ValueDef) -> list[Inference]:
    """The rules that derive the type of ``result`` from that of an operand, in the parser's order.

    An equation of types that the parser solves for the operand is solved for the result.
    """
    operands = {value.name: value for value in signature.operands}
    equal = [
        Inference(operands[target], transform, ranged=False)
        for source, target, transform in signature.rules
        if source == result.name and target in operands and transform is equal_type
    ]
    single = [
        Inference(operands[source], transform, ranged=False)
        for source, target, transform in signature.rules
        if target == result.name and source in operands
    ]
    ranged = [
        Inference(operands[trait.source], trait.transform, ranged=True)
        for trait in signature.ranged_rules
        if trait.target == result.name and trait.source in operands
    ]
    return single + ranged + equal


def only_type(value: ValueDef) -> Attribute | None:
    """The only type that a single result may have, if there is one."""
    return value.constraint.build if value.constraint is not None and value.arity is Arity.SINGLE else None


def constructor_of(op_class: type[Op]) -> Constructor:
    """Compile the constructor of a class."""
    writer = _Writer(op_class)
    text = writer.write()
    exec(compile(text, f"<constructor of {op_class.name}>", "exec"), writer.globals)
    constructor = cast("Any", writer.globals["__init__"])
    constructor.__qualname__ = f"{op_class.__qualname__}.__init__"
    constructor.__module__ = op_class.__module__
    return constructor


class _Writer:
    """Writes the text of one constructor, and collects the objects that the text refers to."""

    def __init__(self, op_class: type[Op]) -> None:
        self.op_class = op_class
        self.signature = memory_signature_of(op_class)
        self.definition = op_class.get_irdl_definition()
        self.parameters = parameters_in_order(op_class)
        self.names = parameter_names(self.parameters)
        self.globals: dict[str, object] = {
            "_Attribute": Attribute,
            "_FAILURES": FAILURES,
            "_INFERRED": INFERRED,
            "_Region": Region,
            "_initialize": initialize,
            "_present_properties": present_properties,
            "_reject": reject,
            "_segments": partial(dense_array, i32),
        }

    def write(self) -> str:
        """The text of ``__init__``."""
        lines = [*self._properties(), *self._computed_defaults(), *self._empty_regions()]
        lines += [*self._segment_sizes(), *self._result_types()]
        if any(parameter.versions != ALL_VERSIONS for parameter in self.parameters.values()):
            lines.append("_properties = _present_properties(type(self), _properties)")
        lines.append(
            f"_initialize(self, operands={self._operands()}, result_types={self._types()}, properties=_properties, "
            f"attributes=attributes or {{}}, successors={self._successors()}, regions={self._regions()})"
        )
        body = "".join(f"        {line}\n" for line in lines)
        arguments = ", ".join(f"{field!r}: {name}" for field, name in self.names.items())
        return (
            f"def __init__({', '.join(('self', *self._header()))}):\n    try:\n{body}"
            f"    except _FAILURES as _error:\n        _reject(type(self), {{{arguments}}}, _error)\n"
        )

    def _header(self) -> list[str]:
        """The parameters: positional ones, and after a star keywords and ``attributes``, the discardable ones."""
        positional = [self._parameter(field) for field, parameter in self.parameters.items() if not parameter.kw_only]
        keywords = [self._parameter(field) for field, parameter in self.parameters.items() if parameter.kw_only]
        return [*positional, "*", *keywords, "attributes=None"]

    def _parameter(self, field: str) -> str:
        default = self.parameters[field].default
        name = self.names[field]
        return name if default is REQUIRED else f"{name}={self._global('_default_' + field, default)}"

    def _global(self, name: str, value: object) -> str:
        self.globals[name] = value
        return name

    def _operands(self) -> str:
        return _tuple(self._flat(self.names[value.name], value) for value in self.signature.operands)

    def _types(self) -> str:
        explicit = _tuple(self._flat(self.names[value.name], value) for value in self.signature.results)
        return f"_types or {explicit}" if self._infers_all() else explicit

    @staticmethod
    def _flat(name: str, value: ValueDef) -> str:
        match value.arity:
            case Arity.SINGLE:
                return name
            case Arity.OPTIONAL:
                return f"*(() if {name} is None else ({name},))"
            case Arity.VARIADIC:
                return f"*{name}"

    @staticmethod
    def _size(name: str, value: ValueDef) -> str:
        match value.arity:
            case Arity.SINGLE:
                return "1"
            case Arity.OPTIONAL:
                return f"0 if {name} is None else 1"
            case Arity.VARIADIC:
                return f"len({name})"

    def _regions(self) -> str:
        names = [(self.names[field], variadic) for field, variadic in self.signature.regions.items()]
        return _tuple(f"*{name}" if variadic else name for name, variadic in names)

    def _successors(self) -> str:
        names = [(self.names[field], variadic) for field, variadic in self.signature.successors.items()]
        return _tuple(f"*{name}" if variadic else name for name, variadic in names)

    def _empty_regions(self) -> list[str]:
        lines: list[str] = []
        for field, variadic in self.signature.regions.items():
            name = self.names[field]
            if not variadic:
                lines += [f"if {name} is None:", f"    {name} = _Region()"]
                lines += [f"elif not isinstance({name}, _Region):", "    raise TypeError"]
        return lines

    def _properties(self) -> list[str]:
        lines = ["_properties = {}"]
        for field, name in property_names(self.definition).items():
            argument = self.names[field]
            definition = self.definition.properties[name]
            default = self.parameters[field].default
            if isinstance(default, Computed):
                compute = self._global("_compute_" + field, default.function)
                lines += [
                    f"if {argument} is _default_{field}:",
                    f"    {argument} = {compute}({', '.join(default.arguments)})",
                ]
            convert = self._global("_convert_" + field, converter(definition.constr))
            value = f"{argument} if isinstance({argument}, _Attribute) else {convert}({argument})"
            if isinstance(definition, OptPropertyDef):
                lines.append(f"if {argument} is not None and (_value := {value}) is not None:")
                lines.append(f"    _properties[{name!r}] = _value")
            else:
                lines.append(f"_properties[{name!r}] = {value}")
        return lines

    def _computed_defaults(self) -> list[str]:
        property_of = property_names(self.definition)
        lines: list[str] = []
        for field, parameter in self.parameters.items():
            default = parameter.default
            if not isinstance(default, Computed) or field in property_of:
                continue
            name = self.names[field]
            compute = self._global("_compute_" + field, default.function)
            arguments = ", ".join(
                f"_properties.get({property_of[other]!r})" if other in property_of else self.names.get(other, other)
                for other in default.arguments
            )
            lines += [f"if {name} is _default_{field}:", f"    {name} = {compute}({arguments})"]
        return lines

    def _segment_sizes(self) -> list[str]:
        lines: list[str] = []
        for option in self.definition.options:
            match option:
                case AttrSizedOperandSegments():
                    values = self.signature.operands
                case AttrSizedResultSegments():
                    values = self.signature.results
                case _:
                    continue
            assert option.as_property, f"{self.op_class.name} has segment sizes among its discardable attributes"
            sizes = _tuple(self._size(self.names[value.name], value) for value in values)
            lines.append(f"_properties[{option.attribute_name!r}] = _segments({sizes})")
        return lines

    def _result_types(self) -> list[str]:
        """Statements that infer the types that are not given, and check that the others are types."""
        lines: list[str] = []
        deferred: list[str] = []
        for value in self.signature.results:
            name = self.names[value.name]
            inferred = self._inferred(value) if self.parameters[value.name].default is INFERRED else None
            if inferred is not None:
                lines.append(f"if {name} is _INFERRED:")
                lines.append(f"    {name} = {inferred}")
            elif self.parameters[value.name].default is INFERRED:
                deferred.append(name)
                continue
            if value.arity is Arity.SINGLE:
                lines.append(f"{'elif' if inferred is not None else 'if'} not isinstance({name}, _Attribute):")
                lines.append("    raise TypeError")
        if deferred:
            lines += self._inferred_by_method(deferred)
        return lines

    def _inferred(self, result: ValueDef) -> str | None:
        """The expression for the type of ``result`` by the rules of traits and constraints; ``None`` without any."""
        constant = only_type(result)
        if constant is not None:
            return self._global("_type_" + result.name, constant)
        expression: str | None = None
        for index, rule in reversed(list(enumerate(inferences(self.signature, result)))):
            name = self.names[rule.source.name]
            transform = self._global(f"_rule_{result.name}_{index}", rule.transform)
            single = rule.source.arity is Arity.SINGLE
            if result.arity is Arity.SINGLE:
                type_ = f"{transform}({name}{'' if rule.source.arity is not Arity.VARIADIC else '[0]'}.type)"
                condition = None if single else f"{name}"
            elif rule.ranged:
                type_, condition = f"{transform}({name}.type)", None
            else:
                type_ = f"[{transform}(_value.type) for _value in {f'({name},)' if single else name}]"
                condition = None
            if condition is None:
                expression = type_
            elif expression is not None:
                expression = f"{type_} if {condition} else {expression}"
            else:
                expression = f"{type_} if {condition} else _INFERRED"
        return expression

    def _infers_all(self) -> bool:
        """Whether ``infer_result_types`` gives a list of types that cannot be divided among several results."""
        results = self.signature.results
        return (
            len(results) > 1
            and any(value.arity is not Arity.SINGLE for value in results)
            and all(self.parameters[value.name].default is INFERRED for value in results)
        )

    def _inferred_by_method(self, names: Sequence[str]) -> list[str]:
        """Statements that infer the types of the named results by the class's ``infer_result_types``."""
        infer = self._global("_infer", getattr(self.op_class, "infer_result_types", _no_inference))
        call = f"{infer}([_value.type for _value in {self._operands()}], _properties, {self._regions()})"
        results = self.signature.results
        if self._infers_all():
            given = " and ".join(f"{name} is _INFERRED" for name in names)
            return [f"_types = {call} if {given} else None"]
        if len(results) == 1:
            target = names[0] if results[0].arity is not Arity.SINGLE else f"({names[0]},)"
            return [f"if {names[0]} is _INFERRED:", f"    {target} = {call}"]
        lines = [f"if {' or '.join(f'{name} is _INFERRED' for name in names)}:", f"    _types = {call}"]
        for index, value in enumerate(results):
            name = self.names[value.name]
            if name in names:
                lines.append(f"    {name} = _types[{index}] if {name} is _INFERRED else {name}")
        return lines


def parameter_names(parameters: dict[str, Parameter]) -> dict[str, str]:
    """The names of a constructor's parameters, by field."""
    return {field: parameter.alias or field for field, parameter in parameters.items()}


def arguments_of(op: Op) -> dict[str, Any]:
    """The arguments of the constructor that build ``op`` again, except its regions."""
    op_class = type(op)
    definition = op_class.get_irdl_definition()
    signature = memory_signature_of(op_class)
    names = parameter_names(parameters_in_order(op_class))
    arguments: dict[str, Any] = {"attributes": op.attributes}
    for value in (*signature.operands, *signature.results):
        items = [item.type if value.is_result else item for item in values_of(op, value.name)]
        arguments[names[value.name]] = items if value.arity is Arity.VARIADIC else items[0] if items else None
    for field, name in property_names(definition).items():
        if name in op.properties or isinstance(definition.properties[name], OptPropertyDef):
            arguments[names[field]] = op.properties.get(name)
    successors = list(op.successors)
    for field, variadic in signature.successors.items():
        arguments[names[field]] = successors if variadic else successors.pop(0)
    return arguments


def _tuple(items: Iterable[str]) -> str:
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _no_inference(*_: object) -> Sequence[Attribute]:
    raise TypeError
