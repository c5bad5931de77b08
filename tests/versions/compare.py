"""The work left for a new version of Triton: the installed wheel compared with the newest version known.

    XTRITON_ALLOW_UNKNOWN_TRITON=1 python -m tests.versions.compare [--newest 3.8] [--kernel NAME]... [--arch 90]...

Prints, for the newest version known or for the one that ``--newest`` names in its place: operations of Triton's
dialects that were added or removed, their fields and syntax and the attributes (of wheels with ``.td`` files), passes
that the wheel offers, the passes of its stages, and the kernels of the harness whose text or whose passes differ.
Returns 1 if there is anything to do.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pytest  # noqa: E402
from parity.frontend import Frontend  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402
from parity.outcomes import AS_THE_WHEEL, native_outcome  # noqa: E402
from versions.definitions import definitions_in  # noqa: E402
from versions.recorded import Call, recorded_stage  # noqa: E402

from xtriton import versions  # noqa: E402
from xtriton.dialects import DIALECTS  # noqa: E402
from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402
from xtriton.ir.op import Op  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import print_op  # noqa: E402
from xtriton.ir.signature import absent_fields  # noqa: E402
from xtriton.ir.verifier import verify  # noqa: E402
from xtriton.passes.libtriton import TEXT_NAME, WHEEL_PASSES, captured_stderr, parse_wheel_pipeline  # noqa: E402
from xtriton.pipelines import engine_of, make_ttgir_passes, make_ttir_passes  # noqa: E402
from xtriton.versions import ALL_VERSIONS, TritonVersion, at_version  # noqa: E402

TRITON = ("tt", "ttg", "ttng", "nvws", "gluon", "tti", "nvg")
STAGES = (("make_ttir", make_ttir_passes), ("make_ttgir", make_ttgir_passes))
ANY_KERNEL = "leaky_relu"
CAPABILITIES = (80, 90, 100, 120)

NOT_CALLED = {
    "nvidia.passes.ttgpuir.add_membar",
    "nvidia.passes.ttgpuir.add_set_minimum_shared_memory",
    "passes.convert.add_reconcile_unrealized_casts",
    "passes.ttgpuir.add_fp_sanitizer",
    "passes.ttgpuir.add_global_sanitizer",
    "passes.ttgpuir.add_prepare_consan_captures",
}
"""Passes of the sanitizers and of the stage after TTGIR, which xtriton has no names for."""

OWN_SYNTAX = {"tt.call", "ttng.packed_arith"}
"""Operations whose definition here has other names for the same fields, or a parser of its own."""


def main() -> int:
    """Print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--newest", type=TritonVersion.parse, help="take this version for the newest one known")
    parser.add_argument("--kernel", action="append", choices=KERNELS, help="only these kernels of the harness")
    parser.add_argument("--arch", type=int, action="append", help="only these targets; 90 by default")
    options = parser.parse_args()
    known = _newest_known(options.newest)
    from triton import __version__

    print(f"Triton {__version__} compared with {known}")
    sections: tuple[tuple[str, Iterator[str]], ...] = (
        ("Operations", operations(known)),
        ("Definitions", definitions(known)),
        ("Passes that the wheel offers", offered_passes(known)),
        ("Stages", stages()),
        ("Kernels", kernels(options.kernel or list(KERNELS), options.arch or [90])),
    )
    differs = False
    for title, lines in sections:
        print(f"\n{title}")
        for line in lines:
            differs = True
            print(f"- {line}", flush=True)
    return 1 if differs else 0


def _newest_known(given: TritonVersion | None) -> TritonVersion:
    """Have the installed wheel count as ``given`` in this process, or if it is unknown as the newest known."""
    import triton

    os.environ[versions.ALLOW_UNKNOWN] = "1"
    installed: str = triton.__version__
    triton.__version__ = f"{given}.0" if given is not None else installed
    versions.installed_version.cache_clear()
    versions.default_version.cache_clear()
    try:
        return versions.default_version()
    finally:
        triton.__version__ = installed


