"""Structurises acyclic ``cf.br`` and ``cf.cond_br``, as early returns produce, to ``scf.if``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import BoolAttr, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt.function import ReturnOp
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.integer import OrIOp, XOrIOp
from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.block_order import depth_first
from xtriton.ir.dominance import dominator_tree
from xtriton.ir.locations import UNKNOWN, Location
from xtriton.rewriting.regions import erase_unreachable_blocks
from xtriton.rewriting.rewriter import Rewriter


def unstructured_branch(region: Region) -> Operation | None:
    """The first unsupported terminator: a back edge, a terminator not of ``cf``, or a return with values."""
    _, left = depth_first(region.blocks[0])
    number = {block: index for index, block in enumerate(left)}
    for block in left:
        end = block.last_op
        assert end is not None
        if not isinstance(end, BranchOp | CondBranchOp | ReturnOp) or (isinstance(end, ReturnOp) and end.operands):
            return end
        if any(number[successor] >= number[block] for successor in end.successors):
            return end
    return None


def structure_branches(region: Region, rewriter: Rewriter) -> None:
    """Merge the blocks of a region without an :func:`unstructured_branch` into one that ends with a ``tt.return``.

    The blocks that a block dominates are moved to its end, into an ``scf.if`` if only some paths lead there. Where
    several paths join, the preceding ``scf.if`` yield which of them is taken, and the values that they pass.
    """
    erase_unreachable_blocks(region, rewriter)
    entry = region.blocks[0]
    if entry.next_block is None:
        return
    _, left = depth_first(entry)
    assert entry.last_op is not None
    location = entry.last_op.location
    number = {block: index for index, block in enumerate(left)}
    single = {block for block in left if len(list(block.predecessors())) == 1}
    structure = _Structure(rewriter, dominator_tree(entry), number, single)
    edges = structure.emit(entry, entry)
    assert not edges
    rewriter.at_end(entry)
    rewriter.insert(ReturnOp.create(), location)
    for block in list(region.blocks)[1:]:
        rewriter.erase_block(block)


@dataclass(frozen=True)
class _Edge:
    """Paths to a block: the condition under which they are taken, and the values that they pass."""

    values: Sequence[SSAValue] = ()
    condition: SSAValue | None = None
    """``None`` if they are always taken."""
    negated: bool = False
    """Whether they are taken if ``condition`` is false."""

    def complements(self, other: _Edge) -> bool:
        """Whether exactly one of the two is taken."""
        return self.condition is not None and self.condition is other.condition and self.negated != other.negated


_Edges = dict[Block, _Edge]


@dataclass
class _Structure:
    rewriter: Rewriter
    children: dict[Block, list[Block]]
    """The dominator tree."""
    number: dict[Block, int]
    """The post-order number: successors have lower ones."""
    single: set[Block]
    """The blocks with a single predecessor edge."""
    location: Location = field(default=UNKNOWN)

    def emit(self, block: Block, place: Block) -> _Edges:
        """Move a block and all blocks that it dominates to the end of ``place``; returns the outgoing paths."""
        for op in list(block.ops) if block is not place else ():
            op.detach()
            place.add_op(op)
        end = place.last_op
        assert end is not None
        self.location = end.location
        edges = self._leave(end, place)
        for child in sorted(self.children[block], key=lambda child_: -self.number[child_]):
            edge = edges.pop(child, None)
            if edge is not None:
                self._enter(child, edge, edges, place)
        return edges

    def _leave(self, end: Operation, place: Block) -> _Edges:
        """The outgoing paths of a terminator, which is erased. Paths to returns end there."""
        match end:
            case BranchOp():
                edges = {end.dest: _Edge(tuple(end.destOperands))}
            case CondBranchOp() if end.trueDest is end.falseDest:
                self.rewriter.before(end)
                pairs = zip(end.trueDestOperands, end.falseDestOperands, strict=True)
                values = [self._insert(SelectOp(end.condition, a, b)) for a, b in pairs]
                edges = {end.trueDest: _Edge(values)}
            case CondBranchOp():
                edges = {
                    end.trueDest: _Edge(tuple(end.trueDestOperands), end.condition),
                    end.falseDest: _Edge(tuple(end.falseDestOperands), end.condition, negated=True),
                }
            case _:
                edges = {}
        self.rewriter.erase(end)
        return {block: edge for block, edge in edges.items() if not isinstance(block.first_op, ReturnOp)}

    def _enter(self, block: Block, edge: _Edge, edges: _Edges, place: Block) -> None:
        """Move a block with known incoming paths to the end of ``place``; its outgoing paths are added to ``edges``."""
        if edge.condition is None:
            self._set_arguments(block, edge)
            found = self.emit(block, place)
        else:
            others = {target: other for target, other in edges.items() if edge.complements(other)}
            for target in others:
                del edges[target]
            found = self._branch(block, edge, others, place)
        for target, other in found.items():
            edges[target] = self._merged(edges[target], other, place) if target in edges else other

    def _set_arguments(self, block: Block, edge: _Edge) -> None:
        for argument, value in zip(block.args, edge.values, strict=True):
            self.rewriter.replace_all_uses(argument, value)

    def _branch(self, block: Block, edge: _Edge, others: _Edges, place: Block) -> _Edges:
        """An ``scf.if`` around a block, with the complementary paths in its ``else``."""
        bodies = Block(), Block()
        self._set_arguments(block, edge)
        location = self.location
        taken = self.emit(block, bodies[0])
        rest: _Edges = {}
        for target, other in others.items():
            if target in self.single:
                self._set_arguments(target, other)
                rest |= self.emit(target, bodies[1])
            else:
                rest[target] = _Edge(other.values)
        self.location = location
        assert edge.condition is not None
        return self._yield(edge, bodies, (taken, rest), place)

    def _yield(self, edge: _Edge, bodies: tuple[Block, Block], found: tuple[_Edges, _Edges], place: Block) -> _Edges:
        """The ``scf.if`` around two bodies with their outgoing paths; returns the outgoing paths of the ``scf.if``."""
        targets = list(dict.fromkeys((*found[0], *found[1])))
        flagged = [t for t in targets if any(t in edges and edges[t].condition is not None for edges in found)]
        types = [*(i1 for _ in flagged), *(argument.type for target in targets for argument in target.args)]
        for body, edges in zip(bodies, found, strict=True):
            self.rewriter.at_end(body)
            flags = [self._flag(edges.get(target)) for target in flagged]
            values = [value for target in targets for value in self._values(edges.get(target), target)]
            self.rewriter.insert(YieldOp([*flags, *values]), self.location)
        results = iter(self._insert_if(edge, bodies, types, place))
        flag_of = {target: next(results) for target in flagged}
        left: _Edges = {}
        for target in targets:
            values = [next(results) for _ in target.args]
            if target in flag_of:
                left[target] = _Edge(values, flag_of[target])
            elif all(target in edges for edges in found):
                left[target] = _Edge(values)
            else:
                left[target] = _Edge(values, edge.condition, edge.negated if target in found[0] else not edge.negated)
        return left

    def _insert_if(
        self, edge: _Edge, bodies: tuple[Block, Block], types: Sequence[Attribute], place: Block
    ) -> Sequence[SSAValue]:
        """The results of an ``scf.if`` that runs the first body if ``edge`` is taken, and else the second."""
        self.rewriter.at_end(place)
        assert edge.condition is not None
        if not types and bodies[1].first_op is bodies[1].last_op:
            condition, regions = self._holds(edge), [Region(bodies[0]), Region()]
        else:
            condition, regions = edge.condition, [Region(body) for body in bodies]
            if edge.negated:
                regions.reverse()
        return self.rewriter.insert(IfOp(condition, *regions, result_types=types), self.location).results

    def _values(self, edge: _Edge | None, target: Block) -> Sequence[SSAValue]:
        """The values that an edge passes; poison if there is no edge."""
        if edge is not None:
            return edge.values
        return [self._insert(PoisonOp(argument.type)) for argument in target.args]

    def _flag(self, edge: _Edge | None) -> SSAValue:
        """Whether an edge is taken; false if there is no edge."""
        if edge is None or edge.condition is None:
            return self._insert(ConstantOp(BoolAttr.from_bool(edge is not None)))
        return self._holds(edge)

    def _holds(self, edge: _Edge) -> SSAValue:
        """The condition of an edge."""
        assert edge.condition is not None
        if not edge.negated:
            return edge.condition
        true = self._insert(ConstantOp(BoolAttr.from_bool(True)))
        return self._insert(XOrIOp(edge.condition, true))

    def _merged(self, first: _Edge, second: _Edge, place: Block) -> _Edge:
        """Merge two mutually exclusive edges to the same block."""
        self.rewriter.at_end(place)
        taken = self._holds(second)
        pairs = zip(second.values, first.values, strict=True)
        values = [a if a is b else self._insert(SelectOp(taken, a, b)) for a, b in pairs]
        if first.complements(second):
            return _Edge(values)
        return _Edge(values, self._insert(OrIOp(self._holds(first), taken)))

    def _insert(self, op: Operation) -> SSAValue:
        return self.rewriter.insert(op, self.location).results[0]
