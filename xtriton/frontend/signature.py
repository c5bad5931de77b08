"""Signatures of kernels in the spelling of Triton's ahead-of-time compiler: ``*fp32:16, *fp32:16, i32, 1024``.

Each parameter of the kernel has an entry, in order or by name (``n=i32``): a type, a type with a specialisation
(``:16`` divisible by 16, ``:1`` equal to 1), or the value of a constant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xtriton.frontend.gluon_layouts import read_layout
from xtriton.registry import nearest
from xtriton.versions import OLDEST, V3_9, active_version, by_version
from xtriton.wheel import triton_module

CONSTANT = "constexpr"
"""The type of parameters whose value is known at compile time."""

Path = tuple[int, ...]
"""The path of an argument: the index of the parameter, and in tuples those of elements."""

_DESCRIPTOR = re.compile(r"tensordesc<(\w+)\[\d+(, *\d+)*\](, *\w+Layout\(.*\))?>")
"""Descriptors of Gluon also name the layout of their blocks in shared memory."""
_KNOWN_FACTS = (1, 16)
_MOST_STARS = by_version({OLDEST: None, V3_9: 1})
"""How often a type may be a pointer. In Triton 3.9 a pointer to a pointer ends the process, by an assertion."""


@dataclass(frozen=True)
class Signature:
    """The types of all parameters, the values of the constants, and the attributes known of arguments."""

    types: Mapping[str, Any]
    """By name, in order: Triton's type names, :data:`CONSTANT` for constants, tuples of those for tuples."""
    constants: Mapping[Any, Any]
    """By the parameter's name, or by the path of a tuple element."""
    attributes: Mapping[tuple[int, ...], list[list[Any]]] = field(
        default_factory=dict[tuple[int, ...], "list[list[Any]]"]
    )
    """The attributes known of arguments (divisibility), in Triton's form."""

    @property
    def runtime_types(self) -> tuple[Any, ...]:
        """The types of the parameters that are passed at launch."""
        return tuple(type_ for type_ in self.types.values() if type_ != CONSTANT)

    @property
    def named_constants(self) -> dict[str, Any]:
        """The constants by parameter name, tuple elements as ``name[0][1]``."""
        names = list(self.types)
        return {
            key if isinstance(key, str) else names[key[0]] + "".join(f"[{index}]" for index in key[1:]): value
            for key, value in self.constants.items()
        }


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel: its name, whether it is declared a constant, and its default value, if it has one."""

    name: str
    is_constant: bool = False
    default: tuple[Any, ...] = ()


AnySignature = str | Signature | Mapping[str, Any] | Sequence[Any]
"""A signature as users give it: a text, a list of entries, a dictionary of entries by name, or all parts of it."""

Derive = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Further constants that follow from known ones."""


@dataclass(frozen=True)
class Underivable:
    """A constant that ``Derive`` cannot find, and why."""

    reason: str


_HINTS = {True: ", or take a configuration of @triton.autotune: --config 0, config=0"}


def parse_signature(
    given: str | Mapping[str, Any] | Sequence[Any],
    parameters: Sequence[Parameter],
    preset: Mapping[str, Any] | None = None,
    derive: Derive | None = None,
    tunable: Collection[str] = (),
) -> Signature:
    """Parse a signature. Raises ``ValueError`` if it does not match the parameters.

    Entries are in the order of the parameters or by name, ``n=i32``; a list or a dictionary has them as texts, and
    values of constants as they are, or as the texts of literals: ``"relu"`` is that string, ``"128"`` a number.
    Parameters with default values may be omitted, as may those whose values ``preset`` has, or ``derive`` finds from
    the other constants. ``tunable`` are the constants that configurations of the kernel set, which the message for a
    missing one says.
    """
    entries = _by_name(given, parameters)
    types: dict[str, str] = {}
    constants: dict[str, Any] = {}
    attributes: dict[Path, list[list[Any]]] = {}
    for index, parameter in enumerate(parameters):
        if parameter.name not in entries:
            continue
        entry = entries[parameter.name]
        if (value := _constant(entry)) is not None:
            constants[parameter.name] = value[0]
        elif parameter.is_constant and not isinstance(given, str) and not _is_type(entry):
            constants[parameter.name] = entry
        elif (fact := _typed(parameter, entry, types)) == 1:
            constants[parameter.name] = 1
        elif fact == 16:
            attributes[(index,)] = [["tt.divisibility", 16]]
    _complete(constants, parameters, entries, preset or {}, derive, tunable)
    ordered = {
        declared.name: CONSTANT if declared.name in constants else types[declared.name] for declared in parameters
    }
    return Signature(ordered, {name: constants[name] for name in ordered if name in constants}, attributes)


def _complete(
    constants: dict[str, Any],
    parameters: Sequence[Parameter],
    entries: Mapping[str, Any],
    preset: Mapping[str, Any],
    derive: Derive | None,
    tunable: Collection[str],
) -> None:
    """Add the constants that the signature omits. Raises ``ValueError`` for parameters that have none."""
    omitted = [parameter for parameter in parameters if parameter.name not in entries]
    for parameter in omitted:
        if parameter.name in preset:
            constants[parameter.name] = preset[parameter.name]
    derived: Mapping[str, Any] = derive(constants) if derive is not None and omitted else {}
    missing: list[Parameter] = []
    unknown: list[Underivable] = []
    for parameter in omitted:
        if isinstance(found := derived.get(parameter.name), Underivable):
            unknown.append(found)
        elif parameter.name in derived:
            constants[parameter.name] = derived[parameter.name]
        elif parameter.name not in preset and parameter.default:
            constants[parameter.name] = parameter.default[0]
        elif parameter.name not in preset:
            missing.append(parameter)
    if missing:
        names = ", ".join(parameter.name for parameter in parameters)
        what = "constexpr parameter" if missing[0].is_constant else "parameter"
        example = "128" if missing[0].is_constant else "i32"
        raise ValueError(
            f"the signature has {_counted(len(entries), 'entry', 'entries')}, but the kernel has "
            f"{_counted(len(parameters), 'parameter', 'parameters')}: {names}; {what} '{missing[0].name}' has none: "
            f"add {missing[0].name}={example}{_HINTS.get(missing[0].name in tunable, '')}"
        )
    if unknown:
        raise ValueError(unknown[0].reason)


