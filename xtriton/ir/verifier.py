"""Verifies operations in MLIR's order and with MLIR's messages.

For each operation on the way in: its position in the block; its operands, results, properties and regions against the
definition; its traits; its own rules; then its nested operations; on the way out its regions. Isolated operations such
as functions are verified after the rest of their surroundings, each separately and completely; last, that every
definition dominates its uses (:mod:`xtriton.ir.dominance`). So one broken function does not hide another.

A check may read other operations that have not been verified yet: users of its results, a callee, a terminator. If one
of these is malformed, the check raises a Python exception; all operations are then verified once more, ignoring checks
that raise one, so that the malformed operation is reported.

Checks that depend only on an operation's types and properties run once for all operations of an isolated region that
agree in these; those on single types (:class:`EachTypeTrait`) once for each type. Operations with regions or successors
are checked each time: their checks may read these, and there is no cheap test for equal regions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, repeat

from xdsl.dialects.builtin import ModuleOp, StringAttr, UnrealizedConversionCastOp, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import IRDLOperation, SingleBlockRegionDef, VariadicDef, VarSingleBlockRegionDef
from xdsl.traits import (
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    OpTrait,
    SymbolOpInterface,
    SymbolTable,
    SymbolUserOpInterface,
)
from xdsl.traits import SingleBlockImplicitTerminator as XdslImplicitTerminator
from xdsl.utils.exceptions import VerifyException

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, Violation, error, note
from xtriton.ir.dominance import verify_dominance
from xtriton.ir.locations import Location
from xtriton.ir.op import READING_FAILURES, UNREGISTERED_NAME, Op
from xtriton.ir.segments import verify_segments, verify_types
from xtriton.ir.signature import Arity, Signature, ValueDef, edition_of, signature_of
from xtriton.ir.symbols import verify_symbol, verify_symbol_table
from xtriton.ir.traits import (
    TYPE_PREDICATES,
    EachTypeTrait,
    HasParentOp,
    ImplicitTerminator,
    InferTypeOp,
    SameOperandsAndResultType,
    SingleBlock,
    class_has_trait,
    has_trait,
    verify_result_type_is_operand_type,
)
from xtriton.layouts.encoding import LayoutError
from xtriton.versions import TritonVersion, active_version, use_version

_DISCARDABLE_ATTRIBUTE_RULES = {"ttg": "xtriton.dialects.ttg.verify:verify_operation_attribute"}
"""Dialects with rules on discardable attributes: ``function(op, name, attribute)``."""


def verify(op: Operation, ctx: Context | None = None, *, show_operation: bool = False) -> None:
    """Verify an operation and its regions. Raises :class:`DiagnosticError` with the first error of each function.

    ``show_operation`` adds MLIR's note with the text of the offending operation. ``ctx`` decides whether unregistered
    dialects are allowed, and which version of Triton's rules hold; without it they are, and the version in effect does.
    """
    try:
        with use_version(ctx.triton if ctx is not None else active_version()):
            _verify(op, ctx, show_operation)
    except RecursionError as exc:
        raise error(op.location, "too deeply nested: the verifier ran out of stack") from exc


def _verify(op: Operation, ctx: Context | None, show_operation: bool) -> None:
    try:
        _Verifier(ctx, show_operation).run(op)
    except READING_FAILURES:
        # The malformed operation is in `op`, or reachable through symbols and users: in the surroundings of `op`.
        for root in dict.fromkeys((op, op.get_toplevel_object())):
            if isinstance(root, Operation):
                _Verifier(ctx, show_operation, passes_over_stumbles=True).run(root)
        raise


class _Verifier:
    """``passes_over_stumbles``: a check that raises one of ``READING_FAILURES`` counts as passed."""

    def __init__(self, ctx: Context | None, show_operation: bool, *, passes_over_stumbles: bool = False) -> None:
        self.ctx = ctx
        self.show_operation = show_operation
        self.passes_over_stumbles = passes_over_stumbles
        self.verified: set[object] = set()
        self.verified_types: dict[tuple[EachTypeTrait, ...], set[int]] = {}
        self.scope = 0
        self._numbers: dict[Attribute, int] = {}
        self._numbers_by_id: dict[int, int] = {}
        self._numbered: list[Attribute] = []
        """Every attribute in ``_numbers_by_id``, kept alive so that its id is not reused."""
        self.symbol_users: list[Op] = []

    def run(self, op: Operation) -> None:
        """Verify an operation by itself."""
        self._operation(op)
        verify_dominance(op)

    def _operation(self, op: Operation) -> None:
        self._enter(op)
        if not op.regions:
            return
        first_user = len(self.symbol_users)
        isolated: list[Operation] = []
        outer_scope, outer_types = self.scope, self.verified_types
        is_isolated = has_trait(op, IsolatedFromAbove)
        try:
            for region in op.regions:
                if is_isolated:
                    self.scope, self.verified_types = id(region), {}
                for block in region.blocks:
                    self._block(block, region, op, isolated)
            self._isolated(isolated)
        finally:
            self.scope, self.verified_types = outer_scope, outer_types
        self._leave(op)
        if has_trait(op, SymbolTable):
            self._symbols(op, self.symbol_users[first_user:])
            del self.symbol_users[first_user:]

    def _isolated(self, operations: Sequence[Operation]) -> None:
        """Verify all of them, and raise the errors of all."""
        found: list[Diagnostic] = []
        for op in operations:
            try:
                self.run(op)
            except DiagnosticError as failure:
                found.extend(failure.diagnostics)
        if found:
            raise DiagnosticError(*found)

    def _block(self, block: Block, region: Region, parent: Operation, isolated: list[Operation]) -> None:
        last = block.last_op
        needs_terminator = region.first_block is not region.last_block or not (
            isinstance(parent, UnregisteredOp) or has_trait(parent, NoTerminator)
        )
        if last is None:
            if needs_terminator:
                raise error(parent.location, "empty block: expect at least a terminator")
            return
        for op in block.ops:
            if op.successors and op is not last:
                raise error(op.location, "operation with block successors must terminate its parent block")
        for op in block.ops:
            if op.regions and has_trait(op, IsolatedFromAbove):
                isolated.append(op)
            else:
                self._operation(op)
        for successor in last.successors:
            if successor.parent is not region:
                raise error(last.location, f"'{last.name}' op branching to block of a different region")
        if needs_terminator and not (has_trait(last, IsTerminator) or isinstance(last, UnregisteredOp)):
            from xtriton.ir.op_printer import describe

            raise error(last.location, f"block with no terminator, has {describe(last)}")

    def _enter(self, op: Operation) -> None:
        try:
            if op.attributes:
                _check_attributes(op)
            if isinstance(op, Op):
                self._check_op(op, checks_of(type(op)))
            elif isinstance(op, UnregisteredOp):
                self._check_unregistered(op)
            elif isinstance(op, ModuleOp):
                _check_module(op)
            elif isinstance(op, UnrealizedConversionCastOp) and not op.results:
                raise Violation("expected at least one result for cast operation")
            elif isinstance(op, IRDLOperation):
                _check_foreign(op)
            if has_trait(op, SymbolOpInterface):
                verify_symbol(op)
        except Violation as violation:
            raise self._report(op, violation) from violation
        except (VerifyException, LayoutError) as exc:
            raise self._report(op, Violation(str(exc))) from exc
        except READING_FAILURES:
            if not self.passes_over_stumbles:
                raise
        for region in op.regions:
            first = region.first_block
            if first is not None and first.uses and not isinstance(op, UnregisteredOp):
                raise error(op.location, "entry block of region may not have predecessors")

    def _check_op(self, op: Op, checks: Checks) -> None:
        if op.regions or op.successors:
            checks.check_regions(op)
            self._check_alone(op, checks)
            for check in checks.in_context:
                check(op)
            if not op.regions:
                checks.check_inferred_types(op)  # with regions, when these have been verified
        else:
            number = self.number
            operands = tuple([number(operand.type) for operand in op.operands])
            results = tuple([number(result.type) for result in op.results])
            properties = tuple([(name, number(value)) for name, value in op.properties.items()])
            key = (type(op), operands, results, properties, self.scope)
            known = key in self.verified
            if not known:
                self._check_alone(op, checks)
            for check in checks.in_context:
                check(op)
            if not known:
                checks.check_inferred_types(op)
                self.verified.add(key)
        if checks.symbol_user is not None:
            self.symbol_users.append(op)

    def _check_alone(self, op: Op, checks: Checks) -> None:
        """Check the types, the properties, the regions and the number of successors of an op.

        For an op without regions and successors these checks must depend only on the key in `_check_op`.
        """
        checks.check_signature(op)
        if checks.each_type:
            self._check_types(op, checks)
        op.verify_op()

    def _check_types(self, op: Op, checks: Checks) -> None:
        """Check the types of all operands and results not yet seen in this scope."""
        good = self.verified_types.setdefault(checks.each_type, set())
        values = (*op.operands, *op.results)
        numbers = [self.number(value.type) for value in values]
        if good.issuperset(numbers):
            return
        for trait in checks.each_type:
            for number, value in zip(numbers, values, strict=True):
                if number not in good:
                    trait.verify_value(op, value)
        good.update(numbers)

    def number(self, attribute: Attribute) -> int:
        """The number of an attribute; equal attributes have equal numbers. Deep attributes are hashed only once.

        Only whole types and properties are requested, so that one hash of each is cheaper than an
        :class:`~xtriton.ir.interning.Interner`, which pays off where every nesting level is requested.
        """
        number = self._numbers_by_id.get(id(attribute))
        if number is None:
            number = self._numbers.setdefault(attribute, len(self._numbers))
            self._numbers_by_id[id(attribute)] = number
            self._numbered.append(attribute)
        return number

    def _check_unregistered(self, op: UnregisteredOp) -> None:
        name = op.attributes.get(UNREGISTERED_NAME)
        if not isinstance(name, StringAttr):
            raise Violation(f"requires string attribute '{UNREGISTERED_NAME}', its name")
        if self.ctx is not None and not self.ctx.allow_unregistered:
            raise Violation(f"'{name.data}' op created with unregistered dialect", prefixed=False)

    def _leave(self, op: Operation) -> None:
        try:
            if isinstance(op, Op):
                for trait in _implicit_terminators(type(op)):
                    trait.verify_regions(op)
                if type(op).verify_regions is not Op.verify_regions:
                    op.verify_regions()
                if op.regions:
                    checks_of(type(op)).check_inferred_types(op)
        except Violation as violation:
            raise self._report(op, violation) from violation
        except READING_FAILURES:
            if not self.passes_over_stumbles:
                raise

    def _symbols(self, table: Operation, users: Sequence[Op]) -> None:
        """Verify the symbol names in a table, and the operations that refer to symbols."""
        op = table
        try:
            verify_symbol_table(table)
            for op in users:
                user = checks_of(type(op)).symbol_user
                assert user is not None
                user.verify(op)
        except Violation as violation:
            raise self._report(op, violation) from violation
        except READING_FAILURES:
            if not self.passes_over_stumbles:
                raise

    def _report(self, op: Operation, violation: Violation) -> DiagnosticError:
        message = f"'{op.name}' op {violation.message}" if violation.prefixed else violation.message
        notes: tuple[Diagnostic, ...] = violation.notes
        location: Location = violation.location or op.location
        if self.show_operation:
            from xtriton.ir.op_printer import describe

            notes = (*notes, note(op.location, f"see current operation: {describe(op)}"))
        others = [Diagnostic(Severity.ERROR, op.location, text) for text in violation.consequences]
        return DiagnosticError(Diagnostic(Severity.ERROR, location, message, notes), *others)


def _check_module(op: ModuleOp) -> None:
    """A module has exactly one region with one block without arguments."""
    if len(op.regions) != 1:
        raise Violation("requires one region")
    if op.results:
        raise Violation("requires zero results")
    if op.operands:
        raise Violation("requires zero operands")
    blocks = op.regions[0].blocks
    if len(blocks) > 1:
        raise Violation("expects region #0 to have 0 or 1 blocks")
    if not blocks:
        raise Violation("region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks")
    if blocks[0].args:
        raise Violation("region should have no arguments")


def _check_foreign(op: IRDLOperation) -> None:
    """Verify an operation defined by xDSL: its own definition and rules, with xDSL's messages."""
    op.verify_()


