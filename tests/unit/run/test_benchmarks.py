"""Benchmarks of scripts under ``xtriton run``: they end in time, and say what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.run.test_run import script, xtriton

BENCHMARK = """
import time
import triton.testing


def points():
    return list(range(1, 6))


@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["n"],
        x_vals=points(),
        line_arg="way",
        line_vals=["a"],
        line_names=["A"],
        plot_name="",
        ylabel="s",
        args={},
    )
)
def benchmark(n, way):
    time.sleep(0.3)
    print("point", n)
    return float(n)


benchmark.run()
print("the end")
"""
STUBS = {
    "pandas.py": """
class Rows(dict):
    pass


class DataFrame:
    def __init__(self, columns):
        self.loc = Rows()

    def __len__(self):
        return len(self.loc)

    def __getitem__(self, columns):
        return self
""",
    "matplotlib/__init__.py": "",
    "matplotlib/pyplot.py": "",
}


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    """A folder in which packages of these names do as much as a benchmark without a plot needs."""
    for name, text in STUBS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        script(tmp_path, text, name)
    return tmp_path


def test_no_point_begins_after_the_time(stubs: Path) -> None:
    done = xtriton("run", "--bench-seconds", "0.1", script(stubs, BENCHMARK), folder=stubs)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["point 1", "the end"]
    assert done.stderr == "xtriton run: benchmark '': 1 of 5 points measured in 0.1 s (--bench-seconds)\n"


def test_without_a_limit_all_points_are_measured(stubs: Path) -> None:
    done = xtriton("run", script(stubs, BENCHMARK), folder=stubs)
    assert done.stdout.splitlines() == [*(f"point {number}" for number in range(1, 6)), "the end"]
    assert done.stderr == ""


def test_a_missing_package_is_one_line(tmp_path: Path) -> None:
    without = "import importlib.util as u\nfound = u.find_spec\n"
    without += "u.find_spec = lambda name, *rest: None if name == 'pandas' else found(name, *rest)\n"
    done = xtriton(
        "run", script(tmp_path, without + BENCHMARK.replace('plot_name=""', 'plot_name="sleep"')), folder=tmp_path
    )
    assert done.returncode == 1
    assert done.stderr == "xtriton run: error: the benchmark 'sleep' needs pandas: pip install pandas\n"


@pytest.mark.parametrize("text", ["soon", "-1", "inf", "nan"])
def test_other_limits_are_errors(text: str, tmp_path: Path) -> None:
    done = xtriton("run", f"--bench-seconds={text}", script(tmp_path, "print(1)"), folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"xtriton run: error: the seconds for each benchmark are '{text}': expected 0 or more, such as 30\n"
    )
