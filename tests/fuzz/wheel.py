"""The Triton wheel in a process of its own, which may die: requests and answers are lines of JSON.

    python -m fuzz.wheel          # in the folder tests: the process that answers

A request is ``{"text": ..., "passes": ...}``; an answer is ``{"text": ...}`` or ``{"errors": [...]}``.
"""

from __future__ import annotations

import importlib.util
import json
import os
import select
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
SECONDS = 20


@dataclass
class Answer:
    """The wheel's result for a text. ``died``: it aborted, crashed or took too long."""

    text: str | None = None
    errors: tuple[str, ...] = ()
    died: bool = False


@dataclass
class Wheel:
    """The process. It is started when it is needed, and again after it died."""

    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    deaths: int = field(default=0, init=False)

    @staticmethod
    def installed() -> bool:
        """Whether there is a wheel to ask."""
        return importlib.util.find_spec("triton") is not None

    def ask(self, text: str, passes: str = "") -> Answer:
        """The result of the wheel's ``passes`` on ``text``; without passes, the module as the wheel prints it."""
        process = self.process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"text": text, "passes": passes}).encode() + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], SECONDS)
            line = process.stdout.readline() if ready else b""
        except BrokenPipeError:
            line = b""
        if not line:
            self.close()
            self.deaths += 1
            return Answer(died=True)
        answer: dict[str, Any] = json.loads(line)
        return Answer(answer.get("text"), tuple(answer.get("errors", ())))

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS.parent), str(TESTS)])}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.wheel"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        return self.process

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def main() -> None:
    """Answer requests until there are no more."""
    from parity.outcomes import wheel_outcome

    for line in sys.stdin.buffer:
        request = json.loads(line)
        outcome = wheel_outcome.__wrapped__(request["passes"], request["text"])
        answer = {"errors": outcome.errors} if outcome.text is None else {"text": outcome.text}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
