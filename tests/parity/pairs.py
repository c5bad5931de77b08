"""Inputs and results of the passes in a wheel's stages, kept in a folder, and the parity of the native passes.

    python -m tests.parity.pairs dump DIR [--arch 90]... [--kernel NAME]...     under the wheel of a version
    python -m tests.parity.pairs dump DIR --captured KERNELS                    kernels of ``conformance.capture``
    python -m tests.parity.pairs judge DIR [PASS]... [--arch 90]... [--diff]    with or without a wheel

``dump`` writes DIR/VERSION/KERNEL-ARCH.json: the passes of the TTIR and TTGIR stages in order, each with its options,
input and result. ``judge`` runs the native passes on these inputs and prints, for each pass, how many distinct pairs
are active (the pass changes the text), how many of all and of the active ones are equal byte for byte, and on how many
the wheel fails and the native pass reports an error, too.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.cases import Case  # noqa: E402
from parity.outcomes import Outcome, native_outcome, parsed  # noqa: E402
from parity.ttgir import name_of  # noqa: E402

from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402
from xtriton.pipelines import engine_of, gluon_passes, make_ttgir_passes, make_ttir_passes  # noqa: E402
from xtriton.versions import TritonVersion, default_version, installed_version  # noqa: E402


@dataclass(frozen=True)
class Pair:
    """A pass with its options, its input, and the wheel's result or error."""

    passed: str
    case: Case
    wheel: Outcome

    @property
    def active(self) -> bool:
        """Whether the pass changes the text."""
        return self.wheel.text not in (None, self.case.text)

    @property
    def fails(self) -> bool:
        """Whether the wheel has no result."""
        return self.wheel.text is None


def main() -> int:
    """Write or judge the pairs. Returns 1 if any pair differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["dump", "judge"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("passes", nargs="*")
    parser.add_argument("--arch", type=int, action="append")
    parser.add_argument("--kernel", action="append")
    parser.add_argument("--captured", type=Path, metavar="KERNELS", help="a folder that conformance.capture wrote")
    parser.add_argument("--triton", default=str(default_version()))
    parser.add_argument("--all", action="store_true", help="inputs that the pass leaves as they are, too")
    parser.add_argument("--diff", action="store_true", help="show the first difference of each pass")
    parser.add_argument("--save", type=Path, metavar="DIR")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the counts of the version into a JSON file")
    options = parser.parse_intermixed_args()
    return _dump(options) if options.action == "dump" else _judge(options)


@dataclass(frozen=True)
class Start:
    """What the passes of a wheel begin with: a kernel, its module from Triton's front end, and the passes."""

    name: str
    capability: int
    text: str
    passes: tuple[str, ...]


def kernel_start(name: str, capability: int) -> Start:
    """A kernel of ``parity.kernels``."""
    from parity.cases import stage_text
    from parity.frontend import Frontend
    from parity.kernels import KERNELS

    sizes = Frontend(KERNELS[name], capability).options
    staged = make_ttgir_passes(capability, sizes.num_warps, sizes.num_stages, sizes.num_ctas)
    return Start(name, capability, stage_text(name, capability), (*make_ttir_passes(capability), *staged))


def captured_start(path: Path) -> Start:
    """A kernel that ``conformance.capture`` wrote."""
    from parity.cases import read_again

    kernel = json.loads(path.read_text())
    capability = kernel["capability"]
    staged = make_ttgir_passes(capability, kernel["num_warps"], kernel["num_stages"], kernel["num_ctas"])
    passes = gluon_passes() if kernel["gluon"] else (*make_ttir_passes(capability), *staged)
    return Start(path.stem.rpartition("-")[0], capability, read_again(kernel["text"]), passes)


def _starts(options: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Start]]]:
    """The name of each start's file, and how to make the start."""
    from parity.kernels import KERNELS

    if options.captured is not None:
        for path in sorted(options.captured.glob("*.json")):
            if not options.arch or int(path.stem.rpartition("-")[2]) in options.arch:
                yield path.stem, partial(captured_start, path)
        return
    for name in options.kernel or KERNELS:
        for capability in options.arch or (80, 90, 100, 120):
            if capability >= KERNELS[name].minimum:
                yield f"{name}-{capability}", partial(kernel_start, name, capability)


def _dump(options: argparse.Namespace) -> int:
    """Each kernel and target in a process of its own: some end a wheel's process."""
    folder: Path = options.folder / str(default_version())
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in _starts(options):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                (folder / f"{name}.json").write_text(json.dumps(pairs_of(make())))
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1]:
            print(f"{name}: no pairs", flush=True)
    return 0


