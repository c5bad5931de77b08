"""``cpu-to-llvm``: loops over memrefs to the ``llvm`` dialect, with an entry point that runs a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    f32,
    f64,
    i8,
    i64,
)
from xdsl.ir import Attribute, Operation, Region

from xtriton.analysis.requirements import Rule, casts_of_one_value, countable_elements, without_layouts
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import READ_NONE, CallOp, FuncOp
from xtriton.dialects.upstream.llvm.attributes import LinkageAttr
from xtriton.dialects.upstream.llvm.functions import GlobalOp, LLVMFuncOp
from xtriton.dialects.upstream.llvm.types import ArrayType
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.common.convert_scf_to_cf import SCFToControlFlowPass
from xtriton.passes.cpu.lock_functions import JOINED
from xtriton.passes.cpu.to_llvm.function import FunctionLowering, llvm_function, result_type
from xtriton.passes.cpu.to_llvm.grid import LARGE_ARRAYS, grid_function, is_kernel, names
from xtriton.passes.cpu.to_llvm.inlining import is_short
from xtriton.passes.cpu.to_llvm.interleaving import interleave_once
from xtriton.passes.cpu.to_llvm.iterations import count_iterations
from xtriton.passes.cpu.to_llvm.launch import launch_function
from xtriton.passes.cpu.to_llvm.module import ModuleState, Options
from xtriton.passes.cpu.to_llvm.printing import PRINTF
from xtriton.passes.cpu.to_llvm.types import bits_of_elements, memory_type, scalar_type
from xtriton.passes.cpu.to_llvm.widths import mostly_accesses_memory

FACTS = "cpu.facts"
"""The module attribute with the facts a launch needs: size of the arena in bytes, assertion messages, kernels."""


@dataclass(frozen=True)
class CpuToLlvm(Pass):
    """Lower loops over memory to the llvm dialect, with an entry point that loops over the grid.

    before: ``func.func @k(%x: memref<*xf32>, ...) { scf.for ... { memref.load ... } }``
    after:  ``llvm.func internal @k(!llvm.ptr, ...)``, ``llvm.func @k__grid(args, gx, gy, gz, first, last, arena)``,
            ``llvm.func @k__launch(block)``

    Memrefs become pointers with sizes and strides kept as separate values. Buffers of static size are on the stack, or
    in the arena of the thread once ``stack`` bytes are used.
    """

    name: ClassVar[str] = "cpu-to-llvm"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements, casts_of_one_value)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    stack: int = option(262144, "bytes of stack available for buffers")
    vector_bits: int = option(0, "preferred vector width in bits; 0 leaves the choice to LLVM")
    f16_conversions: bool = option(False, "the target has f16 conversion instructions")
    memory_bits: int = option(0, "vector width of functions that mostly access memory; 0 for that of others")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
        narrow = frozenset[Operation](filter(mostly_accesses_memory, functions) if self.memory_bits else ())
        short = frozenset[Operation](filter(is_short, functions))
        count_iterations(module)
        interleave_once(module)
        SCFToControlFlowPass().apply(ctx, module)
        widths: dict[Operation, int] = {op: self.memory_bits if op in narrow else self.vector_bits for op in functions}
        called = _called(functions)
        kernels = [op for op in functions if is_kernel(op, called)]
        state = ModuleState(
            Options(self.noalias, self.stack, self.f16_conversions), widths, short.intersection(kernels)
        )
        named = zip(names(kernels), kernels, strict=True)
        large = {name: op.attributes[LARGE_ARRAYS] for name, op in named if LARGE_ARRAYS in op.attributes}
        lowered: list[Operation] = [_lower(op, state) for op in module.body.block.ops]
        joined = module.attributes.get(JOINED)
        taken = joined.data if isinstance(joined, StringAttr) else None
        for op in kernels:
            lowered += [grid_function(op, widths[op], guarded=state.guarded, joined=taken), launch_function(op)]
        for name, (inputs, result) in state.library.items():
            lowered.append(llvm_function(name, inputs, result, Region()))
        lowered = [*(_text(name, text) for text, name in state.texts.items()), *lowered]
        if state.texts:
            lowered.append(llvm_function("printf", PRINTF.inputs.data, PRINTF.result, Region(), variadic=True))
        _replace_all(module, lowered)
        module.attributes[FACTS] = DictionaryAttr(
            {
                "arena": IntegerAttr(state.arena, i64),
                "checks": ArrayAttr(map(StringAttr, state.checks)),
                "kernels": ArrayAttr(map(StringAttr, names(kernels))),
                "large_arrays": DictionaryAttr(large),
            }
        )


def _called(functions: list[FuncOp]) -> set[str]:
    return {
        cast("SymbolRefAttr", inner.callee).root_reference.data
        for op in functions
        for inner in operations_in(op)
        if isinstance(inner, CallOp)
    }


def _lower(op: Operation, state: ModuleState) -> Operation:
    try:
        return _lowered(op, state)
    except ValueError as problem:  # a type of a function or a global that has no LLVM counterpart
        raise error(op.location, f"'{op.name}' op cannot be compiled for the CPU: {problem}") from problem


def _lowered(op: Operation, state: ModuleState) -> Operation:
    match op:
        case FuncOp() if not op.is_declaration:
            return FunctionLowering(op, state).lower()
        case LLVMFuncOp() if not op.body.blocks:
            return op.clone()
        case FuncOp() if READ_NONE in op.attributes:
            return _declaration(op)
        case FuncOp():
            raise error(op.location, "'func.func' op is declared only: the CPU backend has nothing to call")
        case memref.GlobalOp():
            return _global(op)
        case _:
            raise error(op.location, f"'{op.name}' op cannot stand in a module for the CPU")


def _declaration(op: FuncOp) -> Operation:
    """A library function: scalar arguments and one scalar result."""
    types = [*op.type.inputs.data, *op.type.outputs.data]
    if len(op.type.outputs.data) != 1 or not all(is_integer_type(type_) or type_ in (f32, f64) for type_ in types):
        raise error(op.location, "'func.func' op is only declared, and is not a function of numbers")
    inputs = [scalar_type(input_) for input_ in op.type.inputs.data]
    return llvm_function(cast("StringAttr", op.sym_name).data, inputs, result_type(op.type.outputs.data), Region())


def _text(name: str, text: str) -> Operation:
    data = StringAttr(text + "\0")
    return _constant(name, ArrayType(len(data.data.encode()), i8), data, 1)


def _constant(name: str, type_: Attribute, value: Attribute, alignment: int) -> Operation:
    return GlobalOp(
        sym_name=name,
        global_type=type_,
        constant=True,
        value=value,
        linkage=LinkageAttr.of("internal"),
        alignment=alignment,
        initializer=Region(),
    )


def _global(op: memref.GlobalOp) -> Operation:
    value, type_ = op.initial_value, cast("memref.MemRef", op.type)
    count = 1
    for size in type_.get_shape():
        count *= size
    array = ArrayType(count, memory_type(type_.element_type))
    if not isinstance(value, DenseElementsAttr):
        raise error(op.location, "'memref.global' op has no elements")
    return _constant(cast("StringAttr", op.sym_name).data, array, bits_of_elements(value), 64)


def _replace_all(module: ModuleOp, ops: list[Operation]) -> None:
    block = module.body.block
    while (last := block.last_op) is not None:
        block.erase_op(last, safe_erase=False)
    block.add_ops(ops)
