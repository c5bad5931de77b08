"""Make a program on which a native pass differs from the Triton wheel's as small as it can be.

    python -m tests.parity.reduce PASS FILE

Operations are taken away one by one, or become parameters of their function or what they are made of, as long as the
difference stays of the same kind. The smallest program is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.levels import judge  # noqa: E402
from parity.outcomes import AS_THE_WHEEL, native_outcome, wheel_outcome  # noqa: E402
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType  # noqa: E402
from xdsl.ir import Operation  # noqa: E402
from xdsl.traits import IsTerminator  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import PrintOptions, print_op  # noqa: E402


def kind_of_difference(passes: str, text: str) -> str | None:
    """What differs: the level, and of errors their first words. None if nothing does, or the text is not valid."""
    if wheel_outcome("", text).text is None:
        return None
    wheel, native = wheel_outcome(passes, text), native_outcome(passes, text)
    if wheel == native:
        return None
    errors = [error.partition(": ")[2][:20] for error in (*wheel.errors, *native.errors)]
    return f"{judge(wheel, native).label} {errors}"


def reduced(passes: str, text: str) -> str:
    """The smallest text found on which the pass differs as it does on ``text``."""
    return smallest(text, lambda candidate: kind_of_difference(passes, candidate))


def smallest(text: str, kind_of: Callable[[str], str | None], form: PrintOptions = AS_THE_WHEEL) -> str:
    """The smallest text found of the same kind as ``text``, which must be of one, with fewer operations.

    Candidates are printed in ``form``.
    """
    kind = kind_of(text)
    assert kind is not None, "there is nothing to find on this program"
    progress = True
    while progress:
        progress = False
        position = 0
        while (smaller := _without(text, position, form)) is not None:
            for candidate in smaller:
                if kind_of(candidate) == kind:
                    text, progress = candidate, True
                    break
            else:
                position += 1
    return text


def _without(text: str, position: int, form: PrintOptions) -> list[str] | None:
    """The program without the operation at a position from the end, in several ways. None if there is none there."""
    ways: list[str] = []
    for way in (_erase, _make_parameters, _hand_on):
        module = parse_module(text, "reduce", Context())
        operations = [op for op in module.walk() if op is not module]
        if position >= len(operations):
            return None
        if way(operations[-1 - position]):
            ways.append(print_op(module, form))
    return ways


def _erase(op: Operation) -> bool:
    """Take ``op`` away if nothing needs it."""
    if any(result.uses for result in op.results) or op.has_trait(IsTerminator, value_if_unregistered=False):
        return False
    op.detach()
    op.erase()
    return True


def _make_parameters(op: Operation) -> bool:
    """Let the function get from outside what ``op`` makes."""
    function = op.parent_op()
    while function is not None and function.name != "tt.func":
        function = function.parent_op()
    if function is None or not op.results:
        return False
    block = function.regions[0].blocks[0]
    for result in op.results:
        result.replace_all_uses_with(block.insert_arg(result.type, len(block.args)))
    op.detach()
    op.erase()
    kind = function.properties["function_type"]
    assert isinstance(kind, FunctionType)
    inputs = [arg.type for arg in block.args]
    function.properties["function_type"] = FunctionType.from_lists(inputs, list(kind.outputs))
    if isinstance(given := function.properties.get("arg_attrs"), ArrayAttr):
        missing = [DictionaryAttr({})] * (len(inputs) - len(given))
        function.properties["arg_attrs"] = ArrayAttr([*given, *missing])
    return True


def _hand_on(op: Operation) -> bool:
    """Let the first operand of the same type be the result of ``op``."""
    if len(op.results) != 1:
        return False
    (result,) = op.results
    alike = [operand for operand in op.operands if operand.type == result.type]
    if not alike:
        return False
    result.replace_all_uses_with(alike[0])
    op.detach()
    op.erase()
    return True


def main() -> int:
    """Print the smallest program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passes")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    print(reduced(options.passes, options.file.read_text()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
