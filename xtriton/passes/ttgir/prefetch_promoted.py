"""Prefetching of operands whose memory is chosen in the loop, as software pipelining makes them (since 3.8).

The values that lead to the memory, and to the token that the load waits for, are computed once before the loop and
once for the next iteration; the loop carries them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.traits import ConstantLike

from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr
from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import AsyncWaitOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.upstream.arith.integer import AddIOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import Elementwise, encoding_of, has_trait
from xtriton.passes.ttgir.prefetch_loop import Operand, Prefetching, Source
from xtriton.rewriting.cloning import clone_op

_TMA_OPS = frozenset(
    {
        "ttng.async_tma_copy_global_to_local",
        "ttng.async_tma_copy_local_to_global",
        "ttng.async_tma_gather",
        "ttng.async_tma_reduce",
        "ttng.async_tma_scatter",
    }
)
"""Operations on which the dot may depend in ways that are not followed."""

Cache = dict[SSAValue, SSAValue]
"""Values of the loop with their copies outside of it, or for another iteration."""


class PromotedPrefetching(Prefetching):
    """The rewrite of one loop; it is left as it is where nothing can be prefetched."""

    def run(self) -> None:
        self._initial: Cache = {}
        if self.operands and not any(op.name in _TMA_OPS for op in self.loop.body.ops):
            super().run()

    # Candidates

    def find_operands(self) -> Sequence[Operand]:
        found = super().find_operands()
        if any(_is_broadcast_over_ctas(operand.memory) for operand in found):
            return ()
        if all(self._is_carried(operand.memory) for operand in found):
            return found
        values = [value for operand in found for value in (operand.memory, operand.token)]
        waits = any(operand.token is not None for operand in found)
        return found if waits and all(value is None or self._is_promotable(value) for value in values) else ()

    def find_operand(self, index: int) -> Operand | None:
        conversions: list[Operation] = []
        op = self.dot.operands[index].owner
        while isinstance(op, Operation) and op.results[0].has_one_use():
            if isinstance(op, LocalLoadOp):
                if not isinstance(encoding_of(op.result.type), DotOperandEncodingAttr):
                    return None
                return Operand(index, op.src, conversions[::-1], op.token)
            if len(op.operands) != 1:
                return None
            conversions.append(op)
            op = op.operands[0].owner
        return None

    def _is_carried(self, value: SSAValue) -> bool:
        return is_block_argument(value) and self.loop.position(value) is not None

    def _is_promotable(self, value: SSAValue) -> bool:
        """Whether a value can be computed before the loop, and again for the next iteration."""
        op = value.owner
        if not isinstance(op, Operation) or op.parent is not self.loop.body:
            return True
        if op.regions:
            return False
        if not (
            has_trait(op, Elementwise) or has_trait(op, ConstantLike) or isinstance(op, AsyncWaitOp | MemDescIndexOp)
        ):
            return False
        return all(map(self._is_promotable, op.operands))

    # Sources of operands

    def _clone(self, value: SSAValue, argument: Callable[[BlockArgument], SSAValue], cache: Cache) -> SSAValue:
        """The copy of a value: of its operation in the loop, and of those that it depends on."""
        known = cache.get(value)
        if known is not None:
            return known
        op = value.owner
        if is_block_argument(value):
            cache[value] = argument(value) if op is self.loop.body else value
        elif not isinstance(op, Operation) or op.parent is not self.loop.body:
            cache[value] = value
        else:
            operands = {operand: self._clone(operand, argument, cache) for operand in op.operands}
            copy = self.rewriter.insert(clone_op(op, operands), op.location)
            cache.update(zip(op.results, copy.results, strict=True))
        return cache[value]

    def _before(self, argument: BlockArgument) -> SSAValue:
        """A block argument of the loop in the first iteration."""
        init = self.loop.tied_init(argument)
        return self.loop.lowerBound if init is None else init

    def initial(self, operand: Operand) -> Source:
        memory = self._clone(operand.memory, self._before, self._initial)
        return memory, None if operand.token is None else self._clone(operand.token, self._before, self._initial)

    def _sources(self) -> Sequence[SSAValue | None]:
        """The memories of the operands, then the tokens."""
        return [*(operand.memory for operand in self.operands), *(operand.token for operand in self.operands)]

    def _needs_slot(self, value: SSAValue | None) -> bool:
        """Whether the new loop must carry a value because the old one does not."""
        return value is not None and not self._is_carried(value)

    def more_inits(self) -> Sequence[SSAValue]:
        sources = [value for value in self._sources() if value is not None and self._needs_slot(value)]
        return [self._clone(value, self._before, self._initial) for value in sources]

    def current(self, operand: Operand) -> Source:
        sources = self._sources()
        number = self.operands.index(operand)
        memory, token = (self._now(sources, index) for index in (number, number + len(self.operands)))
        assert memory is not None
        return memory, token

    def _now(self, sources: Sequence[SSAValue | None], index: int) -> SSAValue | None:
        """One of the sources in this iteration."""
        value = sources[index]
        if value is None or self._is_carried(value):
            return None if value is None else self.mapping[value]
        slot = sum(map(self._needs_slot, sources[:index]))
        return self.new.iter_args[len(self.loop.init_args) + slot]

    def following(self, values: Sequence[SSAValue]) -> tuple[Sequence[Source], Sequence[SSAValue]]:
        def after(argument: BlockArgument) -> SSAValue:
            position = self.loop.position(argument)
            if position is not None:
                return values[position]
            step = AddIOp(self.mapping[argument], self.loop.step)
            return self.rewriter.insert(step, self.loop.location).results[0]

        sources = self._sources()
        later = [None if value is None else self._clone(value, after, {}) for value in sources]
        carried = [new for old, new in zip(sources, later, strict=True) if new is not None and self._needs_slot(old)]
        count = len(self.operands)
        memories = [memory for memory in later[:count] if memory is not None]
        return list(zip(memories, later[count:], strict=True)), carried


def _is_broadcast_over_ctas(memory: SSAValue) -> bool:
    """Whether several CTAs have the same elements of a memory descriptor."""
    assert isinstance(memory.type, MemDescType)
    layout = memory.type.layout()
    return layout is not None and not all(map(any, layout.cta_layout.bases))
