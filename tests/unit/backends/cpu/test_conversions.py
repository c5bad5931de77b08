"""Conversions of floats and fused products round once, on every processor that this one can stand in for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.formats import FORMATS, Format, is_nan
from unit.backends.cpu.modules import HOSTS, NAMES, can_run, kernel_for, load, pointwise, store

_F8 = {name: np.uint8 for name in FORMATS if name.startswith("f8")}
_DTYPES = {**NAMES, **_F8, "f16": np.uint16, "bf16": np.uint16}
_CHOSEN = ("x86-64", "x86-64+f16c", "avx2", "avx512bf16")
_HOSTS = [
    pytest.param(
        HOSTS[name],
        id=name,
        marks=[
            pytest.mark.skipif(not can_run(HOSTS[name]), reason="not this processor"),
            *([] if name in ("x86-64", "avx512bf16") else [pytest.mark.slow]),
        ],
    )
    for name in _CHOSEN
]
"""Those with the fewest and with the most instructions for conversions run in ``make test``."""


def _apply(host, bodies: list[str], given: list[tuple[str, np.ndarray]], result: str) -> list[np.ndarray]:
    """The results of several expressions ``%w`` of ``%p``, ``%q`` ... for each element of the arrays."""
    count = len(given[0][1])
    inputs = [(f"in{number}", type_, values) for number, (type_, values) in enumerate(given)]
    text = "".join(load(f"x{name}", name, [count], type_) for name, type_, _ in inputs)
    for number, body in enumerate(bodies):
        if len(given) == 1:
            text += pointwise(f"r{number}", "xin0", count, (given[0][0], result), body)
        else:
            text += _pointwise(f"r{number}", [f"x{name}" for name, _, _ in inputs], count, given[0][0], result, body)
        text += store(f"r{number}", f"out{number}", [count], result)
    arguments = [f"%{name}: memref<*x{type_}>" for name, type_, _ in inputs]
    arguments += [f"%out{number}: memref<*x{result}>" for number in range(len(bodies))]
    outs = [np.zeros(count, _DTYPES[result]) for _ in bodies]
    arrays = [values.view(np.float16) if type_ == "f16" else values for _, type_, values in inputs]
    places = [out.view(np.float16) if result == "f16" else out for out in outs]
    kernel_for(host, ", ".join(arguments), text)[1](*arrays, *places)
    return outs


def _pointwise(name: str, sources: list[str], count: int, given: str, made: str, body: str) -> str:
    types = ", ".join([f"tensor<{count}x{given}>"] * len(sources))
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * (len(sources) + 1))
    arguments = ", ".join(f"%{letter}: {given}" for letter, _ in zip("pqs", sources, strict=False))
    return f"""%{name}_empty = tensor.empty() : tensor<{count}x{made}>
