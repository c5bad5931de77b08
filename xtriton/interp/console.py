"""The debugger's command line, similar to pdb."""

from __future__ import annotations

import cmd
import linecache
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import IO, Any

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.breakpoints import Breakpoint
from xtriton.interp.debugger import Debugger, DebuggerQuitError
from xtriton.interp.values import is_array
from xtriton.ir.diagnostics import DiagnosticError

_AROUND = 5
"""Source lines that ``list`` shows before and after the current one."""


@dataclass
class _ConsoleDebugger(Debugger):
    """Warns of breakpoints at lines without operations, once each."""

    say: Callable[[str], None] = print
    _warned: set[Breakpoint] = field(default_factory=set[Breakpoint])

    def launched(self, module: Operation) -> None:
        super().launched(module)
        for point in self.breakpoints:
            self.warn(point)

    def warn(self, point: Breakpoint) -> None:
        """Name the nearest line with operations if the breakpoint is in a launched kernel, at a line that has none."""
        if point in self._warned or not self.lines.surround(point):
            return
        if reason := self.without_operations(point):
            self._warned.add(point)
            self.say(f"{point.description}: {reason}")


class Console(cmd.Cmd):
    """Reads commands from ``stdin`` and writes to ``stdout``, the standard streams by default."""

    prompt = "(xtriton) "

    def __init__(self, stdin: IO[str] | None = None, stdout: IO[str] | None = None, program: int = 0) -> None:
        super().__init__(stdin=stdin, stdout=stdout)
        self.use_rawinput = stdin is None
        self.has_quit = False
        self.debugger = _ConsoleDebugger(self._stopped, program, say=self._say)

    def failed(self, failure: DiagnosticError) -> None:
        """An error has ended the launch: show it, and the values of the debugged program at that point."""
        self._say(str(failure))
        number, op = self.debugger.program, self.debugger.op
        other = "--program with the number of the one that failed debugs that"
        if op is None:
            self._say(f"program {number}, which is debugged, has not run: {other}")
        else:
            # A return cannot fail.
            has_ended = op.name == "tt.return"
            if has_ended:
                self._say(f"program {number}, which is debugged, had ended: {other}")
            place = "its last values" if has_ended else "the program has failed here; its values"
            self._say(f"{place} can be shown, quit or continue ends it")
            with suppress(DebuggerQuitError):
                self._stopped(self.debugger)

    def finished(self) -> None:
        """The last launch has ended: list the breakpoints that were never reached, unless the user has quit."""
        if self.has_quit:
            return
        for point, reason in self.debugger.unreached():
            self._say(f"{point.description} was never reached: {reason}")
        if self.debugger.has_run or self.debugger.breakpoints:
            return
        if not self.debugger.lines.names:
            self._say("no kernel was launched")
        else:
            self._say(f"program {self.debugger.program} did not run: no grid that was launched is that large")

    def _stopped(self, debugger: Debugger) -> None:
        del debugger
        self._where()
        self.cmdloop()

    def _say(self, text: str) -> None:
        self.stdout.write(f"{text}\n")

    # Running

    def do_step(self, _: str) -> bool:
        """step (s): run one operation."""
        self.debugger.mode = "step"
        return True

    def do_next(self, _: str) -> bool:
        """next (n): run to another source line, over calls."""
        self.debugger.mode = "next"
        return True

    def do_continue(self, _: str) -> bool:
        """continue (c): run to the next breakpoint."""
        self.debugger.mode = "continue"
        return True

    def do_quit(self, _: str) -> bool:
        """quit (q): end the program."""
        self.has_quit = True
        raise DebuggerQuitError

    def do_program(self, text: str) -> None:
        """program N: debug the program with number N, from the next launch on, or in this one if N is still to run."""
        if not text.isdigit():
            self._say(f"the program is {self.debugger.program}; 'program N' chooses another one")
            return
        self.debugger.program = int(text)
        self._say(f"program {text} is debugged when it runs")

    # Breakpoints

    def do_break(self, text: str) -> None:
        """break (b) FILE:LINE | LINE | OPERATION: stop there. Without an argument, list the breakpoints."""
        if not text:
            for number, point in enumerate(self.debugger.breakpoints, 1):
                self._say(f"{number}: {point}")
            return
        try:
            point = Breakpoint.parse(text)
        except ValueError as failure:
            self._say(str(failure))
            return
        self.debugger.breakpoints.append(point)
        self._say(f"breakpoint {len(self.debugger.breakpoints)} at {point}")
        self.debugger.warn(point)

    def do_delete(self, text: str) -> None:
        """delete N: remove breakpoint N. Without an argument, remove all."""
        points = self.debugger.breakpoints
        if not text:
            points.clear()
        elif text.isdigit() and 0 < int(text) <= len(points):
            del points[int(text) - 1]
        else:
            self._say(f"there is no breakpoint '{text}'")

    # Values

    def do_print(self, text: str) -> None:
        """print (p) NAME | %VALUE | EXPRESSION: show a value. Expressions are Python's, of variables and np."""
        try:
            self._say(_shown(self._evaluated(text)))
        except KeyError:
            self._say(self._unknown(text))
        except Exception as failure:
            self._say(f"{type(failure).__name__}: {failure}")

    def do_values(self, _: str) -> None:
        """values: show all variables."""
        for name, value in self.debugger.variables().items():
            text = _shown(value)
            first, *rest = text.splitlines() or [""]
            self._say(f"{name} = {first}{' ...' if rest else ''}")

    def _evaluated(self, text: str) -> Any:
        if text.isidentifier() or text.startswith("%"):
            return self.debugger.value(text)
        if not text:
            raise ValueError("name a value, such as 'print x'")
        return eval(text, {"np": np}, self.debugger.variables())

    def _unknown(self, name: str) -> str:
        known = list(self.debugger.ssa_names() if name.startswith("%") else self.debugger.variables())
        near = get_close_matches(name, known, n=3)
        if name in known:
            return f"'{name}' has no value yet"
        return f"there is no value '{name}'" + (f"; did you mean {', '.join(near)}?" if near else "")

    # Position

    def do_where(self, _: str) -> None:
        """where (w): show the position, and the calls that it was inlined from."""
        self._where()
        for place in self.debugger.calls:
            self._say(f"  called from {place.file}:{place.line}: {_line(place.file, place.line).strip()}")

    def do_op(self, _: str) -> None:
        """op: show the operation that runs next, as IR."""
        self._say(self.debugger.text())

    def do_list(self, _: str) -> None:
        """list (l): show the source around the position."""
        place = self.debugger.place
        if place is None:
            self._say("the operation has no source line")
            return
        for line in range(max(1, place.line - _AROUND), place.line + _AROUND + 1):
            text = _line(place.file, line)
            if text:
                self._say(f"{line:4}{'->' if line == place.line else '  '} {text.rstrip()}")

    def _where(self) -> None:
        debugger, place = self.debugger, self.debugger.place
        name = "" if debugger.op is None else debugger.op.name
        if place is None:
            self._say(f"> program {debugger.program}: {name}")
            return
        self._say(f"> {place.file}:{place.line} program {debugger.program}: {name}")
        if text := _line(place.file, place.line).strip():
            self._say(f"-> {text}")

    # cmd.Cmd

    def emptyline(self) -> bool:
        """An empty line repeats the last step."""
        return self.onecmd(self.lastcmd) if self.lastcmd else False

    def default(self, line: str) -> Any:
        """Short names of commands; the end of the input continues."""
        if line == "EOF":
            self.debugger.mode = "run"
            return True
        word, _, rest = line.partition(" ")
        known = _SHORT.get(word)
        if known is None:
            self._say(f"there is no command '{word}': 'help' lists them")
            return None
        return getattr(self, f"do_{known}")(rest.strip())


_SHORT = {
    "s": "step",
    "n": "next",
    "c": "continue",
    "cont": "continue",
    "q": "quit",
    "exit": "quit",
    "b": "break",
    "p": "print",
    "w": "where",
    "l": "list",
    "locals": "values",
}


def _shown(value: Any) -> str:
    if value is None:
        return "(no value)"
    if is_array(value) and value.ndim:
        return f"{value.dtype}{list(value.shape)}\n{value}"
    return str(value)


def _line(file: str, line: int) -> str:
    """A line of the file as it is now: a relative name may be another file than before."""
    linecache.checkcache(file)
    return linecache.getline(file, line)
