"""Accesses to global memory: vector widths with their reasons, and the memory sectors that a warp touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Scalars, Tiles
from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import AxisInfo
from xtriton.analysis.coalescing import MAX_VECTOR_BITS, most_elements_of_atomic
from xtriton.analysis.memory_accesses import accessed_pointer, accessed_tensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.explain.global_sectors import SECTOR, Sectors
from xtriton.explain.kernel_ir import KernelIR, tensor_bits
from xtriton.explain.model import Access, Limit
from xtriton.ir.creation import is_block_argument
from xtriton.ir.printer import attribute_text
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Linear, to_linear_encoding
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import LANE, REGISTER, standard_dims
from xtriton.passes.remarks import counted

_MOST_REGISTERS = 32
_ALIGNED = 16


def accesses_of(kernel: KernelIR, measured: Mapping[int, Sectors]) -> list[Access]:
    """The accesses of a kernel through tensors of pointers, in order of the text.

    ``measured`` has the sectors of the accesses at an origin by the addresses in the PTX, where these are known.
    """
    info = ModuleAxisInfo(kernel.module)
    tiles = Tiles(Scalars())
    return [
        _access(kernel, op, type_, info, tiles, measured)
        for op in operations_in(kernel.module)
        if (type_ := accessed_tensor(op)) is not None and isinstance(layout_of(type_.encoding), DistributedEncoding)
    ]


def _access(
    kernel: KernelIR,
    op: Operation,
    type_: TensorType[Attribute],
    info: ModuleAxisInfo,
    tiles: Tiles,
    measured: Mapping[int, Sectors],
) -> Access:
    pointer = accessed_pointer(op)
    assert pointer is not None
    shape, bits = tuple(type_.get_shape()), tensor_bits(type_)
    encoding = layout_of(type_.encoding)
    assert isinstance(encoding, DistributedEncoding)
    linear = to_linear_encoding(encoding, shape)
    limits = limits_of(op, info, linear)
    vector = max(min(limit.elements for limit in limits), 1)
    known = info.info(pointer)
    sectors = measured.get(kernel.origin(op))
    if sectors is None:
        sectors = _estimated(linear.layout, shape, vector, bits, known, _strides(pointer, tiles))
    return Access(
        op.name,
        kernel.origin(op),
        kernel.line(op),
        kernel.loop_of(op),
        bits,
        shape,
        vector,
        sorted(limits, key=lambda limit: limit.elements),
        sectors.touched,
        sectors.ideal,
        sectors.coverage,
        sectors.is_exact,
        prod(shape) * bits // 8,
        attribute_text(type_.encoding),
        known.contiguity if known is not None else (),
    )


# Vector width


def limits_of(op: Operation, info: ModuleAxisInfo, linear: Linear) -> list[Limit]:
    """The bounds of the vector width of an access in a layout, as the lowering of Triton computes it."""
    pointer, type_ = accessed_pointer(op), accessed_tensor(op)
    assert pointer is not None
    assert type_ is not None
    bits = tensor_bits(type_)
    size = max(bits // 8, 1)
    known = info.info(pointer)
    dim = _vectorized(linear, known)
    limits = [Limit("hardware", MAX_VECTOR_BITS // bits, "an instruction moves at most 16 bytes per thread")]
    if known is not None and known.rank:
        run, multiple = known.contiguity[dim], known.divisibility[dim]
        limits += [
            Limit("contiguity", run, _contiguity_text(run, dim)),
            Limit("divisibility", max(multiple // size, 1), f"addresses are known to be multiples of {multiple} bytes"),
        ]
    own = linear.contig_per_thread[dim]
    limits.append(Limit("layout", own, f"a thread holds {counted(own, 'neighbouring element')} along axis {dim}"))
    mask = _mask(op)
    if mask is not None and isinstance(mask.type, TensorType):
        of_mask = info.info(mask)
        equal = max(of_mask.constancy[dim], 1) if of_mask is not None and of_mask.rank else 1
        said = f"only {equal} neighbouring elements are known to have the same mask"
        limits.append(Limit("mask", equal, said if equal > 1 else "the mask may differ between neighbouring elements"))
    atomic = most_elements_of_atomic(op)
    if atomic is not None:
        limits.append(Limit("atomic", atomic, f"an atomic instruction changes {atomic} of these elements"))
    return limits


def _vectorized(linear: Linear, known: AxisInfo | None) -> int:
    """The dimension of the vectors; where threads hold no neighbours at all, the one with most of them in memory."""
    if known is not None and known.rank and max(linear.contig_per_thread) == 1:
        return max(linear.order, key=lambda dim: known.contiguity[dim])
    return linear.order[0]


def _contiguity_text(run: int, dim: int) -> str:
    if run == 1:
        return f"addresses are not known to be consecutive along axis {dim}"
    return f"addresses are known to be consecutive in runs of {run} along axis {dim}"


def _mask(op: Operation) -> SSAValue | None:
    mask: SSAValue | None = getattr(op, "mask", None)
    return mask


# Sectors


def _strides(pointer: SSAValue, tiles: Tiles) -> Sequence[Polynomial] | None:
    """The strides of the addresses along each dimension, in elements, if they are affine."""
    try:
        form = tiles.of(pointer)
    except NotAffineError:
        return None
    return [along.stride for along in form.along]


def stride_text(stride: Polynomial, kernel: KernelIR) -> str:
    """A stride as an expression over the kernel's arguments."""
    terms: list[str] = []
    for monomial, number in stride:
        names = [
            kernel.argument_name(atom.value) if is_block_argument(atom.value) else "a computed value"
            for atom in monomial
        ]
        terms.append(" * ".join([*([str(number)] if number != 1 or not names else []), *names]))
    return " + ".join(terms) or "0"


