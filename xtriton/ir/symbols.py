"""Symbols: operations that others refer to by name."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import SymbolOpInterface, SymbolTable

from xtriton.ir.diagnostics import Violation, note
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import ancestors

VISIBILITIES = ("public", "private", "nested")
"""Visibilities of a symbol: everywhere, only in its own symbol table, or also in enclosing tables."""


def symbol_name(op: Operation) -> str | None:
    """The name of a symbol operation, ``None`` for any other."""
    name = op.properties.get("sym_name") or op.attributes.get("sym_name")
    return name.data if isinstance(name, StringAttr) else None


def visibility(op: Operation) -> str:
    """The visibility of a symbol: ``public``, ``private`` or ``nested``."""
    attribute = op.get_attr_or_prop("sym_visibility")
    return attribute.data if isinstance(attribute, StringAttr) else "public"


def is_symbol(op: Operation) -> bool:
    """Whether ``op`` defines a symbol."""
    return has_trait(op, SymbolOpInterface) and symbol_name(op) is not None


def directly_in(table: Operation) -> Iterator[Operation]:
    """The operations in which a symbol table finds its symbols: those of its first region."""
    for region in table.regions[:1]:
        for block in region.blocks:
            yield from block.ops


def symbol_tables(op: Operation, *, hidden: bool) -> Iterator[tuple[Operation, bool]]:
    """The symbol tables in ``op``, inner ones first, each with whether its symbols are invisible outside of ``op``.

    ``hidden`` is whether that holds for the surroundings of ``op``; it does for a top-level operation.
    """
    is_table = has_trait(op, SymbolTable)
    hidden = hidden or not is_table or not is_symbol(op) or visibility(op) == "private"
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                if inner.regions:
                    yield from symbol_tables(inner, hidden=hidden)
    if is_table:
        yield op, hidden


def is_hidden(symbol: Operation, *, hidden: bool) -> bool:
    """Whether all references to a symbol are known, given that its table is ``hidden`` or not."""
    return visibility(symbol) == "private" or (hidden and visibility(symbol) == "nested")


def may_be_symbol_table(op: Operation) -> bool:
    """Whether ``op`` is unregistered and so possibly a symbol table, which leaves the references in it ambiguous."""
    return len(op.regions) == 1 and isinstance(op, UnregisteredOp)


def nearest_symbol_table(op: Operation) -> Operation | None:
    """The closest enclosing operation with a symbol table."""
    return next((parent for parent in ancestors(op) if has_trait(parent, SymbolTable)), None)


def lookup_symbol(table: Operation, name: str) -> Operation | None:
    """The symbol of this name directly in ``table``."""
    for region in table.regions:
        for block in region.blocks:
            for op in block.ops:
                if symbol_name(op) == name:
                    return op
    return None


def lookup_nearest_symbol(op: Operation, reference: SymbolRefAttr) -> Operation | None:
    """The operation that ``reference`` resolves to from ``op``."""
    table = nearest_symbol_table(op)
    if table is None:
        return None
    found = lookup_symbol(table, reference.root_reference.data)
    for nested in reference.nested_references.data:
        if found is None:
            return None
        found = lookup_symbol(found, nested.data)
    return found


def verify_symbol(op: Operation) -> None:
    """Verify the name and the visibility of a symbol operation, and that it is in a symbol table."""
    name = op.get_attr_or_prop("sym_name")
    if name is None and has_trait(op, SymbolTable):
        return
    if not isinstance(name, StringAttr):
        raise Violation("requires string attribute 'sym_name'")
    visibility = op.get_attr_or_prop("sym_visibility")
    if visibility is not None and not isinstance(visibility, StringAttr):
        raise Violation(
            f"requires visibility attribute 'sym_visibility' to be a string attribute, but got {visibility}"
        )
    if visibility is not None and visibility.data not in VISIBILITIES:
        listed = ", ".join(f'"{allowed}"' for allowed in VISIBILITIES)
        raise Violation(f"visibility expected to be one of [{listed}], but got {visibility}")
    if getattr(op, "is_declaration", False) and (visibility is None or visibility.data == "public"):
        raise Violation("symbol declaration cannot have public visibility")
    parent = op.parent_op()
    if parent is not None and not (isinstance(parent, UnregisteredOp) or has_trait(parent, SymbolTable)):
        raise Violation("symbol's parent must have the SymbolTable trait")


def verify_symbol_table(op: Operation) -> None:
    """Verify that the symbols of a table have different names."""
    seen: dict[str, Operation] = {}
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                name = symbol_name(inner)
                if name is None:
                    continue
                if name in seen:
                    raise Violation(
                        f"redefinition of symbol named '{name}'",
                        prefixed=False,
                        location=inner.location,
                        notes=(note(seen[name].location, "see existing symbol definition here"),),
                    )
                seen[name] = inner
