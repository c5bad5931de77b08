"""Evaluates PTX registers for each thread of a CTA, as far as they depend on the thread's index only.

Addresses are computed from ``%tid.x`` by integer arithmetic. Everything else is the same in all threads: indices of
CTAs and loop counters are taken to be zero, pointers to be aligned, and integer parameters (strides, extents) and
numbers of CTAs to be large. For shared memory that moves all addresses of an access by the same distance, which rotates
the banks and adds no conflict. Values that are loaded from memory are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Lanes = npt.NDArray[np.int64]
"""A value of each thread."""

WARP = 32

GENERIC = 16 * 65_537
"""The value of integer parameters and numbers of CTAs: larger than any tile, a multiple of 16, no power of two."""

_PARAMETER = re.compile(r"\.param\s+(?P<type>\.[a-z]\d+)(?P<pointer>\s+\.ptr)?[^,)\n]*?(?P<name>\w+_param_\d+)\b")
_HEADER = re.compile(r"^(?:\.(?:visible|weak|extern) )*\.(?P<kind>entry|func)\b", re.MULTILINE)
_STATEMENT = re.compile(
    r"^\s*(?:@(?P<not>!?)(?P<guard>%\w+)\s+)?(?P<opcode>[a-z][\w.:]*)\s+(?P<operands>[^;]*);", re.MULTILINE
)
_GROUP = re.compile(r"\{[^}]*\}|\[[^\]]*\]|[^,{}\[\]]+")


@dataclass(frozen=True)
class Instruction:
    """An instruction of PTX. ``line`` counts from 1."""

    line: int
    opcode: str
    operands: tuple[str, ...]
    guard: str
    """The predicate register, or empty."""
    negated: bool

    @property
    def parts(self) -> list[str]:
        """The opcode split at its dots."""
        return self.opcode.replace("::", ".").split(".")


def _instructions(text: str, start: int, end: int) -> list[Instruction]:
    """The instructions in a part of a PTX module, inline assembly included."""
    found: list[Instruction] = []
    line, at = 1 + text.count("\n", 0, start), start
    for match in _STATEMENT.finditer(text, start, end):
        line += text.count("\n", at, match.start("opcode"))
        at = match.start("opcode")
        operands = tuple(part.strip() for part in _GROUP.findall(match["operands"]) if part.strip())
        found.append(Instruction(line, match["opcode"], operands, match["guard"] or "", bool(match["not"])))
    return found


def functions_of(text: str, warps: int) -> list[Threads]:
    """The functions of a PTX module, to be evaluated for the threads of a CTA; registers are those of a function."""
    headers = list(_HEADER.finditer(text))
    ends = [header.start() for header in headers[1:]] + [len(text)]
    integers = integer_parameters(text)
    return [
        Threads(_instructions(text, header.end(), end), warps, integers, header["kind"] == "entry")
        for header, end in zip(headers, ends, strict=True)
    ]


def all_instructions(functions: Sequence[Threads]) -> Iterator[tuple[Threads, Instruction]]:
    """The instructions of all functions, each with its function."""
    for threads in functions:
        for instruction in threads.program:
            yield threads, instruction


def integer_parameters(text: str) -> frozenset[str]:
    """The parameters of the kernel that are not pointers."""
    return frozenset(match["name"] for match in _PARAMETER.finditer(text) if not match["pointer"])


class UnknownValueError(Exception):
    """A value depends on memory, or on an instruction that is not modelled."""


@dataclass
class Threads:
    """Evaluates registers of a program for the threads of a CTA."""

    program: Sequence[Instruction]
    warps: int
    integers: frozenset[str] = frozenset()
    """The parameters that are no pointers."""
    is_kernel: bool = True
    """Otherwise parameters may differ between threads."""
    _definitions: dict[str, list[Instruction]] = field(default_factory=dict[str, list[Instruction]])
    _known: dict[str, Lanes | None] = field(default_factory=dict[str, "Lanes | None"])

    def __post_init__(self) -> None:
        for instruction in self.program:
            for name in _defined(instruction):
                self._definitions.setdefault(name, []).append(instruction)

    @property
    def count(self) -> int:
        """The number of threads."""
        return self.warps * WARP

    def address(self, operand: str) -> Lanes:
        """The addresses of a memory operand such as ``[%r1+16]``. Raises :class:`UnknownValueError`."""
        base, sign, offset = operand.strip("[] ").partition("+")
        value = self.value(base.strip())
        return value + self.value(offset.strip()) if sign else value

    def value(self, operand: str) -> Lanes:
        """The values of a register or constant. Raises :class:`UnknownValueError`."""
        if operand in ("%tid.x", "%laneid"):
            lanes = np.arange(self.count, dtype=np.int64)
            return lanes if operand == "%tid.x" else lanes % WARP
        if operand.startswith("%nctaid."):
            return np.full(self.count, GENERIC, dtype=np.int64)
        if not operand.startswith("%"):
            return np.full(self.count, _constant(operand), dtype=np.int64)
        if operand not in self._known:
            self._known[operand] = np.zeros(
                self.count, dtype=np.int64
            )  # a loop-carried value counts with its entry value
            try:
                self._known[operand] = self._find(operand)
            except UnknownValueError:
                self._known[operand] = None
        found = self._known[operand]
        if found is None:
            raise UnknownValueError(operand)
        return found

    def _find(self, name: str) -> Lanes:
        definitions = self._definitions.get(name, ())
        if not definitions:  # special registers other than the thread's index are uniform
            return np.zeros(self.count, dtype=np.int64)
        if any(_reads_memory(instruction) for instruction in definitions):
            raise UnknownValueError(name)
        return self._result(definitions[0], name)

    def _result(self, instruction: Instruction, name: str) -> Lanes:
        kind = instruction.parts[0]
        if kind == "ld":
            if not self.is_kernel:
                raise UnknownValueError(name)
            parameter = instruction.operands[1].strip("[] ")
            return np.full(self.count, GENERIC if parameter in self.integers else 0, dtype=np.int64)
        if kind == "mov" and instruction.operands[0].startswith("{"):
            return self._unpacked(instruction, name)
        if kind == "shfl":
            return self._shuffled(instruction)
        compute = _RULES.get(kind)
        if compute is None or not _FLOATS.isdisjoint(instruction.parts):
            raise UnknownValueError(name)
        arguments = [self.value(operand) for operand in instruction.operands[1:] if not operand.startswith("{")]
        try:
            return compute(arguments, instruction.parts)
        except IndexError:
            raise UnknownValueError(name) from None

    def _unpacked(self, instruction: Instruction, name: str) -> Lanes:
        parts = [part.strip() for part in instruction.operands[0].strip("{}").split(",")]
        bits = int(instruction.parts[-1][1:]) // len(parts)
        return self.value(instruction.operands[1]) >> bits * parts.index(name) & (1 << bits) - 1

    def _shuffled(self, instruction: Instruction) -> Lanes:
        """``shfl.sync.idx`` with a lane that is the same everywhere, by which the index of the warp is made uniform."""
        if "idx" not in instruction.parts:
            raise UnknownValueError(instruction.opcode)
        source, lane = self.value(instruction.operands[1]), self.value(instruction.operands[2])
        warps = source.reshape(self.warps, WARP)
        return np.repeat(warps[np.arange(self.warps), lane.reshape(self.warps, WARP)[:, 0] % WARP], WARP)

    def active(self, instruction: Instruction) -> npt.NDArray[np.bool_]:
        """The threads that run an instruction; all of them if its predicate is unknown or uniform."""
        everything = np.ones(self.count, dtype=np.bool_)
        if not instruction.guard:
            return everything
        try:
            guard = self.value(instruction.guard) != 0
        except UnknownValueError:
            return everything
        guard = ~guard if instruction.negated else guard
        return guard if guard.any() else everything


def _reads_memory(instruction: Instruction) -> bool:
    """Whether a result comes from memory other than that of parameters; masked loads are preceded by a ``mov``."""
    kind = instruction.parts[0]
    return kind in ("atom", "ldmatrix") or (kind == "ld" and "param" not in instruction.parts)


def _defined(instruction: Instruction) -> Iterator[str]:
    if instruction.parts[0] in ("st", "bra", "bar", "ret", "cp", "mbarrier", "red") or not instruction.operands:
        return
    first = instruction.operands[0]
    for name in first.strip("{}").replace("|", ",").split(","):
        if name.strip().startswith("%"):
            yield name.strip()


def _constant(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        return 0  # symbols such as global_smem, and floating-point constants


Rule = Callable[[Sequence[Lanes], Sequence[str]], Lanes]


def _width(parts: Sequence[str]) -> int:
    last = parts[-1]
    return int(last[1:]) if last[1:].isdigit() else 32


def _wrapped(value: Lanes, parts: Sequence[str]) -> Lanes:
    """A result in the width of its type; signed ones keep their sign."""
    width = _width(parts)
    if width >= 64:
        return value
    low = value & (1 << width) - 1
    return np.where(low >> (width - 1) & 1, low - (1 << width), low) if parts[-1].startswith("s") else low


def _unsigned(value: Lanes, parts: Sequence[str]) -> Lanes:
    width = _width(parts)
    return value if width >= 64 else value & (1 << width) - 1


def _typed(value: Lanes, parts: Sequence[str]) -> Lanes:
    """The value of a register as an operand of an instruction's type; it may have been written as one of another."""
    return _wrapped(value, parts) if parts[-1].startswith("s") else _unsigned(value, parts)


