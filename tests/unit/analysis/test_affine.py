"""Addresses, masks and scalars as sums (xtriton.analysis.affine), and which rows are dead (xtriton.analysis.demand)."""

from __future__ import annotations

from itertools import product

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine import Atom, NotAffineError, Polynomial, Ranges, Scalars, Tiles
from xtriton.analysis.affine.masks import Bound, TileMask
from xtriton.analysis.demand import RowDemand
from xtriton.dialects import tt
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module


def _module(body: str, arguments: str = "%x: !tt.ptr<f16>, %m: i32, %n: i32") -> ModuleOp:
    return parse_module(f"tt.func @f({arguments}) {{\n{body}\ntt.return\n}}", "test", Context())


def _function(module: ModuleOp) -> tt.FuncOp:
    function = module.body.block.first_op
    assert isinstance(function, tt.FuncOp)
    return function


def _op(module: ModuleOp, name: str, at: int = -1) -> Operation:
    return [op for op in module.walk() if op.name == name][at]


def _value(module: ModuleOp, name: str, at: int = -1) -> SSAValue:
    return _op(module, name, at).results[0]


def _arguments(module: ModuleOp, scalars: Scalars) -> list[Polynomial]:
    return [scalars.of(argument) for argument in _function(module).body.block.args[1:]]


# Polynomials


def _evaluated(number: Polynomial, values: dict[Atom, int]) -> int:
    total = 0
    for monomial, coefficient in number:
        for atom in monomial:
            coefficient *= values[atom]
        total += coefficient
    return total


def test_quotient_and_remainder_add_up() -> None:
    scalars = Scalars()
    module = _module("", "%p: !tt.ptr<f16>, %x: i32, %y: i32, %z: i32")
    x, y, z = _arguments(module, scalars)
    numbers = [x * y + z, x * 6 + 4, x * y * 3 + x * 2 - 5, z * z - y, Polynomial({})]
    divisors = [Polynomial.constant(2), Polynomial.constant(3), x, x * 2, x + y]
    atoms = [number.atoms[0] for number in (x, y, z)]
    for number, divisor in product(numbers, divisors):
        quotient, rest = number.divided(divisor)
        for values in product((0, 1, -2, 7), repeat=3):
            known = dict(zip(atoms, values, strict=True))
            total = _evaluated(quotient, known) * _evaluated(divisor, known) + _evaluated(rest, known)
            assert total == _evaluated(number, known), (number.terms, divisor.terms)


def test_division_leaves_indivisible_terms_as_the_remainder() -> None:
    scalars = Scalars()
    x, y, z = _arguments(_module("", "%p: !tt.ptr<f16>, %x: i32, %y: i32, %z: i32"), scalars)
    assert (x * y * 128 + z * 64 + 5).divided(y) == (x * 128, z * 64 + 5)
    assert (x * 2048 + 96).divided(Polynomial.constant(2048)) == (x, Polynomial.constant(96))
    assert (x * 100).divided(Polynomial.constant(64)) == (Polynomial({}), x * 100)


def test_equal_sums_are_equal_in_any_order() -> None:
    x, y, _ = _arguments(_module("", "%p: !tt.ptr<f16>, %x: i32, %y: i32, %z: i32"), Scalars())
    assert x * y + 3 == Polynomial.constant(3) + y * x
    assert hash(x * y + 3) == hash(Polynomial.constant(3) + y * x)
    assert x - x == Polynomial({}) and not x - x


# Scalars


def test_sums_and_extensions_are_looked_through() -> None:
    module = _module(
        """%c = arith.constant 128 : i32
        %a = arith.muli %m, %c : i32
        %b = arith.addi %a, %n : i32
        %d = arith.subi %b, %a : i32
        %w = arith.extsi %b : i32 to i64"""
    )
    scalars = Scalars()
    m, n = _arguments(module, scalars)
    assert scalars.of(_value(module, "arith.extsi")) == m * 128 + n
    assert scalars.of(_value(module, "arith.subi")) == n


def test_arithmetic_that_surely_overflows_is_a_variable() -> None:
    module = _module(
        """%c = arith.constant 65536 : i32
        %a = arith.muli %m, %c : i32
        %b = arith.muli %a, %c : i32"""
    )
    scalars = Scalars()
    m, _ = _arguments(module, scalars)
    assert scalars.of(_value(module, "arith.muli", 0)) == m * 65536
    assert scalars.of(_value(module, "arith.muli", 1)) == scalars.atom(_value(module, "arith.muli", 1))


