"""LinearLayout: by enumeration on small layouts, by properties, and against the wheel's own class."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from triton._C.libtriton.linear_layout import LinearLayout as Wheel

from xtriton.layouts.division import divide_left, divide_right
from xtriton.layouts.linear_layout import LinearLayout


def to_wheel(layout: LinearLayout) -> Wheel:
    bases = [(name, [list(basis) for basis in rows]) for name, rows in layout.bases.items()]
    return Wheel.from_bases(bases, list(layout.out_dims), list(layout.out_dims.values()), False)


def from_wheel(layout: Wheel) -> LinearLayout:
    return LinearLayout(dict(layout.bases), dict(layout.out_dims), require_surjective=False)


def table(layout: LinearLayout) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every input with its output, worked out from the definition alone."""
    rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for inputs in product(*(range(size) for size in layout.in_dims.values())):
        out = [0] * len(layout.out_dims)
        for value, bases in zip(inputs, layout.bases.values(), strict=True):
            for bit, basis in enumerate(bases):
                if value & (1 << bit):
                    out = [a ^ b for a, b in zip(out, basis, strict=True)]
        rows.append((inputs, tuple(out)))
    return rows


@st.composite
def layouts(draw: st.DrawFn, ins: tuple[str, ...] = ("i", "j"), outs: tuple[str, ...] = ("x", "y")) -> LinearLayout:
    """Any layout of at most 2**6 inputs and outputs: not always injective, not always surjective."""
    sizes = {name: 1 << draw(st.integers(0, 3)) for name in outs}
    basis = st.tuples(*(st.integers(0, size - 1) for size in sizes.values()))
    bases = {name: draw(st.lists(basis, max_size=3)) for name in ins}
    return LinearLayout(bases, sizes, require_surjective=False)


@st.composite
def bijections(draw: st.DrawFn) -> LinearLayout:
    """An invertible layout of two inputs and two outputs: unit matrix times a chain of elementary operations."""
    bits = draw(st.integers(1, 6))
    columns = [1 << i for i in range(bits)]
    for a, b in draw(st.lists(st.tuples(st.integers(0, bits - 1), st.integers(0, bits - 1)), max_size=12)):
        if a != b:
            columns[a] ^= columns[b]
    cut_in, cut_out = draw(st.integers(0, bits)), draw(st.integers(0, bits))
    bases = [(c,) for c in columns]
    flat = LinearLayout({"i": bases[:cut_in], "j": bases[cut_in:]}, {"x": 1 << bits})
    return flat.reshape_outs({"x": 1 << cut_out, "y": 1 << (bits - cut_out)})


def with_inputs(layout: LinearLayout, names: Sequence[str]) -> LinearLayout:
    """A layout with other names for its input dimensions."""
    bases = dict(zip(names, layout.bases.values(), strict=True))
    return LinearLayout(bases, layout.out_dims, require_surjective=False)


# ------------------------------------------------------------------------------------------------- by enumeration


def test_identity_strided_zeros():
    assert [out["x"] for _, out in LinearLayout.identity_1d(8, "i", "x")] == list(range(8))
    assert [out["x"] for _, out in LinearLayout.strided_1d(4, 8, "i", "x")] == [0, 8, 16, 24]
    assert [out["x"] for _, out in LinearLayout.zeros_1d(4, "i", "x")] == [0, 0, 0, 0]
    assert LinearLayout.zeros_1d(4, "i", "x", 8).out_dim_size("x") == 8
    assert LinearLayout.identity_1d(0, "i", "x") == LinearLayout.empty()


