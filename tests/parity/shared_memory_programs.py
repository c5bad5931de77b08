"""Random functions with two pieces of shared memory each: which of them the wheel places in the same bytes.

With two pieces alone in a function, the wheel's allocation puts both at the same offset exactly if they are never live
at once; so offsets tell what its analysis found.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

MODULE = """
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#lanes = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {
  "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32
} {
"""
SLICE = "#ttg.slice<{dim = 0, parent = #blocked}>"
TENSOR = "tensor<32x32xf32, #blocked>"
MEMORY = "!ttg.memdesc<32x32xf32, #shared, #smem, mutable>"
PIECES = (
    "alloc",
    "alloc",
    "alloc",
    "alloc",
    "conversion",
    "lanes",
    "reduction",
    "rows",
    "scan",
    "histogram",
    "atomic",
    "update",
)


@dataclass
class _Function:
    """A function under construction."""

    chance: Random
    left: list[str]
    """The pieces that are still to be written."""
    lines: list[str] = field(default_factory=list[str])
    visible: list[str] = field(default_factory=list[str])
    """The memory descriptors of type ``MEMORY`` that operations may use here."""
    names: int = 0
    scope: str = ""
    """The end of the names of scalars and tensors, which each partition has of its own."""

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def block(self, depth: int, *, partitioned: bool = False) -> None:
        """A few statements; what they define is not visible after them."""
        outside = list(self.visible)
        for _ in range(self.chance.randint(1, 4)):
            self.statement(depth, partitioned)
        self.visible = [memory for memory in self.visible if memory in outside]

    def statement(self, depth: int, partitioned: bool) -> None:
        """A piece of memory, a use of one, or a region with statements."""
        choice = self.chance.random()
        if choice < 0.3 and self.left:
            self.piece(self.left.pop())
        elif (choice < 0.6 or not depth) and self.visible:
            self.use(self.visible[-1] if self.chance.random() < 0.7 else self.chance.choice(self.visible))
        elif depth:
            kinds = [self.loop, self.branch, *[self.carried] * 4 * bool(self.visible)]
            if not partitioned:
                kinds += [self.partitions, self.partitions]
            self.chance.choice(kinds)(depth - 1, partitioned)

    def piece(self, kind: str) -> None:
        """An allocation, or an operation with scratch memory."""
        name = self.name()
        match kind:
            case "alloc":
                self.lines.append(f"{name} = ttg.local_alloc : () -> {MEMORY}")
                self.visible.append(name)
            case "conversion":
                self.lines.append(f"{name} = ttg.convert_layout %x{self.scope} : {TENSOR} -> tensor<32x32xf32, #other>")
            case "lanes":
                self.lines.append(f"{name} = ttg.convert_layout %x{self.scope} : {TENSOR} -> tensor<32x32xf32, #lanes>")
            case "reduction":  # along the rows of several warps
                self.combine(name, "reduce", 0, "tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>>")
            case "rows":  # each within a warp
                self.combine(name, "reduce", 1, "tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>")
            case "scan":
                self.combine(name, "scan", self.chance.randrange(2), TENSOR)
            case "histogram":
                slice_ = "#ttg.slice<{dim = 0, parent = #blocked}>"
                self.lines.append(
                    f"{name} = tt.histogram %h{self.scope} : tensor<32xi32, {slice_}> -> tensor<32xi32, {slice_}>"
                )
            case _:
                atomic = f"{name} = tt.atomic_rmw fadd, acq_rel, gpu, %p, %one{self.scope} : (!tt.ptr<f32>, f32) -> f32"
                self.lines += [atomic, f"tt.store %p, {name} : !tt.ptr<f32>"][: 2 if kind == "atomic" else 1]

    def combine(self, name: str, word: str, axis: int, result: str) -> None:
        """A reduction or a scan with additions."""
        a, b, total = f"{name}_a", f"{name}_b", f"{name}_s"
        attributes = f"axis = {axis} : i32" + (", reverse = false" if word == "scan" else "")
        self.lines.append(
            f'{name} = "tt.{word}"(%x{self.scope}) <{{{attributes}}}> ({{\n^bb0({a}: f32, {b}: f32):\n'
            f"  {total} = arith.addf {a}, {b} : f32\n  tt.{word}.return {total} : f32\n}}) : ({TENSOR}) -> {result}"
        )

    def use(self, memory: str) -> None:
        """A load, a store, or a view with a load."""
        choice, name = self.chance.random(), self.name()
        if choice < 0.4:
            self.lines.append(f"{name} = ttg.local_load {memory} : {MEMORY} -> {TENSOR}")
        elif choice < 0.7:
            self.lines.append(f"ttg.local_store %x{self.scope}, {memory} : {TENSOR} -> {MEMORY}")
        else:
            view = "!ttg.memdesc<16x32xf32, #shared, #smem, mutable, 32x32>"
            self.lines.append(f"{name} = ttg.memdesc_subslice {memory}[0, 0] : {MEMORY} -> {view}")
            self.lines.append(f"{name}l = ttg.local_load {name} : {view} -> tensor<16x32xf32, #blocked>")

    def loop(self, depth: int, partitioned: bool) -> None:
        self.lines.append(
            f"scf.for {self.name()} = %zero{self.scope} to %n{self.scope} step %one_i{self.scope} : i32 {{"
        )
        self.block(depth, partitioned=partitioned)
        self.lines.append("}")

    def carried(self, depth: int, partitioned: bool) -> None:
        """A loop or a conditional that passes a memory descriptor on."""
        source, result = self.chance.choice(self.visible), self.name()
        other = self.chance.choice(self.visible)
        if self.chance.random() < 0.5:
            inside = self.name()
            self.lines.append(
                f"{result} = scf.for {self.name()} = %zero{self.scope} to %n{self.scope} step %one_i{self.scope}"
                f" iter_args({inside} = {source}) -> ({MEMORY}) : i32 {{"
            )
            self.visible.append(inside)
            self.block(depth, partitioned=partitioned)
            self.visible = [memory for memory in self.visible if memory != inside]
            self.lines.append(f"scf.yield {self.chance.choice((inside, inside, other))} : {MEMORY}\n}}")
        else:
            self.lines.append(f"{result} = scf.if %c{self.scope} -> ({MEMORY}) {{")
            self.block(depth, partitioned=partitioned)
            self.lines.append(f"scf.yield {source} : {MEMORY}\n}} else {{\nscf.yield {other} : {MEMORY}\n}}")
        if self.chance.random() < 0.6:
            # later uses are of the alias
            self.visible = [memory for memory in self.visible if memory != source]
        self.visible.append(result)

    def branch(self, depth: int, partitioned: bool) -> None:
        self.lines.append(f"scf.if %c{self.scope} {{")
        self.block(depth, partitioned=partitioned)
        if self.chance.random() < 0.5:
            self.lines.append("} else {")
            self.block(depth, partitioned=partitioned)
        self.lines.append("}")

    def partitions(self, depth: int, partitioned: bool) -> None:
        """A default region, and partitions that share nothing but captured memory."""
        captured = self.visible[-2:]
        types = ", ".join([MEMORY] * len(captured))
        self.lines.append(f"ttg.warp_specialize({', '.join(captured)})\ndefault {{")
        self.block(depth, partitioned=True)
        self.lines.append("ttg.warp_yield\n}")
        outside = self.visible
        for number in range(self.chance.randint(1, 2)):
            self.visible = [self.name() for _ in captured]
            self.scope = self.name().replace("%v", "_")
            arguments = ", ".join(f"{name}: {MEMORY}" for name in self.visible)
            self.lines.append(f"partition{number}({arguments}) num_warps(4) {{")
            self.lines += [
                f"%x{self.scope} = arith.constant dense<0.0> : " + TENSOR,
                f"%zero{self.scope} = arith.constant 0 : i32\n%one_i{self.scope} = arith.constant 1 : i32",
                f"%n{self.scope} = arith.constant 9 : i32",
                f"%c{self.scope} = arith.constant true\n%one{self.scope} = arith.constant 1.0 : f32",
                f"%h{self.scope} = arith.constant dense<0> : tensor<32xi32, {SLICE}>",
            ]
            kinds = [
                piece for piece in self.left if piece not in ("atomic", "update")
            ]  # its pointer would have to be captured
            self.left, kept = kinds, [piece for piece in self.left if piece in ("atomic", "update")]
            self.block(depth, partitioned=True)
            self.left += kept
            self.lines.append("ttg.warp_return\n}")
        self.visible, self.scope = outside, ""
        self.lines.append(f": ({types}) -> ()")


def function(seed: int) -> str:
    """A function with one or two pieces of shared memory."""
    chance = Random(seed)
    made = _Function(chance, [chance.choice(PIECES) for _ in range(2)])
    for _ in range(3):
        made.statement(3, partitioned=False)
    while made.left:
        made.statement(2, partitioned=False)
    for memory in made.visible:
        if chance.random() < 0.3:
            made.use(memory)
    arguments = (
        f"%x: {TENSOR}, %h: tensor<32xi32, #ttg.slice<{{dim = 0, parent = #blocked}}>>, %p: !tt.ptr<f32>, %one: f32, "
        "%c: i1, %zero: i32, %n: i32, %one_i: i32"
    )
    return "\n".join([f"tt.func @f{seed}({arguments}) {{", *made.lines, "tt.return", "}"])


def module_of(seeds: range) -> str:
    """A module with a function for each seed."""
    return MODULE + "\n".join(map(function, seeds)) + "\n}\n"
