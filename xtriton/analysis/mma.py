"""Matrix instructions: the MMA version and instruction shape for a dot, and how the warps tile its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeVar

from xdsl.dialects.builtin import Float64Type, ModuleOp, StringAttr, i8
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.chained_dots import AnyDot, ChainedDots
from xtriton.analysis.slices import backward_slice, forward_slice
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, JoinOp, ReshapeOp, SplitOp, TransOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp, Fp4ToFpOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.mma_support import dot_supports_mma
from xtriton.dialects.ttg.verify import TARGET
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error, note
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import Elementwise, encoding_of, has_trait
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import DistributedEncoding, NvidiaMma
from xtriton.layouts.encodings import order as layout_order
from xtriton.layouts.tile import Shape
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, active_version, by_version, since

OpT = TypeVar("OpT", bound=Operation)

DATACENTER_BLACKWELL = 100
CONSUMER_BLACKWELL = 120
_TARGET_PREFIX = "cuda:"
_FP4_BITS = 4
_K_BITS = 256
"""Along k, instructions since Hopper take this many bits of a row of the first operand."""


def compute_capability(module: ModuleOp) -> int:
    """The compute capability in the module's ``ttg.target``, 90 for ``cuda:90``.

    Raises ``DiagnosticError`` if there is none.
    """
    target = module.attributes.get(TARGET)
    text = target.data if isinstance(target, StringAttr) else ""
    number = text.removeprefix(_TARGET_PREFIX)
    if number == text or not number.isdecimal():
        message = f"'{module.name}' op needs the attribute '{TARGET}' of a NVIDIA GPU, as in \"cuda:90\""
        raise error(module.location, message)
    return int(number)


# ------------------------------------------------------------------------------------------- versions, instructions


_BLACKWELL_END = by_version({V3_6: 110, V3_7: CONSUMER_BLACKWELL})
"""From this capability on, GPUs have no ``tcgen05.mma`` as far as a version knows."""


def mma_versions(capability: int) -> tuple[int, ...]:
    """The generations of matrix instructions that a GPU has, the best first.

    1 Volta, 2 ``mma.sync``, 3 ``wgmma``, 5 ``tcgen05.mma``. Consumer Blackwell (12.x) has ``mma.sync`` only.
    """
    if capability < 75:
        return (1,)
    if capability < 90:
        return (2,)
    if capability < 100:
        return (3, 2)
    if capability < _BLACKWELL_END.now():
        return (5, 2)
    return (2,) if capability < 130 else ()


def best_mma_version(dot: DotOp, capability: int, diagnostics: DiagnosticEngine, knobs: Knobs) -> int | None:
    """The newest MMA version that supports a dot on a GPU; ``None`` if there is none.

    A remark reports MMA versions of the GPU that do not support the dot.
    """
    versions = mma_versions(capability)
    elements = {tensor(value.type).element_type for value in (dot.a, dot.b)}
    if 5 in versions and elements == {i8} and not _has_i8_mma_v5(capability):
        versions = (2,)
    for version in versions:
        if dot_supports_mma(dot, version, knobs):
            return version
        if version in (3, 5):
            why = f"MMA version {version} acceleration not applied due to unsupported shapes or data types."
            what = f"Target compute capability ({capability}) supports MMA v{version}."
            diagnostics.emit(Diagnostic(Severity.REMARK, dot.location, why, (note(dot.location, what),)))
    return None


_HAS_I8_MMA_V5 = since(V3_8)


def _has_i8_mma_v5(capability: int) -> bool:
    """Whether ``tcgen05.mma`` of a GPU takes integers, or a version does not ask, which then never takes them."""
    return capability == DATACENTER_BLACKWELL or active_version() not in _HAS_I8_MMA_V5


def instruction_shape(version: int, shape: Shape, element: Attribute, num_warps: int) -> tuple[int, ...]:
    """The instruction for a result of this shape, and operands with such elements, in a block.

    ``[..., 16, 8]`` in version 2, with f64 ``[..., 8, 8]`` since Triton 3.8; otherwise ``[m, n, k]``: in version 3 for
    one warp of the four, in version 5 for all.
    """
    if version == 2:
        rows = 8 if isinstance(element, Float64Type) and active_version() in _NARROW_DOUBLE else 16
        return (*(1,) * (len(shape) - 2), rows, 8)
    k = _K_BITS // bit_width(element)
    if version == 5:
        return (128 if shape[0] >= 128 else 64, min(shape[1], 256), k)
    rows = 16
    warps_along_n = max(num_warps // max(shape[0] // rows, 1), 1)
    widest = max(shape[1] // warps_along_n, 8)
    return (rows, next(n for n in _wgmma_columns(element) if shape[1] % n == 0 and n <= widest), k)


_NARROW_DOUBLE = since(V3_8)


def _wgmma_columns(element: Attribute) -> Sequence[int]:
    """The numbers of columns that ``wgmma`` can have, the greatest first (PTX ISA, matrix shapes of wgmma)."""
    if element == i8:
        return (*range(224, 31, -16), 24, 16, 8)
    return range(256, 7, -8)


# -------------------------------------------------------------------------------------------------------- warps


def warps_per_tile(
    dot: AnyDot, version: int, shape: Shape, num_warps: int, instruction: Shape, chained: ChainedDots
) -> Shape:
    """How the warps of a block share a result of this shape, in version 2 or 3."""
    if version == 2:
        return _warps_for_mma(dot, shape, num_warps, chained)
    return _warps_for_wgmma(dot, shape, num_warps, instruction)


def _warps_for_mma(dot: AnyDot, shape: Shape, num_warps: int, chained: ChainedDots) -> Shape:
    if len(shape) == 3:
        return _WARPS_FOR_BATCH.now()(shape, num_warps)
    known = _chained_warps(dot, len(shape), chained)
    if known is not None:
        return known or ((num_warps, 1) if shape[0] >= shape[1] else (1, num_warps))
    return _balanced_warps(shape, num_warps)


def _balanced_warps(shape: Shape, num_warps: int) -> Shape:
    """How the warps share a matrix of this shape.

    Few registers for operands: the repetitions along both dimensions in balance, since rows cost twice as much as
    columns rather fewer rows. Excess warps go along the rows.
    """
    warps = [1, 1]
    repetitions = [-(-shape[0] // 16), -(-shape[1] // 8)]
    while prod(warps) < num_warps:
        dim = 0 if repetitions[0] >= repetitions[1] else 1
        warps[dim] *= 2
        if dim == 1 or repetitions[0] != 1:
            repetitions[dim] //= 2
    return tuple(warps)


def _all_along_batch(shape: Shape, num_warps: int) -> Shape:
    return (num_warps, 1, 1)


def _batch_first(shape: Shape, num_warps: int) -> Shape:
    """Warps share the matrices of a batch, and those that are left over each matrix."""
    along_batch = min(shape[0], num_warps)
    return (along_batch, *_balanced_warps(shape[1:], num_warps // along_batch))


_WARPS_FOR_BATCH = by_version({V3_6: _all_along_batch, V3_9: _batch_first})


def _chained_warps(dot: AnyDot, rank: int, chained: ChainedDots) -> Shape | None:
    """The warps of another dot in the slice of ``dot``, in the same region.

    ``()`` if there are such dots, but none has an MMA layout yet; ``None`` if there are none.
    """
    found = False
    for op in chained.of(dot):
        result = tensor(op.results[0].type)
        if len(result.get_shape()) != rank:
            continue
        layout = layout_of(encoding_of(result))
        if isinstance(layout, NvidiaMma):
            return layout.warps_per_cta
        found = True
    return () if found else None


def _warps_for_wgmma(dot: Operation, shape: Shape, num_warps: int, instruction: Shape) -> Shape:
    if any(has_trait(op, DotLike) for op in forward_slice(dot.results[0])):
        return (num_warps, 1)  # a reduction between dots stays within a warp
    rows, columns = 4, 1
    while rows * columns < num_warps:
        if shape[0] > instruction[0] * rows:
            rows *= 2
        else:
            columns *= 2
    return rows, columns


# --------------------------------------------------------------------------------------------- sources of the operands


_VIEWS = (ExpandDimsOp, ReshapeOp, TransOp, JoinOp, SplitOp)
_PASSED = (Fp4ToFpOp, LoadOp, DescriptorLoadOp, BroadcastOp, ConvertLayoutOp)


def without_conversions(value: SSAValue) -> SSAValue:
    """The value before layout conversions."""
    while isinstance(value.owner, ConvertLayoutOp):
        value = value.owner.src
    return value


def defining_through_conversions(value: SSAValue, kind: type[OpT]) -> OpT | None:
    """The operation of a class that defines a value, looking through layout conversions."""
    owner = without_conversions(value).owner
    return owner if isinstance(owner, kind) else None


def comes_from_load(value: SSAValue) -> bool:
    """Whether a value is loaded, or comes from outside, up to its layout and the order of its dimensions."""
    owner = value.owner
    while isinstance(owner, ConvertLayoutOp | TransOp) or (is_operation(owner) and has_trait(owner, MemDescView)):
        value = owner.operands[0]
        owner = value.owner
    return is_block_argument(value) or isinstance(owner, LoadOp | DescriptorLoadOp | DescriptorGatherOp)


def loaded_bit_width(value: SSAValue) -> int:
    """The bit width of the loaded elements from which a tensor is computed elementwise, or of its own elements.

    Values that two tensors are joined to were loaded twice as densely, so that they count half; since 3.8 only if they
    are joined along the fastest dimension, each with elements twice as wide.
    """
    found = backward_slice(value, _is_elementwise, omit_block_arguments=True)
    if any(isinstance(op, Fp4ToFpOp) for op in found):
        return _FP4_BITS
    width = bit_width(value.type)
    for op in found:
        if isinstance(op, LoadOp | DescriptorLoadOp) and is_tensor_type(op.result.type):
            width = min(width, bit_width(op.result.type))
    return width // 2 if any(isinstance(op, JoinOp) and _JOINS_DENSELY.now()(op, width) for op in found) else width


def _always(op: JoinOp, width: int) -> bool:
    del op, width
    return True


def _doubles_rows(op: JoinOp, width: int) -> bool:
    """Whether elements of twice this width are joined along the two fastest dimensions."""
    type_ = tensor(op.result.type)
    rank = type_.get_num_dims()
    layout = layout_of(encoding_of(type_))
    if bit_width(type_) != 2 * width or rank < 2 or not isinstance(layout, DistributedEncoding):
        return False
    return layout_order(layout, tuple(type_.get_shape()))[:2] == (rank - 1, rank - 2)


_JOINS_DENSELY: ByVersion[Callable[[JoinOp, int], bool]] = by_version({V3_6: _always, V3_8: _doubles_rows})


def _is_elementwise(op: Operation) -> bool:
    if isinstance(op, (*_VIEWS, *_PASSED)):
        return True
    return has_trait(op, Elementwise) and is_memory_effect_free(op)
