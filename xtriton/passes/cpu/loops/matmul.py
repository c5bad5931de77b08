"""Lowers matmuls to register tiles, with the processor's dot instructions for narrow types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.batches import accumulates_in_loop, collect
from xtriton.passes.cpu.loops.demand import stored_part
from xtriton.passes.cpu.loops.dots import DotInstruction, dot_instruction
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.grouped import GroupedProduct
from xtriton.passes.cpu.loops.nest import lower_nest
from xtriton.passes.cpu.loops.structure import Nest
from xtriton.passes.cpu.loops.tiles import Numbers, Product, Tile

_REGISTERS = {512: 32, 256: 16, 128: 16}
"""The number of vector registers, by their width in bits."""
_GROUP_BYTES = 4
_PANEL = 32 << 10
"""The bytes of the right operand that a tile reads over all iterations that are computed together: those of a small L1
cache, as all tiles of these columns read them."""
_PACKED = 512 << 10
"""The most bytes of both packed operands: half of an L2 cache."""


@dataclass(frozen=True)
class MatmulContext:
    """What the operations around a matmul say of it."""

    part: Sequence[Number] | None = None
    """The numbers of rows and of columns of the result that are needed, if not all are."""
    accumulates: bool = False
    """Whether it accumulates in a loop that does not access the accumulators otherwise."""

    @staticmethod
    def of(op: linalg.MatmulOp) -> MatmulContext:
        """The context of a matmul, before any operation is lowered."""
        return MatmulContext(stored_part(op), accumulates_in_loop(op))


def lower_product(
    e: Emitter,
    op: linalg.MatmulOp | linalg.BatchMatmulOp,
    vector_bits: int,
    dots: tuple[str, ...] = (),
    context: MatmulContext | None = None,
    *,
    strict: bool,
) -> None:
    """Lower a matmul: in register tiles if its extents allow, else as any other structured operation.

    ``dots`` are the names of the dot instructions that the processor has.
    """
    context = context or MatmulContext()
    nest = Nest(op.ins, op.outs, op.maps, op.iterators, op.body, strict)
    numbers = Numbers.of(op, strict=strict)
    if list(op.maps) != type(op).default_maps() or numbers is None:
        lower_nest(e, nest)
        return
    left, right, out = op.ins[0], op.ins[1], op.outs[0]
    tile = _tile(out, numbers, vector_bits)
    rest = [shape_and_strides(memory) for memory in (left, right, out)]
    if tile is None or any(DYNAMIC in shape for shape, _ in rest):
        lower_nest(e, nest)
        return
    dot = _instruction(op, dots, tile, unsigned=numbers.unsigned, strict=strict)
    if isinstance(op, linalg.MatmulOp) and dot is not None:
        _lower_grouped(e, op, Numbers(dot.total, numbers.unsigned, strict), tile, dot, context)
        return

    def product() -> Product:
        if dot is None:
            return Product(e, left, right, out, numbers, tile)
        return GroupedProduct(e, left, right, out, Numbers(dot.total, numbers.unsigned, strict), tile, dot)

    if isinstance(op, linalg.MatmulOp):
        made = product()
        made.part = context.part
        made.make([])
        return

    def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        product().make([variable])
        return []

    e.loop(0, rest[0][0][0], 1, [], one)


def _lower_grouped(
    e: Emitter, op: linalg.MatmulOp, numbers: Numbers, tile: Tile, dot: DotInstruction, context: MatmulContext
) -> None:
    """Lower a matmul of narrow numbers; of some iterations together, if it accumulates in a loop."""
    slots = _slots(op, tile, dot) if context.accumulates else 1
    loop = op.parent_op()
    if slots > 1:
        e.start_at(cast("ForOp", loop))
    made = GroupedProduct(e, op.ins[0], op.ins[1], op.outs[0], numbers, tile, dot, slots)
    made.part = context.part
    if slots > 1:
        collect(e, op, slots, lambda slot: made.pack(slot, []), lambda filled: made.compute(filled, []))
    else:
        made.make([])


def _slots(op: linalg.MatmulOp, tile: Tile, dot: DotInstruction) -> int:
    """The number of iterations of a loop whose products are computed together."""
    (rows, depth), columns = shape_and_strides(op.ins[0])[0], shape_and_strides(op.ins[1])[0][-1]
    groups = depth // dot.group
    slots = min(_PANEL // tile.columns, _PACKED // (rows + columns)) // (_GROUP_BYTES * groups)
    loop = op.parent_op()
    trips = loop.trip_count if isinstance(loop, ForOp) else None
    return max(1, slots if trips is None else min(slots, trips))


def _instruction(
    op: linalg.MatmulOp | linalg.BatchMatmulOp, dots: tuple[str, ...], tile: Tile, *, unsigned: bool, strict: bool
) -> DotInstruction | None:
    """The dot instruction that computes a matmul, if there is one."""
    left, right, out = (element_type(operand.type) for operand in (*op.ins, op.outs[0]))
    dot = dot_instruction(dots, left, right, out, tile.lanes, unsigned=unsigned, strict=strict)
    depth = shape_and_strides(op.ins[0])[0][-1]
    return None if dot is None or depth % dot.group else dot


def _tile(out: SSAValue, numbers: Numbers, vector_bits: int) -> Tile | None:
    """The tile for an output; ``None`` if its rows cannot be cut into vectors."""
    shape, strides = shape_and_strides(out)
    if strides[-1] != 1 or DYNAMIC in shape:
        return None
    rows, columns = shape[-2:]
    lanes = vector_bits // cast("AnyFloat | IntegerType", numbers.total).bitwidth
    while lanes > columns or columns % lanes:
        lanes //= 2
    if lanes < 4:
        return None
    budget = _REGISTERS.get(vector_bits, 16) - 4
    best: tuple[float, Tile] | None = None
    for vectors in range(1, min(columns // lanes, budget // 2) + 1):
        if columns % (vectors * lanes):
            continue
        # Accumulators, and the vectors of a row of the right operand, are in registers.
        for height in range(1, min(rows, budget // vectors - 1) + 1):
            if rows % height:
                continue
            # Loads for each multiplication, and at least 8 chains of dependent additions to keep two units busy.
            cost = (1 / height + 1 / vectors) + max(0, 8 - height * vectors)
            if best is None or cost < best[0]:
                best = cost, Tile(height, vectors, lanes)
    return None if best is None else best[1]
