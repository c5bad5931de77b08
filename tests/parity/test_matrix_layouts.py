"""Layouts of AMD's matrix instructions are read and printed as in the wheel, with every number of tiles of a warp."""

from __future__ import annotations

from itertools import product

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from selection import of_versions

from xtriton.versions import V3_7, before

MODULE = '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32'
MFMA = "#ttg.amd_mfma<{{version = 3, warpsPerCTA = {warps}, instrShape = [16, 16, 16], isTransposed = true{tiles}}}>"
WMMA = "#ttg.amd_wmma<{{version = 2, isTranspose = false, warpsPerCTA = {warps}, instrShape = [16, 16, 16]{tiles}}}>"


def program(layout: str, shape: tuple[int, ...]) -> str:
    tensor = f"tensor<{'x'.join(map(str, shape))}xf32, #mma>"
    return f"#mma = {layout}\nmodule attributes {{{MODULE}}} {{\ntt.func @f(%x: {tensor}) {{\ntt.return\n}}\n}}"


@pytest.mark.parametrize("rank", [2, 3])
@pytest.mark.parametrize(
    "layout",
    [
        pytest.param(MFMA, id="mfma"),
        pytest.param(WMMA, id="wmma", marks=of_versions(before(V3_7), "WMMA has a ctaLayout since 3.7")),
    ],
)
def test_tiles_of_a_warp(layout: str, rank: int) -> None:
    compared = 0
    for tiles in [None, *product((1, 2, 4), repeat=rank)]:
        text = "" if tiles is None else f", tilesPerWarp = {list(tiles)}"
        warps = [1] * (rank - 2) + [2, 2]
        made = program(layout.format(warps=warps, tiles=text), (2, 64, 64)[-rank:])
        wheel = wheel_outcome("", made)
        if wheel.text is None:
            continue
        assert native_outcome("", made) == wheel, tiles
        compared += 1
    assert compared > 3**rank - 2
