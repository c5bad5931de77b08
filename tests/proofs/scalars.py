"""Proofs on templates of scalars: all inputs by the interpreter, symbolic inputs by the solver."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import numpy as np
from proofs import rules, unbounded
from proofs.expressions import (
    Arg,
    Built,
    Const,
    ConstantNumber,
    Node,
    Spec,
    Template,
    argument_types,
    attribute,
    build,
    constant_types,
    merge_equal_constants,
    returned_values,
    substituted,
)
from proofs.findings import Findings, Refutation
from proofs.lanes import Computed, Equality, all_combinations, differences, edge_integers, evaluate, same
from proofs.rules import Rule, rules_of
from proofs.smt import Answer, NoTranslation, refines
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Block, SSAValue

from xtriton.dialects.upstream.arith.attributes import NO_OVERFLOW_FLAGS
from xtriton.dialects.upstream.ub import PoisonAttr
from xtriton.folds.arith_float import is_signaling
from xtriton.folds.folding import fold
from xtriton.interp.numbers.formats import Array, format_of, from_bits
from xtriton.interp.values import Value, data_of, poison_of
from xtriton.ir.dense import element_size, pack_element
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.verifier import verify

Domain = Callable[[Attribute], Value]
"""The numbers that arguments of a type take."""
Numbers = Sequence[ConstantNumber]


@dataclass(frozen=True)
class Application:
    """A rule that changed a template: ``after`` is what the rule left."""

    rule: Rule
    template: Template
    numbers: Numbers
    after: Built

    @property
    def before(self) -> Built:
        """The template as it was, made anew."""
        return build(self.template, self.numbers)

    def describe(self) -> str:
        """The template with its numbers."""
        return self.template.describe(self.numbers)


def applications(template: Template, assignments: Iterable[Numbers]) -> Iterator[Application]:
    """Apply each rule of the root's class to the template with each assignment of its constants."""
    rules = rules_of(template.root.spec.op_class)
    if not rules:
        return
    built: Built | None = None
    for numbers in assignments:
        if built is None:
            built = build(template, numbers)
        else:
            built.assign(numbers)
        for rule in rules:
            if rule.apply(built.root):
                yield Application(rule, template, numbers, built)
                built = build(template, numbers)
        if len(set(numbers)) < len(numbers):
            yield from _with_merged_constants(rules, template, numbers)


def _with_merged_constants(rules: Iterable[Rule], template: Template, numbers: Numbers) -> Iterator[Application]:
    for rule in rules:
        built = build(template, numbers)
        merge_equal_constants(built)
        if rule.apply(built.root):
            yield Application(rule, template, numbers, built)


# Operations that a rule does not look at

Signature = tuple[object, ...]
_OPAQUE = 1000
"""The number of the argument that stands for an operation."""


class Instances:
    """Tells applications to two operations that are one to a single operation, whatever its operand is.

    Such an application is proved where the inner operation is an argument: those take all values, poison included.
    """

    def __init__(self) -> None:
        self._known: dict[Signature, Signature | None] = {}

    def covers(self, application: Application) -> bool:
        """Whether the rule does the same if an argument takes the place of the inner operation."""
        root = application.template.root
        if not any(isinstance(operand, Node) for operand in root.operands):
            return False
        numbers = application.numbers
        leaves = tuple(
            ("c", numbers[operand.slot])
            if isinstance(operand, Const)
            else operand.number
            if isinstance(operand, Arg)
            else "inner"
            for operand in root.operands
        )
        key = (application.rule.name, id(root.spec), application.template.returned, leaves)
        if key not in self._known:
            self._known[key] = _opaque_signature(application.rule, application.template, numbers)
        expected = self._known[key]
        return expected is not None and signature(application.after.block, application.after.inner) == expected