def test_product_of_the_same_dimensions_stacks_minor_to_major():
    quotient = LinearLayout.zeros_1d(2, "i", "x") * LinearLayout.identity_1d(4, "i", "x")
    assert [out["x"] for _, out in quotient] == [x // 2 for x in range(8)]
    remainder = LinearLayout.identity_1d(4, "i", "x") * LinearLayout.zeros_1d(2, "i", "x")
    assert [out["x"] for _, out in remainder] == [x % 4 for x in range(8)]


def test_product_merges_the_orders_of_dimensions():
    ab = LinearLayout.identity_1d(2, "a", "x") * LinearLayout.identity_1d(2, "b", "y")
    bc = LinearLayout.identity_1d(2, "b", "y") * LinearLayout.identity_1d(2, "c", "z")
    assert (ab * bc).in_dim_names == ("a", "b", "c")
    assert (bc * ab).in_dim_names == ("a", "b", "c")
    ba = LinearLayout.identity_1d(2, "b", "y") * LinearLayout.identity_1d(2, "a", "x")
    assert (ab * ba).in_dim_names == ("a", "b")


def test_swizzle_is_seen_through_inversion():
    swizzle = LinearLayout({"offset": [(0, 1), (0, 2), (1, 1), (2, 2)]}, ["row", "col"])
    inverse = swizzle.invert()
    for row, col in product(range(4), range(4)):
        assert inverse.apply({"row": row, "col": col}) == {"offset": row * 4 + (col ^ row)}


def test_broadcast_shows_as_free_variables():
    layout = LinearLayout({"lane": [(1,), (0,), (2,)], "warp": [(3,), (4,)]}, ["x"])
    assert layout.free_variable_masks() == {"lane": 0b010, "warp": 0b01}
    assert layout.remove_zero_bases_along_dim("lane").bases["lane"] == ((1,), (2,))


def test_num_consecutive_in_out():
    assert LinearLayout({"r": [(1,), (2,), (8,)], "l": [(4,)]}, ["x"]).num_consecutive_in_out() == 4
    assert LinearLayout({"r": [(1,), (2,)], "l": [(6,)]}, {"x": 8}).num_consecutive_in_out() == 2
    assert LinearLayout({"r": [(2,), (1,)]}, ["x"]).num_consecutive_in_out() == 1
    assert LinearLayout.empty().num_consecutive_in_out() == 1


def test_resizing_cuts_one_dimension_only():
    layout = LinearLayout({"r": [(1, 0), (2, 0), (0, 1), (0, 2)]}, ["x", "y"])
    cut = layout.resize_out_dim("x", 2)
    assert dict(cut.out_dims) == {"x": 2, "y": 4}
    assert cut.bases["r"] == ((1, 0), (0, 0), (0, 1), (0, 2))
    assert layout.resize_in_dim("r", 4).bases["r"] == ((1, 0), (2, 0))


def test_quotient_by_a_trivial_dimension():
    layout = LinearLayout.identity_1d(4, "a", "a") * LinearLayout.strided_1d(2, 2, "b", "b")
    assert layout.quotient(["a"]) == LinearLayout({"b": [(2,)]}, {"b": 4}, require_surjective=False)
    assert layout.quotient(["b"]) is None
    assert layout.quotient(["c"]) is None


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: LinearLayout({"i": [(1,), (1,)]}, {"x": 4}), "expected to be surjective"),
        (lambda: LinearLayout({"i": [(4,)]}, {"x": 4}, require_surjective=False), "is out of bounds"),
        (lambda: LinearLayout({"i": [(-1,)]}, {"x": 4}, require_surjective=False), "is out of bounds"),
        (lambda: LinearLayout({"i": [(1, 1)]}, {"x": 4}, require_surjective=False), "has 2 coordinates, expected 1"),
        (lambda: LinearLayout({"i": []}, {"x": 3}), "not a power of two"),
        (lambda: LinearLayout.identity_1d(3, "i", "x"), "not a power of two"),
        (lambda: LinearLayout.zeros_1d(4, "i", "x").invert(), "surjective and square"),
        (lambda: LinearLayout.zeros_1d(4, "i", "x", 2).pseudoinvert(), "no input is mapped to"),
        (lambda: LinearLayout.identity_1d(4, "i", "x").reshape_outs({"x": 8}), "can't reshape"),
        (lambda: LinearLayout.identity_1d(4, "i", "x").compose(LinearLayout.identity_1d(2, "x", "y")), "is larger"),
        (lambda: LinearLayout.identity_1d(4, "i", "x").apply({"j": 1}), "dimensions must match"),
        (lambda: LinearLayout.identity_1d(4, "i", "x").sublayout(["j"], ["x"]), "'j' is not in the layout"),
    ],
)
def test_errors(build: object, message: str):
    assert callable(build)
    with pytest.raises(ValueError, match=message):
        build()


# ----------------------------------------------------------------------------------------------------- properties


@given(layouts())
def test_apply_is_the_definition(layout: LinearLayout):
    for inputs, out in table(layout):
        applied = layout.apply(dict(zip(layout.in_dims, inputs, strict=True)))
        assert tuple(applied.values()) == out


@given(layouts())
def test_rank_counts_the_image(layout: LinearLayout):
    image = {out for _, out in table(layout)}
    assert len(image) == 1 << layout.rank
    assert layout.is_surjective == (len(image) == layout.total_out_size)
    assert layout.is_injective == (len(image) == layout.total_in_size)


@given(layouts())
def test_fixing_free_variables_keeps_the_image_and_makes_it_injective(layout: LinearLayout):
    masks = list(layout.free_variable_masks().values())
    fixed = [out for inputs, out in table(layout) if not any(i & m for i, m in zip(inputs, masks, strict=True))]
    assert len(fixed) == len(set(fixed))
    assert set(fixed) == {out for _, out in table(layout)}


@given(layouts(), layouts(outs=("p", "q")))
def test_compose_runs_one_after_the_other(inner: LinearLayout, outer: LinearLayout):
    outer = with_inputs(outer, ("x", "y"))
    for name in ("x", "y"):
        outer = outer * LinearLayout.zeros_1d(inner.out_dim_size(name), name, "p")
    composed = inner.compose(outer)
    for inputs, out in inner:
        assert composed.apply(inputs) == outer.apply(out)


