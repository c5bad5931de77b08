"""Proofs of the folds and patterns of floating-point numbers, and of conversions from and to integers.

f8 is enumerated: all numbers and pairs of arguments and of constants. So are single arguments and constants of f16;
wider formats and pairs take special values: zeros, subnormals, ones, halves, the largest, infinities, several NaN.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from proofs.expressions import Arg, Const, Node, Spec, Template, argument_types, build, constant_types
from proofs.findings import Findings
from proofs.lanes import (
    all_combinations,
    edge_integers,
    evaluate,
    every_value,
    nearly,
    rounding_edges,
    same,
    special_values,
    with_poison,
)
from proofs.scalars import Instances, Numbers, applications, enumerate_inputs, fold_constants
from proofs.shapes import nested, paired, single
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream import math as math_ops
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, FastMathFlagsAttr, RoundingMode
from xtriton.folds.elements import round_to, width_of
from xtriton.folds.math import FOLDS as MATH_FOLDS
from xtriton.interp.numbers.formats import FloatFormat, bits_of, format_of
from xtriton.interp.values import Value, data_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.numbers import float_from_bits

F16, BF16, F32, F64 = Float16Type(), BFloat16Type(), Float32Type(), Float64Type()


@dataclass(frozen=True)
class Formats:
    """A narrow and a wide format, and the integers that are converted to and from them."""

    narrow: AnyFloat
    wide: AnyFloat
    integer: IntegerType

    def __str__(self) -> str:
        return f"{self.narrow}, {self.wide}, {self.integer}"


_FAST = {
    "": FastMathFlagsAttr.of(),
    " contract": FastMathFlagsAttr.of("contract"),
    " fast": FastMathFlagsAttr.of("fast"),
}
_BINARY: tuple[type[Operation], ...] = (
    *(arith.AddFOp, arith.SubFOp, arith.MulFOp, arith.DivFOp, arith.RemFOp),
    *(arith.MaximumFOp, arith.MinimumFOp, arith.MaxNumFOp, arith.MinNumFOp),
)
_FUNCTIONS = tuple(fold for fold in MATH_FOLDS if issubclass(fold, math_ops._FloatUnaryOp))
_TESTS = tuple(fold for fold in MATH_FOLDS if issubclass(fold, math_ops._ClassificationOp))
EXACT_FUNCTIONS = (math_ops.AbsFOp, math_ops.CeilOp, math_ops.FloorOp, math_ops.RoundEvenOp)
"""Functions of which every format can hold the result; the others are folded by the C library, of f32 and f64 only."""


def flagged(op_class: type[Operation], operands: Sequence[Attribute], result: Attribute) -> Iterator[Spec]:
    """An operation without and with fast-math flags."""
    for label, flags in _FAST.items():
        yield Spec(op_class.name + label, op_class, tuple(operands), (result,), (("fastmath", flags),))


def arithmetic(type_: AnyFloat) -> Iterator[Spec]:
    """Operations on one format. Flags only where a rule asks for them or keeps them."""
    for op_class in _BINARY:
        specs = list(flagged(op_class, (type_, type_), type_))
        yield from specs if op_class in (arith.MulFOp, arith.DivFOp) else specs[:1]
    yield from flagged(arith.NegFOp, (type_,), type_)
    for predicate in CmpFPredicate:
        properties = (("predicate", predicate.attr), ("fastmath", _FAST[""]))
        yield Spec(f"arith.cmpf {predicate.keyword}", arith.CmpFOp, (type_, type_), (i1,), properties)
    yield Spec("arith.select", arith.SelectOp, (i1, type_, type_), (type_,))


def conversions(formats: Formats) -> Iterator[Spec]:
    """Conversions between the formats and the integers."""
    narrow, wide, integer = formats.narrow, formats.wide, formats.integer
    yield from flagged(arith.ExtFOp, (narrow,), wide)
    for spec in flagged(arith.TruncFOp, (wide,), narrow):
        yield spec
        if not spec.label.endswith(("contract", "fast")):
            for mode in RoundingMode:
                properties = (*spec.properties, ("roundingmode", mode.attr))
                yield Spec(f"{spec.label} {mode.keyword}", spec.op_class, spec.operands, spec.results, properties)
    for type_ in (narrow, wide):
        for op_class in (arith.SIToFPOp, arith.UIToFPOp):
            yield Spec(op_class.name, op_class, (integer,), (type_,))
        for op_class in (arith.FPToSIOp, arith.FPToUIOp):
            yield Spec(op_class.name, op_class, (type_,), (integer,))
        bits = IntegerType(width_of(type_))
        for source, target in ((type_, bits), (bits, type_), (type_, type_)):
            yield Spec("arith.bitcast", arith.BitcastOp, (source,), (target,))


def functions(type_: AnyFloat) -> Iterator[Spec]:
    """Mathematical functions of a format."""
    for op_class in _FUNCTIONS:
        yield Spec(op_class.name, op_class, (type_,), (type_,), (("fastmath", _FAST[""]),))
    for op_class in _TESTS:
        yield Spec(op_class.name, op_class, (type_,), (i1,), (("fastmath", _FAST[""]),))
    for op_class in (math_ops.CopySignOp, math_ops.PowFOp, math_ops.Atan2Op):
        yield Spec(op_class.name, op_class, (type_, type_), (type_,), (("fastmath", _FAST[""]),))


# Inputs


@cache
def domain(type_: Attribute) -> Value:
    """All numbers of f8 and of integers up to 8 bits, special numbers of the rest, and poison."""
    return with_poison(every_value(type_) if width_of(type_) <= 8 else _some(type_))


@cache
def full_domain(type_: Attribute) -> Value:
    """All numbers of formats up to 16 bits, too."""
    return with_poison(every_value(type_) if width_of(type_) <= 16 else _some(type_))


def _some(type_: Attribute) -> Value:
    return rounding_edges(type_) if isinstance(type_, IntegerType) else special_values(type_)


def numbers_of(type_: Attribute, *, all_: bool = False) -> Sequence[int | float]:
    """The numbers that constants of a scalar type take."""
    if isinstance(type_, IntegerType):
        width = type_.width.data
        return range(1 << width) if width <= 8 and all_ else edge_integers(width)
    assert isinstance(type_, AnyFloat)
    form = format_of(type_)
    limit = 16 if all_ else 0
    values = every_value(type_) if form.bits <= limit else special_values(type_)
    codes = [int(code) for code in bits_of(form, values)] if form.bits > 8 else range(1 << form.bits)
    if form.bits == 8 and not all_:
        codes = [*range(0, 1 << 8, 9), 127, 128]
    # Bits, not numbers, so that NaN keep theirs.
    return [float_from_bits(code, type_) for code in dict.fromkeys(codes)]


def label_of(template: Template, domain_name: str = "") -> str:
    """The types of the arguments, or of the constants if there are none."""
    types = argument_types(template) or constant_types(template)
    names = dict.fromkeys(_name(type_) for type_ in types if type_ != i1 or len(types) == 1)
    return ", ".join(names) + domain_name


def _name(type_: Attribute) -> str:
    name = str(type_.element_type if isinstance(type_, TensorType) else type_)
    return name if width_of(type_) <= 8 else f"{name} (special)"


# Proofs


def prove_single(formats: Formats, findings: Findings) -> None:
    """Single operations on arguments and constants."""
    for spec in (*arithmetic(formats.narrow), *conversions(formats)):
        fold_constants(spec, product(*_choices(spec)), _constants(spec), findings)
        for template in single(spec):
            if not argument_types(template):
                continue
            types = constant_types(template)
            for application in applications(template, product(*(numbers_of(type_) for type_ in types))):
                enumerate_inputs(application, domain, label_of(template), findings)


def _choices(spec: Spec, *, all_: bool = False) -> list[Sequence[int | float]]:
    """The numbers of each operand; of casts of bits only such as the interpreter keeps."""
    choices = [numbers_of(type_, all_=all_) for type_ in spec.operands]
    if spec.op_class is arith.BitcastOp and not _keeps_nans(spec.operands[0]):
        return [[number for number in choices[0] if not math.isnan(number)]]
    return choices


def _constants(spec: Spec) -> str:
    type_ = spec.operands[-1]
    return str(type_) if width_of(type_) <= 8 and len(spec.operands) == 1 else f"{type_} (special)"


def prove_functions(type_: AnyFloat, findings: Findings) -> None:
    """Mathematical functions of constants; those of the C library need only be near."""
    for spec in functions(type_):
        exact = spec.op_class in EXACT_FUNCTIONS or spec.op_class in _TESTS or spec.op_class is math_ops.CopySignOp
        numbers = product(*(numbers_of(operand) for operand in spec.operands))
        fold_constants(spec, numbers, _constants(spec), findings, same if exact else nearly)


def prove_unary_constants(formats: Formats, findings: Findings) -> None:
    """All constants of up to 16 bits, for every operation of one operand."""
    for spec in (*arithmetic(formats.narrow), *conversions(formats), *_exact_functions(formats.narrow)):
        has_flags = spec.label != spec.op_class.name
        is_small = width_of(spec.operands[0]) <= 8 or spec.operands[0] == F16
        if len(spec.operands) == 1 and is_small and not has_flags:
            numbers = product(*_choices(spec, all_=True))
            fold_constants(spec, numbers, _whole(spec.operands[0]), findings)


def _whole(type_: Attribute) -> str:
    return f"{type_} (all)" if width_of(type_) > 8 else str(type_)


def _exact_functions(type_: AnyFloat) -> Iterator[Spec]:
    return (spec for spec in functions(type_) if spec.op_class in EXACT_FUNCTIONS or spec.op_class in _TESTS)


def prove_pairs_of_constants(specs: Iterable[Spec], findings: Findings) -> None:
    """All pairs of constants of 8 bits, as two tensors that are folded in one go; where that fails, one by one."""
    seen: set[str] = set()
    for spec in specs:
        type_ = spec.operands[0]
        if len(spec.operands) != 2 or width_of(type_) != 8 or len(spec.results) > 1 or spec.label in seen:
            continue
        seen.add(spec.label)
        pairs = _defined_pairs(spec)
        tensor = TensorType(type_, [len(pairs)])
        results = tuple(TensorType(result, [len(pairs)]) for result in spec.results)
        wide = Spec(spec.label, spec.op_class, (tensor, tensor), results, spec.properties)
        numbers = [DenseElementsAttr.of(tensor, [pair[side] for pair in pairs]) for side in (0, 1)]
        template = Template(Node(wide, (Const(0, tensor), Const(1, tensor))))
        found = list(applications(template, [numbers]))
        if not found:
            fold_constants(spec, pairs, f"{type_} (all pairs)", findings)
        for application in found:
            enumerate_inputs(application, domain, f"{type_} (all pairs)", findings)


def _defined_pairs(spec: Spec) -> list[Numbers]:
    """The pairs of numbers on which an operation is defined."""
    types = spec.operands
    template = Template(Node(spec, (Arg(0, types[0]), Arg(1, types[1]))))
    domains = [every_value(type_) for type_ in types]
    arguments, lanes = all_combinations(domains)
    computed = evaluate(build(template, ()).block, arguments, lanes)
    wrong = computed.undefined | computed.results[0][1]
    form = format_of(types[0])
    codes = [bits_of(form, data_of(argument)).tolist() for argument in arguments]
    if isinstance(types[0], AnyFloat):
        table = [float_from_bits(code, types[0]) for code in range(1 << form.bits)]
        codes = [[table[code] for code in side] for side in codes]
    return [(a, b) for a, b, bad in zip(*codes, wrong, strict=True) if not bad]


Pair = tuple[str, str]
"""The labels of an operation and of its operand's."""


