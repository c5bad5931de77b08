"""Accesses to global memory: vector widths with their reasons, and the memory sectors that a warp touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, TensorType, i32
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Scalars, Tiles
from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import DIVISIBILITY, AxisInfo, argument_hints
from xtriton.analysis.coalescing import MAX_VECTOR_BITS, most_elements_of_atomic
from xtriton.analysis.memory_accesses import accessed_pointer, accessed_tensor
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.explain.global_sectors import SECTOR, Sectors
from xtriton.explain.kernel_ir import KernelIR, argument_name, tensor_bits
from xtriton.explain.model import Access, Limit
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.printer import attribute_text
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Linear, to_linear_encoding
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import LANE, REGISTER, standard_dims

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
    limits = _limits(op, pointer, info, linear, bits)
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


def _limits(op: Operation, pointer: SSAValue, info: ModuleAxisInfo, linear: Linear, bits: int) -> list[Limit]:
    """The bounds of the vector width, as the lowering of Triton computes it."""
    dim = linear.order[0]
    size = max(bits // 8, 1)
    known = info.info(pointer)
    limits = [Limit("hardware", MAX_VECTOR_BITS // bits, "an instruction moves at most 16 bytes per thread")]
    if known is not None and known.rank:
        run, multiple = known.contiguity[dim], known.divisibility[dim]
        limits += [
            Limit("contiguity", run, _contiguity_text(run, dim)),
            Limit("divisibility", max(multiple // size, 1), f"addresses are known to be multiples of {multiple} bytes"),
        ]
    own = linear.contig_per_thread[dim]
    limits.append(Limit("layout", own, f"a thread holds {own} neighbouring elements along axis {dim}"))
    mask = _mask(op)
    if mask is not None and isinstance(mask.type, TensorType):
        equal = info.mask_alignment(mask)
        said = f"only {equal} neighbouring elements are known to have the same mask"
        limits.append(Limit("mask", equal, said if equal > 1 else "the mask may differ between neighbouring elements"))
    atomic = most_elements_of_atomic(op)
    if atomic is not None:
        limits.append(Limit("atomic", atomic, f"an atomic instruction changes {atomic} of these elements"))
    return limits


def _contiguity_text(run: int, dim: int) -> str:
    if run == 1:
        return f"addresses are not known to be consecutive along axis {dim}"
    return f"addresses are known to be consecutive in runs of {run} along axis {dim}"


def _mask(op: Operation) -> SSAValue | None:
    mask: SSAValue | None = getattr(op, "mask", None)
    return mask


def attainable_vector(op: Operation, info: ModuleAxisInfo) -> int:
    """The vector width that an access could have in the best layout: bounded by its addresses only."""
    pointer, type_ = accessed_pointer(op), accessed_tensor(op)
    if pointer is None or type_ is None:
        return 1
    known, bits, shape = info.info(pointer), tensor_bits(type_), tuple(type_.get_shape())
    if known is None or not known.rank:
        return 1
    size = max(bits // 8, 1)
    best = max(range(known.rank), key=lambda dim: min(known.contiguity[dim], known.divisibility[dim] // size))
    width = min(known.contiguity[best], known.divisibility[best] // size, MAX_VECTOR_BITS // bits, shape[best])
    mask = _mask(op)
    mask_info = info.info(mask) if mask is not None else None
    if mask_info is not None and mask_info.rank == known.rank:
        width = min(width, max(mask_info.constancy[best], 1))
    return max(width, 1)


@dataclass(frozen=True)
class Promise:
    """Arguments that would make accesses wider if they were known to be multiples of 16."""

    arguments: tuple[str, ...]
    operations: tuple[Operation, ...]
    vectors: tuple[tuple[int, int], ...]
    """The elements per instruction of each operation now and then."""


def promises_of(kernel: KernelIR) -> list[Promise]:
    """Arguments whose divisibility would widen accesses, by repeating the axis analysis under that assumption."""
    function = kernel.kernel
    if function is None:
        return []
    block = function.body.blocks[0]
    candidates = [argument for argument in block.args if _may_be_divisible(function, argument)]
    if not candidates:
        return []
    operations = [op for op in operations_in(kernel.module) if accessed_tensor(op) is not None]
    before = _vectors(kernel, operations)
    best = _assuming(kernel, function, candidates, operations)
    wider = [op for op in operations if best[op] > before[op]]
    if not wider:
        return []
    without = {
        argument: _assuming(kernel, function, [other for other in candidates if other is not argument], wider)
        for argument in candidates
    }
    found: dict[tuple[str, ...], list[tuple[Operation, int, int]]] = {}
    for op in wider:
        needed = [argument for argument in candidates if without[argument][op] < best[op]]
        names = tuple(argument_name(argument) for argument in needed or candidates)
        found.setdefault(names, []).append((op, before[op], best[op]))
    return [
        Promise(names, tuple(op for op, *_ in items), tuple((now, then) for _, now, then in items))
        for names, items in found.items()
    ]


def _may_be_divisible(function: FuncOp, argument: BlockArgument) -> bool:
    if not (isinstance(argument.type, PointerType) or is_integer_type(argument.type)):
        return False
    if is_integer_type(argument.type) and argument.type.width.data < 32:
        return False
    known = argument_hints(function, argument.index).get(DIVISIBILITY)
    return not (isinstance(known, IntegerAttr) and known.value.data % _ALIGNED == 0)


def _assuming(
    kernel: KernelIR, function: FuncOp, arguments: Sequence[BlockArgument], operations: Sequence[Operation]
) -> dict[Operation, int]:
    """The vector widths if arguments were multiples of 16. The function's attributes are restored."""
    saved = function.properties.get("arg_attrs")
    count = len(_inputs(function))
    entries: list[Attribute] = []
    assumed = {argument.index for argument in arguments}
    for index in range(count):
        hints = dict(argument_hints(function, index))
        if index in assumed:
            hints[DIVISIBILITY] = IntegerAttr(_ALIGNED, i32)
        entries.append(DictionaryAttr(dict(sorted(hints.items()))))
    function.properties["arg_attrs"] = ArrayAttr(entries)
    try:
        return _vectors(kernel, operations)
    finally:
        if saved is None:
            del function.properties["arg_attrs"]
        else:
            function.properties["arg_attrs"] = saved


def _inputs(function: FuncOp) -> Sequence[Attribute]:
    type_ = function.properties["function_type"]
    assert isinstance(type_, FunctionType)
    return type_.inputs.data


def _vectors(kernel: KernelIR, operations: Sequence[Operation]) -> dict[Operation, int]:
    info = ModuleAxisInfo(kernel.module)
    return {op: attainable_vector(op, info) for op in operations}


# Sectors


def _strides(pointer: SSAValue, tiles: Tiles) -> Sequence[Polynomial] | None:
    """The strides of the addresses along each dimension, in elements, if they are affine."""
    try:
        form = tiles.of(pointer)
    except NotAffineError:
        return None
    return [along.stride for along in form.along]


def stride_text(stride: Polynomial) -> str:
    """A stride as an expression over the kernel's arguments."""
    terms: list[str] = []
    for monomial, number in stride:
        names = [
            argument_name(atom.value) if is_block_argument(atom.value) else "a computed value" for atom in monomial
        ]
        terms.append(" * ".join([*([str(number)] if number != 1 or not names else []), *names]))
    return " + ".join(terms) or "0"


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
    known = strides is not None or (info is not None and max(info.contiguity, default=1) > 1)
    return Sectors(touched, ideal, all_ideal / all_touched, known)


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
