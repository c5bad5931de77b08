"""Random encodings and shapes, as they can occur in programs and a little beyond."""

from __future__ import annotations

import os
from random import Random

from xtriton.layouts.bits import log2
from xtriton.layouts.encodings import (
    AMDMfma,
    AMDWmma,
    Blocked,
    CTALayout,
    DistributedEncoding,
    DotOperand,
    Linear,
    NvidiaMma,
    NVMMAShared,
    PaddedShared,
    Slice,
    SwizzledShared,
)
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.tensor_memory import CTAsOfMemory
from xtriton.layouts.tile import standard_shape
from xtriton.versions import V3_6, V3_8, by_version, default_version, only

CASES = int(os.environ.get("XTRITON_LAYOUT_CASES", "400"))
"""How many cases each parity test tries."""

WITH_WMMA = only(V3_6)
"""The versions whose ``#ttg.amd_wmma`` xtriton has: each later one has other parameters (docs/limits.md)."""

Shape = tuple[int, ...]


def power(rng: Random, most: int) -> int:
    """A power of two of at most ``2**most``."""
    return 1 << rng.randint(0, most)


def box(rng: Random, rank: int, bits: int) -> tuple[int, ...]:
    """Powers of two with the product ``2**bits``."""
    sizes = [1] * rank
    for _ in range(bits):
        sizes[rng.randrange(rank)] *= 2
    return tuple(sizes)


def permutation(rng: Random, rank: int) -> tuple[int, ...]:
    return tuple(rng.sample(range(rank), rank))


def shape(rng: Random, rank: int, bits: int = 12) -> Shape:
    return box(rng, rank, rng.randint(0, bits))


def cta(rng: Random, rank: int) -> CTALayout:
    """Mostly one block; otherwise up to eight that split the tensor or hold copies."""
    if rng.random() < 0.6:
        return CTALayout.default(rank)
    split = box(rng, rank, rng.randint(0, 2))
    ctas = tuple(parts * (rng.choice((1, 1, 2)) if parts > 1 or i == 0 else 1) for i, parts in enumerate(split))
    return CTALayout.from_split(ctas, split, permutation(rng, rank))


def blocked(rng: Random, rank: int) -> Blocked:
    lanes = rng.choice((5, 5, 5, 6))
    return Blocked(
        box(rng, rank, rng.randint(0, 4)),
        box(rng, rank, lanes),
        box(rng, rank, rng.randint(0, 3)),
        permutation(rng, rank),
        cta(rng, rank),
    )


def linear(rng: Random, rank: int) -> Linear:
    """Each power of two of each dimension is held by some input, with copies here and there."""
    sizes = shape(rng, rank, 10)
    units: list[Basis] = []
    for dim, size in enumerate(sizes):
        units += [tuple((1 << bit) * (i == dim) for i in range(rank)) for bit in range(log2(size))]
    rng.shuffle(units)
    bases: dict[str, list[Basis]] = {"register": [], "lane": [], "warp": [], "block": []}
    for name, count in (("lane", 5), ("warp", 2)):
        for _ in range(count):
            bases[name].append(units.pop() if units and rng.random() < 0.8 else (0,) * rank)
    bases["register"] = units
    return Linear(LinearLayout(bases, standard_shape(sizes)))


def nvidia(rng: Random, rank: int, version: int) -> NvidiaMma:
    warps = box(rng, rank, rng.randint(0, 3))
    instr = (16, 8) if version == 2 else (16, power(rng, 5) * 8, 16)
    if rank == 3 and version == 2:
        instr = (1, *instr)
    return NvidiaMma(version, 0, warps, cta(rng, rank), instr)


def mfma(rng: Random, rank: int) -> AMDMfma:
    instr = rng.choice(((32, 32, 8), (16, 16, 16), (64, 4, 4), (4, 64, 4)))
    tiles = (*(1,) * (rank - 2), power(rng, 1), power(rng, 1))
    transposed = instr[:2] == (64, 4) or rng.random() < 0.5
    version, bits = rng.randint(1, 4), rng.choice((32, 32, 64))
    return AMDMfma(version, box(rng, rank, rng.randint(0, 3)), instr, transposed, cta(rng, rank), tiles, bits)