def _keeps_nans(type_: Attribute) -> bool:
    """Whether the interpreter keeps which NaN a value is: not in formats that NumPy lacks."""
    form = format_of(type_)
    return not isinstance(form, FloatFormat) or form.native


def prove_nested(
    formats: Formats, findings: Findings, *, full: bool, every: int = 1, wanted: Collection[Pair] | None = None
) -> set[Pair]:
    """Operations on operations, or one in ``every``, of all pairs or of those that are wanted.

    Pairs whose inner operation a rule matches are compared on all arguments if ``full``, else on special ones. Returns
    these pairs.
    """
    # Comparisons of converted integers have templates of their own; other comparisons are alike to the rules.
    kept = [
        spec for spec in arithmetic(formats.narrow) if spec.op_class is not arith.CmpFOp or spec.label.endswith("olt")
    ]
    specs = [*kept, *conversions(formats)]
    instances, count = Instances(), 0
    looked_into: set[Pair] = set()
    for outer, inner in product(specs, specs):
        compared = outer.op_class is arith.CmpFOp and inner.op_class in (arith.SIToFPOp, arith.UIToFPOp)
        if outer.op_class is inner.op_class is arith.BitcastOp and not _keeps_nans(inner.results[0]):
            continue
        pair = outer.label, inner.label
        if compared or not set(inner.results) & set(outer.operands) or (wanted is not None and pair not in wanted):
            continue
        templates = list(nested(outer, inner))
        if len(inner.operands) == 1 and len(outer.operands) == 2:
            templates += paired(outer, inner, inner)
        for template in templates:
            count += 1
            if count % every:
                continue
            if _prove_template(template, instances, findings, full=full):
                looked_into.add(pair)
    return looked_into


