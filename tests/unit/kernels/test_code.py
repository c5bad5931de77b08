"""Triton's code for the FP8 kernels: wide asynchronous loads, tensor cores, no spills."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from selection import slow_unless
from unit.kernels.compiling import compile_for

from xtriton.versions import V3_6, V3_8, ByVersion, by_version

_ROOT = Path(__file__).parents[3]
SHAPE = {"N": 7168, "K": 2048}
GROUP = {**SHAPE, "num_experts": 8}
WIDE_COPY = r"cp\.async\.cg\.shared\.global \[[^\]]*\], \[[^\]]*\], 0x10"

TENSOR_CORES = {
    89: r"mma\.sync\.aligned\.m16n8k32\.row\.col\.f32\.{0}\.{0}\.f32",
    90: r"wgmma\.mma_async\.sync\.aligned\.m64n128k32\.f32\.{0}\.{0}",
    100: r"tcgen05\.mma\.cta_group::1\.kind::f8f6f4",
}


MOST_REGISTERS: ByVersion[dict[int, int]] = by_version({V3_6: {}, V3_8: {89: 240}})
"""Triton since 3.8 permutes bytes of the operands on sm_89 (264 ``prmt``): 236 registers, and 169 before.

That is its PTX: ptxas of 3.9 gives 169 registers to the PTX of 3.7.
"""


@pytest.mark.parametrize("capability", slow_unless(TENSOR_CORES, {90}.__contains__))
def test_defaults(capability: int, tmp_path: Path):
    kinds = [("Fp8MatmulConfig", SHAPE), ("Fp8GroupMatmulConfig", GROUP)]
    narrow = [(kind, {**shape, "in_dtype": "float8_e5m2"}) for kind, shape in kinds]
    for index, code in enumerate(compile_for(capability, [*kinds, *narrow], tmp_path)):
        type_ = "e5m2" if index >= len(kinds) else "e4m3"
        assert code.instructions(TENSOR_CORES[capability].format(type_))
        assert len(code.instructions(WIDE_COPY)) == len(code.instructions(r"cp\.async\.c[ag]\.shared")) > 0
        assert not code.instructions(r"ld\.global\S*\.[bu]8")
        assert code.spilled == 0
        assert code.registers < MOST_REGISTERS.now().get(capability, 180)


@pytest.mark.slow
def test_without_facts_there_are_no_wide_loads(tmp_path: Path):
    """Without the argument attributes each element is loaded by itself."""
    (code,) = compile_for(90, [("Fp8MatmulConfig", {**SHAPE, "attrs": False})], tmp_path)
    assert not code.instructions(r"cp\.async\.c")
    assert len(code.instructions(r"ld\.global\S*\.b8")) > 100
    assert code.spilled > 0


def test_edges_without_masks_keep_wide_loads(tmp_path: Path):
    """N, K and M need not divide by tiles; K is a multiple of 16, so rows begin at multiples of 16 bytes."""
    (code,) = compile_for(90, [("Fp8MatmulConfig", {"N": 2100, "K": 7184})], tmp_path)
    assert code.instructions(WIDE_COPY)
    assert not code.instructions(r"ld\.global\S*\.b8")
    assert code.spilled == 0


@pytest.mark.slow
def test_warps_and_stages_reach_the_binary(tmp_path: Path):
    small = {**SHAPE, "BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 64}
    options = [(8, 2), (4, 2), (4, 3), (4, 4)]
    configurations = [("Fp8MatmulConfig", {**small, "num_warps": warps, "num_stages": n}) for warps, n in options]
    found = compile_for(90, configurations, tmp_path)
    assert [bool(code.instructions("reqntid 256")) for code in found] == [True, False, False, False]
    assert all(code.instructions("reqntid 128") for code in found[1:])
    bytes_of_a_stage = (64 + 64) * 128
    shared = [code.shared for code in found[1:]]
    assert [more - less for less, more in pairwise(shared)] == [bytes_of_a_stage, bytes_of_a_stage]


def test_the_program_of_the_documentation():
    page = (_ROOT / "docs/kernels.md").read_text(encoding="utf-8")
    program, by_rows = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert 'optimize="hopper"' in by_rows  # test_by_rows.py compiles such kernels
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("w8a8_block_fp8_matmul_N7168_K2048_")
    assert done.stdout.endswith("_sm90\n(1792, 1, 1) 98304 True\n")
