"""``xtriton.compile`` gives Triton's own PTX for every kernel, line information included."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.ptx_results import CAPABILITIES, measure_ptx

CASES = [*(pytest.param(number, marks=pytest.mark.slow) for number in CAPABILITIES[:-1]), CAPABILITIES[-1]]
"""Every kernel compiles for the newest."""


@pytest.mark.parametrize("capability", CASES)
def test_ptx_is_triton_s_own(capability: int) -> None:
    results = measure_ptx(capability)
    assert set(results) == {name for name, kernel in KERNELS.items() if capability >= kernel.minimum}
    assert [name for name, same in results.items() if not same] == []
