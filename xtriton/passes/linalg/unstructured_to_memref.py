"""``unstructured-to-memref``: gathers and scatters to loops over elements of memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IndexType, MemRefType, ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.analysis.requirements import (
    Rule,
    consistent_ranks,
    static_accesses,
    structured_pointers_to_numbers,
    without_layouts,
)
from xtriton.dialects import tts
from xtriton.dialects.upstream import affine, bufferization, linalg, memref
from xtriton.dialects.upstream import tensor as tensors
from xtriton.dialects.upstream.arith import ConstantOp, IndexCastOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.folds.elements import zero
from xtriton.ir.context import Context
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.linalg.casts import Materializer
from xtriton.passes.linalg.patterns.builders import Body, branch_of, empty, over_elements, region_of
from xtriton.passes.linalg.structured_to_memref import views
from xtriton.rewriting.rewriter import Rewriter

_ONLY = AffineMap.constant_map(0)
"""The map of the only element of ``memref<1xT>``."""


@dataclass(frozen=True)
class UnstructuredToMemref(Pass):
    """Lower gathers and scatters to ``linalg.generic`` over memory.

    before: ``%1 = tts.gather %base[%offsets]``
    after:  ``%1 = linalg.generic ins(%offsets) { ... tensor.extract %memory[%offset] ... }``

    ``tensor.extract`` assumes that the memory is not written in the meantime. With ``safe`` it is ``memref.load``,
    which stays ordered after earlier stores.
    """

    name: ClassVar[str] = "unstructured-to-memref"
    requires: ClassVar[tuple[Rule, ...]] = (
        without_layouts,
        consistent_ranks,
        static_accesses,
        structured_pointers_to_numbers,
    )
    safe: bool = option(False, "assume that memory that is read may also be written")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        _Lowering(safe=self.safe).run(module)


class _Lowering:
    """One walk over a module."""

    def __init__(self, *, safe: bool) -> None:
        self._safe = safe
        self._rewriter = Rewriter()
        self._memory = Materializer(self._rewriter)

    def run(self, module: Operation) -> None:
        for op in operations_in(module):
            self._rewriter.start_at(op)
            match op:
                case tts.GatherOp() if isinstance(op.offset.type, TensorType):
                    self._gather(op)
                case tts.GatherOp():
                    self._load(op)
                case tts.ScatterOp() if isinstance(op.offset.type, TensorType):
                    self._scatter(op)
                case tts.ScatterOp():
                    self._store(op)
                case _:
                    continue

    # Scalars

    def _element(self, pointer: SSAValue, offset: SSAValue) -> SSAValue:
        """The memory of one element."""
        memory = self._memory.memory_at(pointer)
        place = self._rewriter.insert(IndexCastOp(offset, IndexType())).out
        element = cast("MemRefType[Attribute]", memory.type).element_type
        return views.view(memory, element, place, [1], [1], self._rewriter)

    def _load(self, op: tts.GatherOp) -> None:
        if op.mask is None:
            memory = self._element(op.ptr, op.offset)
            self._rewriter.replace_by(op, affine.LoadOp(memory, _ONLY))
            return
        self._rewriter.replace_by(op, self._guarded(op, op.mask))

    def _guarded(self, op: tts.GatherOp, mask: SSAValue) -> IfOp:
        """A load where the mask holds; ``other`` or 0 elsewhere."""
        read, skip = Block(), Block()
        with self._rewriter.elsewhere():
            self._rewriter.at_end(read)
            memory = self._element(op.ptr, op.offset)
            loaded = self._rewriter.insert(affine.LoadOp(memory, _ONLY)).result
            self._rewriter.insert(YieldOp([loaded]))
            self._rewriter.at_end(skip)
            other = op.other or self._rewriter.insert(ConstantOp(zero(op.result.type))).result
            self._rewriter.insert(YieldOp([other]))
        return IfOp(mask, result_types=[op.result.type], thenRegion=Region(read), elseRegion=Region(skip))

    def _store(self, op: tts.ScatterOp) -> None:
        if op.mask is not None:
            block = Block()
            self._rewriter.insert(IfOp(op.mask, thenRegion=Region(block)))
            self._rewriter.at_end(block)
            self._rewriter.insert(YieldOp())
            assert block.first_op is not None
            self._rewriter.before(block.first_op)
        memory = self._element(op.ptr, op.offset)
        self._rewriter.insert(affine.StoreOp(op.value, memory, _ONLY))
        self._rewriter.erase(op)

    # Tensors

    def _flat(self, pointer: SSAValue, element: Attribute) -> SSAValue:
        """All memory at a pointer, in one dimension: offsets are relative to the pointer."""
        type_ = memref.row_major_type(element, [DYNAMIC])
        return self._rewriter.insert(memref.CastOp(self._memory.memory_at(pointer), type_)).dest

    def _gather(self, op: tts.GatherOp) -> None:
        rewriter = self._rewriter
        element = element_type(op.result.type)
        memory = self._flat(op.ptr, element)
        source = None if self._safe else rewriter.insert(bufferization.ToTensorOp(memory, restrict=True)).result
        shape = shape_of(op.result.type) or ()
        target = empty(shape, element, rewriter)
        inputs = [op.offset, *([] if op.mask is None else [op.mask])]

        def read(body: Body, offset: SSAValue) -> SSAValue:
            place = body.insert_value(IndexCastOp(offset, IndexType()))
            access = memref.LoadOp(memory, [place]) if source is None else tensors.ExtractOp(source, [place])
            return body.insert_value(access)

        def fill(body: Body) -> list[SSAValue]:
            if op.mask is None:
                return [read(body, body.args[0])]
            regions = [
                branch_of(body, lambda inner: read(inner, body.args[0])),
                branch_of(body, lambda inner: op.other or inner.insert_value(ConstantOp(zero(element)))),
            ]
            return [body.insert_value(IfOp(body.args[1], *regions, result_types=[element]))]

        loop = over_elements(inputs, [target], len(shape), fill, rewriter)
        rewriter.replace(op, loop.results)

    def _scatter(self, op: tts.ScatterOp) -> None:
        rewriter = self._rewriter
        memory = self._flat(op.ptr, element_type(op.value.type))
        rank = len(shape_of(op.value.type) or ())
        inputs = [op.offset, op.value, *([] if op.mask is None else [op.mask])]

        def write(offset: SSAValue, value: SSAValue) -> Callable[[Body], None]:
            def fill(body: Body) -> None:
                place = body.insert_value(IndexCastOp(offset, IndexType()))
                body.insert(memref.StoreOp(value, memory, [place]))

            return fill

        def fill(body: Body) -> list[SSAValue]:
            writing = write(body.args[0], body.args[1])
            if op.mask is None:
                writing(body)
            else:
                body.insert(IfOp(body.args[2], thenRegion=branch_of(body, writing)))
            return []

        region = region_of([element_type(value.type) for value in inputs], fill, rewriter)
        maps = [AffineMap.identity(rank)] * len(inputs)
        rewriter.insert(
            linalg.GenericOp(inputs, [], indexing_maps=maps, iterator_types=[linalg.PARALLEL] * rank, region=region)
        )
        rewriter.erase(op)
