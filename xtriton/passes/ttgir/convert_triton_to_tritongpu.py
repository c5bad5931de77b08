"""``convert-triton-to-tritongpu``: assigns initial layouts to tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.requirements import Rule, powers_of_two, without_layouts
from xtriton.dialects import tt
from xtriton.dialects.tt.types import is_tensor_pointer
from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr
from xtriton.dialects.ttg.verify import NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP
from xtriton.dialects.upstream import scf
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import encoding_of
from xtriton.ir.verifier import verify
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, check_power_of_two, option
from xtriton.passes.ttgir.initial_layouts import PATTERNS, Conversion, LayoutConverter
from xtriton.rewriting.dialect_conversion import (
    ConversionTarget,
    apply_partial_conversion,
    conversion_pattern,
    structural,
)
from xtriton.rewriting.dialect_conversion.rewriter import unresolved
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import V3_6, V3_8, ByVersion, before, by_version, since


@dataclass(frozen=True)
class ConvertTritonToTritonGPU(Pass):
    """Assign a blocked layout to every tensor, and insert conversions where operations require others.

    Where an operation requires or produces another layout than that of the shape, layout conversions are inserted.

    before: ``%0 = tt.splat %x : f32 -> tensor<64xf32>``
    after:  ``%0 = tt.splat %x : f32 -> tensor<64xf32, #blocked>``, and ``"ttg.num-warps" = 4 : i32`` on the module
    """

    name: ClassVar[str] = "convert-triton-to-tritongpu"
    requires: ClassVar[tuple[Rule, ...]] = (powers_of_two,)
    target: str = option("", "target GPU: cuda:80, ...")
    num_warps: int = option(4, "number of warps per CTA")
    threads_per_warp: int = option(32, "number of threads per warp")
    num_ctas: int = option(1, "number of CTAs per cluster")
    enable_source_remat: bool = option(False, "insert casts for unconverted users of converted tensors")

    def __post_init__(self) -> None:
        check_power_of_two("num-warps", self.num_warps)
        check_power_of_two("threads-per-warp", self.threads_per_warp)
        check_power_of_two("num-ctas", self.num_ctas)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not self.target:
            raise error(module.location, f"'{self.name}' requires 'target' option to be set")
        is_plain = all(map(_is_plain, operations_in(module)))
        module.attributes[NUM_WARPS] = IntegerAttr(self.num_warps, i32)
        module.attributes[THREADS_PER_WARP] = IntegerAttr(self.threads_per_warp, i32)
        module.attributes[NUM_CTAS] = IntegerAttr(self.num_ctas, i32)
        module.attributes[TARGET] = StringAttr(self.target)
        types = LayoutConverter(
            self.num_warps, self.threads_per_warp, self.num_ctas, cast_back=self.enable_source_remat
        )
        apply_partial_conversion(module, layout_target(types), _PATTERNS, types)
        if not is_plain:
            verify(module, ctx)


def _is_plain(op: Operation) -> bool:
    """Whether all of ``op`` is converted: functions keep their result types, and tensors with layouts keep them.

    These may then mismatch their surroundings. Nested modules do not get attributes either.
    """
    if isinstance(op, ModuleOp) and op.parent is not None:
        return False
    if isinstance(op, tt.FuncOp):
        kept = (*op.type.inputs.data, *op.type.outputs.data)
        return not any(is_tensor_type(type_) or is_tensor_pointer(type_) for type_ in kept)
    return without_layouts(op) is None


def layout_target(types: LayoutConverter) -> ConversionTarget:
    """All tensors must have layouts; operations of other dialects may keep operands without."""
    target = ConversionTarget()
    target.add_dynamically_legal(types.is_legal_op, "arith", "math", "tt", "cf", "scf", "ub")
    target.add_legal("ttg")
    target.add_illegal(scf.ExecuteRegionOp, scf.ParallelOp, scf.ReduceOp, scf.ReduceReturnOp)
    target.add_dynamically_legal(_has_dot_operands, tt.DotOp)
    target.add_dynamically_legal(
        lambda func: all(types.is_legal(type_) for type_ in _CONVERTED.now()(func) if is_tensor_type(type_)), tt.FuncOp
    )
    return target


def _types_of_arguments(function: Operation) -> Iterator[Attribute]:
    return (argument.type for argument in _arguments(function))


def _types_in_signature(function: Operation) -> Iterator[Attribute]:
    assert isinstance(function, tt.FuncOp)
    yield from _types_of_arguments(function)
    yield from function.type.outputs.data


_CONVERTED: ByVersion[Callable[[Operation], Iterator[Attribute]]] = by_version(
    {V3_6: _types_of_arguments, V3_8: _types_in_signature}
)
"""The types for which a function is converted, if they are not legal."""


def _has_dot_operands(op: Operation) -> bool:
    return all(isinstance(encoding_of(value.type), DotOperandEncodingAttr) for value in op.operands[:2])


@conversion_pattern(tt.FuncOp, versions=before(V3_8))
def dropped_arguments(op: tt.FuncOp, rewriter: Conversion) -> bool:
    """Functions with tensor arguments are not converted."""
    for argument in _arguments(op):
        if (use := argument.first_use) is not None:
            raise unresolved(argument, (), (argument.type,), use.operation)
    return False


signature = conversion_pattern(tt.FuncOp, versions=since(V3_8))(structural.function_signature.rewrite)
"""Functions take and return tensors with layouts."""

_PATTERNS = PatternSet([dropped_arguments, signature, *PATTERNS])


def _arguments(function: Operation) -> Sequence[SSAValue]:
    block = function.regions[0].first_block
    return () if block is None else block.args
