"""Make a program on which a native pass differs from the Triton wheel's as small as it can be.

    python -m tests.parity.reduce PASS FILE

Operations are erased one by one, or replaced by parameters of their function or by their operands, as long as the
difference stays of the same kind. The smallest program is printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.levels import judge  # noqa: E402
from parity.outcomes import AS_THE_WHEEL, native_outcome, wheel_outcome  # noqa: E402

from xtriton.triage.reduce import smallest  # noqa: E402


def kind_of_difference(passes: str, text: str) -> str | None:
    """The parity level and the first words of errors; None if the results are equal or the text is not valid."""
    if wheel_outcome("", text).text is None:
        return None
    wheel, native = wheel_outcome(passes, text), native_outcome(passes, text)
    if wheel == native:
        return None
    errors = [error.partition(": ")[2][:20] for error in (*wheel.errors, *native.errors)]
    return f"{judge(wheel, native).label} {errors}"


def reduced(passes: str, text: str) -> str:
    """The smallest text found on which the pass differs as it does on ``text``."""
    return smallest(text, lambda candidate: kind_of_difference(passes, candidate), AS_THE_WHEEL)


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
