"""Proofs of the folds and patterns of integers, of arith and math.

All operations with all operations as operands are tried at few bits, with all constants. What a rule looks into is
then compared at more bits, and given to the solver at 16, 32 and 64 bits and for ``index``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, product
from math import prod
from random import Random

from proofs.expressions import Node, Spec, Template, argument_types, constant_types
from proofs.findings import Findings
from proofs.integer_operations import INDEX, INDEX_FAMILY, Family, arithmetic, casts, family
from proofs.lanes import edge_integers, every_value, special_values, with_poison
from proofs.scalars import (
    Instances,
    Numbers,
    applications,
    constants_of,
    enumerate_inputs,
    fold_constants,
    numbers_of,
    retyped,
    solve,
)
from proofs.shapes import nested, paired, single
from xdsl.dialects.builtin import IntegerType, i1
from xdsl.ir import Attribute

from xtriton.dialects.upstream import arith
from xtriton.folds.elements import width_of
from xtriton.interp.values import Value

TINY = family(1, 2, 3)
SMALL = family(2, 3, 4)
BYTE = family(4, 8, 16)
LARGE = (family(8, 16, 32), family(16, 32, 64), family(32, 64, 65))

MOST_LANES = 1 << 17
MOST_CONSTANTS = 1 << 12
Pair = tuple[str, str]
"""The labels of an operation and of one that is its operand."""
Places = Mapping[Pair, Sequence[int]]
"""Some templates of pairs."""


@dataclass
class Shapes:
    """Templates into whose inner operations some rule looked, by the labels of their operations."""

    found: dict[Pair, list[Template]] = field(default_factory=dict[Pair, list[Template]])
    places: dict[tuple[Pair, str], list[int]] = field(default_factory=dict[tuple[Pair, str], list[int]])
    """The places of templates among those of their pair, by pair, and rule, numbers of leaves and type."""

    def __iter__(self) -> Iterator[Template]:
        return chain.from_iterable(self.found.values())

    def some(self, count: int) -> Places:
        """The places of some templates of each pair and rule, far from each other."""
        chosen: dict[Pair, set[int]] = {}
        for (pair, _), places in self.places.items():
            chosen.setdefault(pair, set()).update(places[:: -(-len(places) // count)])
        return {pair: sorted(places) for pair, places in chosen.items()}


@cache
def domain(type_: Attribute) -> Value:
    """All numbers of a small integer type or edges of a wide one, and poison."""
    small = isinstance(type_, IntegerType) and type_.width.data <= 8
    return with_poison(every_value(type_) if small else special_values(type_))


def single_templates(types: Family) -> Iterator[Template]:
    """All operations of a family on arguments and constants."""
    for spec in (*arithmetic(types.middle), *arithmetic(i1), *casts(types)):
        yield from single(spec)


def pairs(types: Family) -> Iterator[tuple[Spec, Spec]]:
    """All operations of a family and ``i1``, with those that can be their operands."""
    shifts = [spec for spec in arithmetic(types.wide) if spec.op_class in (arith.ShRSIOp, arith.ShRUIOp)]
    specs = [*arithmetic(types.middle), *arithmetic(i1), *casts(types), *shifts]
    return ((outer, inner) for outer, inner in product(specs, specs) if set(inner.results) & set(outer.operands))


def nested_templates(types: Family, wanted: Callable[[Pair], bool]) -> Iterator[tuple[Pair, int, Template]]:
    """All templates of two operations, and those of one on two conversions, of which labels are wanted.

    Each has its place among the templates of operations with these labels.
    """
    places: dict[Pair, int] = {}
    for pair, template in _nested_templates(types, wanted):
        place = places[pair] = places.get(pair, -1) + 1
        yield pair, place, template


def _nested_templates(types: Family, wanted: Callable[[Pair], bool]) -> Iterator[tuple[Pair, Template]]:
    for outer, inner in pairs(types):
        pair = outer.label, inner.label
        if wanted(pair):
            for template in nested(outer, inner):
                yield pair, template
    conversions = list(casts(types))
    for outer in (*arithmetic(types.middle), *arithmetic(types.wide)):
        for first, second in product(conversions, conversions):
            pair = outer.label, f"{first.label} and {second.label}"
            if wanted(pair):
                for template in paired(outer, first, second):
                    yield pair, template


def prove_single(types: Family, findings: Findings) -> None:
    """All inputs of all single operations of a family, with all constants."""
    for spec in (*arithmetic(types.middle), *arithmetic(i1), *casts(types)):
        choices = [list(numbers_of(type_)) for type_ in spec.operands]
        if prod(map(len, choices)) > MOST_CONSTANTS:
            choices = [edge_integers(width_of(type_)) for type_ in spec.operands]
        fold_constants(spec, product(*choices), str(spec.operands[-1]), findings)
    for template in single_templates(types):
        if len(argument_types(template)) == 0:
            continue
        for application in applications(template, constants_of(template)):
            enumerate_inputs(application, domain, label_of(template), findings)


def find_shapes(
    types: Family,
    findings: Findings,
    wanted: Callable[[Pair], bool],
    chosen: Callable[[Pair, int], bool] = lambda pair, place: True,
    constants: Callable[[Template], Iterable[Numbers]] = constants_of,
) -> Shapes:
    """All inputs of all templates of wanted pairs that are chosen by their place; which of them rules look into."""
    instances, shapes = Instances(), Shapes()
    for pair, place, template in nested_templates(types, wanted):
        if not chosen(pair, place):
            continue
        rules: set[str] = set()
        for application in applications(template, constants(template)):
            if instances.covers(application):
                continue
            rules.add(application.rule.name)
            enumerate_inputs(application, domain, label_of(template), findings)
        if rules:
            shapes.found.setdefault(pair, []).append(template)
        leaves = f"{len(argument_types(template))} {len(constant_types(template))} {label_of(template)}"
        for rule in rules:
            shapes.places.setdefault((pair, f"{rule} {leaves}"), []).append(place)
    return shapes


def label_of(template: Template) -> str:
    """The widest type of the enumerated values: the arguments, or the constants if there are none."""
    types = argument_types(template) or constant_types(template)
    return str(max(types, key=width_of))


def moved(shapes: Iterable[Template], source: Family, target: Family) -> Iterator[Template]:
    """The templates at other widths. Those with ``index`` for the middle type must not convert to or from it."""
    types = {old: new for old, new in zip(_types(source), _types(target), strict=True) if old != i1}
    for template in shapes:
        used = {*argument_types(template), *constant_types(template), *template.root.spec.results}
        if used & types.keys() and not (target.middle == INDEX and _is_conversion(template)):
            yield retyped(template, types)


def _types(types: Family) -> tuple[Attribute, Attribute, Attribute]:
    return types.narrow, types.middle, types.wide


def enumerate_shapes(templates: Iterable[Template], findings: Findings, constants: int) -> None:
    """All inputs of templates, as far as there are not too many.

    A single constant of up to 4 bits takes all numbers, others at most so many.
    """
    for template in templates:
        lanes = 1
        for type_ in argument_types(template):
            lanes *= (1 << min(width_of(type_), 8)) + 1
        if lanes > MOST_LANES:
            continue
        types = constant_types(template)
        every = len(types) == 1 and width_of(types[0]) <= 4
        numbers = constants_of(template) if every else some_constants(template, constants)
        for application in applications(template, numbers):
            enumerate_inputs(application, domain, label_of(template), findings)


def solve_shapes(templates: Iterable[Template], findings: Findings, constants: int) -> None:
    """Ask the solver about templates, with at most so many numbers for each constant."""
    for template in templates:
        for application in applications(template, some_constants(template, constants)):
            solve(application, label_of(template), findings)


def some_constants(template: Template, count: int) -> Iterator[Numbers]:
    """Assignments of constants at the edges of their types and of the other types' widths.

    Of several constants each takes all of its ``count`` numbers, but not all combinations occur.
    """
    types = constant_types(template)
    others = {width_of(type_) for type_ in (*argument_types(template), *template.root.spec.results)}
    edges = [_edges(type_, others, count) for type_ in types]
    for step in range(1 if len(types) < 2 else 2):
        for start in range(count if types else 1):
            yield [numbers[(start + step * slot) % len(numbers)] for slot, numbers in enumerate(edges)]


def _edges(type_: Attribute, others: Iterable[int], count: int) -> Sequence[int]:
    width = width_of(type_)
    full = (1 << width) - 1
    steps = [width - other for other in sorted(others) if other < width]
    first = [*steps, width - 1, 1, 0, full, full >> 1, 1 << (width - 1), 3, full - 2, (full >> 1) - 1]
    return list(dict.fromkeys(number & full for number in (*first, *edge_integers(width))))[:count]


def _is_conversion(template: Template) -> bool:
    """Whether a template resizes integers, which ``index`` cannot take part in."""
    nodes = [template.root, *(operand for operand in template.root.operands if isinstance(operand, Node))]
    return any(len(node.spec.operands) == 1 and node.spec.operands != node.spec.results for node in nodes)


def prove_singles(findings: Findings) -> None:
    """Single operations, by all means."""
    prove_single(SMALL, findings)
    prove_single(BYTE, findings)
    for target in (*LARGE, INDEX_FAMILY):
        solve_shapes(
            (template for template in single_templates(target) if argument_types(template)), findings, constants=8
        )


def prove_nested(findings: Findings, part: int, parts: int) -> Places:
    """Operations on operations by all means: one of several parts. Returns some templates that rules look into."""
    labels = sorted({outer.label for outer, _ in pairs(TINY)})
    shapes = find_shapes(TINY, findings, lambda pair: labels.index(pair[0]) % parts == part)
    enumerate_shapes(moved(shapes, TINY, SMALL), findings, constants=4)
    enumerate_shapes(moved(shapes, TINY, BYTE), findings, constants=2)
    for target in (*LARGE, INDEX_FAMILY):
        solve_shapes(moved(shapes, TINY, target), findings, constants=2)
    return shapes.some(2)


def prove_quickly(findings: Findings, places: Places, outer: str = "") -> None:
    """All single operations, and some templates of pairs of operations that rules are known to look into.

    Those are tried with all flags, predicates and conversions, since a rule may look at these, too. ``outer`` is how
    the labels of the pairs begin.
    """
    known: dict[Pair, set[int]] = {}
    for pair, some in places.items():
        known.setdefault(_kinds(pair), set()).update(some)
    prove_single(SMALL, findings)
    shapes = find_shapes(
        TINY,
        findings,
        lambda pair: pair[0].startswith(outer) and _kinds(pair) in known,
        lambda pair, place: place in known[_kinds(pair)],
        _any_constants,
    )
    conversions = [shape for shape in shapes if len(shape.root.operands) == 1]
    enumerate_shapes(moved(conversions, TINY, SMALL), findings, constants=2)
    solve_shapes(moved(list(shapes)[::15], TINY, LARGE[1]), findings, constants=1)


def _any_constants(template: Template) -> Iterable[Numbers]:
    """Some of all assignments of constants, at random."""
    numbers = list(constants_of(template))
    return Random(len(numbers)).sample(numbers, min(5, len(numbers)))


def _kinds(pair: Pair) -> Pair:
    """A pair of labels without flags, predicates and the kinds of conversions."""
    outer, inner = (label.partition(" ")[0] for label in pair)
    return _kind(outer), "conversions" if " and " in pair[1] else _kind(inner)


def _kind(name: str) -> str:
    return "extension" if name.startswith("arith.ext") else name
