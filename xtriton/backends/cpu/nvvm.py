"""GPU features that libdevice uses, NVVM intrinsics and PTX, as target-independent LLVM IR functions.

Their semantics are those of the instructions in the PTX ISA manual. Suffixes give formats (``f`` ``d`` ``i`` ``ui``
``ll`` ``ull``) and rounding (``rn`` to nearest even, ``rz`` towards zero, ``rm`` down, ``rp`` up). Approximations
(``approx``) are as precise as the processor's; where a GPU flushes subnormal numbers in all modes
(``rcp.approx.ftz.d``) so do these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

PREFIX = "nvvm."
"""Prefix of the functions here; the rest is the name of the intrinsic without ``llvm.nvvm.``."""

_TYPES = {"f": "float", "d": "double", "i": "i32", "ui": "i32", "ll": "i64", "ull": "i64"}
_WORDS = {"f": "f32", "d": "f64", "i": "i32", "ui": "i32", "ll": "i64", "ull": "i64"}
_MODES = {"rz": 0, "rp": 2, "rm": 3}
"""LLVM's numbers of the directed rounding modes; 1 is to nearest."""
_WHOLE = {"rn": "roundeven", "rz": "trunc", "rm": "floor", "rp": "ceil"}
_INLINED = "alwaysinline nounwind memory(none)"


def _define(name: str, result: str, inputs: tuple[str, ...], body: str, attributes: str = _INLINED) -> str:
    parameters = ", ".join(f"{type_} %{letter}" for type_, letter in zip(inputs, "abc", strict=False))
    return f"define internal {result} @{PREFIX}{name}({parameters}) {attributes} {{\n{body}\n}}\n"


def _operands(kind: str, count: int) -> str:
    return ", ".join(f"{_TYPES[kind]} %{letter}" for letter in "abc"[:count])


def _forward(name: str, kind: str, intrinsic: str, count: int) -> str:
    """A function that forwards to a target-independent intrinsic."""
    type_ = _TYPES[kind]
    call = f"  %r = call {type_} @llvm.{intrinsic}.{_WORDS[kind]}({_operands(kind, count)})\n  ret {type_} %r"
    return _define(name, type_, (type_,) * count, call)


def _operation(name: str, kind: str, word: str) -> str:
    type_ = _TYPES[kind]
    return _define(name, type_, (type_, type_), f"  %r = {word} {type_} %a, %b\n  ret {type_} %r")


_SAME = {
    "floor": ("floor", 1),
    "ceil": ("ceil", 1),
    "trunc": ("trunc", 1),
    "round": ("roundeven", 1),
    "sqrt.rn": ("sqrt", 1),
    "fmin": ("minimumnum", 2),
    "fmax": ("maximumnum", 2),
    "fma.rn": ("fma", 3),
}
_NEAREST = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}


def _arithmetic(kind: str) -> Iterator[str]:
    type_, one = _TYPES[kind], "1.0"
    for word, (intrinsic, count) in _SAME.items():
        yield _forward(f"{word}.{kind}", kind, intrinsic, count)
    yield _forward(f"fabs.{_WORDS[kind]}", kind, "fabs", 1)
    for word, operation in _NEAREST.items():
        yield _operation(f"{word}.rn.{kind}", kind, operation)
    yield _define(f"rcp.rn.{kind}", type_, (type_,), f"  %r = fdiv {type_} {one}, %a\n  ret {type_} %r")
    yield _define(
        f"rsqrt.approx.{kind}",
        type_,
        (type_,),
        f"  %s = call {type_} @llvm.sqrt.{_WORDS[kind]}({type_} %a)\n  %r = fdiv {type_} {one}, %s\n  ret {type_} %r",
    )


# Directed rounding: the processor's own, for one operation. The function is not inlined and its operation depends on
# the mode (``round.dynamic``), so that no other code runs in that mode, nor this operation in another.

_STRICT = "noinline nounwind strictfp"


def _directed(name: str, result: str, inputs: tuple[str, ...], mode: str, value: str) -> str:
    body = (
        f"  call void @llvm.set.rounding(i32 {_MODES[mode]}) strictfp\n"
        f"  %r = {value}\n"
        f"  call void @llvm.set.rounding(i32 1) strictfp\n  ret {result} %r"
    )
    return _define(name, result, inputs, body, _STRICT)


def _constrained(result: str, word: str, suffix: str, operands: str) -> str:
    modes = 'metadata !"round.dynamic", metadata !"fpexcept.strict"'
    return f"call {result} @llvm.experimental.constrained.{word}.{suffix}({operands}, {modes}) strictfp"


