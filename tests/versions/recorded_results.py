"""What the wheel of each version makes of many programs, as digests: other versions' passes are tested without wheels.

    python -m versions.recorded_results [--new]         # in the folder tests: records those of the installed wheel

``results.json`` has an entry for each *chain*, a program with passes that follow each other: the digest of the program
and one of the text after each pass that changes it, up to one at which the wheel fails. A chain starts from

- a random program, with the native passes of both stages;
- TTIR of a kernel of ``tests/parity/kernels``, which is kept in ``kernels``, with those of the TTGIR stage, for one
  CTA, and since 3.9 for clusters of four; of kernels with warp-specialized loops, for Blackwell;
- a program of the FileCheck tests, with the passes of one of its RUN lines;
- a program of ``passes``, on which versions differ, with the passes that it names.

``--new`` keeps the entries of programs that have not changed.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fuzz.material import TESTS, samples_of
from fuzz.wheel import Wheel
from parity.cases import stage_texts
from parity.loops_with_products import random_loop
from parity.outcomes import native_outcome
from parity.pipelined_loops import random_loops, random_nests
from parity.scaled_dots import scaled_dot
from parity.test_filecheck_programs import DIFFERENT, PARTS, PREFIX, pipelines
from parity.warp_specialization import CAPABILITY as BLACKWELL
from parity.warp_specialization import ttir_of
from semantics.typed_programs import random_program
from unit.analysis.reshape_programs import reshape_program

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.pipelines import engine_of, make_ttgir_passes, make_ttir_passes
from xtriton.versions import V3_9, TritonVersion, default_version, use_version

RECORD = Path(__file__).parent / "results.json"
FOLDER = Path(__file__).parent / "kernels"
PROGRAMS = Path(__file__).parent / "passes"
SEEDS = 24
KERNELS = {
    "matmul_even_relu": 80,
    "matmul_split_k": 90,
    "matmul_descriptors": 90,
    "attention_forward_causal": 80,
    "mx_matmul": 90,
    "column_sums": 90,
}
"""Kernels with the compute capability that each is compiled for."""
SPECIALIZED = ("matmul_bias", "attention_True_64_4", "persistent_True_True", "block_scaled")
"""Kernels with warp-specialized loops, compiled for Blackwell."""
UNCHANGED = ""
"""In place of the digest of a text that a pass has not changed."""

Entry = Sequence[str]
"""The digests of a chain: of its program, then of the text after each pass."""


@dataclass(frozen=True)
class Chain:
    """A program, and passes that follow each other."""

    name: str
    text: str
    passes: tuple[str, ...]


def digest(text: str) -> str:
    """A short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _stages(capability: int, warps: int, *, ctas: int = 1, ttir: bool = True) -> tuple[str, ...]:
    """The native passes of the version in effect."""
    passes = (*(make_ttir_passes(capability) if ttir else ()), *make_ttgir_passes(capability, warps, num_ctas=ctas))
    return tuple(passed for passed in passes if engine_of(passed) == "native")


def _of_loops(seed: int) -> tuple[str, ...]:
    stages = 2 + seed % 4
    return (
        f"tritongpu-assign-latencies{{num-stages={stages}}}",
        "tritongpu-schedule-loops",
        f"tritongpu-pipeline{{num-stages={stages}}}",
        *(
            "canonicalize",
            "tritongpu-prefetch",
            "tritongpu-remove-layout-conversions",
            "tritongpu-reorder-instructions",
        ),
    )


_TARGET = "target=cuda:90 num-warps=2"

