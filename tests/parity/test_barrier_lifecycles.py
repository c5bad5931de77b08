"""Barriers of a cluster are hoisted as in the wheel: who else sees them, and how loops and branches carry their phases.

Random nests of loops and branches allocate, use, wait for and invalidate a barrier.
"""

from __future__ import annotations

from random import Random

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from selection import of_versions

from xtriton.versions import V3_9, since

PASS = "triton-nvidia-gpu-hoist-mbarrier-lifecycle"
PROGRAMS = 40
TILE = "!ttg.memdesc<64x64xf16, #{}, #smem, mutable>"
HEAD = """\
#same = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#bytes = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, CGALayout = [[1, 0]]}>
#narrow = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, CGALayout = [[0, 0]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#each = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CGALayout = [[1, 0]]>
#scales = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]]>
#all = #ttng.tensor_memory_scales_encoding<CGALayout = [[0, 0]]>
#vector = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#whole = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
"""
ARGUMENTS = {
    "d": "!tt.tensordesc<64x64xf16, #same>",
    "e": "!tt.tensordesc<64x64xf16, #rows>",
    "m": TILE.format("same"),
    "r": TILE.format("rows"),
    "x": "!ttg.memdesc<256x64xf16, #rows, #smem, mutable>",
    "y": "!ttg.memdesc<64x128xf16, #same, #smem, mutable>",
    "u": "!ttg.memdesc<256x64xf8E4M3FN, #bytes, #smem, mutable>",
    "v": "!ttg.memdesc<64x128xf8E4M3FN, #narrow, #smem, mutable>",
    "s": "!ttg.memdesc<256x2xi8, #scales, #ttng.tensor_memory, mutable>",
    "t": "!ttg.memdesc<128x2xi8, #all, #ttng.tensor_memory, mutable>",
    "acc": "!ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>",
    "vector": "tensor<256xf32, #vector>",
    "whole": "tensor<256xf32, #whole>",
    "copied": "!ttg.memdesc<256xf32, #one, #smem, mutable>",
    "plain": "!ttg.memdesc<256xf32, #each, #smem, mutable>",
    "response": "!ttg.memdesc<2xi64, #one, #smem, mutable>",
    "p": "i1",
    "n": "index",
    "q": "i32",
}
OF_ONE = ("copy", "multicast copy", "expect", "arrive", "copied")
"""Operations that take a barrier which the CTAs share."""


def _uses(barrier: str) -> dict[str, str]:
    """Operations that use ``%b`` of a type, by what they are."""
    a = ARGUMENTS
    mma = f"{a['x']}, {a['y']}, {a['acc']}, {barrier}"
    scaled = f"{a['u']}, {a['v']}, {a['acc']}, {a['s']}, {a['t']}, {barrier}"
    scaled_mma = "ttng.tc_gen5_mma_scaled %u, %v, %acc, %s, %t, %true, %true lhs = e4m3 rhs = e4m3, %b[%true]"
    copy = "ttng.async_tma_copy_global_to_local"
    return {
        "copy": f"{copy} %e[%zero, %zero] %r, %b, %true : {a['e']}, {barrier} -> {a['r']}",
        "multicast copy": f"{copy} %d[%zero, %zero] %m, %b, %true {{multicast}} : {a['d']}, {barrier} -> {a['m']}",
        "expect": f"ttng.barrier_expect %b, 8192, %true : {barrier}",
        "expect of one": f"ttng.barrier_expect %b, 8192 {{fromCTA = 0 : i32}}, %true : {barrier}",
        "arrive": f"ttng.arrive_barrier %b, 1 : {barrier}",
        "arrive at others": f"ttng.arrive_barrier %b, 1 {{multicastCTA = 1 : i32}} : {barrier}",
        "arrive of one": f"ttng.arrive_barrier %b, 1 {{fromCTA = 0 : i32}} : {barrier}",
        "commit": f"ttng.tc_gen5_commit %b : {barrier}",
        "commit of parts": f"ttng.tc_gen5_commit %b descs %r : {barrier}, {a['r']}",
        "commit of copies": f"ttng.tc_gen5_commit %b descs %m : {barrier}, {a['m']}",
        "mma": f"ttng.tc_gen5_mma %x, %y, %acc, %true, %true, %b[%true] {{is_async}} : {mma}",
        "multicast mma": f"ttng.tc_gen5_mma %x, %y, %acc, %true, %true, %b[%true] {{is_async, multicast}} : {mma}",
        "scaled": f"{scaled_mma} {{is_async}} : {scaled}",
        "multicast scaled": f"{scaled_mma} {{is_async, multicast}} : {scaled}",
        "store": f"ttng.async_shared_store %vector, %plain, %b : {a['vector']} -> {a['plain']}, {barrier}",
        "store at others": f"ttng.async_shared_store %whole, %plain, %b : {a['whole']} -> {a['plain']}, {barrier}",
        "store of copies": f"ttng.async_shared_store %whole, %copied, %b : {a['whole']} -> {a['copied']}, {barrier}",
        "cancel": f"ttng.clc_try_cancel %response, %b : {a['response']}, {barrier}",
        "copied": f"ttng.async_copy_mbarrier_arrive %b : {barrier}",
    }


