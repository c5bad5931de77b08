"""Whether a program may be restarted from its beginning: its effects so far must not change the second run."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator, MemoryEffectKind

from xtriton.dialects import tt
from xtriton.dialects.upstream.cf import AssertOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.interfaces.effects import effects_of
from xtriton.ir.block_order import successors_of
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.walk import ancestors, operations_in, reached

_HARMLESS = (tt.LoadOp, tt.AssertOp, AssertOp, AssumeOp)


@dataclass(frozen=True)
class _Effect:
    """An operation with an effect: its number in program order, its loops, and its block in the function."""

    number: int
    loops: frozenset[Operation]
    block: Block | None
    lasting: bool
    """Whether a restart after this effect would change the results of the program."""


class Replay:
    """The effects that precede an operation of a module, to decide whether a program can be restarted there.

    A store can be repeated, unless the program may read that memory: it would read the stored value. Arrays are
    assumed not to overlap. Atomic operations, prints and calls cannot be repeated.
    """

    def __init__(self, root: Operation) -> None:
        self.numbers = {op: number for number, op in enumerate(operations_in(root))}
        """The operations in the order of the program."""
        read = {_root(op.ptr) for op in self.numbers if isinstance(op, tt.LoadOp)}
        self._effects = [
            _Effect(number, _loops(op), _block_of_function(op), _is_lasting(op, read))
            for op, number in self.numbers.items()
            if _has_effect(op)
        ]

    def done(self, number: int, place: Operation) -> tuple[bool, bool]:
        """Whether there may be effects before a place: right after the operation with a number, where ``place`` is.

        The first is whether some of them are lasting, the second whether there are any.
        """
        loops, block = _loops(place), _block_of_function(place)
        before = [
            effect
            for effect in self._effects
            if (effect.number <= number if effect.block is block else _leads_to(effect.block, block))
            or effect.loops & loops
            or (effect.block is block and _leads_to(block, block))
        ]
        return any(effect.lasting for effect in before), bool(before)


def _leads_to(start: Block | None, end: Block | None) -> bool:
    """Whether some way leads from the end of one block to another."""
    return start is not None and any(end in successors_of(block) for block in reached([start], successors_of))


def _has_effect(op: Operation) -> bool:
    """Whether an operation itself, without its regions, has an effect that is visible outside of the program."""
    if op.regions or isinstance(op, _HARMLESS) or op.has_trait(IsTerminator):
        return False
    effects = effects_of(op)
    return effects is None or any(effect.kind is not MemoryEffectKind.READ for effect in effects)


def _is_lasting(op: Operation, read: set[SSAValue | None]) -> bool:
    if not isinstance(op, tt.StoreOp):
        return True
    written = _root(op.ptr)
    return bool(read) and (written is None or written in read or None in read)


def _root(pointer: SSAValue) -> SSAValue | None:
    """The argument of a function that pointers point into the array of; ``None`` if that is not clear."""
    seen: set[SSAValue] = set()
    while pointer not in seen:
        seen.add(pointer)
        if is_block_argument(pointer):
            loop = pointer.owner.parent_op()
            if isinstance(loop, tt.FuncOp):
                return pointer if pointer.owner is loop.body.first_block else None
            position = loop.position(pointer) if isinstance(loop, ForOp) else None
            if not isinstance(loop, ForOp) or position is None or not _is_kept(loop, position):
                return None
            pointer = loop.init_args[position]
            continue
        assert is_result(pointer)
        op = pointer.op
        if isinstance(op, ForOp) and _is_kept(op, pointer.index):
            pointer = op.init_args[pointer.index]
        elif op.name in _MOVES:
            pointer = op.operands[0]
        else:
            return None
    return None


_MOVES = {
    *("tt.addptr", "tt.splat", "tt.broadcast", "tt.expand_dims", "tt.reshape", "tt.trans", "tt.bitcast"),
    *("tt.make_tensor_ptr", "tt.advance", "tts.get_structured_state"),
}
"""Operations that make pointers into the array that their first operand points into."""


def _is_kept(loop: ForOp, index: int) -> bool:
    """Whether a loop only moves the pointers that it carries."""
    value = loop.yielded_values[index]
    while value is not loop.iter_args[index]:
        owner = value.owner
        if isinstance(owner, ForOp) and is_result(value) and _is_kept(owner, value.index):
            value = owner.init_args[value.index]
        elif is_operation(owner) and owner.name in _MOVES:
            value = owner.operands[0]
        else:
            return False
    return True


def _loops(op: Operation) -> frozenset[Operation]:
    return frozenset(around for around in ancestors(op) if isinstance(around, ForOp | WhileOp))


def _block_of_function(op: Operation) -> Block | None:
    """The block of the function's body that an operation is in."""
    around = ancestors(op, inclusive=True)
    return next((inner.parent for inner in around if isinstance(inner.parent_op(), tt.FuncOp)), None)
