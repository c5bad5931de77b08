"""Inputs by coverage: each goal that can be met is met, so that what differs only there is found."""

from __future__ import annotations

import itertools

import pytest
from unit.interp.programs import module_of

from xtriton.interp.goals import goals_of
from xtriton.interp.outcome import functions_of
from xtriton.interp.profiles import PROFILES
from xtriton.interp.proof import Difference, Proof


def compare(before: str, after: str) -> Difference | None:
    return Proof(module_of(before)).compare(module_of(after))


def uncovered(text: str) -> set[tuple[str, str]]:
    (record,) = Proof(module_of(text)).records.values()
    return {(op.name, goal.name) for op, goal in record.uncovered}


def kernel(body: str, parameters: str = "%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %m: i32") -> str:
    return f"tt.func public @k({parameters}) {{\n{body}\n  tt.return\n}}\n"


BOOLEANS = "%p: !tt.ptr<i32>, %a: i1, %b: i1, %x: i32"


@pytest.mark.parametrize("op", ["andi", "ori", "xori"])
@pytest.mark.parametrize("instead", ["%a, %a", "%b, %b"])
def test_two_truth_values_differ(op: str, instead: str):
    text = kernel(f"  %c = arith.{op} %a, %b : i1\n  scf.if %c {{\n    tt.store %p, %x : !tt.ptr<i32>\n  }}", BOOLEANS)
    assert compare(text, text) is None
    assert compare(text, text.replace("%a, %b :", f"{instead} :")) is not None
    assert uncovered(text) == set()


def test_every_pair_of_many_truth_values_occurs():
    names = [f"%c{index}" for index in range(9)]
    text = kernel(
        "  tt.store %p, %x : !tt.ptr<i32>",
        "%p: !tt.ptr<i32>, %x: i32, " + ", ".join(f"{name}: i1" for name in names),
    )
    (record,) = Proof(module_of(text)).records.values()
    rows = [[bool(argument.value[0]) for argument in inputs.arguments[2:]] for inputs, _ in record.outcomes]
    for one, other in itertools.combinations(range(len(names)), 2):
        assert {(row[one], row[other]) for row in rows} == set(itertools.product((False, True), repeat=2))


BRANCH = """\
  %c = arith.constant {constant} : i32
  {setup}
  %t = arith.cmpi {predicate}, %v, %c : i32
  scf.if %t {{
    tt.store %q, %m : !tt.ptr<i32>
  }}"""


@pytest.mark.parametrize(
    "setup",
    [
        "%v = arith.addi %n, %m : i32",
        "%v = tt.load %p : !tt.ptr<i32>",
        "%w = tt.load %p : !tt.ptr<i32>\n  %h = arith.constant 1000 : i32\n  %v = arith.subi %w, %h : i32",
        "%v = arith.xori %n, %m : i32",
        "%f = arith.constant 4 : i32\n  %w = arith.muli %n, %f : i32\n  %v = arith.maxsi %w, %m : i32",
        "%w = arith.extsi %n : i32 to i64\n  %v = arith.trunci %w : i64 to i32",
    ],
)
@pytest.mark.parametrize(
    ("predicate", "instead"), [("eq", "ne"), ("slt", "sle"), ("sge", "sgt"), ("ult", "slt"), ("ugt", "uge")]
)
def test_comparisons_are_reached_on_both_sides_and_at_equality(setup: str, predicate: str, instead: str):
    text = kernel(BRANCH.format(constant=123456, setup=setup, predicate=predicate))
    assert compare(text, text) is None
    assert compare(text, text.replace(f"cmpi {predicate}", f"cmpi {instead}")) is not None


def test_elements_of_memory_are_sought():
    """Inputs are searched for the array element on which a branch or predicate depends."""
    body = """\
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %pp = tt.addptr %ps, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %pp : tensor<16x!tt.ptr<i32>>
  %c = arith.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 987654, 0, 0, 0, 0, 0, 0, 0]> : tensor<16xi32>
  %z = arith.constant dense<0> : tensor<16xi32>
  %k = arith.constant dense<987654> : tensor<16xi32>
  %e = arith.cmpi PREDICATE, %v, %k : tensor<16xi32>
  %s = arith.select %e, %k, %z : tensor<16xi1>, tensor<16xi32>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %qp = tt.addptr %qs, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %qp, %s : tensor<16x!tt.ptr<i32>>"""
    text = kernel(body.replace("PREDICATE", "sge"))
    assert compare(text, kernel(body.replace("PREDICATE", "sgt"))) is not None


WIDENED = """\
  %a = tt.load %p : !tt.ptr<i32>
  %b = tt.load %q : !tt.ptr<i32>
  BODY
  tt.store %w, %r : !tt.ptr<i64>"""