@given(bijections())
def test_invert_undoes(layout: LinearLayout):
    inverse = layout.invert()
    for inputs, out in layout:
        assert inverse.apply(out) == inputs
    assert inverse.invert() == layout


@given(layouts(), bijections())
def test_invert_and_compose_finds_the_same_element(ours: LinearLayout, theirs: LinearLayout):
    theirs = theirs * LinearLayout.identity_1d(8, "i", "x") * LinearLayout.identity_1d(8, "j", "y")
    found = ours.invert_and_compose(theirs)
    assert found.in_dim_names == ours.in_dim_names
    for inputs, out in ours:
        assert theirs.apply(found.apply(inputs)) == out


@given(layouts(), layouts())
def test_division_undoes_the_product(left: LinearLayout, right: LinearLayout):
    assert divide_left(left * right, left) == right
    assert divide_right(left * right, right) == left


@given(layouts(), layouts())
def test_a_quotient_times_the_divisor_is_the_layout(layout: LinearLayout, divisor: LinearLayout):
    if (quotient := divide_left(layout, divisor)) is not None:
        assert divisor * quotient == layout
    if (quotient := divide_right(layout, divisor)) is not None:
        assert quotient * divisor == layout


@given(layouts(), layouts(), layouts())
def test_product_is_associative_with_a_unit(a: LinearLayout, b: LinearLayout, c: LinearLayout):
    assert (a * b) * c == a * (b * c)
    assert a * LinearLayout.empty() == LinearLayout.empty() * a == a


@given(layouts())
def test_flattening_keeps_the_flat_index(layout: LinearLayout):
    bases = [basis for rows in layout.bases.values() for basis in rows]
    flat = LinearLayout({"i": bases}, layout.out_dims, require_surjective=False).flatten_outs()
    width = layout.out_dim_size("x")
    outs = [out["x"] + out["y"] * width for _, out in layout]
    assert [out["x"] for _, out in flat] == outs


@given(layouts())
def test_equality_and_hash_follow_the_value(layout: LinearLayout):
    copy = LinearLayout(dict(layout.bases), dict(layout.out_dims), require_surjective=False)
    assert copy == layout
    assert hash(copy) == hash(layout)
    turned = layout.transpose_ins(("j", "i")).transpose_outs(("y", "x"))
    assert turned != layout
    larger = layout.with_out_dims({name: 2 * size for name, size in layout.out_dims.items()})
    assert larger != layout


# --------------------------------------------------------------------------------------------- against the wheel


@settings(max_examples=300)
@given(layouts(), layouts(ins=("j", "k"), outs=("y", "z")))
def test_wheel_product(a: LinearLayout, b: LinearLayout):
    assert from_wheel(to_wheel(a) * to_wheel(b)) == a * b


@settings(max_examples=300)
@given(layouts(ins=("j", "i"), outs=("y", "x")), layouts())
def test_wheel_product_of_contradicting_orders(a: LinearLayout, b: LinearLayout):
    assert from_wheel(to_wheel(a) * to_wheel(b)) == a * b


@settings(max_examples=300)
@given(layouts())
def test_wheel_predicates(layout: LinearLayout):
    wheel = to_wheel(layout)
    assert wheel.is_surjective() == layout.is_surjective
    assert wheel.is_injective() == layout.is_injective
    assert wheel.is_invertible() == layout.is_invertible


@settings(max_examples=300)
@given(layouts(), bijections())
def test_wheel_invert_and_compose(ours: LinearLayout, theirs: LinearLayout):
    theirs = theirs * LinearLayout.identity_1d(8, "i", "x") * LinearLayout.identity_1d(8, "j", "y")
    theirs = theirs * LinearLayout.zeros_1d(2, "i", "x")
    assert from_wheel(to_wheel(ours).invert_and_compose(to_wheel(theirs))) == ours.invert_and_compose(theirs)


@settings(max_examples=300)
@given(bijections())
def test_wheel_inverses(layout: LinearLayout):
    assert from_wheel(to_wheel(layout).invert()) == layout.invert()
    redundant = layout * LinearLayout.zeros_1d(4, "i", "x")
    assert from_wheel(to_wheel(redundant).pseudoinvert()) == redundant.pseudoinvert()


@settings(max_examples=300)
@given(bijections(), bijections())
def test_wheel_compose(first: LinearLayout, second: LinearLayout):
    outer = with_inputs(second, ("x", "y"))
    outer = outer * LinearLayout.identity_1d(64, "x", "p") * LinearLayout.identity_1d(64, "y", "p")
    assert from_wheel(to_wheel(first).compose(to_wheel(outer))) == first.compose(outer)