def _prove_template(template: Template, instances: Instances, findings: Findings, *, full: bool) -> bool:
    """Whether a rule looks into the inner operation."""
    types = argument_types(template)
    if len(constant_types(template)) > 1:
        return False  # no rule of floating-point numbers looks for two
    is_new = False
    narrow = len([kept_type for kept_type in types if kept_type != i1]) <= 1
    for application in applications(template, product(*(_few(type_) for type_ in constant_types(template)))):
        if instances.covers(application):
            continue
        is_new = True
        if full and narrow and any(8 < width_of(type_) <= 16 for type_ in types):
            label = ", ".join(_whole(type_) for type_ in types if type_ != i1)
            enumerate_inputs(application, full_domain, label, findings)
        else:
            enumerate_inputs(application, domain, label_of(template), findings)
    return is_new


@cache
def _few(type_: Attribute) -> Sequence[int | float]:
    if isinstance(type_, AnyFloat):
        numbers = [number for number in (0.0, -0.0, 1.0, -1.0, 2.5, math.inf, math.nan) if _holds(type_, number)]
        return [*numbers, *numbers_of(type_)[9:11]]
    return (0, 1) if type_ == i1 else edge_integers(width_of(type_))[:4]


def _holds(type_: AnyFloat, number: float) -> bool:
    form = format_of(type_)
    return form.bits > 8 or bool(same(every_value(type_), np.array([number], np.float32)).any())


