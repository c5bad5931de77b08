"""Conversions between consecutive versions of Triton.

A conversion changes an operation in place, or replaces it, while the new version is in effect. It returns why that is
not possible, or ``None``. Differences that need no conversion, such as syntax, are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from xdsl.dialects.builtin import BoolAttr, ModuleOp, UnitAttr
from xdsl.ir import Attribute, Operation

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.nvg import WarpIdOp as NvgWarpIdOp
from xtriton.dialects.nvws.descriptor import DescriptorLoadOp as NvwsDescriptorLoadOp
from xtriton.dialects.tt.atomics import AtomicLoadOp, AtomicStoreOp
from xtriton.dialects.tt.attributes import CachePolicy, CachePolicyAttr
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.elementwise import ApproxDivFOp
from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy
from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.tt.shape import BroadcastOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.barrier import (
    ADDRESS_SPACES,
    ALL_ADDRESS_SPACES,
    BarrierOp,
    LocalBarrierOp,
    WarpIdOp,
    visible_memory,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.attributes import CachePolicyAttr as NvidiaCachePolicyAttr
from xtriton.dialects.ttng.barrier import (
    ArriveBarrierOp,
    ClusterArriveOp,
    ClusterBarrierOp,
    ClusterWaitOp,
    ExplicitClusterArriveOp,
)
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp
from xtriton.dialects.ttng.tensor_memory import TMEMCopyOp, TMEMSubSliceOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, TMAStoreWaitOp
from xtriton.dialects.upstream.arith.floating import DivFOp
from xtriton.dialects.upstream.gpu import BarrierOp as GpuBarrierOp
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import parent_of_type
from xtriton.layouts.encodings import TensorMemory
from xtriton.rewriting.atomics import exchange_for_store, loads_integers, update_for_load
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, V3_8, V3_9, TritonVersion

Convert = Callable[[Any, Rewriter], str | None]


@dataclass(frozen=True)
class Conversion:
    """How operations of some classes are converted."""

    classes: tuple[type[Operation], ...]
    convert: Convert


_CACHED = (
    LoadOp,
    StoreOp,
    DescriptorLoadOp,
    AsyncCopyGlobalToLocalOp,
    AsyncTMACopyGlobalToLocalOp,
    NvwsDescriptorLoadOp,
)
"""Memory accesses with a cache modifier and an eviction policy, or since 3.9 with a cache policy."""


# ------------------------------------------------------------------------------------------------------ 3.6 and 3.7


def _barrier_of_local_barrier(op: LocalBarrierOp, rewriter: Rewriter) -> None:
    """`ttg.barrier local`."""
    rewriter.replace_by(op, BarrierOp(addrSpace=ADDRESS_SPACES["local"]))


def _barrier_of_gpu_barrier(op: GpuBarrierOp, rewriter: Rewriter) -> None:
    """`ttg.barrier all`."""
    rewriter.replace_by(op, BarrierOp(addrSpace=ALL_ADDRESS_SPACES))


def _older_barrier(op: BarrierOp, rewriter: Rewriter) -> None:
    """A barrier of shared memory is `ttg.local_barrier`; any other is `gpu.barrier`, which orders all memory."""
    is_local = visible_memory(op) == ADDRESS_SPACES["local"]
    rewriter.replace_by(op, LocalBarrierOp() if is_local else GpuBarrierOp())


def _warp_id(op: NvgWarpIdOp, rewriter: Rewriter) -> None:
    """`ttg.warp_id`."""
    rewriter.replace_by(op, WarpIdOp())


def _older_warp_id(op: WarpIdOp, rewriter: Rewriter) -> None:
    """`nvg.warp_id`; the hint that it is not uniform is dropped."""
    rewriter.replace_by(op, NvgWarpIdOp())


def _captures_to_partitions(op: WarpSpecializeOp, rewriter: Rewriter) -> None:
    """The captures become operands of `ttg.warp_specialize.partitions`."""
    op.holder.operands = list(op.operands)
    op.operands = []


def _captures_from_partitions(op: WarpSpecializeOp, rewriter: Rewriter) -> None:
    """The captures become operands of `ttg.warp_specialize`."""
    op.operands = list(op.holder.operands)
    op.holder.operands = []


def _commit_of_cta_pair(op: TCGen5CommitOp, rewriter: Rewriter) -> None:
    """`two_ctas` becomes the attribute `ttng.two-ctas` of the module."""
    if op.properties.pop("two_ctas", None) is not None:
        _module_of(op).attributes["ttng.two-ctas"] = BoolAttr.from_bool(True)


def _older_commit(op: TCGen5CommitOp, rewriter: Rewriter) -> None:
    """`two_ctas` is set if the module has `ttng.two-ctas`."""
    if "ttng.two-ctas" in _module_of(op).attributes:
        op.properties["two_ctas"] = UnitAttr()


def _module_of(op: Operation) -> ModuleOp:
    found = parent_of_type(op, ModuleOp)
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------------------ 3.7 and 3.8


def _copy_without_barrier(op: TMEMCopyOp, rewriter: Rewriter) -> None:
    """A barrier operand becomes a `ttng.tc_gen5_commit` after the copy."""
    barrier = op.barrier
    if barrier is None:
        return
    rewriter.insert(TMEMCopyOp(op.src, op.dst))
    rewriter.insert(TCGen5CommitOp(barrier))
    rewriter.erase(op)


def _wait_for_reads(op: TMAStoreWaitOp, rewriter: Rewriter) -> None:
    """`read_only` is set: older versions wait for the reads of shared memory only."""
    op.properties["read_only"] = UnitAttr()


def _older_wait_for_reads(op: TMAStoreWaitOp, rewriter: Rewriter) -> str | None:
    """`read_only` is removed; it must be set."""
    return None if op.properties.pop("read_only", None) is not None else "it waits for the writes as well"


def _slice_in_its_own_layout(op: TMEMSubSliceOp, rewriter: Rewriter) -> None:
    """The result gets the encoding of the source."""
    _set_encoding(op, op.src.type, rewriter)


def _slice_of_a_narrower_block(op: TMEMSubSliceOp, rewriter: Rewriter) -> None:
    """The blocks in the result's encoding are no wider than the slice."""
    type_ = cast("MemDescType", op.result.type)
    layout = type_.layout()
    assert isinstance(layout, TensorMemory)
    narrower = encoding_attr(replace(layout, block_n=min(layout.block_n, type_.get_shape()[-1])))
    _set_encoding(op, MemDescType.new([*type_.parameters[:2], narrower, *type_.parameters[3:]]), rewriter)


