"""Folding: the results of an operation, if they can be expressed without creating operations.

A *fold* of an operation class is a function of an operation and of the constants among its operands. It returns

- ``None``: nothing is known;
- an attribute or a value for the only result, or a tuple with one for each of several results;
- :data:`IN_PLACE`: the operation has been changed and may fold further.

Where versions of Triton differ a class has a fold for each, or ``None`` (:class:`~xtriton.versions.ByVersion`).

Each dialect's folds are in ``xtriton/folds``, imported when an operation of the dialect is first met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, cast

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import Commutative, ConstantLike

from xtriton.dialects.upstream.arith.constant import ConstantOp, type_of_constant
from xtriton.dialects.upstream.ub import PoisonAttr, PoisonOp
from xtriton.folds.elements import NoConstantError
from xtriton.ir.creation import RESULTS, is_result, operands_of, producer_of
from xtriton.ir.traits import class_has_trait
from xtriton.registry import Registry
from xtriton.versions import ByVersion, TritonVersion, active_version, at_version


class InPlace:
    """The type of :data:`IN_PLACE`."""


IN_PLACE: Final = InPlace()
"""The result of a fold that has changed its operation in place."""

Folded = Attribute | SSAValue
FoldResult = Folded | tuple[Folded, ...] | InPlace | None
Constants = Sequence[Attribute | None]
Fold = Callable[[Any, Constants], FoldResult]
Folds = Mapping[type[Operation], Fold | ByVersion[Fold | None]]
"""The folds of operation classes."""

FOLDS: Mapping[str, Sequence[str]] = {
    "arith": (
        "xtriton.folds.arith_integer",
        "xtriton.folds.arith_bitwise",
        "xtriton.folds.arith_compare",
        "xtriton.folds.arith_float",
        "xtriton.folds.arith_casts",
    ),
    "math": ("xtriton.folds.math",),
    "scf": ("xtriton.folds.scf",),
    "memref": ("xtriton.folds.memref",),
    "tensor": ("xtriton.folds.tensor",),
    "linalg": ("xtriton.folds.linalg",),
    "bufferization": ("xtriton.folds.bufferization",),
    "affine": ("xtriton.folds.affine",),
    "tt": ("xtriton.folds.tt",),
    "ttg": ("xtriton.folds.ttg",),
    "tti": ("xtriton.folds.tti",),
}
"""The modules with a dialect's folds: each has a mapping ``FOLDS`` from operation classes to folds."""

PLUGIN_FOLDS = Registry("fold table", "folds", {})
"""Such mappings of plug-ins, by dialect."""


@cache
def _dialect_folds(dialect: str, _edition: int) -> Folds:
    found: dict[type[Operation], Fold | ByVersion[Fold | None]] = {}
    for module in FOLDS.get(dialect, ()):
        found.update(import_module(module).FOLDS)
    if dialect in PLUGIN_FOLDS:
        table = PLUGIN_FOLDS.load(dialect)
        if not isinstance(table, Mapping):
            raise PLUGIN_FOLDS.failure(dialect, "it is not a dictionary from operation classes to folds")
        found.update(cast("Folds", table))
    return found


@cache
def is_constant_class(op_class: type[Operation]) -> bool:
    """Whether operations of a class are constants, whose result is the property ``value``."""
    return class_has_trait(op_class, ConstantLike)


def constant_of_op(op: Operation) -> Attribute | None:
    """The value of a constant operation; ``None`` for any other."""
    return op.properties.get("value") if is_constant_class(type(op)) else None


def constant_of(value: SSAValue) -> Attribute | None:
    """The attribute of the constant that defines ``value``, if there is one."""
    return constant_of_op(value.op) if is_result(value) else None


def fold_of(op: Operation) -> Fold | None:
    """The fold of the operation's class in the version of Triton in effect, if it has one."""
    folder = folder_of(type(op))
    return None if folder is None else folder.function


class Folder:
    """Folds operations of one class in one version of Triton."""

    __slots__ = ("_commutative", "function")

    def __init__(self, function: Fold | None, commutative: bool) -> None:
        self.function = function
        self._commutative = commutative

    def fold(self, op: Operation, constants: Constants | None = None) -> FoldResult:
        """Fold ``op`` with ``constants`` for its operands where they are not ``None``.

        By default they are the constants among its operands (MLIR's ``Operation::fold``).
        """
        if constants is None:
            # What ``constant_of`` gives, without two calls for each operand: the greedy driver folds every operation.
            found: list[Attribute | None] = []
            for operand in operands_of(op):
                if type(operand) in RESULTS and is_constant_class(type(producer := producer_of(operand))):
                    found.append(producer.properties.get("value"))
                else:
                    found.append(None)
            constants = found
        result: FoldResult = None
        if self.function is not None:
            try:
                result = self.function(op, constants)
            except NoConstantError:
                result = None
        if self._commutative and (result is None or result is IN_PLACE) and _move_constants_right(op, constants):
            return IN_PLACE
        return result


@cache
def _folder_at(op_class: type[Operation], version: TritonVersion, edition: int) -> Folder | None:
    function = at_version(_dialect_folds(_dialect_of_class(op_class), edition).get(op_class), version)
    commutative = class_has_trait(op_class, Commutative)
    return Folder(function, commutative) if function is not None or commutative else None


def folder_of(op_class: type[Operation]) -> Folder | None:
    """The fold of operations of a class in the version of Triton in effect; ``None`` if they never fold."""
    return _folder_at(op_class, active_version(), PLUGIN_FOLDS.edition)


def fold(op: Operation) -> FoldResult:
    """Fold ``op`` with the constants among its operands (MLIR's ``Operation::fold``)."""
    folder = folder_of(type(op))
    return None if folder is None else folder.fold(op)


def _move_constants_right(op: Operation, constants: Constants) -> bool:
    """Move constant operands to the right, in stable order; returns whether that changed anything."""
    are_last = True
    for constant in reversed(constants):
        if constant is None:
            are_last = False
        elif not are_last:
            break
    else:
        return False
    operands = op.operands
    order = sorted(range(len(constants)), key=lambda index: constants[index] is not None)
    op.operands = [operands[index] for index in order]
    return True


def materialize(value: Attribute, type_: Attribute, dialect: str) -> Operation | None:
    """A new operation whose result is the constant ``value`` of ``type_``, if there can be one.

    ``dialect`` is that of the operation with this result: ``llvm`` has its own constants.
    """
    if isinstance(value, PoisonAttr):
        return PoisonOp(type_)
    if type_of_constant(value) != type_:
        return None
    if dialect == "llvm":
        from xtriton.dialects.upstream.llvm.values import ConstantOp as LLVMConstantOp

        return LLVMConstantOp(value, type_)
    return ConstantOp(value)


def dialect_of(op: Operation) -> str:
    """The name of the dialect of an operation."""
    return _dialect_of_class(type(op))


@cache
def _dialect_of_class(op_class: type[Operation]) -> str:
    return op_class.name.partition(".")[0]


def as_results(op: Operation, folded: FoldResult) -> tuple[Folded, ...] | None:
    """A fold's result as one entry for each result of ``op``; ``None`` if nothing is replaced."""
    if folded is None or folded is IN_PLACE:
        return None
    results = folded if isinstance(folded, tuple) else (cast("Folded", folded),)
    return None if len(results) == 1 and results[0] is op.results[0] else results
