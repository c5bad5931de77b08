"""The context: which dialects can be parsed, and where diagnostics go."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from xdsl.context import Context as XdslContext
from xdsl.ir import Dialect

from xtriton.ir.accessors import use_default_properties, use_direct_accessors
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.op import Op


class Context(XdslContext):
    """An xDSL context that knows every dialect of the registry and imports a dialect on first use."""

    diagnostics: DiagnosticEngine

    def __init__(self, *, allow_unregistered: bool = False) -> None:
        super().__init__(allow_unregistered=allow_unregistered)
        self.diagnostics = DiagnosticEngine()
        from xtriton.dialects import DIALECTS

        for name, path in DIALECTS.items():
            self.register_dialect(name, lambda path=path: _load(path))


@cache
def _load(path: str) -> Dialect:
    """Import ``module:NAME`` and return the dialect it names."""
    module, _, attribute = path.partition(":")
    dialect: Dialect = getattr(import_module(module), attribute)
    for op_class in dialect.operations:
        if issubclass(op_class, Op):  # xDSL's own classes are not modified
            use_direct_accessors(op_class)
            use_default_properties(op_class)
    return dialect