def _directed_arithmetic(kind: str, mode: str) -> Iterator[str]:
    type_, word = _TYPES[kind], _WORDS[kind]
    counts = {"add": 2, "sub": 2, "mul": 2, "div": 2, "sqrt": 1, "fma": 3}
    for name, count in counts.items():
        operation = name if name in ("sqrt", "fma") else f"f{name}"
        value = _constrained(type_, operation, word, _operands(kind, count))
        yield _directed(f"{name}.{mode}.{kind}", type_, (type_,) * count, mode, value)
    value = _constrained(type_, "fdiv", word, f"{type_} 1.0, {type_} %a")
    yield _directed(f"rcp.{mode}.{kind}", type_, (type_,), mode, value)


# Conversions


def _to_integer(source: str, target: str, mode: str) -> str:
    """To an integer: out-of-range values saturate.

    A NaN becomes 0 if both types are 32 bits wide, else the number with only the highest bit set, as on Hopper.
    """
    from_, to = _TYPES[source], _TYPES[target]
    word = "fptoui" if target.startswith("u") else "fptosi"
    body = (
        f"  %w = call {from_} @llvm.{_WHOLE[mode]}.{_WORDS[source]}({from_} %a)\n"
        f"  %c = call {to} @llvm.{word}.sat.{_WORDS[target]}.{_WORDS[source]}({from_} %w)\n"
        f"  %n = fcmp uno {from_} %a, %a\n  %r = select i1 %n, {to} {_of_nan(source, to)}, {to} %c\n  ret {to} %r"
    )
    return _define(f"{source}2{target}.{mode}", to, (from_,), body)


def _of_nan(source: str, to: str) -> int:
    return -(1 << 63) if to == "i64" else -(1 << 31) if source == "d" else 0


def _from_integer(source: str, target: str, mode: str) -> str:
    from_, to = _TYPES[source], _TYPES[target]
    word, name = "uitofp" if source.startswith("u") else "sitofp", f"{source}2{target}.{mode}"
    if mode == "rn":
        return _define(name, to, (from_,), f"  %r = {word} {from_} %a to {to}\n  ret {to} %r")
    value = _constrained(to, word, f"{_WORDS[target]}.{_WORDS[source]}", f"{from_} %a")
    return _directed(name, to, (from_,), mode, value)


def _conversions() -> Iterator[str]:
    for mode in _WHOLE:
        for source in "fd":
            for target in ("i", "ui", "ll", "ull"):
                yield _to_integer(source, target, mode)
                yield _from_integer(target, source, mode)
        if mode == "rn":
            yield _define("d2f.rn", "float", ("double",), "  %r = fptrunc double %a to float\n  ret float %r")
        else:
            value = _constrained("float", "fptrunc", "f32.f64", "double %a")
            yield _directed(f"d2f.{mode}", "float", ("double",), mode, value)


# Individual functions

_FLUSH_F32 = """
  %m{0} = call float @llvm.fabs.f32(float {1})
  %t{0} = fcmp olt float %m{0}, 0x3810000000000000
  %z{0} = call float @llvm.copysign.f32(float 0.0, float {1})
  %f{0} = select i1 %t{0}, float %z{0}, float {1}"""
"""Flush subnormal f32 numbers to zero: ``%f{0}`` is ``{1}`` without them."""

_HIGH_WORD = """
  %m{0} = call double @llvm.fabs.f64(double {1})
  %t{0} = fcmp olt double %m{0}, 0x0010000000000000
  %b{0} = bitcast double {1} to i64
  %k{0} = select i1 %t{0}, i64 -9223372036854775808, i64 {2}
  %w{0} = and i64 %b{0}, %k{0}
  %f{0} = bitcast i64 %w{0} to double"""
"""Flush subnormal f64 numbers to zero; keep the bits in the mask ``{2}`` of others."""
_UPPER = -(1 << 32)


def _approximation_f32(name: str, value: str) -> str:
    """An f32 function that flushes subnormal arguments and results to zero."""
    body = f"{_FLUSH_F32.format(0, '%a')}\n  {value}{_FLUSH_F32.format(1, '%v')}\n  ret float %f1"
    return _define(name, "float", ("float",), body)