def test_narrow_arithmetic_is_a_variable() -> None:
    module = _module("%s = arith.addi %a, %a : i8\n%w = arith.extsi %s : i8 to i32", "%p: !tt.ptr<f16>, %a: i8")
    scalars = Scalars()
    total = _value(module, "arith.addi")
    assert scalars.of(_value(module, "arith.extsi")) == scalars.atom(total)


def test_the_same_operation_on_the_same_numbers_is_one_variable() -> None:
    module = _module(
        """%s = arith.addi %m, %n : i32
        %t = arith.addi %n, %m : i32
        %a = arith.divsi %s, %m : i32
        %b = arith.divsi %t, %m : i32
        %c = arith.divsi %t, %n : i32"""
    )
    scalars = Scalars()
    first, second, third = (scalars.of(_value(module, "arith.divsi", at)) for at in range(3))
    assert first == second != third


_LOOP = """%c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c8 = arith.constant 8 : i32
  %end = scf.for %i = %m to %n step %c8 iter_args(%a = %c0) -> (i32) : i32 {
    %next = arith.addi %a, %c3 : i32
    %seen = arith.muli %a, %i : i32
    scf.yield %next : i32
  }"""


def test_carried_numbers_follow_from_the_iteration() -> None:
    module = _module(_LOOP)
    scalars = Scalars()
    m, _ = _arguments(module, scalars)
    loop = _op(module, "scf.for")
    variable, carried = loop.regions[0].block.args
    iteration = scalars.iterations(loop)  # pyright: ignore[reportArgumentType]
    assert scalars.of(variable) == m + iteration * 8
    assert scalars.of(carried) == iteration * 3
    assert scalars.of(loop.results[0]) != iteration * 3  # after the loop it is the number of all iterations
    assert not scalars.is_invariant(scalars.of(carried), loop)


def test_carried_numbers_that_depend_on_each_other_are_variables() -> None:
    body = """%c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c1, %c = %m) -> (i32, i32, i32) : i32 {
    scf.yield %b, %c, %a : i32, i32, i32
  }"""
    module = _module(body)
    scalars = Scalars()
    for argument in _op(module, "scf.for").regions[0].block.args[1:]:
        assert scalars.of(argument) == scalars.atom(argument)


# Tiles and masks

_RANGE = "%r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>\n"


def _splat(name: str, value: str) -> str:
    return f"%{name} = tt.splat {value} : i32 -> tensor<16xi32>\n"


@pytest.mark.parametrize(
    ("operation", "limit"), [("minsi", (1, 1)), ("remsi", (1, 0))], ids=["clamped below n + 1", "wrapped at n"]
)
def test_clamped_and_wrapped_positions_hold_up_to_a_limit(operation: str, limit: tuple[int, int]) -> None:
    body = _RANGE + _splat("first", "%m") + _splat("end", "%n")
    module = _module(
        body + f"%p = arith.addi %r, %first : tensor<16xi32>\n%q = arith.{operation} %p, %end : tensor<16xi32>"
    )
    tiles = Tiles(Scalars())
    m, n = _arguments(module, tiles.scalars)
    form = tiles.of(_value(module, f"arith.{operation}"))
    assert form.scalar == m and form.along[0].stride == Polynomial.constant(1)
    assert form.along[0].limits == {n * limit[0] + limit[1] - m}


def test_positions_of_one_block_have_one_quotient() -> None:
    body = (
        """%c32 = arith.constant 32 : i32
    %first = arith.muli %m, %c32 : i32
    %block = arith.constant dense<64> : tensor<16xi32>
    """
        + _RANGE
        + _splat("f", "%first")
    )
    module = _module(body + "%p = arith.addi %r, %f : tensor<16xi32>\n%q = arith.divsi %p, %block : tensor<16xi32>")
    tiles = Tiles(Scalars())
    m, _ = _arguments(module, tiles.scalars)
    quotient = _value(module, "arith.divsi")
    form = tiles.of(quotient)
    assert isinstance(quotient.owner, Operation)
    assert form.is_uniform and form.scalar == tiles.scalars.quotient(m * 32, Polynomial.constant(64), quotient.owner)


