"""Conversions to a version reject fields that it lacks and that are given, and use its definition of an operation.

Every operation that lacks an operand in some version is built with and without it.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Block
from xdsl.irdl import AttrSizedOperandSegments, OperandDef, OptionalDef, VariadicDef

from xtriton.dialects import DIALECTS
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.parser import parse_module
from xtriton.ir.signature import absent_fields
from xtriton.passes.common.convert_triton_version import ConvertTritonVersion
from xtriton.passes.common.convert_triton_version.absent import drop_absent_fields
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import KNOWN, TritonVersion


def operations() -> list[type[Op]]:
    """All operations of all versions."""
    found: dict[type[Op], None] = {}
    for triton in KNOWN:
        context = Context(triton=triton)
        for name in DIALECTS:
            context.load_registered_dialect(name)
        found.update(dict.fromkeys(op for op in context.loaded_ops if issubclass(op, Op)))
    return list(found)


def cases() -> list[tuple[type[Op], str, TritonVersion]]:
    """Operations with an operand, optional or of any number, that a version lacks."""
    return [
        (op, name, triton)
        for op in operations()
        for triton in KNOWN
        for name in sorted(absent_fields(op, triton) & {name for name, _ in op.get_irdl_definition().operands})
    ]


def built(op_class: type[Op], given: str, count: int) -> Op:
    """An operation with one value for each operand that it must have, and ``count`` for ``given``."""
    sizes = [
        count if name == given else int(not isinstance(definition, OptionalDef | VariadicDef))
        for name, definition in op_class.get_irdl_definition().operands
    ]
    block = Block(arg_types=[i32] * sum(sizes))
    sizes_attribute = DenseArrayBase.from_list(i32, sizes)
    op = op_class.create(operands=block.args, properties={AttrSizedOperandSegments.attribute_name: sizes_attribute})
    assert isinstance(op, Op)
    return op


CASES = cases()


def test_there_are_some() -> None:
    assert len(CASES) >= 2
    assert all(isinstance(dict(op.get_irdl_definition().operands)[name], OperandDef) for op, name, _ in CASES)


@pytest.mark.parametrize(("op_class", "name", "triton"), CASES, ids=str)
def test_operands_that_a_version_lacks(op_class: type[Op], name: str, triton: TritonVersion) -> None:
    drop_absent_fields(built(op_class, name, 0), triton)
    many = not isinstance(dict(op_class.get_irdl_definition().operands)[name], OptionalDef)
    for count in (1, 2) if many else (1,):
        with pytest.raises(DiagnosticError, match=f"'{op_class.name}' op has '{name}', which Triton"):
            drop_absent_fields(built(op_class, name, count), triton)


PROGRAMS = {
    "ttng.cluster_arrive": "ttng.cluster_arrive {relaxed = true}",
    "tti.experimental_gsan_init": '"tti.experimental_gsan_init"() : () -> ()',
}
"""Operations with several definitions, in the spelling of all versions."""


def test_operations_with_several_definitions_have_programs() -> None:
    names = [op.name for op in operations()]
    assert {name for name in names if names.count(name) > 1} == set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_definition_is_that_of_the_version(name: str) -> None:
    """Whichever version is installed."""
    compared = 0
    for before, after in permutations(KNOWN, 2):
        contexts = [Context(triton=triton) for triton in (before, after)]
        known = [context.get_optional_op(name) for context in contexts]
        if None in known:
            continue
        module = parse_module(PROGRAMS[name], "program.mlir", contexts[0])
        passes = parse_pipeline(f"{ConvertTritonVersion.name}{{to={after}}}")
        PassManager(contexts[0], verify_each=False).run(passes, module)
        (op,) = module.body.ops
        assert type(op) is known[1], (str(before), str(after))
        compared += known[0] is not known[1]
    assert compared >= 2
