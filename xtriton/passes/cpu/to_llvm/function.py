"""One function, without structured control flow, to ``llvm.func``.

A memref becomes a pointer with sizes and strides, those that are constants as Python integers. These are no SSA values
that a dialect conversion could use as its replacement, so a new function is built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith import CmpFOp, CmpIOp
from xtriton.dialects.upstream.cf import AssertOp, BranchOp, CondBranchOp, SwitchOp
from xtriton.dialects.upstream.func import CallOp, FuncOp, ReturnOp, is_pure_call
from xtriton.dialects.upstream.llvm.attributes import LinkageAttr
from xtriton.dialects.upstream.llvm.control import CallOp as LLVMCallOp
from xtriton.dialects.upstream.llvm.functions import LLVMFuncOp
from xtriton.dialects.upstream.llvm.types import FunctionType, StructType, VoidType
from xtriton.ir.block_order import depth_first
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.passes.cpu.entry_point import ASSERTED_SLOT, COMPARED_SLOT, GRID_ARGUMENTS, GUARD_SLOT
from xtriton.passes.cpu.to_llvm.arithmetic import LIBRARY, RULES, with_two_results
from xtriton.passes.cpu.to_llvm.builder import NO_BUNDLES, PTR, LlvmBuilder, Number
from xtriton.passes.cpu.to_llvm.interleaving import LOOP_ANNOTATION
from xtriton.passes.cpu.to_llvm.memory import Memory, packed_types, unpack
from xtriton.passes.cpu.to_llvm.module import ModuleState
from xtriton.passes.cpu.to_llvm.types import MEMREFS, scalar_type
from xtriton.passes.linalg.guard_messages import is_guard

Converted = SSAValue | Memory
WITHOUT_CALLS = ArrayAttr([StringAttr(f"no-builtin-{name}") for name in ("memcpy", "memmove", "memset")])
"""Loops that copy or fill memory stay loops: for blocks in the caches a call takes several times as long."""
ALONE = DictionaryAttr({"llvm.noalias": UnitAttr(), "llvm.noundef": UnitAttr()})
"""The attributes of a pointer to memory that the function reaches through no other one."""
_PLAIN = DictionaryAttr({})


def result_type(types: Sequence[Attribute]) -> Attribute:
    """The LLVM return type of a function with these results: several become a struct."""
    if not types:
        return VoidType()
    return scalar_type(types[0]) if len(types) == 1 else StructType.of([scalar_type(type_) for type_ in types])


def _position(index: int) -> Attribute:
    return DenseArrayBase.from_list(i64, [index])


def llvm_function(
    name: str,
    inputs: Sequence[Attribute],
    result: Attribute,
    region: Region,
    *,
    linkage: str = "external",
    variadic: bool = False,
    properties: dict[str, Attribute] | None = None,
) -> LLVMFuncOp:
    """An ``llvm.func``; a declaration if ``region`` has no blocks."""
    type_ = FunctionType.of(inputs, result, variadic=variadic)
    op = LLVMFuncOp(sym_name=name, function_type=type_, linkage=LinkageAttr.of(linkage), body=region)
    op.properties.update(properties or {})
    return op


def _compared(condition: SSAValue) -> tuple[SSAValue, ...]:
    """The two numbers of the comparison that a condition is; none if it is another operation's result."""
    owner = condition.owner
    if isinstance(owner, CmpIOp | CmpFOp) and str(owner.lhs.type) in _SHOWN_TYPES:
        return owner.lhs, owner.rhs
    return ()


_SHOWN_TYPES = ("i8", "i16", "i32", "i64", "f32", "f64")
"""Types whose values the message of a failed assertion shows."""


