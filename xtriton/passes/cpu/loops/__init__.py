"""``cpu-linalg-to-loops``: structured operations on memory to loops over elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Operation
from xdsl.ir.affine import AffineMap

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.ttx import CumSumOp, ScanOp
from xtriton.dialects.upstream import affine, linalg, memref
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_memref_type, is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import known_location, operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.loops.affine_ops import lower_affine
from xtriton.passes.cpu.loops.batches import accumulates_in_loop, fill_before
from xtriton.passes.cpu.loops.collapse import collapsed
from xtriton.passes.cpu.loops.copies import lower_copy
from xtriton.passes.cpu.loops.dots import DOT_NAMES
from xtriton.passes.cpu.loops.emit import Emitter
from xtriton.passes.cpu.loops.lanes import lower_to_lanes
from xtriton.passes.cpu.loops.matmul import lower_product
from xtriton.passes.cpu.loops.nest import lower_nest
from xtriton.passes.cpu.loops.scan import lower_cumsum, lower_scan
from xtriton.passes.cpu.loops.structure import PARALLEL, Nest


@dataclass(frozen=True)
class CpuLinalgToLoops(Pass):
    """Lower linalg operations on memrefs to loops, and matmuls to register tiles.

    before: ``linalg.generic ins(%a) outs(%b) {...}``
    after:  ``scf.for { scf.for { memref.load, ..., memref.store } }``

    Matmuls are tiled for vector registers of ``vector-bits``; those of narrow numbers use the ``dots`` instructions.
    Sums are reassociated, and multiplications and additions contracted, unless ``strict-fp``.
    """

    name: ClassVar[str] = "cpu-linalg-to-loops"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    reassociates: ClassVar[bool] = True
    strict_fp: bool = option(False, "do not reassociate floating-point sums")
    vector_bits: int = option(512, "vector width of matmul tiles in bits")
    dots: tuple[str, ...] = option((), f"dot instructions of the processor: {', '.join(DOT_NAMES)}")

    def __post_init__(self) -> None:
        for name in self.dots:
            if name not in DOT_NAMES:
                raise ValueError(f"dots has '{name}': it must be one of {', '.join(DOT_NAMES)}")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        ops = operations_inside_out(module)  # the loops for an operation repeat those of its body
        accumulating: dict[Operation, FillOp | None] = {
            op: fill_before(op) for op in ops if isinstance(op, linalg.MatmulOp) and accumulates_in_loop(op)
        }
        fills = [fill for fill in accumulating.values() if fill is not None]  # the matmuls may move them
        for op in [*(op for op in ops if op not in fills), *fills]:
            lower = self._rule(op, accumulating)
            if lower is None:
                continue
            if any(is_tensor_type(operand.type) for operand in op.operands):
                raise error(known_location(op), f"'{op.name}' op still has tensors: cpu-bufferize must come first")
            try:
                lower(Emitter(op, self.vector_bits))
            except ValueError as problem:
                message = f"'{op.name}' op cannot be compiled for the CPU: {problem}"
                raise error(known_location(op), message) from problem
            assert op.parent is not None
            op.parent.erase_op(op, safe_erase=False)

    def _rule(self, op: Operation, accumulating: Mapping[Operation, FillOp | None]) -> Callable[[Emitter], None] | None:
        match op:
            case linalg.MatmulOp() | linalg.BatchMatmulOp():
                accumulates, fill = op in accumulating, accumulating.get(op)
                return lambda e: lower_product(
                    e, op, self.vector_bits, self.dots, accumulates=accumulates, fill=fill, strict=self.strict_fp
                )
            case StructuredOp():
                return lambda e: _lower_structured(e, _nest(op, strict=self.strict_fp))
            case memref.CopyOp():
                return lambda e: lower_copy(e, op, _copy(op))
            case CumSumOp():
                return lambda e: lower_cumsum(e, op, strict=self.strict_fp)
            case ScanOp():
                return lambda e: lower_scan(e, op, strict=self.strict_fp)
            case affine.LoadOp() | affine.StoreOp() | affine.ApplyOp() | affine.MinOp() | affine.MaxOp():
                return lambda e: lower_affine(e, op)
            case _:
                return None


def _lower_structured(e: Emitter, nest: Nest) -> None:
    if not lower_to_lanes(e, nest):
        lower_nest(e, collapsed(e, nest))


def _nest(op: StructuredOp, *, strict: bool) -> Nest:
    return Nest(op.ins, op.outs, op.maps, op.iterators, op.body, strict)


def _copy(op: memref.CopyOp) -> Nest:
    """A copy as a nest whose body forwards the element."""
    type_ = cast("MemRefType", op.target.type)
    if not is_memref_type(op.source.type) or not is_memref_type(op.target.type):
        raise ValueError("it copies memory of unknown rank")
    rank = len(type_.get_shape())
    element = element_type(op.source.type)
    block = Block(arg_types=[element, element])
    block.add_op(linalg.YieldOp([block.args[0]]))
    identity = AffineMap.identity(rank)
    return Nest([op.source], [op.target], [identity, identity], [PARALLEL] * rank, block, True)
