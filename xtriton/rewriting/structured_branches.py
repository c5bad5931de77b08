"""``cf.br`` and ``cf.cond_br`` without loops become ``scf.if``: what early returns leave in functions."""

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
    """The end of a block that cannot become ``scf.if``: a branch back or none of ``cf``, or a return with values."""
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
    """Make one block of a region without an :func:`unstructured_branch`. It ends with one ``tt.return``.

    What a block dominates is moved to its end, in ``scf.if`` where only some paths lead there. Where several paths
    meet, the ``scf.if`` in front yield which of them is taken, and the values that they bring.
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
    """Paths to a block: when they are taken, and what the arguments of the block are then."""

    values: Sequence[SSAValue] = ()
    condition: SSAValue | None = None
    """None where they always are."""
    negated: bool = False
    """Whether they are taken if ``condition`` does not hold."""

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
    """In post-order: what follows has a lower number."""
    single: set[Block]
    """The blocks that one branch leads to."""
    location: Location = field(default=UNKNOWN)

    def emit(self, block: Block, place: Block) -> _Edges:
        """Move a block and all that it dominates to the end of ``place``; the paths that lead on from there."""
        for op in list(block.ops) if block is not place else ():
            op.detach()
            place.add_op(op)
        end = place.last_op
        assert end is not None
        self.location = end.location
        edges = self._leave(end, place)
        for child in sorted(self.children[block], key=lambda one: -self.number[one]):
            edge = edges.pop(child, None)
            if edge is not None:
                self._enter(child, edge, edges, place)
        return edges

    def _leave(self, end: Operation, place: Block) -> _Edges:
        """The paths that a terminator begins, which is erased. Those to returns end there."""
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
        """Put a block, to which all paths are known, to the end of ``place``; ``edges`` gets those that lead on."""
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
        """An ``scf.if`` around a block, and in its ``else`` the paths that are taken if that one is not."""
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
        """The ``scf.if`` around bodies from which paths were found to lead on; the paths that lead on from it."""
        targets = list(dict.fromkeys((*found[0], *found[1])))
        flagged = [t for t in targets if any(t in edges and edges[t].condition is not None for edges in found)]
        types = [*(i1 for _ in flagged), *(argument.type for target in targets for argument in target.args)]
        for body, edges in zip(bodies, found, strict=True):
            self.rewriter.at_end(body)
            flags = [self._flag(edges.get(target)) for target in flagged]
            values = [value for target in targets for value in self._values(edges.get(target), target)]
            self.rewriter.insert(YieldOp(*flags, *values), self.location)
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
        return self.rewriter.insert(IfOp(condition, types, *regions), self.location).results

    def _values(self, edge: _Edge | None, target: Block) -> Sequence[SSAValue]:
        """What an edge brings; poison where there is none."""
        if edge is not None:
            return edge.values
        return [self._insert(PoisonOp(argument.type)) for argument in target.args]

    def _flag(self, edge: _Edge | None) -> SSAValue:
        """Whether an edge is taken: not if there is none."""
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
        """Two edges to the same block, of which at most one is taken."""
        self.rewriter.at_end(place)
        taken = self._holds(second)
        pairs = zip(second.values, first.values, strict=True)
        values = [a if a is b else self._insert(SelectOp(taken, a, b)) for a, b in pairs]
        if first.complements(second):
            return _Edge(values)
        return _Edge(values, self._insert(OrIOp(self._holds(first), taken)))

    def _insert(self, op: Operation) -> SSAValue:
        return self.rewriter.insert(op, self.location).results[0]