@pytest.mark.parametrize("op", ["addi", "subi", "muli"])
@pytest.mark.parametrize("extend", ["extsi", "extui"])
def test_integers_overflow_in_each_operation(op: str, extend: str):
    narrow = f"%s = arith.{op} %a, %b : i32\n  %r = arith.{extend} %s : i32 to i64"
    wide = f"%x = arith.{extend} %a : i32 to i64\n  %y = arith.{extend} %b : i32 to i64\n  %r = arith.{op} %x, %y : i64"
    parameters = "%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %w: !tt.ptr<i64>"
    before, after = (kernel(WIDENED.replace("BODY", body), parameters) for body in (narrow, wide))
    assert compare(before, after) is not None
    # With the promise that the narrow operation does not wrap around, the wide one is right.
    flag = "nsw" if extend == "extsi" else "nuw"
    assert compare(before.replace("%a, %b : i32", f"%a, %b overflow<{flag}> : i32"), after) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("arith.shrsi %n, %m : i32", "arith.shrui %n, %m : i32"),
        ("arith.divsi %n, %m : i32", "arith.floordivsi %n, %m : i32"),
        ("arith.divsi %n, %m : i32", "arith.divui %n, %m : i32"),
        ("arith.maxsi %n, %m : i32", "arith.maxui %n, %m : i32"),
        ("arith.remsi %n, %m : i32", "arith.remui %n, %m : i32"),
    ],
)
def test_signs_matter(before: str, after: str):
    body = "  %r = OP\n  tt.store %p, %r : !tt.ptr<i32>"
    assert compare(kernel(body.replace("OP", before)), kernel(body.replace("OP", after))) is not None


def test_shifts_beyond_the_width_are_unspecified():
    """The amount of a shift is reduced modulo the width: right where the result is defined, and only there."""
    body = "  BODY\n  tt.store %p, %r : !tt.ptr<i32>"
    plain = kernel(body.replace("BODY", "%r = arith.shli %n, %m : i32"))
    for mask, right in ((31, True), (15, False)):
        reduced = f"%k = arith.constant {mask} : i32\n  %l = arith.andi %m, %k : i32\n  %r = arith.shli %n, %l : i32"
        assert (compare(plain, kernel(body.replace("BODY", reduced))) is None) is right


FLOAT = "%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32"


@pytest.mark.parametrize(
    ("constant", "op", "right"),
    [
        ("-0.0", "addf %v, %c", True),
        ("0.0", "addf %v, %c", False),
        ("0.0", "subf %v, %c", True),
        ("-0.0", "subf %v, %c", False),
        ("1.0", "mulf %v, %c", True),
        ("1.0", "divf %v, %c", True),
    ],
)
def test_one_number_in_memory_is_of_every_kind(constant: str, op: str, right: bool):
    body = "  %v = tt.load %p : !tt.ptr<f32>\n  BODY\n  tt.store %q, %r : !tt.ptr<f32>"
    before = kernel(body.replace("BODY", f"%c = arith.constant {constant} : f32\n  %r = arith.{op} : f32"), FLOAT)
    after = kernel(body.replace("  BODY\n", "").replace("%r :", "%v :"), FLOAT)
    assert (compare(before, after) is None) is right


@pytest.mark.parametrize("op", ["divf %v, %v", "subf %v, %v", "mulf %v, %z"])
def test_numbers_that_are_not_finite_are_among_them(op: str):
    body = "  %z = arith.constant 0.0 : f32\n  %v = tt.load %p : !tt.ptr<f32>\n  BODY\n  tt.store %q, %r : !tt.ptr<f32>"
    finite = {"divf %v, %v": "1.0", "subf %v, %v": "0.0", "mulf %v, %z": "0.0"}[op]
    before = kernel(body.replace("BODY", f"%r = arith.{op} : f32"), FLOAT)
    assert compare(before, kernel(body.replace("BODY", f"%r = arith.constant {finite} : f32"), FLOAT)) is not None


def test_loops_run_never_once_and_often():
    body = """\
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %far = arith.constant 5000 : i32
  %end = arith.addi %n, %far : i32
  %x = scf.for %i = %far to %end step %one iter_args(%a = %z) -> i32 : i32 {
    %b = arith.addi %a, %i : i32
    scf.yield %b : i32
  }
  tt.store %p, %x : !tt.ptr<i32>"""
    assert ("scf.for", "no iteration") not in uncovered(kernel(body))
    assert ("scf.for", "one iteration") not in uncovered(kernel(body))
    assert ("scf.for", "several iterations") not in uncovered(kernel(body))


def test_unreached_code_is_reported():
    body = """\
  %id = tt.get_program_id x : i32
  %k = arith.constant 1000 : i32
  %c = arith.cmpi sgt, %id, %k : i32
  scf.if %c {
    tt.store %p, %id : !tt.ptr<i32>
  } else {
    tt.store %q, %id : !tt.ptr<i32>
  }"""
    proof = Proof(module_of(kernel(body)))
    (record,) = proof.records.values()
    assert [(op.name, goal.name) for op, goal in record.untaken] == [("scf.if", "true")]
    assert ("arith.cmpi", "equal") in uncovered(kernel(body))


def test_the_search_always_finds_the_same():
    text = kernel(BRANCH.format(constant=123456, setup="%v = arith.addi %n, %m : i32", predicate="eq"))
    found = [next(iter(Proof(module_of(text)).records.values())) for _ in range(2)]
    changes = [[inputs.changes for inputs, _ in record.outcomes] for record in found]
    assert changes[0] == changes[1]
    assert len(changes[0]) > len(PROFILES)


def test_dividing_arguments_keep_their_divisibility():
    text = kernel(
        BRANCH.format(constant=123456, setup="%v = arith.addi %n, %n : i32", predicate="eq"),
        "%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}, %m: i32",
    )
    (record,) = Proof(module_of(text)).records.values()
    assert all(int(inputs.arguments[2].value[0]) % 16 == 0 for inputs, _ in record.outcomes)


def test_operations_without_goals_have_none():
    module = module_of("tt.func @f(%a: i32) -> i32 {\n  tt.return %a : i32\n}")
    assert all(goals_of(op) is None for op in functions_of(module)[0].walk())
