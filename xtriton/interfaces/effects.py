"""Memory effects and speculation: which operations may be removed, moved or executed early.

The rules are those of MLIR's ``SideEffectInterfaces``: an operation without the interface may have any effect, and one
with recursive effects has the effects of its nested operations.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

from xdsl.ir import Operation, SSAValue
from xdsl.traits import (
    ConditionallySpeculatable,
    EffectInstance,
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    NoMemoryEffect,
    RecursiveMemoryEffect,
    SymbolOpInterface,
)

from xtriton.ir.effects import KeepsMemory, RecursiveEffectsSince
from xtriton.ir.traits import class_has_trait, has_trait
from xtriton.ir.walk import children
from xtriton.versions import OLDEST, ByVersion, by_version


class _Kind(Enum):
    """The effects of a class's operations, according to its traits."""

    UNKNOWN = "unknown"
    FREE = "free"
    STATED = "stated"
    RECURSIVE = "recursive"
    RECURSIVE_AND_STATED = "recursive and stated"


def _kind(op_class: type[Operation]) -> _Kind:
    kind = _kind_by_version(op_class)
    return kind.now() if isinstance(kind, ByVersion) else kind


@cache
def _kind_by_version(op_class: type[Operation]) -> ByVersion[_Kind] | _Kind:
    traits = op_class.get_traits_of_type(MemoryEffect)
    for trait in traits:
        if isinstance(trait, RecursiveEffectsSince):
            return by_version({OLDEST: _Kind.UNKNOWN, trait.first: _Kind.RECURSIVE})
    stated = [trait for trait in traits if not isinstance(trait, RecursiveMemoryEffect)]
    if len(stated) < len(traits):
        return _Kind.RECURSIVE_AND_STATED if stated else _Kind.RECURSIVE
    if not stated:
        return _Kind.UNKNOWN
    return _Kind.FREE if all(isinstance(trait, NoMemoryEffect) for trait in stated) else _Kind.STATED


@cache
def _stated(op_class: type[Operation]) -> tuple[MemoryEffect, ...]:
    """The traits of a class that state effects of an operation itself."""
    traits = op_class.get_traits_of_type(MemoryEffect)
    return tuple(trait for trait in traits if not isinstance(trait, RecursiveMemoryEffect))


def stated_effects(op: Operation) -> list[EffectInstance] | None:
    """The effects that ``op`` itself declares, without those of nested operations; ``None`` if it declares none."""
    stated = _stated(type(op))
    if not stated:
        return None
    effects: list[EffectInstance] = []
    for trait in stated:
        instances = trait.get_effects(op)
        if instances is None:
            return None
        effects.extend(instances)
    return effects


def is_memory_effect_free(op: Operation) -> bool:
    """Whether ``op`` and its nested operations are known to have no memory effects (MLIR's ``isMemoryEffectFree``)."""
    kind = _kind(type(op))
    if kind is _Kind.FREE:
        return True
    if kind is _Kind.UNKNOWN:
        return False
    if kind is not _Kind.RECURSIVE and stated_effects(op) != []:
        return False
    return kind is _Kind.STATED or all(map(is_memory_effect_free, children(op)))


def effects_of(op: Operation) -> list[EffectInstance] | None:
    """All effects of ``op`` and its nested operations; ``None`` if they are not known."""
    kind = _kind(type(op))
    if kind is _Kind.FREE:
        return []
    if kind is _Kind.UNKNOWN:
        return None
    effects: list[EffectInstance] = []
    if kind is not _Kind.RECURSIVE:
        own = stated_effects(op)
        if own is None:
            return None
        effects += own
    if kind is not _Kind.STATED:
        for inner in children(op):
            nested = effects_of(inner)
            if nested is None:
                return None
            effects += nested
    return effects


@cache
def always_lives(op_class: type[Operation]) -> bool:
    """Terminators and symbols live whatever their effects."""
    return class_has_trait(op_class, IsTerminator) or class_has_trait(op_class, SymbolOpInterface)


def would_be_trivially_dead(op: Operation) -> bool:
    """Whether ``op`` could be erased if none of its results were used (MLIR's ``wouldOpBeTriviallyDead``).

    Reading is no reason to live, nor are allocating a result and writing to it.
    """
    op_class = type(op)
    return not always_lives(op_class) and _effects_may_vanish(op)


def _effects_may_vanish(root: Operation) -> bool:
    pending = [root]
    while pending:
        op = pending.pop()
        kind = _kind(type(op))
        if kind is _Kind.FREE:
            continue
        if kind is _Kind.UNKNOWN:
            return False
        if kind is not _Kind.STATED:
            pending.extend(children(op))
        if kind is not _Kind.RECURSIVE and not _stated_effects_may_vanish(op):
            return False
    return True


def _stated_effects_may_vanish(op: Operation) -> bool:
    effects = stated_effects(op)
    if effects is None:
        return False
    allocated = {effect.value for effect in effects if effect.kind is MemoryEffectKind.ALLOC}
    return all(
        effect.kind is MemoryEffectKind.READ
        or (effect.kind is MemoryEffectKind.ALLOC and effect.value in op.results)
        or (effect.kind is MemoryEffectKind.WRITE and effect.value is not None and effect.value in allocated)
        for effect in effects
    )


def is_trivially_dead(op: Operation) -> bool:
    """Whether ``op`` can be erased: its results are unused, and it :func:`would_be_trivially_dead`."""
    return is_unused(op) and would_be_trivially_dead(op)


def is_unused(op: Operation) -> bool:
    """Whether the results of ``op`` are unused."""
    for result in op.results:  # noqa: SIM110  a generator costs more than the test
        if result.first_use is not None:
            return False
    return True


def is_speculatable(op: Operation) -> bool:
    """Whether ``op`` may be executed speculatively (MLIR's ``isSpeculatable``): it neither traps nor hangs."""
    trait = op.get_trait(ConditionallySpeculatable)
    return trait is not None and trait.is_speculatable(op)


def is_pure(op: Operation) -> bool:
    """Whether ``op`` has no effects and may be executed anywhere (MLIR's ``isPure``)."""
    return is_memory_effect_free(op) and is_speculatable(op)


def only_reads(op: Operation) -> bool:
    """Whether ``op`` itself declares reads of memory and no other effects (MLIR's ``hasSingleEffect`` of reads)."""
    effects = stated_effects(op)
    return bool(effects) and all(effect.kind is MemoryEffectKind.READ for effect in effects or ())


def memory_changed(op: Operation) -> list[SSAValue | None]:
    """The values through which ``op`` itself, not a nested operation, writes or frees memory.

    ``None`` stands for an effect that is not on a value.
    """
    return _touched(op, (MemoryEffectKind.WRITE, MemoryEffectKind.FREE))


def memory_read(op: Operation) -> list[SSAValue | None]:
    """The values through which ``op`` itself reads memory; ``None`` as for :func:`memory_changed`."""
    return _touched(op, (MemoryEffectKind.READ,))


def _touched(op: Operation, kinds: tuple[MemoryEffectKind, ...]) -> list[SSAValue | None]:
    kind = _kind(type(op))
    if kind in (_Kind.FREE, _Kind.RECURSIVE) or has_trait(op, KeepsMemory):
        return []
    effects = stated_effects(op)
    if effects is None:
        return [None]
    values = [effect.value for effect in effects if effect.kind in kinds]
    return [value if isinstance(value, SSAValue) else None for value in values]
