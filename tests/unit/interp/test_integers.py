"""Integer operations against Python's integers, which have no limits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from unit.interp.programs import apply, call

WIDTHS = (8, 16, 32, 64)


def signed(value: int, bits: int) -> int:
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def unsigned(value: int, bits: int) -> int:
    return value % (1 << bits)


def edges(bits: int) -> list[int]:
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return [0, 1, -1, 2, -2, 3, -7, low, low + 1, high, high - 1, bits - 1, bits, 1 << (bits // 2)]


def pairs(bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Every edge with every other one, padded to a power of two."""
    every = [(a, b) for a in edges(bits) for b in edges(bits)]
    every += [(5, 3)] * (256 - len(every))
    dtype = np.dtype(f"i{bits // 8}")
    return np.array([a for a, _ in every], dtype), np.array([b for _, b in every], dtype)


def truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def both_unsigned(function: Callable[[int, int], int]) -> Callable[[int, int, int], int]:
    return lambda a, b, bits: function(unsigned(a, bits), unsigned(b, bits))


Reference = Callable[[int, int, int], int]

TOTAL: dict[str, Reference] = {
    "arith.addi": lambda a, b, bits: a + b,
    "arith.subi": lambda a, b, bits: a - b,
    "arith.muli": lambda a, b, bits: a * b,
    "arith.andi": lambda a, b, bits: a & b,
    "arith.ori": lambda a, b, bits: a | b,
    "arith.xori": lambda a, b, bits: a ^ b,
    "arith.maxsi": lambda a, b, bits: max(a, b),
    "arith.minsi": lambda a, b, bits: min(a, b),
    "arith.maxui": both_unsigned(max),
    "arith.minui": both_unsigned(min),
    "tt.mulhiui": lambda a, b, bits: unsigned(a, bits) * unsigned(b, bits) >> bits,
}

