"""``xtriton schedule`` prints and draws the schedules of loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from xtriton.cli.main import main

LOOP = """
#A = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @f(%p: tensor<512x!tt.ptr<f32>, #A> {tt.divisibility = 16 : i32, tt.contiguity = 512 : i32}, %n: i32) {
  scf.for %i = %n to %n step %n : i32 {
    %x = tt.load %p : tensor<512x!tt.ptr<f32>, #A>
    %y = arith.addf %x, %x : tensor<512xf32, #A>
    tt.store %p, %y : tensor<512x!tt.ptr<f32>, #A>
  } {tt.num_stages = 2 : i32}
  tt.return
}
}
"""


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    path = tmp_path / "kernel.ttgir"
    path.write_text(LOOP, encoding="utf-8")
    return path


def test_text(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schedule", str(kernel)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"loop at {kernel}:5:3: 2 stages, 2 clusters, 3 operations",
        "cluster  stage 0     stage 1",
        "      0              arith.addf :7",
        "                     tt.store :8",
        "      1  tt.load :6",
    ]


def test_an_existing_schedule_is_shown_as_it_is(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scheduled = LOOP.replace(
        "%x = tt.load %p :", "%x = tt.load %p {loop.stage = 0 : i32, loop.cluster = 3 : i32} :"
    ).replace("tt.num_stages = 2", "tt.scheduled_max_stage = 4")
    kernel.write_text(scheduled, encoding="utf-8")
    assert main(["schedule", str(kernel), "--num-stages", "2"]) == 0
    title, heading, row = capsys.readouterr().out.splitlines()
    assert title.endswith("5 stages, 1 clusters, 1 operations")
    assert heading.endswith("stage 4")
    assert row == "      3  tt.load :6"


def test_picture(kernel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "schedule.svg"
    assert main(["schedule", str(kernel), "-o", str(picture)]) == 0
    assert capsys.readouterr().out == ""
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert drawn.count("<rect ") == 4  # the background, and a box for each operation


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "schedule.png"), "'schedule.png' is not a picture: the name must end in .svg"),
        (("-o", "missing/schedule.svg"), "cannot be written: No such file or directory"),
    ],
)
def test_wrong_outputs(
    kernel: Path, arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schedule", str(kernel), *arguments]) == 1
    assert message in capsys.readouterr().err


def test_programs_without_loops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kernel.ttgir"
    path.write_text("module {}", encoding="utf-8")
    assert main(["schedule", str(path)]) == 1
    assert "has no loop that is pipelined" in capsys.readouterr().err


def test_wrong_programs(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel.write_text(LOOP.replace("arith.addf", "arith.addg"), encoding="utf-8")
    assert main(["schedule", str(kernel)]) == 1
    assert f"{kernel}:7:10: error:" in capsys.readouterr().err
    assert main(["schedule", str(kernel.parent / "missing.ttgir")]) == 1
    assert "cannot open input file" in capsys.readouterr().err
