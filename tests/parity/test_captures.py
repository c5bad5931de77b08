"""Captures of ``ttg.warp_specialize`` that are dead or repeated, with partitions of several blocks, as in the wheel."""

from __future__ import annotations

from random import Random

import pytest
from parity.outcomes import native_outcome, wheel_outcome

SEEDS = 40


def partition(number: int, captured: int, random: Random) -> str:
    """A region that stores some of its arguments, in its first block, one of two branches, or its last block."""
    names = [f"%x{number}_{index}" for index in range(captured)]
    used = random.sample(names, random.randint(0, captured))
    head = ", ".join([*(f"{name}: i32" for name in names), f"%c{number}: i1", f"%p{number}: !tt.ptr<i32>"])
    stores = [f"    tt.store %p{number}, {name} : !tt.ptr<i32>" for name in used]
    lines = [f"  partition{number}({head}) num_warps(4) {{"]
    if random.random() < 0.3:
        lines += stores
    else:
        cut, end = sorted(random.randint(0, len(stores)) for _ in range(2))
        passed = random.choice(names)
        lines += stores[:cut]
        lines += [f"    cf.cond_br %c{number}, ^bb1({passed} : i32), ^bb2", "  ^bb1(%k: i32):"]
        lines += [f"    tt.store %p{number}, %k : !tt.ptr<i32>", *stores[cut:end], "    cf.br ^bb2", "  ^bb2:"]
        lines += stores[end:]
    return "\n".join([*lines, "    ttg.warp_return", "  }"])


def program(random: Random) -> str:
    """Captures of three values, each several times."""
    captured = random.randint(1, 5)
    values = ", ".join([*(random.choice(("%a", "%b", "%d")) for _ in range(captured)), "%c", "%p"])
    types = ", ".join(["i32"] * captured + ["i1", "!tt.ptr<i32>"])
    partitions = "\n".join(partition(number, captured, random) for number in range(random.randint(1, 3)))
    return f"""
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32}} {{
tt.func @f(%a: i32, %b: i32, %c: i1, %d: i32, %p: !tt.ptr<i32>) {{
  ttg.warp_specialize({values})
  default {{
    ttg.warp_yield
  }}
{partitions} : ({types}) -> ()
  tt.return
}}
}}"""


@pytest.mark.parametrize("passes", ["canonicalize", "cse", "sccp"])
def test_captures(passes: str) -> None:
    compared = 0
    for seed in range(SEEDS):
        text = program(Random(seed))
        wheel = wheel_outcome(passes, text)
        assert native_outcome(passes, text) == wheel, seed
        compared += wheel.text is not None
    assert compared == SEEDS
