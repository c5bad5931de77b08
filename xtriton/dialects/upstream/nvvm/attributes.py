"""Attributes of the ``nvvm`` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntAttr, StringAttr
from xdsl.ir import Attribute, OpaqueSyntaxAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.upstream.keywords import KeywordAttr
from xtriton.versions import V3_7, VersionRange, before, since


@irdl_attr_definition
class ShflKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The addressing mode of a shuffle."""

    name = "nvvm.shfl_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("bfly", "up", "down", "idx")
    CPP_NAME: ClassVar[str] = "NVVM::ShflKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ShflKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class VoteSyncKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The kind of a vote."""

    name = "nvvm.vote_sync_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("any", "all", "ballot", "uni")
    CPP_NAME: ClassVar[str] = "NVVM::VoteSyncKind"
    CPP_ATTRIBUTE: ClassVar[str] = "VoteSyncKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MatchSyncKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The kind of a match."""

    name = "nvvm.match_sync_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("any", "all")
    CPP_NAME: ClassVar[str] = "NVVM::MatchSyncKind"
    CPP_ATTRIBUTE: ClassVar[str] = "MatchSyncKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


class _ReductionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    KEYWORDS: ClassVar[Sequence[str]] = ("add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax")
    BRACKETS: ClassVar[bool] = False


