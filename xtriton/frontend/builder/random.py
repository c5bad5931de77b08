"""Random numbers from a seed and a counter by Philox
(Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

The functions have the names and operations that Triton's ``random`` module has in the IR.
"""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.frontend.builder.arithmetic import add, maximum, mul, where
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.creation import full
from xtriton.frontend.builder.dtypes import int32, int64, uint32, uint64
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.libraries import library
from xtriton.frontend.builder.mathematics import cos, log, sin, sqrt, umulhi
from xtriton.frontend.builder.values import Value
from xtriton.versions import V3_6, V3_8, by_version

_library = library("random")
DEFAULT_ROUNDS = 10
Pair = tuple[Value, Value]
Four = tuple[Value, Value, Value, Value]


@dataclass(frozen=True)
class PhiloxConstants:
    """The multipliers of a round and the steps of the key, for one width of the counter's words."""

    key: tuple[int, int]
    round: tuple[int, int]


PHILOX_4X32 = PhiloxConstants(key=(0x9E3779B9, 0xBB67AE85), round=(0xD2511F53, 0xCD9E8D57))
PHILOX_4X64 = PhiloxConstants(
    key=(0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B), round=(0xD2E7470EE14C6C93, 0xCA5A826395121157)
)
# 2**-31 and 2**-63, slightly less, so that the largest integer maps below 1.
INT32_SCALE = 4.6566127342e-10
INT64_SCALE = 1.0842020432385337e-19


@_library
def philox_impl(
    c0: Value, c1: Value, c2: Value, c3: Value, k0: Value, k1: Value, n_rounds: int = DEFAULT_ROUNDS
) -> Four:
    """``n_rounds`` rounds of Philox on the counter ``c0, c1, c2, c3`` under the key ``k0, k1``."""
    if c0.number_type not in (uint32, uint64):
        raise BuildError(f"philox_impl takes a counter of uint32 or uint64, not {c0.dtype}")
    constants = PHILOX_4X32 if c0.number_type == uint32 else PHILOX_4X64
    for _ in range(n_rounds):
        a = to_tensor(constants.round[0])
        b = to_tensor(constants.round[1])
        old0, old2 = c0, c2
        c0 = umulhi(b, old2) ^ c1 ^ k0
        c2 = umulhi(a, old0) ^ c3 ^ k1
        c1 = mul(b, old2, sanitize_overflow=False)
        c3 = mul(a, old0, sanitize_overflow=False)
        k0 = add(k0, constants.key[0], sanitize_overflow=False)
        k1 = add(k1, constants.key[1], sanitize_overflow=False)
    return c0, c1, c2, c3


@_library
def philox(
    seed: Value | int,
    c0: Value | int,
    c1: Value | int,
    c2: Value | int,
    c3: Value | int,
    n_rounds: int = DEFAULT_ROUNDS,
) -> object:
    """Four blocks of random integers, as wide as the words of the counter ``c0, c1, c2, c3`` (32 or 64 bits)."""
    seed = to_tensor(seed)
    if not seed.number_type.is_int:
        raise BuildError(f"a seed is an integer, not {seed.dtype}")
    seed = seed.to(uint64)
    c0 = to_tensor(c0)
    c1 = to_tensor(c1)
    c2 = to_tensor(c2)
    c3 = to_tensor(c3)
    if c0.number_type.bits == 32:
        word = uint32
        seed_hi = ((seed >> 32) & 0xFFFFFFFF).to(uint32)
        seed_lo = (seed & 0xFFFFFFFF).to(uint32)
    elif c0.number_type.bits == 64:
        word = uint64
        seed_hi = full((1,), 0, dtype=word)
        seed_lo = seed
    else:
        raise BuildError(f"philox takes a counter of 32 or 64 bits, not {c0.dtype}")
    c0 = c0.to(word, bitcast=True)
    c1 = c1.to(word, bitcast=True)
    c2 = c2.to(word, bitcast=True)
    c3 = c3.to(word, bitcast=True)
    return philox_impl(c0, c1, c2, c3, seed_lo, seed_hi, n_rounds)


@_library
def randint4x(seed: Value | int, offset: Value, n_rounds: int = DEFAULT_ROUNDS) -> object:
    """Four blocks of random 32-bit integers, one of each for every offset."""
    offset_lo = offset.to(uint32)
    zero = offset_lo * 0
    offset_hi = (offset >> 32).to(uint32) if offset.number_type.bits > 32 else zero
    return philox(seed, offset_lo, offset_hi, zero, zero, n_rounds)


@_library
def randint(seed: Value | int, offset: Value, n_rounds: int = DEFAULT_ROUNDS) -> Value:
    """A random 32-bit integer for every offset."""
    ret, _, _, _ = randint4x(seed, offset, n_rounds)
    return ret


def _negated_less_one(x: Value) -> Value:
    return -x - 1


def _inverted(x: Value) -> Value:
    return ~x


_COMPLEMENT = by_version({V3_6: _negated_less_one, V3_8: _inverted})


@_library
def uint_to_uniform_float(x: Value) -> Value:
    """Integers of 32 or 64 bits as floating-point numbers in [0, 1)."""
    if x.number_type in (uint32, int32):
        x = x.to(int32, bitcast=True)
        scale = to_tensor(INT32_SCALE)
    elif x.number_type in (uint64, int64):
        x = x.to(int64, bitcast=True)
        scale = to_tensor(INT64_SCALE)
    else:
        raise BuildError(f"uint_to_uniform_float takes integers of 32 or 64 bits, not {x.dtype}")
    x = where(x < 0, _COMPLEMENT.now()(x), x)
    return x * scale


@_library
def rand(seed: Value | int, offset: Value, n_rounds: int = DEFAULT_ROUNDS) -> object:
    """A random ``float32`` in [0, 1) for every offset."""
    source = randint(seed, offset, n_rounds)
    return uint_to_uniform_float(source)


@_library
def rand4x(seed: Value | int, offsets: Value, n_rounds: int = DEFAULT_ROUNDS) -> object:
    """Four blocks of random ``float32`` in [0, 1), one of each for every offset."""
    i1, i2, i3, i4 = randint4x(seed, offsets, n_rounds)
    u1 = uint_to_uniform_float(i1)
    u2 = uint_to_uniform_float(i2)
    u3 = uint_to_uniform_float(i3)
    u4 = uint_to_uniform_float(i4)
    return u1, u2, u3, u4


@_library
def pair_uniform_to_normal(u1: Value | float, u2: Value | float) -> Pair:
    """Two uniform numbers in [0, 1) as two normal ones (Box and Muller, 1958)."""
    u1 = maximum(1.0e-7, u1)
    th = to_tensor(6.283185307179586 * u2)
    r = sqrt(-2.0 * log(u1))
    return r * cos(th), r * sin(th)


@_library
def randn(seed: Value | int, offset: Value, n_rounds: int = DEFAULT_ROUNDS) -> Value:
    """A normally distributed ``float32`` for every offset."""
    i1, i2, _, _ = randint4x(seed, offset, n_rounds)
    u1 = uint_to_uniform_float(i1)
    u2 = uint_to_uniform_float(i2)
    n1, _ = pair_uniform_to_normal(u1, u2)
    return n1


@_library
def randn4x(seed: Value | int, offset: Value, n_rounds: int = DEFAULT_ROUNDS) -> object:
    """Four blocks of normally distributed ``float32``, one of each for every offset."""
    u1, u2, u3, u4 = rand4x(seed, offset, n_rounds)
    n1, n2 = pair_uniform_to_normal(u1, u2)
    n3, n4 = pair_uniform_to_normal(u3, u4)
    return n1, n2, n3, n4
