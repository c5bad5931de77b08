"""Results of the FP8 kernels on the interpreter, which reports out-of-bounds accesses, against NumPy in f64."""

from __future__ import annotations

import numpy as np
import pytest
from unit.kernels.operands import Operands, module_of, operands

import xtriton
from xtriton.interp.numbers.formats import FLOATS
from xtriton.interp.numbers.rounding import round_to
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.reference import FP8_FORMATS, block_fp8_matmul, relative_error
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

LIMIT = 5e-3
TILE = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 3, "num_warps": 4, "num_stages": 2}
SMALL = {"block_n": 32, "block_k": 32, **TILE}


def run(config: BlockScaledConfig, given: Operands, module: object = None) -> np.ndarray:
    """The output of a launch, in which poison decides nothing."""
    module = module or module_of(config)
    xtriton.interpret(module, config.grid(given.rows), *given.arrays, given.rows, strict=True)
    return given.result


MATMULS = {
    "whole tiles": (Fp8MatmulConfig(64, 96, **SMALL), (32,)),
    "ragged": (Fp8MatmulConfig(75, 107, **SMALL), (1, 3, 16, 65)),
    "less than a tile": (Fp8MatmulConfig(5, 7, **SMALL), (1, 20)),
    "one column": (Fp8MatmulConfig(1, 33, **SMALL), (2,)),
    "K is one block and a bit": (Fp8MatmulConfig(64, 144, block_k=128, block_n=64, **TILE), (17,)),
    "two steps for a block": (Fp8MatmulConfig(40, 200, block_k=64, block_n=32, **TILE), (18,)),
    "blocks that are no power of two": (Fp8MatmulConfig(100, 250, block_k=96, block_n=24, **TILE), (18,)),
    "several blocks of N in a tile": (Fp8MatmulConfig(90, 64, block_n=8, block_k=32, **TILE), (18,)),
    "one block of N": (Fp8MatmulConfig(90, 64, block_n=1024, block_k=1024, **TILE), (18,)),
    "several blocks of K in a tile": (
        Fp8MatmulConfig(33, 300, **{**SMALL, "BLOCK_SIZE_K": 128}),
        (18,),
    ),
    "wide tiles": (Fp8MatmulConfig(600, 70, block_n=128, block_k=32, **{**TILE, "BLOCK_SIZE_N": 256}), (20,)),
    "wide tiles, narrow blocks": (Fp8MatmulConfig(300, 64, **{**SMALL, "BLOCK_SIZE_N": 256}), (20,)),
    "the default tiles": (Fp8MatmulConfig(200, 300), (1, 130)),
    "blocks of 256": (Fp8MatmulConfig(270, 300, block_n=256, block_k=256), (65,)),
    "e5m2": (Fp8MatmulConfig(75, 107, **SMALL, in_dtype="float8_e5m2", out_dtype="float16"), (3,)),
    "f16": (Fp8MatmulConfig(75, 107, **SMALL, out_dtype="float16"), (3,)),
    "f32": (Fp8MatmulConfig(75, 107, **SMALL, out_dtype="float32"), (3,)),
}


@pytest.mark.parametrize(("config", "many"), MATMULS.values(), ids=MATMULS)
def test_matmul(config: Fp8MatmulConfig, many: tuple[int, ...]):
    module = module_of(config)
    for rows in many:
        given = operands(config, rows)
        expected = given.expected
        assert relative_error(run(config, given, module), expected) < LIMIT


GROUPS = {
    "each has some": (0, 10, 47, 60),
    "whole tiles": (0, 16, 48, 64),
    "empty experts": (0, 0, 33, 33),
    "all to the last": (0, 0, 0, 35),
    "all to the first": (0, 35, 35, 35),
    "one row": (0, 0, 1, 1),
    "one row each": (0, 1, 2, 3),
    "no rows at all": (0, 0, 0, 0),
}


@pytest.mark.parametrize("indptr", GROUPS.values(), ids=GROUPS)
def test_group_matmul(indptr: tuple[int, ...], group_module: tuple[Fp8GroupMatmulConfig, object]):
    config, module = group_module
    given = operands(config, indptr[-1], indptr)
    assert relative_error(run(config, given, module), given.expected) < LIMIT


