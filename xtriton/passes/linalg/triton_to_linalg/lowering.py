"""``triton-to-linalg``: the pass, and the walk over a kernel.

The memref for a pointer is derived from the operations that define it, which stay until the end; its layout does not
follow from the type of the pointer, so the walk is no dialect conversion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import FunctionType, LocationAttr, MemRefType, ModuleOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges, first_wrap
from xtriton.analysis.requirements import PLAIN_TTIR, Rule, pointers_to_elements, structured_pointers_to_numbers
from xtriton.dialects import tt
from xtriton.dialects.tt.memory import checks_boundaries
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.barrier import DEBUG_BARRIERS
from xtriton.dialects.upstream.scf import ForOp, YieldOp, yield_of
from xtriton.interfaces.effects import is_trivially_dead
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity, error
from xtriton.ir.listener import Listener
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.shaped_type_parser import is_memref_element
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.linalg.casts import address_type, unranked_memref
from xtriton.passes.linalg.outline import outline_branching_regions
from xtriton.passes.linalg.patterns import PROGRAM_ID_PATTERNS, arithmetic_patterns
from xtriton.passes.linalg.patterns.elementwise import is_on_tensors, select_of_comparison
from xtriton.passes.linalg.patterns.program import add_grid_arguments, assertion, to_func
from xtriton.passes.linalg.pointers import Guards
from xtriton.passes.linalg.triton_to_linalg.loops import carries_pointers, lower_loop, lower_yield
from xtriton.passes.linalg.triton_to_linalg.memory import lower_load, lower_store
from xtriton.passes.linalg.triton_to_linalg.pointers import Pointers, is_pointer_like
from xtriton.passes.linalg.triton_to_linalg.separation import separate_uses
from xtriton.passes.linalg.triton_to_linalg.unsupported import StructureError
from xtriton.passes.linalg.triton_to_linalg_experimental import TritonToLinalgExperimental
from xtriton.rewriting.dialect_conversion.rewriter import Inserted
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter

_OTHER_WAY = TritonToLinalgExperimental.name
_POINTER_OPS = (tt.AtomicRMWOp, tt.AtomicCASOp, tt.MakeTensorDescOp, tt.DescriptorLoadOp, tt.DescriptorStoreOp)


@dataclass(frozen=True)
class TritonToLinalg(Pass):
    """Lower kernels to linalg in one pass: loads and stores to copies, arithmetic to linalg.

    Pointers become memrefs without a rank, program ids arguments. Programs whose pointers and masks have no simple
    structure are left to ``triton-to-linalg-experimental``.

    before: ``%v = tt.load %p : tensor<64x!tt.ptr<f32>>``
    after:  ``memref.copy %reinterpret_cast, %alloc : ...``, ``%v = bufferization.to_tensor %alloc restrict writable``
    """

    name: ClassVar[str] = "triton-to-linalg"
    requires: ClassVar[tuple[Rule, ...]] = (*PLAIN_TTIR, pointers_to_elements, structured_pointers_to_numbers)
    reassociates: ClassVar[bool] = True
    fallback: bool = option(True, f"lower unstructured programs with {_OTHER_WAY}")
    safe: bool = option(False, "keep boundary checks and exact semantics where triton-shared deviates")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        lowered = module.clone()
        try:
            unchecked = self._lower(lowered)
        except StructureError as found:
            message = f"'{found.op.name}' cannot be lowered as a block of memory: {found.reason}"
            if not self.fallback:
                raise error(found.op.location, message) from found
            remark = Diagnostic(Severity.REMARK, found.op.location, f"{message}; {_OTHER_WAY} is used instead", ())
            ctx.diagnostics.emit(remark)
            TritonToLinalgExperimental(safe=True).apply_within(self, ctx, module)
            return
        for location, name in unchecked:
            message = f"'{name}' is lowered without its boundary check, as triton-shared does; safe=true checks it"
            ctx.diagnostics.emit(Diagnostic(Severity.WARNING, location, message, ()))
        module.body.detach_block(module.body.block)
        lowered.body.move_blocks(module.body)
        Canonicalizer().apply(ctx, module)

    def _lower(self, module: ModuleOp) -> list[tuple[LocationAttr, str]]:
        """Lower all functions. Returns the accesses whose boundary checks were dropped."""
        outline_branching_regions(module)
        if not self.safe:
            rewrite_greedily(module, PatternSet([select_of_comparison]))
        patterns = PatternSet([*PROGRAM_ID_PATTERNS, assertion, *arithmetic_patterns(exact=self.safe)])
        functions = [op for op in operations_in(module) if isinstance(op, tt.FuncOp)]
        checked = [op for function in functions for op in operations_in(function) if checks_boundaries(op)]
        if checked and self.safe:
            raise StructureError(checked[0], "the boundaries of a block pointer are not checked here")
        unchecked = [(op.location, op.name) for op in checked]
        if self.safe:
            _require_exact(functions, IntegerRanges(module))
        for function in functions:
            add_grid_arguments(function)
        for function in functions:
            FunctionLowering(function, patterns, Guards(module, enabled=False) if self.safe else None).run()
        for function in functions:
            to_func(function, keep_visibility=False)
        return unchecked


def _require_exact(functions: Sequence[tt.FuncOp], ranges: IntegerRanges) -> None:
    """Raise ``StructureError`` where offsets may wrap around; masks are checked where they are used."""
    for op in (inner for function in functions for inner in operations_in(function)):
        wrapping = first_wrap(op.offset, ranges) if isinstance(op, tt.AddPtrOp) else None
        if wrapping is not None:
            raise StructureError(wrapping, "offsets may wrap around")


class _Deferring(Rewriter):
    """Keeps replaced operations in place until the end, since pointers and masks are derived from their definitions."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(listener)
        self.replaced: dict[SSAValue, SSAValue] = {}
        self.dead: list[Operation] = []

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> None:
        self.replaced.update(zip(op.results, values, strict=True))
        self.dead.append(op)

    def erase(self, op: Operation) -> None:
        self.dead.append(op)

    def current(self, value: SSAValue) -> SSAValue:
        """The final replacement of a value."""
        while value in self.replaced:
            value = self.replaced[value]
        return value