def _by_name(given: str | Mapping[str, Any] | Sequence[Any], parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The entries by parameter: texts, or values of constants."""
    names = [parameter.name for parameter in parameters]
    if isinstance(given, Mapping):
        listed: list[tuple[str | None, Any]] = list(given.items())
    else:
        listed = [_named(entry) for entry in (_split(given) if isinstance(given, str) else given)]
    found: dict[str, Any] = {}
    for position, (name, entry) in enumerate(listed):
        if name is None and any(before is not None for before, _ in listed[:position]):
            raise ValueError(f"entry '{entry}' of the signature follows one by name: give its name, too")
        if name is None:
            if position >= len(names):
                raise ValueError(
                    f"the signature has {_counted(len(listed), 'entry', 'entries')}, but the kernel has "
                    f"{_counted(len(names), 'parameter', 'parameters')}: {', '.join(names)}"
                )
            name = names[position]
        if name not in names:
            raise ValueError(f"the kernel has no parameter '{name}'{nearest(name, names)} (it has {', '.join(names)})")
        if name in found:
            raise ValueError(f"parameter '{name}' has two entries in the signature")
        found[name] = entry.strip() if isinstance(entry, str) and isinstance(given, str) else entry
    return found


def _named(entry: Any) -> tuple[str | None, Any]:
    """An entry and its name, if it is written ``name=entry``."""
    match = _NAMED.match(entry) if isinstance(entry, str) else None
    return (match[1], entry[match.end() :]) if match is not None else (None, entry)


_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*")


def _counted(count: int, singular: str, plural: str) -> str:
    return f"{count} {singular if count == 1 else plural}"


def _split(text: str) -> list[str]:
    """The entries between commas that are not in brackets or quotes."""
    entries, depth, quote, start = list[str](), 0, "", 0
    for position, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "<[(":
            depth += 1
        elif character in ">])":
            depth -= 1
        elif character == "," and depth == 0:
            entries.append(text[start:position].strip())
            start = position + 1
    entries.append(text[start:].strip())
    if entries == [""]:
        return []
    if "" in entries:
        raise ValueError(f"entry {entries.index('') + 1} of the signature '{text}' is empty")
    return entries


def _constant(entry: Any) -> tuple[Any] | None:
    """The value of a constant entry: a number, a string, True, False, None, a tuple of those, or a layout of Gluon."""
    if not isinstance(entry, str):
        return (entry,)
    try:
        return (ast.literal_eval(entry.strip()),)
    except (ValueError, SyntaxError):
        return read_layout(entry)


def _typed(parameter: Parameter, entry: str, types: dict[str, str]) -> int | None:
    """Record the type of an entry, and return the attributes known of the argument."""
    spelled, colon, fact = entry.partition(":")
    if parameter.is_constant:
        quotes = "" if _is_type(entry) else "; strings are written in quotes, such as 'relu'"
        raise ValueError(
            f"parameter '{parameter.name}' is a constexpr: the signature must have its value, not '{entry}'{quotes}"
        )
    types[parameter.name] = canonical_type(spelled.strip(), parameter.name)
    if not colon:
        return None
    if fact.strip() not in map(str, _KNOWN_FACTS):
        raise ValueError(
            f"'{entry}' of parameter '{parameter.name}': ':16' says that it is divisible by 16, ':1' that it is 1"
        )
    return int(fact)


def _is_type(entry: str) -> bool:
    """Whether a text is the type of an argument, with what is known of it or not."""
    try:
        canonical_type(entry.partition(":")[0].strip(), "")
    except ValueError:
        return False
    return True


def canonical_type(spelled: str, parameter: str) -> str:
    """Triton's name of a parameter type. Raises ``ValueError`` if there is no such type."""
    names: dict[str, str] = triton_module("_utils").type_canonicalisation_dict
    descriptor = _DESCRIPTOR.fullmatch(spelled)
    if descriptor is not None and descriptor[1] in names:
        return spelled
    prefix = re.match(r"\**k?(?=\w)", spelled)
    stars = prefix[0] if prefix is not None and prefix[0].startswith("*") else ""
    name = spelled[len(stars) :]
    if name not in names or name == "void":
        from difflib import get_close_matches

        near = get_close_matches(name, names, n=1)
        hint = f"; did you mean '{stars}{near[0]}'?" if near else ": types are such as i32, fp16, *fp32, *fp8e4nv"
        raise ValueError(f"parameter '{parameter}' has the unknown type '{spelled}'{hint}")
    most = _MOST_STARS.now()
    if most is not None and len(stars.removesuffix("k")) > most:
        raise ValueError(
            f"parameter '{parameter}' has the type '{spelled}', but Triton {active_version()} has no pointers to "
            f"pointers: pass the addresses as '*i64', and cast what is loaded: .to(tl.pointer_type(...))"
        )
    return stars + names[name]
