"""Mutations of text: tokens, types, numbers and lines change, one of them or all that are equal."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

from fuzz.material import sample_ring, samples
from fuzz.ring import Ring
from fuzz.snippets import ATTRIBUTES, NUMBERS, SNIPPETS, TYPES, WRAPPERS

_TOKEN = re.compile(
    r"""
      \s+ | //[^\n]* | "(?:[^"\\\n]|\\.)*" | [%^@#!][\w$.-]* | -?\d+\.\d*(?:[eE][+-]?\d+)? | 0x[0-9a-fA-F]+
    | \d+ | [A-Za-z_][\w$.]* | -> | .
    """,
    re.VERBOSE,
)
_TYPE = re.compile(r"(?:tensor|memref|vector|!tt\.ptr|!tt\.tensordesc|!ttg\.memdesc)<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>")
_SCALAR = re.compile(
    r"(?<![\w.$])(?:i1|i8|i16|i32|i64|f16|bf16|f32|f64|index|f8E4M3FN|f8E5M2)(?![\w$])|(?<=x)(?:i|f)\d+"
)
_NUMBER = re.compile(r"(?<![\w.%^#@-])-?\d+(?![\w.])|(?<=[<x])\d+(?=x)")
_ATTRIBUTES = re.compile(r"\{[^{}\n]*=[^{}\n]*\}|attributes \{[^{}\n]*\}|<\{[^{}\n]*\}>")

Mutation = Callable[[str, Random], str]


def kind_of(token: str) -> str:
    """The class of a token, within which it is replaced: its sigil, a digit for numbers, ``a`` for words."""
    first = token[0]
    if first.isdigit() or first == "-":
        return "0"
    if first.isalpha() or first == "_":
        return "a"
    return first if first in '%^@#!"' else "."


@cache
def pool() -> dict[str, Ring[str]]:
    """Every token of the samples by its class, each once."""
    found: dict[str, dict[str, None]] = {}
    for sample in samples():
        for token in _TOKEN.findall(sample.text):
            if not token.isspace():
                found.setdefault(kind_of(token), {})[token] = None
    return {kind: Ring(tokens, str) for kind, tokens in found.items()}


@cache
def type_pool() -> Ring[str]:
    """Shaped and pointer types of the samples, and some that no sample has."""
    return Ring(dict.fromkeys([*(match for sample in samples() for match in _TYPE.findall(sample.text)), *TYPES]), str)


def prepare() -> None:
    """Read the samples and the tokens in them, which takes some time once."""
    pool()
    type_pool()


def mutate_text(text: str, random: Random, count: int) -> str:
    """``text`` changed ``count`` times."""
    for _ in range(count):
        text = random.choice(MUTATIONS)(text, random)
    return text


def _tokens(text: str) -> tuple[list[str], list[int]]:
    tokens = _TOKEN.findall(text)
    return tokens, [index for index, token in enumerate(tokens) if not token.isspace()]


def _replace_token(text: str, random: Random) -> str:
    tokens, places = _tokens(text)
    if places:
        index = random.choice(places)
        tokens[index] = pool()[kind_of(tokens[index])].choose(random)
    return "".join(tokens)


def _use_other_token(text: str, random: Random) -> str:
    """A token is replaced by another one of its class in the same text, such as a value by a value."""
    tokens, places = _tokens(text)
    if places:
        index = random.choice(places)
        kind = kind_of(tokens[index])
        tokens[index] = random.choice([tokens[other] for other in places if kind_of(tokens[other]) == kind])
    return "".join(tokens)


def _replace_all(text: str, random: Random) -> str:
    tokens, places = _tokens(text)
    if not places:
        return text
    old = tokens[random.choice(places)]
    new = pool()[kind_of(old)].choose(random)
    return "".join(new if token == old else token for token in tokens)


def _delete_token(text: str, random: Random) -> str:
    tokens, places = _tokens(text)
    if places:
        del tokens[random.choice(places)]
    return "".join(tokens)


def _duplicate_token(text: str, random: Random) -> str:
    tokens, places = _tokens(text)
    if places:
        index = random.choice(places)
        tokens.insert(index, tokens[index] + " ")
    return "".join(tokens)


def _swap_tokens(text: str, random: Random) -> str:
    tokens, places = _tokens(text)
    if len(places) > 1:
        one, other = random.sample(places, 2)
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _substitute(pattern: re.Pattern[str], choose: Callable[[Random], str], *, everywhere: bool) -> Mutation:
    """A mutation of what matches ``pattern``: one match, or all that are equal to it."""

    def mutation(text: str, random: Random) -> str:
        matches = list(pattern.finditer(text))
        if not matches:
            return text
        chosen, new = random.choice(matches), choose(random)
        if everywhere:
            return pattern.sub(lambda match: new if match[0] == chosen[0] else match[0], text)
        return text[: chosen.start()] + new + text[chosen.end() :]

    return mutation


def _delete_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def _duplicate_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    line = random.choice(lines)
    fresh = re.sub(r"^(\s*)%[\w$.-]+(?=[:\w ]*=)", rf"\1%again{random.randrange(100)}", line)
    lines.insert(random.randrange(len(lines) + 1), fresh)
    return "\n".join(lines)


def _move_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _insert_snippet(text: str, random: Random) -> str:
    lines = text.split("\n")
    inside = [index for index, line in enumerate(lines) if re.match(r"\s+(%\S+ = |tt\.return|scf\.yield)", line)]
    lines.insert(
        random.choice(inside or [len(lines)]), random.choice(SNIPPETS).replace("%n", f"%n{random.randrange(999)}")
    )
    return "\n".join(lines)


def _wrap(text: str, random: Random) -> str:
    return random.choice(WRAPPERS).replace("$TEXT", text)


def _append_sample(text: str, random: Random) -> str:
    """Several functions, aliases and modules in one text."""
    return text + "\n" + sample_ring().choose(random).text


def _declare(text: str, random: Random) -> str:
    """A function loses its body."""
    match = random.choice(
        list(re.finditer(r"^( *)(tt|func)\.func( public| private)?(.*)\{$", text, re.MULTILINE)) or [None]
    )
    if match is None:
        return text
    end = text.find(f"\n{match[1]}}}", match.end())
    if end < 0:
        return text
    head = re.sub(r" attributes \{.*", "", match[4])
    return f"{text[: match.start()]}{match[1]}{match[2]}.func private{head}{text[end + len(match[1]) + 2 :]}"


_ANY = re.compile(rf"{_ATTRIBUTES.pattern}")
MUTATIONS: tuple[Mutation, ...] = (
    *(_replace_token, _use_other_token, _use_other_token, _replace_all, _replace_all),
    *(_delete_token, _duplicate_token, _swap_tokens),
    *(_delete_line, _duplicate_line, _move_line, _insert_snippet, _insert_snippet, _wrap, _append_sample, _declare),
    _substitute(_TYPE, lambda random: type_pool().choose(random), everywhere=False),
    _substitute(_TYPE, lambda random: type_pool().choose(random), everywhere=True),
    _substitute(_SCALAR, lambda random: random.choice(TYPES), everywhere=False),
    _substitute(_SCALAR, lambda random: random.choice(TYPES), everywhere=True),
    _substitute(_SCALAR, lambda random: random.choice(TYPES), everywhere=True),
    _substitute(_NUMBER, lambda random: random.choice(NUMBERS), everywhere=False),
    _substitute(_NUMBER, lambda random: random.choice(NUMBERS), everywhere=True),
    _substitute(_NUMBER, lambda random: random.choice(NUMBERS), everywhere=True),
    _substitute(_ANY, lambda random: random.choice(ATTRIBUTES), everywhere=False),
)
