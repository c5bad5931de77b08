"""Serialised kernels: JSON and the raw contents that it refers to; reading executes no code.

A file has a line with the format's version, the SHA-256 of the rest, the length of the JSON as 8 bytes, the JSON, and
the contents one after another. The JSON has the key of the file, the value, and the lengths of the contents.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import fields
from hashlib import sha256
from typing import Any, TypeVar, cast

_MAGIC = b"xtriton kernel 1\n"
_LENGTH = struct.Struct("<Q")
_START = len(_MAGIC) + sha256().digest_size
_RECORDS: dict[str, type] = {}
"""The serialisable classes, by name."""

_Record = TypeVar("_Record")


class DamagedRecordError(ValueError):
    """Bytes that are not a record, are damaged, or are stored under another key."""


def record(cls: type[_Record]) -> type[_Record]:
    """Make a dataclass serialisable."""
    assert "__dataclass_fields__" in vars(cls) and _RECORDS.setdefault(cls.__qualname__, cls) is cls
    return cls


def encode(key: str, value: Any) -> bytes:
    """Serialise ``value`` under ``key``. Raises ``TypeError`` for an unsupported value."""
    contents: list[bytes] = []
    plain = _plain(value, contents)
    header = json.dumps({"key": key, "value": plain, "lengths": [len(content) for content in contents]}).encode()
    body = b"".join((_LENGTH.pack(len(header)), header, *contents))
    return _MAGIC + sha256(body).digest() + body


def decode(key: str, data: bytes) -> Any:
    """The inverse of :func:`encode`. Raises :class:`DamagedRecordError`, also for a file of another key."""
    body = data[_START:]
    if not data.startswith(_MAGIC) or sha256(body).digest() != data[len(_MAGIC) : _START]:
        raise DamagedRecordError("no record, or a damaged one")
    try:
        (length,) = _LENGTH.unpack_from(body)
        at = _LENGTH.size + length
        header = json.loads(body[_LENGTH.size : at])
        if header["key"] != key:
            raise DamagedRecordError("a record of another key")
        contents: list[bytes] = []
        for size in header["lengths"]:
            contents.append(body[at : at + size])
            at += size
        if at != len(body):
            raise DamagedRecordError("a record with contents of other lengths")
        return _value(header["value"], contents)
    except (struct.error, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as problem:
        raise DamagedRecordError(f"a record that cannot be read: {problem}") from problem


def _plain(value: Any, contents: list[bytes]) -> Any:
    """A value as JSON: numbers and strings as such, all else as a list that starts with its kind."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            contents.append(value)
            return ["bytes", len(contents) - 1]
        case tuple() | list():
            elements = cast("tuple[Any, ...] | list[Any]", value)
            return ["tuple" if isinstance(value, tuple) else "list", *(_plain(item, contents) for item in elements)]
        case dict():
            pairs = cast("dict[Any, Any]", value).items()
            return ["dict", *([_plain(name, contents), _plain(item, contents)] for name, item in pairs)]
        case _:
            name = type(value).__qualname__
            if _RECORDS.get(name) is not type(value):
                raise TypeError(f"a {name} cannot be kept in a file")
            return [
                "record",
                name,
                {field.name: _plain(getattr(value, field.name), contents) for field in fields(value)},
            ]


def _value(plain: object, contents: list[bytes]) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *rest = cast("list[Any]", plain)
    if kind == "bytes":
        number: int = rest[0]
        return contents[number]
    if kind == "record":
        made = cast("Callable[..., Any]", _RECORDS[rest[0]])
        return made(**{name: _value(item, contents) for name, item in rest[1].items()})
    if kind == "dict":
        return {_value(name, contents): _value(item, contents) for name, item in rest}
    elements = [_value(item, contents) for item in rest]
    if kind == "tuple":
        return tuple(elements)
    if kind == "list":
        return elements
    raise DamagedRecordError(f"a record with a value of the unknown kind {kind!r}")
