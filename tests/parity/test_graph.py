"""The comparison of graphs tells apart what differs, and nothing else."""

from __future__ import annotations

import pytest
from parity.levels import Level, judge
from parity.outcomes import Outcome

PROGRAM = """\
module {
  tt.func @f(%p: !tt.ptr<i32>, %n: i32) {
    %c1 = arith.constant 1 : i32 loc("k.py":1:1)
    %c2 = arith.constant 2 : i32 loc("k.py":2:1)
    %a = arith.addi %n, %c1 : i32 loc("k.py":3:1)
    %b = arith.addi %n, %c2 : i32 loc("k.py":4:1)
    %w = arith.subi %n, %c2 : i32 loc("k.py":15:1)
    %r = scf.for %i = %c1 to %n step %c1 iter_args(%x = %a) -> (i32)  : i32 {
      %d = arith.muli %x, %b : i32 loc("k.py":5:1)
      %e = arith.muli %n, %c2 : i32 loc("k.py":6:1)
      %s = arith.addi %d, %e : i32 loc("k.py":7:1)
      scf.yield %s : i32 loc("k.py":8:1)
    } loc("k.py":9:1)
    tt.store %p, %a : !tt.ptr<i32> loc("k.py":10:1)
    tt.store %p, %w : !tt.ptr<i32> loc("k.py":11:1)
    tt.return loc("k.py":12:1)
  } loc("k.py":13:1)
} loc("k.py":14:1)
"""

A = '    %a = arith.addi %n, %c1 : i32 loc("k.py":3:1)\n'
B = '    %b = arith.addi %n, %c2 : i32 loc("k.py":4:1)\n'
W = '    %w = arith.subi %n, %c2 : i32 loc("k.py":15:1)\n'
D = '      %d = arith.muli %x, %b : i32 loc("k.py":5:1)\n'
E = '      %e = arith.muli %n, %c2 : i32 loc("k.py":6:1)\n'
STORES = (
    '    tt.store %p, %a : !tt.ptr<i32> loc("k.py":10:1)\n',
    '    tt.store %p, %w : !tt.ptr<i32> loc("k.py":11:1)\n',
)
SECOND_A = A.replace("%a", "%a2")

CHANGES: dict[str, tuple[dict[str, str], Level]] = {
    "pure operations swapped": ({A + B: B + A}, Level.LOCATIONS),
    "pure operations swapped in a loop": ({D + E: E + D}, Level.LOCATIONS),
    "an operation moved across a store": ({W: "", STORES[0]: STORES[0] + W}, Level.LOCATIONS),
    "a location changed": ({'loc("k.py":3:1)': 'loc("k.py":3:2)'}, Level.GRAPH),
    "locations exchanged": ({"3:1": "4:1", "4:1": "3:1"}, Level.GRAPH),
    "the location of a store changed": ({'"k.py":10:1': '"k.py":10:9'}, Level.GRAPH),
    "the location of an argument changed": ({"%n: i32)": '%n: i32 loc("k.py":1:1))'}, Level.GRAPH),
    "stores swapped": ({STORES[0] + STORES[1]: STORES[1] + STORES[0]}, Level.DIFFERENT),
    "another operation": ({"%d = arith.muli": "%d = arith.addi"}, Level.DIFFERENT),
    "another operand": ({"%e = arith.muli %n, %c2": "%e = arith.muli %n, %c1"}, Level.DIFFERENT),
    "operands exchanged": ({"arith.addi %d, %e": "arith.addi %e, %d"}, Level.DIFFERENT),
    "another constant": ({"constant 2": "constant 3"}, Level.DIFFERENT),
    "another attribute": ({"arith.addi %n, %c1 :": "arith.addi %n, %c1 overflow<nsw> :"}, Level.DIFFERENT),
    "a duplicate that is used": ({A: A + SECOND_A, STORES[0]: STORES[0].replace("%a", "%a2")}, Level.DIFFERENT),
    "a duplicate that is not used": ({A: A + SECOND_A}, Level.DIFFERENT),
    "an operation hoisted": ({A: A + E[2:], E: ""}, Level.DIFFERENT),
    "a function renamed": ({"@f": "@g"}, Level.DIFFERENT),
}  # fmt: skip


def changed(changes: dict[str, str]) -> str:
    text = PROGRAM
    for number, old in enumerate(changes):
        assert old in text, old
        text = text.replace(old, f"<{number}>", 1)
    for number, new in enumerate(changes.values()):
        text = text.replace(f"<{number}>", new)
    return text


@pytest.mark.parametrize("change", CHANGES)
def test_change_is_told(change: str) -> None:
    changes, level = CHANGES[change]
    assert judge(Outcome(PROGRAM), Outcome(changed(changes))) is level


def test_names_do_not_matter() -> None:
    assert judge(Outcome(PROGRAM), Outcome(PROGRAM.replace("%a", "%first"))) is Level.LOCATIONS


def test_which_of_two_equal_operations_is_used_matters() -> None:
    """Both have an operation twice; in one both are used once, in the other the first is used twice."""
    one = changed({A: A + SECOND_A, STORES[0]: STORES[0].replace("%a", "%a2")})
    other = changed({A: A + SECOND_A})
    assert judge(Outcome(one), Outcome(one)) is Level.BYTES
    assert judge(Outcome(one), Outcome(other)) is Level.DIFFERENT


def test_equal_operations_may_be_exchanged_with_their_users() -> None:
    one = changed({A: A + SECOND_A, STORES[0]: STORES[0].replace("%a", "%a2")})
    other = changed({A: SECOND_A + A, STORES[0]: STORES[0].replace("%a", "%a2")})
    assert judge(Outcome(one), Outcome(other)) is Level.LOCATIONS


def test_blocks_are_part_of_the_graph() -> None:
    text = """\
tt.func @f(%c: i1, %p: !tt.ptr<i32>, %n: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  tt.store %p, %n : !tt.ptr<i32>
  cf.br ^b
^b:
  tt.return
}
"""
    moved = text.replace("  tt.store %p, %n : !tt.ptr<i32>\n", "").replace(
        "^b:\n", "^b:\n  tt.store %p, %n : !tt.ptr<i32>\n"
    )
    assert judge(Outcome(text), Outcome(text.replace("^a, ^b", "^b, ^a"))) is Level.DIFFERENT
    assert judge(Outcome(text), Outcome(moved)) is Level.DIFFERENT
    assert judge(Outcome(text), Outcome(text.replace("%c", "%d"))) is not Level.DIFFERENT


@pytest.mark.parametrize(
    ("wheel", "native", "level"),
    [
        (Outcome(errors=("no",)), Outcome(errors=("no",)), Level.BYTES),
        (Outcome(errors=("no",)), Outcome(errors=("never",)), Level.FAILED),
        (Outcome(errors=("no",)), Outcome(PROGRAM), Level.FAILED),
        (Outcome(PROGRAM), Outcome(errors=("no",)), Level.FAILED),
        (Outcome(errors=("no",)), Outcome(errors=("no",), crash=True), Level.FAILED),
    ],
)
def test_failures_are_told(wheel: Outcome, native: Outcome, level: Level) -> None:
    assert judge(wheel, native) is level
