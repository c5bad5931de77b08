"""Memory effects of operations: kind, the operand or result, and the memory resource."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol, cast

from xdsl.ir import Operation
from xdsl.traits import (
    DefaultResource,
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    OpTrait,
    RecursiveMemoryEffect,
    Resource,
)

from xtriton.ir.traits import values_of
from xtriton.versions import TritonVersion

MEMORY = DefaultResource()
"""The resource of operations that do not name one."""


@dataclass(frozen=True)
class Effect:
    """A memory effect; ``name`` is its operand or result, ``None`` for an effect on the whole resource."""

    kind: MemoryEffectKind
    resource: Resource
    name: str | None = None


def read(resource: Resource, name: str | None = None) -> Effect:
    """Read, through operand ``name`` if given."""
    return Effect(MemoryEffectKind.READ, resource, name)


def write(resource: Resource, name: str | None = None) -> Effect:
    """Write, through operand ``name`` if given."""
    return Effect(MemoryEffectKind.WRITE, resource, name)


def allocate(resource: Resource, name: str) -> Effect:
    """Allocate: result ``name`` is new memory."""
    return Effect(MemoryEffectKind.ALLOC, resource, name)


def free(resource: Resource, name: str) -> Effect:
    """Free the memory of operand ``name``."""
    return Effect(MemoryEffectKind.FREE, resource, name)


class Effects(MemoryEffect):
    """The operation has these effects; those on absent operands are dropped."""

    def __init__(self, *effects: Effect) -> None:
        self.effects = effects

    def get_effects(self, op: Operation) -> AbstractSet[EffectInstance]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return instances(op, self.effects)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Effects) and self.effects == other.effects

    def __hash__(self) -> int:
        return hash(self.effects)


@dataclass(frozen=True)
class KeepsMemory(OpTrait):
    """The effects are outside of the program, such as output: no memory that the program reads is written."""


@dataclass(frozen=True)
class RecursiveEffectsSince(RecursiveMemoryEffect):
    """The effects are those of the operations in the regions, from a version of Triton on; before, they are unknown."""

    first: TritonVersion


class HasEffects(Protocol):
    """An operation whose effects depend on its types, attributes or operands."""

    def effects(self) -> tuple[Effect, ...]:
        """The effects of this operation."""
        ...


class OwnEffects(MemoryEffect):
    """The effects are those that the operation's method ``effects`` returns (:class:`HasEffects`)."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        return instances(op, cast("HasEffects", op).effects())


def instances(op: Operation, effects: tuple[Effect, ...]) -> AbstractSet[EffectInstance]:
    """The effects with the values of ``op`` they apply to."""
    found: set[EffectInstance] = set()
    for effect in effects:
        if effect.name is None:
            found.add(EffectInstance(effect.kind, None, effect.resource))
        else:
            found.update(EffectInstance(effect.kind, value, effect.resource) for value in values_of(op, effect.name))
    return found