%{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}
  ins({", ".join(f"%{source}" for source in sources)} : {types}) outs(%{name}_empty : tensor<{count}x{made}>) {{
^bb0({arguments}, %o: {made}):
  {body}
  linalg.yield %w : {made}
}} -> tensor<{count}x{made}>
"""


def _same(found: np.ndarray, wanted: list[int] | np.ndarray, inputs: np.ndarray) -> None:
    expected = np.array(wanted, np.int64)
    wrong = np.flatnonzero(found.astype(np.int64) != expected)
    shown = [(inputs[place], hex(int(found[place])), hex(int(expected[place]))) for place in wrong[:5]]
    assert not len(wrong), f"{len(wrong)} wrong: {shown}"


def _reference(form: Format, values: np.ndarray) -> list[int]:
    return [form.nearest(one, negative=sign) for one, sign in zip(values.tolist(), np.signbit(values), strict=True)]


_SPECIAL = [float("inf"), -float("inf"), float("nan"), -float("nan")]


def _check_special(form: Format, found: np.ndarray) -> None:
    positive, negative, *nans = (int(number) for number in found)
    assert positive == form.over
    assert negative == form.over | form.sign
    assert is_nan(form, np.array(nans)).all()


@cache
def _narrowed(name: str, source: str) -> tuple[np.ndarray, list[int]]:
    """The values to narrow, and the expected bits."""
    form = FORMATS[name]
    with np.errstate(over="ignore"):
        values = form.edges().astype(NAMES[source])
    values = values[np.isfinite(values)]
    return values, _reference(form, values)


@pytest.mark.parametrize("host", _HOSTS)
def test_narrowing(host) -> None:
    """From f64 and f32 to each narrower format, at its numbers and midpoints and beside them."""
    for name, form in FORMATS.items():
        for source in ("f64", "f32"):
            values, wanted = _narrowed(name, source)
            given = np.concatenate([values, np.array(_SPECIAL, values.dtype)])
            (found,) = _apply(host, [f"%w = arith.truncf %p : {source} to {name}"], [(source, given)], name)
            _same(found[: len(values)], wanted, values)
            _check_special(form, found[len(values) :])


@cache
def _widened(name: str) -> tuple[np.ndarray, np.ndarray]:
    """All bits of a format, and the numbers that they stand for."""
    form = FORMATS[name]
    bits = np.arange(1 << form.bits).astype(_DTYPES[name])
    magnitudes = np.full(form.sign, np.nan)
    magnitudes[: form.top + 1] = [float(number) for number in form.numbers]
    if form.over > form.top and form.over < form.sign:
        magnitudes[form.over] = np.inf
    values = np.concatenate([magnitudes, -magnitudes])
    if not form.negative_zero:
        values[form.sign] = np.nan
    return bits, values


@pytest.mark.parametrize("host", _HOSTS)
def test_widening(host) -> None:
    """All numbers of each narrower format, in f32 and f64."""
    for name in FORMATS:
        bits, wanted = _widened(name)
        for target in ("f32", "f64"):
            (found,) = _apply(host, [f"%w = arith.extf %p : {name} to {target}"], [(name, bits)], target)
            np.testing.assert_array_equal(found, wanted.astype(found.dtype))
            numbers = ~np.isnan(wanted)
            assert (np.signbit(found) == np.signbit(wanted))[numbers].all()


@pytest.mark.parametrize("host", _HOSTS)
def test_nan_payloads_of_f16(host) -> None:
    """A NaN keeps its sign and upper bits, and becomes quiet, whatever the processor has."""
    bits = np.array([0x7C01, 0xFC01, 0x7E55, 0xFFFF, 0x7DAA], np.uint16)
    (wide,) = _apply(host, ["%w = arith.extf %p : f16 to f32"], [("f16", bits)], "f32")
    expected = ((bits.astype(np.uint32) & 0x8000) << 16) | 0x7FC00000 | ((bits.astype(np.uint32) & 0x3FF) << 13)
    assert list(map(hex, wide.view(np.uint32))) == list(map(hex, expected))
    payloads = np.array([0x7F800001, 0xFF802000, 0x7FD55555], np.uint32).view(np.float32)
    (narrow,) = _apply(host, ["%w = arith.truncf %p : f32 to f16"], [("f32", payloads)], "f16")
    assert list(map(hex, narrow)) == ["0x7e00", "0xfe01", "0x7eaa"]


def _integers(bits: int, signed: bool) -> list[int]:
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    found = {low, low + 1, high, high - 1, 0, 1, 65504, 65519, 65520, 65521}
    for form in (FORMATS["bf16"], FORMATS["f16"]):
        for exponent in range(form.mantissa, bits):
            for mantissa in (0, 1, 2, (1 << form.mantissa) - 1):
                tie = (((1 << form.mantissa) + mantissa) * 2 + 1) << exponent >> (form.mantissa + 1)
                found |= {tie + step for step in (-1, 0, 1)}
    drawn = np.random.default_rng(bits).integers(max(low, -(1 << 62)), min(high, 1 << 62), 300)
    found |= {int(number) for number in drawn}
    return sorted(number for number in found | {-number for number in found} if low <= number <= high)


@pytest.mark.parametrize("host", _HOSTS)
@pytest.mark.parametrize("word", ["sitofp", "uitofp"])
def test_integers_to_floats(host, word: str) -> None:
    for bits in (8, 16, 32, 64):
        numbers = _integers(bits, word == "sitofp")
        values = np.array(numbers, np.int64 if word == "sitofp" else np.uint64)
        given = values.astype(np.uint64).astype(f"uint{bits}").view(f"int{bits}")
        for name in ("bf16", "f16", "f8E5M2", "f8E4M3FN"):
            (found,) = _apply(host, [f"%w = arith.{word} %p : i{bits} to {name}"], [(f"i{bits}", given)], name)
            _same(found, [FORMATS[name].nearest(number) for number in numbers], values)


@pytest.mark.parametrize("host", _HOSTS)
def test_floats_to_integers(host) -> None:
    """Rounding is towards zero; out-of-range values saturate to at least 16 bits, and NaN becomes 0 or 2^63."""
    for name in ("f16", "bf16"):
        form = FORMATS[name]
        bits = np.arange(1 << 16).astype(np.uint16)
        magnitude = bits & 0x7FFF
        for word, width in (
            ("fptosi", 8),
            ("fptosi", 32),
            ("fptosi", 64),
            ("fptoui", 8),
            ("fptoui", 16),
            ("fptoui", 64),
        ):
            (found,) = _apply(host, [f"%w = arith.{word} %p : {name} to i{width}"], [(name, bits)], f"i{width}")
            signed = word == "fptosi"
            kept = max(width, 16)
            low, high = (-(1 << (kept - 1)), (1 << (kept - 1)) - 1) if signed else (0, (1 << kept) - 1)
            for place in range(0, 1 << 16, 37):
                if magnitude[place] > form.over:
                    wanted = 1 << 63 if width == 64 else 0
                elif magnitude[place] == form.over:
                    wanted = low if bits[place] & 0x8000 else high
                else:
                    wanted = min(max(int(form.value(int(bits[place]))), low), high)
                assert int(found[place]) & ((1 << width) - 1) == wanted & ((1 << width) - 1), hex(bits[place])


def _fma_operands(form: Format, count: int) -> list[np.ndarray]:
    random = np.random.default_rng(3)
    top = form.top + 1
    left, right, more = (random.integers(0, top, count) | (random.integers(0, 2, count) * form.sign) for _ in range(3))
    # Products that are ties of the format, and a far smaller number to break them.
    half = 1 << (form.mantissa // 2)
    one = form.bias << form.mantissa
    for place in range(0, count, 4):
        left[place] = one + random.integers(1, half) * 2 + 1
        right[place] = one + random.integers(1, half) * 2 + 1
        more[place] = random.integers(1, 40) | (random.integers(0, 2) * form.sign)
    return [left, right, more]


@cache
def _fused(name: str) -> tuple[list[np.ndarray], list[int]]:
    """Three operands, and the bits of the first two's product plus the third."""
    form = FORMATS[name]
    operands = [operand.astype(_DTYPES[name]) for operand in _fma_operands(form, 2000)]
    wanted = list[int]()
    for left, right, more in zip(*(operand.tolist() for operand in operands), strict=True):
        exact = form.value(left) * form.value(right) + form.value(more)
        # An exact zero is negative only if both terms are.
        negative = exact < 0 or (exact == 0 and bool((left ^ right) & more & form.sign))
        wanted.append(form.nearest(exact, negative=negative))
    return operands, wanted


