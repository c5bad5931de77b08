"""Lowering in a separate process.

libtriton initialises a table of fp8 conversions for the first target of a process, which is wrong for others. So a
process lowers for one target, and delegates others to :mod:`~xtriton.backends.nvidia.lower_request` in a new process.
Triton itself may have initialised the table before, for any target; which one shows in the code of a small kernel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from xdsl.dialects.builtin import LocationAttr

from xtriton.argument_locations import ArgumentLocations
from xtriton.backends.nvidia.options import Options
from xtriton.ir.diagnostics import error
from xtriton.targets import Target

_lowered_here: set[Target] = set()
"""The target that this process lowers for, once known."""
_table: dict[Target, bool] = {}
"""Whether the table of conversions of this process is that of the target, once known."""


def is_ours(target: Target) -> bool:
    """Whether this process may lower for a target: it has lowered for no other."""
    if not _lowered_here:
        _lowered_here.add(target)
    return target in _lowered_here


def may_convert(target: Target, lower: Callable[[str], str]) -> bool:
    """Whether this process may lower fp8 conversions for its target: Triton has not for another.

    ``lower`` makes LLVM IR of TTGIR.
    """
    known = _table.get(target)
    if known is None:
        code = lower(_CONVERSIONS)
        known = _table[target] = all(
            (part in code) == (target.capability >= capability) for part, capability in _NATIVE
        )
    return known


def trust_table(target: Target) -> None:
    """Declare that this process lowers for a target alone."""
    _table[target] = True


_NATIVE = (("cvt.rn.f16x2.e5m2x2", 89), ("mul.rn.bf16x2", 90))
"""Instructions of :data:`_CONVERSIONS`, and the least compute capability for which libtriton uses them."""

_CONVERSIONS = """#L = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @conversions(%p: !tt.ptr<f8E5M2>, %q: !tt.ptr<f16>, %r: !tt.ptr<bf16>) {
    %from = tt.splat %p : !tt.ptr<f8E5M2> -> tensor<128x!tt.ptr<f8E5M2>, #L>
    %x = tt.load %from : tensor<128x!tt.ptr<f8E5M2>, #L>
    %half = tt.fp_to_fp %x : tensor<128xf8E5M2, #L> -> tensor<128xf16, #L>
    %brain = tt.fp_to_fp %x : tensor<128xf8E5M2, #L> -> tensor<128xbf16, #L>
    %halves = tt.splat %q : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>, #L>
    tt.store %halves, %half : tensor<128x!tt.ptr<f16>, #L>
    %brains = tt.splat %r : !tt.ptr<bf16> -> tensor<128x!tt.ptr<bf16>, #L>
    tt.store %brains, %brain : tensor<128x!tt.ptr<bf16>, #L>
    tt.return
  }
}
"""


def llir_elsewhere(
    target: Target,
    options: Options,
    ttgir: str,
    locations: ArgumentLocations | None,
    location: LocationAttr,
    *,
    dump: bool = False,
) -> tuple[str, dict[str, Any], str]:
    """The LLVM IR of TTGIR, Triton's metadata of the kernel, and the dump of the IR, from a new process."""
    known = None if locations is None else asdict(locations)
    request = {
        "capability": target.capability,
        "options": options.for_triton(),
        "ttgir": ttgir,
        "locations": known,
        "dump": dump,
    }
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "xtriton.backends.nvidia.lower_request"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        raise error(location, f"the process that lowers for {target} failed: {last[0]}")
    answer = json.loads(done.stdout)
    if "error" in answer:
        raise error(location, answer["error"])
    return answer["llir"], answer["metadata"], answer["dump"]
