"""Operations of ``ttng`` that synchronize: barriers in shared memory, fences, clusters."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, TensorType, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def

from xtriton.dialects.tt.effects import SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.types import Tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.op import LayoutOp, verify_transfer
from xtriton.dialects.ttg.types import MemDesc, MemDescType, bit_width
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng.cluster_checks import block_bases, is_contiguous
from xtriton.interfaces.calls import CallableOpInterface
from xtriton.ir.constraints import I1, I32, BoolAttribute, I1Attr, I32Attr, UnitAttribute
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    Property,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value
from xtriton.ir.walk import ancestors
from xtriton.layouts.encoding import SharedEncoding
from xtriton.layouts.encodings import Encoding, PaddedShared, to_linear_layout
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.vectors import largest_vectorisation
from xtriton.versions import (
    V3_6,
    V3_7,
    V3_8,
    V3_9,
    ByVersion,
    VersionRange,
    active_version,
    before,
    by_version,
    only,
    since,
)

_READS_AND_WRITES_ALLOC = Effects(read(SHARED_MEMORY, "alloc"), write(SHARED_MEMORY, "alloc"))
_WRITES_ALLOC = Effects(write(SHARED_MEMORY, "alloc"))


def _verify_one_word(op: Operation, memory: MemDescType) -> None:
    """A barrier is one 64-bit word."""
    if memory.element_type != i64 or memory.get_shape() != (1,):
        raise Violation("barrier allocation must be a descriptor of 1xi64 type")


def _verify_word_per_cta(op: Operation, memory: MemDescType) -> None:
    """A barrier has one 64-bit word for each CTA, or for each of several groups of CTAs."""
    if memory.element_type != i64 or memory.rank != 1 or memory.get_shape()[0] > num_ctas(module_of(op)):
        raise Violation("barrier allocation must be a descriptor of Nxi64 type with N <= number of CTAs")


_SPACE = by_version({V3_6: "", V3_9: " "})
"""Triton 3.8 leaves out a space."""


def _verify_cluster_barrier(op: Operation, memory: MemDescType) -> None:
    """CTAs share the words of a barrier in the order of their ids."""
    _verify_word_per_cta(op, memory)
    _verify_order_of_ctas(memory)


def _verify_contiguous_barrier(op: Operation, memory: MemDescType) -> None:
    """The words lie one after the other, and are all of their allocation."""
    _verify_word_per_cta(op, memory)
    if not is_contiguous(memory):
        raise Violation("barrier must have a contiguous shared-memory layout without subviews")
    _verify_order_of_ctas(memory)


def _verify_order_of_ctas(memory: MemDescType) -> None:
    bases = [basis[0] for basis in block_bases(memory) if basis[0]]
    if bases != [1 << index for index in range(len(bases))]:
        raise Violation(
            f"broadcasted cluster barriers require bases to be the sequence{_SPACE.now()}1, 2, 4, 8, ... perhaps with "
            "zero bases interleaved."
        )


_VERIFY_BARRIER = by_version(
    {
        V3_6: _verify_one_word,
        V3_7: _verify_word_per_cta,
        V3_8: _verify_cluster_barrier,
        V3_9: _verify_contiguous_barrier,
    }
)


def verify_barrier(op: Operation, type_: Attribute) -> None:
    """Verify the memory of a barrier that ``op`` uses."""
    _VERIFY_BARRIER.now()(op, cast("MemDescType", type_))


def verify_in_cluster(op: Operation) -> None:
    """The operation requires a cluster of several CTAs."""
    if num_ctas(module_of(op)) <= 1:
        raise Violation("requires ttg.num-ctas > 1")


def _verify_outside_partitions(op: Operation) -> None:
    """All warps of the CTA synchronize with the cluster."""
    verify_in_cluster(op)
    if _is_in_partition(op):
        raise Violation("cannot be used inside `ttg.warp_specialize`")


def _is_in_partition(op: Operation) -> bool:
    return any(parent.name == "ttg.warp_specialize" for parent in ancestors(op))


_VERIFY_CLUSTER: ByVersion[Callable[[Operation], None]] = by_version(
    {V3_6: lambda op: None, V3_7: verify_in_cluster, V3_8: _verify_outside_partitions}
)


def _has_word_per_cta(op: Operation, memory: MemDescType) -> bool:
    """Whether the barrier has one mbarrier word for each CTA of the cluster, in the order of CTA ids."""
    count, layout = num_ctas(module_of(op)), memory.layout()
    bases = [basis[0] for basis in layout.cta_layout.bases] if isinstance(layout, SharedEncoding) else []
    return memory.get_shape() == (count,) and bases == [1 << bit for bit in range(count.bit_length() - 1)]


def _verify_from_cta(op: BarrierExpectOp | ArriveBarrierOp) -> None:
    """The CTA that arrives is one of the cluster, whose barrier has a word for each."""
    if op.fromCTA is None:
        return
    if not 0 <= int_value(op.fromCTA) < num_ctas(module_of(op)):
        raise Violation("fromCTA must be in the range [0, num_ctas - 1]")
    if not _has_word_per_cta(op, cast("MemDescType", op.alloc.type)):
        raise Violation("fromCTA requires a 1D barrier with one element per CTA and canonical CGA layout")


_MULTICAST = by_version({V3_6: "", V3_8: "ctaMask", V3_9: "multicastCTA"})
"""The property with the bits of CTA ids along which an arrival is broadcast."""


def _verify_multicast(op: ArriveBarrierOp) -> None:
    """The CTAs that are arrived at are some of the cluster, whose barrier has a word for each."""
    name = _MULTICAST.now()
    if name not in op.properties:
        return
    mask, count, memory = int_value(op.properties[name]), num_ctas(module_of(op)), cast("MemDescType", op.alloc.type)
    if not mask:
        return
    if count <= 1:
        raise Violation("multicast arrive requires num_ctas > 1")
    if mask % (1 << 32) > count - 1:
        raise Violation(f"{name} exceeds numCTAs - 1")
    layout = memory.layout()
    bases = [list(basis) for basis in layout.cta_layout.bases] if isinstance(layout, SharedEncoding) else []
    expected = [[1 << bit] for bit in range(count.bit_length() - 1)]
    if bases != expected:
        raise Violation(f"multicast barrier cga_layout must be {expected}, got {bases}")


_ZERO = IntegerAttr(0, i32)
_FALSE = BoolAttr.from_bool(False)


@irdl_op_definition
class FenceAsyncSharedOp(LayoutOp):
    """Order generic-proxy accesses to shared memory before async-proxy ones."""

    name = "ttng.fence_async_shared"
    bCluster: Property[bool] = prop_def(BoolAttribute)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class FenceMBarrierInitReleaseClusterOp(LayoutOp):
    """Make the initialisation of barriers visible to the cluster."""

    name = "ttng.fence_mbarrier_init_release_cluster"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        verify_in_cluster(self)


@irdl_op_definition
class ClusterBarrierOp(LayoutOp):
    """Synchronize all warps of the cluster."""

    name = "ttng.cluster_barrier"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    relaxed: Property[bool] = prop_def(BoolAttribute, default=_FALSE)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        verify_in_cluster(self)
        _verify_in_kernel(self)


def _verify_in_kernel(op: Operation) -> None:
    """The barrier is in a kernel, or in a function that is inlined into one."""
    functions = (it for it in ancestors(op) if isinstance(it, CallableOpInterface) or it.name == "llvm.func")
    function = next(functions, None)
    if function is None:
        raise Violation("must be inside a kernel function")
    visibility = function.properties.get("sym_visibility", function.attributes.get("sym_visibility"))
    never_inlined = function.attributes.get("noinline", function.properties.get("noinline"))
    is_private = isinstance(visibility, StringAttr) and visibility.data == "private"
    if is_private and isinstance(never_inlined, IntegerAttr) and never_inlined.value.data:
        raise Violation("must be inside a kernel function")


class _ClusterArriveOp(LayoutOp):
    """Arrive at the barrier of the cluster."""

    name = "ttng.cluster_arrive"
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        _VERIFY_CLUSTER.now()(self)


@irdl_op_definition
class ClusterArriveOp(_ClusterArriveOp):
    """Arrive at the barrier of the cluster; ``relaxed`` is false by default."""

    name = "ttng.cluster_arrive"
    VERSIONS: ClassVar[VersionRange] = only(V3_8)
    relaxed: Property[bool] = prop_def(BoolAttribute, default=_FALSE)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ExplicitClusterArriveOp(_ClusterArriveOp):
    """Arrive at the barrier of the cluster; ``relaxed`` must be given."""

    name = "ttng.cluster_arrive"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)
    relaxed: Property[bool] = prop_def(I1Attr)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class ClusterWaitOp(LayoutOp):
    """Wait until all threads of the cluster have arrived."""

    name = "ttng.cluster_wait"
    VERSIONS: ClassVar[VersionRange] = before(V3_9)
    SYNTAX: ClassVar = "attr-dict"

    def verify_in_context(self) -> None:
        _VERIFY_CLUSTER.now()(self)


def _verify_initialisation(op: InitBarrierOp) -> None:
    """A partition cannot make a barrier that CTAs share visible to the others."""
    if not int_value(op.count):  # Triton takes it as unsigned.
        raise Violation("count must be greater than or equal to 1")
    words = cast("MemDescType", op.alloc.type).get_shape()[0]
    if words != num_ctas(module_of(op)) and _is_in_partition(op):
        raise Violation("cannot be used inside `ttg.warp_specialize`")


@irdl_op_definition
class InitBarrierOp(LayoutOp):
    """Initialise a barrier whose phase completes after ``count`` arrivals."""

    name = "ttng.init_barrier"
    alloc: Operand = operand_def(MemDesc)
    count: Property[int] = prop_def(I32Attr)
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $count attr-dict `:` qualified(type($alloc))"

    def verify_in_context(self) -> None:
        verify_barrier(self, self.alloc.type)
        if active_version() in since(V3_8):
            _verify_initialisation(self)


@irdl_op_definition
class InvalBarrierOp(LayoutOp):
    """Invalidate a barrier."""

    name = "ttng.inval_barrier"
    alloc: Operand = operand_def(MemDesc)
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc attr-dict `:` qualified(type($alloc))"

    def verify_in_context(self) -> None:
        verify_barrier(self, self.alloc.type)


@irdl_op_definition
class BarrierExpectOp(LayoutOp):
    """Arrive, and make the phase expect ``size`` more bytes of asynchronous copies."""

    name = "ttng.barrier_expect"
    alloc: Operand = operand_def(MemDesc)
    size: Property[int] = prop_def(I32Attr)
    pred: Operand = operand_def(I1)
    fromCTA: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=since(V3_9))
    traits = traits_def(_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))"

    def verify_in_context(self) -> None:
        verify_barrier(self, self.alloc.type)
        _verify_from_cta(self)


@irdl_op_definition
class WaitBarrierOp(LayoutOp):
    """Wait for completion of the phase of this parity; ``deps`` is memory in use until then."""

    name = "ttng.wait_barrier"
    alloc: Operand = operand_def(MemDesc)
    phase: Operand = operand_def(I32)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    deps: Operands = var_operand_def(MemDesc, default=())
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(_READS_AND_WRITES_ALLOC)
    SYNTAX: ClassVar = (
        "$alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` qualified(type($alloc)) (`,` type($deps)^)?"
    )

    def verify_in_context(self) -> None:
        verify_barrier(self, self.alloc.type)


@irdl_op_definition
class ArriveBarrierOp(LayoutOp):
    """Arrive ``count`` times."""

    name = "ttng.arrive_barrier"
    alloc: Operand = operand_def(MemDesc)
    count: Property[int] = prop_def(I32Attr)
    ctaMask: Property[int] = prop_def(I32Attr, default=_ZERO, versions=only(V3_8))
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    fromCTA: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=since(V3_9))
    multicastCTA: Property[int] = prop_def(I32Attr, default=_ZERO, versions=since(V3_9))
    traits = traits_def(_READS_AND_WRITES_ALLOC)
    SYNTAX: ClassVar = "$alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))"

    def verify_in_context(self) -> None:
        verify_barrier(self, self.alloc.type)
        if not int_value(self.count):
            raise Violation("count must be greater than or equal to 1")
        _verify_multicast(self)
        _verify_from_cta(self)
        last = num_ctas(module_of(self)) - 1
        if int_value(self.multicastCTA) and self.fromCTA is not None and int_value(self.fromCTA) != last:
            raise Violation("fromCTA cannot be combined with multicast arrive")


@irdl_op_definition
class AsyncCopyMbarrierArriveOp(LayoutOp):
    """Arrive when all previous asynchronous copies of this thread have completed."""

    name = "ttng.async_copy_mbarrier_arrive"
    barrier: Operand = operand_def(MemDesc)
    noIncrement: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    traits = traits_def(Effects(write(SHARED_MEMORY, "barrier")))
    SYNTAX: ClassVar = "$barrier attr-dict `:` qualified(type($barrier))"


_LEAST_STORE_BITS = 32
"""The width of the narrowest asynchronous store."""


def registers_to_memory(source: TensorType[Attribute], target: MemDescType) -> LinearLayout:
    """Which offset of shared memory, in which CTA, each register of a tensor is stored to; padding is left out."""
    shape, memory = tuple(source.get_shape()), layout_of(target.encoding)
    stored = (
        memory.linear_component
        if isinstance(memory, PaddedShared)
        else to_linear_layout(cast("Encoding", memory), shape)
    )
    held = to_linear_layout(cast("Encoding", layout_of(source.encoding)), shape)
    return held.invert_and_compose(stored)


def _stored_vector(source: TensorType[Attribute], target: MemDescType) -> int:
    """How many elements one store of a thread can have."""
    memory = layout_of(target.encoding)
    most = min(memory.intervals) if isinstance(memory, PaddedShared) else None
    return largest_vectorisation(registers_to_memory(source, target), bit_width(source.element_type), most)[0]


@irdl_op_definition
class AsyncSharedStoreOp(LayoutOp):
    """Store registers into the shared memory of a cluster asynchronously; their bytes count towards the barrier."""

    name = "ttng.async_shared_store"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    src: Operand = operand_def(Tensor)
    dst: Operand = operand_def(MemDesc)
    mbarrier: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(write(SHARED_MEMORY, "dst"), write(SHARED_MEMORY, "mbarrier")))
    SYNTAX: ClassVar = (
        "$src `,` $dst `,` $mbarrier attr-dict `:` type($src) `->` qualified(type($dst)) `,` qualified(type($mbarrier))"
    )

    def verify_in_context(self) -> None:
        if num_ctas(module_of(self)) < 2:
            raise Violation("requires at least two CTAs in the cluster")
        target = cast("MemDescType", self.dst.type)
        if not target.mutable:
            raise Violation("cannot store into immutable memory")
        verify_transfer(self.src.type, target)
        verify_barrier(self, self.mbarrier.type)
        source = cast("TensorType[Attribute]", self.src.type)
        if layout_of(source.encoding) is None:
            raise Violation("requires a source with a layout")
        if _stored_vector(source, target) * bit_width(source.element_type) < _LEAST_STORE_BITS:
            raise Violation("requires a layout vectorizing stores to at least 32 bits")
