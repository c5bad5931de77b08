"""Random functions of several blocks, with the branches of cf, as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ENTRY = {"i1": ("%c", "%d"), "i32": ("%x", "%y", "%flag"), "f32": ("%f",)}
CONSTANTS = {"i1": ("true", "false"), "i32": ("0 : i32", "1 : i32", "2 : i32", "7 : i32"), "f32": ("1.0 : f32",)}


@dataclass
class Block:
    """A block: the types of its arguments, and the names of the values it defines, by type."""

    label: str
    types: tuple[str, ...]
    lines: list[str] = field(default_factory=list[str])
    defined: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


class Graph:
    """A function whose blocks branch to later ones, and to earlier ones where something is stored on the way."""

    def __init__(self, random: Random, blocks: int) -> None:
        self.random = random
        self.count = 0
        self.blocks = [Block("entry", ())]
        for number in range(1, blocks):
            types = tuple(random.choices(("i1", "i32", "f32"), k=random.choice((0, 0, 0, 1, 1, 2))))
            block = Block(f"^bb{number}", types)
            for type_ in types:
                block.defined.setdefault(type_, []).append(self.name())
            self.blocks.append(block)
        for block in self.blocks:
            self._fill(block)

    def name(self) -> str:
        """A new name."""
        self.count += 1
        return f"%v{self.count}"

    def _add(self, block: Block, line: str, location: str) -> None:
        block.lines.append(f'  {line} loc("{location}")')

    def _value(self, block: Block, type_: str) -> str:
        """An argument of the function, or something of this block; now and then a constant."""
        own = block.defined.get(type_, [])
        if self.random.random() < 0.2:
            name = self.name()
            self._add(block, f"{name} = arith.constant {self.random.choice(CONSTANTS[type_])}", name)
            block.defined.setdefault(type_, []).append(name)
            return name
        return self.random.choice([*own, *own, *ENTRY[type_]])

    def _fill(self, block: Block) -> None:
        stores = self.random.random() < 0.4
        if stores:
            self._add(block, f"tt.store %p, {self._value(block, 'i32')} : !tt.ptr<i32>", "store")
        if self.random.random() < 0.3:
            left, right, name = self._value(block, "i32"), self._value(block, "i32"), self.name()
            self._add(block, f"{name} = arith.addi {left}, {right} : i32", name)
            block.defined.setdefault("i32", []).append(name)
        if self.random.random() < 0.3:
            name = self.name()
            self._add(block, f"{name} = arith.cmpi slt, %x, {self._value(block, 'i32')} : i32", name)
            block.defined.setdefault("i1", []).append(name)
        index = self.blocks.index(block)
        later = self.blocks[index + 1 :]
        if not later:
            self._add(block, f"tt.return {self._value(block, 'i32')} : i32", "end")
            return
        # Near blocks, so that most have several ways to them; the wheel follows circles of jumps for ever.
        targets = later[:3] + (self.blocks[max(1, index - 2) : index + 1] if stores and index else [])
        self._branch(block, targets)

    def _branch(self, block: Block, targets: list[Block]) -> None:
        location = f"branch{self.count}"
        kind = self.random.random()
        if kind < 0.45:
            self._add(block, f"cf.br {self._jump(block, targets)}", location)
        elif kind < 0.8:
            condition = self._value(block, "i1")
            ways = self._jump(block, targets), self._jump(block, targets)
            self._add(block, f"cf.cond_br {condition}, {ways[0]}, {ways[1]}", location)
        else:
            values = self.random.sample((0, 1, 2, 3), self.random.randrange(4))
            flag = self.random.choice(("%flag", "%flag", self._value(block, "i32")))
            ways_ = [f"default: {self._jump(block, targets)}"]
            ways_ += [f"{value}: {self._jump(block, targets)}" for value in values]
            self._add(block, f"cf.switch {flag} : i32, [{', '.join(ways_)}]", location)

    def _jump(self, block: Block, targets: list[Block]) -> str:
        target = self.random.choice(targets)
        values = [self._value(block, type_) for type_ in target.types]
        return f"{target.label}({', '.join(values)} : {', '.join(target.types)})" if values else target.label

    def text(self, name: str) -> str:
        """The function."""
        arguments = [(value, type_) for type_, values in ENTRY.items() for value in values]
        named = ", ".join(f'{value}: {type_} loc("{value}")' for value, type_ in [*arguments, ("%p", "!tt.ptr<i32>")])
        lines = [f"tt.func @{name}({named}) -> i32 {{"]
        for block in self.blocks:
            if block.label != "entry":
                lines.append(_header(block))
            lines += block.lines
        return "\n".join([*lines, "}\n"])


def _header(block: Block) -> str:
    """The label with the arguments, which are the first of what the block defines of each type."""
    taken: dict[str, int] = {}
    words: list[str] = []
    for type_ in block.types:
        position = taken.get(type_, 0)
        taken[type_] = position + 1
        name = block.defined[type_][position]
        words.append(f'{name}: {type_} loc("{name}")')
    return f"{block.label}({', '.join(words)}):" if words else f"{block.label}:"


def random_branches(seed: int, functions: int = 10) -> str:
    """Several random functions; the same seed gives the same ones."""
    random = Random(seed)
    return "\n".join(Graph(random, random.randrange(3, 9)).text(f"f{number}") for number in range(functions))
