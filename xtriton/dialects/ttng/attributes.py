"""The attributes of the ``ttng`` dialect: layouts of Blackwell's tensor memory."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.ttg.attribute_fields import Reader, checked, format_bool, parse_struct
from xtriton.dialects.ttg.attributes import LayoutAttr, PlainAttribute, register_layout_attr
from xtriton.ir.number_parser import parse_bool, parse_unsigned
from xtriton.layouts.encodings import TensorMemory, TensorMemoryScales


@irdl_attr_definition
class TensorMemorySpaceAttr(PlainAttribute):
    """``#ttng.tensor_memory``: memory descriptors of this space are in tensor memory."""

    name = "ttng.tensor_memory"


@irdl_attr_definition
class TensorMemoryEncodingAttr(LayoutAttr[TensorMemory]):
    """``#ttng.tensor_memory_encoding<blockM = ..., blockN = ..., colStride = ...>``."""

    name = "ttng.tensor_memory_encoding"
    ALIAS: ClassVar = "tmem"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TensorMemory:
        position = parser.pos
        parser.parse_punctuation("<")
        names = ("blockM", "blockN", "colStride", "CTASplitM", "CTASplitN")
        readers: dict[str, Reader] = {**dict.fromkeys(names, parse_unsigned), "twoCTAs": parse_bool}
        found = parse_struct(parser, "TTG_TensorMemoryEncodingAttr", readers, names[:3])
        parser.parse_punctuation(">")
        sizes = [cast("int", found.get(name, 1)) for name in names]
        with checked(parser, position):
            return TensorMemory(*sizes, two_ctas=bool(found.get("twoCTAs", False)))

    def fields(self) -> str:
        it = self.data
        text = f"blockM = {it.block_m}, blockN = {it.block_n}, colStride = {it.col_stride}"
        if it.cta_split_m != 1:
            text += f", CTASplitM = {it.cta_split_m}"
        if it.cta_split_n != 1:
            text += f", CTASplitN = {it.cta_split_n}"
        return text + (f", twoCTAs = {format_bool(True)}" if it.two_ctas else "")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.fields()}>")


@irdl_attr_definition
class TensorMemoryScalesEncodingAttr(LayoutAttr[TensorMemoryScales]):
    """``#ttng.tensor_memory_scales_encoding<>``: the scales of a block-scaled MMA."""

    name = "ttng.tensor_memory_scales_encoding"
    ALIAS: ClassVar = "tmem_scales"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TensorMemoryScales:
        position = parser.pos
        parser.parse_punctuation("<")
        readers: dict[str, Reader] = {"CTASplitM": parse_unsigned, "CTASplitN": parse_unsigned}
        found = parse_struct(parser, "TTG_TensorMemoryScalesEncodingAttr", readers, ())
        parser.parse_punctuation(">")
        with checked(parser, position):
            return TensorMemoryScales(cast("int", found.get("CTASplitM", 1)), cast("int", found.get("CTASplitN", 1)))

    def fields(self) -> str:
        splits = (("CTASplitM", self.data.cta_split_m), ("CTASplitN", self.data.cta_split_n))
        return ", ".join(f"{name} = {split}" for name, split in splits if split != 1)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.fields()}>")


register_layout_attr(TensorMemory, TensorMemoryEncodingAttr)
register_layout_attr(TensorMemoryScales, TensorMemoryScalesEncodingAttr)