@pytest.fixture(scope="module")
def group_module() -> tuple[Fp8GroupMatmulConfig, object]:
    config = Fp8GroupMatmulConfig(75, 107, 3, **SMALL)
    return config, module_of(config)


@pytest.mark.parametrize(
    "config",
    [
        Fp8GroupMatmulConfig(64, 128, 3, **SMALL),
        Fp8GroupMatmulConfig(70, 300, 3, block_n=64, block_k=256, **TILE),
        Fp8GroupMatmulConfig(75, 107, 3, **SMALL, in_dtype="float8_e5m2", out_dtype="float16"),
        Fp8GroupMatmulConfig(200, 200, 3),
    ],
    ids=["whole tiles", "blocks of 64 by 256", "e5m2", "the default tiles"],
)
def test_group_matmul_of_other_configurations(config: Fp8GroupMatmulConfig):
    given = operands(config, 60, (0, 10, 10, 60))
    assert relative_error(run(config, given), given.expected) < LIMIT


def test_the_order_of_tiles_is_a_permutation():
    """Whatever the height of a band, every tile is computed: one is missing or twice as soon as the order is wrong."""
    for height in (1, 2, 5, 64):
        config = Fp8MatmulConfig(100, 32, **{**SMALL, "GROUP_SIZE_M": height})
        given = operands(config, 100)
        assert relative_error(run(config, given), given.expected) < LIMIT


def test_after_the_passes_of_this_project():
    config = Fp8GroupMatmulConfig(75, 107, 3, **SMALL)
    module, given = module_of(config), operands(config, 47, (0, 10, 10, 47))
    PassManager(Context()).run(parse_pipeline("make-ttir{target=cuda:90}"), module)
    assert relative_error(run(config, given, module), given.expected) < LIMIT


def test_a_scale_that_is_missing_is_out_of_bounds():
    """The interpreter would tell if the kernel read beyond the scales."""
    config = Fp8MatmulConfig(75, 107, **SMALL)
    given = operands(config, 3)
    given.arrays[2] = given.arrays[2].ravel()[:-1].copy()
    with pytest.raises(DiagnosticError, match="out of bounds"):
        run(config, given)


def test_operands_of_more_than_2_to_the_31_elements():
    """Only the last rows of x and the last expert's weight are used: the rest is memory that nobody touches."""
    config = Fp8GroupMatmulConfig(
        48, 16384, 2800, **{**SMALL, "BLOCK_SIZE_M": 128, "BLOCK_SIZE_K": 1024, "block_k": 1024}
    )
    rows, last = 131200, 20
    random, form = np.random.default_rng(0), FP8_FORMATS[config.in_dtype]
    x = np.zeros((rows, config.K), np.uint8)
    weight = np.zeros((config.num_experts, config.N, config.K), np.uint8)
    assert min(x.size, weight.size) > 2**31
    for part in (x[-last:], weight[-1]):
        part[...] = form.encode(round_to(form, random.standard_normal(part.shape).astype(np.float32)))
    x_scale = np.ones((rows, 16), np.float32)
    weight_scale = np.ones((config.num_experts, 2, 16), np.float32)
    indptr = np.array([0] + [rows - last] * (config.num_experts - 1) + [rows], np.int32)
    tiles = np.full(config.grid(rows)[0] // 2, -1, np.int32)
    tiles[-(-(rows - last) // 128) + config.num_experts - 1] = config.num_experts - 1
    out = np.zeros((rows, config.N), np.uint16)
    arguments = (x, weight, x_scale, weight_scale, tiles, indptr, out, rows)
    xtriton.interpret(module_of(config), config.grid(rows), *arguments, strict=True)
    expected = block_fp8_matmul(x[-last:], weight[-1], x_scale[-last:], weight_scale[-1], 32, 1024, config.in_dtype)
    assert relative_error(FLOATS["bf16"].decode(out[-last:]), expected) < LIMIT