def _multiplied(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    first, second = (_typed(value, parts) for value in values[:2])
    if "wide" in parts:
        return first * second
    if "hi" not in parts:
        return _wrapped(first * second, parts)
    width = _width(parts)
    if width > _WIDEST_HIGH:
        raise UnknownValueError(".".join(parts))
    return _wrapped(first * second >> width, parts)


_WIDEST_HIGH = 32
"""The bits of factors whose whole product is known here."""


def _multiplied_and_added(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    total = _multiplied(values, parts) + values[2]
    return total if "wide" in parts else _wrapped(total, parts)


def _shifted_right(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    return _typed(values[0], parts) >> np.minimum(values[1], 63)


def _field(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    start, length = values[1] & 255, values[2] & 255
    bits = (_unsigned(values[0], parts) >> start) & (1 << length) - 1
    if not parts[-1].startswith("s"):
        return bits
    return np.where((length > 0) & (bits >> np.maximum(length - 1, 0) & 1 > 0), bits - (1 << length), bits)


def _inserted(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    mask = (1 << (values[3] & 255)) - 1 << (values[2] & 255)
    return values[1] & ~mask | values[0] << (values[2] & 255) & mask


def _looked_up(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    """``lop3``: each bit of the result is a bit of the table."""
    table = int(values[3][0])
    result = np.zeros_like(values[0])
    for index in range(8):
        if table >> index & 1:
            term = np.full_like(values[0], -1)
            for bit, operand in zip((4, 2, 1), values[:3], strict=True):
                term &= operand if index & bit else ~operand
            result |= term
    return _wrapped(result, parts)


_COMPARISONS: dict[str, Callable[[Lanes, Lanes], npt.NDArray[np.bool_]]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
}


def _compared(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    compare = _COMPARISONS.get(parts[1])
    if compare is None:
        raise UnknownValueError(".".join(parts))
    return compare(_typed(values[0], parts), _typed(values[1], parts)).astype(np.int64)


def _not(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    return 1 - values[0] if parts[-1] == "pred" else _wrapped(~values[0], parts)


def _quotient(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    """Rounded towards zero."""
    first, second = (_typed(value, parts) for value in values)
    if not second.all():
        raise UnknownValueError(".".join(parts))
    return np.sign(first) * np.sign(second) * (np.abs(first) // np.abs(second))


def _remainder(values: Sequence[Lanes], parts: Sequence[str]) -> Lanes:
    return _typed(values[0], parts) - _quotient(values, parts) * _typed(values[1], parts)


_FLOATS = frozenset({"f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64", "tf32"})

_RULES: dict[str, Rule] = {
    "mov": lambda values, parts: values[0],
    "cvt": lambda values, parts: _wrapped(_typed(values[0], parts), parts[:-1]),
    "cvta": lambda values, parts: values[0],
    "add": lambda values, parts: _wrapped(values[0] + values[1], parts),
    "sub": lambda values, parts: _wrapped(values[0] - values[1], parts),
    "mul": _multiplied,
    "mad": _multiplied_and_added,
    "and": lambda values, parts: values[0] & values[1],
    "or": lambda values, parts: values[0] | values[1],
    "xor": lambda values, parts: values[0] ^ values[1],
    "not": _not,
    "neg": lambda values, parts: _wrapped(-values[0], parts),
    "shl": lambda values, parts: _wrapped(values[0] << np.minimum(values[1], 63), parts),
    "shr": _shifted_right,
    "bfe": _field,
    "bfi": _inserted,
    "lop3": _looked_up,
    "setp": _compared,
    "selp": lambda values, parts: np.where(values[2] != 0, values[0], values[1]),
    "min": lambda values, parts: np.minimum(_typed(values[0], parts), _typed(values[1], parts)),
    "max": lambda values, parts: np.maximum(_typed(values[0], parts), _typed(values[1], parts)),
    "rem": _remainder,
    "div": _quotient,
}