def test_quotient_of_uniform_values() -> None:
    """Of positions and a value that is no constant there is none."""
    body = _RANGE + _splat("f", "%m") + _splat("g", "%n")
    lines = "%q = arith.divsi %f, %g : tensor<16xi32>\n%p = arith.divsi %r, %g : tensor<16xi32>"
    module = _module(body + lines)
    tiles = Tiles(Scalars())
    m, n = _arguments(module, tiles.scalars)
    quotient = _value(module, "arith.divsi", 0)
    assert isinstance(quotient.owner, Operation)
    form = tiles.of(quotient)
    assert form.is_uniform and form.scalar == tiles.scalars.quotient(m, n, quotient.owner)
    with pytest.raises(NotAffineError, match="divided by a value that is not a positive constant"):
        tiles.of(_value(module, "arith.divsi", 1))


@pytest.mark.parametrize(
    ("predicate", "swapped", "bound"),
    [
        ("slt", False, (0, False)),
        ("sle", False, (1, False)),
        ("sgt", True, (0, False)),
        ("sge", True, (1, False)),
        ("sge", False, (0, True)),
        ("sgt", False, (1, True)),
    ],
)
def test_comparisons_are_bounds(predicate: str, swapped: bool, bound: tuple[int, bool]) -> None:
    operands = "%end, %r" if swapped else "%r, %end"
    module = _module(_RANGE + _splat("end", "%n") + f"%b = arith.cmpi {predicate}, {operands} : tensor<16xi32>")
    tiles = Tiles(Scalars())
    _, n = _arguments(module, tiles.scalars)
    more, is_lower = bound
    assert tiles.masks.of(_value(module, "arith.cmpi")).bounds == (Bound(0, n + more, is_lower),)


@pytest.mark.parametrize("predicate", ["eq", "ne", "ult", "uge"])
def test_other_comparisons_are_no_bounds(predicate: str) -> None:
    module = _module(_RANGE + _splat("end", "%n") + f"%b = arith.cmpi {predicate}, %r, %end : tensor<16xi32>")
    with pytest.raises(NotAffineError, match="signed"):
        Tiles(Scalars()).masks.of(_value(module, "arith.cmpi"))


_WRAPPED = _RANGE + _splat("end", "%n") + _splat("other", "%m") + "%w = arith.remsi %r, %end : tensor<16xi32>\n"


@pytest.mark.parametrize("comparison", ["slt, %w, %end", "sgt, %end, %w"])
def test_wrapped_positions_are_below_the_end_that_they_wrap_around_at(comparison: str) -> None:
    module = _module(_WRAPPED + f"%b = arith.cmpi {comparison} : tensor<16xi32>")
    assert Tiles(Scalars()).masks.of(_value(module, "arith.cmpi")) == TileMask()


@pytest.mark.parametrize("comparison", ["sle, %w, %end", "slt, %w, %other", "slt, %end, %w", "sge, %w, %end"])
def test_other_comparisons_of_wrapped_positions_are_no_bounds(comparison: str) -> None:
    module = _module(_WRAPPED + f"%b = arith.cmpi {comparison} : tensor<16xi32>")
    with pytest.raises(NotAffineError, match="clamped, wrap around"):
        Tiles(Scalars()).masks.of(_value(module, "arith.cmpi"))


def test_bounds_are_found_beside_masks_that_are_not_understood() -> None:
    body = _RANGE + _splat("end", "%n") + "%a = arith.cmpi slt, %r, %end : tensor<16xi32>\n"
    module = _module(body + "%b = arith.cmpi ne, %r, %end : tensor<16xi32>\n%c = arith.andi %a, %b : tensor<16xi1>")
    tiles = Tiles(Scalars())
    _, n = _arguments(module, tiles.scalars)
    assert tiles.masks.bounds_of(_value(module, "arith.andi")) == (Bound(0, n),)
    with pytest.raises(NotAffineError):
        tiles.masks.of(_value(module, "arith.andi"))


# Ranges