def _set_encoding(op: TMEMSubSliceOp, like: Attribute, rewriter: Rewriter) -> None:
    """Give the result the encoding of a type."""
    old, encoding = cast("MemDescType", op.result.type), cast("MemDescType", like).encoding
    rewriter.set_type(op.result, MemDescType.new([*old.parameters[:2], encoding, *old.parameters[3:]]))


def _arrival_and_wait(op: ClusterBarrierOp, rewriter: Rewriter) -> None:
    """`ttng.cluster_arrive` and `ttng.cluster_wait`."""
    rewriter.insert(ExplicitClusterArriveOp(relaxed=op.relaxed))
    rewriter.insert(ClusterWaitOp())
    rewriter.erase(op)


# ------------------------------------------------------------------------------------------------------ 3.8 and 3.9


def _cache_policy(op: Any, rewriter: Rewriter) -> None:
    """Cache modifier and eviction policy become `#tt.cache_policy`, if either is not the default."""
    policy = CachePolicy(CacheModifier.of(op.cache), EvictionPolicy.of(op.evict))
    for name in ("cache", "evict"):
        op.properties.pop(name, None)
    if policy != CachePolicy():
        op.properties["cachePolicy"] = CachePolicyAttr(policy)


def _cache_and_eviction(op: Any, rewriter: Rewriter) -> str | None:
    """`#tt.cache_policy` becomes cache modifier and eviction policy; `#ttng.cache_policy` is refused."""
    policy = op.properties.get("cachePolicy")
    if isinstance(policy, NvidiaCachePolicyAttr):
        return "it has cache hints of the second level, '#ttng.cache_policy'"
    if isinstance(policy, CachePolicyAttr):
        op.properties["cache"] = policy.data.cache.attr
        op.properties["evict"] = policy.data.evict.attr
        del op.properties["cachePolicy"]
    return None


def _offset_of_slice(op: TMEMSubSliceOp, rewriter: Rewriter) -> None:
    """`N` becomes `offset`."""
    op.properties["offset"] = op.properties.pop("N")


def _column_of_slice(op: TMEMSubSliceOp, rewriter: Rewriter) -> str | None:
    """`offset` becomes `N`; it must be one of columns."""
    if int_value(op.dim) != 1:
        return "it is a slice of rows"
    op.properties["N"] = op.properties.pop("offset")
    return None


