"""Element types of TVM's tensors and their MLIR types."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import Float8E4M3FNType, Float8E5M2Type, IntegerType, Signedness, bf16, f16, f32, f64
from xdsl.ir import Attribute

ELEMENTS: Mapping[str, Attribute] = {
    "float8_e4m3fn": Float8E4M3FNType(),
    "float8_e5m2": Float8E5M2Type(),
    "float16": f16,
    "bfloat16": bf16,
    "float32": f32,
    "float64": f64,
    "bool": IntegerType(1),
    **{f"int{bits}": IntegerType(bits) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": IntegerType(bits, Signedness.UNSIGNED) for bits in (8, 16, 32, 64)},
}
"""MLIR's element types by TVM's."""
