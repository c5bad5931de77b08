"""Triage of failures: bisection to the pass and pattern that break a program, and reduction of the program."""

from xtriton.triage.bisect import Culprit, NothingFailsError, bisect
from xtriton.triage.judges import JUDGES, CommandError, CommandJudge, Failure, Judge, JudgeError
from xtriton.triage.reduce import Reduction, reduce
from xtriton.triage.subject import Subject

__all__ = [
    "JUDGES",
    "CommandError",
    "CommandJudge",
    "Culprit",
    "Failure",
    "Judge",
    "JudgeError",
    "NothingFailsError",
    "Reduction",
    "Subject",
    "bisect",
    "reduce",
]
