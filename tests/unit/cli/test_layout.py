"""``xtriton layout`` prints and draws layouts, and reports invalid arguments."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.cli.statuses import status_for

from xtriton.cli.main import main

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>"


def layout(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["layout", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_elements(capsys: pytest.CaptureFixture[str]):
    status, out, err = layout(capsys, BLOCKED, "--shape", "4x16")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "4x16 elements in 2 registers x 32 lanes x 1 warp x 1 block; vectors of 2"
    assert lines[2].split() == ["0", *(f"T{column // 2}:{column % 2}" for column in range(16))]
    assert lines[5].split()[-1] == "T31:1"


def test_places(capsys: pytest.CaptureFixture[str]):
    status, out, _ = layout(capsys, BLOCKED, "--shape", "4x16", "--by", "place")
    assert status == 0
    assert out.splitlines()[1:3] == ["T0: (0, 0) (0, 1)", "T1: (0, 2) (0, 3)"]
    shared = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
    status, out, _ = layout(capsys, shared, "-s", "64", "--by", "place", "--element-bits", "32")
    assert out.splitlines()[1].split()[:2] == ["0:", "(0)"]
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize(
    "text",
    [
        f"#ttg.slice<{{dim = 0, parent = {BLOCKED}}}>",
        f"#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>",
        "#ttg.linear<{register = [], lane = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], warp = [[4, 0]], block = []}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>",
        "#ttg.padded_shared<[16:+4] {order = [1, 0], shape = [16, 16]}>",
        "#ttng.tensor_memory_encoding<blockM = 128, blockN = 16, colStride = 1>",
        "#ttng.tensor_memory_scales_encoding<>",
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>",
        MMA,
    ],
    ids=lambda text: text.split("<")[0],
)
def test_every_kind_of_layout(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str):
    shapes = {
        "#ttg.slice": "16",
        "#ttg.linear": "8x8",
        "#ttng.tensor_memory_encoding": "128x16",
        "#ttg.amd_mfma": "32x32",
    }
    shape = shapes.get(text.split("<")[0], "64x4" if "scales" in text else "16x16")
    for by in ("element", "place"):
        status, out, err = layout(capsys, text, "--shape", shape, "--by", by)
        assert (status, err) == (0, "")
        assert out.startswith(f"{shape} elements in ")
    picture = tmp_path / "picture.svg"
    assert layout(capsys, text, "--shape", shape, "--output", str(picture)) == (0, "", "")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_picture_of_pixels(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    picture = tmp_path / "picture.png"
    assert layout(capsys, BLOCKED, "--shape", "4x16", "-o", str(picture)) == (0, "", "")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_there_is_svg(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    status, _, err = layout(capsys, BLOCKED, "--shape", "4x16", "-o", str(tmp_path / "picture.png"))
    assert status == 2
    assert "which is not installed: pip install 'xtriton[pictures]', or write it as .svg" in err


@pytest.mark.triton("3.9")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("#ttg.blockd<{}>", "-s", "4x4"), "<layout>:1:6: error: unknown attribute `blockd` in dialect `ttg`"),
        ((BLOCKED + "x", "-s", "4x4"), "error: expected nothing behind the attribute"),
        (
            ("#ttg.shared_memory", "-s", "4"),
            "xtriton layout: error: '#ttg.shared_memory' is not a layout: give one such as",
        ),
        ((BLOCKED, "-s", "4"), "the layout is for tensors of rank 2: give 2 extents, such as --shape 4x16"),
        ((BLOCKED, "-s", "4,4"), "--shape is written like 16x16, not '4,4'"),
        ((BLOCKED, "-s", "4x4", "-o", "x.gif"), "'x.gif' is not a picture: the name must end in .svg or .png"),
        ((BLOCKED, "-s", "4x4", "-o", "/no/such/folder/x.svg"), "cannot be written: No such file or directory"),
        ((BLOCKED, "-s", "4x4", "--holders", "0"), "--holders must be positive"),
        (("#blocked1", "-s", "4x4"), "'#blocked1' is an alias: give its definition, after '#blocked1 ='"),
        (("", "-s", "4x4"), "<layout>:1:1: error: expected attribute value"),
        (
            ("#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>", "-s", "8x8"),
            "block shape along the contiguous dimension 1 is too small for the swizzle byte size 128 in an "
            "NVMMASharedLayout, got 8 but expected at least 64",
        ),
        (
            ("#ttg.padded_shared<[16:+4] {order = [1, 0], shape = [16, 16]}>", "-s", "8x16"),
            "a padded layout is for one shape only: give --shape 16x16",
        ),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str):
    status, out, err = layout(capsys, *arguments)
    assert (status, out) == (status_for(err), "")
    assert message in err


def test_help_names_no_default_that_is_none(capsys: pytest.CaptureFixture[str]):
    for command in ("layout", "compile"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        said = capsys.readouterr().out
        assert "(default: " in said
        assert not {"None)", "False)"} & set(said.split())
