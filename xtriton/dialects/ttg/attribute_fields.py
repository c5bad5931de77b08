"""Parsing and printing the parameters of encoding attributes, with Triton's diagnostics."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import NoReturn, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.tile import standard_dims
from xtriton.registry import nearest


class Fields:
    """The entries of ``{name = value, ...}``. Errors are reported at the mnemonic of the attribute, as Triton does."""

    def __init__(self, parser: AttrParser, start: int, entries: dict[str, Attribute]) -> None:
        self.parser = parser
        self.start = start
        self.entries = entries

    @classmethod
    def parse(cls, parser: AttrParser) -> Fields:
        """Read ``<{...}>``."""
        start = mnemonic_position(parser)
        parser.parse_punctuation("<")
        entries = parse_dictionary(parser)
        parser.parse_punctuation(">")
        return cls(parser, start, entries)

    def fail(self, message: str) -> NoReturn:
        """Report an error at the mnemonic."""
        self.parser.raise_error(message, self.start)

    def only(self, *names: str) -> None:
        """Reject entries of other names."""
        for name in sorted(self.entries):
            if name not in names:
                self.fail(f"unexpected key: {name}{nearest(name, names)}")

    def integer(self, name: str, default: int = 0) -> int:
        """An unsigned integer."""
        attr = self.entries.get(name)
        return default if attr is None else self._unsigned(attr, name)

    def boolean(self, name: str) -> bool:
        """A boolean, false if absent."""
        attr = self.entries.get(name)
        if attr is None:
            return False
        if not _is_boolean(attr):
            self.fail(f"expected a bool type in {name}")
        return bool(_integer(attr))

    def integers(self, name: str, text: str | None = None) -> tuple[int, ...]:
        """A list of unsigned integers, empty if absent; called ``text`` in messages."""
        attr = self.entries.get(name)
        return () if attr is None else self._unsigned_list(attr, text or name)

    def cta_layout(self, rank: int) -> CTALayout:
        """The CTA layout, from ``CGALayout``."""
        attr = self.entries.get("CGALayout")
        if attr is None:
            return CTALayout.default(rank)
        rows = _entries(attr)
        if rows is None:
            self.fail("expected array value for 'CGALayout'")
        bases: list[Basis] = []
        for row in rows:
            bases.append(self._unsigned_list(row, "CGALayout entry"))
            if len(bases[-1]) != rank:
                self.fail(f"'CGALayout' entry length does not match rank {rank}")
        with self.checked():
            return CTALayout(tuple(bases), rank)

    def cta_rank(self, default: int) -> int:
        """The rank of the bases in ``CGALayout``."""
        rows = _entries(self.entries.get("CGALayout"))
        first = _entries(rows[0]) if rows else None
        return default if first is None else len(first)

    @contextmanager
    def checked(self) -> Generator[None]:
        """Report a malformed encoding."""
        with checked(self.parser, self.start):
            yield

    def _unsigned(self, attr: Attribute, text: str) -> int:
        value = _integer(attr)
        if value is None:
            self.fail(f"expected an integer type in {text}")
        # A boolean is a signed one-bit integer: `true` is -1.
        if value < 0 or (value and _is_boolean(attr)):
            self.fail(f"expected an unsigned integer value in {text}")
        # Triton truncates to 32 bits.
        return value & 0xFFFFFFFF

    def _unsigned_list(self, attr: Attribute, text: str) -> tuple[int, ...]:
        entries = _entries(attr)
        if entries is None:
            self.fail(f"expected an array for {text}")
        return tuple(self._unsigned(entry, text) for entry in entries)


def _entries(attr: Attribute | None) -> Sequence[Attribute] | None:
    """The entries of an array attribute."""
    return cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None


def _integer(attr: Attribute) -> int | None:
    """The value of an integer attribute."""
    return attr.value.data if isinstance(attr, IntegerAttr) else None


def _is_boolean(attr: Attribute) -> bool:
    return isinstance(attr, IntegerAttr) and cast("IntegerAttr[IntegerType]", attr).type == i1


def mnemonic_position(parser: AttrParser) -> int:
    """The position of ``mnemonic`` in ``#dialect.mnemonic``, which has just been read."""
    content = parser.lexer.input.content
    assert isinstance(content, str)
    return content.rfind("#", 0, parser.pos) + content[content.rfind("#", 0, parser.pos) : parser.pos].find(".") + 1


def parse_dictionary(parser: AttrParser) -> dict[str, Attribute]:
    """Read a dictionary attribute."""
    position = parser.pos
    attr = parser.parse_attribute()
    if not isinstance(attr, DictionaryAttr):
        parser.raise_error("invalid kind of attribute specified", position)
    return dict(attr.data)


@contextmanager
def checked(parser: AttrParser, position: int) -> Generator[None]:
    """Report invalid encodings (:class:`LayoutError`, or an attribute that is no layout) at a position."""
    try:
        yield
    except (ValueError, VerifyException) as exc:
        parser.raise_error(str(exc), position)


def read_linear_layout(parser: AttrParser, entries: dict[str, Attribute], in_dims: Sequence[str]) -> LinearLayout:
    """A layout whose bases are listed by input dimension. Other entries are ignored."""
    bases: dict[str, tuple[Basis, ...]] = {}
    for name in in_dims:
        attr = entries.get(name)
        if attr is None:
            parser.raise_error(f"Expected basis of '{name}' not found")
        rows = _entries(attr)
        if rows is None:
            parser.raise_error(f"Expected array of arrays for basis of '{name}'")
        bases[name] = tuple(_read_basis(parser, row, name) for row in rows)
    rank = next((len(rows[0]) for rows in bases.values() if rows), 0)
    if rank == 0:
        parser.raise_error("Empty Layout not supported")
    with checked(parser, mnemonic_position(parser)):
        return LinearLayout(bases, standard_dims(rank))


def _read_basis(parser: AttrParser, attr: Attribute, name: str) -> Basis:
    entries = _entries(attr)
    if entries is None:
        parser.raise_error(f"Expected array of integers in basis for '{name}'")
    values: list[int] = []
    for entry in entries:
        value = _integer(entry)
        if value is None:
            parser.raise_error(f"Expected integer in basis for '{name}'")
        values.append(value)
    return tuple(values)


def format_list(values: Sequence[int]) -> str:
    """``[1, 2]``."""
    return f"[{', '.join(map(str, values))}]"


def format_bool(value: bool) -> str:
    """``true`` or ``false``."""
    return "true" if value else "false"


def format_cta_layout(layout: CTALayout) -> str:
    """The entry for the CTA layout, with the comma before it; empty for one CTA."""
    if not layout.bases:
        return ""
    return f", CGALayout = [{', '.join(map(format_list, layout.bases))}]"


def format_linear_layout(layout: LinearLayout) -> str:
    """The entries of a linear layout: ``register = [[0, 1]], lane = [], ...``."""
    return ", ".join(f"{name} = [{', '.join(map(format_list, rows))}]" for name, rows in layout.bases.items())
