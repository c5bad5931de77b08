"""The ``tti`` dialect: instrumentation inserted by the sanitizers of concurrency, floats and global memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.traits import DotLike, SameOperandsAndResultEncoding
from xtriton.dialects.tt.types import FloatLike, I1Tensor, IntLike, IntTensor, PtrLike, Tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.gather import verify_gather
from xtriton.dialects.ttg.op import reject
from xtriton.dialects.ttg.types import MemDesc, MemDescType
from xtriton.dialects.tti import global_memory
from xtriton.ir.constraints import (
    I1,
    I8,
    I32,
    I64,
    BoolAttribute,
    DenseI32Array,
    I32Attr,
    I32Enum,
    StrAttr,
    any_type_of,
    enum_attr,
    ranked_tensor_of,
)
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalOperand,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value
from xtriton.ir.op import Op
from xtriton.ir.op_tables import operations_in
from xtriton.ir.traits import Elementwise, SameOperandsAndResultShape, TypesMatchWith, encoding_of
from xtriton.layouts.encodings import DotOperand, NvidiaMma
from xtriton.versions import V3_7, V3_8, V3_9, VersionRange, before, since

_WRITES = Effects(write(GLOBAL_MEMORY))


class MemType(I32Enum):
    """Which memory buffers are in."""

    SHARED_MEM = 0, "shared_mem"
    TENSOR_MEM = 1, "tensor_mem"


@irdl_op_definition
class ExperimentalAssertInThreadOp(Op):
    """Abort with ``message`` unless the condition holds for all (``check_any``: for any) of a thread's values."""

    name = "tti.experimental_assert_in_thread"
    VERSIONS: ClassVar[VersionRange] = before(V3_8)
    condition: Operand = operand_def(any_type_of(I1, I1Tensor))
    message: Property[str] = prop_def(StrAttr)
    check_any: Property[bool] = prop_def(BoolAttribute)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$condition `,` $message attr-dict `:` type($condition)"


@irdl_op_definition
class ExperimentalBufferPointersOp(Op):
    """A tensor of the addresses of buffers at these offsets."""

    name = "tti.experimental_buffer_pointers"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    offsets: Property[Sequence[int]] = prop_def(DenseI32Array)
    memType: Property[MemType] = prop_def(enum_attr(MemType))
    result: Result = result_def(Tensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$offsets `,` $memType attr-dict `:` type($result)"


@irdl_op_definition
class ExperimentalMemDescToI64Op(Op):
    """The address of memory."""

    name = "tti.experimental_memdesc_to_i64"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)
    memdesc: Operand = operand_def(MemDesc)
    result: Result = result_def(I64, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$memdesc attr-dict `:` type($memdesc)"


@irdl_op_definition
class ExperimentalLockAcquireOp(Op):
    """Enter the critical section that a lock guards."""

    name = "tti.experimental_lock_acquire"
    lock: Operand = operand_def(PtrLike)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$lock (`,` $pred^)? attr-dict `:` type($lock)"


@irdl_op_definition
class ExperimentalLockReleaseOp(Op):
    """Leave the critical section that a lock guards."""

    name = "tti.experimental_lock_release"
    lock: Operand = operand_def(PtrLike)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$lock (`,` $pred^)? attr-dict `:` type($lock)"


@irdl_op_definition
class ExperimentalAssertUniformOp(Op):
    """Abort with ``message`` unless the condition, which is the same in all threads of a warp group, holds."""

    name = "tti.experimental_assert_uniform"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    condition: Operand = operand_def(I1)
    message: Property[str] = prop_def(StrAttr)
    traits = traits_def(_WRITES)
    SYNTAX: ClassVar = "$condition `,` $message attr-dict-with-keyword"


@irdl_op_definition
class ExperimentalBufferDescriptorsOp(Op):
    """A tensor of buffer descriptors: offsets in the lower and lengths in the upper 32 bits."""

    name = "tti.experimental_buffer_descriptors"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    offsets: Property[Sequence[int]] = prop_def(DenseI32Array)
    lengths: Property[Sequence[int]] = prop_def(DenseI32Array)
    memType: Property[MemType] = prop_def(enum_attr(MemType))
    result: Result = result_def(Tensor)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$offsets `,` $lengths `,` $memType attr-dict `:` type($result)"


@irdl_op_definition
class ExperimentalMemDescToI32Op(Op):
    """The address of memory."""

    name = "tti.experimental_memdesc_to_i32"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)
    memdesc: Operand = operand_def(MemDesc)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$memdesc attr-dict `:` type($memdesc)"


