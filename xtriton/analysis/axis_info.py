"""Contiguity, divisibility and constancy of all values of a module, as Triton's ``ModuleAxisInfoAnalysis`` finds them.

Functions are analysed one by one, callers first: the axis info that holds for an argument in all calls is written into
the function as attributes of the argument. The analysis changes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, ModuleOp, SymbolRefAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import IsolatedFromAbove

from xtriton.analysis.axis_info_constants import constant_info, exact_constant, integer_width
from xtriton.analysis.axis_info_lattice import (
    CONSTANCY,
    CONTIGUITY,
    DIVISIBILITY,
    MAX_DIVISOR,
    PARTITIONS,
    UNREACHED,
    AxisInfo,
    argument_hints,
    entry_state,
    join,
    rank_of,
    spread,
    with_hints,
)
from xtriton.analysis.axis_info_rules import RULES
from xtriton.analysis.axis_info_transfer import element_bits
from xtriton.analysis.call_graph import Call
from xtriton.analysis.dataflow.constants import SparseConstantPropagation
from xtriton.analysis.dataflow.dead_code import DeadCodeAnalysis
from xtriton.analysis.dataflow.solver import Place, Solver
from xtriton.analysis.dataflow.sparse import SparseForwardAnalysis
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_attr, is_tensor_type
from xtriton.ir.symbols import directly_in, lookup_nearest_symbol
from xtriton.ir.traits import encoding_of, has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Linear, to_linear_encoding
from xtriton.layouts.encodings import DistributedEncoding

FUNCTIONS = frozenset({"tt.func", "func.func", "llvm.func"})


class _AxisAnalysis(SparseForwardAnalysis[AxisInfo]):
    """The analysis of one function, by the rules of the version of Triton in effect."""

    def __init__(self, solver: Solver, dead_code: DeadCodeAnalysis) -> None:
        super().__init__(solver, dead_code)
        self._rules = RULES.now()

    def entry(self, value: SSAValue) -> AxisInfo:
        return self._normal(entry_state(value, optimistic=not self._rules.waits_for_operands))

    def merge(self, first: AxisInfo, second: AxisInfo) -> AxisInfo:
        return self._normal(join(first, second))

    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        if not self._are_ready(operands):
            return
        states = self.states
        known = [states[operand] for operand in operands]
        info = self._exact_constant(op, known) if self._rules.exact_constants else None
        if info is None:
            transfer = self._rules.transfers.get(op.name)
            info = None if transfer is None else transfer(op, known)
            if info is None or not info.contiguity:
                self.set_to_entry(op.results)
                return
            if self._rules.exact_constants and info.constant is not None:
                info = _of_constant(op, info)
        info = self._normal(with_hints(self._normal(info), op.attributes))
        for result in op.results:
            self.meet(result, info)

    def settle(self, value: SSAValue) -> None:
        """Give an unreached value the state that the version of Triton gives it: its entry state, or ``UNREACHED``."""
        if value not in self.states:
            self.states[value] = self.entry(value) if self._rules.waits_for_operands else UNREACHED

    def _normal(self, info: AxisInfo) -> AxisInfo:
        return spread(info) if self._rules.divisors_spread else info

    def _are_ready(self, values: Sequence[SSAValue]) -> bool:
        """Whether all values have been reached; if the version does not wait, the others get their entry states."""
        for value in values:
            if value not in self.states:
                if self._rules.waits_for_operands:
                    return False
                self.meet(value, self.entry(value))
        return True

    def _exact_constant(self, op: Operation, known: Sequence[AxisInfo]) -> AxisInfo | None:
        number = exact_constant(op, known)
        return None if number is None else constant_info(op, rank_of(op.results[0].type), number)

    def visit_other_values(
        self, op: Operation, place: Place, values: Sequence[SSAValue], first: int, count: int
    ) -> None:
        if isinstance(op, ForOp):
            self._visit_induction_variable(op, values[0])
        elif op.name == PARTITIONS:
            self._visit_captures(op, values)
        else:
            super().visit_other_values(op, place, values, first, count)

    def _visit_induction_variable(self, op: ForOp, variable: SSAValue) -> None:
        """Common divisors of the lower bound and the step divide the induction variable.

        As in Triton, its users are not revisited when the divisor changes.
        """
        for bound in (op.lowerBound, op.step):
            self.read(bound, op)
        if not self._are_ready((op.lowerBound, op.step)):
            return
        divisor = gcd(self.states[op.lowerBound].divisibility[0], self.states[op.step].divisibility[0])
        info = AxisInfo((1,), (divisor,), (1,))
        known = self.states.get(variable)
        self.states[variable] = info if known is None else join(known, info)

    def _visit_captures(self, op: Operation, values: Sequence[SSAValue]) -> None:
        specialize = op.parent_op()
        assert specialize is not None
        for capture, argument in zip(specialize.operands, values, strict=False):
            self.read(capture, op)
            if capture in self.states:
                self.meet(argument, self.states[capture])


def _of_constant(op: Operation, info: AxisInfo) -> AxisInfo:
    """The info of a constant that an operation forwards: all that follows from it, if the result is an integer."""
    (result,) = op.results
    assert info.constant is not None
    if integer_width(result.type) is None:
        return info._replace(constant=None)
    return constant_info(op, rank_of(result.type), info.constant)


class ModuleAxisInfo:
    """Axis info of the values that a module has when this is constructed; later values have none."""

    def __init__(self, module: ModuleOp) -> None:
        self._infos: dict[SSAValue, AxisInfo] = {}
        bodies = {function: operations_in(function) for function in _functions(module)}
        for function in _callers_first(bodies):
            self._infos.update(_analyze(bodies[function]))
            for call in _calls(bodies[function]):
                self._tell(call)

    def info(self, value: SSAValue) -> AxisInfo | None:
        """The axis info of ``value``; ``None`` if it was created after the analysis."""
        return self._infos.get(value)

    def contiguity(self, value: SSAValue, bits: int | None = None) -> int:
        """How many elements of a tensor of pointers or offsets each thread can move at once.

        ``bits`` is the size of an element, by default that of the tensor's elements or of their pointees.
        """
        linear = _linear_encoding(value)
        if linear is None:
            return 1
        return min(self.alignment(value, bits), linear.contig_per_thread[linear.order[0]])

    def alignment(self, value: SSAValue, bits: int | None = None) -> int:
        """How many consecutive elements from an aligned one on there are, along the dimension that is fastest."""
        linear, info = _linear_encoding(value), self.info(value)
        if linear is None or info is None or not info.rank:
            return 1
        dim = linear.order[0]
        multiple = info.divisibility[dim]
        element = cast("Any", value.type).element_type
        if isinstance(element, PointerType):
            multiple = max(1, multiple // max(1, (element_bits(element) if bits is None else bits) // 8))
        return min(multiple, info.contiguity[dim]) & _UNSIGNED

    def mask_alignment(self, mask: SSAValue) -> int:
        """How many consecutive elements of a mask are equal, along the dimension that is fastest."""
        linear, info = _linear_encoding(mask), self.info(mask)
        if linear is None or info is None or not info.rank:
            return 1
        return max(1, info.constancy[linear.order[0]] & _UNSIGNED)

    def _tell(self, call: Operation) -> None:
        """Write the axis info of a call's scalar operands into the callee's argument attributes."""
        callee = lookup_nearest_symbol(call, cast("SymbolRefAttr", call.properties["callee"]))
        if callee is None or callee.name not in FUNCTIONS:
            return
        for index, operand in enumerate(call.operands):
            info = self._infos.get(operand, UNREACHED)
            if info.rank == 1:
                rows = (info.contiguity, info.divisibility, info.constancy)
                for name, row in zip((CONTIGUITY, DIVISIBILITY, CONSTANCY), rows, strict=True):
                    _narrow(callee, index, name, row[0])


_UNSIGNED = (1 << 32) - 1
"""Triton hands alignments on as 32 bits."""


def _linear_encoding(value: SSAValue) -> Linear | None:
    """The encoding of a tensor as a linear one; ``None`` unless it is a tensor with a distributed encoding."""
    type_ = value.type
    encoding = encoding_of(type_)
    if encoding is None or not is_tensor_type(type_):
        return None
    layout = layout_of(encoding)
    return to_linear_encoding(layout, tuple(type_.get_shape())) if isinstance(layout, DistributedEncoding) else None


def _narrow(function: Operation, index: int, name: str, number: int) -> None:
    """Let an attribute of an argument say no more than ``number``."""
    hints = dict(argument_hints(function, index))
    known = hints.get(name)
    before = known.value.data if is_integer_attr(known) else MAX_DIVISOR
    hints[name] = IntegerAttr(gcd(number, before), i64)
    count = len(cast("FunctionType", function.properties["function_type"]).inputs)
    entries: list[Attribute] = [DictionaryAttr(dict(argument_hints(function, i))) for i in range(count)]
    entries[index] = DictionaryAttr(dict(sorted(hints.items())))
    function.properties["arg_attrs"] = ArrayAttr(entries)


_Bodies = Mapping[Operation, Sequence[Operation]]
"""Functions, and the operations in each, itself included."""


def _functions(module: Operation) -> Iterator[Operation]:
    """The functions of a module and of the modules in it."""
    for op in directly_in(module):
        if op.name in FUNCTIONS:
            yield op
        elif isinstance(op, ModuleOp):
            yield from _functions(op)


def _calls(ops: Sequence[Operation]) -> Iterator[Call]:
    return (op for op in ops if isinstance(op, Call))


def _callers_first(bodies: _Bodies) -> list[Operation]:
    """The functions reachable from uncalled functions, each after all of its callers.

    Raises :class:`~xtriton.ir.diagnostics.DiagnosticError` if functions call each other in a circle.
    """
    edges: dict[Operation, list[Operation]] = {function: [] for function in bodies}
    called: set[Operation] = set()
    for function, callees in edges.items():
        for call in _calls(bodies[function]):
            callee = lookup_nearest_symbol(call, cast("SymbolRefAttr", call.properties["callee"]))
            if callee is not None and callee in edges:
                callees.append(callee)
                called.add(callee)
    finished: dict[Operation, None] = {}
    for function in edges:
        if function not in called:
            _finish(function, edges, finished, set())
    return list(reversed(finished))


def _finish(
    function: Operation,
    edges: dict[Operation, list[Operation]],
    finished: dict[Operation, None],
    around: set[Operation],
) -> None:
    if function in around:
        raise error(function.location, "Cycle detected in call graph")
    if function in finished:
        return
    around.add(function)
    for callee in edges[function]:
        _finish(callee, edges, finished, around)
    around.remove(function)
    finished[function] = None


def axis_info_of_function(function: Operation) -> Mapping[SSAValue, AxisInfo]:
    """The axis info of each value of one function, by itself: calls of it add nothing, and nothing is written."""
    return _analyze(operations_in(function))


def _analyze(ops: Sequence[Operation]) -> dict[SSAValue, AxisInfo]:
    """The axis info of each value of a function; :data:`UNREACHED` for values that have not been visited."""
    solver = Solver(ops)
    dead_code = DeadCodeAnalysis(solver)
    constants = SparseConstantPropagation(solver, dead_code)
    analysis = _AxisAnalysis(solver, dead_code)
    function, *nested = ops
    solver.run(function, [dead_code, constants, analysis])
    if RULES.now().restarts_isolated:
        for op in nested:
            if has_trait(op, IsolatedFromAbove):
                solver.run(op, [dead_code, constants, analysis])
    for op in ops:
        for result in op.results:
            analysis.settle(result)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    analysis.settle(argument)
    return analysis.states
