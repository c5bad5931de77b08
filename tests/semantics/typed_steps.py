"""The steps of random kernels without control flow: arithmetic, conversions, shapes, reductions, atomics."""

from __future__ import annotations

from math import prod

from semantics.typed_program import (
    BITS,
    FLOATS,
    INTEGERS,
    REGION,
    REGIONS,
    SMALL_FLOATS,
    STORED,
    Program,
    Shape,
    Step,
    Value,
    listed,
    typed,
)


def _integer(p: Program) -> None:
    a = p.pick(INTEGERS)
    b = p.like(a)
    words = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _bounded(p: Program, value: Value, most: int, least: int = 0) -> Value:
    """The value's lowest bits, so that it is from ``least`` to ``most``, a power of two minus one."""
    low = p.emit(
        f"arith.andi {value.name}, {p.number(most, value.element, value.shape).name} : {value.type}",
        value.element,
        value.shape,
    )
    if not least:
        return low
    return p.emit(
        f"arith.ori {low.name}, {p.number(least, value.element, value.shape).name} : {value.type}",
        value.element,
        value.shape,
    )


def _division(p: Program) -> None:
    a = p.pick(INTEGERS[1:])
    b = _bounded(p, p.like(a), p.chance.choice((1, 7, (1 << BITS[a.element] - 1) - 1)), 1)
    words = ("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _shift(p: Program) -> None:
    a = p.pick(INTEGERS[1:])
    b = _bounded(p, p.like(a), BITS[a.element] - 1)
    p.emit(f"arith.{p.chance.choice(('shli', 'shrsi', 'shrui'))} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _float(p: Program) -> None:
    a = p.pick(FLOATS)
    b = p.like(a)
    words = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _unary(p: Program) -> None:
    a = p.pick(FLOATS)
    text = p.chance.choice(("arith.negf", "math.absf", "math.floor", "math.ceil", "math.sqrt", "tt.clampf", "math.fma"))
    if text == "tt.clampf":
        operands = f"{a.name}, {p.like(a).name}, {p.like(a).name}"
        nan = p.chance.choice(("none", "all"))
        p.emit(f"tt.clampf {operands}, propagateNan = {nan} : {a.type}", a.element, a.shape)
    elif text == "math.fma":
        p.emit(f"math.fma {a.name}, {p.like(a).name}, {p.like(a).name} : {a.type}", a.element, a.shape)
    else:
        p.emit(f"{text} {a.name} : {a.type}", a.element, a.shape)


def _integer_unary(p: Program) -> None:
    a = p.pick(("i8", "i16", "i32", "i64"))
    if a.element in ("i32", "i64") and p.chance.random() < 0.5:
        p.emit(f"tt.mulhiui {a.name}, {p.like(a).name} : {a.type}", a.element, a.shape)
    else:
        p.emit(f"math.absi {a.name} : {a.type}", a.element, a.shape)


def _block_pointer(p: Program) -> None:
    """A load through a block pointer that is partly, or wholly, out of bounds, and may have been advanced."""
    element = p.chance.choice(STORED)
    shape = p.chance.choice([shape for shape in p.shapes if shape and len(shape) < 3])
    rank = len(shape)
    extents = [p.chance.choice((1, 3, extent, extent + 1, 2 * extent)) for extent in shape]
    sizes = [p.number(extent, "i64") for extent in extents]
    strides = [p.number(p.chance.choice((1, 2, 16, 40)), "i64") for _ in shape]
    offsets = [p.bound() for _ in shape]
    order = ", ".join(map(str, reversed(range(rank))))
    block = typed(element, shape)
    made = p.name()
    lists = (listed(values, "name") for values in (sizes, strides, offsets))
    arguments = ", ".join(f"[{names}]" for names in lists)
    p.write(f"{made} = tt.make_tensor_ptr %x_{element}, {arguments} {{order = array<i32: {order}>}} : <{block}>")
    if p.chance.random() < 0.5:
        moved, steps = p.name(), [p.number(p.chance.choice((0, 1, -2, 8))) for _ in shape]
        p.write(f"{moved} = tt.advance {made}, [{listed(steps, 'name')}] : <{block}>")
        made = moved
    padding = p.chance.choice((1, 2)) if element in FLOATS else 1
    checked = ", ".join(map(str, range(rank)))
    attributes = f"{{boundaryCheck = array<i32: {checked}>, padding = {padding} : i32}}"
    p.emit(f"tt.load {made} {attributes} : !tt.ptr<{block}>", element, shape)


def _comparison(p: Program) -> None:
    p.compare()


def _select(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    b = p.like(a)
    scalar = p.chance.random() < 0.3
    c = p.mask(() if scalar else a.shape)
    types = f"{c.type}, {a.type}" if a.shape else a.type
    if scalar and a.shape:
        c = p.emit(f"tt.splat {c.name} : i1 -> {typed('i1', a.shape)}", "i1", a.shape)
        types = f"{c.type}, {a.type}"
    p.emit(f"arith.select {c.name}, {a.name}, {b.name} : {types}", a.element, a.shape)


def _cast(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    bits = BITS[a.element]

    def to(word: str, element: str, rest: str = "", arrow: str = "to") -> None:
        p.emit(f"{word} {a.name}{rest} : {a.type} {arrow} {typed(element, a.shape)}", element, a.shape)

    if a.element in SMALL_FLOATS:
        if p.chance.random() < 0.5 and a.shape:
            to("tt.fp_to_fp", p.chance.choice(("f16", "bf16", "f32")), arrow="->")
        else:
            to("tt.bitcast", "i8", arrow="->")
    elif a.element in INTEGERS:
        wider = [other for other in INTEGERS if BITS[other] > bits]
        narrower = [other for other in INTEGERS if BITS[other] < bits]
        choice = p.chance.randrange(4)
        if choice == 0 and wider:
            to(p.chance.choice(("arith.extsi", "arith.extui")), p.chance.choice(wider))
        elif choice == 1 and narrower:
            to("arith.trunci", p.chance.choice(narrower))
        elif choice == 2 and bits > 8:
            same = [other for other in FLOATS if BITS[other] == bits]
            to(
                *p.chance.choice(
                    (("arith.bitcast", p.chance.choice(same)), ("tt.bitcast", p.chance.choice(same), "", "->"))
                )
            )
        else:
            to(p.chance.choice(("arith.sitofp", "arith.uitofp")), p.chance.choice(FLOATS))
    else:
        choice = p.chance.randrange(5)
        wider = [other for other in FLOATS if BITS[other] > bits]
        narrower = [other for other in FLOATS if BITS[other] < bits]
        if choice == 0 and wider:
            to("arith.extf", p.chance.choice(wider))
        elif choice == 1 and narrower:
            to("arith.truncf", p.chance.choice(narrower))
        elif choice == 2 and a.element in ("f16", "bf16", "f32") and a.shape:
            to("tt.fp_to_fp", p.chance.choice(SMALL_FLOATS), ", rounding = rtne", "->")
        elif choice == 3:
            to("arith.bitcast", f"i{bits}")
        else:
            to(p.chance.choice(("arith.fptosi", "arith.fptoui")), p.chance.choice(INTEGERS[1:]))


def _shape(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    element, shape = a.element, a.shape
    choices: list[tuple[str, Shape]] = []
    if not shape:
        choices += [(f"tt.splat {a.name}", other) for other in p.shapes if other]
    if shape and 1 in shape:
        for other in p.shapes:
            if (
                len(other) == len(shape)
                and other != shape
                and all(x == y or x == 1 for x, y in zip(shape, other, strict=True))
            ):
                choices.append((f"tt.broadcast {a.name}", other))
    if shape and len(shape) < 3:
        for axis in range(len(shape) + 1):
            choices.append((f"tt.expand_dims {a.name} {{axis = {axis} : i32}}", (*shape[:axis], 1, *shape[axis:])))
    if shape:
        for other in p.shapes:
            if other and prod(other) == prod(shape) and other != shape:
                choices.append((f"tt.reshape {a.name}", other))
    if len(shape) > 1:
        order = list(range(len(shape)))
        p.chance.shuffle(order)
        choices.append(
            (
                f"tt.trans {a.name} {{order = array<i32: {', '.join(map(str, order))}>}}",
                tuple(shape[axis] for axis in order),
            )
        )
    text, other = p.chance.choice(choices)
    p.emit(f"{text} : {a.type} -> {typed(element, other)}", element, other)


def _join(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS), [shape for shape in p.shapes if shape and len(shape) < 3])
    b = p.like(a)
    joined = p.emit(
        f"tt.join {a.name}, {b.name} : {a.type} -> {typed(a.element, (*a.shape, 2))}", a.element, (*a.shape, 2)
    )
    first, second = Value(p.name(), a.element, a.shape), Value(p.name(), a.element, a.shape)
    if p.chance.random() < 0.5:
        joined = p.pick((a.element,), (joined.shape,))
        p.write(f"{first.name}, {second.name} = tt.split {joined.name} : {joined.type} -> {a.type}")
        p.values += [first, second]


def _gather(p: Program) -> None:
    a = p.pick((*INTEGERS[1:], *FLOATS), [shape for shape in p.shapes if shape])
    axis = p.chance.randrange(len(a.shape))
    index = _bounded(p, p.pick(("i32", "i64"), (a.shape,)), a.shape[axis] - 1)
    p.emit(
        f"tt.gather {a.name}[{index.name}] {{axis = {axis} : i32}} : ({a.type}, {index.type}) -> {a.type}",
        a.element,
        a.shape,
    )


def _histogram(p: Program) -> None:
    a = _bounded(p, p.pick(("i32",), ((8,), (32,), (64,), (128,))), 7)
    p.emit(f"tt.histogram {a.name} : {a.type} -> tensor<8xi32>", "i32", (8,))


def combination(p: Program, element: str, a: str, b: str) -> str:
    """An associative and commutative operation."""
    if element in INTEGERS:
        words = ("addi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui")
    else:
        words = ("maximumf", "minimumf", "maxnumf", "minnumf")
    return f"arith.{p.chance.choice(words)} {a}, {b} : {element}"


def _combined(p: Program, word: str) -> tuple[list[Value], int, list[str]]:
    """The operands, the axis, and the region of a reduction or scan."""
    first = p.pick((*INTEGERS, *FLOATS), [shape for shape in p.shapes if shape])
    operands = [first]
    while len(operands) < 3 and p.chance.random() < 0.3:
        operands.append(p.pick((*INTEGERS, *FLOATS), (first.shape,)))
    axis = p.chance.randrange(len(first.shape))
    names = [[p.name() for _ in operands] for _ in range(2)]
    arguments = ", ".join(
        f"{name}: {value.element}" for row in names for name, value in zip(row, operands, strict=True)
    )
    body = [f"^bb0({arguments}):"]
    results = [p.name() for _ in operands]
    for result, value, a, b in zip(results, operands, *names, strict=True):
        body.append(f"  {result} = {combination(p, value.element, a, b)}")
    body.append(f"  tt.{word}.return {', '.join(results)} : {', '.join(value.element for value in operands)}")
    return operands, axis, body


def _with_region(p: Program, word: str, attributes: str, shape: Shape, operands: list[Value], body: list[str]) -> None:
    results = [Value(p.name(), value.element, shape) for value in operands]
    left = results[0].name if len(results) == 1 else f"{results[0].name}:{len(results)}"
    if len(results) > 1:
        results = [Value(f"{results[0].name}#{index}", value.element, shape) for index, value in enumerate(results)]
    p.write(f'{left} = "tt.{word}"({", ".join(value.name for value in operands)}) <{{{attributes}}}> ({{')
    for line in body:
        p.write(line)
    types = ", ".join(value.type for value in operands)
    p.write(f"}}) : ({types}) -> ({', '.join(value.type for value in results)})")
    p.values += results


def _reduce(p: Program) -> None:
    operands, axis, body = _combined(p, "reduce")
    shape = operands[0].shape
    _with_region(p, "reduce", f"axis = {axis} : i32", (*shape[:axis], *shape[axis + 1 :]), operands, body)


def _scan(p: Program) -> None:
    operands, axis, body = _combined(p, "scan")
    reverse = p.chance.choice(("true", "false"))
    _with_region(p, "scan", f"axis = {axis} : i32, reverse = {reverse}", operands[0].shape, operands, body)


def _atomic(p: Program) -> None:
    """An atomic operation on a region of its own; its result is the old contents."""
    element = p.chance.choice(("i32", "i64", "f32"))
    shape = p.chance.choice(p.shapes)
    value = p.pick((element,), (shape,))
    region = p.stored.get(element, 0)
    if region >= REGIONS:
        return
    p.stored[element] = region + 1
    words = (
        ("add", "max", "umax", "min", "umin", "and", "or", "xor", "exch") if element in INTEGERS else ("fadd", "exch")
    )
    strides, step = [0] * len(shape), 1
    for dim in reversed(range(len(shape))):
        strides[dim], step = step, step * shape[dim]
    where = p.pointers("y", element, p.positions(shape, strides, region * REGION))
    mask = p.mask(shape)
    types = f"({where.type}, {value.type}, {mask.type}) -> {value.type}"
    old = p.emit(
        f"tt.atomic_rmw {p.chance.choice(words)}, acq_rel, gpu, {where.name}, {value.name}, {mask.name} : {types}",
        element,
        shape,
    )
    p.values.remove(old)
    shown = p.emit(
        f"arith.select {mask.name}, {old.name}, {value.name} : {f'{mask.type}, ' if shape else ''}{value.type}",
        element,
        shape,
    )
    p.store(shown)


STRAIGHT: tuple[Step, ...] = (
    *(
        _integer,
        _integer,
        _division,
        _shift,
        _float,
        _float,
        _unary,
        _integer_unary,
        _comparison,
        _select,
        _cast,
        _cast,
        _cast,
    ),
    *(_shape, _shape, _join, _gather, _histogram, _reduce, _scan, _atomic, _block_pointer),
)
"""All of them; the common ones are listed several times."""

ON_SCALARS: tuple[Step, ...] = (_integer, _float, _cast, _select, _unary)
"""Those that loops over scalars have."""
