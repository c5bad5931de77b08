"""The examples of passes in Triton's JIT print their documented output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from xtriton.versions import V3_9, default_version

_ROOT = Path(__file__).parents[2]


def output(script: str, cache: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "TRITON_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, cwd=_ROOT, env=environment
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_counting(tmp_path: Path):
    for _ in range(2):  # The second run finds the kernels in the cache, and compiles nevertheless.
        assert output("examples/jit_count.py", tmp_path) == "add: 2 loads\nsums: 4 loads\n"


@pytest.mark.slow
def test_rewriting(tmp_path: Path):
    """The backend of Triton 3.9 divides by an approximation and a product."""
    division = "div.full.f32" if default_version() < V3_9 else "div.approx.f32 mul.f32"
    expected = f"with the pass: mul.f32\nwithout it: {division}\n"
    assert output("examples/jit_rewrite.py", tmp_path) == expected


@pytest.mark.parametrize("name", ["jit_count.py", "jit_rewrite.py"])
def test_the_pass_of_an_example_is_short(name: str):
    """The class of a pass takes at most ten lines."""
    text = (_ROOT / "examples" / name).read_text(encoding="utf-8")
    (body,) = re.findall(r"^@dataclass\(frozen=True\)\n(class .*?)\n\n\n", text, re.MULTILINE | re.DOTALL)
    assert len(body.splitlines()) <= 10
