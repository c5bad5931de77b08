"""Numbers for attributes: equal ones share a number, and a deep attribute is not walked again at each level."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, StringAttr, UnitAttr, i32, i64
from xdsl.ir import Attribute, Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.interning import Interner
from xtriton.ir.printer import attribute_text


class Counted(Data[int]):
    """Counts how often it is hashed."""

    name = "test.counted"
    hashed: ClassVar[int] = 0

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> int:
        raise NotImplementedError

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string("<>")

    def __hash__(self) -> int:
        Counted.hashed += 1
        return hash(self.data)


def test_equal_attributes_share_a_number() -> None:
    interner = Interner()

    def attributes() -> list[Attribute]:
        one = IntegerAttr(1, i32)
        return [
            one,
            IntegerAttr(1, i64),
            ArrayAttr([one]),
            ArrayAttr([one, one]),
            ArrayAttr([ArrayAttr([one])]),
            DictionaryAttr({"a": one}),
            DictionaryAttr({"b": one}),
            FunctionType.from_lists([i32], []),
            FunctionType.from_lists([], [i32]),
            StringAttr("a"),
            UnitAttr(),
        ]

    numbers = [interner.number(attribute) for attribute in attributes()]
    assert len(set(numbers)) == len(numbers)
    assert [interner.number(attribute) for attribute in attributes()] == numbers


def test_the_order_of_a_dictionary_does_not_matter() -> None:
    interner = Interner()
    first = DictionaryAttr({"a": i32, "b": i64})
    assert interner.number(first) == interner.number(DictionaryAttr({"b": i64, "a": i32}))


def test_a_deep_attribute_is_walked_once() -> None:
    attribute: Attribute = Counted(0)
    for _ in range(100):
        attribute = ArrayAttr([attribute])
    Counted.hashed = 0
    assert attribute_text(attribute) == "[" * 100 + "#test.counted<>" + "]" * 100
    assert Counted.hashed <= 2
