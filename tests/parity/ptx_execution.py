"""Executes PTX forward, for all threads of a CTA at a time, to know which addresses each instruction accesses.

This is a second implementation beside ``xtriton.explain.ptx_program``, which follows the definitions of an address
backward: registers are bit patterns here, every instruction is executed in the order of the text. Branches disable the
threads that take them until their target, but those that all threads would take are not taken, and instructions that
no thread would execute are executed by all, so that every instruction is executed once, also those of loops. Values
from memory, and of floating-point instructions, are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]
Value = tuple[Bits, int] | None
"""Bit patterns, and their width in bits; None is unknown."""

_STATEMENT = re.compile(r"^(?:@(!?)(%\w+)\s+)?([a-z][\w.:]*)(?:\s+(.*))?$", re.DOTALL)
_LABEL = re.compile(r"^\s*(\$\w+):", re.MULTILINE)
_OPERAND = re.compile(r"\{[^}]*\}|\[[^\]]*\]|[^,{}\[\]]+")
_FLOATS = {"f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "tf32", "e4m3x2", "e5m2x2", "f32x2"}


@dataclass(frozen=True)
class Access:
    """An executed access of memory."""

    line: int
    """Counted from 1."""
    space: str
    """``shared`` or ``global``."""
    opcode: str
    addresses: Sequence[int | None] | None
    """By thread; None for threads that do not take part, or altogether if the addresses are unknown."""


@dataclass
class Execution:
    """The threads of a CTA of a kernel."""

    threads: int
    parameters: Callable[[str, bool], int]
    """The value of a parameter by its name, and whether it is a pointer."""
    ctas: int
    """The number of CTAs of the grid in each dimension."""
    accesses: list[Access] = field(default_factory=list[Access])
    unknown_opcodes: dict[str, int] = field(default_factory=dict[str, int])
    _registers: dict[str, Value] = field(default_factory=dict[str, Value])
    _pointers: Mapping[str, bool] = field(default_factory=dict[str, bool])

    def run(self, text: str) -> None:
        """Execute the only entry function of a module."""
        start = re.search(r"\.entry\b", text)
        assert start is not None
        head, body = text.index("(", start.end()), text.index("\n{", start.end())
        self._pointers = {
            match[1]: ".ptr" in match[0] for match in re.finditer(r"\.param[^,\n)]*?(\w+_param_\d+)\b", text[head:body])
        }
        following = re.search(r"\n\s*\.section\b|\n(?:\.\w+ )*\.func\b", text[body:])
        stop = text.rindex("\n}", body, body + following.start() if following is not None else len(text))
        live: Mask = np.ones(self.threads, dtype=np.bool_)
        waiting: dict[str, Mask] = {}
        for line, item in _items(text, body + 2, stop):
            if item.startswith("$"):
                live = live | waiting.pop(item, np.zeros(self.threads, dtype=np.bool_))
                continue
            match = _STATEMENT.match(item)
            if match is None:
                continue
            taking = live
            if match[2]:
                predicate = self._registers.get(match[2])
                if predicate is None and match[3].startswith("bra"):
                    continue  # taken by none
                if predicate is not None:
                    holds = predicate[0] != 0
                    taking = live & (~holds if match[1] else holds)
                    if not taking.any() and not match[3].startswith(("bra", "ret", "exit")):
                        taking = live
            operands = [part.strip() for part in _OPERAND.findall(match[4] or "") if part.strip()]
            if match[3].startswith("bra"):
                target = operands[0]
                if bool((taking == live).all()):
                    continue  # not taken, so that what it skips is executed, too
                if text.find(f"\n{target}:", 0, stop) > text.find("\n", _offset_of(text, line)):
                    waiting[target] = waiting.get(target, np.zeros(self.threads, dtype=np.bool_)) | taking
                    live = live & ~taking
                continue
            if match[3] in ("ret", "exit"):
                if bool((taking == live).all()):
                    continue
                live = live & ~taking
                continue
            self._execute(line, match[3], operands, taking)

    def _execute(self, line: int, opcode: str, operands: list[str], taking: Mask) -> None:
        parts = opcode.replace("::", ".").split(".")
        kind = parts[0]
        for space, place in _memory_operands(kind, parts, operands).items():
            address = self._address(operands[place])
            found = None
            if address is not None:
                found = [int(at) if takes else None for at, takes in zip(address, taking, strict=True)]
            self.accesses.append(Access(line, space, opcode, found))
        if kind in ("st", "red", "bar", "fence", "prefetch", "membar", "cp", "stmatrix", "mbarrier") and kind != "mov":
            self._set_unknown(operands[:1] if kind == "mbarrier" else [], taking)
            return
        if not operands:
            return
        results = _names(operands[0])
        if kind == "ld" and "param" in parts:
            name = operands[1].strip("[] ").partition("+")[0]
            value = self._splat(self.parameters(name, self._pointers.get(name, False)))
            self._assign(results, (value, _width(parts)), taking)
            return
        rule = _RULES.get(kind)
        if rule is None or (_FLOATS & set(parts)) or (kind == "mov" and operands[0].startswith("{")):
            if kind == "mov" and operands[0].startswith("{"):
                self._unpack(operands, parts, taking)
                return
            if rule is None:
                self.unknown_opcodes[kind] = self.unknown_opcodes.get(kind, 0) + 1
            self._set_unknown(operands[:1], taking)
            return
        if kind == "mov" and operands[1].startswith("{"):
            self._assign(results, self._packed(operands[1], parts), taking)
            return
        arguments = [self._operand(operand, parts) for operand in operands[1:]]
        if any(argument is None for argument in arguments):
            self._set_unknown(operands[:1], taking)
            return
        known = [argument for argument in arguments if argument is not None]
        self._assign(results, rule(known, parts), taking)

    # Registers

    def _splat(self, number: int) -> Bits:
        return np.full(self.threads, number & 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)

    def _operand(self, text: str, parts: Sequence[str]) -> Value:
        width = _width(parts)
        if text in ("%tid.x", "%laneid"):
            lanes = np.arange(self.threads, dtype=np.uint64)
            return (lanes if text == "%tid.x" else lanes % np.uint64(32)), 32
        if text.startswith("%"):
            if re.fullmatch(r"%(?:ctaid|clusterid|cluster_ctaid|cluster_ctarank|tid|warpid)(?:\.\w+)?", text):
                return self._splat(0), 32
            if re.fullmatch(r"%(?:nctaid|ncluster\w*|cluster_nctaid)(?:\.\w+)?", text):
                return self._splat(self.ctas), 32
            return self._registers.get(text)
        if re.fullmatch(r"-?\d+|-?0[xX][0-9a-fA-F]+", text):
            return self._splat(int(text, 0) & (1 << width) - 1), width
        if re.fullmatch(r"[A-Za-z_$][\w$]*", text):
            return self._splat(0), 64  # the address of shared memory
        return None

    def _address(self, operand: str) -> Bits | None:
        base, _, offset = operand.strip("[] ").partition("+")
        value = self._operand(base.strip(), ["u64"])
        if value is None:
            return None
        number = int(offset.strip(), 0) if offset.strip() else 0
        return (value[0] + self._splat(number)) & np.uint64(0xFFFFFFFFFFFFFFFF)

    def _assign(self, names: Sequence[str], value: Value, taking: Mask) -> None:
        for name in names:
            before = self._registers.get(name)
            if value is None or bool(taking.all()):
                self._registers[name] = value
            elif before is None:
                # The other threads have not written the register: no compiler lets them read it before they do.
                self._registers[name] = (np.where(taking, value[0], np.uint64(0)), value[1])
            else:
                self._registers[name] = (np.where(taking, value[0], before[0]), value[1])

    def _set_unknown(self, operands: Sequence[str], taking: Mask) -> None:
        for operand in operands:
            self._assign(_names(operand), None, taking)

    def _unpack(self, operands: Sequence[str], parts: Sequence[str], taking: Mask) -> None:
        names = [name.strip() for name in operands[0].strip("{}").split(",")]
        whole = self._operand(operands[1], parts)
        width = _width(parts) // len(names)
        for at, name in enumerate(names):
            if name == "_":
                continue
            part = None
            if whole is not None:
                part = (whole[0] >> np.uint64(at * width) & np.uint64((1 << width) - 1), width)
            self._assign([name], part, taking)

    def _packed(self, operand: str, parts: Sequence[str]) -> Value:
        names = [name.strip() for name in operand.strip("{}").split(",")]
        width = _width(parts) // len(names)
        total = self._splat(0)
        for at, name in enumerate(names):
            value = self._operand(name, [f"b{width}"])
            if value is None:
                return None
            total |= (value[0] & np.uint64((1 << width) - 1)) << np.uint64(at * width)
        return total, width * len(names)


def _offset_of(text: str, line: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at


def _items(text: str, start: int, stop: int) -> Iterator[tuple[int, str]]:
    """The labels and statements of a function with their lines."""
    line = 1 + text.count("\n", 0, start)
    for raw in text[start:stop].split("\n"):
        code = raw.partition("//")[0].strip()
        label = _LABEL.match(code)
        if label is not None:
            yield line, label[1]
            code = code[label.end() :].strip()
        for statement in code.split(";"):
            statement = _without_scope(statement.strip())
            if statement and not statement.startswith("."):
                yield line, statement
        line += 1


def _without_scope(statement: str) -> str:
    """A statement without the braces of a scope around it; those of vectors of registers are kept."""
    if statement.startswith("{") and not statement[1:].lstrip().startswith("%"):
        statement = statement[1:].strip()
    return "" if statement == "}" else statement


def _names(operand: str) -> list[str]:
    return [name.strip() for name in operand.strip("{}").replace("|", ",").split(",") if name.strip().startswith("%")]


def _memory_operands(kind: str, parts: Sequence[str], operands: Sequence[str]) -> dict[str, int]:
    """The operands with addresses, by the space that they are in."""
    if kind == "cp" and "async" in parts and "bulk" not in parts and len(operands) > 2:
        return {"shared": 0, "global": 1}
    place = {"ld": 1, "atom": 1, "ldmatrix": 1, "st": 0, "red": 0, "stmatrix": 0}.get(kind)
    spaces = [space for space in ("shared", "global") if space in parts]
    return {spaces[0]: place} if place is not None and spaces else {}


def _width(parts: Sequence[str]) -> int:
    found = re.fullmatch(r"[busf](\d+)(?:x\d)?", parts[-1])
    return int(found[1]) if found else 1 if parts[-1] == "pred" else 32


def _signed(value: Bits, width: int) -> npt.NDArray[np.int64]:
    shift = np.uint64(64 - width)
    return (value << shift).astype(np.int64) >> np.int64(64 - width)


def _cut(value: npt.NDArray[np.uint64] | npt.NDArray[np.int64], width: int) -> tuple[Bits, int]:
    return value.astype(np.uint64) & np.uint64((1 << width) - 1), width


def _number(value: tuple[Bits, int], parts: Sequence[str]) -> npt.NDArray[np.int64]:
    """The value as a number of the type of the instruction."""
    width = _width(parts)
    return (
        _signed(value[0], width)
        if parts[-1].startswith("s")
        else value[0].astype(np.int64) & np.int64((1 << width) - 1 if width < 64 else -1)
    )


Rule = Callable[[Sequence[tuple[Bits, int]], Sequence[str]], "tuple[Bits, int] | None"]


def _two(compute: Callable[..., npt.NDArray[np.int64]]) -> Rule:
    def rule(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
        return _cut(compute(*(_number(value, parts) for value in values)), _width(parts))

    return rule


def _product(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    width = _width(parts)
    first, second = (_number(value, parts) for value in values[:2])
    exact = [int(a) * int(b) for a, b in zip(first, second, strict=True)]
    wide = "wide" in parts
    shift = width if "hi" in parts else 0
    out = 2 * width if wide else width
    return np.array([(number >> shift) & (1 << out) - 1 for number in exact], dtype=np.uint64), out


def _multiplied_and_added(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    product = _product(values, parts)
    assert product is not None
    return _cut(product[0] + values[2][0], product[1])


def _converted(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    into = int(parts[-2][1:])
    return _cut(_number(values[0], parts), into)


def _shifted_right(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    width, number = _width(parts), _number(values[0], parts)
    by = np.minimum(values[1][0] & np.uint64(0xFFFFFFFF), np.uint64(63))
    if parts[-1].startswith("s"):
        return _cut(number >> by.astype(np.int64), width)
    low = values[0][0] & np.uint64((1 << width) - 1)
    return _cut(np.where(by >= width, np.uint64(0), low >> by), width)


def _shifted_left(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    by = values[1][0] & np.uint64(0xFFFFFFFF)
    moved = values[0][0] << np.minimum(by, np.uint64(63))
    return _cut(np.where(by >= np.uint64(64), np.uint64(0), moved), _width(parts))


def _compared(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    compare = {
        "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
        "ge": np.greater_equal, "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal,
    }.get(parts[1])  # fmt: skip
    if compare is None or len(values) != 2 or len(parts) != 3:
        return None
    if parts[-1] == "u64":
        return compare(values[0][0], values[1][0]).astype(np.uint64), 1
    return compare(_number(values[0], parts), _number(values[1], parts)).astype(np.uint64), 1


def _looked_up(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    table = int(values[3][0][0])
    result = np.zeros_like(values[0][0])
    for bit in range(32):
        index = sum(((values[at][0] >> np.uint64(bit)) & np.uint64(1)) << np.uint64(2 - at) for at in range(3))
        result |= (np.uint64(table) >> index & np.uint64(1)) << np.uint64(bit)
    return result, 32


def _field(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    width = _width(parts)
    start, length = (value[0] & np.uint64(255) for value in values[1:3])
    if int(length.max()) > 32 or int(start.max()) > 63 or int(length.min()) == 0:
        return None
    bits = (values[0][0] & np.uint64((1 << width) - 1)) >> start & (np.uint64(1) << length) - np.uint64(1)
    if parts[-1].startswith("s"):
        shift = np.uint64(64) - length
        bits = ((bits << shift).astype(np.int64) >> shift.astype(np.int64)).astype(np.uint64)
    return _cut(bits, width)


def _inserted(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    start, length = (value[0] & np.uint64(255) for value in values[2:4])
    mask = ((np.uint64(1) << length) - np.uint64(1)) << start
    return _cut(values[1][0] & ~mask | (values[0][0] << start) & mask, _width(parts))


def _shuffled(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    lanes = np.arange(len(values[0][0]))
    by = values[1][0].astype(np.int64)
    source = {
        "idx": by % 32,
        "bfly": (lanes % 32) ^ by,
        "down": np.minimum(lanes % 32 + by, 31),
        "up": np.maximum(lanes % 32 - by, 0),
    }[parts[2]]
    return values[0][0][lanes // 32 * 32 + source], values[0][1]


def _permuted(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
    if parts != ["prmt", "b32"]:
        return None
    both = values[0][0] & np.uint64(0xFFFFFFFF) | values[1][0] << np.uint64(32)
    result = np.zeros_like(both)
    for at in range(4):
        choice = values[2][0] >> np.uint64(4 * at) & np.uint64(15)
        byte = both >> (choice & np.uint64(7)) * np.uint64(8) & np.uint64(255)
        byte = np.where(choice & np.uint64(8), np.where(byte & np.uint64(128), np.uint64(255), np.uint64(0)), byte)
        result |= byte << np.uint64(8 * at)
    return result, 32


def _divided(compute: Callable[[int, int], int]) -> Rule:
    def rule(values: Sequence[tuple[Bits, int]], parts: Sequence[str]) -> tuple[Bits, int] | None:
        first, second = (_number(value, parts) for value in values)
        if not second.all():
            return None
        found = [compute(int(a), int(b)) for a, b in zip(first, second, strict=True)]
        width = _width(parts)
        return np.array([number & (1 << width) - 1 for number in found], dtype=np.uint64), width

    return rule


def _quotient(a: int, b: int) -> int:
    magnitude = abs(a) // abs(b)
    return magnitude if (a < 0) == (b < 0) else -magnitude


_RULES: dict[str, Rule] = {
    "mov": lambda values, parts: _cut(values[0][0], _width(parts)),
    "cvta": lambda values, parts: values[0],
    "cvt": _converted,
    "add": _two(lambda a, b: a + b),
    "sub": _two(lambda a, b: a - b),
    "mul": _product,
    "mad": _multiplied_and_added,
    "and": _two(lambda a, b: a & b),
    "or": _two(lambda a, b: a | b),
    "xor": _two(lambda a, b: a ^ b),
    "not": lambda values, parts: _cut(~values[0][0], _width(parts)),
    "neg": _two(lambda a: -a),
    "abs": _two(np.abs),
    "min": _two(np.minimum),
    "max": _two(np.maximum),
    "shl": _shifted_left,
    "shr": _shifted_right,
    "setp": _compared,
    "selp": lambda values, parts: _cut(np.where(values[2][0] != 0, values[0][0], values[1][0]), _width(parts)),
    "lop3": _looked_up,
    "bfe": _field,
    "bfi": _inserted,
    "shfl": _shuffled,
    "prmt": _permuted,
    "rem": _divided(lambda a, b: a - _quotient(a, b) * b),
    "div": _divided(_quotient),
}
