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


@irdl_attr_definition
class ShflKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """How a shuffle finds the lane to read from."""

    name = "nvvm.shfl_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("bfly", "up", "down", "idx")
    CPP_NAME: ClassVar[str] = "NVVM::ShflKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ShflKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class VoteSyncKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """What a vote gives."""

    name = "nvvm.vote_sync_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("any", "all", "ballot", "uni")
    CPP_NAME: ClassVar[str] = "NVVM::VoteSyncKind"
    CPP_ATTRIBUTE: ClassVar[str] = "VoteSyncKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MatchSyncKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """What a match gives."""

    name = "nvvm.match_sync_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("any", "all")
    CPP_NAME: ClassVar[str] = "NVVM::MatchSyncKind"
    CPP_ATTRIBUTE: ClassVar[str] = "MatchSyncKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ReduxKindAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """What a reduction over a warp computes."""

    name = "nvvm.redux_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax")
    CPP_NAME: ClassVar[str] = "NVVM::ReduxKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ReduxKindAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ActionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """Whether a warp wants more registers or gives some back."""

    name = "nvvm.action"
    KEYWORDS: ClassVar[Sequence[str]] = ("increase", "decrease")
    CPP_NAME: ClassVar[str] = "NVVM::SetMaxRegisterAction"
    CPP_ATTRIBUTE: ClassVar[str] = "SetMaxRegisterActionAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class GridDepActionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """What to do about grids that depend on each other."""

    name = "nvvm.grid_dep_action"
    KEYWORDS: ClassVar[Sequence[str]] = ("wait", "launch_dependents")
    CPP_NAME: ClassVar[str] = "NVVM::GridDepActionKind"
    CPP_ATTRIBUTE: ClassVar[str] = "GridDepActionAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ProxyKindAttr(KeywordAttr):
    """A way of accessing memory."""

    name = "nvvm.proxy_kind"
    KEYWORDS: ClassVar[Sequence[str]] = ("alias", "async", "async.global", "async.shared", "tensormap", "generic")
    CPP_NAME: ClassVar[str] = "NVVM::ProxyKind"
    CPP_ATTRIBUTE: ClassVar[str] = "ProxyKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class SharedSpaceAttr(KeywordAttr):
    """Shared memory of a block or of a cluster."""

    name = "nvvm.shared_space"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta", "cluster")
    CPP_NAME: ClassVar[str] = "NVVM::SharedSpace"
    CPP_ATTRIBUTE: ClassVar[str] = "SharedSpaceAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MemScopeAttr(KeywordAttr):
    """Who sees an access in order."""

    name = "nvvm.mem_scope"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta", "cluster", "gpu", "sys")
    CPP_NAME: ClassVar[str] = "NVVM::MemScopeKind"
    CPP_ATTRIBUTE: ClassVar[str] = "MemScopeKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaLayoutAttr(KeywordAttr):
    """How a matrix operand is laid out."""

    name = "nvvm.mma_layout"
    KEYWORDS: ClassVar[Sequence[str]] = ("row", "col")
    CPP_NAME: ClassVar[str] = "NVVM::MMALayout"
    CPP_ATTRIBUTE: ClassVar[str] = "MMALayoutAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaTypeAttr(KeywordAttr):
    """The type of a matrix operand."""

    name = "nvvm.mma_type"
    KEYWORDS: ClassVar[Sequence[str]] = ("f16", "f32", "tf32", "bf16", "s8", "u8", "s32", "s4", "u4", "b1", "f64")
    CPP_NAME: ClassVar[str] = "NVVM::MMATypes"
    CPP_ATTRIBUTE: ClassVar[str] = "MMATypesAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaB1opAttr(KeywordAttr):
    """How single bits are multiplied."""

    name = "nvvm.mma_b1op"
    KEYWORDS: ClassVar[Sequence[str]] = ("none", "xor_popc", "and_popc")
    CPP_NAME: ClassVar[str] = "NVVM::MMAB1Op"
    CPP_ATTRIBUTE: ClassVar[str] = "MMAB1OpAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MmaIntOverflowAttr(KeywordAttr):
    """What an integer sum does when it is too large."""

    name = "nvvm.mma_int_overflow"
    KEYWORDS: ClassVar[Sequence[str]] = ("wrapped", "satfinite")
    CPP_NAME: ClassVar[str] = "NVVM::MMAIntOverflow"
    CPP_ATTRIBUTE: ClassVar[str] = "MMAIntOverflowAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LdStMatrixEltTypeAttr(KeywordAttr):
    """The elements of a matrix that is loaded or stored."""

    name = "nvvm.ld_st_matrix_elt_type"
    KEYWORDS: ClassVar[Sequence[str]] = ("b16", "b8", "b8x16.b6x16_p32", "b8x16.b4x16_p64")
    CPP_NAME: ClassVar[str] = "NVVM::LdStMatrixEltType"
    CPP_ATTRIBUTE: ClassVar[str] = "LdStMatrixEltTypeAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LoadCacheModifierAttr(KeywordAttr):
    """How a load uses the caches."""

    name = "nvvm.load_cache_modifier"
    KEYWORDS: ClassVar[Sequence[str]] = ("ca", "cg", "cs", "lu", "cv")
    CPP_NAME: ClassVar[str] = "NVVM::LoadCacheModifierKind"
    CPP_ATTRIBUTE: ClassVar[str] = "LoadCacheModifierAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class Tcgen05WaitAttr(KeywordAttr):
    """Which accesses to tensor memory to wait for."""

    name = "nvvm.tcgen05_wait"
    KEYWORDS: ClassVar[Sequence[str]] = ("load", "store")
    CPP_NAME: ClassVar[str] = "NVVM::Tcgen05WaitKind"
    CPP_ATTRIBUTE: ClassVar[str] = "Tcgen05WaitKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class Tcgen05FenceAttr(KeywordAttr):
    """On which side of a thread synchronisation accesses are kept."""

    name = "nvvm.tcgen05_fence"
    KEYWORDS: ClassVar[Sequence[str]] = ("before", "after")
    CPP_NAME: ClassVar[str] = "NVVM::Tcgen05FenceKind"
    CPP_ATTRIBUTE: ClassVar[str] = "Tcgen05FenceKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class CtaGroupAttr(KeywordAttr):
    """How many blocks work together."""

    name = "nvvm.cta_group"
    KEYWORDS: ClassVar[Sequence[str]] = ("cta_1", "cta_2")
    CPP_NAME: ClassVar[str] = "NVVM::CTAGroupKind"
    CPP_ATTRIBUTE: ClassVar[str] = "CTAGroupKindAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class PrefetchCacheLevelAttr(KeywordAttr):
    """A cache."""

    name = "nvvm.prefetch_cache_level"
    KEYWORDS: ClassVar[Sequence[str]] = ("L1", "L2")
    CPP_NAME: ClassVar[str] = "NVVM::PrefetchCacheLevel"
    CPP_ATTRIBUTE: ClassVar[str] = "PrefetchCacheLevelAttr"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LdStMatrixShapeAttr(ParametrizedAttribute):
    """``<m = 8, n = 8>``: the shape of a matrix that is loaded or stored."""

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
    """``<m = 16, n = 8, k = 8>``: the shape of a matrix product."""

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
    ReduxKindAttr,
    SharedSpaceAttr,
    ShflKindAttr,
    Tcgen05FenceAttr,
    Tcgen05WaitAttr,
    VoteSyncKindAttr,
]
