"""Which pieces of shared memory may share bytes, compared with where the wheel's allocation puts them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from parity.outcomes import wheel_outcome
from parity.shared_memory_programs import module_of
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.shared_memory_lifetimes import Lifetimes
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.walk import operations_in

PER_TEST = 40
BEFORE = "tritongpu-combine-tensor-select-and-if,tritongpu-allocate-warp-groups,convert-scf-to-cf"
ALLOCATION = f"{BEFORE},allocate-shared-memory-nv{{compute-capability=90}}"
KINDS = ("ttg.local_alloc", "ttg.convert_layout", "tt.reduce", "tt.scan", "tt.histogram", "tt.atomic_rmw")


def pieces(function: Operation) -> Sequence[Operation]:
    """The operations of a function with shared memory of their own."""
    return [op for op in operations_in(function) if op.name in KINDS]


def offset(op: Operation) -> int | None:
    """Where the wheel has put the memory of an operation; ``None`` if it needs none."""
    found = op.attributes.get("allocation.offset")
    return found.value.data if isinstance(found, IntegerAttr) else None


def pairs(text: str) -> list[tuple[str, bool, bool]]:
    """For each function its name, whether its two pieces may share bytes, and whether the wheel lets them do so."""
    module = parse_module(text, "shared.mlir", Context())
    outcome = wheel_outcome(ALLOCATION, print_op(module))
    assert outcome.text is not None, outcome.errors
    allocated = parse_module(outcome.text, "allocated.mlir", Context())
    found: list[tuple[str, bool, bool]] = []
    for ours, wheels in zip(functions(module), functions(allocated), strict=True):
        first, second = pieces(ours)
        if first.name != "ttg.local_alloc":
            first, second = second, first
        if first.name == "ttg.local_alloc":
            one, other = map(offset, pieces(wheels))
            shares = one is not None and one == other
            found.append((str(ours.properties["sym_name"]), first in Lifetimes.of(ours).sharing(second), shares))
    return found


def functions(module: ModuleOp) -> Sequence[Operation]:
    return list(module.body.block.ops)


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 400, PER_TEST))]
)
def test_pieces_share_bytes_as_in_the_wheel(start: int) -> None:
    found = pairs(module_of(range(start, start + PER_TEST)))
    assert [name for name, ours, wheels in found if ours != wheels] == []
    assert {ours for _, ours, _ in found} == {False, True}
