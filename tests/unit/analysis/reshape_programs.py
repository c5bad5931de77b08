"""Random kernels that reshape offsets, as TTIR, and load and store where these say."""

from __future__ import annotations

from random import Random

EXTENTS = (1, 2, 4, 8, 16)
KINDS = ("uniform", "runs", "consecutive", "strided")
"""How offsets change along a dimension."""


def reshape_program(seed: int) -> str:
    """The text of a kernel: offsets that are uniform, consecutive or equal in runs along each dimension, reshaped."""
    chance = Random(seed)
    before, kinds = _shape(chance), [chance.choice(KINDS) for _ in range(3)]
    if seed % 3 == 0:  # runs of equal elements, which may go on in outer dimensions
        before = (*[chance.choice((4, 8)) for _ in range(2)], chance.choice((1, 2, 4)))
        kinds = [("uniform", "runs")[seed // 6 >> axis & 1] for axis in range(2)] + ["uniform"]
    lines, names = [], iter(f"%v{number}" for number in range(100))

    def write(text: str) -> str:
        name = next(names)
        lines.append(f"  {name} = {text}")
        return name

    def constant(value: int, shape: tuple[int, ...]) -> str:
        return write(f"arith.constant dense<{value}> : {_typed(shape)}")

    total = constant(chance.choice((0, 0, 4, 16, 3)), before)
    if chance.random() < 0.3:
        total = write(f"tt.splat %n : i32 -> {_typed(before)}")
    for axis, extent in enumerate(before):
        kind = kinds[axis]
        if extent == 1 or kind == "uniform":
            continue
        line = write(f"tt.make_range {{start = 0 : i32, end = {extent} : i32}} : {_typed((extent,))}")
        if kind == "runs":
            line = write(f"arith.divsi {line}, {constant(chance.choice((2, 4)), (extent,))} : {_typed((extent,))}")
        elif kind == "strided":
            line = write(f"arith.muli {line}, {constant(chance.choice((2, 16, 64)), (extent,))} : {_typed((extent,))}")
        shape: tuple[int, ...] = (extent,)
        for dim in range(len(before)):
            if dim != axis:
                wide = (*shape[:dim], 1, *shape[dim:])
                line = write(f"tt.expand_dims {line} {{axis = {dim} : i32}} : {_typed(shape)} -> {_typed(wide)}")
                shape = wide
        if shape != before:
            line = write(f"tt.broadcast {line} : {_typed(shape)} -> {_typed(before)}")
        total = write(f"arith.addi {total}, {line} : {_typed(before)}")
    after = (_size(before),) if seed % 6 == 0 else _split(chance, before)
    moved = write(f"tt.reshape {total} : {_typed(before)} -> {_typed(after)}")
    pointers = write(f"tt.splat %p : !tt.ptr<f32> -> {_typed(after, '!tt.ptr<f32>')}")
    places = write(f"tt.addptr {pointers}, {moved} : {_typed(after, '!tt.ptr<f32>')}, {_typed(after)}")
    found = write(f"tt.load {places} : {_typed(after, '!tt.ptr<f32>')}")
    lines.append(f"  tt.store {places}, {found} : {_typed(after, '!tt.ptr<f32>')}")
    arguments = "%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}"
    return "\n".join([f"tt.func public @kernel({arguments}) {{", *lines, "  tt.return", "}"]) + "\n"


def _shape(chance: Random) -> tuple[int, ...]:
    """One to three extents with at most 256 elements."""
    while True:
        shape = tuple(chance.choice(EXTENTS) for _ in range(chance.choice((1, 2, 3, 3))))
        if 4 <= _size(shape) <= 256:
            return shape


def _split(chance: Random, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Another shape with as many elements."""
    left, found = _size(shape), []
    while left > 1 and len(found) < 3:
        extent = chance.choice([extent for extent in (1, 2, 4, 8, 16, 32, 64, 128, 256) if extent <= left])
        found.append(extent)
        left //= extent
    return (*found, left)


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size


def _typed(shape: tuple[int, ...], element: str = "i32") -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"
