"""Numbers for attributes: equal attributes have equal numbers.

Python hashes an attribute by walking all nested attributes. Doing so at each level takes time quadratic in the nesting
depth; here each object is visited once and represented by its number in attributes that contain it.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.ir import Attribute, ParametrizedAttribute


class Interner:
    """Numbers attributes from 0 in order of first request."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, Attribute]] = {}
        """Numbers by identity; the attribute is kept alive so that its id is not reused."""
        self._numbers: dict[object, int] = {}

    def number(self, attribute: Attribute) -> int:
        """The number of an attribute."""
        known = self._known.get(id(attribute))
        if known is not None:
            return known[0]
        number = self._numbers.setdefault(self._key(attribute), len(self._numbers))
        self._known[id(attribute)] = number, attribute
        return number

    def _key(self, attribute: Attribute) -> object:
        """A key that is equal for equal attributes, made of the numbers of the nested attributes."""
        number, kind = self.number, type(attribute)
        fields = parameter_names(kind)
        if fields is not None:
            return kind, *[number(getattr(attribute, field)) for field in fields]
        if kind is ArrayAttr:
            return ArrayAttr, *map(number, cast("ArrayAttr[Attribute]", attribute).data)
        if kind is DictionaryAttr:
            entries = cast("DictionaryAttr", attribute).data
            return DictionaryAttr, frozenset((name, number(value)) for name, value in entries.items())
        return attribute


@cache
def parameter_names(kind: type[Attribute]) -> tuple[str, ...] | None:
    """The names of the parameters of a class of attributes; ``None`` if it has data instead."""
    if not issubclass(kind, ParametrizedAttribute):
        return None
    return tuple(name for name, _ in kind.get_irdl_definition().parameters)
