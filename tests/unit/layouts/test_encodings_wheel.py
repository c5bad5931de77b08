"""Encodings as linear layouts, against the wheel, over random encodings and shapes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from selection import of_versions
from triton._C.libtriton import gluon_ir, ir, passes
from unit.layouts import layout_cases as cases
from unit.layouts.comparison import KINDS, both
from unit.layouts.layout_oracle import Oracle, tuples

from xtriton.layouts.encodings import CTALayout, TensorMemoryScales, default_blocked, to_linear_layout
from xtriton.versions import V3_8, since

with_wmma = of_versions(cases.WITH_WMMA, "the layout of wmma is that of Triton 3.6")


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=with_wmma) if "wmma" in kind else kind for kind in KINDS])
def test_every_kind(oracle: Oracle, kind: str):
    rng = Random(kind)
    for _ in range(cases.CASES):
        encoding, shape = KINDS[kind](rng)
        ours, theirs = both(oracle, encoding, shape)
        assert ours == theirs, f"{encoding} of {shape}"


def test_tensor_memory_scales():
    """A chunk is 32 rows of 4 columns for 64 scaled rows; the other 96 rows of tensor memory are copies."""
    layout = to_linear_layout(TensorMemoryScales(), (128, 8))
    for row in range(128):
        for column in range(32):
            part, low = divmod(column, 8)
            expected = {"dim0": row % 32 + 32 * (low // 4) + 64 * (part % 2), "dim1": low % 4 + 4 * (part // 2)}
            assert layout.apply({"row": row, "col": column}) == expected
    small = to_linear_layout(TensorMemoryScales(), (16, 2))
    assert small.bases["row"] == ((1, 0), (2, 0), (4, 0), (8, 0), (0, 0), (0, 0), (0, 0))
    assert small.bases["col"] == ((0, 1), (0, 0), (0, 0))


@of_versions(since(V3_8), "the wheel tells the layout of scales of clusters")
def test_tensor_memory_scales_of_clusters(oracle: Oracle):
    rng = Random("scales")
    for _ in range(cases.CASES):
        cta = cases.cta(rng, 2)
        shape = tuple(max(1 << rng.randint(0, 9), parts) for parts in cta.cta_split_num)
        attribute = oracle.builder.get_tensor_memory_scales_layout([list(basis) for basis in cta.bases])
        wheel = oracle.builder.to_linear_layout(attribute, list(shape))
        ours = to_linear_layout(TensorMemoryScales(cta=cta), shape)
        expected = {"row": tuples(wheel.rows), "col": tuples(wheel.cols)}
        assert {name: ours.bases[name] for name in expected} == expected, f"{cta} of {shape}"
        part = cta.shape_per_cta(shape)
        assert ours.bases["block"] == tuple((m * part[0], k * part[1]) for m, k in cta.bases)


@pytest.mark.parametrize("num_ctas", [1, 2, 4])
def test_default_blocked(num_ctas: int, tmp_path: Path):
    """The default layout of tensors equals the one that convert-triton-to-tritongpu gives them."""
    rng = Random(num_ctas)
    shapes = [cases.shape(rng, rng.randint(1, 4)) for _ in range(100)]
    path = tmp_path / "plain.mlir"
    splats = "\n".join(f"%{i} = tt.splat %x : i8 -> tensor<{'x'.join(map(str, s))}xi8>" for i, s in enumerate(shapes))
    path.write_text(f"tt.func @g(%x: i8) {{\n{splats}\ntt.return\n}}")
    oracle = Oracle()
    module = ir.parse_mlir_module(str(path), oracle.context)
    manager = ir.pass_manager(oracle.context)
    passes.ttir.add_convert_to_ttgpuir(manager, "cuda:90", 8, 32, num_ctas)
    manager.run(module, "default_blocked")
    found: list[Any] = []
    module.walk(lambda op: found.append(op.get_result(0)) if op.get_name() == "tt.splat" else None)
    for value, shape in zip(found, shapes, strict=True):
        assert oracle.of_tensor(value) == default_blocked(shape, 8, 32, num_ctas), shape


def test_cta_layout_from_split():
    rng = Random(7)
    for _ in range(cases.CASES // 4):
        rank = rng.randint(1, 4)
        split, order = cases.box(rng, rank, rng.randint(0, 3)), cases.permutation(rng, rank)
        ctas = tuple(parts * cases.power(rng, 1) for parts in split)
        expected = gluon_ir.make_cga_layout(list(ctas), list(split), list(order))
        assert CTALayout.from_split(ctas, split, order).bases == tuple(map(tuple, expected))
