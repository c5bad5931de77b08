"""Random small programs around layout conversions: what canonicalization makes of them depends on their layouts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from unit.layouts import layout_cases as cases

from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DistributedEncoding,
    DotOperand,
    Linear,
    NvidiaMma,
    Slice,
    to_linear_layout,
)
from xtriton.layouts.inference import infer_reshape, infer_split, infer_trans
from xtriton.layouts.vectors import with_registers
from xtriton.versions import V3_9, default_version

Shape = tuple[int, ...]

_HEADER = (
    'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", '
    '"ttg.threads-per-warp" = 32 : i32} {'
)
_SHARED = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory"
_SQUARE: Shape = (32, 32)


def _blocked(rng: Random, rank: int) -> Blocked:
    sizes = (cases.box(rng, rank, bits) for bits in (rng.randint(0, 3), 5, 2))
    return Blocked(*sizes, cases.permutation(rng, rank), CTALayout.default(rank))


def _layout(rng: Random, shape: Shape) -> DistributedEncoding:
    """One of four warps; the same one may be spelled in two ways."""
    rank = len(shape)
    blocked = _blocked(rng, rank)
    match rng.choice(("blocked", "blocked", "linear", "other")):
        case "blocked":
            return blocked
        case "linear":
            return Linear(to_linear_layout(blocked, shape))
        case _:
            return _mma(rng) if rank == 2 else Slice(rng.randint(0, rank), _blocked(rng, rank + 1))


def _mma(rng: Random) -> NvidiaMma:
    return NvidiaMma(2, 0, cases.box(rng, 2, 2), CTALayout.default(2), (16, 8))


def _type(shape: Shape, element: str, layout: DistributedEncoding) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}, {encoding_attr(layout)}>"


def _types(rng: Random, shape: Shape, element: str, count: int) -> list[str]:
    return [_type(shape, element, _layout(rng, shape)) for _ in range(count)]


def _convert(name: str, value: str, source: str, target: str) -> str:
    return f"  {name} = ttg.convert_layout {value} : {source} -> {target}\n"


def _function(arguments: str, body: str, *results: tuple[str, str]) -> str:
    values, types = (", ".join(part) for part in zip(*results, strict=True)) if results else ("", "")
    end = f"  tt.return {values} : {types}\n" if results else "  tt.return\n"
    return f"{_HEADER}\ntt.func @f({arguments}){f' -> ({types})' if results else ''} {{\n{body}{end}}}\n}}\n"


def reshapes(rng: Random) -> str:
    """Of a conversion, and converted; those that may reorder have any layout, before Triton 3.9."""
    shape, target = rng.choice((((512,), (8, 64)), ((16, 32), (32, 16))))
    source, middle = _layout(rng, shape), _layout(rng, shape)
    if rng.random() < 0.3:
        middle = Linear(to_linear_layout(source, shape))
    reorder = rng.random() < 0.6
    anywhere = reorder and default_version() < V3_9
    made = _layout(rng, target) if anywhere else infer_reshape(middle, shape, target)
    a, b, c = _type(shape, "f32", source), _type(shape, "f32", middle), _type(target, "f32", made)
    (d,) = _types(rng, target, "f32", 1)
    body = _convert("%0", "%x", a, b) + f"  %1 = tt.reshape %0{' allow_reorder' * reorder} : {b} -> {c}\n"
    return _function(f"%x: {a}", body + _convert("%2", "%1", c, d), ("%2", d))


def histograms(rng: Random) -> str:
    (a, b), (m,), (c, d) = (
        _types(rng, (size,), t, n) for size, t, n in ((256, "i32", 2), (256, "i1", 1), (64, "i32", 2))
    )
    masks = b.replace("i32", "i1", 1)
    mask = ", %1" if rng.random() < 0.5 else ""
    body = _convert("%0", "%x", a, b) + _convert("%1", "%m", m, masks)
    body += f"  %2 = tt.histogram %0{mask} : {b} -> {c}\n" + _convert("%3", "%2", c, d)
    return _function(f"%x: {a}, %m: {m}", body, ("%3", d))


def gathers(rng: Random) -> str:
    (a, b), (i,) = _types(rng, _SQUARE, "f32", 2), _types(rng, _SQUARE, "i32", 1)
    out, kept = i.replace("i32", "f32", 1), ", efficient_layout" if rng.random() < 0.3 else ""
    body = f"  %1 = tt.gather %0[%i] {{axis = 0 : i32{kept}}} : ({b}, {i}) -> {out}\n"
    return _function(f"%x: {a}, %i: {i}", _convert("%0", "%x", a, b) + body, ("%1", out))


def splits(rng: Random) -> str:
    shape = (32, 8, 2)

    def in_thread() -> Blocked:
        lanes, warps = cases.box(rng, 2, 5), cases.box(rng, 2, 2)
        order = rng.choice(((2, 0, 1), (2, 1, 0)))
        return Blocked((1, cases.power(rng, 1), 2), (*lanes, 1), (*warps, 1), order, CTALayout.default(3))

    middle: DistributedEncoding = in_thread()
    source = rng.choice((in_thread(), _blocked(rng, 3), Linear(to_linear_layout(middle, shape))))
    if rng.random() < 0.5:
        # The halves may lie in any of the registers.
        layout = to_linear_layout(middle, shape)
        bits = range(len(layout.bases["register"]))
        middle, source = Linear(layout), Linear(with_registers(layout, rng.sample(bits, len(bits))))
    half = infer_split(middle, shape)
    a, b, c = _type(shape, "f32", source), _type(shape, "f32", middle), _type((32, 8), "f32", half)
    body = _convert("%0", "%x", a, b) + f"  %1, %2 = tt.split %0 : {b} -> {c}\n"
    return _function(f"%x: {a}", body, ("%1", c), ("%2", c))


def transpositions(rng: Random) -> str:
    shape, order = (32, 64), rng.choice(((0, 1), (1, 0)))
    source, middle = _layout(rng, shape), _layout(rng, shape)
    if rng.random() < 0.5:
        middle = Linear(to_linear_layout(source, shape))
    a, b = _type(shape, "f32", source), _type(shape, "f32", middle)
    c = _type((shape[order[0]], shape[order[1]]), "f32", infer_trans(middle, shape, order))
    listed = f"{{order = array<i32: {order[0]}, {order[1]}>}}"
    body = _convert("%0", "%x", a, b) + f"  %1 = tt.trans %0 {listed} : {b} -> {c}\n"
    return _function(f"%x: {a}", body, ("%1", c))


def cheap_values(rng: Random) -> str:
    """Values that can be made in any layout, converted twice; operands of products, at times from accumulators."""
    (a, b), (r, s), (p, q) = (_types(rng, *of, 2) for of in ((_SQUARE, "f16"), ((128,), "i32"), ((256,), "f16")))
    mma = _mma(rng)
    operand = _type(_SQUARE, "f16", DotOperand(rng.randint(0, 1), mma, 2))
    a = rng.choice((a, _type(_SQUARE, "f16", mma)))
    (part,) = _types(rng, (128,), "f16", 1)
    number = rng.choice(("1.0", "-0.0", "0x7E01"))
    body = f"  %0 = arith.constant dense<{number}> : {a}\n  %1 = tt.splat %x : f16 -> {a}\n"
    body += f"  %2 = tt.make_range {{end = 131 : i32, start = 3 : i32}} : {r}\n  %3 = tt.cat %y, %y : {part} -> {p}\n"
    body += _convert("%4", "%0", a, b) + _convert("%5", "%1", a, operand) + _convert("%6", "%2", r, s)
    body += _convert("%7", "%3", p, q) + _convert("%8", "%1", a, b) + _convert("%9", "%8", b, operand)
    results = (("%4", b), ("%5", operand), ("%6", s), ("%7", q), ("%8", b), ("%9", operand))
    return _function(f"%x: f16, %y: {part}", body, *results)


def memory(rng: Random) -> str:
    """Stores, allocations, and loads that are converted behind a store."""
    a, b = _types(rng, _SQUARE, "f32", 2)
    target, source = (f"!ttg.memdesc<32x32xf32, {_SHARED}{rng.choice(('', ', mutable'))}>" for _ in range(2))
    mutable = f"!ttg.memdesc<32x32xf32, {_SHARED}, mutable>"
    loaded = rng.choice((("%2", a), ("%3", b)))
    body = _convert("%0", "%x", a, b) + f"  %1 = ttg.local_alloc %0 : ({b}) -> {target}\n"
    body += f"  %2 = ttg.local_load %s{rng.choice(('', ' token %t'))} : {source} -> {a}\n"
    body += f"  ttg.local_store %0, %m : {b} -> {mutable}\n" + _convert("%3", "%2", a, b)
    body += f"  %4 = ttg.local_alloc {loaded[0]} : ({loaded[1]}) -> {target}\n"
    arguments = f"%x: {a}, %s: {source}, %m: {mutable}, %t: !ttg.async.token"
    return _function(arguments, body, ("%1", target), ("%3", b), ("%4", target))


def views(rng: Random) -> str:
    """Successive transpositions of memory, and a reinterpretation of memory as its own type."""
    first, second = cases.permutation(rng, 3), cases.permutation(rng, 3)
    shape, order, body = (8, 16, 32), (2, 1, 0), ""

    def type_of() -> str:
        fields = f"vec = 1, perPhase = 1, maxPhase = 1, order = [{', '.join(map(str, order))}]"
        memory_of = f"#ttg.swizzled_shared<{{{fields}}}>, #ttg.shared_memory"
        return f"!ttg.memdesc<{'x'.join(map(str, shape))}xf32, {memory_of}, mutable>"

    start = before = type_of()
    for number, permutation in enumerate((first, second)):
        shape = tuple(shape[dim] for dim in permutation)
        order = tuple(permutation.index(dim) for dim in order)
        listed = f"{{order = array<i32: {', '.join(map(str, permutation))}>}}"
        value = "%x" if number == 0 else "%0"
        body += f"  %{number} = ttg.memdesc_trans %{value[1:]} {listed} : {before} -> {type_of()}\n"
        before = type_of()
    body += f"  %2 = ttg.memdesc_reinterpret %1 : {before} -> {before}\n"
    other = before.replace("f32", "i32")
    body += f"  %3 = ttg.memdesc_reinterpret %2 : {before} -> {other}\n"
    return _function(f"%x: {start}", body, ("%2", before), ("%3", other))


PROGRAMS: tuple[Callable[[Random], str], ...] = (
    reshapes,
    histograms,
    gathers,
    splits,
    transpositions,
    cheap_values,
    memory,
    views,
)
"""Each gives the text of a random program."""
