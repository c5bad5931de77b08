"""Partitions that get fewer warps, with new layouts for their tensors, as in the wheel, on random partitions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from parity.outcomes import native_outcome, wheel_outcome

PASS = "tritongpu-optimize-partition-warps"
HEAD = """\
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
"""
CAPTURES = "!tt.ptr<f32>, !tt.ptr<f32>, i32, !ttg.memdesc<256xf32, #shared, #smem, mutable>"


class Partition:
    """A random partition: vectors that are loaded, computed and stored, in loops and branches."""

    def __init__(self, source: Random, number: int) -> None:
        self.source = source
        self.number = number
        self.warps = source.choice([1, 2, 4, 8])
        self.extent = source.choice([32, 128, 256, 1024, 4096, 16384])
        self.per_thread = source.choice([1, 2, 4])
        self.lines: list[str] = []
        self.count = 0

    @property
    def layout(self) -> str:
        fields = f"sizePerThread = [{self.per_thread}], threadsPerWarp = [32], warpsPerCTA = [{self.warps}]"
        return f"#layout{self.number} = #ttg.blocked<{{{fields}, order = [0]}}>\n"

    def type(self, element: str) -> str:
        return f"tensor<{self.extent}x{element}, #layout{self.number}>"

    def add(self, text: str) -> str:
        name = f"%v{self.number}_{self.count}"
        self.count += 1
        self.lines.append(f"    {name} = {text}")
        return name

    def pointers(self, base: str, offsets: str) -> str:
        pointers = self.add(f"tt.splat {base} : !tt.ptr<f32> -> {self.type('!tt.ptr<f32>')}")
        return self.add(f"tt.addptr {pointers}, {offsets} : {self.type('!tt.ptr<f32>')}, {self.type('i32')}")

    def text(self) -> str:
        """The region."""
        source, f32, at = self.source, self.type("f32"), f"p{self.number}"
        if source.random() < 0.2:
            number = self.add(f"arith.sitofp %{at}n : i32 to f32")
            self.lines.append(f"    tt.store %{at}y, {number} : !tt.ptr<f32>")
        else:
            offsets = self.add(f"tt.make_range {{end = {self.extent} : i32, start = 0 : i32}} : {self.type('i32')}")
            value = self.add(f"tt.load {self.pointers(f'%{at}x', offsets)} : {self.type('!tt.ptr<f32>')}")
            for _ in range(source.randint(0, 3)):
                value = self.computed(value, at)
            if source.random() < 0.7:
                self.lines.append(
                    f"    tt.store {self.pointers(f'%{at}y', offsets)}, {value} : {self.type('!tt.ptr<f32>')}"
                )
            elif self.extent == 256:
                memory = "!ttg.memdesc<256xf32, #shared, #smem, mutable>"
                self.lines.append(f"    ttg.local_store {value}, %{at}m : {f32} -> {memory}")
        names = ", ".join(f"%{at}{word}: {type_}" for word, type_ in zip("xynm", CAPTURES.split(", ", 3), strict=True))
        body = "\n".join(self.lines)
        return f"  partition{self.number}({names}) num_warps({self.warps}) {{\n{body}\n    ttg.warp_return\n  }}"

    def computed(self, value: str, at: str) -> str:
        f32 = self.type("f32")
        match self.source.choice(["add", "scalar", "reduce", "loop"]):
            case "add":
                return self.add(f"arith.addf {value}, {value} : {f32}")
            case "scalar":
                number = self.add(f"arith.sitofp %{at}n : i32 to f32")
                return self.add(f"arith.mulf {value}, {self.add(f'tt.splat {number} : f32 -> {f32}')} : {f32}")
            case "reduce":
                total = self.add(
                    f'"tt.reduce"({value}) <{{axis = 0 : i32}}> ({{\n    ^bb0(%l: f32, %r: f32):\n'
                    "      %s = arith.addf %l, %r : f32\n      tt.reduce.return %s : f32\n"
                    f"    }}) : ({f32}) -> f32"
                )
                return self.add(f"tt.splat {total} : f32 -> {f32}")
            case _:
                zero = self.add("arith.constant 0 : i32")
                one = self.add("arith.constant 1 : i32")
                return self.add(
                    f"scf.for %i = {zero} to %{at}n step {one} iter_args(%c = {value}) -> ({f32}) : i32 {{\n"
                    f"      %d = arith.mulf %c, %c : {f32}\n      scf.yield %d : {f32}\n    }}"
                )


def program(seed: int) -> str:
    """A kernel with one to three partitions."""
    source = Random(seed)
    partitions = [Partition(source, number) for number in range(source.randint(1, 3))]
    regions = "\n".join(partition.text() for partition in partitions)
    return _module(source, partitions, regions)


def _module(source: Random, partitions: Sequence[Partition], regions: str) -> str:
    layouts = "".join(partition.layout for partition in partitions)
    attributes = '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"'
    aligned = "{tt.divisibility = 16 : i32}"
    pointers = [f"%{name}: !tt.ptr<f32>{' ' + aligned if source.random() < 0.6 else ''}" for name in "xy"]
    return f"""\
{layouts}{HEAD}module attributes {{{attributes}, "ttg.threads-per-warp" = 32 : i32}} {{
tt.func @f({pointers[0]}, {pointers[1]}, %n: i32) {{
  %m = ttg.local_alloc : () -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
  ttg.warp_specialize(%x, %y, %n, %m)
  default {{
    ttg.warp_yield
  }}
{regions} : ({CAPTURES}) -> ()
  tt.return
}}
}}
"""


@pytest.mark.parametrize("first", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(20, 200, 20))])
def test_partitions_with_fewer_warps(first: int) -> None:
    for seed in range(first, first + 20):
        text = program(seed)
        wheel, ours = wheel_outcome(PASS, text), native_outcome(PASS, text)
        assert wheel.text == ours.text, f"seed {seed}\n{text}\n{wheel}\n{ours}"
        assert wheel.text is not None, wheel.errors
