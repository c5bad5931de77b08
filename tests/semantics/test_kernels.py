"""Kernels give what NumPy and Triton's own interpreter give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from semantics.cases import CASES, Case
from semantics.launching import launch, run_triton_interpreter


def assert_close(actual: np.ndarray, expected: Any, tolerance: float, what: str) -> None:
    expected = np.asarray(expected).reshape(actual.shape)
    if tolerance == 0.0:
        np.testing.assert_array_equal(actual, expected.astype(actual.dtype), err_msg=what)
        return
    scale = float(np.abs(expected).max())
    np.testing.assert_allclose(actual.astype(np.float64), expected, rtol=0, atol=tolerance * scale, err_msg=what)


@pytest.fixture(scope="module")
def of_triton(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, np.ndarray]:
    path = tmp_path_factory.mktemp("triton") / "results.npz"
    run_triton_interpreter(path)
    return np.load(path)


@pytest.mark.parametrize("case", [case for case in CASES.values() if case.expected], ids=lambda case: case.name)
def test_equals_numpy(case: Case):
    before, after = launch(case)
    assert case.expected is not None
    expected = case.expected(before)
    for name, array in expected.items():
        assert_close(after[name], array, case.tolerance, name)
    for name, array in before.items():
        if name not in expected and isinstance(array, np.ndarray):
            np.testing.assert_array_equal(after[name], array, err_msg=f"{name} is an input")


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_equals_triton(case: Case, of_triton: Mapping[str, np.ndarray]):
    assert f"{case.name}!" not in of_triton, of_triton[f"{case.name}!"]
    _, after = launch(case)
    for name, array in after.items():
        if not isinstance(array, np.ndarray):
            continue
        other = of_triton[f"{case.name}.{name}"]
        if name in case.triton_differs:
            assert not np.array_equal(array, other), f"{name}: Triton's interpreter is right by now"
        else:
            assert_close(array, other, case.tolerance, name)
