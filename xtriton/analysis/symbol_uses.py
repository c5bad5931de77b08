"""Which symbols attributes refer to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, SymbolRefAttr
from xdsl.ir import Attribute, Operation
from xdsl.traits import SymbolTable

from xtriton.ir.interning import parameter_names
from xtriton.ir.traits import has_trait


def within_table(op: Operation) -> list[Operation]:
    """``op`` and its nested operations in the same symbol table: operations in a nested table are left out."""
    found: list[Operation] = []
    _append_within_table(op, found)
    return found


def _append_within_table(op: Operation, found: list[Operation]) -> None:
    found.append(op)
    if not op.regions or has_trait(op, SymbolTable):
        return
    for region in op.regions:
        block = region.first_block
        while block is not None:
            inner = block.first_op
            while inner is not None:
                if inner.regions:
                    _append_within_table(inner, found)
                else:
                    found.append(inner)
                inner = inner.next_op
            block = block.next_block


class SymbolReferences:
    """Finds symbol references in attributes; each attribute object is searched once."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Attribute, tuple[SymbolRefAttr, ...]]] = {}
        """By identity, which is faster than equality; the attribute is kept so that no other gets its identity."""

    def of(self, op: Operation) -> list[SymbolRefAttr]:
        """The references in the properties and attributes of ``op`` itself."""
        found: list[SymbolRefAttr] = []
        searched = self._found
        for attributes in (op.properties, op.attributes):
            for attribute in attributes.values():
                known = searched.get(id(attribute))
                found += self._within(attribute) if known is None else known[1]
        return found

    def _within(self, attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
        known = self._found.get(id(attribute))
        if known is None:
            known = self._found[id(attribute)] = attribute, self._search(attribute)
        return known[1]

    def _search(self, attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
        kind = type(attribute)
        inner: Sequence[Attribute] = ()
        if kind is SymbolRefAttr:
            return (cast("SymbolRefAttr", attribute),)
        if kind is ArrayAttr:
            inner = cast("ArrayAttr[Attribute]", attribute).data
        elif kind is DictionaryAttr:
            inner = tuple(cast("DictionaryAttr", attribute).data.values())
        elif (names := parameter_names(kind)) is not None:
            inner = [getattr(attribute, name) for name in names]
        found: tuple[SymbolRefAttr, ...] = ()
        for element in inner:
            found += self._within(element)
        return found
