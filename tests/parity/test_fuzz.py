"""Native passes on kernels changed at random, and the tools that make such programs, and small ones of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from parity.cases import cases_of, judged_passes
from parity.fuzz import mutated_case
from parity.kernels import KERNELS
from parity.levels import Level, judge
from parity.mutations import mutate
from parity.outcomes import AS_THE_WHEEL, native_outcome, parsed, wheel_outcome
from parity.reduce import kind_of_difference, reduced
from selection import some
from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes import PASSES
from xtriton.passes.base import Pass
from xtriton.passes.libtriton import LibTriton

NATIVE = [name for name in judged_passes() if name in PASSES]
SEEDS = range(30)
SMALL = ["saxpy", "softmax_online", "binary_search", "nested_conditions", "cross_entropy"]


@pytest.mark.parametrize("seed", some(SEEDS, 3))
def test_passes_are_equal_on_mutated_kernels(seed: int) -> None:
    case = mutated_case(seed, 4, SMALL)
    assert case is not None, "a mutation made the program invalid"
    levels = {name: judge(wheel_outcome(name, case.text), native_outcome(name, case.text)) for name in NATIVE}
    assert set(levels.values()) <= {Level.BYTES}, (case.name, levels)


@pytest.mark.parametrize("kernel", SMALL)
def test_mutations_keep_programs_valid_and_are_the_same_each_time(kernel: str) -> None:
    case = next(cases_of(kernel))
    texts: set[str] = set()
    for seed in range(10):
        modules = [parsed(case.text).clone() for _ in range(2)]
        for module in modules:
            mutate(module, seed, 5)
        verify(modules[0], Context())
        first, second = (print_op(module, AS_THE_WHEEL) for module in modules)
        assert first == second
        texts.add(first)
    assert len(texts) == 10
    assert case.text not in texts


@dataclass(frozen=True)
class WrongWithLoads(Pass):
    """The wheel's pass, but in programs with a loop that loads, a store is lost."""

    name: ClassVar[str] = "triton-combine"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        LibTriton(passes=self.name).apply(ctx, module)
        loads = [op for op in module.walk() if op.name == "tt.load" and op.parent_op() is not None]
        stores = [op for op in module.walk() if op.name == "tt.store"]
        if any(load.parent_op().name == "scf.for" for load in loads) and stores:  # pyright: ignore[reportOptionalMemberAccess]
            stores[0].detach()
            stores[0].erase()


@pytest.mark.slow
def test_programs_are_reduced_to_the_cause_of_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PASSES, "triton-combine", f"{__name__}:WrongWithLoads")
    *_, case = cases_of("softmax_online")
    small = reduced("triton-combine", case.text)
    assert kind_of_difference("triton-combine", small) == kind_of_difference("triton-combine", case.text)
    left = [op.name for op in parse_module(small, "small", Context()).walk()]
    assert sorted(set(left)) == [
        "builtin.module",
        "scf.for",
        "scf.yield",
        "tt.func",
        "tt.load",
        "tt.return",
        "tt.store",
    ]
    assert len(left) <= 8


def test_kernels_for_mutation_exist() -> None:
    assert set(SMALL) <= set(KERNELS)
