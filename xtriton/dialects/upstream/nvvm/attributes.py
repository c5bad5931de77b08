"""Attributes of the ``nvvm`` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, OpaqueSyntaxAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.upstream.keywords import KeywordAttr, keyword_attr
from xtriton.ir.op_tables import attributes_in
from xtriton.versions import V3_7, before, since


class _Keyword(KeywordAttr):
    """``#nvvm.mma_layout<row>``."""


class _BareKeyword(KeywordAttr, OpaqueSyntaxAttribute):
    """``#nvvm<shfl_kind bfly>``."""

    BRACKETS: ClassVar[bool] = False


ShflKindAttr = keyword_attr(_BareKeyword, "nvvm.shfl_kind", "NVVM::ShflKind", ("bfly", "up", "down", "idx"))
"""The addressing mode of a shuffle."""
VoteSyncKindAttr = keyword_attr(
    _BareKeyword, "nvvm.vote_sync_kind", "NVVM::VoteSyncKind", ("any", "all", "ballot", "uni")
)
"""The kind of a vote."""
MatchSyncKindAttr = keyword_attr(_BareKeyword, "nvvm.match_sync_kind", "NVVM::MatchSyncKind", ("any", "all"))
"""The kind of a match."""
_REDUCTIONS = ("add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax")
ReduxKindAttr = keyword_attr(_BareKeyword, "nvvm.redux_kind", "NVVM::ReduxKind", _REDUCTIONS, VERSIONS=before(V3_7))
"""The operation of a warp reduction."""
ReductionKindAttr = keyword_attr(
    _BareKeyword, "nvvm.reduction_kind", "NVVM::ReductionKind", _REDUCTIONS, VERSIONS=since(V3_7)
)
"""The operation of a warp reduction."""
ActionAttr = keyword_attr(_BareKeyword, "nvvm.action", "NVVM::SetMaxRegisterAction", ("increase", "decrease"))
"""Whether to increase or decrease the register limit."""
GridDepActionAttr = keyword_attr(
    _BareKeyword, "nvvm.grid_dep_action", "NVVM::GridDepActionKind", ("wait", "launch_dependents"), "GridDepActionAttr"
)
"""The action of ``griddepcontrol``."""
ProxyKindAttr = keyword_attr(
    _Keyword,
    "nvvm.proxy_kind",
    "NVVM::ProxyKind",
    ("alias", "async", "async.global", "async.shared", "tensormap", "generic"),
)
"""A memory proxy."""
SharedSpaceAttr = keyword_attr(_Keyword, "nvvm.shared_space", "NVVM::SharedSpace", ("cta", "cluster"))
"""Shared memory of a CTA or of a cluster."""
MemScopeAttr = keyword_attr(_Keyword, "nvvm.mem_scope", "NVVM::MemScopeKind", ("cta", "cluster", "gpu", "sys"))
"""The scope of a memory operation."""
MmaLayoutAttr = keyword_attr(_Keyword, "nvvm.mma_layout", "NVVM::MMALayout", ("row", "col"))
"""The layout of an MMA operand."""
MmaTypeAttr = keyword_attr(
    _Keyword,
    "nvvm.mma_type",
    "NVVM::MMATypes",
    ("f16", "f32", "tf32", "bf16", "s8", "u8", "s32", "s4", "u4", "b1", "f64"),
)
"""The element type of an MMA operand."""
MmaB1opAttr = keyword_attr(_Keyword, "nvvm.mma_b1op", "NVVM::MMAB1Op", ("none", "xor_popc", "and_popc"))
"""The bitwise operation of a one-bit MMA."""
MmaIntOverflowAttr = keyword_attr(_Keyword, "nvvm.mma_int_overflow", "NVVM::MMAIntOverflow", ("wrapped", "satfinite"))
"""The overflow behaviour of an integer MMA: wrapping or saturating."""
LdStMatrixEltTypeAttr = keyword_attr(
    _Keyword,
    "nvvm.ld_st_matrix_elt_type",
    "NVVM::LdStMatrixEltType",
    ("b16", "b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64"),
)
"""The element type of a matrix load or store."""
LoadCacheModifierAttr = keyword_attr(
    _Keyword,
    "nvvm.load_cache_modifier",
    "NVVM::LoadCacheModifierKind",
    ("ca", "cg", "cs", "lu", "cv"),
    "LoadCacheModifierAttr",
)
"""The cache operator of a load."""
Tcgen05WaitAttr = keyword_attr(_Keyword, "nvvm.tcgen05_wait", "NVVM::Tcgen05WaitKind", ("load", "store"))
"""Which tensor memory accesses to wait for."""
Tcgen05FenceAttr = keyword_attr(_Keyword, "nvvm.tcgen05_fence", "NVVM::Tcgen05FenceKind", ("before", "after"))
"""Whether a fence is before or after a thread synchronisation."""
CtaGroupAttr = keyword_attr(_Keyword, "nvvm.cta_group", "NVVM::CTAGroupKind", ("cta_1", "cta_2"))
"""The number of CTAs of a tcgen05 operation."""
PrefetchCacheLevelAttr = keyword_attr(_Keyword, "nvvm.prefetch_cache_level", "NVVM::PrefetchCacheLevel", ("L1", "L2"))
"""The cache level of a prefetch."""


@irdl_attr_definition
class LdStMatrixShapeAttr(ParametrizedAttribute):
    """``<m = 8, n = 8>``: the shape of a matrix load or store."""

    name = "nvvm.ld_st_matrix_shape"
    m: IntAttr = param_def()
    n: IntAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return _parse_extents(parser, "mn")

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<m = {self.m.data}, n = {self.n.data}>")


@irdl_attr_definition
class MMAShapeAttr(ParametrizedAttribute):
    """``<m = 16, n = 8, k = 8>``: the shape of an MMA."""

    name = "nvvm.shape"
    m: IntAttr = param_def()
    n: IntAttr = param_def()
    k: IntAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return _parse_extents(parser, "mnk")

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<m = {self.m.data}, n = {self.n.data}, k = {self.k.data}>")


def _parse_extents(parser: AttrParser, names: str) -> list[IntAttr]:
    extents: list[IntAttr] = []
    parser.parse_punctuation("<")
    for index, name in enumerate(names):
        if index:
            parser.parse_punctuation(",")
        parser.parse_keyword(name)
        parser.parse_punctuation("=")
        extents.append(IntAttr(parser.parse_integer(allow_boolean=False)))
    parser.parse_punctuation(">")
    return extents


ATTRIBUTES = attributes_in(vars())