class FunctionLowering:
    """One walk over a kernel, in program order."""

    def __init__(self, function: tt.FuncOp, patterns: PatternSet, guards: Guards | None) -> None:
        self._function = function
        self._patterns = patterns
        self._guards = guards
        self._new = Inserted()
        self._rewriter = _Deferring(self._new)
        self._pointers = Pointers(self._rewriter)
        self._meta: set[Operation] = set()

    def run(self) -> None:
        """Lower the body. Raises ``StructureError`` for operations that cannot be lowered."""
        self._meta = separate_uses(self._function, Rewriter())
        old = self._convert_arguments()
        for block in self._function.body.blocks:
            self._lower_block(block)
        self._finish(old)

    def _convert_arguments(self) -> list[BlockArgument]:
        """Replace pointer and tensor arguments by memrefs; returns the old arguments."""
        function = self._function
        entry = function.body.first_block
        types = function.type
        if any(is_pointer_like(type_) for type_ in types.outputs.data) or not all(
            map(_points_to_numbers, types.inputs.data)
        ):
            raise StructureError(function, "it returns pointers, or takes pointers to something else than numbers")
        inputs = [_memory_type(type_) for type_ in types.inputs.data]
        function.properties["function_type"] = FunctionType.from_lists(inputs, types.outputs.data)
        if entry is None:
            return []
        old: list[BlockArgument] = []
        for argument in tuple(entry.args):
            type_ = _memory_type(argument.type)
            if type_ != argument.type:
                new = entry.insert_arg(type_, argument.index, argument.location)
                self._pointers.memory[argument] = new
                old.append(argument)
        return old

    def _lower_block(self, block: Block) -> None:
        for op in list(block.ops):
            if op.parent is block:
                self._lower(op)

    def _lower(self, op: Operation) -> None:
        rewriter, pointers = self._rewriter, self._pointers
        rewriter.start_at(op)
        if op in self._meta and not isinstance(op, tt.AddPtrOp | tt.LoadOp):
            rewriter.dead.append(op)
            return
        match op:
            case tt.AddPtrOp():
                self._outside_loops(op)
                pointers.rewrite_addptr(op)
                rewriter.dead.append(op)
            case tt.MakeTensorPtrOp():
                pointers.rewrite_make_tensor_ptr(op)
                rewriter.dead.append(op)
            case tt.AdvanceOp():
                pointers.rewrite_advance(op)
                rewriter.dead.append(op)
            case tt.LoadOp():
                lower_load(op, pointers, rewriter, guards=self._guards)
            case tt.StoreOp():
                lower_store(op, pointers, rewriter, guards=self._guards)
            case YieldOp() if self._is_in_loop(op):
                pass  # lowered after the rest of the body
            case ForOp() if carries_pointers(op):
                self._lower_loop(op)
            case _:
                self._lower_other(op)

    def _outside_loops(self, op: Operation) -> None:
        """Clear cached states, except in the body of a loop that carries pointers."""
        if not self._is_in_loop(op):
            self._pointers.known = {}

    def _is_in_loop(self, op: Operation) -> bool:
        """Whether ``op`` is directly in a loop that carries pointers."""
        parent = op.parent_op()
        return isinstance(parent, ForOp) and any(value in self._pointers.carried for value in parent.iter_args)

    def _lower_loop(self, op: ForOp) -> None:
        pointers = self._pointers
        loop = lower_loop(op, pointers, self._rewriter)
        saved, pointers.known = pointers.known, {}
        self._lower_block(loop.body)
        pointers.known = saved
        last = yield_of(loop.body)
        self._rewriter.start_at(last)
        lower_yield(last, loop, pointers, self._rewriter)

    def _lower_other(self, op: Operation) -> None:
        if self._convert(op):
            return
        values = (*op.operands, *op.results)
        if isinstance(op, _POINTER_OPS) or any(is_pointer_like(value.type) for value in values):
            raise StructureError(op, "pointers in it have no known structure")
        for region in op.regions:
            for block in region.blocks:
                self._lower_block(block)

    def _convert(self, op: Operation) -> bool:
        """Convert arithmetic on tensors and ``tt`` operations, and recursively the operations that replace them."""
        dialect = op.name.partition(".")[0]
        if dialect in ("arith", "math"):
            if not is_on_tensors(op):
                return False
        elif dialect != "tt" and not isinstance(op, DEBUG_BARRIERS):
            return False
        self._rewriter.start_at(op)
        for rewrite in self._patterns.of(type(op)):
            self._new.ops = []
            if rewrite(op, self._rewriter):
                for new in self._new.ops:
                    if not self._convert(new):
                        for inner in operations_in(new)[1:]:
                            self._convert(inner)
                return True
        return False

    def _finish(self, arguments: Sequence[BlockArgument]) -> None:
        """Erase replaced operations and arguments."""
        rewriter = self._rewriter
        dead = set(rewriter.dead)
        for op in operations_in(self._function):
            if op in dead:
                continue
            for index, value in enumerate(op.operands):
                current = rewriter.current(value)
                if current is not value:
                    op.operands[index] = current
        for op in rewriter.dead:
            for inner in operations_in(op):
                inner.operands = ()
        self._erase_unused(dead)
        for op in rewriter.dead:
            self._require_unused(op)
            op.detach()
            op.erase(safe_erase=False)
        for argument in arguments:
            if argument.first_use is not None:
                raise StructureError(
                    argument.first_use.operation, "it uses pointers in a way that has no known structure"
                )
            argument.block.erase_arg(argument)

    def _erase_unused(self, dead: set[Operation]) -> None:
        """Erase dead operations that were inserted on addresses for the mask analysis."""
        for op in reversed(operations_in(self._function)):
            if any(value.owner in dead for value in op.operands) and is_trivially_dead(op):
                op.detach()
                op.erase()

    def _require_unused(self, op: Operation) -> None:
        for result in op.results:
            use = result.first_use
            if use is not None:
                raise StructureError(use.operation, f"it uses what '{op.name}' finds as an address and as data")


def _points_to_numbers(type_: Attribute) -> bool:
    """Whether a type is not a pointer to pointers or to a block."""
    pointer = element_type(type_)
    return not isinstance(pointer, PointerType) or is_memref_element(pointer.pointee_type)


def _memory_type(type_: Attribute) -> Attribute:
    """The memref type of an argument of ``type_``."""
    if isinstance(type_, PointerType):
        return unranked_memref(type_.pointee_type)
    if is_tensor_type(type_) and isinstance(type_.element_type, PointerType):
        return MemRefType(address_type(type_.element_type.pointee_type), type_.get_shape())
    return type_
