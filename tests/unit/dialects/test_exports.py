"""The exports of the dialect packages for type-checked programs."""

from __future__ import annotations

from types import ModuleType

import pytest
from xdsl.ir import Dialect

from xtriton.dialects import tt, ttg, ttng


@pytest.mark.parametrize(
    ("package", "dialect"), [(tt, tt.TT), (ttg, ttg.TTG), (ttng, ttng.TTNG)], ids=["tt", "ttg", "ttng"]
)
def test_all_definitions_of_a_dialect_are_exported(package: ModuleType, dialect: Dialect) -> None:
    defined = {definition.__name__ for definition in (*dialect.operations, *dialect.attributes)}
    assert defined <= set(package.__all__)
