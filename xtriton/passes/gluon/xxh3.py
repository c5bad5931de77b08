"""XXH3, the hash function by which Triton orders encodings (LLVM's ``xxh3_64bits``, without a seed).

The algorithm is that of https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md.
"""

from __future__ import annotations

from struct import unpack_from

_MASK = (1 << 64) - 1
_PRIME32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
_PRIME64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
_MIX = (0x165667919E3779F9, 0x9FB21C651E98DF25)

_SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_STRIPE = 64
_SECRET_STEP = 8


def xxh3_64(data: bytes) -> int:
    """The 64-bit hash of ``data``."""
    size = len(data)
    if size <= 16:
        return _of_at_most_16(data)
    if size <= 128:
        return _of_at_most_128(data)
    if size <= 240:
        return _of_at_most_240(data)
    return _of_long(data)


def _word(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 8], "little")


def _half_word(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 4], "little")


def _folded_product(left: int, right: int) -> int:
    """The halves of the 128-bit product, combined by exclusive or."""
    product = left * right
    return (product & _MASK) ^ (product >> 64)


def _avalanche(value: int) -> int:
    value ^= value >> 37
    value = value * _MIX[0] & _MASK
    return value ^ value >> 32


def _avalanche_as_xxh64(value: int) -> int:
    value ^= value >> 33
    value = value * _PRIME64[1] & _MASK
    value ^= value >> 29
    value = value * _PRIME64[2] & _MASK
    return value ^ value >> 32


def _of_at_most_16(data: bytes) -> int:
    size = len(data)
    if size > 8:
        low = _word(data, 0) ^ _word(_SECRET, 24) ^ _word(_SECRET, 32)
        high = _word(data, size - 8) ^ _word(_SECRET, 40) ^ _word(_SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return _avalanche(size + swapped + high + _folded_product(low, high) & _MASK)
    if size >= 4:
        value = _half_word(data, size - 4) + (_half_word(data, 0) << 32)
        return _mixed_with_size(value ^ _word(_SECRET, 8) ^ _word(_SECRET, 16), size)
    if size:
        value = data[0] << 16 | data[size >> 1] << 24 | data[size - 1] | size << 8
        return _avalanche_as_xxh64(value ^ _half_word(_SECRET, 0) ^ _half_word(_SECRET, 4))
    return _avalanche_as_xxh64(_word(_SECRET, 56) ^ _word(_SECRET, 64))


def _mixed_with_size(value: int, size: int) -> int:
    value ^= _rotated(value, 49) ^ _rotated(value, 24)
    value = value * _MIX[1] & _MASK
    value ^= (value >> 35) + size
    value = value * _MIX[1] & _MASK
    return value ^ value >> 28


def _rotated(value: int, count: int) -> int:
    return (value << count | value >> 64 - count) & _MASK


def _mixed_16(data: bytes, offset: int, secret: int) -> int:
    """The contribution of 16 bytes of data with 16 bytes of the secret."""
    return _folded_product(
        _word(data, offset) ^ _word(_SECRET, secret), _word(data, offset + 8) ^ _word(_SECRET, secret + 8)
    )


def _of_at_most_128(data: bytes) -> int:
    size = len(data)
    total = size * _PRIME64[0]
    for index in range((size - 1) // 32 + 1):
        total += _mixed_16(data, 16 * index, 32 * index)
        total += _mixed_16(data, size - 16 * (index + 1), 32 * index + 16)
    return _avalanche(total & _MASK)


def _of_at_most_240(data: bytes) -> int:
    size = len(data)
    total = size * _PRIME64[0]
    total += sum(_mixed_16(data, 16 * index, 16 * index) for index in range(8))
    total = _avalanche(total & _MASK)
    total += sum(_mixed_16(data, 16 * index, 16 * (index - 8) + 3) for index in range(8, size // 16))
    total += _mixed_16(data, size - 16, 136 - 17)
    return _avalanche(total & _MASK)


def _of_long(data: bytes) -> int:
    lanes = [_PRIME32[2], *_PRIME64[:4], _PRIME32[1], _PRIME64[4], _PRIME32[0]]
    per_block = (len(_SECRET) - _STRIPE) // _SECRET_STEP
    stripes = (len(data) - 1) // _STRIPE
    for stripe in range(stripes):
        place = stripe % per_block
        _accumulate(lanes, data, stripe * _STRIPE, place * _SECRET_STEP)
        if place == per_block - 1:
            _scramble(lanes)
    _accumulate(lanes, data, len(data) - _STRIPE, len(_SECRET) - _STRIPE - 7)
    total = len(data) * _PRIME64[0]
    for index in range(4):
        left, right = lanes[2 * index : 2 * index + 2]
        total += _folded_product(left ^ _word(_SECRET, 11 + 16 * index), right ^ _word(_SECRET, 19 + 16 * index))
    return _avalanche(total & _MASK)


def _accumulate(lanes: list[int], data: bytes, offset: int, secret: int) -> None:
    """Add a stripe of 64 bytes to the eight lanes."""
    values: tuple[int, ...] = unpack_from("<8Q", data, offset)
    keys: tuple[int, ...] = unpack_from("<8Q", _SECRET, secret)
    for index, (value, key) in enumerate(zip(values, keys, strict=True)):
        keyed = value ^ key
        lanes[index ^ 1] = lanes[index ^ 1] + value & _MASK
        lanes[index] = lanes[index] + (keyed & 0xFFFFFFFF) * (keyed >> 32) & _MASK


def _scramble(lanes: list[int]) -> None:
    """Mix the lanes after a block of stripes."""
    keys: tuple[int, ...] = unpack_from("<8Q", _SECRET, len(_SECRET) - _STRIPE)
    for index, key in enumerate(keys):
        lane = lanes[index]
        lanes[index] = (lane ^ lane >> 47 ^ key) * _PRIME32[0] & _MASK
