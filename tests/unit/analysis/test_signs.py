"""Values that are claimed never to be negative are not, when the interpreter computes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

import numpy as np
import pytest
from selection import some
from unit.analysis.index_programs import index_program
from unit.analysis.observed_values import ValueObserver
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.signs import is_never_negative
from xtriton.interp.api import interpret
from xtriton.interp.numbers.formats import Array
from xtriton.interp.observer import View
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import element_type

ARGUMENTS = ((0, 0), (-3, 5), (20, -1))


@dataclass
class Claims(ValueObserver):
    """Looks at the numbers of each operation and region argument as soon as they are computed."""

    compared: set[str] = field(default_factory=set[str])
    """Names of operations whose results are claimed never to be negative."""

    def check(self, value: SSAValue, view: View) -> None:
        element = element_type(value.type)
        if not is_integer_type(element) or element.width.data == 1:
            return
        found: Array | None = view.value(value)
        if found is None or isinstance(found, np.ma.MaskedArray) or not is_never_negative(value):
            return
        assert (np.asarray(found) >= 0).all(), (str(value.owner), found)
        self.compared.add(value.owner.name if isinstance(value.owner, Operation) else "argument")


def claims_of(text: str) -> Claims:
    """Run a kernel with several arguments and programs, and compare all claims."""
    module = parse_module(text, "index.mlir", Context())
    claims = Claims()
    for m, n in ARGUMENTS:
        interpret(module, (3,), m, n, observer=claims)
    return claims


@pytest.mark.parametrize("start", some(range(0, 300, 50), 2))
def test_claims_hold_for_random_index_arithmetic(start: int) -> None:
    for seed in range(start, start + 50):
        claims_of(index_program(seed))


def test_every_rule_is_tried() -> None:
    compared: set[str] = set()
    for seed in range(30):
        compared |= claims_of(index_program(seed)).compared
    words = {"addi", "muli", "divsi", "remsi", "minsi", "maxsi", "select", "constant"}
    assert {f"arith.{word}" for word in words} <= compared
    assert {"argument", "scf.for", "tt.make_range", "tt.get_program_id", "tt.splat", "tt.broadcast"} <= compared


NUMBERS = (0, 1, 127, -1, -128)


def test_claims_about_constants() -> None:
    """Numbers, splats and tensors of several numbers, alone and as operands. Those of several numbers have no claim."""
    lists = [(number,) for number in NUMBERS] + list(product(NUMBERS, repeat=2))
    for width in (8, 32):
        type_, lines, known = f"tensor<2xi{width}>", list[str](), list[bool]()
        for at, numbers in enumerate(lists):
            lines.append(
                f"%c{at} = arith.constant dense<{numbers[0] if len(numbers) == 1 else list(numbers)}> : {type_}"
            )
            lines.append(f"%a{at} = arith.andi %c{at}, %x : {type_}")
            lines.append(f"%m{at} = arith.maxsi %x, %c{at} : {type_}")
            known += [len(set(numbers)) == 1 and numbers[0] >= 0] * 3
        body = "\n".join(lines)
        module = parse_module(f"tt.func @f(%x: {type_}) {{\n{body}\ntt.return\n}}", "constants.mlir", Context())
        values = [result for op in module.walk() for result in op.results]
        assert [is_never_negative(value) for value in values] == known
