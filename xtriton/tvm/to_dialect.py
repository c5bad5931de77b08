"""Relax functions of a ``tvm.IRModule`` in the ``relax`` dialect."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    f64,
    i64,
)
from xdsl.dialects.builtin import (
    TensorType as MlirTensorType,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects.relax import CallDpsPackedOp, CallTirOp
from xtriton.dialects.upstream.func import FuncOp, ReturnOp
from xtriton.ir.builder import Builder
from xtriton.ir.locations import file_line_col
from xtriton.ir.walk import operations_in
from xtriton.tvm.attributes import attribute_of
from xtriton.tvm.elements import ELEMENTS
from xtriton.tvm.errors import Place
from xtriton.tvm.library import (
    TensorType,
    TupleType,
    constant_of,
    dtype_of,
    is_data_type,
    name_of,
    plain,
    relax,
    result_types,
    scalar_of,
    shape_of,
    text_of,
    tvm,
    type_of,
)
from xtriton.tvm.symbolic import spelled

SHAPES = "relax.shapes"
"""The attribute with the symbolic extents of tensors: of arguments on a function, of results on a call."""

BETWEEN_EXTENTS = "; "
"""Separates the extents of a shape in that attribute."""

NAME = "relax.name"
"""The attribute with the name of an argument or a binding."""

DATA_TYPES = "relax.data_types"
"""The attribute of a call with the indices of arguments that are data types; other texts are strings."""

ATTRIBUTES = "relax.attributes"
"""The attribute with the attributes of a Relax function."""


def to_dialect(mod: Any) -> ModuleOp:
    """The Relax functions of a module, in the ``relax`` dialect, in the order of their names.

    Functions may contain calls in destination-passing style. PrimFuncs become declarations; ``external_mods`` are not
    part of the dialect. Raises ``RelaxError`` for everything else, at its binding.
    """
    functions = sorted(mod.functions_items(), key=lambda item: str(item[0].name_hint))
    converted = [
        _Function(mod, str(variable.name_hint), function).converted()
        for variable, function in functions
        if isinstance(function, relax.Function)
    ]
    called = {
        op.callee_name: op for function in converted for op in operations_in(function) if isinstance(op, CallTirOp)
    }
    declared = [_declaration(name, op) for name, op in sorted(called.items())]
    return ModuleOp([*declared, *converted])


def _declaration(name: str, call: CallTirOp) -> FuncOp:
    """The declaration of a PrimFunc."""
    type_ = FunctionType.from_lists([tensor.type for tensor in call.tensors], [out.type for out in call.outputs])
    return FuncOp(name, type_, sym_visibility="private", body=Region())


@dataclass
class _Function:
    """A Relax function that is being converted."""

    mod: Any
    name: str
    function: Any
    values: dict[Any, list[SSAValue]] = field(default_factory=dict[Any, "list[SSAValue]"])
    extents: dict[Any, str] = field(default_factory=dict[Any, str])
    """The names of symbolic extents."""

    def converted(self) -> FuncOp:
        """The function of the dialect."""
        place = Place(self.name, None, [self.function.span])
        parameters = list(self.function.params)
        types = [self._type(place, type_of(parameter)) for parameter in parameters]
        block = Block(arg_types=types)
        builder = Builder()
        builder.at_end(block)
        for parameter, argument in zip(parameters, block.args, strict=True):
            self.values[parameter] = [argument]
        body = self.function.body
        for binding in (binding for part in body.blocks for binding in part.bindings):
            self._bind(builder, binding)
        returned = self._values(place, body.body)
        builder.location = _location(place)
        builder.insert(ReturnOp(returned))
        names = [name_of(parameter) for parameter in parameters]
        made = FuncOp(
            self.name,
            FunctionType.from_lists(types, [value.type for value in returned]),
            sym_visibility=None if "global_symbol" in (self.function.attrs or {}) else "private",
            arg_attrs=ArrayAttr([DictionaryAttr({NAME: StringAttr(name)}) for name in names]),
            body=Region(block),
        )
        shapes = [self._shape(place, type_of(parameter)) for parameter in parameters]
        made.attributes[SHAPES] = ArrayAttr(map(StringAttr, shapes))
        if attributes := self._attributes(place):
            made.attributes[ATTRIBUTES] = DictionaryAttr(attributes)
        made.location = _location(place)
        return made

    def _attributes(self, place: Place) -> dict[str, Attribute]:
        """The attributes of the function apart from its name."""
        found: dict[str, Attribute] = {}
        for name, value in dict(self.function.attrs or {}).items():
            if str(name) != "global_symbol":
                try:
                    found[str(name)] = attribute_of(value)
                except ValueError as failure:
                    raise place.error(f"attribute '{name}' {failure}") from None
        return found

    def _bind(self, builder: Builder, binding: Any) -> None:
        """Convert a binding."""
        value = binding.value
        place = Place(self.name, name_of(binding.var), [value.span, binding.span, binding.var.span, self.function.span])
        builder.location = _location(place)
        operator = getattr(value, "op", None)
        is_call = isinstance(value, relax.Call)
        if isinstance(binding, relax.MatchCast):
            raise place.error("R.match_cast has no operation in the relax dialect")
        if is_call and operator == tvm.ir.Op.get("relax.call_dps_packed"):
            made = self._call_dps_packed(place, value)
        elif is_call and operator == tvm.ir.Op.get("relax.call_tir"):
            scalars = [*value.args[2:], *(given for given in value.args[1].fields if scalar_of(given) is not None)]
            if scalars:
                raise place.error(f"the argument {scalars[0]} of relax.call_tir is no tensor, as in the relax dialect")
            made = CallTirOp(
                str(value.args[0].name_hint), self._tensors(place, value.args[1]), self._outputs(place, value)
            )
        elif is_call:
            raise place.error(f"'{getattr(operator, 'name', operator)}' has no operation in the relax dialect")
        else:
            self.values[binding.var] = self._values(place, value)
            return
        made.attributes[SHAPES] = ArrayAttr(StringAttr(self._shape(place, type_)) for type_ in result_types(value))
        made.attributes[NAME] = StringAttr(name_of(binding.var))
        builder.insert(made)
        self.values[binding.var] = list(made.outputs)

    def _call_dps_packed(self, place: Place, call: Any) -> CallDpsPackedOp:
        callee = str(call.args[0].global_symbol)
        given = list(call.args[1].fields)
        made = CallDpsPackedOp.of(callee, [self._argument(place, value) for value in given], self._outputs(place, call))
        if data_types := [index for index, value in enumerate(given) if is_data_type(value)]:
            made.attributes[DATA_TYPES] = DenseArrayBase.from_list(i64, data_types)
        return made

    def _argument(self, place: Place, argument: Any) -> SSAValue | Attribute:
        """A tensor, or a constant."""
        text = text_of(argument)
        if text is not None:
            return StringAttr(text)
        scalar = scalar_of(argument)
        if scalar is None:
            return self._tensor(place, argument)
        number = constant_of(scalar)
        if number is not None:
            return IntegerAttr(number, i64)
        try:
            return FloatAttr(float(plain(scalar)), f64)
        except AttributeError:
            raise place.error(f"the argument {scalar} is no constant, as calls of the relax dialect have") from None

    def _tensors(self, place: Place, arguments: Any) -> list[SSAValue]:
        return [self._tensor(place, argument) for argument in arguments.fields]

    def _tensor(self, place: Place, value: Any) -> SSAValue:
        found = self._values(place, value)
        if len(found) != 1:
            raise place.error(f"{value} is a tuple: calls of the relax dialect have tensors")
        return found[0]

    def _values(self, place: Place, value: Any) -> list[SSAValue]:
        """The tensors of an expression: one, or those of a tuple."""
        if isinstance(value, relax.Tuple):
            return [self._tensor(place, element) for element in value.fields]
        if isinstance(value, relax.TupleGetItem):
            return [self._values(place, value.tuple_value)[value.index]]
        if isinstance(value, relax.Var) and value in self.values:
            return self.values[value]
        raise place.error(f"{type(value).__name__} has no operation in the relax dialect")

    def _outputs(self, place: Place, call: Any) -> list[Attribute]:
        return [self._type(place, type_) for type_ in result_types(call)]

    @staticmethod
    def _type(place: Place, type_: Any) -> Attribute:
        """The tensor type of the dialect; symbolic extents are dynamic."""
        shape = shape_of(type_) if isinstance(type_, TensorType) else None
        if shape is None:
            what = "a tuple" if isinstance(type_, TupleType) else str(type_)
            raise place.error(f"{what} has no type in the relax dialect, which has tensors with a shape")
        if dtype_of(type_) not in ELEMENTS:
            raise place.error(f"{dtype_of(type_) or 'an unknown type'} is no element type of the relax dialect")
        extents = [constant_of(extent) for extent in shape]
        return MlirTensorType(ELEMENTS[dtype_of(type_)], [DYNAMIC_INDEX if e is None else e for e in extents])

    def _shape(self, place: Place, type_: Any) -> str:
        try:
            return BETWEEN_EXTENTS.join(spelled(extent, self.extents) for extent in shape_of(type_) or ())
        except ValueError as failure:
            raise place.error(str(failure)) from None


def _location(place: Place) -> LocationAttr:
    span = place.span
    if span is None:
        return file_line_col(place.function, 1, 1)
    return file_line_col(str(span.source_name.name), int(span.line), int(span.column))