def _check_attributes(op: Operation) -> None:
    for name, attribute in op.attributes.items():
        dialect, dot, _ = name.partition(".")
        if not dot:
            if isinstance(op, ModuleOp):
                raise Violation(f"can only contain attributes with dialect-prefixed names, found: '{name}'")
            continue
        rule = _DISCARDABLE_ATTRIBUTE_RULES.get(dialect)
        if rule is not None:
            _load_rule(rule)(op, name, attribute)


@cache
def _load_rule(path: str) -> Callable[[Operation, str, Attribute], None]:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


class Checks:
    """The checks that a definition requires of its operations, prepared once."""

    def __init__(self, op_class: type[Op]) -> None:
        signature = signature_of(op_class)
        definition = op_class.get_irdl_definition()
        self.signature = signature
        self.operand_counts = _counts(signature.operands)
        self.result_counts = _counts(signature.results)
        self.has_segments = any(segments.has_sizes for segments in signature.segments)
        self.required = sorted(
            name for name, value in signature.properties.items() if value.default is None and not value.optional
        )
        self.properties = [
            (name, value.predicate) for name, value in signature.properties.items() if value.predicate is not None
        ]
        self.regions = definition.regions
        self.single_block = any(isinstance(trait, SingleBlock) for trait in definition.traits.gen_traits())
        self.has_variadic_region = any(isinstance(region, VariadicDef) for _, region in definition.regions)
        self.successors = len(definition.successors)
        self.has_variadic_successor = any(isinstance(value, VariadicDef) for _, value in definition.successors)
        traits = [trait for trait in definition.traits.gen_traits() if type(trait).verify is not OpTrait.verify]
        self.symbol_user = next((trait for trait in traits if isinstance(trait, SymbolUserOpInterface)), None)
        traits = [trait for trait in traits if not isinstance(trait, _CHECKED_ELSEWHERE)]
        infer_types = [trait for trait in traits if isinstance(trait, InferTypeOp)]
        self.inferred: list[Callable[[Op], None]] = [trait.verify for trait in infer_types]
        if _result_type_is_operand_type(signature, traits):
            self.inferred.append(verify_result_type_is_operand_type)
        self.each_type = tuple([trait.of_class(op_class) for trait in traits if isinstance(trait, EachTypeTrait)])
        alone = [trait for trait in traits if trait not in infer_types and not isinstance(trait, EachTypeTrait)]
        # ODS predicates on an op's types belong to its definition, which is checked before its traits.
        alone.sort(key=lambda trait: not isinstance(trait, TYPE_PREDICATES))
        self.traits = [trait for trait in alone if not _needs_context(trait)]
        parents = [trait.verify for trait in traits if isinstance(trait, HasParentOp)]
        last = [_check_is_last] if class_has_trait(op_class, IsTerminator) else []
        others = [trait for trait in traits if _needs_context(trait) and not isinstance(trait, HasParentOp)]
        self.in_context: list[Callable[[Op], None]] = [*parents, *last, *(trait.verify for trait in others)]
        if op_class.verify_in_context is not Op.verify_in_context:
            self.in_context.append(op_class.verify_in_context)

    def check_signature(self, op: Op) -> None:
        """Check everything that depends on the op's types and properties."""
        operands, results = len(op.operands), len(op.results)
        if (operands, operands) != self.operand_counts:
            _check_count(operands, self.operand_counts, "operand", "operands")
        if (results, results) != self.result_counts:
            _check_count(results, self.result_counts, "result", "results")
        if not self.has_variadic_region and len(op.regions) != len(self.regions):
            raise Violation(_wrong_number_of_regions(len(self.regions)))
        if not self.has_variadic_successor and len(op.successors) != self.successors:
            raise Violation(f"requires {self.successors} successors but found {len(op.successors)}")
        if self.has_segments:
            verify_segments(op, self.signature)
        self._check_properties(op)
        verify_types(op, self.signature)
        for trait in self.traits:
            trait.verify(op)

    def check_inferred_types(self, op: Op) -> None:
        """Check the result types against the inferred ones: last, since inference may read regions."""
        for check in self.inferred:
            check(op)

    def _check_properties(self, op: Op) -> None:
        properties = op.properties
        for name in self.required:
            if name not in properties:
                raise Violation(f"requires attribute '{name}'")
        for name in self.signature.absent_properties:
            if name in properties:
                raise Violation(f"has no property '{name}' in Triton {active_version()}")
        for name, predicate in self.properties:
            attribute = properties.get(name)
            if attribute is not None and not predicate.accepts(attribute):
                raise Violation(f"attribute '{name}' failed to satisfy constraint: {predicate.summary}")

    def check_regions(self, op: Op) -> None:
        """Check the number of blocks of each region."""
        if not self.regions:
            return
        # Only the last regions can be variadic.
        definitions = chain(self.regions, repeat(self.regions[-1]))
        for index, ((name, definition), region) in enumerate(zip(definitions, op.regions, strict=False)):
            if isinstance(definition, SingleBlockRegionDef | VarSingleBlockRegionDef):
                first = region.first_block
                if first is None or (first is not region.last_block and not self.single_block):
                    raise Violation(f"region #{index} ('{name}') failed to verify constraint: region with 1 blocks")


