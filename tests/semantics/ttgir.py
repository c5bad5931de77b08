"""The texts between the passes of Triton's TTGIR stage, as the wheel makes them of the kernels of tests/parity.

As a program it proves every pass of the stage on every kernel: ``python -m semantics.ttgir 80 90 100 --only matmul``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from functools import cache

from parity.cases import stage_texts
from parity.frontend import CAPABILITIES
from parity.kernels import KERNELS
from parity.outcomes import parsed
from xdsl.dialects.builtin import UnknownLoc

from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.passes.libtriton import run_in_wheel
from xtriton.pipelines import make_ttgir_passes
from xtriton.triage.proof_instrument import sums_of


@cache
def ttgir_texts(name: str, capability: int) -> tuple[tuple[str, str], ...]:
    """The name of each pass of the stage that changes a kernel, with its result; the first is that of TTIR."""
    kernel = KERNELS[name]
    text = stage_texts(name, max(capability, kernel.minimum))[-1][1]
    texts = [("make-ttir", text)]
    sizes = {option: kernel.options.get(option, usual) for option, usual in (("num_warps", 4), ("num_stages", 3))}
    for spelled in make_ttgir_passes(capability, **sizes):
        changed = run_in_wheel(text, spelled, Context(), UnknownLoc())
        if changed != text:
            texts.append((spelled.partition("{")[0], changed))
            text = changed
    return tuple(texts)


def proofs(name: str, capability: int) -> Iterator[tuple[str, str]]:
    """Every pass that changes a kernel, with the difference it causes, else the reasons for unchecked parts, if any."""
    texts = ttgir_texts(name, capability)
    module = parsed(texts[0][1])
    proof, sums = Proof(module), sums_of(module)
    for step, text in texts[1:]:
        module, before = parsed(text), sums
        sums = sums_of(module)
        found = proof.compare(module, reassociated=not sums <= before, speculated=step == "tritongpu-pipeline")
        skipped = [why for _, why in proof.left_out(module)]
        yield step, str(found) if found is not None else "; ".join(skipped)
        proof = proof.successor(module) if found is None else Proof(module)


def _main() -> int:
    parser = argparse.ArgumentParser(description="Prove the passes of the wheel's TTGIR stage on generated inputs.")
    parser.add_argument("capabilities", nargs="*", type=int, default=list(CAPABILITIES))
    parser.add_argument("--only", default="", help="kernels with this in their names")
    arguments = parser.parse_args()
    count = wrong = 0
    start = time.perf_counter()
    for capability in arguments.capabilities:
        for name in (name for name, kernel in KERNELS.items() if arguments.only in name):
            if capability < KERNELS[name].minimum:
                continue
            for step, trouble in proofs(name, capability):
                count += 1
                if trouble:
                    wrong += 1
                    print(f"{name} at {capability}: {step}: {trouble}")
    print(f"{count} proofs, {wrong} with differences or remarks, {time.perf_counter() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(_main())