SEEN_BY_OTHERS = (
    "multicast copy",
    "expect of one",
    "arrive at others",
    "arrive of one",
    "commit of copies",
    "multicast mma",
    "multicast scaled",
    "store at others",
    "cancel",
)


class Program:
    """A function with one barrier."""

    def __init__(self, seed: int, use: str | None = None) -> None:
        self.source = Random(seed)
        self.use = use
        """The operation beside waits, in place of random ones."""
        self.names = 0
        own = use is not None or self.source.random() < 0.6
        self.barrier = f"!ttg.memdesc<{'2xi64, #each' if own else '1xi64, #one'}, #smem, mutable>"

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def text(self) -> str:
        arguments = ", ".join(f"%{name}: {type_}" for name, type_ in ARGUMENTS.items())
        lines = ["%i0 = arith.constant 0 : index", "%i1 = arith.constant 1 : index", "%true = arith.constant true"]
        # The phase may be defined inside of the loops, too.
        inside = self.source.random() < 0.3
        zero = "%zero = arith.constant 0 : i32"
        body = [*([zero] if inside else []), *self.lifecycle()]
        for _ in range(self.source.randint(0, 3)):
            body = self.around(body)
        lines += [*([] if inside else [zero]), *body]
        attributes = '"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"'
        inner = "\n".join(f"  {line}" for line in lines)
        return (
            f"{HEAD}module attributes {{{attributes}}} {{\ntt.func @f({arguments}) {{\n{inner}\n  tt.return\n}}\n}}\n"
        )

    def around(self, body: list[str]) -> list[str]:
        match self.source.choice(["for", "for", "for", "while", "before", "if"]):
            case "for":
                return [f"scf.for {self.name()} = %i0 to %n step %i1 {{", *body, "}"]
            case "while":
                return ["scf.while : () -> () {", "scf.condition(%p)", "} do {", *body, "scf.yield", "}"]
            case "before":
                return ["scf.while : () -> () {", *body, "scf.condition(%p)", "} do {", "scf.yield", "}"]
            case _:
                return ["scf.if %p {", *body, "}"]

    def lifecycle(self) -> list[str]:
        lines = [f"%b = ttg.local_alloc : () -> {self.barrier}", f"ttng.init_barrier %b, 1 : {self.barrier}"]
        uses = _uses(self.barrier)
        kinds = [kind for kind in uses if kind in OF_ONE or "each" in self.barrier]
        chosen = [uses[self.source.choice(kinds)] for _ in range(self.source.randint(1, 2))]
        chosen = chosen if self.use is None else [uses[self.use]]
        if self.source.random() < 0.05:
            chosen.append(f"ttg.local_dealloc %b : {self.barrier}")
        lines += [*chosen, *self.waits(2)]
        if self.source.random() < 0.1:
            name = self.name()
            lines.append(f"{name} = arith.select %p, %b, %b : {self.barrier}")
            lines.append(self.wait(name))
        return [*lines, f"ttng.inval_barrier %b : {self.barrier}"]

    def wait(self, barrier: str = "%b") -> str:
        phase = "%q" if self.source.random() < 0.03 else "%zero"
        predicate = self.source.choice(["", "", ", %p", ", %true"])
        return f"ttng.wait_barrier {barrier}, {phase}{predicate} : {self.barrier}"

    def waits(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.source.randint(1, 2)):
            match self.source.choice(["wait", "wait", "for", "if", "else", "empty", "idle"]) if depth else "wait":
                case "for":
                    lines += [f"scf.for {self.name()} = %i0 to %n step %i1 {{", *self.waits(depth - 1), "}"]
                case "if":
                    lines += ["scf.if %p {", *self.waits(depth - 1), "}"]
                case "else":
                    lines += ["scf.if %p {", *self.waits(depth - 1), "} else {", *self.waits(depth - 1), "}"]
                case "empty":
                    name = self.name()
                    lines += ["scf.if %p {", f"{name} = arith.addi %q, %q : i32", "}"]
                case "idle":
                    name = self.name()
                    lines += [
                        f"scf.for {self.name()} = %i0 to %n step %i1 {{",
                        f"{name} = arith.addi %q, %q : i32",
                        "}",
                    ]
                case _:
                    lines.append(self.wait())
        return lines