def prove_comparisons_of_integers(formats: Formats, findings: Findings, *, all_constants: bool) -> None:
    """Integers that were converted, compared with constants: all constants of f8, many at and between integers."""
    constants = comparison_constants(formats, all_=all_constants)
    for conversion in (arith.SIToFPOp, arith.UIToFPOp):
        inner = Spec(conversion.name, conversion, (formats.integer,), (formats.narrow,))
        for outer in arithmetic(formats.narrow):
            if outer.op_class is arith.CmpFOp:
                for template in nested(outer, inner):
                    if len(constant_types(template)) == 1 and len(argument_types(template)) == 1:
                        for application in applications(template, ([constant] for constant in constants)):
                            enumerate_inputs(application, domain, _comparison_label(formats), findings)


def _comparison_label(formats: Formats) -> str:
    integer = str(formats.integer) if width_of(formats.integer) <= 8 else f"{formats.integer} (edges)"
    return f"{integer} to {formats.narrow}"


def comparison_constants(formats: Formats, *, all_: bool) -> Sequence[float]:
    """Constants around the ends of the integers and between integers, and special ones."""
    type_ = formats.narrow
    if width_of(type_) == 8:
        return [float(number) for number in numbers_of(type_, all_=all_)]
    width = width_of(formats.integer)
    ends = (0, 1, 2, 5, 1 << (width - 2), (1 << (width - 1)) - 1, 1 << (width - 1), (1 << width) - 1, 1 << width)
    found = [float(number) for number in numbers_of(type_)]
    for end in ends:
        for offset in (-1.0, -0.5, 0.0, 0.5, 1.0):
            for sign in (1.0, -1.0):
                found.append(round_to(sign * (end + offset), type_))
    mantissa = {F16: 11, BF16: 8, F32: 24, F64: 53}[type_]
    for offset in (-1, 0, 2):
        found += [round_to(sign * (2.0**mantissa + offset), type_) for sign in (1.0, -1.0)]
    return found


SMALL_FORMATS = Formats(Float8E5M2Type(), F16, IntegerType(8))
BFLOATS = Formats(BF16, F32, IntegerType(32))
FAMILIES = (
    SMALL_FORMATS,
    Formats(Float8E4M3FNType(), F32, IntegerType(8)),
    Formats(F16, F32, IntegerType(16)),
    BFLOATS,
    Formats(F32, F64, IntegerType(64)),
)


def prove_constants_and_comparisons(findings: Findings, formats: Formats) -> None:
    """Single operations of a family, and comparisons of integers that were converted."""
    prove_single(formats, findings)
    prove_unary_constants(formats, findings)
    prove_pairs_of_constants(arithmetic(formats.narrow), findings)
    prove_comparisons_of_integers(formats, findings, all_constants=True)
    prove_functions(formats.narrow, findings)
    prove_functions(formats.wide, findings)


def prove_all_nested(findings: Findings) -> None:
    """Operations on operations: all pairs in the first family, in the others those into which rules look there."""
    looked_into = prove_nested(SMALL_FORMATS, findings, full=True)
    for formats in FAMILIES[1:]:
        prove_nested(formats, findings, full=True, wanted=looked_into)
    prove_comparisons_of_few_bits(findings)


def prove_comparisons_of_few_bits(findings: Findings) -> None:
    """Comparisons of integers that f8 holds exactly, or just not."""
    for format_ in (Float8E5M2Type(), Float8E4M3FNType()):
        for bits in (2, 3, 4, 5, 6):
            formats = Formats(format_, F16, IntegerType(bits))
            prove_comparisons_of_integers(formats, findings, all_constants=False)


def prove_quickly(findings: Findings) -> None:
    """Single operations and functions, and a part of the rest."""
    prove_single(SMALL_FORMATS, findings)
    prove_functions(F32, findings)
    prove_nested(SMALL_FORMATS, findings, full=False, every=9)
    prove_nested(BFLOATS, findings, full=False, every=3)
    prove_comparisons_of_integers(Formats(Float8E5M2Type(), F16, IntegerType(5)), findings, all_constants=False)
