"""Compare a native pass with the Triton wheel's on the texts of real kernels.

    python -m tests.parity.compare canonicalize [--kernel NAME] [--arch 90] [--diff] [--save DIR]

``--diff`` shows what differs without locations, or, where only they do, with each location in its place;
``--diff=bytes`` shows the texts as they are. A pass of the TTIR stage is given what the stage gives it; other passes,
and any with ``--everywhere``, get every distinct text of the stage. With ``--ttgir`` it is given what the TTGIR stage
gives it, with the options that it has there. ``--save`` leaves the input and both results of
each case that differs, and the exit status is 1 if any does. ``--wheel`` shows what the wheel changes instead of what
differs. A pipeline (``canonicalize,triton-combine``) is compared as a whole. ``--files`` takes the programs of files
instead, which ``// -----`` may separate, as far as the wheel can read them.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.cases import Case, cases_of, stage_texts  # noqa: E402
from parity.frontend import CAPABILITIES  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402
from parity.outcomes import Outcome, native_outcome, parsed, wheel_outcome  # noqa: E402
from parity.ttgir import name_of, steps_of  # noqa: E402

from xtriton.ir.printer import PrintOptions, print_op  # noqa: E402
from xtriton.passes.libtriton import parse_wheel_pipeline  # noqa: E402
from xtriton.passes.options import PipelineError  # noqa: E402
from xtriton.passes.pipeline_text import parse_pipeline  # noqa: E402


def main() -> int:
    """Print a line for each case that differs, and the counts. Returns the exit status."""
    options = _arguments()
    try:
        parse_wheel_pipeline(options.passes)
        if not options.wheel:
            parse_pipeline(options.passes)
    except (PipelineError, ValueError) as failure:
        print(failure, file=sys.stderr)
        return 1
    counts: Counter[str] = Counter()
    for passes, case in _inputs(options):
        wheel = wheel_outcome(passes, case.text)
        if options.wheel:
            print_diff(case, Outcome(case.text), wheel, ("input", "wheel"), options.diff)
            continue
        native = native_outcome(passes, case.text)
        level = _level(wheel, native)
        counts[level] += 1
        if wheel == native:
            continue
        print(f"{case.name}: {level}", *native.errors, sep="\n    ")
        if options.diff:
            print_diff(case, wheel, native, ("wheel", "native"), options.diff)
        if options.save:
            save(options.save, case, wheel, native)
        if options.first:
            break
    print(f"{options.passes}: {counts.total()} inputs; " + ", ".join(f"{n} {level}" for level, n in counts.items()))
    return 1 if counts.total() > counts["equal"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passes")
    parser.add_argument("--kernel", action="append", choices=list(KERNELS), metavar="NAME")
    parser.add_argument("--arch", action="append", type=int)
    parser.add_argument("--files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--everywhere", action="store_true")
    parser.add_argument("--ttgir", action="store_true", help="inputs are those of the TTGIR stage")
    parser.add_argument("--diff", nargs="?", const="readable", choices=["readable", "bytes"])
    parser.add_argument("--first", action="store_true", help="stop at the first case that differs")
    parser.add_argument("--wheel", action="store_true", help="show what the wheel changes")
    parser.add_argument("--save", type=Path, metavar="DIR")
    return parser.parse_args()


def _inputs(options: argparse.Namespace) -> Iterator[tuple[str, Case]]:
    """The passes to compare, each with an input."""
    kernels = [name for name in KERNELS if not options.kernel or name in options.kernel]
    capabilities = tuple(options.arch) if options.arch else CAPABILITIES
    if options.files:
        yield from ((options.passes, case) for case in _cases_in(options.files))
    elif options.ttgir:
        for kernel in kernels:
            for capability in capabilities:
                if capability >= KERNELS[kernel].minimum:
                    steps = steps_of(kernel, capability)
                    yield from ((passed, case) for passed, case in steps if name_of(passed) == options.passes)
    else:
        cases = _cases(kernels, capabilities, options.passes, options.everywhere)
        yield from ((options.passes, case) for case in cases)


def _cases(kernels: list[str], capabilities: tuple[int, ...], passes: str, everywhere: bool) -> Iterator[Case]:
    """The inputs for ``passes``: those right before its first pass in the stage, or all."""
    first = passes.split(",")[0].split("{")[0]
    for kernel in kernels:
        found = list(cases_of(kernel, capabilities))
        before: set[str] = set()
        for capability in capabilities:
            if capability >= KERNELS[kernel].minimum and not everywhere:
                before |= {text for step, text in stage_texts(kernel, capability) if step.partition("-")[2] == first}
        yield from (case for case in found if not before or case.text in before)


def _cases_in(files: list[Path]) -> Iterator[Case]:
    """The programs in files that the wheel can read, each once."""
    seen: set[str] = set()
    for path in files:
        for number, program in enumerate(re.split(r"(?m)^// -----.*$", path.read_text())):
            outcome = wheel_outcome("", program)
            if outcome.text is None:
                print(f"{path}, program {number}: the wheel cannot read it: {outcome.errors[0]}", file=sys.stderr)
            elif outcome.text not in seen:
                seen.add(outcome.text)
                yield Case(path.stem, 0, str(number), outcome.text)


def _level(wheel: Outcome, native: Outcome) -> str:
    if wheel == native:
        return "equal"
    return "crash" if native.crash else "different"


def print_diff(case: Case, before: Outcome, after: Outcome, names: tuple[str, str], form: str | None) -> None:
    """Print a unified diff of two outcomes; ``form`` is what ``--diff`` takes."""
    for options in (PrintOptions(use_nameloc_as_prefix=True), PrintOptions(debuginfo=True, local_scope=True), None):
        texts = [_lines(outcome, None if form == "bytes" else options) for outcome in (before, after)]
        if texts[0] != texts[1]:
            break
    titles = (f"{case.name} {name}\n" for name in names)
    sys.stdout.writelines(difflib.unified_diff(*texts, *titles, n=4))


def _lines(outcome: Outcome, options: PrintOptions | None) -> list[str]:
    """The lines of a result, printed again with ``options`` if there are any."""
    if outcome.text is None:
        return [f"{error}\n" for error in outcome.errors]
    text = outcome.text if options is None else print_op(parsed(outcome.text), options)
    return text.splitlines(keepends=True)


def save(folder: Path, case: Case, wheel: Outcome, native: Outcome) -> None:
    """Leave the input and both results of a case in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{case.name}.input.mlir").write_text(case.text)
    for name, outcome in (("wheel", wheel), ("native", native)):
        (folder / f"{case.name}.{name}.mlir").write_text(outcome.text or "\n".join(outcome.errors))


if __name__ == "__main__":
    sys.exit(main())
