"""Known wrong rules, with an example of each, and the rules that are not proved, each with its reason.

Triton's own folds and patterns (MLIR's, mostly) give the same result on each example, which ``test_known.py`` compares
with the wheel. A rule with an entry here may be wrong in this way only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Known:
    """A fault of a rule: when the result is wrong, and a program that the wheel's ``passes`` make wrong, too."""

    reason: str
    text: str
    passes: str = "canonicalize"
    where: str = ""
    """A regular expression found in the templates that are known to be wrong; any if it is empty."""


def _sum_of_constants(outer: str, inner: str, constants: tuple[int, int] = (100, 100), *, left: bool = False) -> str:
    operands = "%b, %s" if left else "%s, %b"
    return f"""tt.func @f(%x: i8) -> i8 {{
  %a = arith.constant {constants[0]} : i8
  %b = arith.constant {constants[1]} : i8
  %s = arith.{inner} %x, %a overflow<nsw> : i8
  %r = arith.{outer} {operands} overflow<nsw> : i8
  tt.return %r : i8
}}"""


_CONSTANT_WRAPS = (
    "the flags common to both operations are kept although the combined constant may overflow: "
    "the result is poison where no step overflowed"
)
_ROUND_TRIP = "a number that does not fit the narrower of both types is not truncated"


def _round_trip(cast: str) -> str:
    return f"""tt.func @f(%x: index) -> index {{
  %s = arith.{cast} %x : index to i8
  %r = arith.{cast} %s : i8 to index
  tt.return %r : index
}}"""


_ROUNDED_TWICE = (
    "the integer is rounded once, not twice: more exact, but different where the first rounding yields a tie"
)


def _rounded_twice(cast: str) -> str:
    return f"""tt.func @f(%x: i32) -> bf16 {{
  %s = arith.{cast} %x : i32 to f32
  %r = arith.truncf %s : f32 to bf16
  tt.return %r : bf16
}}"""


_SIGNALS = "a signaling NaN yields a quiet NaN, while the interpreter treats all NaNs as quiet"


def _of_signaling_nan(op: str, other: str) -> str:
    return f"""tt.func @f() -> f32 {{
  %a = arith.constant 0x7F800001 : f32
  %b = arith.constant {other} : f32
  %r = {op} %a, %b : f32
  tt.return %r : f32
}}"""


KNOWN: Mapping[tuple[str, str], Known] = {
    ("arith: add_constant_to_sum", "flags"): Known(_CONSTANT_WRAPS, _sum_of_constants("addi", "addi")),
    ("arith: subtract_constant_from_sum", "flags"): Known(_CONSTANT_WRAPS, _sum_of_constants("subi", "subi")),
    ("arith: subtract_sum_from_constant", "flags"): Known(
        _CONSTANT_WRAPS, _sum_of_constants("subi", "addi", (100, -100), left=True)
    ),
    ("arith: multiply_product_by_constant", "flags"): Known(
        _CONSTANT_WRAPS, _sum_of_constants("muli", "muli", (16, 8))
    ),
    ("fold of arith.trunci", "flags"): Known(
        "the flags of the second truncation are kept and become too strong: they now also cover the bits "
        "that the first one drops",
        """tt.func @f(%x: i32) -> i8 {
  %s = arith.trunci %x : i32 to i16
  %r = arith.trunci %s overflow<nsw> : i16 to i8
  tt.return %r : i8
}""",
    ),
    ("arith: truncation_of_signed_shift", "flags"): Known(
        "the truncation keeps its flags, but its operand is no longer sign-extended: negative numbers become poison",
        """tt.func @f(%x: i32) -> i8 {
  %c = arith.constant 24 : i32
  %s = arith.shrsi %x, %c : i32
  %r = arith.trunci %s overflow<nsw> : i32 to i8
  tt.return %r : i8
}""",
    ),
    ("arith: index_cast_and_back (arith.index_cast)", "value"): Known(
        _ROUND_TRIP, _round_trip("index_cast"), where=r"to index$|to i65$"
    ),
    ("arith: index_cast_and_back (arith.index_castui)", "value"): Known(
        _ROUND_TRIP, _round_trip("index_castui"), where=r"to index$|to i65$"
    ),
    ("arith: narrowed_conversion_of_integer (arith.truncf, arith.sitofp)", "value"): Known(
        _ROUNDED_TWICE, _rounded_twice("sitofp"), where=r"%0 : i(32|64)"
    ),
    ("arith: narrowed_conversion_of_integer (arith.truncf, arith.uitofp)", "value"): Known(
        _ROUNDED_TWICE, _rounded_twice("uitofp"), where=r"%0 : i(32|64)"
    ),
    ("fold of arith.extf", "value"): Known(
        "the rounding of the truncation is dropped, as the flag `contract` of both permits",
        """tt.func @f(%x: f32) -> f32 {
  %s = arith.truncf %x fastmath<contract> : f32 to f16
  %r = arith.extf %s fastmath<contract> : f16 to f32
  tt.return %r : f32
}""",
        where=r"contract|fast",
    ),
    ("fold of math.atan2", "value"): Known(
        "the origin yields NaN, as MLIR folds it, unlike C's `atan2`",
        """tt.func @f() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.atan2 %c, %c : f32
  tt.return %r : f32
}""",
        where=r"\(-?0\.0 : f\d+, -?0\.0",
    ),
    **{
        (f"fold of {op}", "signaling"): Known(_SIGNALS, _of_signaling_nan(op, other))
        for op, other in (("arith.maxnumf", "0.0"), ("arith.minnumf", "0.0"), ("math.powf", "0.0"))
    },
    ("scf_if: nested_ifs", "poison"): Known(
        "a poison inner condition is used even if the outer one is false: the `arith.andi` is poison then",
        """tt.func @f(%c: i1, %x: i32, %y: i32) {
  %k = arith.constant 1 : i32
  %s = arith.shli %x, %y : i32
  %d = arith.cmpi slt, %s, %k : i32
  scf.if %c {
    scf.if %d {
      tt.print "both" {hex = false, isSigned = array<i32: 1>} : %x : i32
    }
  }
  tt.return
}""",
    ),
    ("scf_for: trivial_loop", "value"): Known(
        "the difference of constant bounds overflows their type, and for unsigned loops an end of start plus constant "
        "is treated as signed: loops over more than half of the type's range are treated as empty",
        """tt.func @f(%x: i8) -> i8 {
  %low = arith.constant -100 : i8
  %high = arith.constant 100 : i8
  %by = arith.constant 50 : i8
  %r = scf.for %i = %low to %high step %by iter_args(%a = %x) -> (i8) : i8 {
    %s = arith.addi %a, %i : i8
    scf.yield %s : i8
  }
  tt.return %r : i8
}""",
        where=r"%low = |unsigned .* to %sum",
    ),
}
"""By rule and kind of fault (see :class:`proofs.findings.Refutation`)."""
