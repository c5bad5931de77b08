"""``python -m xtriton.backends.nvidia.lower_request``: lower one module of TTGIR to LLVM IR for another process.

The request is read as JSON from standard input, the answer is written as JSON to standard output.
"""

from __future__ import annotations

import json
import sys

from xtriton.argument_locations import ArgumentLocations
from xtriton.backends.nvidia.elsewhere import trust_table
from xtriton.backends.nvidia.options import Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.targets import Target


def main() -> int:
    """Process one request."""
    request = json.load(sys.stdin)
    target = Target(request["capability"])
    trust_table(target)
    stages = NvidiaStages(target, Options(**request["options"]))
    known, given = set(stages.metadata), request["locations"]
    locations = None if given is None else ArgumentLocations(given["text"], tuple(map(tuple, given["places"])))
    dump: list[str] = []
    try:
        llir = stages.llir(request["ttgir"], locations, dump if request["dump"] else None)
    except DiagnosticError as failure:
        json.dump({"error": failure.diagnostic.message}, sys.stdout)
        return 0
    learned = {name: value for name, value in stages.metadata.items() if name not in known or name == "num_warps"}
    json.dump({"llir": llir, "metadata": learned, "dump": "".join(dump)}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
