"""Loads kernels of ``xtriton.compile`` into this process."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from xtriton.backends.cpu.code import Code, CpuKernel, Parameter
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.processor import processor
from xtriton.recipes import RecipeError

if TYPE_CHECKING:
    from xtriton.backends.cpu.checked import CheckedCpuKernel, Version
    from xtriton.compiler.result import CompiledKernel


def load_on_host(kernel: CompiledKernel) -> CompiledCpuKernel | CheckedCpuKernel:
    """The kernel, ready to be launched.

    Raises ``ValueError`` if it has not been compiled to the last stage, or requires processor features that this one
    lacks.
    """
    known = kernel.metadata
    if "object" not in known:
        raise ValueError(f"'{kernel.name}' cannot be launched: it was compiled to {list(kernel.asm)[-1]}, not to o")
    if "o" not in kernel.asm or digest(kernel.asm["o"]) != known["object"]:
        raise ValueError(f"'{kernel.name}' cannot be launched: its object file is missing or damaged; compile it again")
    try:
        return _loaded(kernel)
    except (KeyError, TypeError, AttributeError, RecipeError) as problem:
        raise ValueError(f"'{kernel.name}' cannot be launched: its metadata is damaged; compile it again") from problem


def _loaded(kernel: CompiledKernel) -> CompiledCpuKernel | CheckedCpuKernel:
    known, code = kernel.metadata, kernel.asm["o"]
    made = Host(**known["host"])
    if known.get("processor") is None or known["processor"] != processor():
        _check_features(kernel.name, made)
    assert isinstance(code, bytes)
    if type(known["arena"]) is not int:
        raise TypeError("an arena has a number of bytes")
    parameters = tuple(Parameter(**parameter) for parameter in known["parameters"])
    checks, waits = tuple(known["checks"]), bool(known["waits"])
    large = tuple(map(int, known.get("large_arrays", ())))
    machine = CpuKernel(kernel.name, parameters, known["arena"], checks, "", "", Code(code, ""), waits, large)
    types, options = tuple(known["signature"]), CpuOptions(**known["options"])
    names = tuple(known.get("arguments", ()))
    ttir = str(kernel.asm["ttir"]) if "ttir" in kernel.asm else None
    linalg = str(kernel.asm["linalg"])
    if not options.check:
        return CompiledCpuKernel(machine, linalg, options, types, ttir, names=names)
    from xtriton.backends.cpu.checked import CheckedCpuKernel, Version
    from xtriton.backends.cpu.instrumented import compiled_version, from_json

    facts = from_json(known["instrumentation"])
    plain = CompiledCpuKernel(machine, linalg, options, types, ttir, len(facts.hidden), names=names)
    source = str(kernel.asm["source"])

    def reporting(overlapping: bool) -> Version:
        made = compiled_version(source, kernel.name, options, overlapping=overlapping)
        hidden = len(made.facts.hidden)
        code = CompiledCpuKernel(made.kernel, "", options, types, made.ttir, hidden, not overlapping, names)
        return Version(code, made.facts)

    return CheckedCpuKernel(Version(plain, facts), reporting)


def _check_features(name: str, made: Host) -> None:
    """Raise ``ValueError`` for code that is made for a processor with other features than this one."""
    lacking = sorted(_enabled(made) - _enabled(Host.here()))
    if lacking:
        raise ValueError(f"'{name}' is made for {made.cpu}: this processor lacks {', '.join(lacking)}")


def digest(code: str | bytes) -> str:
    """A digest that identifies machine code and detects damaged files."""
    return sha256(code if isinstance(code, bytes) else code.encode()).hexdigest()


def _enabled(host: Host) -> set[str]:
    return {feature[1:] for feature in host.features.split(",") if feature.startswith("+")}
