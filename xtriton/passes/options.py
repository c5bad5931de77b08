"""Options of passes as text: ``num-stages=3 target="cuda:90" sizes=1,2,4``, MLIR's grammar.

Options are separated by spaces. A value may be quoted (``'...'`` or ``"..."``) or put in braces; the outer pair is
dropped. An option without a value stands for ``true``.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from xtriton.passes.base import Named, OptionInfo, Pass
from xtriton.picklable import PicklableError
from xtriton.registry import nearest
from xtriton.versions import active_version

NamedT = TypeVar("NamedT", bound=Named)

_CLOSING = {"{": "}", "(": ")", "[": "]"}


class PipelineError(PicklableError):
    """An error in the text of a pipeline. ``position`` is an index into ``text``."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        """The message, the text and a caret below the place."""
        line_start = self.text.rfind("\n", 0, self.position) + 1
        line = self.text[line_start:].split("\n", 1)[0]
        return f"{self.message}\n  {line}\n  {' ' * (self.position - line_start)}^"


class UnknownPassError(PipelineError):
    """A pipeline names a pass that does not exist."""

    def __init__(self, name: str, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.name = name


@dataclass(frozen=True)
class RawOption:
    """An option as written. ``value`` is None for an option without ``=``; positions are indices into the text."""

    name: str
    value: str | None
    position: int
    value_position: int


def find_closing(text: str, position: int, end: int) -> int | None:
    """The index of the character that closes the bracket or quote at ``position``, before ``end``."""
    awaited: list[str] = []
    index = position
    while index < end:
        char = text[index]
        if awaited and char == awaited[-1]:
            awaited.pop()
        elif char in _CLOSING:
            awaited.append(_CLOSING[char])
        elif char in "'\"":
            index = text.find(char, index + 1, end)
            if index < 0:
                return None
        if not awaited:
            return index
        index += 1
    return None


def split_options(text: str, start: int, end: int) -> list[RawOption]:
    """The options written in ``text[start:end]``."""
    found: list[RawOption] = []
    index = start
    while index < end:
        if text[index].isspace():
            index += 1
            continue
        stop = _end_of_item(text, index, end)
        found.append(_raw_option(text, index, stop))
        index = stop
    return found


def _end_of_item(text: str, index: int, end: int) -> int:
    """Where the option that starts at ``index`` ends: at the first space outside quotes and brackets."""
    while index < end and not text[index].isspace():
        if text[index] in "'\"{":
            closing = find_closing(text, index, end)
            if closing is None:
                raise PipelineError(f"'{text[index]}' is never closed", text, index)
            index = closing
        index += 1
    return index


def _raw_option(text: str, start: int, stop: int) -> RawOption:
    equals = text.find("=", start, stop)
    if equals < 0:
        return RawOption(text[start:stop], None, start, start)
    return RawOption(text[start:equals], _unwrap(text[equals + 1 : stop]), start, equals + 1)


def _unwrap(value: str) -> str:
    """``value`` without the quotes or braces around all of it."""
    value = value.strip()
    if len(value) > 1 and value[0] in "'\"{" and find_closing(value, 0, len(value)) == len(value) - 1:
        return value[1:-1].strip()
    return value


def build_pass(cls: type[NamedT], text: str, start: int, end: int, position: int) -> NamedT:
    """An instance of ``cls``, a pass or a named pipeline, with the options written in ``text[start:end]``.

    ``position`` is where it is named. Raises :class:`PipelineError` for an option that it does not have, a value that
    is not of the option's type, and whatever it rejects itself.
    """
    known = {info.name: info for info in cls.options()}
    for info in cls.options():
        known |= {name: info for name, versions in info.renamed.items() if active_version() in versions}
    values: dict[str, Any] = {}
    for raw in split_options(text, start, end):
        info = known.get(raw.name) or known.get(raw.name.replace("_", "-"))
        if info is None and raw.value is None and cls.positional is not None:
            info, raw = known[cls.positional], RawOption(cls.positional, raw.name, raw.position, raw.position)
        if info is None:
            raise PipelineError(_unknown_option(cls, raw.name, list(known)), text, raw.position)
        try:
            values[info.field] = parse_value(info.type, raw.value)
        except ValueError as error:
            message = f"option '{info.name}' of {cls.kind} '{cls.name}': {error}"
            raise PipelineError(message, text, raw.value_position) from None
    missing = [info.name for info in known.values() if info.required and info.field not in values]
    if missing:
        raise PipelineError(f"{cls.kind} '{cls.name}' needs the option '{missing[0]}'", text, position)
    try:
        return cls(**values)
    except ValueError as error:
        raise PipelineError(f"{cls.kind} '{cls.name}': {error}", text, position) from None


def _unknown_option(cls: type[Named], name: str, known: list[str]) -> str:
    if not known:
        return f"{cls.kind} '{cls.name}' has no option '{name}': it takes none"
    return f"{cls.kind} '{cls.name}' has no option '{name}'{nearest(name, known)} (it has {', '.join(sorted(known))})"


def parse_value(type_: Any, value: str | None) -> Any:
    """``value`` as ``type_``. Raises ``ValueError`` with a message that names the expected values."""
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        inner = next(arg for arg in get_args(type_) if arg is not NoneType)
        return None if value in ("none", None) else parse_value(inner, value)
    if type_ is bool:
        return _parse_bool(value)
    if value is None:
        raise ValueError("a value is missing")
    if origin is tuple:
        return tuple(parse_value(get_args(type_)[0], item) for item in _split_list(value))
    if origin is Literal:
        choices: tuple[str, ...] = get_args(type_)
        if value not in choices:
            raise ValueError(f"'{value}' is not one of {', '.join(choices)}")
        return value
    if type_ is str:
        return value
    try:
        return int(value, 0) if type_ is int else float(value)
    except ValueError:
        raise ValueError(f"'{value}' is not {'an integer' if type_ is int else 'a number'}") from None


def _parse_bool(value: str | None) -> bool:
    match value:
        case None | "" | "true" | "True" | "TRUE" | "1":
            return True
        case "false" | "False" | "FALSE" | "0":
            return False
        case _:
            raise ValueError(f"'{value}' is not a boolean: true or false")


def _split_list(value: str) -> list[str]:
    """The items of ``a,b,{c,d}``, commas within quotes and brackets left alone."""
    items: list[str] = []
    start = index = 0
    while index < len(value):
        if value[index] == ",":
            items.append(_unwrap(value[start:index]))
            start = index + 1
        elif value[index] in _CLOSING or value[index] in "'\"":
            index = find_closing(value, index, len(value)) or len(value)
        index += 1
    if value:
        items.append(_unwrap(value[start:]))
    return items


def print_options(instance: Pass, *, defaults: bool = True) -> str:
    """All options of a pass in braces, sorted by name as MLIR does; empty when it has none or only empty ones.

    Without ``defaults`` those that differ from their default.
    """
    shown = [
        f"{info.name}={print_value(value)}"
        for info in sorted(instance.options(), key=lambda info: info.name)
        if (value := getattr(instance, info.field)) is not None and value != ()
        if defaults or info.required or value != info.default
    ]
    return "{" + " ".join(shown) + "}" if shown else ""


def print_value(value: object) -> str:
    """``value`` as it is written in a pipeline."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(print_value(item) for item in cast("tuple[object, ...]", value))
    text = str(value)
    if not text or any(char in text for char in " ,{}()'\""):
        return '"' + text + '"' if '"' not in text else "{" + text + "}"
    return text


def describe_type(info: OptionInfo) -> str:
    """The kind of value an option takes, for help texts: ``int``, ``a|b``, ``int,...``."""
    return _describe(info.type)


def _describe(type_: Any) -> str:
    origin = get_origin(type_)
    if origin in (Union, UnionType):
        return _describe(next(arg for arg in get_args(type_) if arg is not NoneType))
    if origin is tuple:
        return f"{_describe(get_args(type_)[0])},..."
    if origin is Literal:
        return "|".join(get_args(type_))
    return "string" if type_ is str else str(type_.__name__)