def checks_of(op_class: type[Op]) -> Checks:
    """The checks of an op class in the version in effect."""
    return _prepare_checks(op_class, edition_of(op_class))


@cache
def _prepare_checks(op_class: type[Op], edition: TritonVersion | None) -> Checks:
    return Checks(op_class)


def _check_is_last(op: Op) -> None:
    if op.parent is not None and op.parent.last_op is not op:
        raise Violation("must be the last operation in the parent block")


def _result_type_is_operand_type(signature: Signature, traits: Sequence[OpTrait]) -> bool:
    """Whether ODS infers the op's result types from its first operand."""
    if not any(isinstance(trait, SameOperandsAndResultType) for trait in traits):
        return False
    has_operand = any(value.arity is Arity.SINGLE for value in signature.operands)
    return has_operand and all(value.arity is Arity.SINGLE for value in signature.results)


@cache
def _implicit_terminators(op_class: type[Operation]) -> list[ImplicitTerminator]:
    return op_class.get_traits_of_type(ImplicitTerminator)


def _needs_context(trait: OpTrait) -> bool:
    """Whether a trait depends on more than the op's types and properties."""
    return getattr(trait, "IN_CONTEXT", False) or isinstance(trait, XdslImplicitTerminator)


_CHECKED_ELSEWHERE = (IsTerminator, IsolatedFromAbove, SymbolTable, SymbolOpInterface, SymbolUserOpInterface)
"""xDSL traits whose rules are checked here with MLIR's messages, and not by their own ``verify``."""


def _counts(values: Sequence[ValueDef]) -> tuple[int, int | None]:
    """The minimum and maximum number of values; the latter ``None`` if unbounded."""
    least = sum(value.arity is Arity.SINGLE for value in values)
    if any(value.arity is Arity.VARIADIC for value in values):
        return least, None
    return least, len(values)


def _check_count(count: int, allowed: tuple[int, int | None], singular: str, plural: str) -> None:
    least, most = allowed
    if least == most:
        if count != least:
            if least == 0:
                raise Violation(f"requires zero {plural}")
            if least == 1:
                raise Violation(f"requires a single {singular}" if singular == "operand" else "requires one result")
            raise Violation(f"expected {least} {plural}{_found(count, singular)}")
    elif count < least:
        raise Violation(f"expected {least} or more {plural}{_found(count, singular)}")


def _found(count: int, singular: str) -> str:
    """MLIR reports the actual count for operands only."""
    return f", but found {count}" if singular == "operand" else ""


def _wrong_number_of_regions(count: int) -> str:
    return {0: "requires zero regions", 1: "requires one region"}.get(count, f"expected {count} regions")