def pairs_of(start: Start) -> list[tuple[str, str, str | None, tuple[str, ...]]]:
    """The passes of both stages on a kernel: each with its options, input, and the wheel's result or errors."""
    from parity.cases import read_again
    from parity.outcomes import wheel_outcome

    text = start.text
    pairs: list[tuple[str, str, str | None, tuple[str, ...]]] = []
    for passed in start.passes:
        outcome = wheel_outcome(passed, text)
        pairs.append((passed, text, outcome.text, outcome.errors))
        if outcome.text is None:
            break
        text = read_again(outcome.text)
    return pairs


def read_pairs(
    folder: Path, triton: TritonVersion, arch: list[int] | None, kernels: list[str] | None
) -> Iterator[Pair]:
    """The distinct pairs of a version in a folder."""
    seen: set[tuple[str, str]] = set()
    for path in sorted((folder / str(triton)).glob("*.json")):
        name, _, capability = path.stem.rpartition("-")
        if (arch and int(capability) not in arch) or (kernels and name not in kernels):
            continue
        for position, (passed, before, after, errors) in enumerate(json.loads(path.read_text())):
            if (passed, before) in seen:
                continue
            seen.add((passed, before))
            case = Case(name, int(capability), f"{position}-{name_of(passed)}", before)
            yield Pair(passed, case, Outcome(after, tuple(errors)))


def _is_readable(text: str, triton: TritonVersion) -> bool:
    try:
        parsed(text, triton)
    except DiagnosticError:
        return False
    return True


_LOCATIONS = re.compile(r" loc\([^()]*(?:\([^()]*\)[^()]*)*\)|^#loc.*\n", re.MULTILINE)


def _differences(wheel: str, native: str) -> list[str]:
    """The lines that differ without their locations; if there are none, the first ones that differ."""
    before, after = (_LOCATIONS.sub("", text).splitlines() for text in (wheel, native))
    found = list(unified_diff(before, after, lineterm="", n=2))
    return found[:80] or list(unified_diff(wheel.splitlines(), native.splitlines(), lineterm="", n=2))[:20]


def _is_another_result(pair: Pair, native: Outcome, triton: TritonVersion) -> bool:
    """Whether the wheel has this result in another run: that of one pass depends on addresses of objects."""
    if name_of(pair.passed) != HOPPER_PASS or installed_version() != triton:
        return False
    from parity.outcomes import wheel_outcome

    return any(wheel_outcome.__wrapped__(pair.passed, pair.case.text) == native for _ in range(ATTEMPTS))


HOPPER_PASS = "nvgpu-warp-specialization"
ATTEMPTS = 200


def _record(path: Path, triton: TritonVersion, counts: dict[str, Counter[str]]) -> None:
    """Replace the counts of a version in a file: for each native pass with active pairs ``[active, equal]``."""
    record = json.loads(path.read_text()) if path.exists() else {}
    record[str(triton)] = {
        name: [tally["active"], tally["equal"]]
        for name, tally in sorted(counts.items())
        if tally["active"] and engine_of(name) == "native"
    }
    lines = [f'"{version}": {json.dumps(record[version])}' for version in sorted(record)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _judge(options: argparse.Namespace) -> int:
    from parity.compare import save

    triton = TritonVersion.parse(options.triton)
    counts: dict[str, Counter[str]] = {}
    for pair in read_pairs(options.folder, triton, options.arch, options.kernel):
        name = name_of(pair.passed)
        if options.passes and name not in options.passes:
            continue
        tally = counts.setdefault(name, Counter())
        tally["active"] += pair.active
        tally["fails"] += pair.fails
        if engine_of(pair.passed) == "wheel" or not (pair.active or pair.fails or options.all):
            continue
        native = native_outcome(pair.passed, pair.case.text, triton)
        if pair.fails and not native.crash:
            tally["refused"] += native.text is None
            continue
        if native == pair.wheel or _is_another_result(pair, native, triton):
            tally["equal"] += 1
            continue
        if native.errors:
            tally["unread"] += not _is_readable(pair.case.text, triton)
        print(f"{pair.passed} {pair.case.name}:", *(line.split("\n")[0] for line in native.errors))
        if options.save:
            save(options.save, pair.case, pair.wheel, native)
        if options.diff and native.text is not None and not tally["shown"]:
            tally["shown"] = 1
            print("\n".join(_differences(pair.wheel.text or "", native.text)))
    for name, tally in counts.items():
        failed = f"wheel fails {tally['fails']:2}, refused {tally['refused']:2}"
        counted = f"active {tally['active']:4} equal {tally['equal']:4} unread {tally['unread']:4}"
        print(f"{triton} {name:48} {counted} {failed if tally['fails'] else ''}".rstrip())
    if options.record:
        _record(options.record, triton, counts)
    total = sum((tally for tally in counts.values()), Counter[str]())
    print(f"{triton} all: active {total['active']}, equal {total['equal']}")
    return 1 if total["active"] > total["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
