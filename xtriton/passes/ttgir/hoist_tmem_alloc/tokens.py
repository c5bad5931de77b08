"""Helpers for tokenised tensor memory accesses."""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.ir.locations import Location
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

QUIET = Rewriter()
"""Changes uses without notifying the driver, as the reference does here."""


def load_with_token(value: SSAValue) -> TMEMLoadOp | None:
    """The load that defines ``value``, if it also returns a token."""
    owner = value.owner
    return owner if isinstance(owner, TMEMLoadOp) and owner.token is not None else None


def alloc_with_token(value: SSAValue) -> TMEMAllocOp | None:
    """The allocation that defines ``value``, if it also returns a token."""
    owner = value.owner
    return owner if isinstance(owner, TMEMAllocOp) and owner.token is not None else None


def token_of(op: Operation) -> SSAValue | None:
    """The token result of a load, a store or an MMA."""
    return op.token if isinstance(op, MMAv5Op | TMEMLoadOp | TMEMStoreOp) else None


def insert_true(rewriter: Rewriter, location: Location) -> SSAValue:
    """The constant true."""
    return insert_constant(rewriter, 1, i1, location)


def insert_store(
    rewriter: Rewriter, location: Location, memory: SSAValue, token: SSAValue, value: SSAValue, pred: SSAValue
) -> TMEMStoreOp:
    """A store after ``token``, if ``pred``."""
    op = TMEMStoreOp(memory, token, value, pred, token=AsyncTokenType())
    return rewriter.insert(op, location)


def insert_load(rewriter: Rewriter, like: TMEMLoadOp | TMEMStoreOp, token: SSAValue) -> TMEMLoadOp:
    """A load, after ``token``, of the memory and type of another access."""
    memory, type_ = (like.src, like.result.type) if isinstance(like, TMEMLoadOp) else (like.dst, like.src.type)
    op = TMEMLoadOp(memory, token, result=type_, token=AsyncTokenType())
    return rewriter.insert(op, like.location)