def _approximation_f64(name: str, value: str) -> str:
    """An f64 function that returns the upper 32 bits of its result."""
    body = f"{_HIGH_WORD.format(0, '%a', -1)}\n  {value}{_HIGH_WORD.format(1, '%v', _UPPER)}\n"
    # A NaN must not become infinity when it loses its lower bits.
    body += "  %n = fcmp uno double %v, %v\n  %r = select i1 %n, double %v, double %f1\n  ret double %r"
    return _define(name, "double", ("double",), body)


def _approximations() -> Iterator[str]:
    for name, intrinsic in {"lg2": "log2", "sin": "sin", "cos": "cos", "sqrt": "sqrt"}.items():
        yield _forward(f"{name}.approx.f", "f", intrinsic, 1)
    yield _forward("ex2.approx.f32", "f", "exp2", 1)
    yield _operation("div.approx.f", "f", "fdiv")
    yield _approximation_f32("rcp.approx.ftz.f", "%v = fdiv float 1.0, %f0")
    yield _approximation_f32("lg2.approx.ftz.f", "%v = call float @llvm.log2.f32(float %f0)")
    root = "%s = call {0} @llvm.sqrt.{1}({0} %f0)\n  %v = fdiv {0} 1.0, %s"
    yield _approximation_f32("rsqrt.approx.ftz.f", root.format("float", "f32"))
    yield _approximation_f32("ex2.approx.ftz.f32", "%v = call float @llvm.exp2.f32(float %f0)")
    yield _approximation_f64("rcp.approx.ftz.d", "%v = fdiv double 1.0, %f0")
    yield _approximation_f64("rsqrt.approx.ftz.d", root.format("double", "f64"))


def _product_high(name: str, type_: str, wide: str, extend: str, shift: int) -> str:
    body = (
        f"  %x = {extend} {type_} %a to {wide}\n  %y = {extend} {type_} %b to {wide}\n  %p = mul {wide} %x, %y\n"
        f"  %h = lshr {wide} %p, {shift}\n  %r = trunc {wide} %h to {type_}\n  ret {type_} %r"
    )
    return _define(name, type_, (type_, type_), body)


def _distance(name: str, sign: str) -> str:
    body = (
        f"  %x = call i32 @llvm.{sign}max.i32(i32 %a, i32 %b)\n  %y = call i32 @llvm.{sign}min.i32(i32 %a, i32 %b)\n"
        "  %d = sub i32 %x, %y\n  %r = add i32 %d, %c\n  ret i32 %r"
    )
    return _define(name, "i32", ("i32", "i32", "i32"), body)


def _permutation() -> str:
    """Four of eight bytes, each selected by four bits; the highest of these replicates the byte's sign bit."""
    lines = ["  %x = zext i32 %a to i64", "  %y = zext i32 %b to i64", "  %h = shl i64 %y, 32", "  %v = or i64 %h, %x"]
    total = "0"
    for byte in range(4):
        lines += [
            f"  %n{byte} = lshr i32 %c, {4 * byte}",
            f"  %p{byte} = and i32 %n{byte}, 7",
            f"  %q{byte} = shl i32 %p{byte}, 3",
            f"  %s{byte} = zext i32 %q{byte} to i64",
            f"  %u{byte} = lshr i64 %v, %s{byte}",
            f"  %k{byte} = trunc i64 %u{byte} to i8",
            f"  %g{byte} = ashr i8 %k{byte}, 7",
            f"  %m{byte} = and i32 %n{byte}, 8",
            f"  %i{byte} = icmp ne i32 %m{byte}, 0",
            f"  %e{byte} = select i1 %i{byte}, i8 %g{byte}, i8 %k{byte}",
            f"  %w{byte} = zext i8 %e{byte} to i32",
            f"  %l{byte} = shl i32 %w{byte}, {8 * byte}",
            f"  %t{byte} = or i32 {total}, %l{byte}",
        ]
        total = f"%t{byte}"
    return _define("prmt", "i32", ("i32", "i32", "i32"), "\n".join([*lines, f"  ret i32 {total}"]))


_HALVES = """  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %h = shl i64 %y, 32
  %v = or i64 %h, %x
  %r = bitcast i64 %v to double
  ret double %r"""


