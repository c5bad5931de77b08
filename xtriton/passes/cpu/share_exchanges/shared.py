"""The function that several steps call: one loop over vectors, whose distances are parameters."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import FunctionType, IndexType
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AndIOp, ConstantOp, IndexCastOp, OrIOp, ShRUIOp
from xtriton.dialects.upstream.func import CallOp, FuncOp, ReturnOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.shared_attributes import memory_of, vector_of
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter
from xtriton.passes.cpu.loops.lanes import contract, flat_memory, in_lanes
from xtriton.passes.cpu.share_exchanges.instructions import Computed, Given, Instruction, Permuted, Place, Read
from xtriton.passes.cpu.share_exchanges.step import Step

_INDEX = IndexType()


def key_of(step: Step) -> Hashable:
    """What a function has to have in common with a step that calls it."""
    elements = tuple(element_type(memory.type) for memory in (*step.memories, step.output))
    return elements, step.program.result, tuple(_shared(instruction) for instruction in step.program.instructions)


def _shared(instruction: Instruction) -> Hashable:
    """An instruction without what is a parameter."""
    match instruction:
        case Read(memory, mask, _):
            return memory, bool(mask)
        case Place(_, count, type_):
            return count, type_
        case Given(value):
            return value.type
        case Permuted() | Computed():
            return instruction


def _parameters(step: Step) -> Iterator[int | Given]:
    """The arguments of a step's call after the blocks and their size."""
    for instruction in step.program.instructions:
        match instruction:
            case Read(_, mask, value) if mask:
                yield step.size - 1 & ~mask
                yield value
            case Place(low, _, _):
                yield low
            case Given():
                yield instruction
            case _:
                pass


def call(step: Step, name: str, e: Emitter) -> None:
    """Call the function for a step."""
    operands = [_as_row(e, memory) for memory in (*step.memories, step.output)]
    operands.append(e.index(step.size))
    for parameter in _parameters(step):
        operands.append(e.index(parameter) if isinstance(parameter, int) else parameter.value)
    e.insert(CallOp(name, operands, []))


def _lanes(e: Emitter) -> int:
    """The elements of a vector, whatever their size, as in other nests of short loops."""
    return e.vector_bits // 32


def _as_row(e: Emitter, memory: SSAValue) -> SSAValue:
    """A block as a row of unknown length."""
    flat = flat_memory(e, memory)
    return e.insert(memref.CastOp(flat, _row_type(memory))).results[0]


def _row_type(memory: SSAValue) -> Attribute:
    return memory_of(element_type(memory.type), (DYNAMIC,))


def function(step: Step, name: str, vector_bits: int, *, strict: bool) -> FuncOp:
    """The function that computes steps with the key of ``step``."""
    rows = [_row_type(memory) for memory in (*step.memories, step.output)]
    given = [_INDEX if isinstance(parameter, int) else parameter.value.type for parameter in _parameters(step)]
    inputs = [*rows, _INDEX, *given]
    block = Block(arg_types=inputs)
    end = ReturnOp()
    block.add_op(end)
    op = FuncOp(name, function_type=FunctionType.from_lists(inputs, []), body=Region(block))
    op.location = step.op.location
    emitter = Emitter(end, vector_bits)
    emitter.location = step.op.location
    arguments = list(block.args)
    _Body(emitter, step, arguments[: len(rows)], iter(arguments[len(rows) + 1 :]), strict).make(arguments[len(rows)])
    return op


@dataclass
class _Body:
    """Emits the loop over vectors."""

    e: Emitter
    step: Step
    rows: Sequence[SSAValue]
    """The blocks that are read, then the one that is written."""
    parameters: Iterator[SSAValue]
    strict: bool
    _given: dict[Instruction, tuple[SSAValue, ...]] = field(default_factory=dict[Instruction, "tuple[SSAValue, ...]"])
    """The values of the parameters, as vectors where the loop needs those."""

    def make(self, size: SSAValue) -> None:
        """Emit all."""
        lanes = _lanes(self.e)
        for instruction in self.step.program.instructions:
            self._before_loop(instruction, lanes)

        def body(first: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            values: list[SSAValue] = []
            for instruction in self.step.program.instructions:
                values.append(self._value(instruction, first, values, lanes))
            self.e.store_vector(values[self.step.program.result], self.rows[-1], [first])
            return []

        self.e.loop(0, size, lanes, [], body)

    def _before_loop(self, instruction: Instruction, lanes: int) -> None:
        e = self.e
        match instruction:
            case Read(_, mask, _) if mask:
                self._given[instruction] = next(self.parameters), next(self.parameters)
            case Place(_, count, type_):
                shift = e.insert(IndexCastOp(next(self.parameters), type_)).results[0]
                vector = vector_of(type_, (lanes,))
                numbers = e.insert(ConstantOp(DenseElementsAttr.of(vector, list(range(lanes))))).result
                ones = e.insert(ConstantOp(DenseElementsAttr.splat(vector, (1 << count) - 1))).result
                self._given[instruction] = e.splat(shift, lanes), numbers, ones
            case Given():
                self._given[instruction] = (e.splat(next(self.parameters), lanes),)
            case _:
                pass

    def _value(self, instruction: Instruction, first: SSAValue, values: Sequence[SSAValue], lanes: int) -> SSAValue:
        """An instruction for the ``lanes`` elements from ``first`` on."""
        match instruction:
            case Read():
                return self._read(instruction, first, lanes)
            case Permuted(operand):
                return self._permuted(values[operand], instruction, lanes)
            case Place(_, _, type_):
                shift, numbers, ones = self._given[instruction]
                start = self.e.splat(self.e.insert(IndexCastOp(first, type_)).results[0], lanes)
                number = self.e.insert(OrIOp(start, numbers)).result
                return self.e.insert(AndIOp(self.e.insert(ShRUIOp(number, shift)).result, ones)).result
            case Given():
                return self._given[instruction][0]
            case Computed(operands=numbers):
                return self._computed(instruction, [values[number] for number in numbers], lanes)

    def _computed(self, made: Computed, operands: Sequence[SSAValue], lanes: int) -> SSAValue:
        result = in_lanes(self.e, made.kind, dict(made.properties), made.type, operands, lanes)
        if not self.strict:
            contract(result)
        return result

    def _read(self, instruction: Read, first: SSAValue, lanes: int) -> SSAValue:
        e, place = self.e, first
        if instruction in self._given:
            keep, value = self._given[instruction]
            place = e.insert(OrIOp(e.insert(AndIOp(first, keep)).result, value)).result
        return e.load_vector(self.rows[instruction.memory], [place], lanes)

    def _permuted(self, vector: SSAValue, instruction: Permuted, lanes: int) -> SSAValue:
        mask, value = instruction.mask, instruction.value
        return self.e.shuffle(vector, vector, [lane & ~mask | value for lane in range(lanes)])
