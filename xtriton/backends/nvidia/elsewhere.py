"""Lowering in a separate process.

libtriton initialises a table of fp8 conversions for the first target of a process, which is wrong for others. So a
process lowers for one target, and delegates others to :mod:`~xtriton.backends.nvidia.lower_request` in a new process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from xdsl.dialects.builtin import LocationAttr

from xtriton.argument_locations import ArgumentLocations
from xtriton.backends.nvidia.options import Options
from xtriton.ir.diagnostics import error
from xtriton.targets import Target

_lowered_here: set[Target] = set()
"""The target that this process lowers for, once known."""


def is_ours(target: Target) -> bool:
    """Whether this process may lower for a target: it has lowered for no other."""
    if not _lowered_here:
        _lowered_here.add(target)
    return target in _lowered_here


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