def _cluster_barrier(op: ClusterArriveOp, rewriter: Rewriter) -> str | None:
    """An arrival directly before `ttng.cluster_wait` becomes `ttng.cluster_barrier`."""
    wait = op.next_op
    if not isinstance(wait, ClusterWaitOp):
        return "other operations stand between it and 'ttng.cluster_wait'"
    rewriter.erase(wait)
    rewriter.replace_by(op, ClusterBarrierOp(relaxed=op.relaxed))
    return None


def _wait_alone(op: ClusterWaitOp, rewriter: Rewriter) -> str | None:
    """It must follow `ttng.cluster_arrive`."""
    return None if op.parent is None else "it does not follow 'ttng.cluster_arrive'"


def _broadcast_in_one_layout(op: BroadcastOp, rewriter: Rewriter) -> None:
    """An operand in an equivalent layout is converted to the layout of the result."""
    encoding = encoding_of(op.result.type)
    if encoding is not None and encoding_of(op.src.type) != encoding:
        source = rewriter.insert(ConvertLayoutOp(op.src, result=with_encoding(op.src.type, encoding))).result
        rewriter.set_operand(op, 0, source)


def _division(op: ApproxDivFOp, rewriter: Rewriter) -> None:
    """`arith.divf`, which older versions approximate in the same way."""
    rewriter.replace_by(op, DivFOp(op.x, op.y))


def _exchange(op: AtomicStoreOp, rewriter: Rewriter) -> None:
    """`tt.atomic_rmw exch`."""
    exchange_for_store(op, rewriter)


def _or_with_zero(op: AtomicLoadOp, rewriter: Rewriter) -> str | None:
    """`tt.atomic_rmw or` with zero, of integers."""
    if not loads_integers(op):
        return "only integers can be loaded by 'tt.atomic_rmw or' with zero"
    update_for_load(op, rewriter)
    return None


def _multicast(op: ArriveBarrierOp, rewriter: Rewriter) -> str | None:
    """`ctaMask` is removed; it must be zero."""
    return "the CTAs of 'ctaMask' cannot be spelled as 'multicastCTA'" if int_value(op.ctaMask) else None


UPGRADES: Mapping[TritonVersion, tuple[Conversion, ...]] = {
    V3_7: (
        Conversion((LocalBarrierOp,), _barrier_of_local_barrier),
        Conversion((GpuBarrierOp,), _barrier_of_gpu_barrier),
        Conversion((NvgWarpIdOp,), _warp_id),
        Conversion((WarpSpecializeOp,), _captures_to_partitions),
        Conversion((TCGen5CommitOp,), _commit_of_cta_pair),
    ),
    V3_8: (
        Conversion((TMEMCopyOp,), _copy_without_barrier),
        Conversion((TMEMSubSliceOp,), _slice_in_its_own_layout),
        Conversion((TMAStoreWaitOp,), _wait_for_reads),
    ),
    V3_9: (
        Conversion(_CACHED, _cache_policy),
        Conversion((TMEMSubSliceOp,), _offset_of_slice),
        Conversion((ClusterArriveOp,), _cluster_barrier),
        Conversion((ClusterWaitOp,), _wait_alone),
        Conversion((ArriveBarrierOp,), _multicast),
    ),
}
"""The conversions to each version from the one before it."""

DOWNGRADES: Mapping[TritonVersion, tuple[Conversion, ...]] = {
    V3_9: (
        Conversion(_CACHED, _cache_and_eviction),
        Conversion((TMEMSubSliceOp,), _column_of_slice),
        Conversion((BroadcastOp,), _broadcast_in_one_layout),
        Conversion((ApproxDivFOp,), _division),
        Conversion((AtomicStoreOp,), _exchange),
        Conversion((AtomicLoadOp,), _or_with_zero),
    ),
    V3_8: (
        Conversion((ClusterBarrierOp,), _arrival_and_wait),
        Conversion((TMEMSubSliceOp,), _slice_of_a_narrower_block),
        Conversion((TMAStoreWaitOp,), _older_wait_for_reads),
    ),
    V3_7: (
        Conversion((BarrierOp,), _older_barrier),
        Conversion((WarpIdOp,), _older_warp_id),
        Conversion((WarpSpecializeOp,), _captures_from_partitions),
        Conversion((TCGen5CommitOp,), _older_commit),
    ),
}
"""The conversions from each version to the one before it."""
