"""Several kernels for a product, one for each range of M: which are compiled, and which is launched."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, UnknownLoc, i64

from xtriton.compiler.result import CompiledKernel
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.by_rows import (
    KernelsByRows,
    compiled_by_rows,
    configuration_for,
    configurations_by_rows,
    entry_by_rows,
    read_entries,
    tiles_of,
)
from xtriton.kernels.external import ExternalKernel, entry_of

DENSE = Fp8MatmulConfig(7168, 2048, optimize="hopper")
GROUP = Fp8GroupMatmulConfig(4096, 7168, 64, optimize="hopper")


def compiler(fate: Callable[[BlockScaledConfig], dict[str, Any]]) -> Callable[[BlockScaledConfig], ExternalKernel]:
    """A compiler that compiles nothing; ``fate`` gives the metadata."""

    def compile(config: BlockScaledConfig) -> ExternalKernel:
        metadata = {"signature": [], "num_warps": 4, "shared": 0, "passes": [], **fate(config)}
        asm: dict[str, str | bytes] = {"source": "", "ptx": "", "cubin": b""}
        return ExternalKernel(config, "cuda:90", CompiledKernel(config.symbol("cuda:90"), asm, metadata))

    return compile


SPECIALISED = compiler(lambda config: {"launch": []} if config.optimize else {})


def size_of(config: BlockScaledConfig) -> tuple[int, int]:
    return config.BLOCK_SIZE_M, config.BLOCK_SIZE_N


def test_without_optimize_there_is_one_kernel():
    plain = Fp8MatmulConfig(7168, 2048)
    assert tiles_of(plain) == ()
    assert configurations_by_rows(plain) == ((None, plain),)
    assert compiled_by_rows(plain, SPECIALISED)[0][1].config == plain


def test_few_rows_have_smaller_tiles():
    few, many = configuration_for(DENSE, 1), configuration_for(DENSE, 8192)
    assert few.BLOCK_SIZE_M == 64
    assert many.BLOCK_SIZE_M == 128
    assert few.N == many.N == 7168
    assert few.optimize == many.optimize == "hopper"


def test_the_rows_of_tiles_of_a_grouped_product_are_the_callers():
    """The table of experts is made for them."""
    for rows in (64, 128):
        ranges = configurations_by_rows(GROUP.changed(BLOCK_SIZE_M=rows))
        assert {config.BLOCK_SIZE_M for _, config in ranges} == {rows}
    assert tiles_of(GROUP.changed(BLOCK_SIZE_M=32)) == []
    small = GROUP.changed(BLOCK_SIZE_M=32)
    assert configurations_by_rows(small) == ((None, small),)


@pytest.mark.parametrize(("block_n", "most"), [(128, 256), (256, 256), (64, 64), (96, 32), (48, 16)])
def test_tiles_are_within_a_block_of_the_weight(block_n: int, most: int):
    tiles = tiles_of(DENSE.changed(block_n=block_n))
    assert max(tile.columns for tile in tiles) == most
    assert all(block_n % min(tile.columns, 128) == 0 for tile in tiles)


def test_blocks_of_less_than_16_columns_have_no_tile():
    assert tiles_of(DENSE.changed(block_n=24)) == []


def test_steps_of_less_than_128_columns_count_more():
    """A loop with twice the steps takes longer: the choice is that of a deeper product."""
    halved = configurations_by_rows(DENSE.changed(K=4096, block_k=64, BLOCK_SIZE_K=64))
    deeper = configurations_by_rows(DENSE.changed(K=8192))
    assert [(most, size_of(config)) for most, config in halved] == [(most, size_of(config)) for most, config in deeper]


def test_the_kernel_of_each_range_is_launched():
    kernels = KernelsByRows(DENSE, "cuda:90", "all", compiled_by_rows(DENSE, SPECIALISED))
    assert len(kernels.ranges) > 2
    for (most, kernel), (_, following) in pairwise(kernels.ranges):
        assert most is not None
        assert kernels.for_rows(most) is kernel
        assert kernels.for_rows(most + 1) is following
    assert kernels.for_rows(1) is kernels.ranges[0][1]
    assert kernels.for_rows(1 << 29) is kernels.ranges[-1][1]


def test_a_tile_that_spills_is_no_candidate():
    first = {size_of(config) for _, config in configurations_by_rows(DENSE)}
    bad = (128, 128)
    assert bad in first
    spilling = compiler(
        lambda config: (
            {"dropped": "8 bytes of registers would be spilled instead of 0"}
            if size_of(config) == bad
            else {"launch": []}
        )
    )
    kernels = compiled_by_rows(DENSE, spilling)
    assert all(size_of(kernel.config) != bad for _, kernel in kernels)
    assert {kernel.config.optimize for _, kernel in kernels} == {"hopper"}


def test_a_kernel_that_is_not_specialised_is_the_plain_one_with_its_own_tile():
    ((most, kernel),) = compiled_by_rows(DENSE.changed(BLOCK_SIZE_N=32), compiler(lambda config: {}))
    assert most is None
    assert kernel.config == DENSE.changed(BLOCK_SIZE_N=32, optimize=None)


def test_if_all_tiles_spill_it_is_the_plain_one():
    ((_, kernel),) = compiled_by_rows(
        DENSE, compiler(lambda config: {"dropped": "8 bytes of registers would be spilled instead of 0"})
    )
    assert kernel.config == DENSE.changed(optimize=None)


def test_no_launch_without_rows():
    kernels = KernelsByRows(DENSE, "cuda:90", "all", compiled_by_rows(DENSE, SPECIALISED))
    kernels(None, None, None, None, None, 0)
    with pytest.raises(ValueError, match="M is -1, but must be from 0"):
        kernels(None, None, None, None, None, -1)


# -------------------------------------------------------------------------------------------------------------- entries


def entries() -> list[DictionaryAttr]:
    """Those of the kernels and the one that lists them, which is the last."""
    ranges = compiled_by_rows(DENSE, SPECIALISED)
    kernels = {kernel.symbol: kernel for _, kernel in ranges}
    listed = entry_by_rows(KernelsByRows(DENSE, "cuda:90", "all", ranges))
    return [*map(entry_of, kernels.values()), listed]


def changed(entry: DictionaryAttr, ranges: list[DictionaryAttr]) -> DictionaryAttr:
    return DictionaryAttr({**entry.data, "by_rows": ArrayAttr(ranges)})


def ranges_of(entry: DictionaryAttr) -> list[DictionaryAttr]:
    return list(cast("ArrayAttr[DictionaryAttr]", entry.data["by_rows"]).data)


def test_entries_are_read_again():
    found = read_entries(entries(), UnknownLoc())
    kernels = found["all"]
    assert isinstance(kernels, KernelsByRows)
    assert kernels.config == DENSE
    expected = configurations_by_rows(DENSE)
    assert [(most, kernel.config) for most, kernel in kernels.ranges] == list(expected)
    for rows in (1, 64, 65, 4100):
        assert kernels.for_rows(rows).config == configuration_for(DENSE, rows)


def test_entries_that_are_damaged():
    *kernels, listed = entries()
    ranges = ranges_of(listed)
    swapped = [ranges[1], ranges[0], *ranges[2:]]
    last_with_bound = [*ranges[:-1], DictionaryAttr({**ranges[-1].data, "most_rows": IntegerAttr(1 << 20, i64)})]
    first_without = [DictionaryAttr({"symbol": ranges[0].data["symbol"]}), *ranges[1:]]
    for damaged in (swapped, last_with_bound, first_without, []):
        with pytest.raises(DiagnosticError, match="the external kernel all is damaged: its ranges of rows are not in"):
            read_entries([*kernels, changed(listed, damaged)], UnknownLoc())
    unknown = [*ranges[:-1], DictionaryAttr({"symbol": StringAttr("other")})]
    with pytest.raises(DiagnosticError, match="damaged: there is no kernel 'other'"):
        read_entries([*kernels, changed(listed, unknown)], UnknownLoc())
    with pytest.raises(DiagnosticError, match="is not a range of rows"):
        read_entries([*kernels, changed(listed, cast("Any", [StringAttr("x")]))], UnknownLoc())


def test_the_experts_are_counted_from_the_callers_table():
    """Each range's table is that of the caller's rows of tiles."""
    for rows in (1, 128, 8192, 1 << 17):
        assert configuration_for(GROUP, rows).BLOCK_SIZE_M == 128
    assert len({config.BLOCK_SIZE_N for _, config in configurations_by_rows(GROUP)}) > 1
