"""Functions of the ``relax`` dialect as Relax functions of a ``tvm.IRModule``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.relax import CallDpsPackedOp, CallTirOp
from xtriton.dialects.upstream.func import FuncOp, ReturnOp
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_attr, is_tensor_type
from xtriton.ir.symbols import symbol_name
from xtriton.tvm.attributes import value_of
from xtriton.tvm.elements import ELEMENTS
from xtriton.tvm.library import TensorType, dps_call, dtype_value, prim_value, relax, string_value, tirx
from xtriton.tvm.symbolic import parsed
from xtriton.tvm.to_dialect import ATTRIBUTES, BETWEEN_EXTENTS, DATA_TYPES, NAME, SHAPES

_DTYPES: Mapping[Attribute, str] = {element: name for name, element in ELEMENTS.items()}
_ROWS = "m"
"""The symbolic dimension that dynamic extents are, where a function does not name them."""


def from_dialect(module: ModuleOp, base: Any = None) -> Any:
    """The functions of a module as a ``tvm.IRModule``, with the PrimFuncs and attributes of ``base``, if that is given.

    Dynamic extents are the symbolic dimensions that ``relax.shapes`` names; without that attribute, the one dimension
    ``m``. Raises ``DiagnosticError`` for operations that Relax lacks, and for calls of functions that ``base`` lacks.
    """
    builder = relax.BlockBuilder(base) if base is not None else relax.BlockBuilder()
    known = {} if base is None else {str(variable.name_hint): variable for variable in base.get_global_vars()}
    for op in module.body.ops:
        if not isinstance(op, FuncOp):
            raise error(op.location, f"'{op.name}' cannot be converted to TVM: only functions can")
        if not op.is_declaration:
            name, function = str(symbol_name(op)), _Function(op, known).converted()
            if name in known:
                builder.update_func(known[name], function)
            else:
                builder.add_func(function, name)
    return builder.get()


@dataclass
class _Function:
    """A function that is being converted."""

    op: FuncOp
    known: Mapping[str, Any]
    values: dict[SSAValue, Any] = field(default_factory=dict[SSAValue, Any])
    variables: dict[str, Any] = field(default_factory=dict[str, Any])

    def converted(self) -> Any:
        """The Relax function."""
        block = self.op.body.block
        types = self._types(self.op, [argument.type for argument in block.args])
        names = self._argument_names(len(types))
        parameters = [relax.Var(name, type_) for name, type_ in zip(names, types, strict=True)]
        self.values.update(zip(block.args, parameters, strict=True))
        builder = relax.BlockBuilder()
        name = str(symbol_name(self.op))
        is_private = self.op.sym_visibility == StringAttr("private")
        with builder.function(name, parameters, attrs=self._attributes(), private=is_private):
            with builder.dataflow():
                outputs = self._body(builder, list(block.ops))
            builder.emit_func_output(outputs[0] if len(outputs) == 1 else relax.Tuple(outputs))
        return builder.get()[name]

    def _attributes(self) -> dict[str, Any]:
        listed = self.op.attributes.get(ATTRIBUTES)
        if listed is None:
            return {}
        if not isinstance(listed, DictionaryAttr):
            raise error(self.op.location, f"'{ATTRIBUTES}' must be a dictionary, but is {listed}")
        try:
            return {name: value_of(attribute) for name, attribute in listed.data.items()}
        except ValueError as failure:
            raise error(self.op.location, f"'{ATTRIBUTES}' {failure}") from None

    def _body(self, builder: Any, ops: Sequence[Operation]) -> list[Any]:
        """Convert the operations, and return the results of the function."""
        done: set[SSAValue] = set()
        for op in ops:
            if isinstance(op, ReturnOp):
                return [
                    self.values[value] if value in done else builder.emit_output(self.values[value])
                    for value in op.operands
                ]
            if not isinstance(op, CallDpsPackedOp | CallTirOp):
                raise error(op.location, f"'{op.name}' cannot be converted to TVM: only calls of kernels can")
            is_result = len(op.outputs) == 1 and any(isinstance(use.operation, ReturnOp) for use in op.outputs[0].uses)
            emit = builder.emit_output if is_result else builder.emit
            made = emit(self._call(op), *self._binding_name(op))
            done.update(op.outputs if is_result else ())
            if len(op.outputs) == 1:
                self.values[op.outputs[0]] = made
            else:
                for index, output in enumerate(op.outputs):
                    self.values[output] = builder.emit(relax.TupleGetItem(made, index))
        raise error(self.op.location, "the function does not end with a return")

    def _call(self, op: CallDpsPackedOp | CallTirOp) -> Any:
        types = self._types(op, [output.type for output in op.outputs])
        if isinstance(op, CallDpsPackedOp):
            listed = op.attributes.get(DATA_TYPES)
            data_types = listed.get_values() if isinstance(listed, DenseArrayBase) else ()
            arguments = [self._argument(op, argument, index in data_types) for index, argument in enumerate(op.given)]
            return dps_call("call_dps_packed", relax.ExternFunc(op.callee_name), arguments, types)
        callee = self.known.get(op.callee_name)
        if callee is None:
            raise error(op.location, f"'{op.callee_name}' is not part of the dialect: give the module that has it")
        return dps_call("call_tir", callee, [self.values[tensor] for tensor in op.tensors], types)

    def _argument(self, op: Operation, argument: SSAValue | Attribute, is_data_type: bool) -> Any:
        if isinstance(argument, SSAValue):
            return self.values[argument]
        if isinstance(argument, StringAttr):
            return self._text(op, argument.data, is_data_type)
        if is_integer_attr(argument):
            return prim_value(tirx.const(argument.value.data, "int64"))
        if isinstance(argument, FloatAttr):
            return prim_value(tirx.const(float(cast("Any", argument).value.data), "float64"))
        raise error(op.location, f"{argument} is no constant of Relax")

    @staticmethod
    def _text(op: Operation, text: str, is_data_type: bool) -> Any:
        if not is_data_type:
            return string_value(text)
        try:
            return dtype_value(text)
        except (ValueError, TypeError):
            raise error(op.location, f"'{text}' is listed in '{DATA_TYPES}', but is no data type") from None

    def _types(self, op: Operation, types: Sequence[Attribute]) -> list[Any]:
        """TVM's types of tensors, with the symbolic extents that the operation names."""
        listed = op.attributes.get(SHAPES)
        texts = cast("ArrayAttr[StringAttr]", listed).data if isinstance(listed, ArrayAttr) else None
        shapes = None if texts is None else [text.data for text in texts]
        if shapes is not None and len(shapes) != len(types):
            raise error(op.location, f"'{SHAPES}' has {len(shapes)} shapes for {len(types)} tensors")
        return [self._type(op, type_, None if shapes is None else shapes[at]) for at, type_ in enumerate(types)]

    def _type(self, op: Operation, type_: Attribute, shape: str | None) -> Any:
        if not is_tensor_type(type_) or type_.element_type not in _DTYPES:
            raise error(op.location, f"TVM has no type for {type_}")
        extents = list(type_.get_shape())
        texts = [_ROWS if extent == DYNAMIC_INDEX else str(extent) for extent in extents]
        if shape is not None:
            given = [text for text in shape.split(BETWEEN_EXTENTS) if text]
            fits = len(given) == len(extents) and all(
                extent in (DYNAMIC_INDEX, int(text) if text.isdecimal() else None)
                for text, extent in zip(given, extents, strict=True)
            )
            if not fits:
                raise error(op.location, f"the shape '{shape}' of '{SHAPES}' is not that of {type_}")
            texts = given
        try:
            return TensorType([parsed(text, self.variables) for text in texts], _DTYPES[type_.element_type])
        except ValueError as failure:
            raise error(op.location, str(failure)) from None

    def _argument_names(self, count: int) -> list[str]:
        listed = self.op.arg_attrs
        entries = cast("ArrayAttr[DictionaryAttr]", listed).data if isinstance(listed, ArrayAttr) else ()
        names = [entry.data.get(NAME) for entry in entries] or [None] * count
        return [name.data if isinstance(name, StringAttr) else f"arg{at}" for at, name in enumerate(names)]

    @staticmethod
    def _binding_name(op: Operation) -> list[str]:
        name = op.attributes.get(NAME)
        return [name.data] if isinstance(name, StringAttr) else []
