"""``xtriton.compile`` gives Triton's own PTX for every kernel, line information included."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.ptx_results import CAPABILITIES, measure_ptx
from selection import some


@pytest.mark.parametrize("part", some(range(8), 8))
def test_ptx_is_triton_s_own_for_the_newest_target(part: int) -> None:
    names = sorted(KERNELS)[part::8]
    results = measure_ptx(CAPABILITIES[-1], names)
    assert sorted(results) == names
    assert [name for name, same in results.items() if not same] == []


@pytest.mark.slow
@pytest.mark.parametrize("capability", CAPABILITIES[:-1])
def test_ptx_is_triton_s_own(capability: int) -> None:
    results = measure_ptx(capability)
    assert set(results) == {name for name, kernel in KERNELS.items() if capability >= kernel.minimum}
    assert [name for name, same in results.items() if not same] == []
