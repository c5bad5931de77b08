"""The kernels of tests/parity compute what NumPy computes, before Triton's TTIR stage and after it."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from parity.cases import stage_texts
from parity.kernels import KERNELS
from parity.kernels.kernel import Values
from parity.outcomes import parsed

from xtriton.interp import interpret

WITH_REFERENCE = [name for name, kernel in KERNELS.items() if kernel.reference is not None]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("name", WITH_REFERENCE)
def test_kernel_is_its_reference(name: str, when: str) -> None:
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    example = kernel.example(np.random.default_rng(0))
    given = copy.deepcopy(example.arguments)
    texts = stage_texts(name, max(80, kernel.minimum))
    _, text = texts[0] if when == "before" else texts[-1]
    names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
    interpret(parsed(text), example.grid, *(example.arguments[parameter] for parameter in names))
    expected = kernel.reference(given)
    for parameter, array in expected.items():
        found = example.arguments[parameter]
        assert (found.dtype, found.shape) == (array.dtype, array.shape), parameter
        np.testing.assert_allclose(found, array, kernel.tolerance, kernel.tolerance, err_msg=parameter)
    assert _changed(given, example.arguments) <= set(expected)


def _changed(before: Values, after: Values) -> set[str]:
    """The arrays that have changed."""
    return {
        name
        for name, array in before.items()
        if isinstance(array, np.ndarray) and not np.array_equal(array, after[name], equal_nan=array.dtype.kind == "f")
    }