@irdl_op_definition
class ExperimentalMemoryOffsetToI32Op(Op):
    """The address of a static offset in a kind of memory."""

    name = "tti.experimental_memory_offset_to_i32"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    offset: Property[int] = prop_def(I32Attr)
    memType: Property[MemType] = prop_def(enum_attr(MemType))
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$offset `,` $memType attr-dict"


@irdl_op_definition
class ExperimentalClusterCTAIdOp(Op):
    """The index of the CTA in its cluster."""

    name = "tti.experimental_cluster_cta_id"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "attr-dict `:` type($result)"


@irdl_op_definition
class ExperimentalLocalGatherOp(Op):
    """Load elements of shared memory along ``axis``, with all coordinates shifted by ``offsets``."""

    name = "tti.experimental_local_gather"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    src: Operand = operand_def(MemDesc)
    indices: Operand = operand_def(IntTensor)
    offsets: Operands = var_operand_def(I32)
    axis: Property[int] = prop_def(I32Attr)
    result: Result = result_def(Tensor)
    traits = traits_def(Effects(read(SHARED_MEMORY, "src")))
    SYNTAX: ClassVar = (
        "$src `[` $indices `]` `offsets` `=` `[` $offsets `]` attr-dict `:` qualified(type($src)) `,` "
        "type($indices) `->` type($result)"
    )

    def verify_op(self) -> None:
        verify_gather(self.src.type, self.indices.type, int_value(self.axis), self.result.type)
        if len(self.offsets) != cast("MemDescType", self.src.type).rank:
            reject("offset count must match source rank")


_MMA_SYNC = 2
"""The generation of matrix instructions with 8-bit integers in registers."""


@irdl_op_definition
class DotI8Op(Op):
    """``d = a * b + c`` of 8-bit integers, each signed or unsigned, with wrapping 32-bit accumulation."""

    name = "tti.dot_i8"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    a: Operand = operand_def(ranked_tensor_of(I8))
    b: Operand = operand_def(ranked_tensor_of(I8))
    c: Operand = operand_def(ranked_tensor_of(I32))
    aSigned: Property[bool] = prop_def(BoolAttribute)
    bSigned: Property[bool] = prop_def(BoolAttribute)
    d: Result = result_def(ranked_tensor_of(I32), default=INFERRED)
    traits = traits_def(Pure(), DotLike(), TypesMatchWith("result's type matches accumulator's type", "d", "c"))
    SYNTAX: ClassVar = (
        "$a `,` $b `,` $c `,` `aSigned` `=` $aSigned `,` `bSigned` `=` $bSigned attr-dict `:` type($a) `*` type($b) "
        "`->` type($d)"
    )

    def verify_op(self) -> None:
        operands = [layout_of(encoding_of(value.type)) for value in (self.a, self.b)]
        parents = [operand.parent for operand in operands if isinstance(operand, DotOperand)]
        if len(parents) < len(operands):
            raise Violation("requires dot operand encodings for A and B", prefixed=False)
        layouts = [*parents, layout_of(encoding_of(self.d.type))]
        if not all(isinstance(layout, NvidiaMma) and layout.version_major == _MMA_SYNC for layout in layouts):
            raise Violation("requires NVIDIA MMAv2 operand and result layouts", prefixed=False)
        if any(layout != layouts[0] for layout in layouts):
            raise Violation("requires matching NVIDIA MMAv2 layouts", prefixed=False)
        if len({operand.k_width for operand in operands if isinstance(operand, DotOperand)}) > 1:
            raise Violation("mismatching kWidth between A and B operands", prefixed=False)


_FPSAN_TRAITS = (Pure(), Elementwise(), SameOperandsAndResultShape(), SameOperandsAndResultEncoding())


@irdl_op_definition
class ExperimentalFPSanEmbedOp(Op):
    """The integer that stands for a float in the float sanitizer."""

    name = "tti.experimental_fpsan_embed"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    val: Operand = operand_def(FloatLike)
    result: Result = result_def(IntLike)
    traits = traits_def(*_FPSAN_TRAITS)
    SYNTAX: ClassVar = "$val attr-dict `:` functional-type(operands, $result)"


@irdl_op_definition
class ExperimentalFPSanUnembedOp(Op):
    """The float that an integer of the float sanitizer stands for."""

    name = "tti.experimental_fpsan_unembed"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    val: Operand = operand_def(IntLike)
    result: Result = result_def(FloatLike)
    traits = traits_def(*_FPSAN_TRAITS)
    SYNTAX: ClassVar = "$val attr-dict `:` functional-type(operands, $result)"


TTI = Dialect(
    "tti",
    [*operations_in(vars()), *operations_in(vars(global_memory))],
    [],
)
