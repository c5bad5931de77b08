"""Which matrix instructions there are, and which one a product takes."""

import pytest
from xdsl.dialects.builtin import ModuleOp, StringAttr, f16, f32, i8

from xtriton.analysis.mma import compute_capability, instruction_shape, mma_versions
from xtriton.dialects.ttg.verify import TARGET
from xtriton.ir.diagnostics import DiagnosticError


@pytest.mark.parametrize(
    ("capability", "versions"),
    [(70, (1,)), (75, (2,)), (89, (2,)), (90, (3, 2)), (100, (5, 2)), (103, (5, 2)), (120, (2,)), (130, ())],
)
def test_generations(capability: int, versions: tuple[int, ...]) -> None:
    assert mma_versions(capability) == versions


def test_ampere_has_one_shape() -> None:
    assert instruction_shape(2, (256, 256), f16, 4) == (16, 8)
    assert instruction_shape(2, (8, 256, 256), f16, 4) == (1, 16, 8)


@pytest.mark.parametrize(
    ("shape", "warps", "expected"),
    [
        ((128, 256), 4, (16, 256, 16)),
        ((64, 64), 4, (16, 64, 16)),
        ((64, 256), 8, (16, 128, 16)),  # two groups of warps share the columns
        ((128, 256), 8, (16, 256, 16)),  # or the rows
        ((64, 8), 8, (16, 8, 16)),
    ],
)
def test_hopper_takes_all_columns_of_a_warp(shape: tuple[int, int], warps: int, expected: tuple[int, int, int]) -> None:
    assert instruction_shape(3, shape, f16, warps) == expected


def test_hopper_has_fewer_widths_for_integers() -> None:
    assert instruction_shape(3, (64, 256), i8, 4) == (16, 128, 32)
    assert instruction_shape(3, (64, 32), f32, 4) == (16, 32, 8)


def test_blackwell_has_64_or_128_rows() -> None:
    assert instruction_shape(5, (64, 512), f16, 4) == (64, 256, 16)
    assert instruction_shape(5, (256, 32), i8, 4) == (128, 32, 32)


def test_capability_is_in_the_target() -> None:
    module = ModuleOp([])
    module.attributes[TARGET] = StringAttr("cuda:90")
    assert compute_capability(module) == 90
    for target in ("hip:gfx942", "cuda:", "90"):
        module.attributes[TARGET] = StringAttr(target)
        with pytest.raises(DiagnosticError, match="needs the attribute"):
            compute_capability(module)
