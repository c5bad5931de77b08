"""The steps of random kernels with control flow: branches and loops that yield several values."""

from __future__ import annotations

from collections.abc import Sequence

from semantics.typed_program import FLOATS, INTEGERS, READ, Program, Step, Value, listed
from semantics.typed_steps import ON_SCALARS, combination


def _yielded(p: Program, kinds: Sequence[Value]) -> list[Value]:
    """Values of these types that are visible here."""
    return [p.pick((kind.element,), (kind.shape,)) for kind in kinds]


def _declared(p: Program, kinds: Sequence[Value]) -> tuple[str, list[Value]]:
    name = p.name()
    if len(kinds) == 1:
        return name, [Value(name, kinds[0].element, kinds[0].shape)]
    return f"{name}:{len(kinds)}", [
        Value(f"{name}#{index}", kind.element, kind.shape) for index, kind in enumerate(kinds)
    ]


def _if(p: Program) -> None:
    condition = p.pick(("i1",), ((),))
    kinds = [p.pick() for _ in range(p.chance.randint(1, 3))]
    left, results = _declared(p, kinds)
    p.write(f"{left} = scf.if {condition.name} -> ({listed(results, 'type')}) {{")
    for branch in range(2):
        with p.inside():
            for _ in range(p.chance.randint(0, 3)):
                p.step()
            if p.chance.random() < 0.3:
                p.store(p.pick())
            values = _yielded(p, kinds)
            p.write(f"scf.yield {listed(values, 'name')} : {listed(values, 'type')}")
        p.write("} else {" if branch == 0 else "}")
    p.values += results


_BOUNDS = (
    (0, 3, 1),
    (0, 0, 1),
    (-3, 4, 2),
    (5, 2, 1),
    (0, 7, 3),
    (2, 3, 5),
    (2147483640, 2147483647, 4),
    (-2147483648, -2147483640, 3),
)


def _for(p: Program) -> None:
    wide = p.chance.random() < 0.2
    element = "i64" if wide else "i32"
    start, stop, step = p.chance.choice(_BOUNDS)
    numbers = [p.number(number, element) for number in (start, stop, step)]
    if p.chance.random() < 0.4 and not wide:  # a bound that is not known
        numbers[1] = Value("%n", "i32", ())
        numbers[0] = p.number(p.chance.choice((0, -2, 1)), "i32")
    inits = [p.pick() for _ in range(p.chance.randint(1, 3))]
    left, results = _declared(p, inits)
    index = Value(p.name(), element, ())
    carried = [Value(p.name(), value.element, value.shape) for value in inits]
    arguments = ", ".join(f"{new.name} = {old.name}" for new, old in zip(carried, inits, strict=True))
    bounds = f"{numbers[0].name} to {numbers[1].name} step {numbers[2].name}"
    p.write(
        f"{left} = scf.for {index.name} = {bounds} iter_args({arguments}) -> ({listed(inits, 'type')}) : {element} {{"
    )
    with p.inside():
        p.values += [index, *carried]
        for _ in range(p.chance.randint(1, 4)):
            p.step()
        values = _yielded(p, inits)
        p.write(f"scf.yield {listed(values, 'name')} : {listed(values, 'type')}")
    p.write("}")
    p.values += results


def _loop_of_scalars(p: Program) -> None:
    """A loop that combines a scalar from memory with a carried one: LLVM vectorizes it, or not."""
    element = p.chance.choice((*INTEGERS[1:], *FLOATS))
    init = p.constant(element, ())
    numbers = (p.chance.choice((0, 0, 1, -5)), p.chance.choice(_LENGTHS), p.chance.choice((1, 1, 1, 2, 3)))
    bounds = [p.number(number) for number in numbers]
    left, results = _declared(p, [init])
    index, carried = Value(p.name(), "i32", ()), Value(p.name(), element, ())
    p.write(
        f"{left} = scf.for {index.name} = {bounds[0].name} to {bounds[1].name} step {bounds[2].name} "
        f"iter_args({carried.name} = {init.name}) -> ({element}) : i32 {{"
    )
    with p.inside():
        scaled, place = Value(p.name(), "i32", ()), Value(p.name(), "i32", ())
        stride, start = p.number(p.chance.choice((1, 1, 1, -1, 2, 0, 3))), p.number(READ // 2 + p.chance.randrange(8))
        p.write(f"{scaled.name} = arith.muli {index.name}, {stride.name} : i32")
        p.write(f"{place.name} = arith.addi {scaled.name}, {start.name} : i32")
        where = p.pointers("x", element, place)
        value = p.emit(f"tt.load {where.name} : {where.type}", element, ())
        for _ in range(p.chance.randint(0, 2)):
            p.chance.choice(ON_SCALARS)(p)
        if p.chance.random() < 0.3:
            value = p.pick((element,), ((),))
        if p.chance.random() < 0.8:
            result = p.emit(combination(p, element, carried.name, value.name), element, ())
        else:
            taken = p.compare(())
            result = p.emit(f"arith.select {taken.name}, {value.name}, {carried.name} : {element}", element, ())
        p.write(f"scf.yield {result.name} : {element}")
    p.write("}")
    p.values += results


_LENGTHS = (1, 7, 8, 16, 20, 31, 47, 64, 100, 127, 128)


def _while(p: Program) -> None:
    """A loop that counts down from a small number, with further values through both regions."""
    inits = [p.pick() for _ in range(p.chance.randint(1, 2))]
    counter = p.number(p.chance.choice((0, 1, 3)))
    every = [counter, *inits]
    left, results = _declared(p, every)
    before = [Value(p.name(), value.element, value.shape) for value in every]
    after = [Value(p.name(), value.element, value.shape) for value in every]
    arguments = ", ".join(f"{new.name} = {old.name}" for new, old in zip(before, every, strict=True))
    types = listed(every, "type")
    p.write(f"{left} = scf.while ({arguments}) : ({types}) -> ({types}) {{")
    with p.inside():
        p.values += before[1:]
        for _ in range(p.chance.randint(0, 2)):
            p.step()
        passed = _yielded(p, inits)
        zero = p.number(0)
        more = p.name()
        p.write(f"{more} = arith.cmpi sgt, {before[0].name}, {zero.name} : i32")
        p.write(f"scf.condition({more}) {before[0].name}, {listed(passed, 'name')} : {types}")
    p.write("} do {")
    p.write(f"^bb0({', '.join(f'{value.name}: {value.type}' for value in after)}):")
    with p.inside():
        p.values += after[1:]
        for _ in range(p.chance.randint(0, 3)):
            p.step()
        one, less = p.number(1), p.name()
        values = _yielded(p, inits)
        p.write(f"{less} = arith.subi {after[0].name}, {one.name} : i32")
        p.write(f"scf.yield {less}, {listed(values, 'name')} : {types}")
    p.write("}")
    p.values += results


NESTED: tuple[Step, ...] = (_if, _for, _while, _loop_of_scalars)
