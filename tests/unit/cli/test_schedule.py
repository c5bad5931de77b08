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
    assert main(["schedule", str(kernel), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_programs_without_loops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kernel.ttgir"
    path.write_text("module {}", encoding="utf-8")
    assert main(["schedule", str(path)]) == 1
    assert "has no loop that can be pipelined" in capsys.readouterr().err


def test_wrong_programs(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel.write_text(LOOP.replace("arith.addf", "arith.addg"), encoding="utf-8")
    assert main(["schedule", str(kernel)]) == 1
    assert f"{kernel}:7:10: error:" in capsys.readouterr().err
    assert main(["schedule", str(kernel.parent / "missing.ttgir")]) == 2
    assert capsys.readouterr().err.startswith("xtriton schedule: error: cannot open input file")


KERNEL = """
import triton
import triton.language as tl


@triton.jit
def row_sums(x, out, n, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    rows = tl.arange(0, ROWS)
    columns = tl.arange(0, COLUMNS)
    sums = tl.zeros((ROWS, ROWS), tl.float32)
    for k in range(0, n, COLUMNS):
        tile = tl.load(x + rows[:, None] * n + k + columns[None, :])
        sums = tl.dot(tile, tile.T, sums)
    tl.store(out + rows[:, None] * ROWS + rows[None, :], sums)
"""
SIGNATURE = "*fp16:16,*fp32:16,i32:16,64,64"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "kernel.py"
    path.write_text(KERNEL, encoding="utf-8")
    return path


@pytest.mark.parametrize(("target", "product"), [("cuda:80", "tt.dot"), ("cuda:90", "ttng.warp_group_dot")])
def test_functions_are_compiled_up_to_the_schedule(
    source: Path, target: str, product: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schedule", f"{source}:row_sums", "-s", SIGNATURE, "-t", target, "-n", "4"]) == 0
    title, *rows = capsys.readouterr().out.splitlines()
    assert title.startswith(f"loop at {source}:11:") and ": 4 stages," in title
    assert any(row.endswith(f"{product} :13") for row in rows)


def test_ttir_has_the_schedule_of_its_function(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel = f"{source}:row_sums"
    folder = str(source.parent)
    assert main(["compile", kernel, "-s", SIGNATURE, "-t", "cuda:80", "--until", "ttgir", "-o", folder]) == 0
    assert main(["schedule", kernel, "-s", SIGNATURE, "-t", "cuda:80"]) == 0
    expected = capsys.readouterr().out.partition("loop at")[2]
    assert main(["schedule", str(source.with_name("row_sums.ttir")), "-t", "cuda:80"]) == 0
    assert capsys.readouterr().out.partition("loop at")[2] == expected
    assert main(["schedule", str(source.with_name("row_sums.ttir")), "-w", "3"]) == 2
    assert "num-warps is 3: it must be a power of two" in capsys.readouterr().err
    assert main(["schedule", str(source.with_name("row_sums.ttgir"))]) == 1
    assert "or are pipelined already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "needs a signature"),
        (("-s", SIGNATURE, "-t", "cuda:75"), "loops are not pipelined for compute capability 75"),
        (("-s", SIGNATURE, "-w", "3"), "num_warps is 3: it must be one of 1, 2, 4"),
        (("-s", SIGNATURE, "-t", "cpu"), "target 'cpu' is not for this"),
    ],
)
def test_wrong_options(
    source: Path, arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schedule", f"{source}:row_sums", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_signatures_of_ir(kernel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schedule", str(kernel), "-s", SIGNATURE]) == 2
    assert "--signature is for kernels of Python files" in capsys.readouterr().err


def test_gluon_kernels_are_not_pipelined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("from triton.experimental import gluon\n\n\n@gluon.jit\ndef f(x):\n    pass\n", encoding="utf-8")
    assert main(["schedule", f"{path}:f", "-s", "i32"]) == 2
    assert "is a Gluon kernel" in capsys.readouterr().err
