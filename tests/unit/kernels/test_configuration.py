"""Configurations of the FP8 kernels: signatures, grids and symbols, and invalid constants."""

from __future__ import annotations

import dataclasses
import re
from itertools import product

import numpy as np
import pytest

from xtriton.kernels import Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids

DENSE = Fp8MatmulConfig(7168, 2048)
GROUP = Fp8GroupMatmulConfig(7168, 2048, 8)


def test_the_order_is_that_of_the_contract():
    assert Fp8MatmulConfig(96, 64, 32, 32, 16, 64, 128, 4, 2, 3, "float8_e5m2", "float16") == Fp8MatmulConfig(
        N=96, K=64, block_n=32, block_k=32, BLOCK_SIZE_M=16, BLOCK_SIZE_N=64, BLOCK_SIZE_K=128, GROUP_SIZE_M=4,
        num_warps=2, num_stages=3, in_dtype="float8_e5m2", out_dtype="float16",
    )  # fmt: skip
    assert Fp8GroupMatmulConfig(96, 64, 5, 32, 32).num_experts == 5


@pytest.mark.parametrize("config", [DENSE, GROUP], ids=["matmul", "group matmul"])
def test_the_signature_is_that_of_the_kernel(config: Fp8MatmulConfig | Fp8GroupMatmulConfig):
    assert list(config.signature) == config.kernel.arg_names
    assert config.kernel.__name__ == config.identifier
    constants = [name for name, type_ in config.signature.items() if type_ == "constexpr"]
    assert constants == list(config.constexprs)
    pointers = [index for index, type_ in enumerate(config.signature.values()) if type_.startswith("*")]
    assert config.attrs == {(index,): [["tt.divisibility", 16]] for index in pointers}
    assert config.options == {"num_warps": 8, "num_stages": 3}


def test_types():
    given = Fp8GroupMatmulConfig(64, 64, 2, in_dtype="float8_e5m2", out_dtype="float16").signature
    assert list(given.values())[:8] == ["*fp8e5", "*fp8e5", "*fp32", "*fp32", "*i32", "*i32", "*fp16", "i32"]


def test_grids():
    config = Fp8MatmulConfig(300, 64, BLOCK_SIZE_M=64, BLOCK_SIZE_N=128)
    assert [config.grid(rows) for rows in (0, 1, 64, 65)] == [(0, 1, 1), (3, 1, 1), (3, 1, 1), (6, 1, 1)]
    group = Fp8GroupMatmulConfig(300, 64, 5, BLOCK_SIZE_M=64, BLOCK_SIZE_N=128)
    assert [group.grid(rows)[0] for rows in (0, 1, 65)] == [15, 18, 21]
    with pytest.raises(ValueError, match="M is -1, but must be from 0"):
        config.grid(-1)
    with pytest.raises(ValueError, match=r"tiles are too many for one launch: use larger ones or split the rows"):
        Fp8MatmulConfig(1 << 20, 64, BLOCK_SIZE_M=16, BLOCK_SIZE_N=16).grid(1 << 20)


