"""Loop annotations."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.irdl import irdl_attr_definition, param_def

from xtriton.dialects.upstream.llvm.records import Fields, Kind, RecordAttr


@irdl_attr_definition
class LoopVectorizeAttr(RecordAttr):
    """Whether and how to vectorize a loop."""

    name = "llvm.loop_vectorize"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "predicateEnable": Kind.BOOLEAN,
        "scalableEnable": Kind.BOOLEAN,
        "width": Kind.ATTRIBUTE,
        "followupVectorized": Kind.ATTRIBUTE,
        "followupEpilogue": Kind.ATTRIBUTE,
        "followupAll": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopInterleaveAttr(RecordAttr):
    """How many iterations to interleave."""

    name = "llvm.loop_interleave"
    FIELDS: ClassVar[Fields] = {
        "count": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopUnrollAttr(RecordAttr):
    """Whether and how to unroll a loop."""

    name = "llvm.loop_unroll"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "count": Kind.ATTRIBUTE,
        "runtimeDisable": Kind.BOOLEAN,
        "full": Kind.BOOLEAN,
        "followupUnrolled": Kind.ATTRIBUTE,
        "followupRemainder": Kind.ATTRIBUTE,
        "followupAll": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopUnrollAndJamAttr(RecordAttr):
    """Whether and how to unroll a loop and fuse its copies."""

    name = "llvm.loop_unroll_and_jam"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "count": Kind.ATTRIBUTE,
        "followupOuter": Kind.ATTRIBUTE,
        "followupInner": Kind.ATTRIBUTE,
        "followupRemainderOuter": Kind.ATTRIBUTE,
        "followupRemainderInner": Kind.ATTRIBUTE,
        "followupAll": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopLICMAttr(RecordAttr):
    """Whether to hoist invariant code out of a loop."""

    name = "llvm.loop_licm"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "versioningDisable": Kind.BOOLEAN,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopDistributeAttr(RecordAttr):
    """Whether to distribute a loop."""

    name = "llvm.loop_distribute"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "followupCoincident": Kind.ATTRIBUTE,
        "followupSequential": Kind.ATTRIBUTE,
        "followupFallback": Kind.ATTRIBUTE,
        "followupAll": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopPipelineAttr(RecordAttr):
    """Whether to pipeline a loop."""

    name = "llvm.loop_pipeline"
    FIELDS: ClassVar[Fields] = {
        "disable": Kind.BOOLEAN,
        "initiationinterval": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopPeeledAttr(RecordAttr):
    """How many iterations were peeled."""

    name = "llvm.loop_peeled"
    FIELDS: ClassVar[Fields] = {
        "count": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopUnswitchAttr(RecordAttr):
    """Whether to unswitch a loop."""

    name = "llvm.loop_unswitch"
    FIELDS: ClassVar[Fields] = {
        "partialDisable": Kind.BOOLEAN,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopAnnotationAttr(RecordAttr):
    """All annotations of a loop."""

    name = "llvm.loop_annotation"
    FIELDS: ClassVar[Fields] = {
        "disableNonforced": Kind.BOOLEAN,
        "vectorize": LoopVectorizeAttr,
        "interleave": LoopInterleaveAttr,
        "unroll": LoopUnrollAttr,
        "unrollAndJam": LoopUnrollAndJamAttr,
        "licm": LoopLICMAttr,
        "distribute": LoopDistributeAttr,
        "pipeline": LoopPipelineAttr,
        "peeled": LoopPeeledAttr,
        "unswitch": LoopUnswitchAttr,
        "mustProgress": Kind.BOOLEAN,
        "isVectorized": Kind.BOOLEAN,
        "startLoc": Kind.ATTRIBUTE,
        "endLoc": Kind.ATTRIBUTE,
        "parallelAccesses": Kind.REST,
    }
    fields: DictionaryAttr = param_def()


LOOP_ATTRIBUTES = [
    LoopAnnotationAttr,
    LoopDistributeAttr,
    LoopInterleaveAttr,
    LoopLICMAttr,
    LoopPeeledAttr,
    LoopPipelineAttr,
    LoopUnrollAndJamAttr,
    LoopUnrollAttr,
    LoopUnswitchAttr,
    LoopVectorizeAttr,
]