def test_ranges_of_loops_and_programs() -> None:
    module = _module(
        """%c0 = arith.constant 0 : i32
        %c3 = arith.constant 3 : i32
        %c10 = arith.constant 10 : i32
        %pid = tt.get_program_id x : i32
        %part = arith.remsi %pid, %c10 : i32
        scf.for %i = %c0 to %c10 step %c3 : i32 {
          %s = arith.addi %i, %part : i32
        }"""
    )
    scalars = Scalars()
    ranges = Ranges(scalars)
    assert ranges.of(scalars.of(_value(module, "tt.get_program_id"))) == (0, None)
    assert ranges.of(scalars.of(_value(module, "arith.remsi"))) == (0, 9)
    assert ranges.of(scalars.of(_op(module, "scf.for").regions[0].block.args[0])) == (0, 9)
    assert ranges.of(scalars.of(_value(module, "arith.addi"))) == (0, 18)
    assert ranges.of(_arguments(module, scalars)[0]) == (None, None)


# Demand

_STORED = """%t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi slt, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
"""
_SUMMED = """
  %total = "tt.reduce"(%u) <{axis = 0 : i32}> ({
  ^bb0(%x: f16, %y: f16):
    %s = arith.addf %x, %y : f16
    tt.reduce.return %s : f16
  }) : (tensor<16x16xf16>) -> tensor<16xf16>
  tt.print " t" {hex = false, isSigned = array<i32: 0>} : %total : tensor<16xf16>"""
_ZEROS = "%z = arith.constant dense<0.0> : tensor<16x16xf32>\n"


@pytest.mark.parametrize(
    ("use", "culprit"),
    [
        ("tt.store %q, %t, %mask : tensor<16x16x!tt.ptr<f16>>", None),
        ("tt.store %q, %t : tensor<16x16x!tt.ptr<f16>>", "tt.store"),
        (
            "%u = tt.trans %t {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>\n"
            "tt.store %q, %u, %mask : tensor<16x16x!tt.ptr<f16>>",
            "tt.store",
        ),
        (
            _ZEROS + "%d = tt.dot %t, %b, %z : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>\n"
            "%h = arith.truncf %d : tensor<16x16xf32> to tensor<16x16xf16>\n"
            "tt.store %q, %h, %mask : tensor<16x16x!tt.ptr<f16>>",
            None,
        ),
        (
            _ZEROS + "%d = tt.dot %b, %t, %z : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>\n"
            "%h = arith.truncf %d : tensor<16x16xf32> to tensor<16x16xf16>\n"
            "tt.store %q, %h, %mask : tensor<16x16x!tt.ptr<f16>>",
            "tt.dot",
        ),
        ("%u = arith.cmpf ogt, %t, %b : tensor<16x16xf16>\n"
         "tt.store %q, %b, %u : tensor<16x16x!tt.ptr<f16>>", "tt.store"),
        ("%u = tt.atomic_rmw fadd, relaxed, gpu, %q, %t, %mask : "
         "(tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf16>, tensor<16x16xi1>) -> tensor<16x16xf16>", None),
        ('tt.print " t" {hex = false, isSigned = array<i32: 0>} : %t : tensor<16x16xf16>', "tt.print"),
        # Rows that a selection replaces do not matter, others do.
        (f"%u = arith.select %mask, %t, %b : tensor<16x16xi1>, tensor<16x16xf16>{_SUMMED}", None),
        (f"%u = arith.select %mask, %b, %t : tensor<16x16xi1>, tensor<16x16xf16>{_SUMMED}", "tt.reduce"),
        (f"%c = arith.cmpi eq, %n, %n : i32\n%u = arith.select %c, %t, %b : tensor<16x16xf16>{_SUMMED}", "tt.reduce"),
        # Reshapes that keep the rows, splits and joins do not mix them.
        (
            "%w = tt.reshape %t : tensor<16x16xf16> -> tensor<16x8x2xf16>\n"
            "%u, %v = tt.split %w : tensor<16x8x2xf16> -> tensor<16x8xf16>\n"
            "%j = tt.join %v, %u : tensor<16x8xf16> -> tensor<16x8x2xf16>\n"
            "%f = tt.reshape %j : tensor<16x8x2xf16> -> tensor<16x16xf16>\n"
            "tt.store %q, %f, %mask : tensor<16x16x!tt.ptr<f16>>",
            None,
        ),
        (
            "%w = tt.reshape %t : tensor<16x16xf16> -> tensor<8x2x16xf16>\n"
            "%f = tt.reshape %w : tensor<8x2x16xf16> -> tensor<16x16xf16>\n"
            "tt.store %q, %f, %mask : tensor<16x16x!tt.ptr<f16>>",
            "tt.reshape",
        ),
        (
            "%w = tt.reshape %t allow_reorder : tensor<16x16xf16> -> tensor<16x16xf16>\n"
            "tt.store %q, %w, %mask : tensor<16x16x!tt.ptr<f16>>",
            "tt.reshape",
        ),
    ],
)  # fmt: skip
def test_users_that_need_rows_masked_by_a_store(use: str, culprit: str | None) -> None:
    arguments = "%p: tensor<16x16x!tt.ptr<f16>>, %q: tensor<16x16x!tt.ptr<f16>>, %b: tensor<16x16xf16>, %n: i32"
    module = _module(_STORED + use, arguments)
    tiles = Tiles(Scalars())
    n = tiles.scalars.of(_function(module).body.block.args[3])
    demand = RowDemand(tiles, Ranges(tiles.scalars))
    found = demand.of(_value(module, "tt.load"), 0, n)
    assert (None if found is None else found.name) == culprit
    assert demand.of(_value(module, "tt.load"), 0, n - 1) is not None  # row n - 1 is stored, printed or counted


