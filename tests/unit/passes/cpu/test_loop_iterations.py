"""Which loops count their iterations: those whose induction variable could wrap around, by counting in eight bits."""

from __future__ import annotations

from itertools import product

import pytest

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.to_llvm.iterations import may_wrap

_INTERESTING = (-128, -100, -1, 0, 2, 100, 120, 126, 127)


def _loop(lower: int | None, upper: int | None, step: int | None, unsigned: bool) -> ForOp:
    """A loop whose bounds are constants of i8, or arguments where they are None."""
    names = {"lower": lower, "upper": upper, "step": step}
    constants = [f"%{name} = arith.constant {number} : i8" for name, number in names.items() if number is not None]
    arguments = ", ".join(f"%{name}: i8" for name, number in names.items() if number is None)
    loop = f"scf.for {'unsigned ' if unsigned else ''}%i = %lower to %upper step %step : i8 {{ }}"
    text = f"func.func @f({arguments}) {{\n" + "\n".join([*constants, loop, "return"]) + "\n}"
    module = parse_module(text, "loops.mlir", Context())
    return next(op for op in operations_in(module) if isinstance(op, ForOp))


def _wraps(lower: int, upper: int, step: int, unsigned: bool) -> bool:
    """Whether the addition after the last iteration leaves the type."""
    if unsigned:
        lower, upper = lower % 256, upper % 256
    if lower >= upper:
        return False
    return lower + (upper - 1 - lower) // step * step + step > (255 if unsigned else 127)


@pytest.mark.parametrize("unsigned", [False, True])
@pytest.mark.parametrize("step", [1, 2, 7, 127])
def test_loops_of_known_bounds(step: int, unsigned: bool) -> None:
    for lower, upper in product(_INTERESTING, _INTERESTING):
        if _wraps(lower, upper, step, unsigned):
            assert may_wrap(_loop(lower, upper, step, unsigned)), (lower, upper)
        elif (lower % 256 < upper % 256) if unsigned else lower < upper:
            assert not may_wrap(_loop(lower, upper, step, unsigned)), (lower, upper)


@pytest.mark.parametrize("unsigned", [False, True])
@pytest.mark.parametrize("step", [1, 2, 7, 127])
def test_loops_of_unknown_lower_bounds(step: int, unsigned: bool) -> None:
    """Some lower bound has the last iteration right below the upper bound."""
    for upper in _INTERESTING:
        expected = any(_wraps(lower, upper, step, unsigned) for lower in range(-128, 128))
        found = may_wrap(_loop(None, upper, step, unsigned))
        assert found or not expected, upper
        assert expected or not found or upper in (-128, 0), upper  # such a loop never runs


@pytest.mark.parametrize("unsigned", [False, True])
def test_loops_of_unknown_upper_bounds_and_steps(unsigned: bool) -> None:
    assert not may_wrap(_loop(0, None, 1, unsigned))
    assert may_wrap(_loop(0, None, 2, unsigned))
    assert may_wrap(_loop(0, 100, None, unsigned))
    assert may_wrap(_loop(None, None, None, unsigned))
    assert may_wrap(_loop(0, 10, 0, unsigned))
    # A step of 255 is -1 in a signed loop, which never ends; an unsigned one ends with 255.
    assert may_wrap(_loop(0, 10, -1, unsigned)) is not unsigned
