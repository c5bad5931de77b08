"""Named operations: matmuls, copies, fills. Their regions follow from their operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer

from xtriton.dialects.upstream.destination import parse_ins_and_outs, print_ins_and_outs
from xtriton.dialects.upstream.linalg.bodies import Fill, body, copy_first, multiply_and_add
from xtriton.dialects.upstream.linalg.generic import segment_sizes
from xtriton.dialects.upstream.linalg.structured import (
    PARALLEL,
    REDUCTION,
    STRUCTURED_TRAITS,
    AffineMapArray,
    StructuredOp,
    TypeFn,
    TypeFnAttr,
    dims_map,
    maps_attr,
    maps_of,
    result_types_for,
    shape_rank,
)
from xtriton.dialects.upstream.regions import parse_arrow_types, print_arrow_types, split_attributes, types_of
from xtriton.dialects.upstream.shaped import AnyShaped, RankedTensor
from xtriton.ir.constraints import AnyType, raise_op_error
from xtriton.ir.definitions import (
    Operands,
    OpRegion,
    OptionalProperty,
    Results,
    computed,
    opt_prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.traits import SingleBlock

UNSIGNED = TypeFnAttr.new([StringAttr("cast_unsigned")])
"""The property ``cast`` of operations on unsigned integers."""


def _filled(
    op: NamedOp, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue], cast: Attribute | None = None
) -> Region:
    """The region of an operation with these operands."""
    return body([*inputs, *outputs], type(op).FILL, unsigned=cast == UNSIGNED)


class NamedOp(StructuredOp):
    """An operation with inputs, outputs, and a region built by ``FILL``."""

    FILL: ClassVar[Fill]
    ARGUMENTS: ClassVar[int] = 2
    """The number of region arguments, which is that of inputs and outputs together."""
    inputs: Operands = var_operand_def(AnyType, default=())
    outputs: Operands = var_operand_def(AnyShaped, default=())
    result_tensors: Results = var_result_def(RankedTensor, default=computed(result_types_for, "outputs"))
    region: OpRegion = region_def(default=computed(_filled, "self", "inputs", "outputs"))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(SingleBlock(), *STRUCTURED_TRAITS)

    @classmethod
    def default_properties(cls) -> dict[str, Attribute]:
        """The default properties of an operation."""
        return {}

    @property
    def ins(self) -> Sequence[SSAValue]:
        return self.inputs

    @property
    def outs(self) -> Sequence[SSAValue]:
        return self.outputs

    @property
    def iterators(self) -> list[str]:
        return [PARALLEL] * shape_rank(self.outputs[0])

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        written = _parse_maps(parser, cls)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        values = parse_ins_and_outs(parser)
        if len(values.all) != cls.ARGUMENTS:
            raise_op_error(parser, f"region expects {cls.ARGUMENTS} arguments, got {len(values.all)}")
        more, later = split_attributes(cls, parser.parse_optional_attr_dict())
        types = parse_arrow_types(parser)
        properties = cls.default_properties() | written | listed | more
        return cls.create(
            operands=values.all,
            result_types=types,
            properties=properties | {"operandSegmentSizes": segment_sizes(*values.sizes)},
            attributes=attributes | later,
            regions=[body(values.all, cls.FILL, unsigned=properties.get("cast") == UNSIGNED)],
        )

    def print(self, printer: Printer) -> None:
        defaults = self.default_properties() | {"operandSegmentSizes": self.properties["operandSegmentSizes"]}
        shown = {name: value for name, value in self.properties.items() if defaults.get(name) != value}
        maps = shown.pop("indexing_maps", None)
        if maps is not None:
            printer.print_string(" indexing_maps = ")
            printer.print_attribute(maps)
        printer.print_op_attributes(shown | dict(self.attributes))
        print_ins_and_outs(printer, self.inputs, self.outputs)
        print_arrow_types(printer, types_of(self.results))


def _parse_maps(parser: Parser, op_class: type[NamedOp]) -> dict[str, Attribute]:
    defined = op_class.get_irdl_definition().properties
    if "indexing_maps" not in defined or parser.parse_optional_keyword("indexing_maps") is None:
        return {}
    parser.parse_punctuation("=")
    position = parser.pos
    maps = parser.parse_attribute()
    if not AffineMapArray.accepts(maps):
        raise_op_error(parser, "expected an array of affine maps", position)
    return {"indexing_maps": maps}


@irdl_op_definition
class FillOp(NamedOp):
    """Sets all elements to one value."""

    name = "linalg.fill"
    FILL: ClassVar[Fill] = copy_first

    @property
    def maps(self) -> list[AffineMap]:
        rank = shape_rank(self.outputs[0])
        return [dims_map(rank, ()), AffineMap.identity(rank)]


@irdl_op_definition
class CopyOp(NamedOp):
    """Copies all elements."""

    name = "linalg.copy"
    FILL: ClassVar[Fill] = copy_first
    cast: OptionalProperty = opt_prop_def(TypeFn, default=None)
    region: OpRegion = region_def(default=computed(_filled, "self", "inputs", "outputs", "cast"))

    @property
    def maps(self) -> list[AffineMap]:
        return [AffineMap.identity(shape_rank(self.outputs[0]))] * 2


class _ProductOp(NamedOp):
    """A contraction over the last loop. ``DIMS`` are the loops of left operand, right operand and output."""

    DIMS: ClassVar[tuple[tuple[int, ...], ...]]
    FILL: ClassVar[Fill] = multiply_and_add
    ARGUMENTS: ClassVar[int] = 3

    @classmethod
    def default_maps(cls) -> list[AffineMap]:
        """The default indexing maps."""
        loops = 1 + max(dim for dims in cls.DIMS for dim in dims)
        return [dims_map(loops, dims) for dims in cls.DIMS]

    @property
    def maps(self) -> list[AffineMap]:
        written = self.properties.get("indexing_maps")
        return self.default_maps() if written is None else maps_of(written)

    @property
    def iterators(self) -> list[str]:
        loops = self.maps[0].num_dims
        return [*[PARALLEL] * (loops - 1), REDUCTION]


def _default_maps(op: _ProductOp) -> list[AffineMap]:
    return op.default_maps()


@irdl_op_definition
class MatmulOp(_ProductOp):
    """A matmul, accumulated in the output."""

    name = "linalg.matmul"
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 2), (2, 1), (0, 1))
    indexing_maps: OptionalProperty[Sequence[AffineMap]] = opt_prop_def(
        AffineMapArray, default=computed(_default_maps, "self")
    )
    cast: OptionalProperty = opt_prop_def(TypeFn, default=None)
    region: OpRegion = region_def(default=computed(_filled, "self", "inputs", "outputs", "cast"))

    @classmethod
    def default_properties(cls) -> dict[str, Attribute]:
        return {"indexing_maps": maps_attr(cls.default_maps())}


@irdl_op_definition
class BatchMatmulOp(_ProductOp):
    """A batch of matmuls, one for each index of the first dimension."""

    name = "linalg.batch_matmul"
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1, 3), (0, 3, 2), (0, 1, 2))
    indexing_maps: OptionalProperty[Sequence[AffineMap]] = opt_prop_def(
        AffineMapArray, default=computed(_default_maps, "self")
    )
    cast: OptionalProperty = opt_prop_def(TypeFn, default=None)
    region: OpRegion = region_def(default=computed(_filled, "self", "inputs", "outputs", "cast"))

    @classmethod
    def default_properties(cls) -> dict[str, Attribute]:
        return {"indexing_maps": maps_attr(cls.default_maps())}


@irdl_op_definition
class DotOp(_ProductOp):
    """The inner product of two vectors, added to the output."""

    name = "linalg.dot"
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0,), (0,), ())


@irdl_op_definition
class MatvecOp(_ProductOp):
    """A matrix-vector product, accumulated in the output."""

    name = "linalg.matvec"
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1), (1,), (0,))


@irdl_op_definition
class VecmatOp(_ProductOp):
    """A vector-matrix product, accumulated in the output."""

    name = "linalg.vecmat"
    DIMS: ClassVar[tuple[tuple[int, ...], ...]] = ((1,), (1, 0), (0,))
