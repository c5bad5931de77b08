"""Loops with loop-carried pointers: they carry a memref, and offsets and strides, instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import move_operations
from xtriton.passes.linalg.triton_to_linalg.pointers import Pointers, PointerState, is_pointer_like
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import new_loop


def carries_pointers(loop: ForOp) -> bool:
    """Whether a loop carries pointers, or the memrefs that replaced them."""
    return any(is_pointer_like(value.type) or isinstance(value.type, MemRefType) for value in loop.initArgs)


def lower_loop(loop: ForOp, pointers: Pointers, rewriter: Rewriter) -> ForOp:
    """Replace a loop by one that carries memrefs, followed by the offsets and strides of each.

    The body is unchanged except for its terminator: see :func:`lower_yield`.
    """
    inits: list[SSAValue] = list(loop.initArgs)
    states: dict[int, PointerState] = {}
    for index, value in enumerate(loop.initArgs):
        if is_pointer_like(value.type) or isinstance(value.type, MemRefType):
            states[index] = pointers.state_in_memory(value, loop)
    added: list[SSAValue] = []
    for index, state in states.items():
        state.offsets = [mixed.as_value(number, rewriter) for number in state.offsets]
        state.strides = [mixed.as_value(number, rewriter) for number in state.strides]
        added += cast("list[SSAValue]", [*state.offsets, *state.strides])
        inits[index] = state.cast(rewriter).result
    inits += added
    new = new_loop(loop, inits)
    new.attributes.clear()  # as in triton-shared
    _name_states(states, new.iter_args, len(loop.initArgs), pointers)
    _name_states(states, rewriter.insert(new).results, len(loop.initArgs), pointers)
    _move_body(loop, new, rewriter)
    return new


def _name_states(states: dict[int, PointerState], values: Sequence[SSAValue], first: int, pointers: Pointers) -> None:
    """Record the states of loop-carried memrefs in terms of the loop-carried offsets and strides."""
    carried, at = list(values), first
    for index, state in states.items():
        rank = state.rank
        known = state.copy()
        known.offsets = list(carried[at : at + rank])
        known.strides = list(carried[at + rank : at + 2 * rank])
        pointers.carried[carried[index]] = known
        at += 2 * rank


def _move_body(loop: ForOp, new: ForOp, rewriter: Rewriter) -> None:
    block, old = new.body, loop.body
    for argument, replacement in zip(old.args, block.args, strict=False):
        rewriter.replace_all_uses(argument, replacement)
    for result, replacement in zip(loop.results, new.results, strict=False):
        rewriter.replace_all_uses(result, replacement)
    move_operations(old, block)
    loop.detach()
    loop.erase()


def lower_yield(op: YieldOp, loop: ForOp, pointers: Pointers, rewriter: Rewriter) -> None:
    """Yield memrefs, and the offsets and strides of the next iteration."""
    operands = list(op.operands)
    added: list[SSAValue] = []
    for index, value in enumerate(operands):
        argument = loop.iter_args[index]
        if argument not in pointers.carried:
            continue
        state = pointers.state_in_memory(value, op)
        added += [mixed.as_value(number, rewriter) for number in (*state.offsets, *state.strides)]
        operands[index] = _as_type(pointers.memory_of(value, op), argument.type, rewriter)
    end = YieldOp([*operands, *added])
    rewriter.insert(end)
    op.detach()
    op.erase()


def _as_type(memory: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    return memory if memory.type == type_ else rewriter.insert(memref.CastOp(memory, type_)).dest
