"""Patterns on tokenised tensor memory accesses: erase, merge, sink and hoist loads and stores."""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, SSAValue, Use

from xtriton.analysis.dominance import (
    Dominance,
    ancestor_in_block,
    ancestors_in_common_block,
    first_in_block,
    is_before,
    post_dominates,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.integer import XOrIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import integer_of, is_one
from xtriton.folds.folding import constant_of
from xtriton.ir.walk import parent_of_type
from xtriton.passes.ttgir.hoist_tmem_alloc.tokens import (
    QUIET,
    alloc_with_token,
    insert_store,
    insert_true,
    load_with_token,
)
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.redefinitions import sink_redefinition
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, active_version, since


@pattern(TMEMStoreOp)
def store_of_select(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """A store of a select between the stored value and another one: predicate the store of the other value."""
    select = op.src.owner
    if op.dep is None or not isinstance(select, SelectOp) or select.condition.type != i1:
        return False
    keeps_if_true, keeps_if_false = (
        _is_stored_already(select.true_value, op),
        _is_stored_already(select.false_value, op),
    )
    if keeps_if_true == keeps_if_false:
        return False
    pred = select.condition
    if keeps_if_true:
        true = insert_true(rewriter, select.location)
        pred = rewriter.insert(XOrIOp(pred, true), select.location).result
    value = select.false_value if keeps_if_true else select.true_value
    new = insert_store(rewriter, op.location, op.dst, op.dep, value, pred)
    rewriter.replace(op, new.results)
    return True


def _is_stored_already(value: SSAValue, store: TMEMStoreOp) -> bool:
    """Whether ``value`` was loaded right before from the memory that it is to be stored to."""
    load = load_with_token(value)
    return load is not None and store.dst is load.src and load.token is store.dep


@pattern(TMEMLoadOp)
def load_for_order_only(op: TMEMLoadOp, rewriter: Rewriter) -> bool:
    """A load with only its token used: its dependents depend on the token of the load's operand."""
    if op.dep is None or op.token is None or op.result.first_use is not None:
        return False
    rewriter.replace_all_uses(op.token, op.dep)
    return True


@pattern(TMEMStoreOp)
def store_of_load(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """A store of the value that was just loaded from the same memory."""
    load = None if op.dep is None else load_with_token(op.dep)
    if load is None or load.token is None or load.result is not op.src or load.src is not op.dst:
        return False
    rewriter.replace(op, [load.token])
    return True


@pattern(TMEMLoadOp)
def load_in_loop(op: TMEMLoadOp, rewriter: Rewriter) -> bool:
    """A load in a loop whose uses are all later, or in one branch: sink it there.

    Users of its token must come after that place in any case.
    """
    if op.dep is None or op.token is None or not _is_in_loop(op):
        return False
    users = ancestors_in_common_block([use.operation for use in op.result.uses])
    if not users or not Dominance().properly_dominates(op, place := first_in_block(users)):
        return False
    uses = list(op.token.uses)
    if not all(use.operation is not place and post_dominates(use.operation, place) for use in uses):
        return False
    if place is _after_loads(op) or _is_redefined_around(op.dep, place, uses):
        return False
    rewriter.move_in_place(op, place)
    rewriter.listener.inserted(op)
    assert place.parent is not None
    token = sink_redefinition(op.dep, op.token, place.parent, rewriter)
    if token is not op.token:
        for use in uses:
            use.operation.operands[use.index] = token
    return True


def _is_redefined_around(value: SSAValue, place: Operation, uses: list[Use]) -> bool:
    """Whether a redefinition at ``place``, as visible where ``value`` is defined, comes from around ``uses``."""
    owner = value.owner
    around = ancestor_in_block(place, owner if isinstance(owner, Block) else owner.parent)
    return around is not None and around is not place and any(around.is_ancestor(use.operation) for use in uses)


def _is_in_loop(op: Operation) -> bool:
    return parent_of_type(op, ForOp) is not None


def _after_loads(op: Operation) -> Operation | None:
    """The operation after ``op`` and the loads that follow it: loads may be reordered among themselves."""
    following = op.next_op
    while isinstance(following, TMEMLoadOp):
        following = following.next_op
    return following


@pattern(TMEMStoreOp)
def store_to_new_memory(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """The first store to an allocation becomes its initial value."""
    alloc = None if op.dep is None else alloc_with_token(op.dep)
    if alloc is None or alloc.token is None or op.dst is not alloc.result or alloc.parent is not op.parent:
        return False
    source = op.src.owner
    if not is_one(constant_of(op.pred)) or (isinstance(source, Operation) and is_before(alloc, source)):
        return False
    set_operand_group(alloc, "src", [op.src])
    rewriter.replace(op, [alloc.token])
    return True


@pattern(TMEMAllocOp)
def alloc_in_branch(op: TMEMAllocOp, rewriter: Rewriter) -> bool:
    """A tensor that one branch forwards and the other updates in tensor memory: keep it there around the ``scf.if``.

    The ``scf.if`` then yields tokens, and the yielded tensor is loaded after it.
    """
    branch = op.parent_op()
    if op.token is None or op.src is None or not isinstance(branch, IfOp) or not branch.elseRegion.blocks:
        return False
    changed, kept = branch.thenRegion.block.last_op, branch.elseRegion.block.last_op
    assert changed is not None and kept is not None
    loads: list[tuple[int, TMEMLoadOp]] = []
    for index, (value, other) in enumerate(zip(changed.operands, kept.operands, strict=True)):
        load = load_with_token(value)
        if load is not None and load.src is op.result and other is op.src:
            loads.append((index, load))
    if not loads:
        return False
    # The other branch yields the initial value, so that it dominates the scf.if.
    rewriter.move_in_place(op, branch)
    rewriter.after(branch)
    for index, load in loads:
        new = rewriter.insert(load.clone_without_regions({}, clone_name_hints=False), load.location)
        assert isinstance(new, TMEMLoadOp) and load.token is not None
        result = branch.results[index]
        QUIET.replace_all_uses(result, new.result)
        set_operand_group(new, "dep", [result])
        changed.operands[index] = load.token
        kept.operands[index] = op.token
        rewriter.set_type(result, load.token.type)
        rewriter.modified(branch)
    return True


_LOOKS_THROUGH = since(V3_9)
"""Since 3.9, the layout in which memory is copied does not matter."""


@pattern(TMEMAllocOp)
def alloc_of_load(op: TMEMAllocOp, rewriter: Rewriter) -> bool:
    """A copy of memory that is dead afterwards: reuse the memory."""
    source = op.src
    while source is not None and isinstance(source.owner, ConvertLayoutOp) and active_version() in _LOOKS_THROUGH:
        if not source.has_one_use():
            return False
        source = source.owner.src
    load = None if source is None else load_with_token(source)
    if op.token is None or load is None or load.token is None or load.dep is None:
        return False
    if load.token.first_use is not None or not load.result.has_one_use() or not load.dep.has_one_use():
        return False
    if op.result.type != load.src.type:
        return False
    rewriter.replace(op, [load.src, load.dep])
    return True


@pattern(TMEMAllocOp)
def alloc_used_in_loop(op: TMEMAllocOp, rewriter: Rewriter) -> bool:
    """Memory that each iteration of a loop overwrites is allocated in the loop, right before."""
    if op.token is None or not op.token.has_one_use():
        return False
    use = op.token.first_use
    loop = use.operation if use is not None else None
    position = loop.position(use) if isinstance(loop, ForOp) and use is not None else None
    if not isinstance(loop, ForOp) or position is None:
        return False
    if any(not loop.is_ancestor(other.operation) or other.operation is loop for other in op.result.uses):
        return False
    argument = loop.iter_args[position]
    first = argument.first_use.operation if argument.first_use is not None and argument.has_one_use() else None
    if not isinstance(first, TMEMStoreOp | TCGen5MMAOp | TCGen5MMAScaledOp):
        return False
    if not _overwrites(first, op.result, argument):
        return False
    end = loop.body.last_op
    assert end is not None
    rewriter.move_in_place(op, first)
    set_operand_group(first, "dep" if isinstance(first, TMEMStoreOp) else "acc_dep", [op.token])
    end.operands[position] = argument
    rewriter.before(loop)
    poison = PoisonOp(result=op.token.type)
    loop.operands[3 + position] = rewriter.insert(poison, loop.location).results[0]
    rewriter.modified(loop)
    return True


def _overwrites(op: TMEMStoreOp | TCGen5MMAOp | TCGen5MMAScaledOp, memory: SSAValue, token: SSAValue) -> bool:
    """Whether ``op``, which depends on a token, surely overwrites all of some memory."""
    if isinstance(op, TMEMStoreOp):
        return op.dst is memory and is_one(constant_of(op.pred))
    if op.acc_dep is not token or op.d is not memory:
        return False
    return integer_of(constant_of(op.useD)) == 0 and is_one(constant_of(op.pred))
