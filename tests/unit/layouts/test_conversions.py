"""Conversions between layouts: by thought, by following elements, and against the wheel."""

from __future__ import annotations

from random import Random

from triton._C.libtriton import ir, passes
from unit.layouts import layout_cases as cases
from unit.layouts.layout_oracle import Oracle

from xtriton.layouts.conversions import (
    conversion,
    minimal_conversion,
    mixed_transpositions,
    needs_shared_memory,
    needs_warp_shuffle,
    reorders_registers,
)
from xtriton.layouts.distributed import Blocked, Linear
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, to_linear_layout
from xtriton.layouts.linear_layout import LinearLayout

ONE = CTALayout.default(1)


def line(register: list[int], lane: list[int], warp: list[int]) -> LinearLayout:
    """A layout of 16 elements in a row."""
    bases = {"register": register, "lane": lane, "warp": warp, "block": []}
    return LinearLayout({name: [(value,) for value in rows] for name, rows in bases.items()}, ["dim0"])


def test_nothing_to_do():
    layout = line([1, 2], [4], [8])
    assert minimal_conversion(layout, layout) == LinearLayout.empty()
    assert reorders_registers(layout, layout)
    assert not needs_shared_memory(layout, layout)


def test_registers_are_renamed():
    before, after = line([1, 2], [4], [8]), line([2, 1], [4], [8])
    assert minimal_conversion(before, after) == LinearLayout({"register": [(2,), (1,)]}, ["register"])
    assert reorders_registers(before, after)


def test_lanes_exchange_registers():
    before, after = line([1, 2], [4, 16], [8]), line([4, 2], [1, 16], [8])
    assert not reorders_registers(before, after)
    assert mixed_transpositions(before, after) == 1
    assert needs_warp_shuffle(before, after)
    assert not needs_shared_memory(before, after)


def test_two_exchanges_go_through_memory():
    before, after = line([1, 2], [4, 16], [8]), line([4, 16], [1, 2], [8])
    assert mixed_transpositions(before, after) == 2
    assert needs_shared_memory(before, after)


def test_warps_exchange_through_memory():
    assert needs_shared_memory(line([1, 2], [4], [8]), line([1, 2], [8], [4]))


def test_conversion_finds_every_element():
    rng = Random(1)
    for _ in range(50):
        rank = rng.randint(1, 3)
        shape = cases.shape(rng, rank, 6)
        before = to_linear_layout(cases.linear(rng, rank), shape)
        after = to_linear_layout(cases.linear(rng, rank), shape)
        found = conversion(before, after)
        for place, element in after:
            assert before.apply(found.apply(place)) == element


def test_trivial_conversions_of_the_wheel():
    oracle, rng, trivial = Oracle(), Random(2), 0
    for i in range(cases.CASES):
        rank = rng.randint(1, 3)
        shape = cases.shape(rng, rank, 10)
        source, target = cases.blocked(rng, rank), cases.blocked(rng, rank)
        if i % 3:
            cut = Linear(to_linear_layout(source, shape))
            source, target = cut, _with_registers_mixed(rng, cut)
        value = oracle.tensor(source, shape)
        kind = oracle.builder.get_distributed_ty(oracle.builder.get_int8_ty(), list(shape), oracle.attribute(target))
        layouts = to_linear_layout(source, shape), to_linear_layout(target, shape)
        if any(len(a) != len(b) for a, b in zip(layouts[0].bases.values(), layouts[1].bases.values(), strict=True)):
            continue  # Different numbers of threads: no such conversion.
        assert reorders_registers(*layouts) == oracle.builder.is_convert_layout_trivial(kind, value)
        trivial += reorders_registers(*layouts)
    assert trivial > cases.CASES // 8


def _with_registers_mixed(rng: Random, encoding: Linear, *, lanes: bool = False) -> Linear:
    """The same elements in each thread, or in each warp, but in other places."""
    layout = encoding.layout
    bases = {name: list(rows) for name, rows in layout.bases.items()}
    rng.shuffle(bases["register"])
    if lanes and bases["register"]:
        for _ in range(rng.randint(1, 3)):
            i, j = rng.randrange(len(bases["register"])), rng.randrange(len(bases["lane"]))
            bases["register"][i], bases["lane"][j] = bases["lane"][j], bases["register"][i]
    return Linear(LinearLayout(bases, dict(layout.out_dims)))


def test_conversions_of_the_wheel_that_need_shared_memory():
    """The wheel gives scratch memory to the conversions that go through it."""
    oracle, rng = Oracle(), Random(3)
    b = oracle.builder
    for name, count in (("ttg.num-warps", 4), ("ttg.threads-per-warp", 32), ("ttg.num-ctas", 1)):
        oracle.module.set_attr(name, b.get_int32_attr(count))
    expected: list[bool] = []
    for i in range(cases.CASES):
        rank = rng.randint(1, 3)
        shape = cases.shape(rng, rank, 10)
        source: DistributedEncoding = _four_warps(rng, rank)
        target: DistributedEncoding = _four_warps(rng, rank)
        if i % 3:
            cut = Linear(to_linear_layout(source, shape))
            source, target = cut, _with_registers_mixed(rng, cut, lanes=True)
        if source == target:
            continue
        kind = b.get_distributed_ty(b.get_int8_ty(), list(shape), oracle.attribute(target))
        b.create_convert_layout(kind, oracle.tensor(source, shape))
        expected.append(needs_shared_memory(to_linear_layout(source, shape), to_linear_layout(target, shape)))
    b.ret([])
    manager = ir.pass_manager(oracle.context)
    passes.ttgpuir.add_allocate_shared_memory(manager)
    manager.run(oracle.module, "needs_shared_memory")
    lines = [line for line in str(oracle.module).splitlines() if "ttg.convert_layout" in line]
    found = ["allocation.offset" in line for line in lines]
    assert found == expected
    assert len(set(found)) == 2


def _four_warps(rng: Random, rank: int) -> Blocked:
    per_thread = cases.box(rng, rank, rng.randint(0, 4))
    order = cases.permutation(rng, rank)
    return Blocked(per_thread, cases.box(rng, rank, 5), cases.box(rng, rank, 2), order, CTALayout.default(rank))