def wmma(rng: Random, rank: int) -> AMDWmma:
    version = rng.randint(1, 3)
    instr = rng.choice({1: ((16, 16, 16),), 2: ((16, 16, 16), (16, 16, 32)), 3: ((16, 16, 32), (16, 16, 64))}[version])
    tiles = (*(1,) * (rank - 2), power(rng, 1), power(rng, 1))
    return AMDWmma(version, rng.random() < 0.5, box(rng, rank, rng.randint(0, 3)), tiles, cta(rng, rank), instr)


def dot_operand(rng: Random, rank: int) -> DotOperand:
    kinds = ("fma", "v2", "v3", "mfma", "wmma") if default_version() in WITH_WMMA else ("fma", "v2", "v3", "mfma")
    match rng.choice(kinds):
        case "fma":
            return DotOperand(rng.randint(0, 1), blocked(rng, rank))
        case "v2":
            return DotOperand(rng.randint(0, 1), nvidia(rng, rank, 2), power(rng, 3))
        case "v3":
            rank2 = nvidia(rng, 2, 3)
            return DotOperand(0, rank2, power(rng, 3))
        case "mfma":
            return DotOperand(rng.randint(0, 1), mfma(rng, rank), 1 << rng.randint(1, 4))
        case _:
            parent = wmma(rng, rank)
            return DotOperand(rng.randint(0, 1), parent, rng.choice((8, 16)))


def distributed(rng: Random, rank: int) -> DistributedEncoding:
    """Any encoding in registers of this rank."""
    kinds = ["blocked", "blocked", "linear"]
    kinds += ["slice"] if rank < 3 else []
    kinds += ["v2", "dot"] if rank in (2, 3) else []
    kinds += ["v3"] if rank == 2 else []
    match rng.choice(kinds):
        case "blocked":
            return blocked(rng, rank)
        case "linear":
            return linear(rng, rank)
        case "slice":
            return Slice(rng.randint(0, rank), distributed(rng, rank + 1))
        case "v2":
            return nvidia(rng, rank, 2)
        case "v3":
            return nvidia(rng, rank, 3)
        case _:
            operand = dot_operand(rng, rank)
            return operand if operand.rank == rank else blocked(rng, rank)


def ctas_of_memory(split: tuple[int, int]) -> CTAsOfMemory:
    """How so many CTAs share the rows and columns of a tensor in tensor memory."""
    return _CTAS_OF_MEMORY.now()(split)


def _parts(split: tuple[int, int]) -> CTAsOfMemory:
    return {"cta_split_m": split[0], "cta_split_n": split[1]}


def _cluster(split: tuple[int, int]) -> CTAsOfMemory:
    return {"cta": CTALayout.from_split(split, split, (0, 1))}


_CTAS_OF_MEMORY = by_version({V3_6: _parts, V3_8: _cluster})


def swizzled(rng: Random, rank: int) -> SwizzledShared:
    return SwizzledShared(power(rng, 4), power(rng, 3), power(rng, 4), permutation(rng, rank), cta(rng, rank))


def nvmma(rng: Random, rank: int) -> tuple[NVMMAShared, Shape]:
    """With a shape that is large enough."""
    width = rng.choice((0, 32, 64, 128))
    bits = rng.choice((8, 16, 32))
    fp4 = bits == 8 and width == 128 and rng.random() < 0.4
    transposed = rank == 2 and rng.random() < 0.5
    encoding = NVMMAShared(width, transposed, bits, fp4, cta(rng, rank))
    split = encoding.cta.cta_split_num
    contiguous = 0 if transposed else rank - 1
    sizes = [power(rng, 3) * parts for parts in split]
    sizes[contiguous] = max(8 * max(width, 16) // bits, 8) * power(rng, 3) * split[contiguous]
    other = rank - 1 if transposed else 0
    sizes[other] = 8 * power(rng, 5) * split[other]
    return encoding, tuple(sizes)


def padded(rng: Random, rank: int) -> tuple[PaddedShared, Shape]:
    sizes = shape(rng, rank, 10)
    pairs = [(4 << 2 * i, power(rng, 3)) for i in range(rng.randint(1, 3))]
    return PaddedShared.with_identity(pairs, permutation(rng, rank), sizes), sizes