def _opaque_signature(rule: Rule, template: Template, numbers: Numbers) -> Signature | None:
    """The signature of the rule's result if inner operations are arguments; None if it does not apply."""
    root = template.root
    kept: list[ConstantNumber] = []
    operands: list[Arg | Const] = []
    opaque = 0
    for operand in root.operands:
        if isinstance(operand, Const):
            operands.append(Const(len(kept), operand.type))
            kept.append(numbers[operand.slot])
        elif isinstance(operand, Arg):
            operands.append(operand)
        else:
            operands.append(Arg(_OPAQUE + opaque, root.spec.operands[len(operands)]))
            opaque += 1
    built = build(Template(Node(root.spec, tuple(operands)), template.returned), kept, opaque=_OPAQUE)
    return signature(built.block, built.inner) if rule.apply(built.root) else None


def signature(block: Block, inner: Mapping[SSAValue, Hashable]) -> Signature:
    """The expressions that a block returns, as nested tuples; ``inner`` names values that are leaves."""

    def spelled(value: SSAValue) -> Hashable:
        if value in inner:
            return inner[value]
        owner = value.owner
        if isinstance(owner, Block):
            raise AssertionError("arguments have names")
        properties = tuple(sorted((name, str(attr)) for name, attr in owner.properties.items()))
        index = next(index for index, result in enumerate(owner.results) if result is value)
        return (owner.name, index, str(value.type), properties, tuple(spelled(operand) for operand in owner.operands))

    return tuple(spelled(value) for value in returned_values(block))


# By enumeration


def enumerate_inputs(
    application: Application, domain: Domain, label: str, findings: Findings, equal: Equality = same
) -> None:
    """Compare both sides on all combinations of the arguments' domains."""
    if (message := invalid(application.after.block)) is not None:
        findings.refute(Refutation(application.rule.name, "invalid", application.describe(), message))
        return
    types = argument_types(application.template)
    arguments, lanes = all_combinations([domain(type_) for type_ in types])
    before = evaluate(application.before.block, arguments, lanes)
    bad = differences(before, evaluate(application.after.block, arguments, lanes), equal)
    if not bad.any():
        findings.of(application.rule.name).enumerated[label] += 1
        return
    kind = "value"
    drop_flags(application.after)
    if not differences(before, evaluate(application.after.block, arguments, lanes), equal).any():
        kind = "flags"
    inputs = shown(arguments, int(np.flatnonzero(bad)[0]), before)
    findings.refute(Refutation(application.rule.name, kind, application.describe(), inputs))


def invalid(block: Block) -> str | None:
    """The verifier's message about operations that a rule has made, if it finds fault with any."""
    try:
        for op in block.ops:
            if op is not block.last_op:
                verify(op)
    except DiagnosticError as failure:
        return failure.diagnostics[0].message
    return None


def drop_flags(built: Built) -> None:
    """Remove the overflow flags of all operations."""
    for op in built.block.ops:
        if "overflowFlags" in op.properties:
            op.properties["overflowFlags"] = NO_OVERFLOW_FLAGS


def shown(arguments: Sequence[Value], lane: int, before: Computed) -> str:
    """The arguments in a lane as text, and the expected results."""
    parts = [
        f"%{number} = {'poison' if poison_of(one).reshape(-1)[lane % len(poison_of(one))] else data_of(one)[lane]}"
        for number, one in enumerate(arguments)
    ]
    right = ", ".join(str(data[lane]) for data, _ in before.results)
    return f"{', '.join(parts) or 'constants'}: {right} is right"


