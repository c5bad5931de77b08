"""Kernels with offsets, bounds and strides near the limits of their types, and their results by NumPy.

An expression is a tree that is written twice: as Triton, and as arithmetic of NumPy, which wraps around as Triton's
does. Arrays are placed where the offsets of unmasked elements point; masked-off offsets may be anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Tree = tuple[Any, ...]
"""``("s",)``, ``("3",)``, ``("+", tree, tree)``, ``("i64", tree)`` ..."""

ARRAY = 1 << 16
"""How far apart the elements that are accessed may be."""
EDGE = 1 << 31
_NUMBERS = (
    *(0, 1, 2, 3, -1, -2, 5, 64, -64, 1 << 29, 1 << 30, -(1 << 30), (1 << 30) + 1, 3 << 29, 1 << 16, -(1 << 16)),
    *(EDGE - 1, EDGE - 2, EDGE - 5, EDGE - 16, EDGE - 64, -EDGE, 1 - EDGE, 3 - EDGE, 17 - EDGE),
)
_WIDE = (*_NUMBERS, EDGE, EDGE + 3, (1 << 62) + 5, (1 << 63) - 1, (1 << 63) - 9, -(1 << 63), -EDGE - 1, 1 << 32)


def written(tree: Tree) -> str:
    """An expression in Triton."""
    match tree:
        case ("i64", inner):
            return f"({written(inner)}).to(tl.int64)"
        case ("min", one, other):
            return f"tl.minimum({written(one)}, {written(other)})"
        case (word, one, other):
            return f"({written(one)} {word} {written(other)})"
        case (name,):
            return name
    raise AssertionError(tree)


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "%": np.fmod,
    "min": np.minimum,
    "<": np.less,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    ">": np.greater,
    "&": np.logical_and,
    "==": np.equal,
}


def value(tree: Tree, names: Mapping[str, np.ndarray]) -> np.ndarray:
    """An expression as NumPy computes it, in as many bits as Triton does."""
    match tree:
        case ("i64", inner):
            return value(inner, names).astype(np.int64)
        case (word, one, other):
            with np.errstate(over="ignore"):
                return np.asarray(_OPERATIONS[word](value(one, names), value(other, names)))
        case (name,):
            return names[name] if name in names else np.asarray(int(name), np.int32)
    raise AssertionError(tree)


def unbounded(tree: Tree, names: Mapping[str, np.ndarray]) -> np.ndarray:
    """An expression if numbers of tensors never wrapped around."""
    if not _mentions(tree, "rc"):
        return value(tree, names).astype(object)
    match tree:
        case ("i64", inner):
            return unbounded(inner, names)
        case ("%", one, other):
            return np.frompyfunc(lambda a, b: a - b * int(a / b), 2, 1)(unbounded(one, names), unbounded(other, names))
        case (word, one, other):
            return np.asarray(_OPERATIONS[word](unbounded(one, names), unbounded(other, names)))
        case (name,):
            return names[name].astype(object)
    raise AssertionError(tree)


def _mentions(tree: Tree, names: str) -> bool:
    return tree[0] in names if len(tree) == 1 else any(_mentions(part, names) for part in tree[1:])


@dataclass(frozen=True)
class Case:
    """A kernel, and the values of its arguments for some launches."""

    source: str
    offset: Tree
    mask: Tree | None
    kind: str
    step: Tree | None
    """The step of loop-carried offsets."""
    turns: int
    rows: int
    columns: int
    programs: int
    launches: tuple[dict[str, int], ...]


_HEADER = """import triton
import triton.language as tl


@triton.jit
def kernel(x, out, s, t, m, n, w, A: tl.constexpr, B: tl.constexpr):
    p = tl.program_id(0)
    r = tl.arange(0, A)[:, None]
    c = tl.arange(0, B)[None, :]
    place = p * TURNS * A * B + r * B + c