def _single() -> Iterator[str]:
    yield _product_high("mulhi.i", "i32", "i64", "sext", 32)
    yield _product_high("mulhi.ui", "i32", "i64", "zext", 32)
    yield _product_high("mulhi.ll", "i64", "i128", "sext", 64)
    yield _product_high("mulhi.ull", "i64", "i128", "zext", 64)
    yield _distance("sad.i", "s")
    yield _distance("sad.ui", "u")
    yield _permutation()
    yield _define("lohi.i2d", "double", ("i32", "i32"), _HALVES)
    bits = "  %v = bitcast double %a to i64\n"
    yield _define("d2i.lo", "i32", ("double",), bits + "  %r = trunc i64 %v to i32\n  ret i32 %r")
    high = "  %h = lshr i64 %v, 32\n  %r = trunc i64 %h to i32\n  ret i32 %r"
    yield _define("d2i.hi", "i32", ("double",), bits + high)
    clamped = (
        "  %l = call float @llvm.maximumnum.f32(float %a, float 0.0)\n"
        "  %r = call float @llvm.minimumnum.f32(float %l, float 1.0)\n  ret float %r"
    )
    yield _define("saturate.f", "float", ("float",), clamped)


# PTX: inline assembly of libdevice, by its first arithmetic instruction and the formats of its operands


def _wide_integers(name: str, type_: str, count: int, compute: str) -> str:
    """An integer function with arguments and results as two words each, the lower one first."""
    bits = int(type_[1:])
    wide, pair = f"i{2 * bits}", f"{{ {type_}, {type_} }}"
    parameters = ", ".join(f"{type_} %{i}" for i in range(count))
    lines = [f"  %w{i} = zext {type_} %{i} to {wide}" for i in range(count)]
    lines += [f"  %h{i} = shl {wide} %w{i}, {bits}" for i in range(1, count, 2)]
    lines += [f"  %j{i - 1} = or {wide} %h{i}, %w{i - 1}" for i in range(1, count, 2)]
    lines += [
        compute.format(wide),
        f"  %lo = trunc {wide} %r to {type_}",
        f"  %up = lshr {wide} %r, {bits}",
        f"  %hi = trunc {wide} %up to {type_}",
        f"  %one = insertvalue {pair} undef, {type_} %lo, 0",
        f"  %both = insertvalue {pair} %one, {type_} %hi, 1",
    ]
    body = "\n".join([*lines, f"  ret {pair} %both"])
    return f"define internal {pair} @{PREFIX}{name}({parameters}) {_INLINED} {{\n{body}\n}}\n"


def _assembly() -> Iterator[str]:
    multiply_add = "  %p = mul {0} %w0, %w1\n  %r = add {0} %p, %w2"
    yield _wide_integers("mad.lo.cc.u32.rrr", "i32", 3, multiply_add)
    yield _wide_integers("mad.lo.cc.u32.lll", "i64", 3, multiply_add)
    yield _wide_integers("mul.lo.u32.ll", "i64", 2, "  %r = mul {0} %w0, %w1")
    yield _wide_integers("sub.cc.u32.llll", "i64", 4, "  %r = sub {0} %j0, %j2")
    yield _wide_integers("add.cc.u32.llll", "i64", 4, "  %r = add {0} %j0, %j2")
    leading = "  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)\n  %z = icmp eq i32 %a, 0\n"
    leading += "  %v = select i1 %z, i32 -1, i32 %r\n  ret i32 %v"
    yield _define("bfind.shiftamt.u32.r", "i32", ("i32",), leading)


def _all() -> Iterator[str]:
    """The text of every function."""
    for kind in "fd":
        yield from _arithmetic(kind)
        for mode in _MODES:
            yield from _directed_arithmetic(kind, mode)
    for part in (_conversions, _approximations, _single, _assembly):
        yield from part()


@cache
def functions() -> dict[str, str]:
    """The definition of each function, by its name with the prefix."""
    found = ((re.search(r"@([\w.]+)", text), text) for text in _all())
    return {match[1]: text for match, text in found if match is not None}


def assembly_name(text: str, constraints: str) -> str:
    """The name of the function for PTX inline assembly of libdevice: ``sub.rz.f32 $0, $1, $2;`` is ``sub.rz.f``.

    It is that of the first arithmetic instruction; for integers it is followed by the letters of the operands, ``r``
    for 32 and ``l`` for 64 bits. So far these names are unique among libdevice's programs.
    """
    words = re.findall(r"[a-z][a-z0-9]*(?:\.[a-z0-9]+)+", text)
    first = next((word for word in words if not word.startswith("mov.")), "")
    if first.endswith((".f32", ".f64")):
        return f"{PREFIX}{first[:-3]}{'f' if first.endswith('32') else 'd'}"
    letters = "".join(constraint for constraint in constraints.split(",") if not constraint.startswith("="))
    return f"{PREFIX}{first}.{letters}"
