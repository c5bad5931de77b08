"""Operations of ``ttg`` that synchronize the threads of a CTA, and the warp id."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xtriton.dialects.ttg.op import LayoutOp
from xtriton.dialects.upstream.gpu import BarrierOp as GpuBarrierOp
from xtriton.ir.constraints import I32, AttrPredicate, UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    OptionalProperty,
    Property,
    Result,
    opt_prop_def,
    prop_def,
    result_def,
)
from xtriton.ir.narrowing import int_value, is_integer_attr
from xtriton.versions import V3_7, VersionRange, before, since

ADDRESS_SPACES = {"none": 0, "local": 1, "global_read": 2, "global_write": 4, "tensor_read": 8, "tensor_write": 16}
"""The memory that a barrier makes visible: a bit mask."""
ALL_ADDRESS_SPACES = 31

AddrSpaceAttr: AttrPredicate[int] = AttrPredicate(
    "32-bit signless integer attribute whose minimum value is 0 and whose maximum value is 31",
    lambda attr: is_integer_attr(attr) and attr.type == i32 and 0 <= attr.value.data <= ALL_ADDRESS_SPACES,
    values=(int,),
    convert=lambda bits: IntegerAttr(bits, i32),
)


@irdl_op_definition
class LocalBarrierOp(LayoutOp):
    """A barrier of the CTA's threads that makes their writes to shared memory visible."""

    name = "ttg.local_barrier"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class BarrierOp(LayoutOp):
    """A barrier of the CTA's threads that makes their accesses to the memory in ``addrSpace`` visible."""

    name = "ttg.barrier"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    addrSpace: Property[int] = prop_def(AddrSpaceAttr)

    @classmethod
    def parse(cls, parser: Parser) -> BarrierOp:
        bits = _parse_address_space(parser)
        while parser.parse_optional_punctuation("|") is not None:
            bits |= _parse_address_space(parser)
        return cls(addrSpace=bits)

    def print(self, printer: Printer) -> None:
        bits = int_value(self.properties["addrSpace"])
        named = [name for name, bit in ADDRESS_SPACES.items() if bit & bits]
        text = "all" if bits == ALL_ADDRESS_SPACES else "|".join(named) or "none"
        printer.print_string(f" {text}")


DEBUG_BARRIERS = (GpuBarrierOp, BarrierOp)
"""The TTIR operation of ``tl.debug_barrier``: ``gpu.barrier`` before 3.7, ``ttg.barrier`` since."""


def _parse_address_space(parser: Parser) -> int:
    word = parser.parse_optional_identifier_or_str_literal()
    if word is None:
        parser.raise_error("expected valid keyword or string")
    if word == "all":
        return ALL_ADDRESS_SPACES
    if word not in ADDRESS_SPACES:
        parser.raise_error(f"unknown addrSpace '{word}'")
    return ADDRESS_SPACES[word]


def visible_memory(op: BarrierOp) -> int:
    """The bits of :data:`ADDRESS_SPACES` that a barrier orders."""
    return int_value(op.addrSpace)


@irdl_op_definition
class WarpIdOp(LayoutOp):
    """The index of the warp in its CTA. ``omitUniformHint`` leaves out the hint that it is uniform in the warp."""

    name = "ttg.warp_id"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    omitUniformHint: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "attr-dict"
