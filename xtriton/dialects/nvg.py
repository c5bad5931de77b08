"""The ``nvg`` dialect: operations left by Triton's conversion to LLVM for a second lowering step on NVIDIA GPUs."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import DefaultResource, Pure

from xtriton.dialects.tt.effects import Effect, OwnEffects, read, write
from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope
from xtriton.dialects.tt.types import Float, Int
from xtriton.dialects.upstream.llvm.types import PointerType, StructType
from xtriton.ir.constraints import I1, I32, I64, I32Attr, I32Enum, TypePredicate, any_type_of, enum_attr, exactly
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalOperand,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.ir.traits import AllTypesMatch
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, VersionRange, before, by_version, since

_TENSOR_MEMORY = 6
_GLOBAL_MEMORY = 1

_Struct = TypePredicate("LLVM structure type", lambda type_: isinstance(type_, StructType))
_WgmmaOperand = any_type_of(_Struct, I64, summary="wgmma operand A/B type")
_Scalar = any_type_of(Float, Int)


class WgmmaEltType(I32Enum):
    """The element type of a wgmma."""

    S8 = 0, "s8"
    S32 = 1, "s32"
    E4M3 = 2, "e4m3"
    E5M2 = 3, "e5m2"
    F16 = 4, "f16"
    BF16 = 5, "bf16"
    TF32 = 6, "tf32"
    F32 = 7, "f32"


class WgmmaLayout(I32Enum):
    """The order of an operand's elements in shared memory."""

    ROW = 0, "row"
    COL = 1, "col"


_EltType = enum_attr(
    WgmmaEltType,
    "wgmma operand type, either 's8', 's32', 'e4m3', 'e5m2', 'f16', 'bf16', 'tf32', or 'f32'",
)
_Layout = enum_attr(WgmmaLayout, "wgmma layout, either 'row' or 'col'")


class _NumberOp(Op):
    """An id of a thread."""

    result: Result = result_def(I32, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class WarpIdOp(_NumberOp):
    """The index of the warp in its CTA."""

    name = "nvg.warp_id"
    VERSIONS: ClassVar[VersionRange] = before(V3_7)


@irdl_op_definition
class WarpGroupBarrierIdOp(Op):
    """The named barrier of the current warp group."""

    name = "nvg.warp_group_barrier_id"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    result: Result = result_def(I32, default=INFERRED)
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class TensorMemoryBaseAddressOp(Op):
    """The base address of the kernel's tensor memory."""

    name = "nvg.tensor_memory_base"
    result: Result = result_def(
        exactly(PointerType(_TENSOR_MEMORY), "LLVM pointer in address space 6"), default=INFERRED
    )
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "attr-dict"


_LOAD_ACQUIRE_EFFECTS = by_version(
    {V3_6: (read(DefaultResource()),), V3_8: (read(DefaultResource()), write(DefaultResource()))}
)


@irdl_op_definition
class LoadAcquireOp(Op):
    """An atomic load with acquire ordering."""

    name = "nvg.ld_acquire"
    addr: Operand = operand_def(exactly(PointerType(_GLOBAL_MEMORY), "LLVM pointer in address space 1"))
    mask: OptionalOperand = opt_operand_def(I1, default=None)
    sem: Property[MemSemantic] = prop_def(enum_attr(MemSemantic))
    scope: Property[MemSyncScope] = prop_def(enum_attr(MemSyncScope))
    result: Result = result_def(_Scalar)
    traits = traits_def(OwnEffects())
    SYNTAX: ClassVar = "$sem `,` $scope `,` $addr (`,` $mask^)? attr-dict `:` functional-type($addr, $result)"

    def effects(self) -> tuple[Effect, ...]:
        """A read of unknown memory, since Triton 3.8 a write too."""
        return _LOAD_ACQUIRE_EFFECTS.now()


@irdl_op_definition
class WGMMAWaitGroupOp(Op):
    """Waits until at most ``pendings`` wgmmas are in flight; ``input`` is the accumulators' registers."""

    name = "nvg.wgmma_wait_group"
    input: Operand = operand_def(_Struct)
    pendings: Property[int] = prop_def(I32Attr)
    output: Result = result_def(_Struct, default=INFERRED)
    traits = traits_def(AllTypesMatch(("input", "output")))
    SYNTAX: ClassVar = "$input attr-dict `:` type($input)"


@irdl_op_definition
class WGMMAOp(Op):
    """Issues a wgmma: ``opA * opB``, plus ``opC`` if ``useC``."""

    name = "nvg.wgmma"
    opA: Operand = operand_def(_WgmmaOperand)
    opB: Operand = operand_def(_WgmmaOperand)
    useC: Operand = operand_def(I1)
    opC: OptionalOperand = opt_operand_def(_Struct, default=None)
    m: Property[int] = prop_def(I32Attr)
    n: Property[int] = prop_def(I32Attr)
    k: Property[int] = prop_def(I32Attr)
    eltTypeC: Property[WgmmaEltType] = prop_def(_EltType)
    eltTypeA: Property[WgmmaEltType] = prop_def(_EltType)
    eltTypeB: Property[WgmmaEltType] = prop_def(_EltType)
    layoutA: Property[WgmmaLayout] = prop_def(_Layout)
    layoutB: Property[WgmmaLayout] = prop_def(_Layout)
    res: Result = result_def(_Struct)
    SYNTAX: ClassVar = "$opA `,` $opB `,` $useC (`,` $opC^)? attr-dict `:` functional-type(operands, $res)"


Nvg = Dialect(
    "nvg",
    [
        *operations_in(vars()),
        *named_like(_NumberOp, {"nvg.cluster_id": "The block within its cluster."}),
    ],
)