class FunctionLowering:
    """Builds the ``llvm.func`` for one ``func.func``. Its last argument is the arena of the executing thread."""

    def __init__(self, op: FuncOp, state: ModuleState) -> None:
        self.op = op
        self.state = state
        self._blocks: dict[Block, Block] = {}
        self._map: dict[SSAValue, Converted] = {}
        self._entry = Block()
        self.b = LlvmBuilder(self._entry, f16_conversions=state.options.f16_conversions)
        self.arena: SSAValue = cast("SSAValue", None)
        self._results = self.op.type.outputs.data

    # Values

    def value(self, value: SSAValue) -> SSAValue:
        """The lowered value of a value that is not a memref."""
        found = self._map[value]
        if isinstance(found, Memory):
            return found.flat(self.b)
        return found

    def memory(self, value: SSAValue) -> Memory:
        """The lowered memref."""
        found = self._map[value]
        if not isinstance(found, Memory):
            raise ValueError("memory comes from where it is not followed")
        return found

    def numbers(self, values: Sequence[int | SSAValue]) -> list[Number]:
        """Constants and values of type ``index`` as numbers."""
        return [value if isinstance(value, int) else self.number(value) for value in values]

    def number(self, value: SSAValue) -> Number:
        """An index; an ``int`` if it is a constant."""
        found = self.value(value)
        owner = found.owner
        if is_operation(owner) and owner.name == "llvm.mlir.constant" and found.type == i64:
            return cast("IntegerAttr[Any]", owner.properties["value"]).value.data
        return found

    def set(self, value: SSAValue, converted: Converted) -> None:
        """Record the lowered form of a value."""
        self._map[value] = converted

    @property
    def programs(self) -> Sequence[SSAValue]:
        """The program ids along x, y and z, which are the last arguments."""
        return [self.value(argument) for argument in self.op.body.blocks[0].args[-3:]]

    # The function

    def lower(self) -> LLVMFuncOp:
        """Lower the function. Raises ``DiagnosticError`` where an operation cannot be lowered."""
        op = self.op
        inputs = [type_ for input_ in op.type.inputs.data for type_ in packed_types(input_)]
        region = Region(self._entry)
        reachable, _ = depth_first(op.body.blocks[0])
        for block in reachable:
            self._blocks[block] = self._new_block(block, region)
        values = [self._entry.insert_arg(type_, len(self._entry.args)) for type_ in (*inputs, PTR)]
        self.arena = values.pop()
        start = self._blocks[op.body.blocks[0]]
        self._take_arguments(op.body.blocks[0], values)
        for block in reachable:
            self.b.block = self._blocks[block]
            for inner in block.ops:
                self._lower_op(inner)
        self.b.block = self._entry
        self.b.location = None
        self.b.branch(start)
        return self._function(region, [*inputs, PTR])

    def _new_block(self, block: Block, region: Region) -> Block:
        new = Block()
        region.add_block(new)
        if block is not self.op.body.blocks[0]:
            for argument in block.args:
                values = [new.insert_arg(type_, len(new.args)) for type_ in packed_types(argument.type)]
                self.set(argument, unpack(argument.type, values))
        return new

    def _take_arguments(self, block: Block, values: Sequence[SSAValue]) -> None:
        position = 0
        for argument in block.args:
            count = len(packed_types(argument.type))
            self.set(argument, unpack(argument.type, values[position : position + count]))
            position += count

    def _function(self, region: Region, inputs: Sequence[Attribute]) -> LLVMFuncOp:
        noalias = self.state.options.noalias
        attributes = [
            ALONE if noalias and isinstance(input_, MEMREFS) and packed == PTR else _PLAIN
            for input_ in self.op.type.inputs.data
            for packed in packed_types(input_)
        ]
        properties: dict[str, Attribute] = {
            "no_unwind": UnitAttr(),
            "arg_attrs": ArrayAttr([*attributes, ALONE]),
            "passthrough": WITHOUT_CALLS,
        }
        if self.op in self.state.inlined:
            properties["always_inline"] = UnitAttr()
        elif self.op.sym_visibility is None:
            properties["no_inline"] = UnitAttr()
        width = self.state.widths.get(self.op, 0)
        if width:
            properties["prefer_vector_width"] = StringAttr(str(width))
        result = result_type(self._results)
        name = cast("StringAttr", self.op.sym_name).data
        new = llvm_function(name, inputs, result, region, linkage="internal", properties=properties)
        new.location = self.op.location
        return new

    def _lower_op(self, op: Operation) -> None:
        self.b.location = op.location
        try:
            self._dispatch(op)
        except DiagnosticError:
            raise
        except ValueError as problem:
            raise error(op.location, f"'{op.name}' op cannot be compiled for the CPU: {problem}") from problem

    def _dispatch(self, op: Operation) -> None:
        own = MEMORY_RULES.get(op.name)
        if own is not None:
            own(self, op)
            return
        if op.name == "arith.select" and isinstance(op.results[0].type, MEMREFS):
            self._select_memory(op)
            return
        values = [self.value(operand) for operand in op.operands]
        rule = RULES.get(op.name)
        if rule is not None:
            if op.name in LIBRARY:
                self.state.need_library(op, LIBRARY[op.name])
            value = rule(self.b, op, values)
            if op.results:
                self.set(op.results[0], value)
            return
        pair = with_two_results(self.b, op, values)
        if pair is None:
            raise ValueError("there is no rule for it")
        for result, value in zip(op.results, pair, strict=True):
            self.set(result, value)

    def _select_memory(self, op: Operation) -> None:
        type_ = op.results[0].type
        condition = self.value(op.operands[0])
        sides = [self.memory(operand).pack(self.b, type_) for operand in op.operands[1:]]
        chosen = [self.b.select(condition, *pair) for pair in zip(*sides, strict=True)]
        self.set(op.results[0], unpack(type_, chosen))

    # Control flow

    def packed(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The successor operands for a branch; memrefs are unpacked."""
        out: list[SSAValue] = []
        for value in values:
            found = self._map[value]
            out += found.pack(self.b, value.type) if isinstance(found, Memory) else [found]
        return out

    def branch(self, op: Operation) -> None:
        """``cf.br``."""
        assert isinstance(op, BranchOp)
        self.b.branch(self._blocks[op.dest], self.packed(op.destOperands), op.attributes.get(LOOP_ANNOTATION))

    def branch_if(self, op: Operation) -> None:
        """``cf.cond_br``."""
        assert isinstance(op, CondBranchOp)
        left, right = self.packed(op.trueDestOperands), self.packed(op.falseDestOperands)
        condition, targets = self.value(op.condition), [self._blocks[block] for block in op.successors]
        if targets[0] is targets[1]:  # LLVM IR cannot have two edges with different operands between the same blocks
            self.b.branch(targets[0], [self.b.select(condition, *pair) for pair in zip(left, right, strict=True)])
            return
        self.b.branch_if(condition, (targets[0], left), (targets[1], right))

    def switch(self, op: Operation) -> None:
        """``cf.switch`` as a chain of comparisons."""
        assert isinstance(op, SwitchOp)
        flag = self.value(op.flag)
        for case, block, operands in zip(op.cases, op.caseDestinations, op.case_operands, strict=True):
            following = self.split()
            same = self.b.compare("eq", flag, self.b.integer(case, flag.type))
            self.b.branch_if(same, (self._blocks[block], self.packed(operands)), (following, []))
            self.b.block = following
        self.b.branch(self._blocks[op.defaultDestination], self.packed(op.defaultOperands))

    def split(self) -> Block:
        """A new block, at the end of the function."""
        block = Block()
        region = self.b.block.parent
        assert region is not None
        region.add_block(block)
        return block

    def check(self, op: Operation) -> None:
        """``cf.assert``: record the failed assertion in the arena, and return."""
        assert isinstance(op, AssertOp)
        guard = is_guard(cast("StringAttr", op.msg).data)
        compared = () if guard else _compared(op.arg)
        number = self.state.new_check(op, [value.type for value in compared])
        self.state.guarded |= guard
        slot = self.b.element(self.arena, GUARD_SLOT, i8) if guard else self.arena
        failed, goes_on = self.split(), self.split()
        self.b.branch_if(self.value(op.arg), (goes_on, []), (failed, []))
        self.b.block = failed
        self.b.store(self.b.integer(number), slot)
        if not guard:
            self._record_place(compared)
        self._leave()
        self.b.block = goes_on

    def _record_place(self, compared: Sequence[SSAValue]) -> None:
        """Write the program ids, and the values that a failed assertion compares, to the arena."""
        arguments = self.op.body.blocks[0].args
        if [argument.type for argument in arguments[-GRID_ARGUMENTS:]] != [i32] * GRID_ARGUMENTS:
            return  # not a kernel: its launches have no programs
        for axis, program in enumerate(self.programs):
            self.b.store(program, self.b.element(self.arena, ASSERTED_SLOT + 4 * axis, i8))
        for index, value in enumerate(compared):
            self.b.store(self.value(value), self.b.element(self.arena, COMPARED_SLOT + 8 * index, i8))

    def _leave(self) -> None:
        type_ = result_type(self._results)
        self.b.add("return", [] if isinstance(type_, VoidType) else [self.b.add("mlir.undef", [], type_)])

    def leave(self, op: Operation) -> None:
        """``func.return``."""
        assert isinstance(op, ReturnOp)
        values = [self.value(operand) for operand in op.operands_]
        if len(values) > 1:
            type_ = result_type(self._results)
            together = self.b.add("mlir.undef", [], type_)
            for index, value in enumerate(values):
                together = self.b.add("insertvalue", [together, value], type_, {"position": _position(index)})
            values = [together]
        self.b.add("return", values)

    def assume(self, op: Operation) -> None:
        """``llvm.intr.assume`` is already in the ``llvm`` dialect."""
        self.b.add("intr.assume", [self.value(op.operands[0])], None, {"op_bundle_sizes": NO_BUNDLES})

    def call_runtime(self, op: Operation) -> None:
        """``llvm.call`` of a function that is declared in the ``llvm`` dialect, and linked into the machine code."""
        assert isinstance(op, LLVMCallOp)
        callee = cast("Any", op.callee).root_reference.data
        operands = [self.value(operand) for operand in op.callee_operands]
        found = self.b.call(callee, operands, None if op.result is None else op.result.type)
        if op.result is not None:
            self.set(op.result, found)

    def poison(self, op: Operation) -> None:
        """``ub.poison``: any value is valid."""
        self.set(op.results[0], self.b.add("mlir.undef", [], scalar_type(op.results[0].type)))

    def call(self, op: Operation) -> None:
        """``func.call``: the arena is passed on, except to library functions."""
        assert isinstance(op, CallOp)
        callee = cast("Any", op.callee).root_reference.data
        type_ = result_type([result.type for result in op.results])
        operands = self.packed(op.operands_)
        if not is_pure_call(op):
            operands.append(self.arena)
        found = self.b.call(callee, operands, None if isinstance(type_, VoidType) else type_)
        if len(op.results) == 1:
            self.set(op.results[0], found)
            return
        for index, result in enumerate(op.results):
            part = self.b.add("extractvalue", [found], scalar_type(result.type), {"position": _position(index)})
            self.set(result, part)


MemoryRule = Callable[[FunctionLowering, Operation], None]


def _memory_rules() -> dict[str, MemoryRule]:
    from xtriton.passes.cpu.to_llvm import accesses
    from xtriton.passes.cpu.to_llvm.printing import lower_print

    return accesses.RULES | {
        "cf.br": FunctionLowering.branch,
        "cf.cond_br": FunctionLowering.branch_if,
        "cf.switch": FunctionLowering.switch,
        "cf.assert": FunctionLowering.check,
        "func.return": FunctionLowering.leave,
        "func.call": FunctionLowering.call,
        "llvm.call": FunctionLowering.call_runtime,
        "llvm.intr.assume": FunctionLowering.assume,
        "tt.print": lower_print,
        "ub.poison": FunctionLowering.poison,
    }


MEMORY_RULES: dict[str, MemoryRule] = _memory_rules()
"""The lowering of operations on memory and of control flow, by operation name."""
