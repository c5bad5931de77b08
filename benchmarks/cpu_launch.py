"""What a launch on the CPU costs beside the kernel: in a new process whose kernels are in the cache, and repeated.

Usage: python benchmarks/cpu_launch.py [--torch] [--rounds N]

Prints CPU time, minimum of several processes: "first" is from before ``import xtriton`` to after the first launch, in a
process that has imported Triton, NumPy (with --torch also torch) and the module of the kernels; "another" is the first
launch of another kernel. Then microseconds of a launch of five programs of 1024 elements: ``kernel[grid](...)`` within
``on_cpu()`` with a grid that is a tuple or a function, and of the compiled kernel.
"""

# pyright: basic
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).parents[1]

_KERNELS = """
import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)
"""

_PROGRAM = """
import json, sys, time, timeit
import numpy as np
import triton
if sys.argv[1] == "torch":
    import torch
import kernels

x, y, out = np.ones(5000, np.float32), np.arange(5000, dtype=np.float32), np.empty(5000, np.float32)
if sys.argv[1] == "torch":
    x, y, out = map(torch.from_numpy, (x, y, out))


def least(launch, number=2000):
    launch()
    return min(timeit.repeat(launch, number=number, repeat=9, timer=time.process_time)) / number * 1e6


start = time.process_time()
import xtriton
with xtriton.on_cpu():
    kernels.add[(5,)](x, y, out, 5000, BLOCK=1024)
    first = time.process_time()
    kernels.double[(5,)](x, out, 5000, BLOCK=1024)
    another = time.process_time()
    found = {"first ms": (first - start) * 1e3, "another ms": (another - first) * 1e3}
    made = kernels.add[(5,)](x, y, out, 5000, BLOCK=1024)
    found["on_cpu us"] = least(lambda: kernels.add[(5,)](x, y, out, 5000, BLOCK=1024))
    found["on_cpu, function us"] = least(
        lambda: kernels.add[lambda given: (triton.cdiv(5000, given["BLOCK"]),)](x, y, out, 5000, BLOCK=1024)
    )
found["compiled us"] = least(lambda: made[(5,)](x, y, out, 5000))
assert (np.asarray(out) == np.asarray(x) + np.asarray(y)).all()
print(json.dumps(found))
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torch", action="store_true", help="launch on tensors of torch")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kernels.py").write_text(_KERNELS, encoding="utf-8")
        Path(folder, "program.py").write_text(_PROGRAM, encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"XTRITON_CACHE_DIR": f"{folder}/cache", "PYTHONPATH": f"{folder}{os.pathsep}{_ROOT}"}
        command = [sys.executable, f"{folder}/program.py", "torch" if options.torch else "numpy"]
        found: list[dict[str, float]] = []
        for number in range(options.rounds + 1):
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            if number:  # the first one compiles
                found.append(json.loads(done.stdout))
    for name in found[0]:
        print(f"{name:22} {min(figures[name] for figures in found):7.1f}")


if __name__ == "__main__":
    main()
