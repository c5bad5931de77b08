"""Triton's own launcher, compiled and run with added arguments, on a libcuda that only records."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import triton
from unit.backends.test_computed_arguments import MATMUL, SMS
from unit.compiler.persistent import persistent_ttir

import xtriton

INCLUDE = Path(triton.__file__).parent / "backends/nvidia/include"
SOURCE = Path(__file__).parent / "fake_cuda/libcuda.c"

LAUNCH = """
import sys
from types import SimpleNamespace
cuda = SimpleNamespace(
    get_device_capability=lambda device=None: (9, 0), current_device=lambda: 0, set_device=None,
    current_stream=lambda device: SimpleNamespace(cuda_stream=0), is_available=lambda: True,
)
sys.modules["torch"] = SimpleNamespace(cuda=cuda, version=SimpleNamespace(hip=None))
import xtriton

class Tensor:
    def __init__(self, address): self.address = address
    def data_ptr(self): return self.address

kernel = xtriton.load(sys.argv[1])
for rows in (630, 630, 96):
    kernel[1000 if rows == 630 else 3](Tensor(0x10000), Tensor(0x20000), rows, 64)
"""

pytestmark = [
    pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc, with which Triton compiles its launcher"),
    pytest.mark.skipif(not INCLUDE.is_dir(), reason="needs the headers of CUDA in the Triton wheel"),
]


def test_a_launch_through_triton(tmp_path: Path):
    library = tmp_path / "libcuda.so.1"
    subprocess.run(["gcc", "-shared", "-fPIC", f"-I{INCLUDE}", SOURCE, "-o", library], check=True)
    (tmp_path / "matmul.mlir").write_text(MATMUL)
    kernel = xtriton.compile(persistent_ttir(tmp_path / "matmul.mlir", None, tmp_path))
    kernel.save(tmp_path)
    log = tmp_path / "log"
    environment = {
        **os.environ,
        "TRITON_LIBCUDA_PATH": str(tmp_path),
        "LD_LIBRARY_PATH": str(tmp_path),
        "TRITON_CACHE_DIR": str(tmp_path / "cache"),
        "FAKE_CUDA_LOG": str(log),
        "PYTHONPATH": os.pathsep.join([str(Path(xtriton.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-c", LAUNCH, str(tmp_path / "matmul.json")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    resident = SMS * kernel.metadata["launch"]["ctas_per_sm"]
    shared = kernel.metadata["shared"]

    def launched(rows: int, tiles: int) -> list[str]:
        f16, swizzle_128, zeros = 6, 3, 0
        how = f"type {f16} rank 2 shape {rows} 64 stride 128 box 32 64 swizzle {swizzle_128} padding {zeros}"
        return [
            f"grid {min(tiles, resident)} 1 1 threads 128 shared {shared}",
            "pointers 10000 20000",
            f"integers {rows} 64 {tiles}",
            f"map 10000 {how}",
            f"map 20000 {how}",
            "scratch 0 0",
        ]

    assert log.read_text().splitlines() == [*launched(630, 1000), *launched(630, 1000), *launched(96, 3)]
