"""Rematerialising values in another layout, instead of converting them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.analysis.encoding_propagation import (
    ConversionSlice,
    Tensor,
    Use,
    backward_conversion_slice,
    with_encoding,
)
from xtriton.analysis.rematerialization import can_rematerialize
from xtriton.analysis.slices import in_program_order
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.remove_layout_conversions.cost import is_cheaper_again
from xtriton.passes.ttgir.remove_layout_conversions.rules import RULES
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import Replacements, replace_if_by_wider, replace_loop_by_wider


def rematerialize(func: FuncOp) -> bool:
    """Replace conversions in a function by rematerialisation of their backward slices, where that is cheaper.

    Returns whether there were any.
    """
    work = Rematerialization(func)
    work.for_each_conversion(_rematerialize)
    work.finish()
    return work.changed


def _rematerialize(work: Rematerialization, op: ConvertLayoutOp) -> None:
    encoding = target_encoding(op)
    if isinstance(encoding, DotOperandEncodingAttr):  # these are hoisted to loads
        return
    if work.rules.replaces_cached_first:
        known = work.known_value((op, 0), encoding)
        if known is not None:
            work.replace_conversion(op, known)
            return
    found = work.slice((op, 0), encoding)
    if found is None:
        return
    slice_ops = {value.op: None for value in found.values if is_result(value)}
    if found.values and all(map(_keeps_its_conversion, slice_ops)) and len(slice_ops) == len(found.values):
        return  # The result would be this conversion again; Triton does not terminate here.
    if is_cheaper_again(found, op):
        work.rewrite(found, op, {})


def _keeps_its_conversion(op: Operation) -> bool:
    """Whether a conversion of ``op`` does not fold: only splat constants do."""
    return isinstance(op, ConstantOp) and not (isinstance(op.value, DenseElementsAttr) and op.value.is_splat)


def target_encoding(op: ConvertLayoutOp) -> Attribute:
    """The encoding of the result of a conversion."""
    return cast("Tensor", op.result.type).encoding


class Rematerialization:
    """Rewrites slices of one function, and caches the values that exist in other encodings.

    Where a version does not erase at once, replaced operations stay in place, operands included, until :meth:`finish`:
    uses count for later decisions.
    """

    def __init__(self, func: FuncOp) -> None:
        self._func = func
        self._known: dict[SSAValue, dict[Attribute, SSAValue]] = {}
        self._last_encoding: dict[SSAValue, Attribute] = {}
        """The last encoding that a value was rematerialised in."""
        self._dominance = Dominance()
        self._rewriter = Rewriter()
        self._replaced: dict[Operation, None] = {}
        """Operations that are dead now."""
        self.changed = False
        self.rules = RULES.now()

    def for_each_conversion(self, visit: Callable[[Rematerialization, ConvertLayoutOp], None]) -> None:
        """Visit all current conversions; those that stay are cached for reuse."""
        for op in [op for op in operations_inside_out(self._func.body) if isinstance(op, ConvertLayoutOp)]:
            source, encoding, result = op.src, target_encoding(op), op.result
            visit(self, op)
            if op.parent is not None and op not in self._replaced:
                self.remember(source, encoding, result)

    def finish(self) -> None:
        """Erase replaced operations."""
        for op in reversed(self._replaced):
            self._rewriter.erase(op)

    def replace_conversion(self, op: ConvertLayoutOp, value: SSAValue) -> None:
        """Use ``value`` instead of the result of a conversion."""
        self._rewriter.replace_all_uses(op.result, value)
        self._drop([op])

    def _drop(self, ops: Iterable[Operation]) -> None:
        self.changed = True
        for op in ops:
            if self.rules.erases_at_once:
                self._rewriter.erase(op)
            else:
                self._replaced[op] = None

    # Cached values

    def remember(self, value: SSAValue, encoding: Attribute, converted: SSAValue) -> None:
        """Record that ``converted`` is ``value`` in another encoding."""
        self._known.setdefault(value, {})[encoding] = converted
        self._last_encoding[value] = encoding

    def known_anywhere(self, value: SSAValue, encoding: Attribute) -> SSAValue | None:
        """A value in another encoding, at any place."""
        return self._known.get(value, {}).get(encoding)

    def known_value(self, use: Use, encoding: Attribute) -> SSAValue | None:
        """An operand in another encoding, if it is cached and dominates the use."""
        user, index = use
        known = self.known_anywhere(user.operands[index], encoding)
        return known if known is not None and self._dominance.value_dominates(known, user) else None

    def _known_for(self, found: ConversionSlice) -> Callable[[Use, Attribute], SSAValue | None]:
        """:meth:`known_value`, which also records its results for all visited uses in the slice."""

        def known(use: Use, encoding: Attribute) -> SSAValue | None:
            value = use[0].operands[use[1]]
            if self.known_anywhere(value, encoding) is None:
                return None
            existing = self.known_value(use, encoding)
            if existing is None:
                found.existing[value, encoding] = None
            else:
                found.existing.setdefault((value, encoding), existing)
            return existing

        return known

    def _follow(self, replacements: Replacements) -> None:
        """Update the cache before values are replaced."""
        for old, new in replacements:
            last = self._last_encoding.pop(old, None)
            if last is None:
                continue
            cached = self._known.pop(old) if self.rules.caches_all_encodings else {last: self._known[old].pop(last)}
            for encoding, converted in cached.items():
                later = next((after for before, after in replacements if before is converted), converted)
                self.remember(new, encoding, later)

    # Slices

    def slice_with_anything(
        self,
        root: Use,
        encoding: Attribute,
        stops_at: Callable[[Operation], bool] | None = None,
        found: ConversionSlice | None = None,
    ) -> ConversionSlice | None:
        """The backward slice of an operand, which may contain operations that cannot be rematerialised.

        It continues ``found``, which is not changed.
        """
        more = ConversionSlice() if found is None else found.copy()
        return backward_conversion_slice(root, encoding, stops_at, self._known_for(more), more)

    def slice(
        self,
        root: Use,
        encoding: Attribute,
        stops_at: Callable[[Operation], bool] | None = None,
        found: ConversionSlice | None = None,
    ) -> ConversionSlice | None:
        """The backward slice of an operand, if it can be rematerialised; before 3.9 only if it is not empty."""
        more = self.slice_with_anything(root, encoding, stops_at, found)
        if more is None or not (more.values or self.rules.caches_all_encodings):
            return None
        return more if can_rematerialize(more) else None

    def extended(
        self,
        found: ConversionSlice,
        root: Use,
        encoding: Attribute,
        stops_at: Callable[[Operation], bool] | None = None,
        must_agree: bool = False,
    ) -> ConversionSlice | None:
        """A slice with the backward slice of an operand added, if both can be rematerialised."""
        if self.rules.extends_slices:
            return self.slice(root, encoding, stops_at, found)
        behind = self.slice(root, encoding, stops_at)
        if behind is None or (must_agree and not _agree(found, behind)):
            return None
        both = found.copy()
        both.include(behind)
        return both

    # Rewriting

    def rewrite(self, found: ConversionSlice, op: ConvertLayoutOp, mapping: Mapping) -> None:
        """Rematerialise a slice in its encodings, and replace the conversion by the result.

        ``mapping`` has the values that already exist.
        """
        rewrite = _SliceRewrite(self, found, mapping)
        rewrite.run()
        replacements = rewrite.replacements
        if self.rules.erases_at_once:
            replacements.append((op.result, mapping[op.src]))
        else:
            self.replace_conversion(op, mapping[op.src])
        self._follow(replacements)
        for old, new in replacements:
            self._rewriter.replace_all_uses(old, new)
        self._drop([op, *rewrite.dead] if self.rules.erases_at_once else rewrite.dead)


def _agree(first: ConversionSlice, second: ConversionSlice) -> bool:
    return all(first.encodings.get(value, encoding) == encoding for value, encoding in second.encodings.items())


class _SliceRewrite:
    """One rewrite of a slice, in program order.

    Loops and ``scf.if`` get additional results instead of being cloned. Uses of the old results are replaced only after
    the whole slice is done: until then, old results identify the slice.
    """

    def __init__(self, work: Rematerialization, found: ConversionSlice, mapping: Mapping) -> None:
        self._work = work
        self._found = found
        self._values = found.values
        self._encodings = found.encodings
        self._mapping = mapping
        self._rewriter = Rewriter()
        self._yielded: dict[Operation, list[int]] = {}
        """The operands of each ``scf.yield`` that are also yielded in another encoding."""
        self.replacements: Replacements = []
        self.dead: dict[Operation, None] = {}

    def run(self) -> None:
        for op in in_program_order(self._ops()):
            match op:
                case ForOp():
                    self._widen_loop(op)
                case IfOp():
                    self._widen_if(op)
                case YieldOp():
                    self._widen_yield(op)
                case ConstantOp():
                    self._convert_copy(op)
                case _:
                    self._copy(op)

    def _existing(self) -> dict[SSAValue, SSAValue]:
        """The values of the slice that exist already."""
        if self._work.rules.reuse_by_use:
            cached = {value: self._found.existing.get((value, encoding)) for value, encoding in self._encodings.items()}
        else:
            cached = {value: self._work.known_anywhere(value, self._encodings[value]) for value in self._values}
        return {value: existing for value, existing in cached.items() if existing is not None}

    def _ops(self) -> dict[Operation, None]:
        """The operations to rewrite. Values that exist already leave the slice before 3.8; later they are not in it."""
        existing = self._existing()
        self._mapping.update(existing)
        if not self._work.rules.reuse_by_use:
            for value in existing:
                self._values.pop(value, None)
        ops: dict[Operation, None] = {}
        for value in self._values:
            if is_result(value):
                ops[value.op] = None
                if isinstance(value.op, IfOp):
                    for region in value.op.regions:
                        self._add_yield(ops, region.block.last_op, value.index)
            else:
                assert is_block_argument(value)
                loop = value.block.parent_op()
                assert isinstance(loop, ForOp)
                ops[loop] = None
                position = loop.position(value)
                assert position is not None
                self._add_yield(ops, loop.yield_operation, position)
        return ops

    def _add_yield(self, ops: dict[Operation, None], end: Operation | None, index: int) -> None:
        assert end is not None
        ops[end] = None
        self._yielded.setdefault(end, []).append(index)

    def _widen_loop(self, op: ForOp) -> None:
        carried = [index for index, argument in enumerate(op.iter_args) if argument in self._values]
        count = len(op.results)
        inits = [self._mapping[op.init_args[index]] for index in carried]
        new = replace_loop_by_wider(op, inits, self._rewriter, self.replacements)
        self.dead[op] = None
        for place, index in enumerate(carried, count):
            argument = new.iter_args[index]
            encoding = self._encodings[argument]
            self._mapping[op.results[index]] = new.results[place]
            self._mapping[argument] = new.iter_args[place]
            self._work.remember(new.results[index], encoding, new.results[place])
            self._work.remember(argument, encoding, new.iter_args[place])

    def _widen_if(self, op: IfOp) -> None:
        chosen = [result for result in op.results if result in self._values]
        types = [self._type(result) for result in chosen]
        new = replace_if_by_wider(op, types, self._rewriter, self.replacements)
        for old, result in zip(chosen, new.results[len(op.results) :], strict=True):
            self._mapping[old] = result
            self._work.remember(old, self._encodings[old], result)
        self.dead[op] = None

    def _widen_yield(self, op: YieldOp) -> None:
        more = [self._mapping[op.operands[index]] for index in sorted(self._yielded[op])]
        self._rewriter.before(op)
        self._rewriter.insert(YieldOp([*op.operands, *more]), op.location)
        self._rewriter.erase(op)

    def _convert_copy(self, op: ConstantOp) -> None:
        """A constant is cloned and converted, which folds to a constant."""
        self._rewriter.before(op)
        copy = self._rewriter.insert(clone_op(op, {}))
        encoding = self._encodings[op.result]
        converted = insert_conversion(copy.results[0], encoding, self._rewriter, op.location)
        self._mapping[op.result] = converted
        self._work.remember(op.result, encoding, converted)

    def _copy(self, op: Operation) -> None:
        self._rewriter.before(op)
        copy = self._rewriter.insert(clone_op(op, self._mapping))
        for old, new in zip(op.results, copy.results, strict=True):
            if old in self._encodings:
                self._rewriter.set_type(new, self._type(old))
                self._work.remember(old, self._encodings[old], new)

    def _type(self, value: SSAValue) -> Tensor:
        return with_encoding(value.type, self._encodings[value])