def fold_constants(
    spec: Spec, assignments: Iterable[Numbers], label: str, findings: Findings, equal: Equality = same
) -> None:
    """Compare the folds of an operation on constants with its results, all assignments at once."""
    constants = Node(spec, tuple(Const(slot, type_) for slot, type_ in enumerate(spec.operands)))
    every = tuple(range(len(spec.results)))
    built: Built | None = None
    known: list[tuple[Numbers, tuple[Attribute, ...]]] = []
    for numbers in assignments:
        if built is None:
            built = build(Template(constants, every), numbers)
        else:
            built.assign(numbers)
        folded = fold(built.root)
        results = folded if isinstance(folded, tuple) else (folded,)
        if all(isinstance(result, Attribute) for result in results):
            known.append((numbers, cast("tuple[Attribute, ...]", results)))
    rule = next(
        (rule_of_class for rule_of_class in rules_of(spec.op_class) if rule_of_class.apply is rules.fold_operation),
        None,
    )
    if rule is None or not known:
        return
    arguments = [_lanes_of(type_, [numbers[slot] for numbers, _ in known]) for slot, type_ in enumerate(spec.operands)]
    computing = Node(spec, tuple(Arg(number, type_) for number, type_ in enumerate(spec.operands)))
    before = evaluate(build(Template(computing, every), ()).block, arguments, len(known))
    after = [_attributes(type_, [results[slot] for _, results in known]) for slot, type_ in enumerate(spec.results)]
    bad = differences(before, Computed(np.zeros(len(known), np.bool_), tuple(after)), equal)
    findings.of(rule.name).constants[label] += int((~bad).sum())
    for lane in np.flatnonzero(bad):
        right = ", ".join(str(data[lane]) for data, _ in before.results)
        text = Template(constants, every).describe(known[lane][0])
        signals = any(isinstance(given, float) and is_signaling(given) for given in known[lane][0])
        kind = "signaling" if signals else "value"
        findings.refute(Refutation(rule.name, kind, text, f"constants: {right} is right"))


def _lanes_of(type_: Attribute, numbers: Sequence[ConstantNumber]) -> Array:
    """Numbers of constants as lanes."""
    return _attributes(type_, [attribute(type_, number) for number in numbers])[0]


def _attributes(type_: Attribute, values: Sequence[Attribute]) -> tuple[Array, Array]:
    """Scalar constants as lanes, and which of them are poison."""
    poison = np.array([isinstance(value, PoisonAttr) for value in values])
    data = b"".join(
        b"\0" * element_size(type_) if bad else _packed(one) for one, bad in zip(values, poison, strict=True)
    )
    form = format_of(type_)
    return from_bits(form, np.frombuffer(data, form.storage)), poison


def _packed(value: Attribute) -> bytes:
    assert isinstance(value, IntegerAttr | FloatAttr)
    return pack_element(value.value.data, cast("Any", value).type)


# By the solver


def solve(application: Application, label: str, findings: Findings) -> None:
    """Ask the solver whether the new side refines the old one."""
    evidence, name = findings.of(application.rule.name), application.rule.name
    old, new = application.before.block, application.after.block
    try:
        # A product that is divided is too hard for bit-vectors of most widths, and easy as an integer.
        answer = Answer("proved") if unbounded.proved(old, new) else refines(old, new)
    except NoTranslation:
        return
    if answer.verdict == "proved":
        evidence.solved[label] += 1
    elif answer.verdict == "unknown":
        evidence.unknown[label] += 1
    else:
        without = refines(old, new, flags=False)
        kind = "flags" if without.verdict == "proved" else "value"
        findings.refute(Refutation(name, kind, application.describe(), answer.counterexample))


# Constants


def numbers_of(type_: Attribute) -> Iterable[int]:
    """All numbers of a small integer type; edges of ``index`` and of wide ones."""
    if isinstance(type_, IntegerType) and type_.width.data <= 8:
        return range(1 << type_.width.data)
    return edge_integers(type_.width.data if isinstance(type_, IntegerType) else 64)


def retyped(template: Template, types: dict[Attribute, Attribute]) -> Template:
    """The template with other types."""
    root = substituted(template.root, lambda type_: types.get(type_, type_))
    assert isinstance(root, Node)
    return Template(root, template.returned)


def constants_of(template: Template) -> Iterator[Numbers]:
    """All assignments of the template's constants, or those of edges."""
    return product(*(numbers_of(type_) for type_ in constant_types(template)))