def test_symbols_are_unique():
    """Whatever differs, the name differs, and it is one that assemblers take."""
    base = {
        "N": (512, 1024), "K": (256, 512), "block_n": (64, 128), "block_k": (64, 128), "BLOCK_SIZE_M": (16, 32),
        "BLOCK_SIZE_N": (16, 32), "BLOCK_SIZE_K": (32, 64), "GROUP_SIZE_M": (1, 11), "num_warps": (1, 4),
        "num_stages": (1, 2), "in_dtype": ("float8_e4m3fn", "float8_e5m2"), "out_dtype": ("float16", "bfloat16"),
    }  # fmt: skip
    assert list(base) == list(Fp8MatmulConfig.contract())
    configs = [Fp8MatmulConfig(*values) for values in product(*base.values())]
    names = [config.symbol(target) for config in configs for target in ("cuda:89", "cuda:90")]
    names += [Fp8GroupMatmulConfig(512, 256, experts).symbol("cuda:90") for experts in (1, 2)]
    assert len(set(names)) == len(names) == 2 * 2**12 + 2
    assert all(re.fullmatch(r"\w+", name) for name in names)
    assert configs[0].symbol("cuda:90") == Fp8MatmulConfig(*(values[0] for values in base.values())).symbol("cuda:90")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"N": 0}, "N is 0, but must be an integer from 1 to 1073741824"),
        ({"K": -3}, "K is -3, but must be an integer from 1 to 1073741824"),
        ({"K": 2.0}, "K is 2.0, but must be an integer from 1 to 1073741824"),
        ({"K": 1 << 31}, "K is 2147483648, but must be an integer from 1 to 1073741824"),
        ({"block_n": 0}, "block_n is 0, but must be an integer from 1 to 1073741824"),
        ({"GROUP_SIZE_M": True}, "GROUP_SIZE_M is True, but must be an integer from 1 to 1073741824"),
        ({"BLOCK_SIZE_M": 100}, "BLOCK_SIZE_M is 100, but must be a power of two from 16 to 1024"),
        ({"BLOCK_SIZE_N": 8}, "BLOCK_SIZE_N is 8, but must be a power of two from 16 to 1024"),
        ({"BLOCK_SIZE_K": 16}, "BLOCK_SIZE_K is 16, but must be a power of two from 32 to 1024"),
        ({"num_warps": 3}, "num_warps is 3, but must be a power of two from 1 to 32"),
        ({"num_warps": 0}, "num_warps is 0, but must be an integer from 1 to 1073741824"),
        ({"num_stages": 0}, "num_stages is 0, but must be an integer from 1 to 1073741824"),
        ({"in_dtype": "e4m3"}, "in_dtype is 'e4m3', but must be one of float8_e4m3fn, float8_e5m2"),
        ({"out_dtype": "f8"}, "out_dtype is 'f8', but must be one of float16, bfloat16, float32"),
        (
            {"block_k": 16},
            "block_k is 16, but tensor cores multiply 32 fp8 columns at once: use blocks of 32 or more",
        ),
        (
            {"block_k": 96},
            "BLOCK_SIZE_K is 128, which straddles blocks of block_k = 96 columns: use a tile that divides block_k or "
            "is a multiple of it, such as 32",
        ),
        (
            {"block_k": 100},
            "BLOCK_SIZE_K is 128, which straddles blocks of block_k = 100 columns: use a tile that divides block_k or "
            "is a multiple of it, or other blocks",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_invalid_constants_are_rejected(wrong: dict[str, object], message: str):
    for base in (DENSE, GROUP):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            dataclasses.replace(base, **wrong)


def test_the_number_of_experts():
    with pytest.raises(ValueError, match="num_experts is 0, but must be an integer"):
        Fp8GroupMatmulConfig(64, 64, 0)


def test_targets():
    for target in ("cuda:89", "cuda:90", "cuda:100"):
        DENSE.check_target(target)
    narrow = dataclasses.replace(DENSE, in_dtype="float8_e5m2")
    narrow.check_target("cuda:80")
    old = "target 'cuda:80' has no products of float8_e4m3fn: compile for cuda:89 or newer, or use float8_e5m2"
    with pytest.raises(ValueError, match=f"^{old}$"):
        DENSE.symbol("cuda:80")
    with pytest.raises(
        ValueError, match=r"^target 'cuda:75' has no products of float8_e5m2: compile for cuda:80 or newer$"
    ):
        narrow.check_target("cuda:75")
    with pytest.raises(ValueError, match="target 'hip:gfx942' is not known"):
        DENSE.check_target("hip:gfx942")


def test_expert_ids():
    """Tiles of 4 rows: expert e owns those from ceil(indptr[e] / 4) + e on."""
    assert expert_ids(np.array([0, 5, 5, 9]), 4).tolist() == [0, 0, -1, -1, 2, -1]
    assert expert_ids(np.array([0, 4, 8]), 4).tolist() == [0, -1, 1, -1]
    assert expert_ids(np.array([0, 0, 0]), 4).tolist() == [-1, -1]
    found = expert_ids(np.array([0, 1, 2, 3]), 4)
    assert (found.tolist(), found.dtype) == ([0, -1, 1, 2], np.dtype(np.int32))


def test_expert_ids_cover_all_rows():
    random = np.random.default_rng(0)
    for _ in range(200):
        counts = random.integers(0, 40, random.integers(1, 9))
        bounds = np.concatenate([[0], np.cumsum(counts)])
        tile = int(random.choice([1, 7, 16]))
        ids = expert_ids(bounds, tile)
        assert len(ids) == -(-int(bounds[-1]) // tile) + len(counts)
        for expert, count in enumerate(counts):
            owned = np.flatnonzero(ids == expert)
            first = -(-int(bounds[expert]) // tile) + expert
            assert owned.tolist() == list(range(first, first - (-int(count) // tile)))


@pytest.mark.parametrize("indptr", [[0], [1, 2], [0, 3, 2]])
def test_wrong_bounds_of_experts(indptr: list[int]):
    with pytest.raises(ValueError, match="indptr must begin with 0 and never fall"):
        expert_ids(np.array(indptr), 16)