DIVISIONS: dict[str, Reference] = {
    "arith.divsi": lambda a, b, bits: truncated(a, b),
    "arith.remsi": lambda a, b, bits: a - truncated(a, b) * b,
    "arith.floordivsi": lambda a, b, bits: a // b,
    "arith.ceildivsi": lambda a, b, bits: -(-a // b),
    "arith.divui": both_unsigned(lambda a, b: a // b),
    "arith.remui": both_unsigned(lambda a, b: a % b),
    "arith.ceildivui": both_unsigned(lambda a, b: -(-a // b)),
}

SHIFTS: dict[str, Reference] = {
    "arith.shli": lambda a, b, bits: a << b,
    "arith.shrsi": lambda a, b, bits: a >> b,
    "arith.shrui": lambda a, b, bits: unsigned(a, bits) >> b,
}


def results(op: str, bits: int, a: np.ndarray, b: np.ndarray) -> list[int]:
    type_ = f"tensor<{len(a)}xi{bits}>"
    return apply(f"{op} {{}} : {type_}", f"{type_}, {type_}", a, b, result=type_).values.tolist()


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("op", TOTAL)
def test_operations_that_are_defined_for_all_operands(op: str, bits: int):
    a, b = pairs(bits)
    expected = [signed(TOTAL[op](p, q, bits), bits) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
    assert results(op, bits, a, b) == expected


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("op", DIVISIONS)
def test_divisions(op: str, bits: int):
    a, b = pairs(bits)
    b = np.where(b == 0, 1, b).astype(a.dtype)
    expected = [signed(DIVISIONS[op](p, q, bits), bits) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
    assert results(op, bits, a, b) == expected


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("op", SHIFTS)
def test_shifts(op: str, bits: int):
    a, _ = pairs(bits)
    b = (np.arange(len(a)) % bits).astype(a.dtype)
    expected = [signed(SHIFTS[op](p, q, bits), bits) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
    assert results(op, bits, a, b) == expected


@pytest.mark.parametrize("op", SHIFTS)
def test_shifts_beyond_the_width_are_poison_when_strict_and_shift_everything_out_otherwise(op: str):
    a, b = np.int32(-5), np.int32(32)
    strict = apply(f"{op} {{}} : i32", "i32, i32", a, b, result="i32", strict=True)
    assert strict.poison
    lenient = apply(f"{op} {{}} : i32", "i32, i32", a, b, result="i32")
    assert lenient.values == (-1 if op == "arith.shrsi" else 0)
    assert not lenient.poison


PREDICATES: dict[str, Callable[[int, int], bool]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("name", PREDICATES)
@pytest.mark.parametrize("sign", ["s", "u"])
def test_ordered_comparisons(name: str, sign: str, bits: int):
    a, b = pairs(bits)
    type_ = f"tensor<{len(a)}xi{bits}>"
    op = f"arith.cmpi {sign}{name}, {{}} : {type_}"
    found = apply(op, f"{type_}, {type_}", a, b, result=f"tensor<{len(a)}xi1>").values.tolist()
    convert = signed if sign == "s" else unsigned
    compare = PREDICATES[name]
    assert found == [compare(convert(p, bits), convert(q, bits)) for p, q in zip(a.tolist(), b.tolist(), strict=True)]


OVERFLOWING: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
}


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("flag", ["nsw", "nuw"])
@pytest.mark.parametrize("op", OVERFLOWING)
def test_broken_promises_are_poison_in_strict_runs(op: str, flag: str, bits: int):
    a, b = pairs(bits)
    type_ = f"tensor<{len(a)}xi{bits}>"
    found = apply(
        f"{op} {{}} overflow<{flag}> : {type_}", f"{type_}, {type_}", a, b, result=type_, strict=True
    ).poison.tolist()
    convert = signed if flag == "nsw" else unsigned
    expected: list[bool] = []
    for p, q in zip(a.tolist(), b.tolist(), strict=True):
        exact = OVERFLOWING[op](convert(p, bits), convert(q, bits))
        expected.append(convert(exact, bits) != exact)
    assert found == expected


def test_shifts_that_lose_bits_break_promises():
    values = np.array([1, 64, -1, -128, 127, 2, -64, 0], np.int8)
    amounts = np.array([7, 1, 1, 1, 1, 5, 1, 7], np.int8)
    type_ = "tensor<8xi8>"
    for flag, expected in (
        ("nsw", [True, True, False, True, True, False, False, False]),
        ("nuw", [False, False, True, True, False, False, True, False]),
    ):
        op = f"arith.shli {{}} overflow<{flag}> : {type_}"
        assert apply(op, f"{type_}, {type_}", values, amounts, result=type_, strict=True).poison.tolist() == expected


def test_poison_spreads_and_is_forgotten_where_it_is_not_selected():
    body = """\
  %p = ub.poison : i32
  %sum = arith.addi %p, %a : i32
  %kept = arith.select %c, %sum, %a : i32
  tt.return %sum, %kept : i32, i32"""
    total, kept = call(body, "%a: i32, %c: i1 -> i32, i32", 3, False, strict=True)
    assert total.poison
    assert not kept.poison
    assert kept.values == 3


@pytest.mark.parametrize("bits", WIDTHS)
def test_extended_products(bits: int):
    a, b = pairs(bits)
    type_ = f"tensor<{len(a)}xi{bits}>"
    for op, convert in (("mulsi", signed), ("mului", unsigned)):
        body = f"  %l, %h = arith.{op}_extended %a, %b : {type_}\n  tt.return %l, %h : {type_}, {type_}"
        low, high = call(body, f"%a: {type_}, %b: {type_} -> {type_}, {type_}", a, b)
        products = [convert(p, bits) * convert(q, bits) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
        assert low.values.tolist() == [signed(product, bits) for product in products]
        assert high.values.tolist() == [signed(product >> bits, bits) for product in products]


def test_sums_with_carry():
    body = "  %s, %c = arith.addui_extended %a, %b : i8, i1\n  tt.return %s, %c : i8, i1"
    for a, b in ((200, 100), (200, 55), (255, 1), (0, 0)):
        total, carry = call(body, "%a: i8, %b: i8 -> i8, i1", signed(a, 8), signed(b, 8))
        assert int(total.values) == signed(a + b, 8)
        assert bool(carry.values) == (a + b > 255)


@pytest.mark.parametrize("bits", WIDTHS)
def test_counting_bits(bits: int):
    a, _ = pairs(bits)
    type_ = f"tensor<{len(a)}xi{bits}>"
    texts = [f"{unsigned(int(value), bits):0{bits}b}" for value in a]
    for op, expected in (
        ("ctpop", [text.count("1") for text in texts]),
        ("ctlz", [len(text) - len(text.lstrip("0")) for text in texts]),
        ("cttz", [len(text) - len(text.rstrip("0")) for text in texts]),
    ):
        assert apply(f"math.{op} {{}} : {type_}", type_, a, result=type_).values.tolist() == [
            signed(number, bits) for number in expected
        ]


def test_single_bits_are_numbers_modulo_two_and_minus_one_when_signed():
    type_ = "tensor<4xi1>"
    a, b = np.array([False, False, True, True]), np.array([False, True, False, True])
    for op, expected in (
        ("addi", a ^ b),
        ("subi", a ^ b),
        ("muli", a & b),
        ("maxsi", a & b),
        ("minsi", a | b),
        ("maxui", a | b),
        ("minui", a & b),
        ("cmpi slt,", a & ~b),
        ("cmpi ult,", ~a & b),
    ):
        found = apply(f"arith.{op} {{}} : {type_}", f"{type_}, {type_}", a, b, result=type_).values
        assert found.tolist() == expected.tolist(), op
    assert apply("arith.extsi {} : i1 to i32", "i1", True, result="i32").values == -1
    assert apply("arith.extui {} : i1 to i32", "i1", True, result="i32").values == 1
    assert apply("arith.sitofp {} : i1 to f32", "i1", True, result="f32").values == -1.0


def test_widths_that_numpy_lacks_wrap_around():
    assert apply("arith.addi {} : i4", "i4, i4", 7, 1, result="i4").values == -8
    assert apply("arith.muli {} : i24", "i24, i24", 5_000_000, 3, result="i24").values == signed(15_000_000, 24)
    assert apply("arith.extui {} : i4 to i32", "i4", -1, result="i32").values == 15


def test_powers():
    for base, exponent, expected in ((3, 5, 243), (-2, 3, -8), (2, -1, 0), (-1, -3, -1), (1, -9, 1), (7, 0, 1)):
        assert apply("math.ipowi {} : i32", "i32, i32", base, exponent, result="i32").values == expected
