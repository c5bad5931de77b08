"""``inline``: put the bodies of functions in the place of calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import CallSiteLoc, IntegerAttr, LocationAttr, ModuleOp, UnknownLoc, UnregisteredOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.call_graph import Call, CallGraph, Function
from xtriton.analysis.symbol_uses import SymbolReferences, within_table
from xtriton.dialects.tt.function import ReturnOp as TritonReturnOp
from xtriton.dialects.upstream.cf import BranchOp
from xtriton.dialects.upstream.func import ReturnOp
from xtriton.folds.folding import dialect_of
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation, move_operations, split_before
from xtriton.ir.locations import Location, compose
from xtriton.ir.symbols import directly_in, is_hidden, may_be_symbol_table, nearest_symbol_table, symbol_tables
from xtriton.ir.traits import SingleBlock, has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass, Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.rewriting.cloning import clone_blocks
from xtriton.rewriting.rewriter import block_argument
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since

_MAX_ITERATIONS = 4


@dataclass(frozen=True)
class Inliner(Pass):
    """Inline calls, callees first, and canonicalize each function before it is inlined.

    before: ``%0 = tt.call @cdiv(%n) : (i32) -> i32``
    after:  ``%0 = arith.addi %n, %c63_i32 : i32``, ``%1 = arith.divsi %0, %c64_i32 : i32``
    """

    name: ClassVar[str] = "inline"
    class_name: ClassVar = by_version({V3_6: "Inliner", V3_8: "InlinerPass"})
    max_iterations: int = option(_MAX_ITERATIONS, "maximum number of rounds of canonicalization and inlining")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        inline_functions(ctx, module, Canonicalizer(), self.max_iterations)


def inline_functions(
    ctx: Context, module: ModuleOp, simplification: OperationPass, max_iterations: int = _MAX_ITERATIONS
) -> None:
    """Inline calls, callees first. ``simplification`` runs on each function before it is inlined."""
    _Inliner(ctx, module, simplification, max_iterations).run()


class _Inliner:
    def __init__(self, ctx: Context, module: ModuleOp, simplification: OperationPass, max_iterations: int) -> None:
        self._ctx = ctx
        self._graph = CallGraph(module)
        self._limit = max_iterations
        self._uses = _Uses(self._graph, module)
        self._simplification = simplification

    def run(self) -> None:
        dead: list[Function] = []
        for group in self._graph.cycles():
            alive = group
            for _ in range(self._limit):
                for function in alive:
                    self._simplify(function)
                dead += [function for function in alive if self._uses.is_dead(function)]
                alive = [function for function in alive if not self._uses.is_dead(function)]
                if not self._inline_calls(alive, dead):
                    break
        for function in dict.fromkeys(dead):
            function.detach()
            function.erase()

    def _simplify(self, function: Function) -> None:
        self._simplification.apply_to(self._ctx, function)
        self._uses.recompute(function)

    def _inline_calls(self, group: Sequence[Function], dead: list[Function]) -> bool:
        """Inline the calls in a group of functions. Returns whether there were any to inline."""
        inlined = False
        for function in group:
            for call in list(self._graph.calls(function)):
                callee = self._graph.callee(call)
                if callee is None or not self._may_inline(call, callee, function):
                    continue
                last = self._uses.is_last(callee)
                inline_call(call, callee, keep=not last)
                self._uses.inlined(callee, function, keep=not last)
                if last:
                    dead.append(callee)
                inlined = True
        return inlined

    def _may_inline(self, call: Call, callee: Function, caller: Function) -> bool:
        if _is_noinline(callee) or not all(map(_is_movable, operations_in(callee.regions[0]))):
            return False
        targets = self._graph.callees(callee)
        if callee in targets or caller in targets or callee is caller:
            return False
        entry, around = callee.regions[0].first_block, call.parent_op()
        assert entry is not None and around is not None
        single = entry.next_block is None
        return single or around.name == callee.name or not has_trait(around, SingleBlock)


_STAYING_DIALECTS = frozenset({"nvg", "nvvm", "nvws", "rocdl"})
"""Dialects that do not allow inlining of their operations (MLIR's ``DialectInlinerInterface``)."""


def _is_movable(op: Operation) -> bool:
    return not isinstance(op, UnregisteredOp) and dialect_of(op) not in _STAYING_DIALECTS


class _Uses:
    """The references in functions to each discardable function, which has no references outside the module."""

    def __init__(self, graph: CallGraph, module: ModuleOp) -> None:
        self._graph = graph
        self._references = SymbolReferences()
        self._inside: dict[Function, Counter[Function]] = {}
        """The functions that each function references."""
        self._total: Counter[Function] = Counter()
        hidden, referred = set[Function](), set[Function]()
        for table, is_closed in symbol_tables(module, hidden=module.parent is None):
            for op in directly_in(table):
                if isinstance(op, Function):
                    hidden.update([op] if is_hidden(op, hidden=is_closed) else [])
                else:
                    referred.update(self._referred_by(op))
        self._discardable = hidden - referred
        for function in graph.functions:
            self.recompute(function)

    def _referred_by(self, op: Operation) -> Iterator[Function]:
        table = nearest_symbol_table(op)
        for user in within_table(op):
            if may_be_symbol_table(user):
                yield from self._graph.functions
            for reference in self._references.of(user):
                found = self._graph.named(reference, table)
                if found is not None:
                    yield found

    def recompute(self, function: Function) -> None:
        """Count the references in a function again."""
        self._total.subtract(self._inside.get(function, ()))
        self._inside[function] = Counter(self._referred_by(function))
        self._total.update(self._inside[function])

    def inlined(self, callee: Function, caller: Function, *, keep: bool) -> None:
        """A call was replaced by the body of a function, which is kept for other calls or not."""
        added = self._inside[callee]
        self._inside[caller].update(added)
        self._inside[caller][callee] -= 1
        self._total[callee] -= 1
        if keep:
            self._total.update(added)
        else:
            self._inside[callee] = Counter()

    def is_dead(self, function: Function) -> bool:
        """Whether a discardable function has no references left."""
        return function in self._discardable and self._total[function] == 0

    def is_last(self, function: Function) -> bool:
        """Whether a discardable function has one reference left."""
        return function in self._discardable and self._total[function] == 1


def _is_noinline(function: Function) -> bool:
    flag = function.attributes.get("noinline")
    return isinstance(flag, IntegerAttr) and bool(flag.value.data)


def inline_call(call: Call, callee: Function, *, keep: bool) -> None:
    """Replace ``call`` by the body of ``callee``, or by a copy of it if the function is to be kept.

    Inlined operations get the location of the call as their call site. Since Triton 3.9, what a call states about its
    results is stated about the operations that compute them.
    """
    parameters = callee.regions[0].blocks[0].args
    values: dict[SSAValue, SSAValue] = dict(zip(parameters, call.operands, strict=True))
    blocks = clone_blocks(callee.regions[0], values) if keep else _take_blocks(callee.regions[0], values)
    if not isinstance(call.location, UnknownLoc):
        _locate(blocks, call.location)
    if len(blocks) == 1:
        _insert_operations(call, blocks[0])
    else:
        _insert_blocks(call, blocks)
    call.detach()
    call.erase()


def _take_blocks(body: Region, mapping: dict[SSAValue, SSAValue]) -> list[Block]:
    """The blocks of a body themselves, which is left without any, with other values in program order."""
    blocks = list(body.blocks)
    for block in blocks:
        body.detach_block(block)
        for op in operations_in(block):
            for index, operand in enumerate(op.operands):
                if operand in mapping:
                    op.operands[index] = mapping[operand]
    return blocks


def _locate(blocks: Sequence[Block], caller: Location) -> None:
    """See locations as from ``caller``: the innermost call that is known comes first, the new one last."""
    # By identity: chains of calls are long, and hashing one takes as many steps as it has calls.
    known: dict[int, tuple[Location, Location]] = {}

    def called(location: Location) -> Location:
        found = known.get(id(location))
        if found is None:
            if type(location) is CallSiteLoc:
                result = compose(CallSiteLoc, location.callee, called(cast("Location", location.caller)))
            else:
                result = compose(CallSiteLoc, location, caller)
            found = known[id(location)] = location, result
        return found[1]

    for block in blocks:
        for inner in block.walk_blocks():
            for argument in inner.args:
                argument.location = cast("LocationAttr", called(argument.location))
            for op in inner.ops:
                op.location = cast("LocationAttr", called(op.location))


def _insert_operations(call: Call, block: Block) -> None:
    """Put the operations of the only block of a body in front of ``call``."""
    end = block.last_op
    target = call.parent
    assert end is not None and target is not None
    if active_version() in _KEEPS_HINTS:
        _move_hints(call, end)
    for result, value in zip(call.results, end.operands, strict=True):
        result.replace_all_uses_with(value)
    end.detach()
    end.erase()
    while (op := block.first_op) is not None:
        op.detach()
        target.insert_op_before(op, call)
    block.erase()


_KEEPS_HINTS = since(V3_9)
_HINTS = ("tt.divisibility", "tt.contiguity", "tt.constancy")


def _move_hints(call: Call, end: Operation) -> None:
    hints = {name: call.attributes[name] for name in _HINTS if name in call.attributes}
    for value in end.operands:
        if is_operation(value.owner):
            value.owner.attributes.update(hints)


def _insert_blocks(call: Call, blocks: Sequence[Block]) -> None:
    """Split the block at ``call``, and insert the blocks of a body between the parts."""
    block = call.parent
    assert block is not None and block.parent is not None
    rest = split_before(call)
    for result in call.results:
        result.replace_all_uses_with(block_argument(rest, result.type, call.location))
    block.parent.insert_block_before(blocks, rest)
    for inner in blocks:
        end = inner.last_op
        if isinstance(end, TritonReturnOp | ReturnOp):
            branch = BranchOp(rest, end.operands)
            branch.location = end.location
            inner.insert_op_before(branch, end)
            end.detach()
            end.erase()
    entry = blocks[0]
    move_operations(entry, block)
    block.parent.detach_block(entry)
    entry.erase()
