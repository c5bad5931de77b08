"""Operations, attributes and types of dialects that are not registered."""

from __future__ import annotations

import gc

from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

_TEXT = """
%0 = "odd.make"() {a = #odd.attribute<1>} : () -> !odd.type<i32>
"odd.use"(%0) ({ "odd.inner"() : () -> () }) : (!odd.type<i32>) -> ()
"""


def _classes() -> int:
    gc.collect()
    return len(UnregisteredOp.__subclasses__()) + len(UnregisteredAttr.__subclasses__())


def _compile() -> None:
    ctx = Context(allow_unregistered=True)
    PassManager(ctx).run(parse_pipeline("canonicalize,cse,sccp"), parse_module(_TEXT, "odd.mlir", ctx))


def test_contexts_share_the_classes():
    """A process that reads many files does not gather classes for each of them."""
    _compile()
    before = _classes()
    for _ in range(3):
        _compile()
    assert _classes() == before


def test_names_keep_their_classes_apart():
    ctx = Context(allow_unregistered=True)
    names = ("odd.make", "odd.use", "make")
    assert len({ctx.get_optional_op(name) for name in names}) == len(names)
    assert ctx.get_optional_attr("odd.a") is not ctx.get_optional_type("odd.a")


def test_a_context_that_allows_none_has_none():
    assert Context(allow_unregistered=True).get_optional_op("odd.make") is not None
    strict = Context()
    assert strict.get_optional_op("odd.make") is None
    assert strict.get_optional_attr("odd.attribute") is None
    assert strict.get_optional_type("odd.type") is None


def test_dialects_of_a_stack_come_before_an_unregistered_name():
    found = Context(allow_unregistered=True).get_optional_op("return", dialect_stack=("func",))
    assert found is not None
    assert found.name == "func.return"
