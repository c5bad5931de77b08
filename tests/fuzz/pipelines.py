"""Random pass pipelines: those of a sample's RUN lines, single passes with random options, and pieces of the stages."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin

from fuzz.material import LEFT_OUT, Sample
from fuzz.ring import Ring

from xtriton.passes import PASSES, pass_class
from xtriton.passes.base import OptionInfo
from xtriton.passes.options import print_value
from xtriton.pipelines import MakeCpu, MakeTtir, make_ttgir_passes

INTEGERS = (0, 1, 2, 3, 4, 8, 16, 32, 64, 80, 90, 100, 512, -1, 1 << 31, 1 << 63)
STRINGS = ("cuda:70", "cuda:80", "cuda:90", "cuda:100", "hip:gfx942", "cuda:", "x", "")


@cache
def fast_passes() -> tuple[str, ...]:
    """The passes that run in this process, in little time, and in the version of their context."""
    return tuple(name for name in PASSES if name not in LEFT_OUT)


@cache
def _pass_ring() -> Ring[str]:
    return Ring(fast_passes(), str)


@cache
def stages() -> tuple[tuple[str, ...], ...]:
    """The stages as lists of passes, without those that only the wheel has."""
    wheel_free = [
        tuple(text for text in make_ttgir_passes(capability) if text.partition("{")[0] in PASSES)
        for capability in (80, 90, 100)
    ]
    ttir = [MakeTtir(target=f"cuda:{capability}").passes() for capability in (80, 90)]
    linalg = ("triton-to-linalg", "cse", "cpu-fuse", "cpu-bufferize", "cpu-linalg-to-loops", "cpu-math", "cpu-to-llvm")
    steps = (
        "triton-to-structured",
        "triton-to-unstructured",
        "triton-arith-to-linalg{tensor-ptr-to-linalg=true}",
        "structured-to-memref",
        "unstructured-to-memref",
        "triton-ptr-to-memref",
        "triton-to-ptr",
        "reconcile-unrealized-casts",
        "reconcile-ptr-casts",
        "remove-dead-values",
        "collapse-shape",
    )
    return (*ttir, *wheel_free, MakeCpu().passes(), linalg, steps)


def random_pass(random: Random) -> str:
    """A pass, mostly with its default options."""
    name = _pass_ring().choose(random)
    options = pass_class(name).options()
    if not options or (random.random() < 0.6 and not any(info.required for info in options)):
        return name
    chosen = [info for info in options if info.required or random.random() < 0.5]
    return f"{name}{{{' '.join(f'{info.name}={print_value(_value(info, random))}' for info in chosen)}}}"


def _value(info: OptionInfo, random: Random) -> Any:
    """A value for an option, mostly of its type."""
    if get_origin(info.type) is Literal:
        return random.choice(get_args(info.type))
    if info.type is bool:
        return random.random() < 0.5
    if info.type is int:
        return random.choice(INTEGERS)
    return random.choice(STRINGS)


def mutate_pipeline(text: str, random: Random) -> str:
    """The text of a pipeline with a small change, after which it is mostly none."""
    start, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    end = min(end, start + random.choice((1, 2, 8, 1000)))
    part = text[start:end]
    piece = random.choice((*"{}(),= \"'", "", part, part * 2, part[::-1], f"tt.func({part})", f"any({part}", "-1", "x"))
    return text[:start] + piece + text[end:]


def random_pipeline(sample: Sample, random: Random) -> str:
    """A pipeline for a mutant of ``sample``."""
    chance = random.random()
    if sample.pipelines and chance < 0.45:
        return random.choice(sample.pipelines)
    if chance < 0.65:
        return random_pass(random)
    if chance < 0.75:
        return ",".join(random_pass(random) for _ in range(random.randrange(2, 4)))
    stage = random.choice(stages())
    if chance < 0.85:
        return ",".join(stage)
    return ",".join([*stage[: random.randrange(len(stage) + 1)], random_pass(random)])