"""


class _Maker:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def scalar(self, depth: int = 2, loop: bool = False) -> Tree:
        chance = self.chance
        if depth and chance.random() < 0.4:
            word = chance.choice(("+", "-", "*", "*"))
            return (word, self.scalar(depth - 1, loop), self.scalar(depth - 1, loop))
        names = ["s", "t", "m", "n", "p", "p", "1", "2", "3", "4", "16", *(["k", "k"] if loop else [])]
        return (chance.choice(names),)

    def offsets(self, loop: bool) -> Tree:
        """Offsets of two dimensions, now and then in 64 bits from some place on."""
        chance = self.chance
        row, column = self.along("r", loop), self.along("c", loop)
        tree: Tree = ("+", row, column) if chance.random() < 0.85 else ("-", column, row)
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            tree = self.changed(tree, loop)
        return tree

    def along(self, name: str, loop: bool) -> Tree:
        tree: Tree = (name,)
        for _ in range(self.chance.choice((0, 1, 1, 1, 2))):
            tree = self.changed(tree, loop)
        if self.chance.random() < 0.15:
            tree = ("%", tree, (self.chance.choice(("5", "16", "m")),))
        return tree

    def changed(self, tree: Tree, loop: bool) -> Tree:
        chance = self.chance
        if chance.random() < 0.15:
            return ("i64", tree)
        word = chance.choice(("+", "+", "-", "*"))
        other = self.scalar(loop=loop) if chance.random() < 0.9 else ("w",)
        return (word, tree, other) if chance.random() < 0.7 else (word, other, tree)

    def mask(self, offset: Tree, loop: bool) -> Tree | None:
        chance = self.chance
        if chance.random() < 0.15:
            return None
        parts: list[Tree] = []
        for _ in range(chance.choice((1, 1, 1, 2))):
            number = self.along(chance.choice("rc"), loop) if chance.random() < 0.9 else offset
            word = chance.choice(("<", "<", "<", "<", "<=", "<=", ">=", ">"))
            bound = ("0",) if word == ">=" else chance.choice((self.scalar(1, loop), ("n",), ("w",)))
            parts.append((word, number, bound) if chance.random() < 0.9 else (word, bound, number))
        tree = parts[0]
        for part in parts[1:]:
            tree = ("&", tree, part)
        return tree


def _body(case: dict[str, Any]) -> str:
    """The kernel's text after its header."""
    masked = "" if case["mask"] is None else f", mask={written(case['mask'])}"
    other = ", other=-7" if masked else ""
    lines = []
    offset = written(case["offset"])
    if case["step"] is not None:
        lines.append(f"    offsets = {offset}")
        offset = "offsets"
    indent, place = "    ", "place"
    if case["turns"] > 1:
        lines.append("    for k in range(0, TURNS):")
        indent, place = "        ", "place + k * A * B"
    match case["kind"]:
        case "load":
            lines.append(f"{indent}tl.store(out + {place}, tl.load(x + ({offset}){masked}{other}))")
        case "twice":
            lines.append(f"{indent}tl.store(out + {place}, tl.load((x + ({offset})) + 3{masked}{other}))")
        case "store":
            lines.append(f"{indent}tl.store(x + ({offset}), {place}{masked})")
        case "update":
            lines.append(f"{indent}old = tl.load(x + ({offset}){masked}{other})")
            lines.append(f"{indent}tl.store(x + ({offset}), old + {place} + 1{masked})")
        case _:
            lines.append(f"{indent}tl.atomic_add(x + ({offset}), {place} + 1{masked})")
    if case["step"] is not None:
        lines.append(f"{indent}offsets += {written(case['step'])}")
    return "\n".join(lines) + "\n"


def case_of(seed: int, launches: int = 4) -> Case:
    """The kernel of a seed, with launches that access no more than an array holds."""
    attempt = 0
    while True:
        found = _attempt(_Maker(seed * 1009 + attempt), launches)
        if found is not None:
            return found
        attempt += 1


def _attempt(maker: _Maker, launches: int) -> Case | None:
    chance = maker.chance
    turns = chance.choice((1, 1, 1, 3))
    loop = turns > 1
    carried = loop and chance.random() < 0.5
    offset = maker.offsets(loop and not carried)
    made: dict[str, Any] = {
        "offset": offset,
        "mask": maker.mask(offset, loop),
        "kind": chance.choice(("load", "load", "load", "twice", "store", "update", "atomic")),
        "step": maker.scalar(1, loop=True) if carried else None,
        "turns": turns,
        "rows": chance.choice((1, 2, 4)),
        "columns": chance.choice((1, 8, 16)),
        "programs": chance.choice((1, 2, 3)),
    }
    source = (_HEADER + _body(made)).replace("TURNS", str(turns))
    case = Case(source, launches=(), **made)
    if not _types_stay(case):
        return None
    good: list[dict[str, int]] = []
    usual = chance.random() < 0.1
    for attempt in range(400):
        if not good and not usual and attempt == 100:
            return None
        given = {name: chance.choice(_NUMBERS) for name in "stm"}
        given["n"] = chance.choice(_NUMBERS if chance.random() < 0.7 else range(1, 40))
        given["w"] = chance.choice(_WIDE)
        if fits(case, given) and (wraps(case, given) or ((usual or good) and chance.random() < 0.2)):
            good.append(given)
        if len(good) == launches:
            break
    return Case(source, launches=tuple(good), **made) if good else None


