"""The verifier's caches never change its diagnostics.

Malformed modules are verified with all caches emptied, twice as usual, and in another order: each time with the same
diagnostics. Checks made once for equal operations read only the properties compared for equality.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Generator
from contextlib import contextmanager
from functools import _lru_cache_wrapper  # pyright: ignore[reportPrivateUsage]
from typing import Any

import pytest
from property.malformed import malform, programs, valid_module
from selection import some
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, OpResult

from xtriton.ir import verifier
from xtriton.ir.context import Context
from xtriton.ir.creation import RESULTS
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.verifier import verify

MUTANTS_PER_PROGRAM = 1
PARTS = 3
Verdict = tuple[Diagnostic, ...]


class Forgetful(set[Any]):
    """A set that takes everything and has nothing."""

    def add(self, element: object) -> None: ...

    def update(self, *others: object) -> None: ...


class ForgetfulTable(dict[Any, Any]):
    """A table whose entries are always new."""

    def setdefault(self, key: object, default: object = None) -> object:
        return Forgetful()


def forget(caches: list[_lru_cache_wrapper[Any]]) -> None:
    for cache in caches:
        cache.cache_clear()


def bounded_caches() -> list[_lru_cache_wrapper[Any]]:
    """The caches of results that may depend on a module; what depends on classes alone has no bound."""
    return [
        held
        for held in gc.get_objects()
        if issubclass(type(held), _lru_cache_wrapper)  # isinstance asks dead weak proxies for their class
        and (held.__module__ or "").startswith("xtriton.")
        and "maxsize=None" not in str(held.cache_info())
    ]


def verdict(module: ModuleOp) -> Verdict:
    try:
        verify(module, Context(allow_unregistered=True))
    except DiagnosticError as failure:
        return failure.diagnostics
    return ()


def verdict_of_forgetful_verifier(module: ModuleOp, monkeypatch: pytest.MonkeyPatch) -> Verdict:
    with monkeypatch.context() as patch:
        original = verifier._Verifier._operation  # pyright: ignore[reportPrivateUsage]

        def operation(self: Any, op: Operation) -> None:
            self.verified, self.verified_types = Forgetful(), ForgetfulTable()
            original(self, op)

        patch.setattr(verifier._Verifier, "_operation", operation)  # pyright: ignore[reportPrivateUsage]
        return verdict(module)


@pytest.fixture(scope="module")
def corpus() -> list[tuple[str, ModuleOp]]:
    """Malformed modules, several of each program."""
    found: list[tuple[str, ModuleOp]] = []
    for name, text in programs():
        valid = valid_module(text)
        if valid is None:
            continue
        for seed in range(MUTANTS_PER_PROGRAM):
            module = valid.clone()
            malform(module, random.Random(f"{name} {seed}"))
            found.append((f"{name} {seed}", module))
    return found


@pytest.mark.parametrize("part", some(range(PARTS), PARTS))
def test_same_diagnostics_cold_warm_and_in_any_order(
    corpus: list[tuple[str, ModuleOp]], part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = corpus[part::PARTS]
    caches = bounded_caches()
    assert {"_layout_problem", "to_linear_layout"} <= {cache.__name__ for cache in caches}
    cold: dict[str, Verdict] = {}
    for name, module in corpus:
        forget(caches)
        cold[name] = verdict_of_forgetful_verifier(module, monkeypatch)
    assert sum(bool(diagnostics) for diagnostics in cold.values()) > len(corpus) // 3
    forget(caches)
    shuffled = list(corpus)
    for seed in range(2):
        random.Random(seed).shuffle(shuffled)
        for name, module in shuffled:
            assert verdict(module) == cold[name], name


WITHOUT_KEY = ("attributes", "parent", "successors", "regions", "prev_op", "next_op", "_next_op", "_prev_op")
"""Of an operation: what the key of a check that is made once does not contain."""


@contextmanager
def reads_recorded(monkeypatch: pytest.MonkeyPatch, reads: set[tuple[str, str]]) -> Generator[list[Op]]:
    """Record reads of attributes and parents of the listed operations, and of owners of their operands."""
    watched: list[Op] = []
    with monkeypatch.context() as patch:
        for name in ("attributes", "parent"):
            patch.setattr(Operation, name, _recording(name, watched, reads), raising=False)

        def owner_of(self: OpResult) -> Operation:
            if watched and self.op is not watched[-1]:
                reads.add((watched[-1].name, "owner of operand"))
            return self.op

        for class_ in RESULTS:
            patch.setattr(class_, "owner", property(owner_of))
        yield watched


def _recording(name: str, watched: list[Op], reads: set[tuple[str, str]]) -> property:
    def get(self: Operation) -> object:
        if watched and self is watched[-1]:
            reads.add((self.name, name))
        return self.__dict__.get(name)  # a field with a default need not be there

    def put(self: Operation, value: object) -> None:
        vars(self)[name] = value

    return property(get, put)


PLACE = {"parent"}
"""The input of checks of types in their place: the key has the isolated region around the operation."""


def test_cached_checks_read_only_their_key(corpus: list[tuple[str, ModuleOp]], monkeypatch: pytest.MonkeyPatch) -> None:
    reads: set[tuple[str, str]] = set()
    checked = 0
    with reads_recorded(monkeypatch, reads) as watched:
        alone, inferred = verifier._Verifier._check_alone, verifier.Checks.check_inferred_types  # pyright: ignore[reportPrivateUsage]
        types = verifier._Verifier._check_types  # pyright: ignore[reportPrivateUsage]

        def check_alone(self: Any, op: Op, checks: Any) -> None:
            nonlocal checked
            checked += 1
            run(op, lambda: alone(self, op, checks))

        def check_inferred_types(self: Any, op: Op) -> None:
            run(op, lambda: inferred(self, op))

        def check_types(self: Any, op: Op, checks: Any) -> None:
            hidden = watched[:]
            watched.clear()  # reads the module around the operation, which the key has
            types(self, op, checks)
            watched.extend(hidden)

        def run(op: Op, check: Any) -> None:
            if op.regions or op.successors:
                check()
                return
            before = set(reads)
            watched.append(op)
            try:
                check()
            except Exception:
                # Messages may say anything: a failed check is not remembered.
                reads.intersection_update(before)
                raise
            finally:
                watched.clear()

        monkeypatch.setattr(verifier._Verifier, "_check_alone", check_alone)  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(verifier._Verifier, "_check_types", check_types)  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(verifier.Checks, "check_inferred_types", check_inferred_types)
        for _, module in corpus:
            verdict(module)
    assert checked > 1000
    assert not reads


def test_a_read_outside_of_the_key_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: set[tuple[str, str]] = set()
    module = valid_module("tt.func @f(%x: i32) { %0 = arith.addi %x, %x : i32 %1 = arith.addi %0, %0 : i32 tt.return }")
    assert module is not None
    _, second, _ = next(iter(module.body.ops)).regions[0].block.ops
    with reads_recorded(monkeypatch, reads) as watched:
        assert isinstance(second, Op)
        watched.append(second)
        assert isinstance(second.parent, Block) and not second.attributes and second.operands[0].owner is not second
    assert reads == {(second.name, "parent"), (second.name, "attributes"), (second.name, "owner of operand")}
