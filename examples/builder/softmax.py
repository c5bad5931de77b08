"""Softmax of the rows of a matrix, in a loop over rows. Prints its TTIR.

python examples/builder/softmax.py
"""

from __future__ import annotations

from xtriton.frontend import builder as tb
from xtriton.frontend.builder import Value


def build(block: int = 256) -> tb.Module:
    """A module with the softmax of fp32 rows of at most ``block`` columns; strides are in elements."""
    module = tb.Module()
    floats, stride = tb.pointer(tb.float32, divisibility=16), tb.scalar(tb.int32, divisibility=16)

    @module.kernel(
        out_ptr=floats,
        in_ptr=floats,
        in_stride=stride,
        out_stride=stride,
        n_rows=tb.int32,
        n_cols=tb.int32,
        BLOCK=block,
    )
    def softmax(
        out_ptr: Value,
        in_ptr: Value,
        in_stride: Value,
        out_stride: Value,
        n_rows: Value,
        n_cols: Value,
        BLOCK: int,  # noqa: N803
    ) -> None:
        row_start = tb.program_id(0)
        row_step = tb.num_programs(0)
        with tb.for_range(row_start, n_rows, row_step, num_stages=2) as (row, _):
            cols = tb.arange(0, BLOCK)
            mask = cols < n_cols
            x = tb.load(in_ptr + row * in_stride + cols, mask=mask, other=-float("inf"))
            numerator = tb.exp(x - tb.max(x, axis=0))
            y = numerator / tb.sum(numerator, axis=0)
            tb.store(out_ptr + row * out_stride + cols, y, mask=mask)

    return module


if __name__ == "__main__":
    print(build(), end="")