@pytest.mark.parametrize("host", _HOSTS)
@pytest.mark.parametrize("name", ["f16", "bf16", "f8E5M2", "f8E4M3FN"])
def test_fused_products(host, name: str) -> None:
    operands, wanted = _fused(name)
    (found,) = _apply(host, [f"%w = math.fma %p, %q, %s : {name}"], [(name, operand) for operand in operands], name)
    _same(found, wanted, operands[0])


_WORDS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": lambda a, b: a / b,
}


@cache
def _computed(name: str) -> tuple[list[np.ndarray], dict[str, list[int]]]:
    """Two operands that are not zero, and the bits of their sums ... (those of a difference of equals are zero's)."""
    form = FORMATS[name]
    left, right, _ = _fma_operands(form, 1500)
    kept = ((left & (form.sign - 1)) != 0) & ((right & (form.sign - 1)) != 0)
    operands = [operand[kept].astype(np.uint16) for operand in (left, right)]
    pairs = [(form.value(x), form.value(y)) for x, y in zip(*(operand.tolist() for operand in operands), strict=True)]
    return operands, {word: [_rounded(form, rule, x, y) for x, y in pairs] for word, rule in _WORDS.items()}


def _rounded(form: Format, rule: Callable[[Fraction, Fraction], Fraction], x: Fraction, y: Fraction) -> int:
    return form.nearest(rule(x, y))


@pytest.mark.parametrize("host", _HOSTS)
@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_arithmetic_rounds_once(host, name: str) -> None:
    operands, wanted = _computed(name)
    bodies = [f"%w = arith.{word} %p, %q : {name}" for word in _WORDS]
    found = _apply(host, bodies, [(name, operand) for operand in operands], name)
    for result, expected in zip(found, wanted.values(), strict=True):
        _same(result, expected, operands[0])
