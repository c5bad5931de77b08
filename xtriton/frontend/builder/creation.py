"""Splat tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.frontend.builder import casts
from xtriton.frontend.builder.constants import scalar_constant, splat
from xtriton.frontend.builder.dtypes import ScalarType, block_of
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.values import Number, Value


def full(shape: Sequence[int], value: Value | Number, dtype: ScalarType) -> Value:
    """A tensor whose elements are all ``value``."""
    casts.check_type(dtype)
    type_ = block_of(dtype, shape) if shape else None
    if isinstance(value, Value):
        if value.numel != 1 or value.is_block:
            raise BuildError(f"full takes a scalar, not {value.type}")
        scalar = casts.convert(value, dtype)
    else:
        scalar = scalar_constant(value, dtype)
    return scalar if type_ is None else splat(scalar, type_)
