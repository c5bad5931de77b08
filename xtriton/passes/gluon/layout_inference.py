"""Inference of layouts from some values to all that are connected with them (Triton's ``inferLayout``).

Both passes that replace placeholder encodings use it: they differ in the placeholder, and in the values whose encoding
is known at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue, Use

from xtriton.analysis.encoding_propagation import result_encoding, source_encoding, tensor_type, with_encoding
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.shape import CatOp, JoinOp, ReshapeOp, SplitOp, TransOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.ir.creation import is_result
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.gluon.xxh3 import xxh3_64
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, V3_9, active_version, before, since

Seed = tuple[SSAValue, Attribute]
"""A value and the encoding that it must have."""

IsPlaceholder = Callable[[Attribute], bool]
"""Whether a type is a tensor with the encoding to be replaced."""

_YIELDS_PROPAGATE = since(V3_7)
"""Whether the encoding of a yielded value becomes that of the operation around; before, only the other way round."""

_CAT_VARIES = before(V3_9)


class _Choice(NamedTuple):
    encoding: Attribute
    may_vary: bool
    """Whether it went through an operation that allows several encodings, so that another one is no conflict."""


def infer_layouts(function: FuncOp, is_placeholder: IsPlaceholder, seeds: Iterable[Seed]) -> None:
    """Give all values of ``function`` that are connected with ``seeds`` the encodings that follow from theirs.

    The first encoding that reaches a value stays. Raises ``DiagnosticError`` if another one reaches it that is not
    equal, unless one of them may vary, and for functions that take or return placeholders.
    """
    _check_signature(function, is_placeholder)
    inference = _Inference(function)
    for value, encoding in seeds:
        inference.choose([value], _Choice(encoding, may_vary=False))
    inference.propagate()
    inference.transfer()


def check_resolved(module: ModuleOp, is_placeholder: IsPlaceholder) -> None:
    """Raise ``DiagnosticError`` for the first value that still has a placeholder: results, then block arguments."""
    for op in operations_inside_out(module):
        if any(is_placeholder(result.type) for result in op.results):
            raise error(op.location, f"'{op.name}' op Failed to infer return type")
    for op in (module, *operations_inside_out(module)):
        for region in op.regions:
            for block in region.blocks:
                if any(is_placeholder(argument.type) for argument in block.args):
                    raise error(op.location, "Failed to infer block argument type")


def _check_signature(function: FuncOp, is_placeholder: IsPlaceholder) -> None:
    type_ = function.type
    for types, verb in ((type_.inputs.data, "taking"), (type_.outputs.data, "returning")):
        if any(map(is_placeholder, types)):
            raise error(function.location, f"Functions {verb} auto encoding must be fully inlined")


class _Inference:
    """The worklist: a value that gets an encoding is visited next."""

    def __init__(self, function: FuncOp) -> None:
        self._function = function
        self._choices: dict[SSAValue, _Choice] = {}
        self._pending: dict[SSAValue, None] = {}

    def choose(self, values: Iterable[SSAValue], choice: _Choice) -> None:
        """Give tensors an encoding, unless they have one already that does not conflict with it."""
        for value in values:
            if tensor_type(value) is None:
                continue
            known = self._choices.get(value)
            if known is None:
                self._choices[value] = choice
                self._pending[value] = None
            elif not (known.may_vary or choice.may_vary or known.encoding == choice.encoding):
                owner = value.op if is_result(value) else self._function
                raise _conflict(owner, known.encoding, choice.encoding)

    def propagate(self) -> None:
        """Visit values until no further one gets an encoding."""
        while self._pending:
            value, _ = self._pending.popitem()
            choice = self._choices[value]
            for use in value.uses:
                self._visit_use(use, choice)
            if is_result(value):
                self._visit_producer(value, choice)
            else:
                self._visit_argument(cast("BlockArgument", value), choice)

    def _visit_use(self, use: Use, choice: _Choice) -> None:
        op, index = use.operation, use.index
        match op:
            case ForOp() | WhileOp():
                self.choose(_tied(op, index - op.init_operands.start), choice)
            case YieldOp():
                if active_version() in _YIELDS_PROPAGATE:
                    self.choose(_tied(op.parent_op(), index), choice)
            case _:
                self._choose_through(op, op.results, result_encoding(op, choice.encoding), choice)

    def _visit_producer(self, result: OpResult, choice: _Choice) -> None:
        op = result.op
        if isinstance(op, ForOp | WhileOp | IfOp):
            self.choose(_tied(op, result.index), choice)
        else:
            self._choose_through(op, op.operands, source_encoding(op, choice.encoding), choice)

    def _visit_argument(self, argument: BlockArgument, choice: _Choice) -> None:
        loop = argument.block.parent_op()
        if isinstance(loop, ForOp | WhileOp):
            induction_variables = 1 if isinstance(loop, ForOp) else 0
            self.choose(_tied(loop, argument.index - induction_variables), choice)

    def _choose_through(
        self, op: Operation, values: Iterable[SSAValue], encoding: Attribute | None, choice: _Choice
    ) -> None:
        if encoding is not None:
            self.choose(values, _Choice(encoding, choice.may_vary or _may_vary(op)))

    def transfer(self) -> None:
        """Change the types of all values that have an encoding."""
        for value, choice in self._choices.items():
            Rewriter.set_type(value, with_encoding(value.type, choice.encoding))
            if is_result(value) and isinstance(constant := value.op, ConstantOp):
                elements = constant.value
                if isinstance(elements, DenseElementsAttr):
                    constant.properties["value"] = DenseElementsAttr(value.type, elements.data)


def _may_vary(op: Operation) -> bool:
    """Whether an operation can have operands or results of several encodings for the same encoding of the others."""
    if isinstance(op, CatOp):
        return active_version() in _CAT_VARIES
    return isinstance(op, JoinOp | SplitOp | ReshapeOp | TransOp)


def _tied(op: Operation | None, position: int) -> Iterator[SSAValue]:
    """The values that must have one type because control flow forwards them, in the order in which Triton lists them.

    Of ``scf.while`` these are the values at one position, whether its condition forwards them in this order or not.
    """
    match op:
        case ForOp():
            carried = op.carried(position)
            yield from (carried.iter_arg, carried.result, carried.yielded, carried.init)
        case WhileOp():
            forwarded = op.condition_operation.args
            for values in (op.iter_args, op.results, forwarded, op.inits, op.after.block.args):
                yield from values[position : position + 1]
        case IfOp():
            for region in op.regions:
                for block in region.blocks:
                    if isinstance(block.last_op, YieldOp):
                        yield block.last_op.operands[position]
            yield op.results[position]
        case _:
            return


def _conflict(op: Operation, known: Attribute, other: Attribute) -> DiagnosticError:
    """The error for two encodings of a value, which are listed in the order of their hashes."""
    first, second = sorted((known, other), key=lambda encoding: xxh3_64(str(encoding).encode()))
    return error(op.location, f"'{op.name}' op found conflicting encodings for value:\n  {first}\nand\n  {second}")


def has_encoding(encoding: type[Attribute]) -> IsPlaceholder:
    """The types of tensors with an encoding of this class."""
    return lambda type_: isinstance(encoding_of(type_), encoding)
