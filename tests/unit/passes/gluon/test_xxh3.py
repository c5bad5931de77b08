"""XXH3: hashes by the reference implementation (the package ``xxhash``) for every range of sizes."""

from __future__ import annotations

import pytest

from xtriton.passes.gluon.xxh3 import xxh3_64

HASHES = {
    0: 0x2D06800538D394C2,
    1: 0xC44BDFF4074EECDB,
    3: 0xC3489259E968AD9E,
    4: 0xD3D60C1519014E89,
    8: 0xB88DEE77F6BF6980,
    9: 0x03688DCAD730D826,
    16: 0x9DA23836ADF2BE1E,
    17: 0xF34C3C9CF5A112D1,
    32: 0x99CB9AD0F1A11FBE,
    33: 0xC077B45492D29CDE,
    64: 0x6EFB76FF16F37561,
    128: 0x65F3C2C00FA93185,
    129: 0x28065C6EC25F5B25,
    200: 0x7C64F3B17285E96A,
    240: 0x4917A75C0EF8EED7,
    241: 0x541B19226F0052E8,
    512: 0xF6FE51471F2FA1EC,
    1024: 0xDC5ACF0B043C445B,
    1025: 0xE1D9CD946277AE26,
    1089: 0x0E6DE48C4A6482D5,
    3000: 0x6168BB188259CCCF,
}
"""By the size of the input, whose bytes are multiples of 7 modulo 256."""


@pytest.mark.parametrize("size", HASHES)
def test_hash(size: int) -> None:
    assert xxh3_64(bytes(index * 7 % 256 for index in range(size))) == HASHES[size]
