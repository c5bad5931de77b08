"""Lowers matmuls to register tiles, with the processor's dot instructions for narrow types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.amx import AmxProduct, amx_tile
from xtriton.passes.cpu.loops.batches import collect
from xtriton.passes.cpu.loops.blocks import BlockProduct, block_tile
from xtriton.passes.cpu.loops.dots import DotInstruction, dot_instructions
from xtriton.passes.cpu.loops.emit import Emitter, shape_and_strides
from xtriton.passes.cpu.loops.grouped import GroupedProduct
from xtriton.passes.cpu.loops.nest import lower_nest
from xtriton.passes.cpu.loops.structure import Nest
from xtriton.passes.cpu.loops.tiles import Numbers, Product, Tile
from xtriton.passes.cpu.parts import Part

_REGISTERS = {512: 32, 256: 16, 128: 16}
"""The number of vector registers, by their width in bits."""
_PANEL = 32 << 10
"""The bytes of the right operand that a tile reads over all iterations that are computed together: those of a small L1
cache, as all tiles of these columns read them."""
_PACKED = 512 << 10
"""The most bytes of both packed operands: half of an L2 cache."""


def lower_product(
    e: Emitter,
    op: linalg.MatmulOp | linalg.BatchMatmulOp,
    vector_bits: int,
    dots: tuple[str, ...] = (),
    *,
    accumulates: bool = False,
    fill: FillOp | None = None,
    strict: bool,
) -> None:
    """Lower a matmul: in register tiles if its extents allow, else as any other structured operation.

    The tiles of parts of blocks are whole: what they compute beyond a part is not read. ``dots`` are the names of the
    dot instructions that the processor has. ``accumulates`` says that the matmul accumulates in a loop that does not
    access the accumulators otherwise, ``fill`` what fills them before the loop and may be moved.
    """
    parts = [part for part in map(Part.of, (*op.ins, op.outs[0])) if part is not None]
    in_tiles = list(op.maps) == type(op).default_maps() and len(parts) == 3 and parts[-1].may_be_exceeded
    numbers = Numbers.of(op, parts[0].shape[-1], strict=strict) if in_tiles else None
    tile = None if numbers is None else _tile(parts[-1], numbers, vector_bits)
    if numbers is None or tile is None:
        lower_nest(e, Nest(op.ins, op.outs, op.maps, op.iterators, op.body, strict))
        return
    left, right, out = parts
    dot, tile = _instruction(op, dots, tile, parts, unsigned=numbers.unsigned, strict=strict)
    if isinstance(op, linalg.MatmulOp) and dot is not None:
        slots = _slots(op, left, right, tile, dot) if accumulates else 1
        if slots > 1:
            e.start_at(cast("ForOp", op.parent_op()))
        totals = Numbers(dot.total, numbers.unsigned, strict)
        made = _product_of(dot)(e, left, right, out, totals, tile, dot, slots)
        if slots > 1 or fill is not None:
            room = (slots - 1) * made.most_steps
            pack = partial(made.pack, batch=[])
            collect(e, op, room, pack, lambda filled, unwritten: made.compute(filled, [], unwritten), fill)
        else:
            made.make([])
        return

    def product() -> Product:
        if dot is None:
            return Product(e, left, right, out, numbers, tile)
        return _product_of(dot)(e, left, right, out, Numbers(dot.total, numbers.unsigned, strict), tile, dot)

    if isinstance(op, linalg.MatmulOp):
        product().make([])
        return

    def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        product().make([variable])
        return []

    e.loop(0, left.shape[0], 1, [], one)


def _slots(op: linalg.MatmulOp, left: Part, right: Part, tile: Tile, dot: DotInstruction) -> int:
    """The number of iterations of a loop whose products are computed together."""
    (rows, depth), columns = left.shape, right.shape[-1]
    slots = min(_PANEL // tile.columns, _PACKED // (rows + columns)) // (depth * dot.element_bits // 8)
    loop = op.parent_op()
    trips = loop.trip_count if isinstance(loop, ForOp) else None
    return max(1, slots if trips is None else min(slots, trips))


def _instruction(
    op: linalg.MatmulOp | linalg.BatchMatmulOp,
    dots: tuple[str, ...],
    tile: Tile,
    parts: Sequence[Part],
    *,
    unsigned: bool,
    strict: bool,
) -> tuple[DotInstruction | None, Tile]:
    """The dot instruction that computes a matmul, if there is one, and the tile, which is ``tile`` for vectors."""
    left, right, out = (element_type(operand.type) for operand in (*op.ins, op.outs[0]))
    (rows, depth), columns = parts[0].shape[-2:], parts[-1].shape[-1]
    for dot in dot_instructions(dots, left, right, out, unsigned=unsigned, strict=strict):
        chosen = _tile_for(dot, tile, rows, columns)
        if chosen is not None and depth % dot.depth == 0:
            return dot, chosen
    return None, tile


def _product_of(dot: DotInstruction) -> type[GroupedProduct]:
    if dot.steps > 1:
        return AmxProduct
    return BlockProduct if dot.rows > 1 else GroupedProduct


def _tile_for(dot: DotInstruction, tile: Tile, rows: int, columns: int) -> Tile | None:
    """The tile for an output of this shape, which is ``tile`` for vectors; ``None`` if the instruction has none."""
    if dot.steps > 1:
        return amx_tile(dot, rows, columns)
    if dot.rows > 1:
        return block_tile(dot, rows, columns)
    return tile if dot.lanes == tile.lanes else None


def _tile(out: Part, numbers: Numbers, vector_bits: int) -> Tile | None:
    """The tile for an output; ``None`` if its rows cannot be cut into vectors."""
    shape, strides = shape_and_strides(out.block)
    if strides[-1] != 1:
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
