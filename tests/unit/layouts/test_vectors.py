"""The largest vectors between registers and memory, against trying all of them."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest
from unit.layouts import layout_cases as cases

from xtriton.layouts.encodings import Blocked, CTALayout, SwizzledShared, to_linear_layout
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.vectors import largest_vectorisation, with_registers


def moves(layout: LinearLayout, size: int) -> bool:
    """Whether each ``size`` registers from a multiple on lie one after another from a multiple on, in every thread."""
    others = [name for name in layout.in_dim_names if name != "register"]
    for where in product(*(range(layout.in_dim_size(name)) for name in others)):
        rest = dict(zip(others, where, strict=True))
        for start in range(0, layout.in_dim_size("register"), size):
            first = layout.apply({"register": start, **rest})
            if first["offset"] % size:
                return False
            for step in range(size):
                if layout.apply({"register": start + step, **rest}) != {**first, "offset": first["offset"] + step}:
                    return False
    return True


def best(layout: LinearLayout, most: int, *, renamed: bool) -> int:
    bits = range(len(layout.bases["register"]))
    orders = permutations(bits) if renamed else [tuple(bits)]
    candidates = [with_registers(layout, order) for order in orders]
    size = most
    while size > 1:
        if size <= layout.in_dim_size("register") and any(moves(candidate, size) for candidate in candidates):
            return size
        size //= 2
    return 1


@pytest.mark.parametrize("renamed", [True, False])
def test_no_larger_vectors_would_do(renamed: bool):
    rng, found = Random(5), set[int]()
    for _ in range(120):
        registers = Blocked(
            cases.box(rng, 2, rng.randint(0, 3)), (2, 2), (1, 2), cases.permutation(rng, 2), CTALayout.default(2)
        )
        memory = SwizzledShared(
            cases.power(rng, 2), 1, cases.power(rng, 2), cases.permutation(rng, 2), CTALayout.default(2)
        )
        shape = cases.shape(rng, 2, 6)
        layout = to_linear_layout(registers, shape).invert_and_compose(to_linear_layout(memory, shape))
        if len(layout.bases["register"]) > 5:
            continue
        size, order = largest_vectorisation(layout, 32, None if renamed else 4)
        assert moves(with_registers(layout, order), size)
        assert renamed or order == tuple(range(len(order)))
        assert size == best(layout, 4, renamed=renamed), layout
        found.add(size)
    assert found == {1, 2, 4}


def test_registers_in_the_wrong_order_are_renamed():
    layout = LinearLayout({"register": ((4,), (1,), (2,)), "lane": ((8,),)}, {"offset": 16})
    assert largest_vectorisation(layout, 32) == (4, (1, 2, 0))
    assert largest_vectorisation(layout, 8) == (8, (1, 2, 0))
    assert largest_vectorisation(layout, 64) == (2, (1, 0, 2))
    assert largest_vectorisation(layout, 32, most=4) == (1, (0, 1, 2))
    assert largest_vectorisation(layout, 256) == (1, (0, 1, 2))
