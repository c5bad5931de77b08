"""The help format of ``xtriton COMMAND --help``."""

from __future__ import annotations

from argparse import Action, ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NoReturn, cast

from xtriton.cli.statuses import USAGE
from xtriton.registry import nearest


class DefaultsFormatter(ArgumentDefaultsHelpFormatter):
    """Appends non-empty defaults to the help of options, and keeps the line breaks of indented lines in epilogs."""

    def _get_help_string(self, action: Action) -> str | None:
        if action.default in (None, False, "", []):
            return action.help
        return super()._get_help_string(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts: list[str] = []
        for is_verbatim, lines in groupby(text.splitlines(), lambda line: not line or line.startswith(" ")):
            if is_verbatim:
                parts += [f"{indent}{line}".rstrip() for line in lines]
            else:
                parts.append(super()._fill_text(" ".join(lines), width, indent))
        return "\n".join(parts)


class Parser(ArgumentParser):
    """A parser whose errors name the nearest option or command, in one line, with exit status 2."""

    def __init__(self, *, formatter_class: Any = DefaultsFormatter, **options: Any) -> None:
        super().__init__(formatter_class=formatter_class, **options)

    def parse(self, argv: Sequence[str]) -> Namespace:
        """Parse the arguments. Raises ``SystemExit`` after an error."""
        found, unknown = self.parse_known_args(argv)
        if unknown:
            command = self._command_of(argv)
            option = unknown[0].partition("=")[0]
            hint = nearest(option, command._option_string_actions)
            what = "option" if option.startswith("-") else "argument"
            command.error(f"unknown {what} '{option}'{hint}")
        return found

    def _command_of(self, argv: Sequence[str]) -> Parser:
        """The parser of the command that the arguments name."""
        for action in self._actions:
            choices: object = action.choices
            if isinstance(choices, dict):
                commands = cast("dict[str, Parser]", choices)
                for word in argv:
                    if word in commands:
                        return commands[word]
        return self

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            name = "/".join(action.option_strings) or "COMMAND"
            otherwise = f": it is one of {', '.join(known)}"
            self.error(f"{name} is '{value}'{nearest(value, known, otherwise)}")

    def error(self, message: str) -> NoReturn:
        """Print one line, and exit."""
        self.exit(USAGE, f"{self.prog}: error: {message}; see '{self.prog} --help'\n")
