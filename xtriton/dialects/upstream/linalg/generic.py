"""``linalg.generic``, and the operations in the regions of ``linalg`` operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    StringAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, ReturnLike

from xtriton.dialects.upstream.destination import parse_ins_and_outs, print_ins_and_outs
from xtriton.dialects.upstream.linalg.structured import (
    STRUCTURED_TRAITS,
    AffineMapArray,
    IteratorTypeArray,
    IteratorTypeAttr,
    StructuredOp,
    iterators_of,
    maps_of,
    result_types_for,
    yielded_type,
)
from xtriton.dialects.upstream.regions import parse_arrow_types, print_arrow_types, types_of
from xtriton.dialects.upstream.shaped import AnyShaped, RankedTensor
from xtriton.ir.constraints import AnyType, I64Attr, Index, StrAttr, confined, raise_op_error
from xtriton.ir.definitions import (
    INFERRED,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    Results,
    computed,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value
from xtriton.ir.op import Op
from xtriton.ir.traits import SingleBlock


def segment_sizes(inputs: int, outputs: int) -> Attribute:
    """The segment sizes of inputs and outputs."""
    return DenseArrayBase.from_list(i32, [inputs, outputs])


@irdl_op_definition
class GenericOp(StructuredOp):
    """A structured operation on tensors or memrefs with explicit maps and region."""

    name = "linalg.generic"
    inputs: Operands = var_operand_def(AnyType, default=())
    outputs: Operands = var_operand_def(AnyShaped, default=())
    indexing_maps: Property[Sequence[AffineMap]] = prop_def(AffineMapArray)
    iterator_types: Property[Sequence[str]] = prop_def(IteratorTypeArray)
    doc: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    library_call: OptionalProperty[str] = opt_prop_def(StrAttr, default=None)
    result_tensors: Results = var_result_def(RankedTensor, default=computed(result_types_for, "outputs"))
    region: OpRegion = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), *STRUCTURED_TRAITS)

    @property
    def ins(self) -> Sequence[SSAValue]:
        return self.inputs

    @property
    def outs(self) -> Sequence[SSAValue]:
        return self.outputs

    @property
    def maps(self) -> list[AffineMap]:
        return maps_of(self.indexing_maps)

    @property
    def iterators(self) -> list[str]:
        return iterators_of(self.iterator_types)

    @classmethod
    def parse(cls, parser: Parser) -> GenericOp:
        start = parser.pos
        given = parser.parse_attribute()
        if not isinstance(given, DictionaryAttr):
            raise_op_error(parser, "invalid kind of attribute specified", start)
        properties, attributes = _split(parser, given, start)
        values = parse_ins_and_outs(parser)
        if parser.parse_optional_keyword("attrs") is not None:
            parser.parse_punctuation("=")
            attributes |= parser.parse_optional_attr_dict()
        region = parser.parse_region()
        types = parse_arrow_types(parser)
        return cls.create(
            operands=values.all,
            result_types=types,
            properties=properties | {"operandSegmentSizes": segment_sizes(*values.sizes)},
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" {")
        shown = {name: value for name, value in sorted(self.properties.items()) if name != "operandSegmentSizes"}
        printer.print_list(shown.items(), lambda entry: _print_entry(printer, *entry))
        printer.print_string("}")
        print_ins_and_outs(printer, self.inputs, self.outputs)
        if self.attributes:
            printer.print_string(" attrs = ")
            printer.print_op_attributes(self.attributes)
        printer.print_string(" ")
        printer.print_region(self.region)
        print_arrow_types(printer, types_of(self.results))


def _print_entry(printer: Printer, name: str, value: Attribute) -> None:
    printer.print_string(f"{name} = ")
    if name == "iterator_types":
        printer.print_string("[" + ", ".join(f'"{iterator}"' for iterator in iterators_of(value)) + "]")
    else:
        printer.print_attribute(value)


def _split(parser: Parser, given: DictionaryAttr, start: int) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
    """The entries of the first dictionary as (properties, attributes); iterator types are strings in it."""
    defined = GenericOp.get_irdl_definition().properties
    properties = {name: value for name, value in given.data.items() if name in defined}
    iterators = properties.get("iterator_types")
    if isinstance(iterators, ArrayAttr):
        properties["iterator_types"] = ArrayAttr(
            _iterator(parser, iterator, start) for iterator in cast("Any", iterators).data
        )
    return properties, {name: value for name, value in given.data.items() if name not in defined}


def _iterator(parser: Parser, attr: Attribute, start: int) -> Attribute:
    if not isinstance(attr, StringAttr):
        return attr
    if attr.data not in IteratorTypeAttr.KEYWORDS:
        raise_op_error(parser, f"unexpected iterator_type ({attr.data})", start)
    return IteratorTypeAttr.of(attr.data)


@irdl_op_definition
class YieldOp(Op):
    """Terminates a ``linalg`` region with the new elements of the outputs."""

    name = "linalg.yield"
    values: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(Pure(), ReturnLike(), IsTerminator())
    SYNTAX: ClassVar = "attr-dict ($values^ `:` type($values))?"

    def verify_in_context(self) -> None:
        parent = self.parent_op()
        if not isinstance(parent, StructuredOp):
            raise Violation("expected single non-empty parent region")
        count = len(parent.outs)
        if len(self.values) != count:
            raise Violation(
                f"expected number of yield values ({len(self.values)}) to match the number of inits / outs operands "
                f"of the enclosing LinalgOp ({count})"
            )
        for number, value in enumerate(self.values, 1):
            expected = yielded_type(parent, number - 1)
            if value.type != expected:
                raise Violation(
                    f"type of yield operand {number} ('{value.type}') doesn't match the element type of the "
                    f"enclosing linalg.generic op ('{expected}')"
                )


_Dim = confined(I64Attr, ("minimum value is 0", lambda attr: int_value(attr) >= 0))


@irdl_op_definition
class IndexOp(Op):
    """The induction variable of an enclosing loop."""

    name = "linalg.index"
    dim: Property[int] = prop_def(_Dim, kw_only=False)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$dim attr-dict `:` type($result)"

    def verify_in_context(self) -> None:
        parent: Operation | None = self.parent_op()
        if not isinstance(parent, StructuredOp):
            raise Violation("expected parent op with LinalgOp interface")
        dim = int_value(self.dim)
        if dim >= parent.loops:
            raise Violation(
                f"expected dim ({dim}) to be lower than the number of loops ({parent.loops}) of the enclosing LinalgOp"
            )
