"""``dispatch-triton-kernel{optimize=hopper}``: kernels for ranges of M behind one symbol."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
from unit.kernels.calls import function
from unit.kernels.operands import operands
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr

from xtriton.cli.opt import run
from xtriton.dialects.relax import CallTirOp, external_modules, external_symbol
from xtriton.interp.numbers.formats import FLOATS
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, cost_model
from xtriton.kernels.by_rows import KernelsByRows, configuration_for
from xtriton.kernels.dispatch_triton_kernel import DispatchTritonKernel
from xtriton.kernels.dispatched import Dispatched, load_dispatched
from xtriton.kernels.external import ExternalKernel
from xtriton.kernels.reference import relative_error

CONFIGS: dict[str, BlockScaledConfig] = {
    "dense": Fp8MatmulConfig(256, 256),
    "group": Fp8GroupMatmulConfig(256, 1024, 2),
    "unaligned": Fp8MatmulConfig(40, 72, 32, 32, 16, 32, 32, num_warps=4, num_stages=2),
}
"""The rows of the last one are 72 bytes long, which TMA cannot load."""


@pytest.fixture(scope="module", autouse=True)
def two_tiles() -> Iterator[None]:
    """Two tiles for all rows: fewer kernels to compile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cost_model, "MOST_TILES", 2)
        yield


def dispatch(module: ModuleOp) -> ModuleOp:
    ctx = Context()
    DispatchTritonKernel("cuda:90", "hopper").apply(ctx, module)
    verify(module, ctx)
    return module


@pytest.fixture(scope="module")
def module() -> ModuleOp:
    text = "".join(function(name, config) for name, config in CONFIGS.items())
    return dispatch(parse_module(text, "test.mlir", Context()))


@pytest.fixture(scope="module")
def dispatched(module: ModuleOp) -> Dispatched:
    """The module after it has been saved."""
    return load_dispatched(parse_module(print_op(module), "saved.mlir", Context()))


def called(module: ModuleOp) -> list[str]:
    return [op.callee_name for op in module.walk() if isinstance(op, CallTirOp)]


def test_the_symbol_names_a_list_of_kernels(module: ModuleOp):
    entries = {external_symbol(entry): cast("DictionaryAttr", entry).data for entry in external_modules(module)}
    assert len(entries) == len(external_modules(module))
    for symbol in called(module):
        assert symbol.endswith("_sm90_hopper_by_rows")
        listed = [item.data for item in cast("ArrayAttr[DictionaryAttr]", entries[symbol]["by_rows"]).data]
        assert ["most_rows" in item for item in listed] == [True] * (len(listed) - 1) + [False]
        for item in listed:
            assert "ptx" in entries[cast("StringAttr", item["symbol"]).data]
        assert "ptx" not in entries[symbol]


@pytest.mark.parametrize("name", ["dense", "group"])
def test_kernels_are_warp_specialised(name: str, module: ModuleOp, dispatched: Dispatched):
    kernels = dispatched.kernels[called(module)[list(CONFIGS).index(name)]]
    assert isinstance(kernels, KernelsByRows)
    assert kernels.config == CONFIGS[name].changed(optimize="hopper")
    for rows in (1, 64, 65, 200, 5000):
        kernel = kernels.for_rows(rows)
        assert kernel.config == configuration_for(kernels.config, rows)
        metadata = kernel.compiled.metadata
        assert "launch" in metadata
        assert metadata["spill_stores"] == 0
        assert "wgmma.mma_async" in str(kernel.compiled.asm["ptx"])
        assert kernel.config.optimize == "hopper"


def test_a_kernel_that_cannot_be_specialised_is_the_plain_one(module: ModuleOp, dispatched: Dispatched):
    kernels = dispatched.kernels[called(module)[2]]
    assert isinstance(kernels, KernelsByRows)
    ((most, kernel),) = kernels.ranges
    assert most is None
    assert kernel.config == CONFIGS["unaligned"]
    assert "launch" not in kernel.compiled.metadata


@pytest.mark.parametrize("rows", [0, 5, 70])
@pytest.mark.parametrize("name", CONFIGS)
def test_results(name: str, rows: int, dispatched: Dispatched):
    """On the interpreter, with the tile that would be launched."""
    config = CONFIGS[name]
    given = operands(config, rows, (0, rows // 2, rows) if isinstance(config, Fp8GroupMatmulConfig) else None)
    (out,) = dispatched.run(name, *given.arrays[:-1])
    assert relative_error(FLOATS["bf16"].decode(out), given.expected) < 5e-3


def test_twice_is_as_once(module: ModuleOp):
    assert print_op(dispatch(parse_module(print_op(module), "again.mlir", Context()))) == print_op(module)


def test_with_and_without_are_different_entries():
    """Neither is taken for the other, but a list may name a kernel that is there."""
    text = function("plain", CONFIGS["unaligned"])
    plain = parse_module(text, "plain.mlir", Context())
    DispatchTritonKernel("cuda:90").apply(Context(), plain)
    (symbol,) = called(plain)
    more = print_op(plain).rstrip().removesuffix("}") + function("more", CONFIGS["unaligned"]) + "}"
    both = dispatch(parse_module(more, "both.mlir", Context()))
    assert called(both) == [symbol, f"{symbol}_hopper_by_rows"]
    assert [external_symbol(entry) for entry in external_modules(both)] == called(both)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("target=cuda:80 optimize=hopper", "optimize='hopper' is for cuda:90, not for cuda:80"),
        ("target=cuda:90 optimize=ampere", "'ampere'"),
    ],
)
def test_optimize_for_other_targets(option: str, message: str):
    said = io.StringIO()
    text = io.BytesIO(function("f", CONFIGS["dense"]).encode())
    assert run(["-", "-p", f"dispatch-triton-kernel{{{option}}}"], text, io.StringIO(), said) == 2
    assert message in said.getvalue()


def test_other_targets_change_nothing():
    module = parse_module(function("f", CONFIGS["dense"]), "test.mlir", Context())
    before = print_op(module)
    DispatchTritonKernel("metal", "hopper").apply(Context(), module)
    assert print_op(module) == before


def test_entries_are_json_of_the_launch(module: ModuleOp):
    """The recipes of the launcher are in the entry, so that a saved module can be launched."""
    found = [cast("DictionaryAttr", entry).data for entry in external_modules(module)]
    launches: list[Any] = [
        json.loads(cast("StringAttr", entry["metadata"]).data) for entry in found if "metadata" in entry
    ]
    assert sum("launch" in launch for launch in launches) == len(launches) - 1
    assert {type(kernel) for kernel in load_dispatched(module).kernels.values()} == {ExternalKernel, KernelsByRows}