def in_child(work: Callable[[], Any]) -> Any:
    """The result of ``work`` in a process of its own, as JSON; ``None`` if that ends otherwise."""
    with tempfile.NamedTemporaryFile() as file:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                with captured_stderr():
                    Path(file.name).write_text(json.dumps(work()))
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1]:
            return None
        return json.loads(Path(file.name).read_text())


# -------------------------------------------------------------------------------------------------------- operations


def _known_definitions(known: TritonVersion) -> dict[str, type[Any]]:
    found: dict[str, type[Any]] = {}
    for name in TRITON:
        module, _, attribute = DIALECTS[name].partition(":")
        for op_class in getattr(import_module(module), attribute).operations:
            if known in getattr(op_class, "VERSIONS", ALL_VERSIONS):
                found[op_class.name] = op_class
    return found


def operations(known: TritonVersion) -> Iterator[str]:
    """Operations that the wheel registers, and those of the known version that it does not."""
    library = Path(import_module("triton._C.libtriton").__file__ or "").read_bytes()
    pattern = rb"\0((?:%s)\.[a-z][a-z0-9_.]*)(?=\0)" % "|".join(TRITON).encode()
    spelled = {match.decode() for match in re.findall(pattern, library)}
    ours = set(_known_definitions(known))
    registered = {
        name for name in sorted(spelled | ours) if in_child(lambda name=name: _is_registered(name)) is not False
    }
    yield from (f"{name}: new" for name in sorted(registered - ours))
    yield from (f"{name}: removed" for name in sorted(ours - registered))


def _is_registered(name: str) -> bool:
    """Whether the wheel's parser knows an operation; it may end the process on one that it knows."""
    library: Any = import_module("triton._C.libtriton")
    context = library.ir.context()
    library.ir.load_dialects(context)
    library.nvidia.load_dialects(context)
    with tempfile.TemporaryDirectory() as folder, captured_stderr() as said:
        path = Path(folder) / "op.mlir"
        path.write_text(f'"{name}"() : () -> ()\n')
        with suppress(RuntimeError):
            library.ir.parse_mlir_module(str(path), context)
    return not any(words in "".join(said) for words in ("unregistered operation", "not found for custom op"))


def definitions(known: TritonVersion) -> Iterator[str]:
    """Fields, syntax and attributes, from the ``.td`` files of a wheel that has them."""
    folder = Path(import_module("triton").__file__ or "").parent / "include" / "triton" / "Dialect"
    if not folder.is_dir():
        yield "the wheel has no .td files: compare the definitions in Triton's sources"
        return
    ours = _known_definitions(known)
    for definition in definitions_in(folder):
        op_class = ours.get(definition.name)
        if op_class is None or not issubclass(op_class, Op) or op_class.name in OWN_SYNTAX:
            continue
        fields = _fields(op_class, known)
        added = [name for name in definition.fields if name not in fields]
        removed = sorted(fields - set(definition.fields))
        if added or removed:
            yield f"{definition.name}: new fields {added}, removed {removed}"
        syntax = None if op_class.SYNTAX is None else at_version(op_class.SYNTAX, known)
        if definition.syntax and syntax and _words(definition.syntax) != _words(syntax):
            yield f"{definition.name}: syntax {definition.syntax}"


def _fields(op_class: type[Op], known: TritonVersion) -> set[str]:
    definition = op_class.get_irdl_definition()
    names = {name for name, _ in (*definition.operands, *definition.results)} | set(definition.properties)
    spelled = definition.accessor_names
    names = {spelled[name][0] if name in spelled else name for name in names}
    return {name.rstrip("_") for name in names - absent_fields(op_class, known)} - {
        "operandSegmentSizes",
        "resultSegmentSizes",
    }


def _words(syntax: str) -> str:
    return re.sub(r"\s+", "", syntax)


# ------------------------------------------------------------------------------------------------- passes and stages


def offered_passes(known: TritonVersion) -> Iterator[str]:
    """Functions that add passes, in the groups that xtriton calls."""
    library: Any = import_module("triton._C.libtriton")
    called: dict[str, set[str]] = {}
    for group, entry in WHEEL_PASSES.values():
        if known in entry.versions:
            called.setdefault(group, set()).add(entry.function)
    for group, functions in sorted(called.items()):
        offered = {name for name in dir(attrgetter(group)(library)) if name.startswith("add_")}
        yield from (
            f"{group}.{name}: new" for name in sorted(offered - functions) if f"{group}.{name}" not in NOT_CALLED
        )
        yield from (f"{group}.{name}: removed" for name in sorted(functions - offered))


