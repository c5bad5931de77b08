"""The attributes of the ``tt`` dialect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy
from xtriton.ir.struct_syntax import keyword_reader, parse_struct
from xtriton.versions import V3_9, VersionRange, since


@dataclass(frozen=True)
class CachePolicy:
    """The cache hints of a memory access."""

    cache: CacheModifier = CacheModifier.NONE
    evict: EvictionPolicy = EvictionPolicy.NORMAL


@irdl_attr_definition
class CachePolicyAttr(Data[CachePolicy]):
    """``#tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>``: cache hints of a memory access."""

    name = "tt.cache_policy"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)

    @property
    def modifier(self) -> CacheModifier:
        """The cache modifier."""
        return self.data.cache

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> CachePolicy:
        parser.parse_punctuation("<")
        readers = {
            "cache_modifier": keyword_reader(CacheModifier, "::mlir::triton::CacheModifier"),
            "eviction_policy": keyword_reader(EvictionPolicy, "::mlir::triton::EvictionPolicy"),
        }
        found = parse_struct(parser, "TT_CachePolicyAttr", readers, tuple(readers))
        parser.parse_punctuation(">")
        return CachePolicy(
            cast("CacheModifier", found["cache_modifier"]), cast("EvictionPolicy", found["eviction_policy"])
        )

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(
            f"<cache_modifier = {self.data.cache.keyword}, eviction_policy = {self.data.evict.keyword}>"
        )
