"""Compare native passes with the Triton wheel's on kernels that were changed at random.

    python -m tests.parity.fuzz PASS... [--seed 0] [--count 200] [--mutations 3] [--kernel NAME] [--diff] [--save DIR]

Each case is a text of the TTIR stage with some mutations (see ``mutations.py``). The seed of a case that differs is
printed: ``--seed THAT --count 1`` makes the case again. The exit status is 1 if any differs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.cases import Case, cases_of  # noqa: E402
from parity.compare import print_diff, save  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402
from parity.levels import judge  # noqa: E402
from parity.mutations import mutate  # noqa: E402
from parity.outcomes import AS_THE_WHEEL, native_outcome, parsed, wheel_outcome  # noqa: E402

from xtriton.ir.printer import print_op  # noqa: E402


def mutated_case(seed: int, mutations: int, kernels: list[str]) -> Case | None:
    """The case of a seed: some text of some kernel, changed up to ``mutations`` times. None if it became invalid."""
    chance = random.Random(seed)
    case = chance.choice(list(cases_of(chance.choice(kernels))))
    module = parsed(case.text).clone()
    mutate(module, seed, chance.randint(1, mutations))
    text = wheel_outcome("", print_op(module, AS_THE_WHEEL)).text
    return None if text is None else Case(f"{case.name}-seed{seed}", case.capability, case.step, text)


def main() -> int:
    """Print a line for each case that differs. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passes", nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--mutations", type=int, default=3)
    parser.add_argument("--kernel", action="append", choices=list(KERNELS), metavar="NAME")
    parser.add_argument("--diff", nargs="?", const="readable", choices=["readable", "bytes"])
    parser.add_argument("--save", type=Path, metavar="DIR")
    options = parser.parse_args()
    kernels: list[str] = options.kernel or list(KERNELS)
    for kernel in kernels:
        list(cases_of(kernel))  # remembered, so that the processes below need not make them
    different = 0
    for seed in range(options.seed, options.seed + options.count):
        status = _in_a_process(lambda seed=seed: _compare(seed, kernels, options))
        if status not in (0, 1):
            print(f"seed {seed}: the process died ({status})")
        different += status == 1
    print(f"{options.count} programs, {different} different")
    return 1 if different else 0


def _compare(seed: int, kernels: list[str], options: argparse.Namespace) -> int:
    """Compare the case of a seed. Returns whether any pass differs, as 0 or 1."""
    case = mutated_case(seed, options.mutations, kernels)
    if case is None:
        return 0
    different = 0
    for passes in options.passes:
        wheel, native = wheel_outcome(passes, case.text), native_outcome(passes, case.text)
        if wheel == native:
            continue
        different = 1
        print(f"{case.kernel} {passes}: {judge(wheel, native).label}", *native.errors, sep="\n    ", flush=True)
        if options.diff:
            print_diff(case, wheel, native, ("wheel", "native"), options.diff)
        if options.save:
            save(options.save, case, wheel, native)
    return different


def _in_a_process(work: Callable[[], int]) -> int:
    """The exit status of ``work`` in a process of its own: some programs abort the wheel."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 2
        try:
            status = work()
            sys.stdout.flush()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
