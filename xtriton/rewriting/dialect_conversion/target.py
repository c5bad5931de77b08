"""Which operations a conversion accepts (MLIR's ``ConversionTarget``)."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation

from xtriton.folds.folding import dialect_of

Legality = Callable[[Operation], bool | None]
"""Whether an operation is legal; ``None`` if the target does not know: then it is converted if a pattern applies."""


class ConversionTarget:
    """Declares operations and dialects legal or illegal. The legality of an operation overrides that of its dialect.

    An operation without legality is unknown: a partial conversion does not modify it if no pattern applies.
    """

    def __init__(self) -> None:
        self._operations: dict[type[Operation], Legality | bool] = {}
        self._dialects: dict[str, Legality | bool] = {}
        self._unknown: Legality | None = None
        self._known: dict[type[Operation], Legality | bool | None] = {}
        """A cache of the rule for each operation class."""

    def add_legal(self, *subjects: str | type[Operation]) -> None:
        """Declare dialects, by name, and operations, by class, legal."""
        self._add(True, subjects)

    def add_illegal(self, *subjects: str | type[Operation]) -> None:
        """Declare dialects and operations illegal: the conversion fails if one remains."""
        self._add(False, subjects)

    def add_dynamically_legal(self, legality: Legality, *subjects: str | type[Operation]) -> None:
        """Let a function decide on the operations of a class or dialect."""
        self._add(legality, subjects)

    def set_unknown(self, legality: Legality) -> None:
        """Let a function decide the legality of all other operations."""
        self._unknown = legality
        self._known.clear()

    def legality(self, op: Operation) -> bool | None:
        """Whether ``op`` is legal; ``None`` if nothing is known of it."""
        try:
            found = self._known[type(op)]
        except KeyError:
            found = self._operations.get(type(op), self._dialects.get(dialect_of(op), self._unknown))
            self._known[type(op)] = found
        return found(op) if callable(found) else found

    def _add(self, legality: Legality | bool, subjects: tuple[str | type[Operation], ...]) -> None:
        for subject in subjects:
            if isinstance(subject, str):
                self._dialects[subject] = legality
            else:
                self._operations[subject] = legality
        self._known.clear()
