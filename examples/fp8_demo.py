"""Compile the FP8 matmul to a cubin, and print the time and size of each stage, and the instructions in the PTX.

python examples/fp8_demo.py [TARGET]
"""

from __future__ import annotations

import re
import sys
from collections import Counter

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.kernels import Fp8MatmulConfig

TENSOR_CORES = re.compile(r"\b(?:wgmma\.mma_async|mma\.sync|tcgen05\.mma)[\w.:]*")
COPIES = re.compile(r"\b(?:cp\.async\.c[ag]\.shared\.global|cp\.async\.bulk\.tensor|ld\.global\.v[248])[\w.:]*")


def main() -> None:
    """Print the stages with their times and sizes, then what ptxas and the PTX say."""
    target = sys.argv[1] if len(sys.argv) > 1 else "cuda:90"
    config = Fp8MatmulConfig(N=7168, K=2048, block_n=128, block_k=128)
    config.check_target(target)
    signature = Signature(config.signature, config.constexprs, config.attrs)
    kernel = xtriton.compile(config.kernel, signature, target=target, **config.options)
    known = kernel.metadata

    print(f"{config.symbol(target)}\n")
    engines = {
        stage: Counter(step["engine"] for step in known["passes"] if step["stage"] == stage) for stage in kernel.asm
    }
    for stage, milliseconds in known["milliseconds"].items():
        by = ", ".join(f"{count} x {engine}" for engine, count in engines[stage].items())
        print(f"{stage:8}{milliseconds:8.1f} ms{len(kernel.asm[stage]):9} bytes  {by}")
    print(f"\n{known['registers']} registers, {known['spill_stores']} bytes spilled, ", end="")
    print(f"{known['shared']} bytes of shared memory")
    ptx = str(kernel.asm["ptx"])
    for title, pattern in (("tensor cores", TENSOR_CORES), ("memory", COPIES)):
        found = Counter(pattern.findall(ptx))
        print(f"{title}: {', '.join(f'{count} x {name}' for name, count in found.most_common()) or 'none'}")
    print(", ".join(f"{name} {version}" for name, version in known["versions"].items()))


if __name__ == "__main__":
    try:
        main()
    except ValueError as failure:
        sys.exit(f"error: {failure}")