GENERATORS: Mapping[str, tuple[Callable[[int], str], Callable[[int], tuple[str, ...]]]] = {
    "typed": (random_program, lambda seed: _stages((80, 90, 100)[seed % 3], (1, 4, 8)[seed // 3 % 3])),
    "loops": (random_loops, _of_loops),
    "products": (random_loop, _of_loops),
    "nests": (random_nests, _of_loops),
    "scaled": (scaled_dot, lambda seed: ("tritongpu-accelerate-matmul",)),
    "reshapes": (reshape_program, lambda seed: (f"convert-triton-to-tritongpu{{{_TARGET}}}", "tritongpu-coalesce")),
}


def generated(triton: TritonVersion) -> Iterator[Chain]:
    """The chains that start from random programs or from kernels, in a version of Triton."""
    with use_version(triton):
        for generator, (make, passes) in GENERATORS.items():
            for seed in range(SEEDS):
                yield Chain(f"{generator} {seed}", make(seed), passes(seed))
        for kernel, capability in KERNELS.items():
            text = _kernel_file(kernel, triton).read_text(encoding="utf-8")
            yield Chain(f"kernel {kernel}", text, _stages(capability, 4, ttir=False))
            if triton >= V3_9:  # older ones have triton-nvidia-gpu-plan-cta, whose clones are in no fixed order
                yield Chain(f"clusters {kernel}", text, _stages(max(capability, 90), 4, ctas=4, ttir=False))
        for kernel in SPECIALIZED:
            text = _kernel_file(kernel, triton).read_text(encoding="utf-8")
            yield Chain(f"specialized {kernel}", text, _stages(BLACKWELL, 4, ttir=False))


def of_files(names: Sequence[str]) -> Iterator[Chain]:
    """The chains of these names that start from programs in files."""
    for name in names:
        program, _, passes = name.partition(" ")
        file, found, _ = program.rpartition("#")
        if found and (text := _programs(file).get(program)) is not None:
            yield Chain(name, text, (passes,))


@cache
def _programs(file: str) -> dict[str, str]:
    path = TESTS.parent / file
    return {sample.name: sample.text for sample in samples_of(path)} if path.exists() else {}


def _kernel_file(kernel: str, triton: TritonVersion) -> Path:
    return FOLDER / f"{kernel}-{triton}.mlir"


def native_entry(chain: Chain, triton: TritonVersion, count: int) -> list[str]:
    """The entry of a chain's program and its first passes, by this project's passes; it ends with errors, if any."""
    return _entry(chain.text, chain.passes[:count], lambda text, passes: _native(text, passes, triton))


def _native(text: str, passes: str, triton: TritonVersion) -> tuple[str | None, Sequence[str]]:
    outcome = native_outcome(passes, text, triton)
    return outcome.text, outcome.errors


def _entry(start: str, passes: Sequence[str], run: Callable[[str, str], tuple[str | None, Sequence[str]]]) -> list[str]:
    entry, text = [digest(start)], start
    for passed in passes:
        found, errors = run(text, passed)
        if found is None:
            return [*entry, *errors]
        entry.append(UNCHANGED if found == text else digest(found))
        # Blocks that a pass made have locations that custom syntax does not tell.
        text = run(found, "")[0] or ""
    return entry


def read_record() -> dict[str, dict[str, Entry]]:
    """The entries by version and name."""
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def _wheel_entry(wheel: Wheel, chain: Chain) -> Entry | None:
    """The entry by the wheel; ``None`` if it does not even read the program, or runs none of the passes."""
    entry = _entry(chain.text, chain.passes, lambda text, passes: (wheel.ask(text, passes).text, ()))
    return entry if len(entry) > 1 else None


def _names() -> list[str]:
    """The names of the chains that start from files."""
    written = [
        f"{sample.name} {passes}"
        for sample in PARTS
        for passes in dict.fromkeys(pipelines(sample))
        if "nvgpu-warp-specialization" not in passes  # its results depend on addresses in the wheel's memory
        and (sample.name.removeprefix(PREFIX), passes) not in DIFFERENT
    ]
    for path in sorted(PROGRAMS.glob("*.mlir")):
        passes = re.findall(r"^// PASSES: (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
        written += [f"{sample.name} {passes}" for sample in samples_of(path)]
    return written


def _listed(entries: Mapping[str, Entry]) -> str:
    """JSON with an entry in each line."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items()) + "\n}"


def main() -> int:
    """Record what the installed wheel gives."""
    triton, wheel = default_version(), Wheel()
    FOLDER.mkdir(exist_ok=True)
    texts = {kernel: stage_texts(kernel, capability)[-1][1] for kernel, capability in KERNELS.items()}
    texts.update((kernel, ttir_of(kernel)) for kernel in SPECIALIZED)
    for kernel, text in texts.items():
        without_locations = print_op(parse_module(text, kernel, Context()))
        _kernel_file(kernel, triton).write_text(without_locations, encoding="utf-8")
    entries: dict[str, Entry] = {}
    known = read_record().get(str(triton), {}) if "--new" in sys.argv[1:] else {}
    for chain in (*generated(triton), *of_files(_names())):
        entry = known.get(chain.name)
        if entry is None or entry[0] != digest(chain.text):
            entry = _wheel_entry(wheel, chain)
        if entry is not None:
            entries[chain.name] = entry
    wheel.close()
    record = {**read_record(), str(triton): entries}
    lines = [f'"{version}": {_listed(held)}' for version, held in sorted(record.items())]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(entries)} chains of Triton {triton}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
