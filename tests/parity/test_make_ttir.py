"""What Triton makes of the native TTIR stage is the very PTX that it makes alone, as far as the record says."""

from __future__ import annotations

import pytest
from parity.frontend import CAPABILITIES
from parity.ptx_results import EQUAL, RECORD, measure_ptx, read_ptx_record


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_ptx_is_as_recorded(capability: int) -> None:
    found, recorded = measure_ptx(capability), read_ptx_record().get(str(capability), {})
    worse = {
        kernel: f"{result}, was {recorded[kernel]}"
        for kernel, result in found.items()
        if kernel in recorded and EQUAL.index(result) < EQUAL.index(recorded[kernel])
    }
    assert not worse
    advice = f"{RECORD.name} is out of date; `python tests/parity/table.py --write` writes the record anew"
    assert found == recorded, advice
