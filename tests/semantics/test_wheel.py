"""The wheel's passes keep what kernels compute, and its folder computes what the interpreter computes.

Both are checks of the interpreter and of proofs more than of the wheel: a false alarm would be ours.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from selection import some
from semantics.cases import CASES
from semantics.launching import module_of, signature_of
from unit.interp.programs import module_of as parsed
from xdsl.dialects.builtin import UnknownLoc

from xtriton.interp import evaluate
from xtriton.interp.numbers.formats import FLOATS
from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.libtriton import run_in_wheel
from xtriton.pipelines import make_ttir_passes

PASSES = tuple(dict.fromkeys([*make_ttir_passes(90), "sccp", "triton-licm"]))
"""The passes of the TTIR stage, and others on TTIR."""


@pytest.mark.parametrize("name", some(CASES, 2))
def test_passes_preserve_results(name: str):
    case = CASES[name]
    module = module_of(case.kernel, signature_of(case, case.make_arguments()), case.constants)
    text = print_op(module, PrintOptions())
    proof = Proof(module)
    assert proof.records[case.name].defined >= 1
    for name in PASSES:
        changed = run_in_wheel(text, name, Context(), UnknownLoc())
        if changed == text:
            continue
        after, text = parsed(changed), changed
        assert proof.compare(after) is None, name
        assert not any(why.startswith("its type") for _, why in proof.left_out(after))
        proof = proof.successor(after)


INTEGERS = "addi subi muli andi ori xori divui divsi remui remsi maxsi maxui minsi minui ceildivsi floordivsi ceildivui"
FLOATING = "addf subf mulf divf remf maximumf minimumf maxnumf minnumf"
PREDICATES = "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno"


def integer_programs() -> Iterator[tuple[str, str]]:
    for bits in (8, 16, 32, 64):
        low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        values = [1, -1, low, high, -7]
        for op in INTEGERS.split():
            for a, b in itertools.combinations(values, 2):
                if not (b == -1 and a == low):
                    yield (
                        f"%a = arith.constant {a} : i{bits}\n %b = arith.constant {b} : i{bits}\n",
                        (f"%r = arith.{op} %a, %b : i{bits}"),
                    )


def float_programs() -> Iterator[tuple[str, str]]:
    random = np.random.default_rng(8)
    for name in ("f16", "bf16", "f32", "f64"):
        form = FLOATS[name]
        top = (1 << (form.exponent + form.mantissa)) - (1 << form.mantissa)
        codes = [
            0,
            1 << (form.bits - 1),
            top,
            top + 1,
            top - 1,
            1,
            1 << form.mantissa,
            (top - 1) | 1 << (form.bits - 1),
        ]
        codes += [int(integer) for integer in random.integers(0, 1 << (form.bits - 1), 2)]
        # The folder keeps signalling NaNs apart, which no hardware that runs kernels does.
        codes = [code | 1 << (form.mantissa - 1) if code & ~(1 << (form.bits - 1)) > top else code for code in codes]
        pairs = list(itertools.product(codes, repeat=2))
        for a, b in (pairs[int(at)] for at in random.permutation(len(pairs))[:20]):
            constants = f"%a = arith.constant 0x{a:X} : {name}\n %b = arith.constant 0x{b:X} : {name}\n"
            for op in FLOATING.split():
                yield constants, f"%r = arith.{op} %a, %b : {name}"
            for predicate in PREDICATES.split()[a % 4 :: 4]:
                yield constants, f"%r = arith.cmpf {predicate}, %a, %b : {name}"


@pytest.mark.parametrize(
    "programs", [integer_programs, pytest.param(float_programs, marks=pytest.mark.slow)], ids=["integers", "floats"]
)
def test_folds_equal_computed_results(programs: object):
    assert callable(programs)
    bodies = list(programs())
    functions: list[str] = []
    for index, (constants, op) in enumerate(bodies):
        type_ = "i1" if "cmp" in op else op.rsplit(" : ", 1)[1]
        functions.append(f"tt.func @f{index}() -> {type_} {{\n {constants} {op}\n tt.return %r : {type_}\n}}")
    before = "\n".join(functions)
    proof = Proof(parsed(before), seeds=(0,))
    folded = parsed(run_in_wheel(f"module {{\n{before}\n}}", "canonicalize", Context(), UnknownLoc()))
    count = sum(len(list(op.regions[0].block.ops)) == 2 for op in folded.body.ops)
    assert count > 0.9 * len(bodies)
    difference = proof.compare(folded)
    assert difference is None, bodies[int(difference.function[1:])]


def test_a_fold_that_is_wrong_would_be_noticed():
    text = "tt.func @f() -> f32 {\n %r = arith.constant VALUE : f32\n tt.return %r : f32\n}"
    proof = Proof(parsed(text.replace("VALUE", "0.0")), seeds=(0,))
    assert proof.compare(parsed(text.replace("VALUE", "-0.0"))) is not None
    assert np.signbit(evaluate(parsed(text.replace("VALUE", "-0.0")))[0].values)