def _types_stay(case: Case) -> bool:
    """Whether a loop adds to its offsets what leaves their type as it is."""
    if case.step is None:
        return True
    names = names_of(case, dict.fromkeys("stmnw", 1), 0, 0)
    return value(("+", case.offset, case.step), names).dtype == value(case.offset, names).dtype


def names_of(case: Case, given: Mapping[str, int], program: int, turn: int) -> dict[str, np.ndarray]:
    """The values of the names in expressions in an iteration."""
    names = {name: np.asarray(number, np.int64 if name == "w" else np.int32) for name, number in given.items()}
    return names | {
        "r": np.arange(case.rows, dtype=np.int32)[:, None],
        "c": np.arange(case.columns, dtype=np.int32)[None, :],
        "p": np.asarray(program, np.int32),
        "k": np.asarray(turn, np.int32),
    }


def accesses(case: Case, given: Mapping[str, int]) -> list[tuple[np.ndarray, np.ndarray]]:
    """The offsets, and which of them are accessed, of each program and iteration in their order."""
    found: list[tuple[np.ndarray, np.ndarray]] = []
    shape = (case.rows, case.columns)
    for program in range(case.programs):
        carried: np.ndarray | None = None
        for turn in range(case.turns):
            names = names_of(case, given, program, turn)
            if case.step is None or carried is None:
                carried = value(case.offset, names)
            mask = np.asarray(True) if case.mask is None else value(case.mask, names)
            moved = carried.astype(np.int64) + (3 if case.kind == "twice" else 0)
            found.append((np.broadcast_to(moved, shape), np.broadcast_to(mask, shape)))
            if case.step is not None:
                with np.errstate(over="ignore"):
                    carried = np.asarray(carried + value(case.step, names))
    return found


def window(case: Case, given: Mapping[str, int]) -> tuple[int, int]:
    """The least and the largest offset that is accessed; the same twice if none is."""
    used = [offsets[mask] for offsets, mask in accesses(case, given) if mask.any()]
    if not used:
        return 0, 0
    return min(int(part.min()) for part in used), max(int(part.max()) for part in used)


def fits(case: Case, given: Mapping[str, int]) -> bool:
    """Whether an array holds all that is accessed, and no two elements of a store have the same place."""
    remainders = [tree for tree in _trees(case.offset) + _trees(case.mask) if tree[0] == "%"]
    if given["m"] <= 0 and any(tree[2] == ("m",) for tree in remainders):
        return False
    low, high = window(case, given)
    if high - low >= ARRAY:
        return False
    if case.kind not in ("store", "update"):
        return True
    return all(np.unique(offsets[mask]).size == mask.sum() for offsets, mask in accesses(case, given))


def wraps(case: Case, given: Mapping[str, int]) -> bool:
    """Whether something is accessed, and it would be something else if no tensor wrapped around."""
    if not any(mask.any() for _, mask in accesses(case, given)):
        return False
    for program in range(case.programs):
        for turn in range(case.turns):
            names = names_of(case, given, program, turn)
            mask = np.asarray(True) if case.mask is None else value(case.mask, names)
            if case.mask is not None and (unbounded(case.mask, names) != mask).any():
                return True
            if ((unbounded(case.offset, names) != value(case.offset, names)) & mask).any():
                return True
    return False


def _trees(tree: Tree | None) -> list[Tree]:
    if tree is None or len(tree) == 1:
        return []
    return [tree, *(inner for part in tree[1:] for inner in _trees(part))]


def expected(case: Case, given: Mapping[str, int], x: np.ndarray, out: np.ndarray, low: int) -> None:
    """Do what the kernel does, on arrays of which the first element has the offset ``low``."""
    size = case.rows * case.columns
    for number, (offsets, mask) in enumerate(accesses(case, given)):
        place = (number * size + np.arange(size, dtype=np.int32)).reshape(case.rows, case.columns)
        at = (offsets - low)[mask]
        match case.kind:
            case "load" | "twice":
                loaded = np.full(mask.shape, -7, np.int32)
                loaded[mask] = x[at]
                out[place] = loaded
            case "store":
                x[at] = place[mask]
            case "update":
                x[at] += place[mask] + 1
            case _:
                np.add.at(x, at, place[mask] + 1)
