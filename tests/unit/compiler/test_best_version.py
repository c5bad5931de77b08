"""The choice between versions of a kernel that ``optimize="hopper"`` has specialised, by what ptxas reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import xtriton
from xtriton.compiler import best_version as module
from xtriton.compiler import gpu
from xtriton.compiler.best_version import OVERLAP, PREFETCH, SPLIT_K, TAKE_TURNS, best_version
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import Signature
from xtriton.kernels import Fp8MatmulConfig

REASON = "insufficient register resources for the wgmma pipeline"
PLAIN = ("plain",)


def version(spills: int = 0, serialized: bool = False, specialized: bool = True) -> CompiledKernel:
    metadata: dict[str, Any] = {
        "origin": "file.py:1:0",
        "optimize": "hopper" if specialized else None,
        "remarks": ["specialised"],
        "spill_stores": spills,
        "serialized_dots": REASON if serialized else "",
    }
    return CompiledKernel("kernel", {"cubin": b""}, {**metadata, **({"launch": {}} if specialized else {})})


class Versions:
    """The versions of a kernel by what they are compiled without; records which were asked for."""

    def __init__(self, versions: dict[tuple[str, ...], CompiledKernel]) -> None:
        self.versions = versions
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, *, optimized: bool = True, without: Sequence[str] = ()) -> CompiledKernel:
        key = tuple(without) if optimized else PLAIN
        self.asked.append(key)
        return self.versions[key]


def chosen(
    first: CompiledKernel, others: dict[tuple[str, ...], CompiledKernel], optional: Sequence[str] = ()
) -> tuple[CompiledKernel, list[tuple[str, ...]]]:
    """The version that is chosen, and what was compiled to choose it."""
    versions = Versions(others)
    return best_version(first, versions, optional), versions.asked


def test_good_kernel_is_compiled_once():
    first = version()
    assert chosen(first, {}) == (first, [])


def test_version_without_overlap_is_asynchronous():
    found, asked = chosen(version(serialized=True), {(OVERLAP,): version()})
    assert asked == [(OVERLAP,)]
    assert found.metadata["serialized_dots"] == ""
    assert found.metadata["remarks"][-1] == (
        "file.py:1:0: remark: compiled without dots in flight between iterations: "
        f"ptxas would wait for each wgmma before it issues the next one, due to {REASON}"
    )
    assert "dropped" not in found.metadata


def test_dots_stay_in_flight_if_a_pass_causes_the_serialisation():
    others = {(SPLIT_K,): version(serialized=True), (TAKE_TURNS,): version()}
    found, asked = chosen(version(serialized=True), others, [SPLIT_K, TAKE_TURNS])
    assert asked == list(others)
    assert "remark: compiled without hopper-take-turns: ptxas would wait" in found.metadata["remarks"][-1]


def test_pass_that_is_omitted_already_is_not_omitted_again():
    others = {(SPLIT_K,): version(8), (SPLIT_K, TAKE_TURNS): version()}
    found, asked = chosen(version(serialized=True), others, [SPLIT_K, TAKE_TURNS])
    assert asked == list(others)
    assert found.metadata["spill_stores"] == 0


def test_kernel_that_stays_serialised_is_compiled_as_without_optimize():
    others = {(OVERLAP,): version(serialized=True), PLAIN: version(specialized=False)}
    found, asked = chosen(version(serialized=True), others)
    assert asked == [(OVERLAP,), PLAIN]
    assert "launch" not in found.metadata
    assert found.metadata["optimize"] == "hopper"
    assert REASON in found.metadata["dropped"]


def test_kernel_that_triton_serialises_too_stays_specialised():
    first = version(serialized=True)
    found, _ = chosen(first, {(OVERLAP,): first, PLAIN: version(serialized=True, specialized=False)})
    assert found is first


def test_of_serialised_versions_the_one_with_fewer_spills_is_chosen():
    first = version(8, serialized=True)
    found, _ = chosen(first, {(OVERLAP,): first, PLAIN: version(serialized=True, specialized=False)})
    assert found.metadata["dropped"] == "8 bytes of registers would be spilled instead of 0"


def test_version_without_overlap_that_spills_is_compiled_without_passes_too():
    others = {(TAKE_TURNS,): version(serialized=True), (OVERLAP,): version(8), (OVERLAP, TAKE_TURNS): version()}
    found, asked = chosen(version(serialized=True), others, [TAKE_TURNS])
    assert asked == list(others)
    assert found.metadata["spill_stores"] == 0


def test_first_pass_without_which_nothing_spills_is_omitted():
    others = {(SPLIT_K,): version(4), (TAKE_TURNS,): version()}
    found, asked = chosen(version(8), others, [SPLIT_K, TAKE_TURNS])
    assert asked == [(SPLIT_K,), (TAKE_TURNS,)]
    assert found.metadata["remarks"][-1].endswith(
        "compiled without hopper-take-turns: 4 bytes of registers would be spilled instead of 0"
    )


def test_all_optional_passes_are_omitted_before_optimize():
    others = {
        (SPLIT_K,): version(8),
        (TAKE_TURNS,): version(8),
        (SPLIT_K, TAKE_TURNS): version(8),
        PLAIN: version(specialized=False),
    }
    found, asked = chosen(version(8), others, [SPLIT_K, TAKE_TURNS])
    assert asked == list(others)
    assert "launch" not in found.metadata


def test_kernel_that_spills_no_less_without_optimize_stays_specialised():
    first = version(8)
    assert chosen(first, {PLAIN: version(8, specialized=False)}) == (first, [PLAIN])


@pytest.mark.parametrize(("share", "is_kept"), [(0.0, True), (1 / 64, True), (1 / 63, False)])
def test_few_spills_are_accepted(monkeypatch: pytest.MonkeyPatch, share: float, is_kept: bool):
    monkeypatch.setattr(module, "share_of_spills", lambda _: share)
    first = version(8)
    found, asked = chosen(first, {(SPLIT_K,): version()}, [SPLIT_K])
    assert (found is first, asked) == (is_kept, [] if is_kept else [(SPLIT_K,)])


@pytest.mark.parametrize(("columns", "prefetches"), [(128, True), (64, False)])
def test_passes_that_have_modified_a_kernel_are_left_out_one_at_a_time(
    columns: int, prefetches: bool, monkeypatch: pytest.MonkeyPatch
):
    """``hopper-prefetch-loads`` is tried only for kernels whose scales are loaded ahead."""
    asked: list[list[str]] = []

    def record(compiled: CompiledKernel, again: Any, optional: Sequence[str]) -> CompiledKernel:
        asked.append(list(optional))
        return compiled

    monkeypatch.setattr(gpu, "best_version", record)
    config = Fp8MatmulConfig(4096, 7168, BLOCK_SIZE_M=128, BLOCK_SIZE_N=columns)
    signature = Signature(config.signature, config.constexprs, config.attrs)
    xtriton.compile(config.kernel, signature, target="cuda:90", optimize="hopper", **config.options)
    assert asked == [[SPLIT_K, PREFETCH] if prefetches else [SPLIT_K]]
