"""Random functions with nested control flow of scf, as text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES = ("i1", "i32", "f32", "tensor<4xi32>")
CONSTANTS = {
    "i1": ("true", "false"),
    "i32": ("0 : i32", "1 : i32", "2 : i32", "5 : i32", "-1 : i32"),
    "f32": ("0.0 : f32", "1.0 : f32"),
    "tensor<4xi32>": ("dense<0> : tensor<4xi32>", "dense<[1, 2, 3, 4]> : tensor<4xi32>"),
    "index": ("0 : index", "1 : index", "7 : index"),
}
ADDITIONS = {"i1": "arith.xori", "i32": "arith.addi", "f32": "arith.addf", "tensor<4xi32>": "arith.muli"}
ARGUMENTS = {
    **{f"%x{index}": type_ for index, type_ in enumerate(TYPES)},
    "%y": "i32",
    "%k": "index",
    "%p": "!tt.ptr<i32>",
}


@dataclass
class Program:
    """A function under construction: ``scopes`` has the visible values by type, the innermost region last."""

    random: Random
    lines: list[str] = field(default_factory=list[str])
    scopes: list[dict[str, list[str]]] = field(default_factory=list[dict[str, list[str]]])
    count: int = 0

    def name(self) -> str:
        """A new name."""
        self.count += 1
        return f"%v{self.count}"

    def add(self, line: str, location: str | None = None) -> None:
        """Add a line; ``location`` names the place of the operation."""
        suffix = f' loc("{location}")' if location else ""
        self.lines.append("  " * len(self.scopes) + line + suffix)

    def define(self, name: str, type_: str) -> None:
        """Make a value visible from here to the end of the region."""
        self.scopes[-1].setdefault(type_, []).append(name)

    def value(self, type_: str) -> str:
        """A visible value of a type; a new constant if there is none, and sometimes anyway."""
        visible = [name for scope in self.scopes for name in scope.get(type_, ())]
        if visible and self.random.random() < 0.75:
            return self.random.choice(visible[-5:])
        name = self.name()
        self.add(f"{name} = arith.constant {self.random.choice(CONSTANTS[type_])}", name)
        self.define(name, type_)
        return name

    def types(self) -> list[str]:
        """Random types for the iter_args of a loop or the results of an ``scf.if``."""
        return self.random.choices(TYPES, k=self.random.randrange(4))

    @contextmanager
    def region(self) -> Iterator[None]:
        """Values defined within the ``with`` block are not visible after it."""
        self.scopes.append({})
        yield
        self.scopes.pop()

    def body(self, depth: int, steps: int) -> None:
        """Some operations, nested at most ``depth`` deep."""
        for _ in range(steps):
            leaf = depth == 0 or self.random.random() < 0.6
            self.random.choice(LEAVES if leaf else NESTS)(self, depth - 1)

    def end(self, op: str, types: list[str], condition: str | None = None) -> None:
        """End a region with values of these types."""
        values = [self.value(type_) for type_ in types]
        words = f"({condition})" if condition else ""
        suffix = f" {', '.join(values)} : {', '.join(types)}" if values else ""
        self.add(f"{op}{words}{suffix}", "end")

    def results(self, types: list[str]) -> tuple[str, str]:
        """A name for that many results, and what stands before the operation."""
        name = self.name()
        prefix = f"{name}:{len(types)} = " if len(types) > 1 else f"{name} = " if types else ""
        return name, prefix

    def define_results(self, name: str, types: list[str]) -> None:
        """Make results visible after their operation."""
        for index, type_ in enumerate(types):
            self.define(f"{name}#{index}" if len(types) > 1 else name, type_)


def _arrow(types: list[str], *, parentheses: bool = True) -> str:
    words = ", ".join(types)
    return "" if not types else f" -> ({words})" if parentheses else f" -> {words}"


def _addition(program: Program, _: int) -> None:
    type_ = program.random.choice(TYPES)
    left, right = program.value(type_), program.value(type_)
    name = program.name()
    program.add(f"{name} = {ADDITIONS[type_]} {left}, {right} : {type_}", name)
    program.define(name, type_)


def _comparison(program: Program, _: int) -> None:
    left, right = program.value("i32"), program.value("i32")
    name = program.name()
    program.add(f"{name} = arith.cmpi {program.random.choice(('eq', 'ne', 'slt'))}, {left}, {right} : i32", name)
    program.define(name, "i1")


def _store(program: Program, _: int) -> None:
    value = program.value("i32")
    program.add(f"tt.store %p, {value} : !tt.ptr<i32>", "store")


def _load(program: Program, _: int) -> None:
    name = program.name()
    program.add(f"{name} = tt.load %p : !tt.ptr<i32>", name)
    program.define(name, "i32")


def _if(program: Program, depth: int) -> None:
    condition, types = program.value("i1"), program.types()
    name, prefix = program.results(types)
    program.add(f"{prefix}scf.if {condition}{_arrow(types)} {{")
    with program.region():
        program.body(depth, program.random.randrange(4))
        program.end("scf.yield", types)
    if types or program.random.random() < 0.4:
        program.add("} else {")
        with program.region():
            program.body(depth, program.random.randrange(3))
            program.end("scf.yield", types)
    program.add("}", name)
    program.define_results(name, types)


def _for(program: Program, depth: int) -> None:
    types = program.types()
    bounds = [program.value("i32") for _ in range(3)]
    inits = [program.value(type_) for type_ in types]
    name, prefix = program.results(types)
    variable, arguments = program.name(), [program.name() for _ in types]
    carried = ", ".join(f"{argument} = {init}" for argument, init in zip(arguments, inits, strict=True))
    suffix = f" iter_args({carried}) -> ({', '.join(types)})" if types else ""
    program.add(f"{prefix}scf.for {variable} = {bounds[0]} to {bounds[1]} step {bounds[2]}{suffix} : i32 {{")
    with program.region():
        program.define(variable, "i32")
        for argument, type_ in zip(arguments, types, strict=True):
            program.define(argument, type_)
        program.body(depth, program.random.randrange(1, 5))
        program.end("scf.yield", types)
    program.add("}", name)
    program.define_results(name, types)


def _while(program: Program, depth: int) -> None:
    before, after = program.types(), program.types()
    inits = [program.value(type_) for type_ in before]
    name, prefix = program.results(after)
    arguments = [program.name() for _ in before]
    carried = ", ".join(f"{argument} = {init}" for argument, init in zip(arguments, inits, strict=True))
    program.add(f"{prefix}scf.while ({carried}) : ({', '.join(before)}) -> ({', '.join(after)}) {{")
    with program.region():
        for argument, type_ in zip(arguments, before, strict=True):
            program.define(argument, type_)
        program.body(depth, program.random.randrange(3))
        program.end("scf.condition", after, program.value("i1"))
    program.add("} do {")
    arguments = [program.name() for _ in after]
    with program.region():
        program.add(f"^bb0({', '.join(f'{a}: {type_}' for a, type_ in zip(arguments, after, strict=True))}):")
        for argument, type_ in zip(arguments, after, strict=True):
            program.define(argument, type_)
        program.body(depth, program.random.randrange(3))
        program.end("scf.yield", before)
    program.add("}", name)
    program.define_results(name, after)


def _switch(program: Program, depth: int) -> None:
    flag, types = program.value("index"), program.types()
    name, prefix = program.results(types)
    program.add(f"{prefix}scf.index_switch {flag}{_arrow(types, parentheses=False)}")
    for case in (f"case {program.random.randrange(3)}", "case 7", "default"):
        program.add(f"{case} {{")
        with program.region():
            program.body(depth, program.random.randrange(2))
            program.end("scf.yield", types)
        program.add("}", name if case == "default" else None)
    program.define_results(name, types)


def _region(program: Program, depth: int) -> None:
    types = program.types()
    name, prefix = program.results(types)
    program.add(f"{prefix}scf.execute_region{_arrow(types)} {{")
    with program.region():
        program.body(depth, program.random.randrange(3))
        program.end("scf.yield", types)
    program.add("}", name)
    program.define_results(name, types)


Step = Callable[[Program, int], None]
LEAVES: tuple[Step, ...] = (_addition, _addition, _comparison, _store, _load)
NESTS: tuple[Step, ...] = (_if, _if, _if, _for, _for, _while, _switch, _region)


def random_control_flow(seed: int, functions: int = 8, depth: int = 3, steps: int = 8) -> str:
    """Several random functions; the same seed gives the same ones."""
    random = Random(seed)
    texts: list[str] = []
    for number in range(functions):
        program = Program(random)
        arguments = ", ".join(f'{name}: {type_} loc("{name}")' for name, type_ in ARGUMENTS.items())
        types = random.choices(TYPES, k=3)
        with program.region():
            for name, type_ in ARGUMENTS.items():
                program.define(name, type_)
            program.body(depth, steps)
            program.end("tt.return", types)
        texts.append("\n".join([f"tt.func @f{number}({arguments}) -> ({', '.join(types)}) {{", *program.lines, "}\n"]))
    return "\n".join(texts)