def store_between_four(held: str, memory: str) -> str:
    """A function that stores 256 elements of which each CTA holds some into memory of which each CTA has some."""
    barrier, target = "!ttg.memdesc<4xi64, #each, #smem, mutable>", "!ttg.memdesc<256xf32, #memory, #smem, mutable>"
    return f"""\
#each = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}}>
#memory = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = {memory}}}>
#vector = #ttg.blocked<{{
  sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = {held}
}}>
#smem = #ttg.shared_memory
module attributes {{"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"}} {{
  tt.func @f(%x: tensor<256xf32, #vector>, %m: {target}, %p: i1) {{
    %zero = arith.constant 0 : i32
    scf.if %p {{
      %b = ttg.local_alloc : () -> {barrier}
      ttng.init_barrier %b, 1 : {barrier}
      ttng.async_shared_store %x, %m, %b : tensor<256xf32, #vector> -> {target}, {barrier}
      ttng.wait_barrier %b, %zero : {barrier}
      ttng.inval_barrier %b : {barrier}
    }}
    tt.return
  }}
}}
"""


SPLITS = ("[[1], [2]]", "[[2], [1]]", "[[0], [1]]", "[[1], [0]]", "[[0], [0]]")


@of_versions(since(V3_9), "the pass is new")
def test_stores_into_the_memory_of_other_ctas() -> None:
    for held in SPLITS:
        for memory in SPLITS:
            text = store_between_four(held, memory)
            wheel = wheel_outcome(PASS, text)
            assert wheel.text is not None, wheel
            assert native_outcome(PASS, text).text == wheel.text, (held, memory)


@of_versions(since(V3_9), "the pass is new")
@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PROGRAMS, 5 * PROGRAMS, PROGRAMS))]
)
def test_barriers_are_hoisted(start: int) -> None:
    hoisted = 0
    for seed in range(start, start + PROGRAMS):
        text = Program(seed).text()
        wheel, ours = wheel_outcome(PASS, text), native_outcome(PASS, text)
        assert wheel.text is not None, f"seed {seed}\n{text}\n{wheel}"
        assert ours.text == wheel.text, f"seed {seed}\n{text}\n{wheel}\n{ours}"
        hoisted += "iter_args" in wheel.text
    assert hoisted >= 5, "the programs hardly test hoisting"  # 7 to 14 of the 40 in each part


@of_versions(since(V3_9), "the pass is new")
@pytest.mark.parametrize("use", _uses(""))
def test_what_other_ctas_see(use: str) -> None:
    text = Program(0, use).text()
    wheel = wheel_outcome(PASS, text)
    assert wheel.text is not None, wheel
    assert native_outcome(PASS, text).text == wheel.text
    assert (wheel.text.index("ttng.init_barrier") < wheel.text.index("arith.constant")) == (use in SEEN_BY_OTHERS)
