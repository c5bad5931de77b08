"""Which symbols attributes refer to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute


class SymbolReferences:
    """Finds references in attributes; each attribute object is looked at once, and must stay alive meanwhile."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[SymbolRefAttr, ...]] = {}

    def of(self, op: Operation) -> Iterator[SymbolRefAttr]:
        """The references in the properties and attributes of ``op`` itself."""
        for attributes in (op.properties, op.attributes):
            for attribute in attributes.values():
                yield from self._within(attribute)

    def _within(self, attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
        known = self._found.get(id(attribute))
        if known is None:
            known = self._found[id(attribute)] = tuple(self._search(attribute))
        return known

    def _search(self, attribute: Attribute) -> Iterator[SymbolRefAttr]:
        inner: tuple[Attribute, ...] = ()
        if isinstance(attribute, SymbolRefAttr):
            yield attribute
        elif isinstance(attribute, ArrayAttr):
            inner = cast("ArrayAttr[Attribute]", attribute).data
        elif isinstance(attribute, DictionaryAttr):
            inner = tuple(attribute.data.values())
        elif isinstance(attribute, ParametrizedAttribute):
            inner = tuple(attribute.parameters)
        for one in inner:
            yield from self._within(one)
