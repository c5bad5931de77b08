"""Attributes are compared by all of their parameters: xDSL compares the fields of a class as a dataclass."""

from dataclasses import fields

import pytest
from xdsl.ir import ParametrizedAttribute

from xtriton.dialects import DIALECTS
from xtriton.dialects.upstream.linalg.structured import IteratorTypeAttr
from xtriton.dialects.upstream.llvm.attributes import LinkageAttr
from xtriton.dialects.upstream.nvvm.attributes import CtaGroupAttr


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_every_parameter_is_a_field(name: str) -> None:
    for attribute in DIALECTS.load(name).attributes:
        if issubclass(attribute, ParametrizedAttribute) and attribute.name != "builtin.unregistered":
            parameters = [parameter for parameter, _ in attribute.get_irdl_definition().parameters]
            assert [field.name for field in fields(attribute)] == parameters, attribute.name


def test_keywords_differ() -> None:
    assert IteratorTypeAttr.of("parallel") != IteratorTypeAttr.of("reduction")
    assert LinkageAttr.of("weak") != LinkageAttr.of("private")
    assert CtaGroupAttr.of("cta_1") != CtaGroupAttr.of("cta_2")
    assert CtaGroupAttr.of("cta_1") == CtaGroupAttr.of("cta_1")
