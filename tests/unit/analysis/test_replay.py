"""Effects before a restart of a program: a store may be repeated, accumulation may not."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.replay import Replay
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

BEFORE = {
    "load": ("%v = tt.load %x : !tt.ptr<i32>", (False, False)),
    "store": ("tt.store %out, %n : !tt.ptr<i32>", (False, True)),
    "store to what is read": ("tt.store %x, %n : !tt.ptr<i32>", (True, True)),
    "atomic": (
        "%v = tt.atomic_rmw add, acq_rel, gpu, %out, %n, %c : (!tt.ptr<i32>, i32, i1) -> i32",
        (True, True),
    ),
    "compare and swap": (
        "%v = tt.atomic_cas acq_rel, gpu, %out, %n, %n : (!tt.ptr<i32>, i32, i32) -> i32",
        (True, True),
    ),
    "print": ('tt.print "n" {hex = false, isSigned = array<i32: 1>} : %n : i32', (True, True)),
    "call": ("tt.call @unknown() : () -> ()", (True, True)),
    "assertion": ('tt.assert %c, "no" : i1', (False, False)),
    "sum": ("%v = arith.addi %n, %n : i32", (False, False)),
}


def module_of(body: str) -> ModuleOp:
    text = f"""
tt.func private @unknown()
tt.func @f(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32, %c: i1) {{
  {body}
  tt.return
}}"""
    return parse_module(text, "test", Context())


def named(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.parametrize("kind", BEFORE)
def test_effects_before_an_operation(kind: str) -> None:
    text, expected = BEFORE[kind]
    module = module_of(f"{text}\n  %r = tt.load %x : !tt.ptr<i32>\n  %p = arith.subi %r, %n : i32")
    place, replay = named(module, "arith.subi"), Replay(module)
    assert replay.done(replay.numbers[place], place) == expected


@pytest.mark.parametrize("kind", ["store to what is read", "atomic", "print"])
def test_later_effects_are_ignored(kind: str) -> None:
    module = module_of(f"%p = arith.subi %n, %n : i32\n  %r = tt.load %x : !tt.ptr<i32>\n  {BEFORE[kind][0]}")
    place, replay = named(module, "arith.subi"), Replay(module)
    assert replay.done(replay.numbers[place], place) == (False, False)


@pytest.mark.parametrize("kind", ["store", "atomic"])
def test_effects_of_earlier_iterations(kind: str) -> None:
    text, expected = BEFORE[kind]
    module = module_of(
        f"scf.for %i = %n to %n step %n : i32 {{\n  %p = arith.subi %n, %n : i32\n  {text}\n  scf.yield\n  }}"
    )
    place, replay = named(module, "arith.subi"), Replay(module)
    assert replay.done(replay.numbers[place], place) == expected


@pytest.mark.parametrize("kind", ["store", "atomic"])
def test_effects_of_predecessor_blocks(kind: str) -> None:
    text, expected = BEFORE[kind]
    module = module_of(
        f"cf.br ^b1\n^b1:\n  %p = arith.subi %n, %n : i32\n  cf.cond_br %c, ^b2, ^b3\n"
        f"^b2:\n  {text}\n  cf.br ^b1\n^b3:\n  %q = arith.muli %n, %n : i32"
    )
    replay = Replay(module)
    for name in ("arith.subi", "arith.muli"):
        place = named(module, name)
        assert replay.done(replay.numbers[place], place) == expected
