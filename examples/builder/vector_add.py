"""Vector addition, built without Triton. Prints its TTIR.

python examples/builder/vector_add.py
"""

from __future__ import annotations

from xtriton.frontend import builder as tb
from xtriton.frontend.builder import Value


def build(block: int = 1024) -> tb.Module:
    """A module with ``out = x + y`` on ``n`` elements of fp32, ``block`` of them per program."""
    module = tb.Module()
    floats = tb.pointer(tb.float32, divisibility=16)

    @module.kernel(x_ptr=floats, y_ptr=floats, out_ptr=floats, n=tb.int32, BLOCK=block)
    def vector_add(x_ptr: Value, y_ptr: Value, out_ptr: Value, n: Value, BLOCK: int) -> None:  # noqa: N803
        pid = tb.program_id(axis=0)
        start = pid * BLOCK
        offsets = start + tb.arange(0, BLOCK)
        mask = offsets < n
        x = tb.load(x_ptr + offsets, mask=mask)
        y = tb.load(y_ptr + offsets, mask=mask)
        tb.store(out_ptr + offsets, x + y, mask=mask)

    return module


if __name__ == "__main__":
    print(build(), end="")