def _calls_of(passes: tuple[str, ...]) -> dict[str, Call]:
    """The passes of a stage with what adds each of them."""
    return {
        text: (f"{group}.{function}", tuple(arguments))
        for text in passes
        for group, function, arguments in parse_wheel_pipeline(text)
    }


def stages() -> Iterator[str]:
    """The passes that a stage of the wheel adds, and those of the known version."""
    for capability in CAPABILITIES:
        for name, passes in STAGES:
            wheel = Counter(map(repr, recorded_stage(name, capability, ANY_KERNEL, pytest.MonkeyPatch())))
            known = Counter(map(repr, (call for text in passes(capability) for call in _calls_of((text,)).values())))
            yield from (f"{name} at {capability}: adds {call}" for call in wheel - known)
            yield from (f"{name} at {capability}: no longer adds {call}" for call in known - wheel)


# ----------------------------------------------------------------------------------------------------------- kernels


def kernels(names: list[str], capabilities: list[int]) -> Iterator[str]:
    """The kernels whose texts are not read and printed as by the wheel, and the passes with other results."""
    differing: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    for name in names:
        for capability in capabilities:
            if capability < KERNELS[name].minimum:
                continue
            steps = in_child(lambda name=name, capability=capability: wheel_steps(name, capability))
            if steps is None:
                yield f"{name} at {capability}: the wheel fails"
                continue
            yield from (f"{name} at {capability}: text {problem}" for problem in _text_problems(steps))
            for passed, before, after in steps:
                if passed is not None and engine_of(passed) == "native" and before != after:
                    compared[passed.partition("{")[0]] += 1
                    differing[passed.partition("{")[0]] += native_outcome(passed, before).text != after
    for passed in compared:
        if differing[passed]:
            yield f"{passed}: other results in {differing[passed]} of {compared[passed]} active cases"


def wheel_steps(name: str, capability: int) -> list[tuple[str | None, str, str]]:
    """The passes of the wheel's own stages on a kernel: ours of that name if there is one, input and result."""
    steps: list[tuple[str | None, str, str]] = []
    text = _read_again(str(Frontend(KERNELS[name], capability).module()))
    for stage, passes in STAGES:
        known = {repr(call): passed for passed, call in _calls_of(passes(capability)).items()}
        for call in recorded_stage(stage, capability, name, pytest.MonkeyPatch()):
            after = _run(text, call)
            steps.append((known.get(repr(call)), text, after))
            text = _read_again(after)
    return steps


def _read_again(text: str) -> str:
    return _run(text, None)


def _run(text: str, call: Call | None) -> str:
    """The module ``text`` after a pass of the wheel, or as it reads it."""
    library: Any = import_module("triton._C.libtriton")
    context = library.ir.context()
    library.ir.load_dialects(context)
    library.nvidia.load_dialects(context)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        path.write_text(text)
        module = library.ir.parse_mlir_module(str(path), context)
        module.context = context
        manager = library.ir.pass_manager(context)
        if call is not None:
            attrgetter(call[0])(library)(manager, *call[1])
        manager.run(module, "compare")
        return str(module).replace(f'loc("{path}":', f'loc("{TEXT_NAME}":')


def _text_problems(steps: list[tuple[str | None, str, str]]) -> Iterator[str]:
    """Why the first input or the last result is not read and printed unchanged."""
    for place, text in (("of the source", steps[0][1]), ("after the stages", _read_again(steps[-1][2]))):
        context = Context()
        try:
            module = parse_module(text, TEXT_NAME, context)
            verify(module, context)
            if print_op(module, AS_THE_WHEEL) != text:
                yield f"{place} is printed differently"
        except DiagnosticError as failure:
            yield f"{place}: {failure.diagnostics[0].message}"


if __name__ == "__main__":
    sys.exit(main())
