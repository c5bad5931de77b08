"""The ``relax`` dialect: calls of kernels in destination-passing style, as in graphs of MLC-LLM.

The callee gets its arguments and the output arrays, which the caller allocates by the types of the results. Functions
are those of ``func``, over tensors whose symbolic dimensions are dynamic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Self, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FloatAttr, StringAttr, SymbolRefAttr, UnitAttr, i64
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolUserOpInterface

from xtriton.ir.constraints import AnyRankedTensor, AttrPredicate, FlatSymbolRef
from xtriton.ir.definitions import Operands, Property, Results, prop_def, var_operand_def, var_result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.op import Op
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.walk import ancestors

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective
    from xtriton.ir.syntax import ParsedParts

EXTERNAL_MODULES = "relax.external_mods"
"""The attribute of a module that lists compiled kernels, each a dictionary with its ``symbol``."""


def external_modules(module: Operation) -> tuple[Attribute, ...]:
    """The entries of :data:`EXTERNAL_MODULES`; empty if it is absent."""
    listed = module.attributes.get(EXTERNAL_MODULES)
    return cast("ArrayAttr[Attribute]", listed).data if isinstance(listed, ArrayAttr) else ()


def external_symbol(entry: Attribute) -> str | None:
    """The name of an entry's kernel; ``None`` if it has no name."""
    name = entry.data.get("symbol") if isinstance(entry, DictionaryAttr) else None
    return name.data if isinstance(name, StringAttr) else None


def _is_constant(attr: Attribute) -> bool:
    return is_integer_attr(attr) or isinstance(attr, FloatAttr | StringAttr)


_Arguments = AttrPredicate(
    "array of constants, with unit in the places of tensors",
    lambda attr: (
        isinstance(attr, ArrayAttr)
        and all(
            isinstance(element, UnitAttr) or _is_constant(element)
            for element in cast("ArrayAttr[Attribute]", attr).data
        )
    ),
    storage=lambda attr: isinstance(attr, ArrayAttr),
)


def _parse_arguments(parser: Parser, parts: ParsedParts) -> None:
    """``(%x, 128, "float16")``: tensors and constants in any order."""
    operands = parts.operands["tensors"] = []
    parts.positions["tensors"] = parser.pos

    def one() -> Attribute:
        operand = parser.parse_optional_unresolved_operand()
        if operand is None:
            return parser.parse_attribute()
        operands.append(operand)
        return UnitAttr()

    parts.properties["arguments"] = ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.PAREN, one))


def _print_arguments(printer: Printer, op: CallDpsPackedOp) -> None:
    def one(argument: SSAValue | Attribute) -> None:
        if isinstance(argument, SSAValue):
            printer.print_ssa_value(argument)
        elif is_integer_attr(argument) and argument.type == i64:
            printer.print_string(str(argument.value.data))
        else:
            printer.print_attribute(argument)

    printer.print_string("(")
    printer.print_list(op.given, one)
    printer.print_string(")")


@irdl_op_definition
class CallDpsPackedOp(Op):
    """A call of an external function, by a name such as ``mlc.triton.w8a8_block_fp8_matmul``."""

    name = "relax.call_dps_packed"
    callee: Property[str] = prop_def(FlatSymbolRef)
    arguments: Property = prop_def(_Arguments)
    tensors: Operands = var_operand_def(AnyRankedTensor, default=())
    outputs: Results = var_result_def(AnyRankedTensor, default=())
    SYNTAX: ClassVar = (
        "$callee `` custom<Arguments>($tensors, $arguments) attr-dict `:` functional-type($tensors, results)"
    )
    CUSTOM: ClassVar[Mapping[str, CustomDirective]] = {"Arguments": (_parse_arguments, _print_arguments)}

    @classmethod
    def of(cls, callee: str, arguments: Iterable[SSAValue | Attribute], result_types: Sequence[Attribute]) -> Self:
        """The call with values and attributes in the order of the callee's parameters."""
        given = list(arguments)
        places = [UnitAttr() if isinstance(argument, SSAValue) else argument for argument in given]
        tensors = [argument for argument in given if isinstance(argument, SSAValue)]
        return cls(tensors, callee=callee, arguments=ArrayAttr(places), outputs=result_types)

    @property
    def callee_name(self) -> str:
        """The name of the external function."""
        return cast("SymbolRefAttr", self.callee).root_reference.data

    @property
    def given(self) -> list[SSAValue | Attribute]:
        """The arguments in order: tensors, and constants as attributes."""
        tensors = iter(self.tensors)
        places = cast("ArrayAttr[Attribute]", self.arguments).data
        return [next(tensors) if isinstance(place, UnitAttr) else place for place in places]

    def verify_op(self) -> None:
        places = sum(isinstance(argument, UnitAttr) for argument in cast("ArrayAttr[Attribute]", self.arguments).data)
        if places != len(self.tensors):
            raise Violation(f"number of operands ({len(self.tensors)}) is not that of places for them ({places})")
        if not self.outputs:
            raise Violation("has no result, but a callee in destination-passing style writes one or more")


class _KernelUser(SymbolUserOpInterface):
    """The callee must be a function, or a compiled kernel of an enclosing module."""

    def verify(self, op: Operation) -> None:
        callee = cast("SymbolRefAttr", op.properties["callee"])
        if lookup_nearest_symbol(op, callee) is not None:
            return
        name = callee.root_reference.data
        for parent in ancestors(op):
            if any(external_symbol(entry) == name for entry in external_modules(parent)):
                return
        raise Violation(f"'{name}' is neither a symbol of the module nor a kernel of its '{EXTERNAL_MODULES}'")


@irdl_op_definition
class CallTirOp(Op):
    """A call of a function or a compiled kernel of the module."""

    name = "relax.call_tir"
    callee: Property[str] = prop_def(FlatSymbolRef, kw_only=False)
    tensors: Operands = var_operand_def(AnyRankedTensor, default=())
    outputs: Results = var_result_def(AnyRankedTensor, default=(), kw_only=False)
    traits = traits_def(_KernelUser())
    SYNTAX: ClassVar = "$callee `(` $tensors `)` attr-dict `:` functional-type($tensors, results)"

    @property
    def callee_name(self) -> str:
        """The name of the kernel."""
        return cast("SymbolRefAttr", self.callee).root_reference.data

    def verify_op(self) -> None:
        if not self.outputs:
            raise Violation("has no result, but a callee in destination-passing style writes one or more")


Relax = Dialect("relax", [CallDpsPackedOp, CallTirOp])