def arguments_of(stride: Polynomial) -> list[BlockArgument]:
    """The arguments that a stride depends on."""
    return [atom.value for monomial, _ in stride for atom in monomial if isinstance(atom.value, BlockArgument)]


def strides_of(op: Operation) -> list[Polynomial] | None:
    """The strides of an access along each dimension, in elements, if its addresses are affine."""
    pointer = accessed_pointer(op)
    found = None if pointer is None else _strides(pointer, Tiles(Scalars()))
    return None if found is None else list(found)


def _estimated(
    layout: LinearLayout,
    shape: Sequence[int],
    vector: int,
    bits: int,
    info: AxisInfo | None,
    strides: Sequence[Polynomial] | None,
) -> Sectors:
    """The sectors of the first warp's first instruction, and of its first instructions together."""
    size = max(bits // 8, 1)
    touched, ideal = _sectors(_elements_of_warp(layout, shape, vector), size, info, strides)
    registers = min(1 << len(layout.bases[REGISTER]), _MOST_REGISTERS)
    all_touched, all_ideal = _sectors(_elements_of_warp(layout, shape, registers), size, info, strides)
    return Sectors(touched, ideal, all_ideal / all_touched, strides is not None)


def _sectors(
    elements: Sequence[tuple[int, ...]], size: int, info: AxisInfo | None, strides: Sequence[Polynomial] | None
) -> tuple[int, int]:
    """The number of sectors that elements of ``size`` bytes occupy, and the minimum that could hold them."""
    touched: set[tuple[object, int]] = set()
    places = {_place(element, info, strides) for element in elements}
    for base, offset in places:
        for byte in range(offset * size, offset * size + size, SECTOR if size > SECTOR else size):
            touched.add((base, byte // SECTOR))
    return len(touched), max(-(-len(places) * size // SECTOR), 1)


def _elements_of_warp(layout: LinearLayout, shape: Sequence[int], registers: int) -> list[tuple[int, ...]]:
    """The elements in the first registers of the lanes of a warp, without duplicates."""
    dims = standard_dims(len(shape))
    at = [layout.out_dim_index(dim) for dim in dims]
    rows = [*layout.bases[REGISTER][: registers.bit_length() - 1], *layout.bases[LANE]]
    found: list[tuple[int, ...]] = [(0,) * len(shape)]
    for row in rows:
        step = tuple(row[index] for index in at)
        if any(step):
            found += [tuple(a ^ b for a, b in zip(element, step, strict=True)) for element in found]
    return list(dict.fromkeys(found))


def _place(element: tuple[int, ...], info: AxisInfo | None, strides: Sequence[Polynomial] | None) -> tuple[object, int]:
    """An address as an unknown base and an offset in elements; different bases are different sectors."""
    if strides is not None and len(strides) == len(element):
        constants = [stride.as_constant for stride in strides]
        base = tuple(None if number is not None else index for number, index in zip(constants, element, strict=True))
        offset = sum(number * index for number, index in zip(constants, element, strict=True) if number is not None)
        return base, offset
    if info is None or info.rank != len(element):
        return element, 0
    run = max(range(info.rank), key=lambda dim: info.contiguity[dim])
    length = max(info.contiguity[run], 1)
    base = tuple(index // (length if dim == run else max(info.constancy[dim], 1)) for dim, index in enumerate(element))
    if length == 1:
        base = tuple(index // max(same, 1) for index, same in zip(element, info.constancy, strict=True))
        return base, 0
    return base, element[run] % length
