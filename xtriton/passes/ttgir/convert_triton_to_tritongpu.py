"""``convert-triton-to-tritongpu``: assigns initial layouts to tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, LocationAttr, ModuleOp, StringAttr, UnrealizedConversionCastOp, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.analysis.requirements import Rule, powers_of_two, without_layouts
from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType, is_tensor_pointer
from xtriton.dialects.ttg.attributes import BlockedEncodingAttr, DotOperandEncodingAttr
from xtriton.dialects.ttg.verify import NUM_CTAS, NUM_WARPS, TARGET, THREADS_PER_WARP
from xtriton.folds.folding import IN_PLACE, Folded, as_results, constant_of_op, dialect_of, fold, materialize
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import DiagnosticError, Violation, error, note
from xtriton.ir.dominance import dominator_tree
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.printer import describe
from xtriton.ir.traits import encoding_of
from xtriton.ir.verifier import verify
from xtriton.layouts.encodings import default_blocked
from xtriton.passes.base import Pass, check_power_of_two, option
from xtriton.passes.ttgir.initial_layouts import RULES
from xtriton.rewriting.conversions import convert_to_type
from xtriton.rewriting.rewriter import Rewriter, location_of

_CONVERTED_DIALECTS = ("arith", "math", "tt", "cf", "scf", "ub")
_ALWAYS_ILLEGAL = ("scf.execute_region", "scf.parallel", "scf.reduce", "scf.reduce.return")


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
        is_plain = all(map(_is_plain, module.walk()))
        module.attributes[NUM_WARPS] = IntegerAttr(self.num_warps, i32)
        module.attributes[THREADS_PER_WARP] = IntegerAttr(self.threads_per_warp, i32)
        module.attributes[NUM_CTAS] = IntegerAttr(self.num_ctas, i32)
        module.attributes[TARGET] = StringAttr(self.target)
        _Conversion(self.num_warps, self.threads_per_warp, self.num_ctas).run(
            module, cast_back=self.enable_source_remat
        )
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


class _Conversion:
    """One walk over all operations on tensors without layouts, in program order.

    This has the result of MLIR's dialect conversion, which folds operations of the original program; so all folds are
    tried before anything is converted.
    """

    def __init__(self, num_warps: int, threads_per_warp: int, num_ctas: int) -> None:
        self.num_warps = num_warps
        self.threads_per_warp = threads_per_warp
        self.num_ctas = num_ctas
        self.rewriter = Rewriter()
        self._types: dict[Attribute, Attribute | None] = {}
        """Types seen, each with its type in the layout of its shape; ``None`` for types that need no layout."""
        self._seen: dict[int, tuple[Attribute, Attribute | None]] = {}
        """The same by identity of the type, since hashing types is slow."""
        self._wanted: dict[SSAValue, Attribute] = {}
        """For values whose operation inferred another layout: the type that users expect."""
        self._replaced: dict[SSAValue, SSAValue] = {}
        """Results of folded operations, which other folds may refer to -> their replacements."""
        self._conversions: dict[SSAValue, SSAValue] = {}
        """Values -> their conversions to the layout that users expect."""

    def run(self, module: ModuleOp, *, cast_back: bool) -> None:
        """Convert all operations in a module."""
        pending: list[tuple[Operation, tuple[Folded, ...] | None]] = []
        untouched: list[tuple[Operation, list[tuple[int, Attribute]]]] = []
        for op in _in_order(module):
            if self._is_illegal(op):
                pending.append((op, _folded(op)))
            elif uses := [(index, value.type) for index, value in enumerate(op.operands) if self._lacks_layout(value)]:
                untouched.append((op, uses))
        for op, results in pending:
            self.rewriter.start_at(op)
            if results is None:
                self._convert(op)
            else:
                self._replace(op, results)
        self._cast_back(untouched, allowed=cast_back)

    # Types

    def type_in_layout(self, type_: Attribute) -> Attribute:
        """A tensor type without encoding, or a pointer to one, in the layout of its shape; other types as they are."""
        return self._with_layout(type_) or type_

    def _lacks_layout(self, value: SSAValue) -> bool:
        return self._with_layout(value.type) is not None

    def _with_layout(self, type_: Attribute) -> Attribute | None:
        seen = self._seen.get(id(type_))
        if seen is None:
            if type_ not in self._types:
                self._types[type_] = self._new_type(type_)
            seen = self._seen[id(type_)] = type_, self._types[type_]
        return seen[1]

    def _new_type(self, type_: Attribute) -> Attribute | None:
        if isinstance(type_, PointerType):
            pointee = self._with_layout(type_.pointee_type) if is_tensor_pointer(type_) else None
            return None if pointee is None else PointerType(pointee, type_.address_space.data)
        if not is_tensor_type(type_) or encoding_of(type_) is not None:
            return None
        layout = default_blocked(type_.get_shape(), self.num_warps, self.threads_per_warp, self.num_ctas)
        return with_encoding(type_, BlockedEncodingAttr(layout))

    def _is_illegal(self, op: Operation) -> bool:
        """Whether an operation must be converted."""
        name = op.name
        if name in _ALWAYS_ILLEGAL:
            return True
        if name.partition(".")[0] not in _CONVERTED_DIALECTS:
            return False
        if isinstance(op, tt.FuncOp):
            return any(is_tensor_type(arg.type) and self._lacks_layout(arg) for arg in _arguments(op))
        if isinstance(op, tt.DotOp):
            operands = encoding_of(op.a.type), encoding_of(op.b.type)
            return not all(isinstance(encoding, DotOperandEncodingAttr) for encoding in operands)
        if any(map(self._lacks_layout, op.operands)) or any(map(self._lacks_layout, op.results)):
            return True
        return any(self._lacks_layout(arg) for region in op.regions for block in region.blocks for arg in block.args)

    # Interface for the conversion rules

    def operands(self, op: Operation) -> list[SSAValue]:
        """The operands of an operation in the layouts of their shapes."""
        return [self._operand(value, op) for value in op.operands]

    def take_operands(self, op: Operation) -> None:
        """Replace the operands of an operation by those in the layouts of their shapes."""
        operands = op.operands
        for index, value in enumerate(tuple(operands)):
            new = self._operand(value, op)
            if new is not value:
                operands[index] = new

    def _operand(self, value: SSAValue, op: Operation) -> SSAValue:
        wanted = self._wanted.get(value)
        if wanted is None:
            wanted = self.type_in_layout(value.type)
        if value.type is wanted or value.type == wanted:
            return value
        known = self._conversions.get(value)
        if known is None:
            known = self._conversions[value] = self._conversion(value, wanted, op)
        return known

    def _conversion(self, value: SSAValue, wanted: Attribute, op: Operation) -> SSAValue:
        """A conversion right after the definition of a value, with the location of its first user."""
        if not is_tensor_type(wanted):
            raise _unresolved(value, value.type, wanted, op)
        with self.rewriter.elsewhere():
            self.rewriter.after_value(value)
            return convert_to_type(value, wanted, self.rewriter, op.location)

    def set_result_types(self, op: Operation, types: Sequence[Attribute] | None = None) -> None:
        """Set the types of results; by default to those in the layouts of their shapes."""
        for index, result in enumerate(op.results):
            wanted = self._wanted.pop(result, None) or self.type_in_layout(result.type)
            type_ = wanted if types is None else types[index]
            if type_ != wanted:
                self._wanted[result] = wanted
            self.rewriter.set_type(result, type_)

    def set_argument_types(self, op: Operation) -> None:
        """Set the types of all block arguments in an operation to the layouts of their shapes."""
        for region in op.regions:
            for block in region.blocks:
                for arg in block.args:
                    self.rewriter.set_type(arg, self.type_in_layout(arg.type))

    # Operations

    def _convert(self, op: Operation) -> None:
        if isinstance(op, tt.FuncOp):
            raise _dropped_argument(op)
        rule = RULES.get(type(op))
        try:
            converted = rule is not None and rule(self, op)
        except Violation as violation:
            raise error(op.location, violation.message) from violation
        if not converted:
            raise _not_legalized(op)

    def _replace(self, op: Operation, results: tuple[Folded, ...]) -> None:
        """Replace an operation by its fold results."""
        values: list[SSAValue] = []
        for result, folded in zip(op.results, results, strict=True):
            if isinstance(folded, SSAValue):
                values.append(self._replaced.get(folded, folded))
                continue
            type_ = self.type_in_layout(result.type)
            attr = DenseElementsAttr(type_, folded.data) if isinstance(folded, DenseElementsAttr) else folded
            new = materialize(attr, type_, dialect_of(op))
            assert new is not None, "checked when the operation was folded"
            values.append(self.rewriter.insert(new).results[0])
        self._replaced.update(zip(op.results, values, strict=True))
        self.rewriter.replace(op, values)

    def _cast_back(self, uses: list[tuple[Operation, list[tuple[int, Attribute]]]], *, allowed: bool) -> None:
        """Convert operands of operations that stay unconverted back to tensors without layouts."""
        casts: dict[SSAValue, SSAValue] = {}
        for op, operands in uses:
            for index, type_ in operands:
                value = op.operands[index]
                if value.type == type_:
                    continue
                if not allowed or not is_tensor_type(type_):
                    raise _unresolved(value, value.type, type_, op)
                if value not in casts:
                    self.rewriter.after_value(value)
                    cast_ = UnrealizedConversionCastOp.get([value], [type_])
                    casts[value] = self.rewriter.insert(cast_, location_of(value)).results[0]
                op.operands[index] = casts[value]


def _in_order(op: Operation) -> Iterator[Operation]:
    """All reachable operations in ``op`` in pre-order, blocks before those that they dominate."""
    for region in op.regions:
        for block in _reachable(region):
            for inner in block.ops:
                yield inner
                if inner.regions:
                    yield from _in_order(inner)


def _reachable(region: Region) -> Iterator[Block]:
    first = region.first_block
    if first is None:
        return
    if first is region.last_block:
        yield first
        return
    tree = dominator_tree(first)
    pending = [first]
    while pending:
        block = pending.pop()
        yield block
        pending.extend(reversed(tree[block]))


def _folded(op: Operation) -> tuple[Folded, ...] | None:
    """The fold results of an operation in the original program, if they can be materialised."""
    if constant_of_op(op) is not None:
        return None
    while (folded := fold(op)) is IN_PLACE:
        pass
    results = as_results(op, folded)
    if results is None:
        return None
    for result, value in zip(op.results, results, strict=True):
        if not isinstance(value, SSAValue) and materialize(value, result.type, dialect_of(op)) is None:
            return None
    return results


def _arguments(function: tt.FuncOp) -> Sequence[SSAValue]:
    block = function.body.first_block
    return () if block is None else block.args


def _unresolved(value: SSAValue, source: Attribute | None, target: Attribute, user: Operation) -> DiagnosticError:
    """The error for a tensor that is used with another type than it has, and cannot be converted."""
    given = "" if source is None else f"'{source}'"
    message = (
        f"failed to legalize unresolved materialization from ({given}) to ('{target}') that remained live after "
        "conversion"
    )
    location = cast("LocationAttr", location_of(value))
    return error(location, message, (note(user.location, f"see existing live user here: {describe(user)}"),))


def _dropped_argument(function: tt.FuncOp) -> DiagnosticError:
    """The error for a function with tensor arguments, which are not converted."""
    for argument in _arguments(function):
        if (use := argument.first_use) is not None:
            return _unresolved(argument, None, argument.type, use.operation)
    return error(
        function.location, f"failed to legalize operation '{function.name}' that was explicitly marked illegal"
    )


def _not_legalized(op: Operation) -> DiagnosticError:
    return error(op.location, f"failed to legalize operation '{op.name}' that was explicitly marked illegal")
