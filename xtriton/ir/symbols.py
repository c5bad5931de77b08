"""Symbols: operations that others refer to by name."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.traits import SymbolTable


def symbol_name(op: Operation) -> str | None:
    """The name of a symbol operation, ``None`` for any other."""
    name = op.properties.get("sym_name") or op.attributes.get("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def nearest_symbol_table(op: Operation) -> Operation | None:
    """The closest operation around ``op`` that has a symbol table."""
    parent = op.parent_op()
    while parent is not None and not parent.has_trait(SymbolTable):
        parent = parent.parent_op()
    return parent


def lookup_symbol(table: Operation, name: str) -> Operation | None:
    """The symbol of this name directly in ``table``."""
    for region in table.regions:
        for block in region.blocks:
            for op in block.ops:
                if symbol_name(op) == name:
                    return op
    return None


def lookup_nearest_symbol(op: Operation, reference: SymbolRefAttr) -> Operation | None:
    """What ``reference`` names, seen from ``op``."""
    table = nearest_symbol_table(op)
    if table is None:
        return None
    found = lookup_symbol(table, reference.root_reference.data)
    for nested in reference.nested_references.data:
        if found is None:
            return None
        found = lookup_symbol(found, nested.data)
    return found
