"""Sine, cosine and tangent of f32 as functions of vectors, which LLVM's loop vectorizer calls.

A branch in the body of a loop becomes a select of vectors: what only large arguments need would be computed for all.
So these functions stay calls until loops are vectorised; ``vector-function-abi-variant`` names a variant for each
number of lanes. Then those that are called are defined, and inlined into loops. They branch once per vector.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import pi

from xtriton.backends.cpu.vector_text import ATTRIBUTES, VectorFunction

_CALLED = {"llvm.sin.f32": "xtriton.sin", "llvm.cos.f32": "xtriton.cos", "tanf": "xtriton.tan"}
"""Names of the functions, by what the ``llvm`` dialect calls."""
_LANES = (2, 4, 8, 16, 32, 64)
"""The numbers of lanes with which loops are vectorised: 64 for elements of 8 bits in registers of 512."""
_USE = re.compile(r"call [^@\n]*@(xtriton\.(?:sin|cos|tan))(?:\.(\d+))?\(")
_KEPT = re.compile(r"^@llvm\.compiler\.used = .*\n", re.M)


def keep_calls(llvm_ir: str) -> str:
    """The LLVM IR of a module with calls of functions that have variants for vectors."""
    names = {given: name for given, name in _CALLED.items() if f"declare float @{given}(float)\n" in llvm_ir}
    if not names:
        return llvm_ir
    text, parts, variants = llvm_ir, list[str](), list[str]()
    for given, name in names.items():
        mappings = ",".join(f"_ZGV_LLVM_N{lanes}v_{name}({name}.{lanes})" for lanes in _LANES)
        attributes = f'{ATTRIBUTES} "vector-function-abi-variant"="{mappings}"'
        # This matches neither strings nor a kernel of that name, whose arguments are pointers.
        use = re.compile(rf"^((?:declare|  %[^ ]+ = call) (?:[^@\n\"]* )?float )@{re.escape(given)}\(float", re.M)
        text = use.sub(rf"\1@{name}(float", text)
        text = text.replace(f"declare float @{name}(float)", f"declare float @{name}(float) {attributes}")
        parts += (f"declare <{lanes} x float> @{name}.{lanes}(<{lanes} x float>)" for lanes in _LANES)
        variants += (f"ptr @{name}.{lanes}" for lanes in _LANES)
    # Unused declarations would be removed before loops are vectorised.
    used = f"[{len(variants)} x ptr] [{', '.join(variants)}]"
    return "\n".join([text, *parts, f'@llvm.compiler.used = appending global {used}, section "llvm.metadata"', ""])


def _named(name: str, lanes: int) -> str:
    return f"{name}.{lanes}" if lanes else name


def define_functions(optimized_ir: str) -> str:
    """The LLVM IR of an optimised module with definitions of the functions that it calls.

    The variants for vectors are to be inlined into loops: a call would make the loop spill its registers. Large
    arguments of all variants of a function are left to one more function, which has as many lanes as the widest.
    """
    uses = sorted(set(_USE.findall(optimized_ir)))
    if not uses:
        return optimized_ir
    text, functions = _KEPT.sub("", optimized_ir), list[VectorFunction]()
    widest = {name: max(int(lanes or 0) for other, lanes in uses if other == name) for name, _ in uses}
    for name, lanes in uses:
        whole = _named(name, int(lanes or 0))
        text = re.sub(rf"^declare .*@{re.escape(whole)}\(.*\n", "", text, flags=re.M)
        usual = VectorFunction(whole, int(lanes or 0), "alwaysinline" if lanes else "noinline")
        _USUAL[name](usual, widest[name])
        functions.append(usual)
    for name, lanes in widest.items():
        large = VectorFunction(_named(f"{name}.large", lanes), lanes, "cold noinline")
        _LARGE[name](large)
        functions.append(large)
    declarations = {line for function in functions for line in function.declarations}
    missing = (line for line in sorted(declarations) if f"@{line.partition('@')[2].partition('(')[0]}(" not in text)
    return "\n".join([text, *(function.text() for function in functions), *missing, ""])


# (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4 in r^2, for |r| < pi / 4
_SIN = (-0.166666666395449, 0.008333329142835352, -0.00019839256363554116, 2.717562353651055e-06)
_COS = (0.04166666661917335, -0.0013888883436257039, 2.479943592666371e-05, -2.7203269468002046e-07)

_COSINE_F32 = (-0.5, 0.04166664485350318, -0.0013887275251107817, 2.4428406937603153e-05)
"""(cos(r) - 1) / r^2 in r^2, for |r| < pi / 4 + 2^-8; relative error 2^-32 of cos."""

_PI_2_F32 = (1.570796251296997, 7.549790126404332e-08, -1.7151245100058819e-15)
"""pi / 2 as a sum of three f32, within 2^-76; the first has 24 bits and is less than pi / 2."""
_PI_2_F64 = (1.5707963267948966, 6.123233995736766e-17)
_TURNED_BACK = (
    (22, 1.3473041101248473, 8.79909131076527e-17),
    (44, 0.4008153755084947, 2.0728621145807084e-17),
    (66, -0.09440280299163137, 1.8945303711101e-18),
    (88, -0.2825111682257627, 8.835098824050243e-18),
)
"""Powers k, and 2^k modulo 2 pi as a sum of two f64."""
_USUAL_F32 = 2.0**17
"""The largest magnitude of arguments that are reduced in f32."""
_USUAL_F64 = 2.0**45
"""The largest magnitude of arguments that are reduced in f64 without the powers above."""


def _turned_back(f: VectorFunction) -> tuple[str, str]:
    """Two f64 whose sum is congruent to ``x`` modulo 2 pi; the first is below 2^47, the second small.

    An ``x`` of at least 2^(k + 23) is ``t * 2^k`` for an integer ``t``, and ``2^k`` modulo 2 pi is a constant of twice
    the precision of f64.
    """
    wide, magnitude = f.extended(f.argument), f.absolute(f.argument)
    scale, high, low = (f.number(value, wide=True) for value in (1.0, 1.0, 0.0))
    for power, constant, rest in _TURNED_BACK:
        large = f.greater(magnitude, 2.0 ** (power + 23))
        scale = f.select(large, f.number(2.0**-power, wide=True), scale)
        high = f.select(large, f.number(constant, wide=True), high)
        low = f.select(large, f.number(rest, wide=True), low)
    small = f.times(wide, scale)
    product = f.times(small, high)
    error = f.fma(small, high, f.negated(product))
    return product, f.fma(small, low, error)


def _quarter_turns(f: VectorFunction, angle: str) -> tuple[str, str]:
    """The remainder of an f64 by pi / 2, up to pi / 4 in magnitude, and the low bits of the quotient, as an i32."""
    n, quarter = f.nearest(angle, 2 / pi)
    high, low = _PI_2_F64
    return f.fma(n, -low, f.fma(n, -high, angle)), quarter


def _large_quarter_turns(f: VectorFunction) -> tuple[str, str]:
    """The same for any f32 argument."""
    angle, more = _turned_back(f)
    r, quarter = _quarter_turns(f, angle)
    return f.plus(r, more), quarter


def _usual_quarter_turns(f: VectorFunction) -> tuple[str, str]:
    """The same for an f32 of magnitude up to ``_USUAL_F32``, with the remainder as an f32.

    The first product is subtracted exactly: unless the quotient is 0, ``x`` has a magnitude of at least pi / 4, and the
    difference, which is below 1, is a multiple of 2^-24. The second difference is rounded relative to itself, and exact
    if it is so small that the third product, below 2^-32, matters.
    """
    n, quarter = f.nearest(f.argument, 2 / pi)
    r = f.argument
    for part in _PI_2_F32:
        r = f.fma(n, -part, r)
    return r, quarter


def _circle(f: VectorFunction, r: str, quarter: str, shift: int) -> None:
    """Return sin, or cos if ``shift`` is 1, of an f32 and quarter turns. sin keeps the sign of 0.

    Either is ``first + first * r^2 * inner``, where ``first`` and the coefficients of ``inner`` are selected.
    """
    quarter = f.integers("add", quarter, shift)
    odd = f.is_odd(quarter)
    square = f.times(r, r)
    first = f.select(odd, f.number(1.0), r)
    inner = f.select(odd, f.number(_COSINE_F32[-1]), f.number(_SIN[-1]))
    for of_cosine, of_sine in zip(_COSINE_F32[-2::-1], _SIN[-2::-1], strict=True):
        inner = f.fma(inner, square, f.select(odd, f.number(of_cosine), f.number(of_sine)))
    value = f.fma(f.times(first, square), inner, first)
    value = f.with_flipped_sign(value, f.integers("shl", quarter, 30))
    f.returns(value if shift else f.select(f.equal(f.argument, 0.0), f.argument, value))


def _usual_circle(name: str, shift: int) -> Callable[[VectorFunction, int], None]:
    def body(f: VectorFunction, lanes: int) -> None:
        f.unless(f.greater(f.absolute(f.argument), _USUAL_F32), _named(f"{name}.large", lanes), lanes)
        _circle(f, *_usual_quarter_turns(f), shift)

    return body


def _large_circle(shift: int) -> Callable[[VectorFunction], None]:
    def body(f: VectorFunction) -> None:
        r, quarter = _large_quarter_turns(f)
        _circle(f, f.truncated(r), quarter, shift)

    return body


def _tangent(f: VectorFunction, r: str, quarter: str) -> None:
    """Return sin / cos, or -cos / sin in odd quarters, in f64 so that errors do not add up; 0 keeps its sign."""
    square = f.times(r, r)
    sine = f.fma(f.times(square, r), f.polynomial(square, _SIN), r)
    cosine = f.fma(f.times(square, square), f.polynomial(square, _COS), f.fma(square, -0.5, 1.0))
    odd = f.is_odd(quarter)
    quotient = f.over(f.select(odd, f.negated(cosine), sine), f.select(odd, sine, cosine))
    f.returns(f.select(f.equal(f.argument, 0.0), f.argument, f.truncated(quotient)))


def _usual_tangent(f: VectorFunction, lanes: int) -> None:
    f.unless(f.greater(f.absolute(f.argument), _USUAL_F64), _named("xtriton.tan.large", lanes), lanes)
    _tangent(f, *_quarter_turns(f, f.extended(f.argument)))


def _large_tangent(f: VectorFunction) -> None:
    _tangent(f, *_large_quarter_turns(f))


_USUAL: dict[str, Callable[[VectorFunction, int], None]] = {
    "xtriton.cos": _usual_circle("xtriton.cos", 1),
    "xtriton.sin": _usual_circle("xtriton.sin", 0),
    "xtriton.tan": _usual_tangent,
}
"""By name, what writes a function, given the number of lanes of the one for large arguments."""
_LARGE: dict[str, Callable[[VectorFunction], None]] = {
    "xtriton.cos": _large_circle(1),
    "xtriton.sin": _large_circle(0),
    "xtriton.tan": _large_tangent,
}
"""By name, what writes the function that usual ones call for large arguments; it is right for all."""