@irdl_attr_definition
class ReduxKindAttr(_ReductionAttr):
    """The operation of a warp reduction."""

    name = "nvvm.redux_kind"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    CPP_NAME: ClassVar[str] = "NVVM::ReduxKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ReduxKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ReductionKindAttr(_ReductionAttr):
    """The operation of a warp reduction."""

    name = "nvvm.reduction_kind"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    CPP_NAME: ClassVar[str] = "NVVM::ReductionKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ReductionKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ActionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """Whether to increase or decrease the register limit."""

    name = "nvvm.action"
    KEYWORDS: ClassVar[Sequence[str]] = ("increase", "decrease")
    CPP_NAME: ClassVar[str] = "NVVM::SetMaxRegisterAction"
    CPP_ATTRIBUTE: ClassVar[str] = "SetMaxRegisterActionAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class GridDepActionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The action of ``griddepcontrol``."""

    name = "nvvm.grid_dep_action"
    KEYWORDS: ClassVar[Sequence[str]] = ("wait", "launch_dependents")
    CPP_NAME: ClassVar[str] = "NVVM::GridDepActionKind"
    CPP_ATTRIBUTE: ClassVar[str] = "GridDepActionAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ProxyKindAttr(KeywordAttr):
    """A memory proxy."""

    name = "nvvm.proxy_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("alias", "async", "async.global", "async.shared", "tensormap", "generic")
    CPP_NAME: ClassVar[str] = "NVVM::ProxyKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ProxyKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class SharedSpaceAttr(KeywordAttr):
    """Shared memory of a CTA or of a cluster."""

    name = "nvvm.shared_space"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta", "cluster")
    CPP_NAME: ClassVar[str] = "NVVM::SharedSpace"
    CPP_ATTRIBUTE: ClassVar[str] = "SharedSpaceAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MemScopeAttr(KeywordAttr):
    """The scope of a memory operation."""

    name = "nvvm.mem_scope"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta", "cluster", "gpu", "sys")
    CPP_NAME: ClassVar[str] = "NVVM::MemScopeKind"
    CPP_ATTRIBUTE: ClassVar[str] = "MemScopeKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaLayoutAttr(KeywordAttr):
    """The layout of an MMA operand."""

    name = "nvvm.mma_layout"
    KEYWORDS: ClassVar[Sequence[str]] = ("row", "col")
    CPP_NAME: ClassVar[str] = "NVVM::MMALayout"
    CPP_ATTRIBUTE: ClassVar[str] = "MMALayoutAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaTypeAttr(KeywordAttr):
    """The element type of an MMA operand."""

    name = "nvvm.mma_type"
    KEYWORDS: ClassVar[Sequence[str]] = ("f16", "f32", "tf32", "bf16", "s8", "u8", "s32", "s4", "u4", "b1", "f64")
    CPP_NAME: ClassVar[str] = "NVVM::MMATypes"
    CPP_ATTRIBUTE: ClassVar[str] = "MMATypesAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaB1opAttr(KeywordAttr):
    """The bitwise operation of a one-bit MMA."""

    name = "nvvm.mma_b1op"
    KEYWORDS: ClassVar[Sequence[str]] = ("none", "xor_popc", "and_popc")
    CPP_NAME: ClassVar[str] = "NVVM::MMAB1Op"
    CPP_ATTRIBUTE: ClassVar[str] = "MMAB1OpAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaIntOverflowAttr(KeywordAttr):
    """The overflow behaviour of an integer MMA: wrapping or saturating."""

    name = "nvvm.mma_int_overflow"
    KEYWORDS: ClassVar[Sequence[str]] = ("wrapped", "satfinite")
    CPP_NAME: ClassVar[str] = "NVVM::MMAIntOverflow"
    CPP_ATTRIBUTE: ClassVar[str] = "MMAIntOverflowAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LdStMatrixEltTypeAttr(KeywordAttr):
    """The element type of a matrix load or store."""

    name = "nvvm.ld_st_matrix_elt_type"
    KEYWORDS: ClassVar[Sequence[str]] = ("b16", "b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64")
    CPP_NAME: ClassVar[str] = "NVVM::LdStMatrixEltType"
    CPP_ATTRIBUTE: ClassVar[str] = "LdStMatrixEltTypeAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LoadCacheModifierAttr(KeywordAttr):
    """The cache operator of a load."""

    name = "nvvm.load_cache_modifier"
    KEYWORDS: ClassVar[Sequence[str]] = ("ca", "cg", "cs", "lu", "cv")
    CPP_NAME: ClassVar[str] = "NVVM::LoadCacheModifierKind"
    CPP_ATTRIBUTE: ClassVar[str] = "LoadCacheModifierAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class Tcgen05WaitAttr(KeywordAttr):
    """Which tensor memory accesses to wait for."""

    name = "nvvm.tcgen05_wait"
    KEYWORDS: ClassVar[Sequence[str]] = ("load", "store")
    CPP_NAME: ClassVar[str] = "NVVM::Tcgen05WaitKind"
    CPP_ATTRIBUTE: ClassVar[str] = "Tcgen05WaitKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class Tcgen05FenceAttr(KeywordAttr):
    """Whether a fence is before or after a thread synchronisation."""

    name = "nvvm.tcgen05_fence"
    KEYWORDS: ClassVar[Sequence[str]] = ("before", "after")
    CPP_NAME: ClassVar[str] = "NVVM::Tcgen05FenceKind"
    CPP_ATTRIBUTE: ClassVar[str] = "Tcgen05FenceKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class CtaGroupAttr(KeywordAttr):
    """The number of CTAs of a tcgen05 operation."""

    name = "nvvm.cta_group"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta_1", "cta_2")
    CPP_NAME: ClassVar[str] = "NVVM::CTAGroupKind"
    CPP_ATTRIBUTE: ClassVar[str] = "CTAGroupKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class PrefetchCacheLevelAttr(KeywordAttr):
    """The cache level of a prefetch."""

    name = "nvvm.prefetch_cache_level"
    KEYWORDS: ClassVar[Sequence[str]] = ("L1", "L2")
    CPP_NAME: ClassVar[str] = "NVVM::PrefetchCacheLevel"
    CPP_ATTRIBUTE: ClassVar[str] = "PrefetchCacheLevelAttr"
    keyword: StringAttr = param_def()


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


ATTRIBUTES: list[type[Attribute]] = [
    ActionAttr,
    CtaGroupAttr,
    GridDepActionAttr,
    LdStMatrixEltTypeAttr,
    LdStMatrixShapeAttr,
    LoadCacheModifierAttr,
    MMAShapeAttr,
    MatchSyncKindAttr,
    MemScopeAttr,
    MmaB1opAttr,
    MmaIntOverflowAttr,
    MmaLayoutAttr,
    MmaTypeAttr,
    PrefetchCacheLevelAttr,
    ProxyKindAttr,
    ReductionKindAttr,
    ReduxKindAttr,
    SharedSpaceAttr,
    ShflKindAttr,
    Tcgen05FenceAttr,
    Tcgen05WaitAttr,
    VoteSyncKindAttr,
]
