"""The context: the Triton version, which dialects can be parsed, and where diagnostics go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from xdsl.context import Context as XdslContext
from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute

from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.registry import nearest
from xtriton.versions import ALL_VERSIONS, TritonVersion, VersionRange, active_version


class Context(XdslContext):
    """An xDSL context that knows every dialect of the registry and imports a dialect on first use.

    ``triton`` is the version of Triton whose operations, attributes, syntax and passes are in effect, as a
    :class:`~xtriton.versions.TritonVersion` or as text such as ``"3.9"``; by default the one in effect
    (:func:`~xtriton.versions.use_version`), otherwise that of the installed wheel, or the newest version known without
    a wheel. Raises ``ValueError`` for an unknown version.
    """

    diagnostics: DiagnosticEngine
    triton: TritonVersion

    def __init__(self, *, allow_unregistered: bool = False, triton: TritonVersion | str | None = None) -> None:
        super().__init__(allow_unregistered=allow_unregistered)
        self.diagnostics = DiagnosticEngine()
        self.triton = TritonVersion.parse(triton) if isinstance(triton, str) else triton or active_version()
        from xtriton.dialects import DIALECTS

        for name in DIALECTS:
            self.register_dialect(name, lambda name=name: _load(name, DIALECTS[name], self.triton))

    def __repr__(self) -> str:
        loaded = ", ".join(sorted(self._loaded_dialects)) or "none"
        return f"<context for Triton {self.triton}, dialects loaded: {loaded}>"

    def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
        """As in xDSL, except that an unregistered operation called ``return`` does not hide ``func.return``.

        Contexts share the classes of unregistered operations.
        """
        if "." in name and (known := self._get_known_op(name)) is not None:
            return known
        for dialect in reversed(dialect_stack):
            if (known := self._get_known_op(f"{dialect}.{name}")) is not None:
                return known
        known = self._get_known_op(name)
        if known is None and self.allow_unregistered:
            known = self._loaded_ops[name] = _unregistered_op(name)
        return known

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        """As in xDSL, except that contexts share the classes of unregistered attributes."""
        if name not in self._loaded_attrs and self._is_foreign(name):
            self._loaded_attrs[name] = _unregistered_attribute(name, is_type=False)
        return super().get_optional_attr(name)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        """As in xDSL, except that contexts share the classes of unregistered types."""
        if name not in self._loaded_types and self._is_foreign(name):
            self._loaded_types[name] = cast("type[TypeAttribute]", _unregistered_attribute(name, is_type=True))
        return super().get_optional_type(name)

    def _is_foreign(self, name: str) -> bool:
        """Whether a name is of a dialect that is not known, but allowed."""
        return self.allow_unregistered and name.partition(".")[0] not in self._registered_dialects

    def change_version(self, triton: TritonVersion) -> None:
        """Go on with another version of Triton, for IR that has been converted to it: dialects are loaded again."""
        self.triton = triton
        loaded = list(self._loaded_dialects.values())
        for registry in (self._loaded_dialects, self._loaded_ops, self._loaded_attrs, self._loaded_types):
            registry.clear()
        for dialect in loaded:
            if dialect.name in self._registered_dialects:
                self.load_registered_dialect(dialect.name)
            else:
                self.load_dialect(dialect)

    def nearest_op(self, name: str) -> str:
        """``; did you mean 'tt.load'?`` for an unknown operation; empty if no operation of its dialect is near."""
        dialect = name.partition(".")[0]
        if self.get_optional_dialect(dialect) is None:
            return nearest(dialect, self.registered_dialect_names)
        return nearest(name, [op.name for op in self.loaded_ops if op.name.startswith(f"{dialect}.")])

    def nearest_attribute(self, name: str, *, is_type: bool) -> str:
        """The same for an unknown type or attribute, by its mnemonic."""
        prefix = f"{name.partition('.')[0]}."
        known = self.loaded_types if is_type else self.loaded_attrs
        mnemonics = [found.name.removeprefix(prefix) for found in known if found.name.startswith(prefix)]
        return nearest(name.removeprefix(prefix), mnemonics)


def own_dialects() -> frozenset[str]:
    """The names of the dialects that are not those of plug-ins."""
    from xtriton.dialects import DIALECTS

    return DIALECTS.own


@cache
def _unregistered_op(name: str) -> type[Operation]:
    """The class of an unregistered operation, one for each name, as MLIR interns them: caches by class keep it."""
    return UnregisteredOp.with_name(name)


@cache
def _unregistered_attribute(name: str, *, is_type: bool) -> type[UnregisteredAttr]:
    """The class of an unregistered attribute or type, likewise."""
    return UnregisteredAttr.with_name_and_type(name, is_type)


@cache
def _load(name: str, place: str, triton: TritonVersion) -> Dialect:
    """Import the dialect ``name`` from ``place``, and return it with the operations and attributes of a version."""
    dialect = _load_all(name, place)
    operations = [op_class for op_class in dialect.operations if triton in _versions_of(op_class)]
    attributes = [attribute for attribute in dialect.attributes if triton in _versions_of(attribute)]
    if len(operations) == len(list(dialect.operations)) and len(attributes) == len(list(dialect.attributes)):
        return dialect
    return Dialect(dialect.name, operations, attributes)


def _versions_of(definition: type) -> VersionRange:
    versions: VersionRange = getattr(definition, "VERSIONS", ALL_VERSIONS)
    return versions


@cache
def _load_all(name: str, _place: str) -> Dialect:
    """Import the dialect at a place. Raises ``PluginError`` for a plug-in that is not a dialect of that name."""
    from xtriton.dialects import DIALECTS

    dialect = DIALECTS.load(name)
    if DIALECTS.owner(name) and not (isinstance(dialect, Dialect) and dialect.name == name):
        raise DIALECTS.failure(name, f"it is not an xdsl.ir.Dialect with the name '{name}'")
    return dialect
