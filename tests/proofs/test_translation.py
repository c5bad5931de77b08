"""The translation for z3 computes what the interpreter computes: all integer operations, on all inputs of few bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import z3
from proofs.expressions import Arg, Node, Spec, Template, argument_types, build
from proofs.integer_operations import arithmetic, casts, family
from proofs.lanes import all_combinations, evaluate, every_value, with_poison
from proofs.smt import NoTranslation, Value, symbols, translate
from xdsl.dialects.builtin import IntegerType, i1

from xtriton.interp.numbers.formats import bits_of, format_of
from xtriton.interp.values import data_of, poison_of

SPECS = [
    *(spec for width in (1, 2, 3) for spec in arithmetic(IntegerType(width))),
    *(spec for spec in casts(family(2, 3, 4)) if all(isinstance(operand, IntegerType) for operand in spec.operands)),
]
NOT_TRANSLATED = {"math.ipowi"}


def _name(spec: Spec) -> str:
    return f"{spec.label}-{spec.operands[-1]}-{spec.results[0]}"


@pytest.mark.parametrize("spec", SPECS, ids=_name)
def test_translation_equals_the_interpreter(spec: Spec) -> None:
    every = tuple(range(len(spec.results)))
    template = Template(Node(spec, tuple(Arg(number, one) for number, one in enumerate(spec.operands))), every)
    types = argument_types(template)
    arguments, lanes = all_combinations([with_poison(every_value(type_)) for type_ in types])
    block = build(template, ()).block
    expected = evaluate(block, arguments, lanes)
    names = symbols(types)
    try:
        translated = translate(block, names)
    except NoTranslation:
        assert spec.op_class.name in NOT_TRANSLATED
        return
    columns = [
        (bits_of(format_of(type_), data_of(one)).tolist(), poison_of(one).tolist(), type_)
        for one, type_ in zip(arguments, types, strict=True)
    ]
    questions = [
        translated.undefined,
        *(term for result in translated.results for term in (result.poison, result.bits)),
    ]
    for lane in range(lanes):
        known = _substitutions(names, [(bits[lane], poison[lane]) for bits, poison, _ in columns])
        undefined, *found = [z3.simplify(z3.substitute(question, *known)) for question in questions]
        assert z3.is_true(undefined) == expected.undefined[lane], lane
        if expected.undefined[lane]:
            continue
        for index, (data, poison) in enumerate(expected.results):
            assert z3.is_true(found[2 * index]) == poison[lane], lane
            if not poison[lane]:
                form = format_of(spec.results[index])
                mask = (1 << form.bits) - 1
                assert found[2 * index + 1].as_long() == int(bits_of(form, data[lane : lane + 1])[0]) & mask, lane


def _substitutions(names: Sequence[Value], numbers: Sequence[tuple[int, bool]]) -> list[tuple[object, object]]:
    pairs: list[tuple[object, object]] = []
    for name, (bits, poison) in zip(names, numbers, strict=True):
        pairs.append((name.bits, z3.BitVecVal(int(bits), name.bits.size())))
        pairs.append((name.poison, z3.BoolVal(bool(poison))))
    return pairs


def test_poison_of_arguments_is_enumerated() -> None:
    domain = with_poison(every_value(i1))
    assert np.array_equal(domain.poison, [False, False, True])
