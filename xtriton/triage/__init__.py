"""Finding the cause of a failure: which pass or pattern breaks a program, and the smallest program that it breaks."""

from xtriton.triage.bisect import Culprit, NothingFailsError, bisect
from xtriton.triage.judges import JUDGES, CommandJudge, Failure, Judge, JudgeError
from xtriton.triage.reduce import Reduction, reduce
from xtriton.triage.subject import Subject

__all__ = [
    "JUDGES",
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