@pytest.mark.parametrize(
    ("type_", "dim", "widened", "culprit"),
    [
        ("16x1", 0, "%w = tt.broadcast %t : tensor<16x1xf16> -> tensor<16x16xf16>", None),
        # Each row of the result is the one row: none of them is dead on its own.
        ("1x16", 0, "%w = tt.broadcast %t : tensor<1x16xf16> -> tensor<16x16xf16>", "tt.broadcast"),
        (
            "16",
            0,
            "%e = tt.expand_dims %t {axis = 1 : i32} : tensor<16xf16> -> tensor<16x1xf16>\n"
            "%w = tt.broadcast %e : tensor<16x1xf16> -> tensor<16x16xf16>",
            None,
        ),
        (
            "16",
            0,
            "%e = tt.expand_dims %t {axis = 0 : i32} : tensor<16xf16> -> tensor<1x16xf16>\n"
            "%w = tt.broadcast %e : tensor<1x16xf16> -> tensor<16x16xf16>",
            "tt.store",
        ),
    ],
)
def test_rows_that_are_broadcast(type_: str, dim: int, widened: str, culprit: str | None) -> None:
    body = _STORED.replace("%t = tt.load %p : tensor<16x16x", f"%t = tt.load %p : tensor<{type_}x")
    body += f"{widened}\ntt.store %q, %w, %mask : tensor<16x16x!tt.ptr<f16>>"
    module = _module(body, f"%p: tensor<{type_}x!tt.ptr<f16>>, %q: tensor<16x16x!tt.ptr<f16>>, %n: i32")
    tiles = Tiles(Scalars())
    n = tiles.scalars.of(_function(module).body.block.args[2])
    found = RowDemand(tiles, Ranges(tiles.scalars)).of(_value(module, "tt.load"), dim, n)
    assert (None if found is None else found.name) == culprit


def test_rows_are_needed_where_the_limit_changes_between_iterations() -> None:
    """The tile is stored in the next iteration, with a mask of its own rows, not of those of the tile."""
    body = """%c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16xf16>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%before = %zeros) -> (tensor<16xf16>) : i32 {
    %i_t = tt.splat %i : i32 -> tensor<16xi32>
    %in = arith.cmpi slt, %r, %i_t : tensor<16xi32>
    tt.store %q, STORED, %in : tensor<16x!tt.ptr<f16>>
    %t = tt.load %p : tensor<16x!tt.ptr<f16>>
    tt.store %q, %t, %in : tensor<16x!tt.ptr<f16>>
    scf.yield YIELDED : tensor<16xf16>
  }"""
    arguments = "%p: tensor<16x!tt.ptr<f16>>, %q: tensor<16x!tt.ptr<f16>>, %n: i32"
    for stored, yielded, needed in (("%before", "%t", "scf.yield"), ("%before", "%before", None)):
        module = _module(body.replace("STORED", stored).replace("YIELDED", yielded), arguments)
        tiles = Tiles(Scalars())
        limit = tiles.scalars.of(_op(module, "scf.for").regions[0].block.args[0])
        found = RowDemand(tiles, Ranges(tiles.scalars)).of(_value(module, "tt.load"), 0, limit)
        assert (None if found is None else found.name) == needed
