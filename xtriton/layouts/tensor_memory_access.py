"""Which register layouts ``tcgen05.ld`` and ``tcgen05.st`` support, and which of them are efficient.

These instructions move rows x columns of 32 bits; each shape fixes the positions of the warp's lanes and the registers.
A layout is supported if the map from registers to rows and columns is one of these shapes, repeated. From the data
movement shapes of tcgen05 in the PTX ISA.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from xtriton.layouts.distributed import Linear
from xtriton.layouts.division import divide_left, divide_right
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, to_linear_layout
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.tensor_memory import COL, ROW, TensorMemory, TensorMemoryScales
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP, Shape

_WARP_ROWS: tuple[Basis, Basis] = ((32, 0), (64, 0))
"""The rows that the warps 1 and 2 of a group of four access."""
_ROWS = 128
_MOST_REGISTERS = 256


class Atom(Enum):
    """The shapes of ``tcgen05.ld``: lanes x bits; ``x2`` is two halves of 16 lanes at a free distance."""

    X32_32B = "32x32b"
    X16_64B = "16x64b"
    X16_128B = "16x128b"
    X16_256B = "16x256b"
    X16_32B_X2 = "16x32bx2"


@dataclass(frozen=True)
class AccessedMemory:
    """Tensor memory with its encoding, the shape of the tensor and that of its allocation, and the bits of an element.

    Both shapes are of rank 2.
    """

    encoding: TensorMemory | TensorMemoryScales
    shape: Shape
    alloc_shape: Shape
    bits: int

    @property
    def is_scales(self) -> bool:
        """Whether it holds scales of a block-scaled MMA."""
        return isinstance(self.encoding, TensorMemoryScales)


def atom_layout(atom: Atom, *, unpacked: bool = False) -> LinearLayout:
    """From registers and lanes to rows and columns for one instruction of this shape.

    ``unpacked``: elements of 16 bits, one in each column of 32, so that every column counts twice.
    """
    tile = LinearLayout.unchecked({REGISTER: (), LANE: ()}, {ROW: 1, COL: 1})
    if unpacked:
        tile *= LinearLayout.zeros_1d(1, REGISTER, COL, 2)
    match atom:
        case Atom.X32_32B:
            return tile * LinearLayout.identity_1d(32, LANE, ROW)
        case Atom.X16_32B_X2:
            return tile * LinearLayout.identity_1d(16, LANE, ROW)
        case Atom.X16_64B:
            return tile * LinearLayout({LANE: ((8, 0), (0, 1), (1, 0), (2, 0), (4, 0))}, [ROW, COL])
        case Atom.X16_128B:
            tile *= LinearLayout.identity_1d(4, LANE, COL)
        case Atom.X16_256B:
            tile *= LinearLayout.identity_1d(2, REGISTER, COL) * LinearLayout.identity_1d(4, LANE, COL)
    return tile * LinearLayout.identity_1d(8, LANE, ROW) * LinearLayout.identity_1d(2, REGISTER, ROW)


def _with_warps(tile: LinearLayout) -> LinearLayout:
    return LinearLayout.unchecked({**tile.bases, WARP: _WARP_ROWS}, {ROW: _ROWS, COL: tile.out_dim_size(COL)})


# ------------------------------------------------------------------------------------------------ can it be accessed


@lru_cache(maxsize=1 << 10)
def can_access(registers: DistributedEncoding, shape: Shape, memory: AccessedMemory, max_registers: int) -> bool:
    """Whether a tensor of this shape in registers can be loaded from, or stored to, the memory."""
    try:
        held = to_linear_layout(registers, shape)
        stored = to_linear_layout(memory.encoding, memory.alloc_shape)
        to_memory = held.invert_and_compose(stored)
    except ValueError:
        return False
    if BLOCK in stored.bases:
        if not to_memory.is_trivial_over((BLOCK,)):
            return False  # a CTA accesses its own tensor memory only
        to_memory = to_memory.sublayout((REGISTER, LANE, WARP), (ROW, COL))
    warps, rows = held.bases[WARP], stored.bases[ROW]
    if len(warps) < 2 or warps[:2] != rows[5:7]:
        return False
    # These warps access their own rows even where the rows hold copies.
    bases = {**to_memory.bases, WARP: (*_WARP_ROWS, *to_memory.bases[WARP][2:])}
    to_memory = LinearLayout.unchecked(bases, dict(to_memory.out_dims))
    return _is_made_of_atoms(to_memory, memory.bits, max_registers, memory.is_scales)


def _is_made_of_atoms(
    layout: LinearLayout, bits: int, max_registers: int, is_scales: bool, unpacked: bool = False
) -> bool:
    layout = layout.remove_zero_bases_along_dim(REGISTER)
    if bits == 32:
        return _is_made_of_words(layout, max_registers, is_scales, unpacked)
    packed = _packed(layout, bits)
    if packed is not None:
        quotient, count = packed
        return _is_made_of_atoms(quotient, bits * count, max_registers, is_scales)
    spread = LinearLayout.zeros_1d(1, REGISTER, COL, 32 // bits)
    quotient = divide_left(layout, spread * LinearLayout.identity_1d(2, REGISTER, COL)) if bits == 16 else None
    if quotient is None:
        quotient = divide_left(layout, spread)
    if quotient is None:
        return False
    unpacked = bits == 16
    return _is_made_of_atoms(spread * quotient if unpacked else quotient, 32, max_registers, is_scales, unpacked)


def _packed(
    layout: LinearLayout, bits: int, in_dim: str = REGISTER, out_dim: str = COL
) -> tuple[LinearLayout, int] | None:
    """The layout of 32-bit words of adjacent elements, and the number of elements in a word."""
    best: tuple[LinearLayout, int] | None = None
    count = 2
    while bits * count <= 32:
        quotient = divide_left(layout, LinearLayout.identity_1d(count, in_dim, out_dim))
        if quotient is None:
            break
        best = (quotient, count)
        count *= 2
    return best


def _is_made_of_words(layout: LinearLayout, max_registers: int, is_scales: bool, unpacked: bool) -> bool:
    for atom in (Atom.X32_32B, Atom.X16_256B, Atom.X16_64B, Atom.X16_128B):
        if _repetitions(layout, _with_warps(atom_layout(atom, unpacked=unpacked)), max_registers) is not None:
            return True
    halves = _repetitions(layout, _with_warps(atom_layout(Atom.X16_32B_X2, unpacked=unpacked)), max_registers)
    # At distance 0 the second half would overwrite the first, for which only scales leave room.
    return halves is not None and (is_scales or any(halves.basis(LANE, 4)))


def _repetitions(layout: LinearLayout, tile: LinearLayout, max_registers: int) -> LinearLayout | None:
    """The repetitions of the tile, made as wide as the registers allow; ``None`` if they do not exist."""
    most = max_registers // 2
    if max_registers == _MOST_REGISTERS and layout.in_dim_size(REGISTER) > most:
        most //= 2
    found: LinearLayout | None = None
    width = 1
    while width <= most // tile.in_dim_size(REGISTER):
        wide = tile * LinearLayout.identity_1d(width, REGISTER, COL)
        permuted = _registers_first(layout, wide)
        rest = _remainder(permuted, wide) if permuted is not None else None
        if rest is None:
            break
        found = rest
        width *= 2
    return found


def _registers_first(layout: LinearLayout, tile: LinearLayout) -> LinearLayout | None:
    """The layout with the registers of the tile moved to the front, if it has them all."""
    if any(layout.out_dim_size(name) < size for name, size in tile.out_dims.items()):
        return None
    rest = list(layout.bases[REGISTER])
    first: list[Basis] = []
    for basis in tile.bases[REGISTER]:
        if basis not in rest:
            return None
        rest.remove(basis)
        first.append(basis)
    return LinearLayout.unchecked({**layout.bases, REGISTER: (*first, *rest)}, dict(layout.out_dims))


def _remainder(layout: LinearLayout, tile: LinearLayout) -> LinearLayout | None:
    """The layout with the bases of the tile, with which it must begin, set to zero; the others must not touch it."""
    masks = [0, 0]
    for rows in tile.bases.values():
        for basis in rows:
            masks = [mask | value for mask, value in zip(masks, basis, strict=True)]
    bases: dict[str, tuple[Basis, ...]] = {}
    for name, rows in layout.bases.items():
        begin = tile.bases.get(name, ())
        rest = rows[len(begin) :]
        if rows[: len(begin)] != begin or len(begin) > len(rows):
            return None
        if any(value & mask for basis in rest for value, mask in zip(basis, masks, strict=True)):
            return None
        bases[name] = (*((0, 0),) * len(begin), *rest)
    return LinearLayout.unchecked(bases, dict(layout.out_dims))


# ------------------------------------------------------------------------------------------- layouts that can access


def compatible_layouts(memory: AccessedMemory, num_warps: int, cta: CTALayout) -> list[Linear]:
    """The register layouts for each instruction shape, and one that is efficient for row reductions."""
    found: list[Linear] = []
    for atom in (Atom.X32_32B, Atom.X16_256B, Atom.X16_128B, Atom.X16_64B):
        layout = access_layout(memory, atom, num_warps, cta)
        if layout is not None:
            found.append(Linear(layout))
    if num_warps == 8 and (split := split_along_rows(memory, num_warps, cta)) is not None:
        found.append(Linear(split))
    return found


@lru_cache(maxsize=1 << 10)
def access_layout(memory: AccessedMemory, atom: Atom, num_warps: int, cta: CTALayout) -> LinearLayout | None:
    """The register layout of a tensor loaded by instructions of one shape, ``None`` if it cannot be."""
    ctas = cta.linear_layout
    stored = _part_of_cta(to_linear_layout(memory.encoding, memory.shape), ctas)
    layout = _access_layout(stored, atom, num_warps, memory.bits) if stored is not None else None
    return layout * ctas if layout is not None else None


def _part_of_cta(stored: LinearLayout, ctas: LinearLayout) -> LinearLayout | None:
    """The part of one CTA of memory that CTAs share like this, ``None`` if they share it in another way."""
    if BLOCK in stored.bases:
        part = divide_right(stored, ctas)
        return part.sublayout((ROW, COL), part.out_dim_names) if part is not None and not part.bases[BLOCK] else None
    first, second = stored.out_dim_names
    columns = LinearLayout.identity_1d(ctas.out_dim_size(first), COL, first)
    columns *= LinearLayout.identity_1d(ctas.out_dim_size(second), COL, second)
    return divide_right(stored, columns)


def _access_layout(stored: LinearLayout, atom: Atom, num_warps: int, bits: int) -> LinearLayout | None:
    if bits == 32:
        return _word_access_layout(stored, atom, num_warps)
    minor = stored.out_dim_names[1]
    packed = _packed(stored, bits, COL, minor)
    if packed is not None:
        quotient, count = packed
        inner = _access_layout(quotient, atom, num_warps, bits * count)
        return LinearLayout.identity_1d(count, REGISTER, minor) * inner if inner is not None else None
    gaps = LinearLayout.zeros_1d(32 // bits, COL, minor)
    pairs = divide_left(stored, gaps * LinearLayout.identity_1d(2, COL, minor)) if bits == 16 else None
    if pairs is not None:
        inner = _access_layout(pairs, atom, num_warps, 32)
        return LinearLayout.identity_1d(2, REGISTER, minor) * inner if inner is not None else None
    padded = divide_left(stored, gaps)
    return _access_layout(padded if padded is not None else stored, atom, num_warps, 32)


def _word_access_layout(stored: LinearLayout, atom: Atom, num_warps: int) -> LinearLayout | None:
    tile = atom_layout(atom)
    missing = stored.in_dim_size(COL) // tile.out_dim_size(COL)
    if missing == 0:
        return None
    takes_32_rows = atom is Atom.X32_32B
    has_16_rows = not any(stored.basis(ROW, 4))
    covered = tile.compose(stored)
    if takes_32_rows:
        covered = covered.resize_in_dim(LANE, covered.in_dim_size(LANE) // 2)
    if not covered.is_injective:
        return None
    # The other 16 rows go to a warp if there are more than four, otherwise to a register.
    row_16 = None if takes_32_rows or has_16_rows else WARP if num_warps > 4 else REGISTER
    spare = num_warps // (8 if row_16 == WARP else 4)
    tiled = min(missing, spare)
    missing //= tiled
    if missing > 1 and takes_32_rows and has_16_rows:
        # The upper lanes would load copies: they load the other half of the columns.
        half = divide_left(tile, LinearLayout.identity_1d(2, LANE, ROW))
        assert half is not None
        tile = half * LinearLayout.identity_1d(missing // 2, REGISTER, COL) * LinearLayout.identity_1d(2, LANE, COL)
    elif missing > 1:
        tile *= LinearLayout.identity_1d(missing, REGISTER, COL)
    bases = {**tile.bases, WARP: _WARP_ROWS}
    if row_16 is not None:
        bases[row_16] = (*bases[row_16], (16, 0))
    tile = LinearLayout.unchecked(bases, {ROW: _ROWS, COL: tile.out_dim_size(COL)})
    tile *= LinearLayout.identity_1d(tiled, WARP, COL) * LinearLayout.zeros_1d(spare // tiled, WARP, COL)
    return tile.compose(stored)


def split_along_rows(memory: AccessedMemory, num_warps: int, cta: CTALayout) -> LinearLayout | None:
    """The layout for whole rows with warp 4 and lane 16 exchanged, if that gives each warp data of fewer rows."""
    layout = access_layout(memory, Atom.X32_32B, num_warps, cta)
    if layout is None or len(layout.bases[WARP]) < 3:
        return None
    lanes, warps = list(layout.bases[LANE]), list(layout.bases[WARP])
    for dim in (0, 1):
        still = [basis[dim] == 0 for basis in (*warps[:3], lanes[4])]
        if still[0] == still[1] == still[3] != still[2]:
            warps[2], lanes[4] = lanes[4], warps[2]
            bases = {**layout.bases, LANE: tuple(lanes), WARP: tuple(warps)}
            return LinearLayout.unchecked(bases, dict(layout.out_dims))
    return None
