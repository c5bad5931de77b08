"""Rewriting a function to the chosen encodings of its values by cloning operations, as Triton did before 3.8."""

from __future__ import annotations

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.encoding_propagation import (
    can_fold_into_conversion,
    result_encoding,
    source_encoding,
    tensor_type,
    with_encoding,
)
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.ir.creation import is_operation, move_operations
from xtriton.ir.traits import encoding_of
from xtriton.passes.ttgir.remove_layout_conversions.forward import ForwardRewrite, encoding_in_type
from xtriton.rewriting.canonical.scf_for import new_loop
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.conversions import insert_conversion


class ForwardRewriteByCloning(ForwardRewrite):
    """Rewrites one function, outer regions first.

    An operation whose results change their encodings is cloned before the old one, which is erased at the end.
    """

    def __init__(self, encodings: dict[SSAValue, Attribute]) -> None:
        super().__init__(encodings)
        self._new: dict[SSAValue, SSAValue] = {}
        """Values -> their replacements in the chosen encoding, where that differs from the original one."""
        self._replaced: list[Operation] = []

    def run(self, func: FuncOp) -> None:
        super().run(func)
        for op in reversed(self._replaced):
            self._rewriter.erase(op)

    def original_encoding(self, value: SSAValue) -> Attribute:
        return encoding_in_type(value)

    def chosen_value(self, value: SSAValue) -> SSAValue:
        chosen = self._encodings.get(value)
        if chosen is None or chosen == encoding_in_type(value):
            return value
        return self._new[value]

    def _replace(self, old: SSAValue, new: SSAValue) -> None:
        """Replace ``old`` by ``new``: at once if only the definition changed."""
        if old.type == new.type:
            self._rewriter.replace_all_uses(old, new)
        else:
            self._new[old] = new

    def rewrite(self, op: Operation) -> Operation:
        self._replaced.append(op)
        match op:
            case ForOp():
                return self._make_loop(op)
            case WhileOp():
                return self._make_while(op)
            case IfOp():
                return self._make_if(op)
            case _:
                return self._make_computation(op)

    def _make_computation(self, op: Operation) -> Operation:
        encoding = self._encodings[op.results[0]]
        if isinstance(op, ConvertLayoutOp):
            source = self.chosen_value(op.src)
            return self._make_conversion(op, source, encoding)
        if can_fold_into_conversion(op, encoding):
            self._rewriter.before(op)
            copy = self._rewriter.insert(clone_op(op, {}))
            return self._make_conversion(op, copy.results[0], encoding)
        new = self._make_in_encoding(op, encoding)
        for old_result, result in zip(op.results, new.results, strict=True):
            self._replace(old_result, result)
        return new

    def _make_conversion(self, op: Operation, source: SSAValue, encoding: Attribute) -> Operation:
        self._rewriter.before(op)
        converted = insert_conversion(source, encoding, self._rewriter, op.location)
        self._new[op.results[0]] = converted
        owner = converted.owner
        assert is_operation(owner)
        return owner

    def _make_in_encoding(self, op: Operation, encoding: Attribute) -> Operation:
        """A clone of ``op`` with results in ``encoding`` and operands in an encoding from which it is inferred."""
        self._rewriter.before(op)
        copy = self._rewriter.insert(clone_op(op, {}))
        if op.operands:
            source = self._operand_encoding(op, encoding)
            for index, operand in enumerate(op.operands):
                copy.operands[index] = self.value_in(operand, source)
        for result in copy.results:
            type_ = tensor_type(result)
            if type_ is not None:
                self._rewriter.set_type(result, with_encoding(type_, encoding))
        return copy

    def _operand_encoding(self, op: Operation, encoding: Attribute) -> Attribute:
        """The encoding of an operand, if ``encoding`` is inferred from it; otherwise the inferred source encoding."""
        for operand in op.operands:
            have = encoding_of(self.chosen_value(operand).type)
            if have is not None and result_encoding(op, have) == encoding:
                return have
        source = source_encoding(op, encoding)
        assert source is not None, "an encoding was spread through an operation that it cannot be traced back through"
        return source

    def _make_loop(self, op: ForOp) -> Operation:
        inits: list[SSAValue] = []
        for init, result in zip(op.initArgs, op.results, strict=True):
            chosen = self._encodings.get(result)
            inits.append(init if chosen is None else self.value_in(init, chosen))
        new = new_loop(op, inits)
        self._rewriter.before(op)
        self._rewriter.insert(new, op.location)
        move_operations(op.body, new.body)
        for old, value in zip((*op.results, *op.body.args), (*new.results, *new.body.args), strict=True):
            self._replace(old, value)
        return new

    def _make_while(self, op: WhileOp) -> Operation:
        inits: list[SSAValue] = []
        for init, argument in zip(op.operands, op.before.block.args, strict=True):
            chosen = self._encodings.get(argument)
            inits.append(init if chosen is None else self.value_in(init, chosen))
        types = self._result_types(op)
        before, after = (Block(arg_types=args) for args in ([init.type for init in inits], types))
        for argument in (*before.args, *after.args):
            argument.location = op.location
        new = WhileOp(inits, result_types=types, before=Region(before), after=Region(after))
        self._rewriter.before(op)
        self._rewriter.insert(new, op.location)
        old_blocks = op.before.block, op.after.block
        for old_block, block in zip(old_blocks, (before, after), strict=True):
            move_operations(old_block, block)
        olds = (*op.results, *old_blocks[0].args, *old_blocks[1].args)
        for old, value in zip(olds, (*new.results, *before.args, *after.args), strict=True):
            self._replace(old, value)
        return new

    def _make_if(self, op: IfOp) -> Operation:
        new = IfOp(op.condition, result_types=self._result_types(op), thenRegion=Region(), elseRegion=Region())
        self._rewriter.before(op)
        self._rewriter.insert(new, op.location)
        for source, target in zip(op.regions, new.regions, strict=True):
            self._rewriter.move_blocks(source, target)
        for old, value in zip(op.results, new.results, strict=True):
            self._replace(old, value)
        return new

    def _result_types(self, op: Operation) -> list[Attribute]:
        types: list[Attribute] = []
        for result in op.results:
            chosen, type_ = self._encodings.get(result), tensor_type(result)
            types.append(result.type if chosen is None or type_ is None else with_encoding(type_, chosen))
        return types
