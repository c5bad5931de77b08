"""Numbers for attributes: equal attributes have equal numbers.

Python hashes an attribute by walking everything in it. Doing so at each level of a deep attribute takes time quadratic
in its depth; here each object is looked at once and stands for itself in what contains it.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.ir import Attribute, ParametrizedAttribute


class Interner:
    """Numbers the attributes it is asked about, from 0 on."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, Attribute]] = {}
        """Numbers by identity; the attribute is kept so that no other one gets its identity."""
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
        """What is equal for equal attributes, made of the numbers of the attributes inside."""
        number = self.number
        if isinstance(attribute, ParametrizedAttribute):
            return type(attribute), *map(number, attribute.parameters)
        if isinstance(attribute, ArrayAttr):
            return ArrayAttr, *map(number, cast("ArrayAttr[Attribute]", attribute).data)
        if isinstance(attribute, DictionaryAttr):
            return DictionaryAttr, frozenset((name, number(value)) for name, value in attribute.data.items())
        return attribute
