"""Constructors of operations: arguments and defaults, inferred types, segment sizes, and errors."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar

import pytest
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    FunctionType,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.dialects.test import TestOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def

from xtriton.dialects import tt, ttng, tts
from xtriton.dialects.tt.enums import CacheModifier, ProgramIDDim, PropagateNan
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.upstream import bufferization, cf, func, linalg, memref, scf, tensor
from xtriton.dialects.upstream.arith import AddIOp, AddUIExtendedOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp
from xtriton.ir import definitions
from xtriton.ir.constraints import I32, I32Attr
from xtriton.ir.op import Op
from xtriton.ir.traits import SameOperandsAndResultType
from xtriton.ir.verifier import verify
from xtriton.versions import V3_6, use_version

POINTERS = TensorType(PointerType(f32), [8])
MASK = TensorType(i1, [8])
FLOATS = TensorType(f32, [8])


def values(*types: Any) -> list[SSAValue]:
    return list(TestOp(result_types=list(types)).results)


def sizes(*numbers: int) -> DenseArrayBase[Any]:
    return DenseArrayBase.from_list(i32, numbers)


def test_operands_by_position_and_by_keyword():
    ptr, mask, other = values(POINTERS, MASK, FLOATS)
    by_position, by_keyword = tt.LoadOp(ptr, mask, other), tt.LoadOp(other=other, mask=mask, ptr=ptr)
    for load in (by_position, by_keyword):
        assert list(load.operands) == [ptr, mask, other]
        assert load.properties["operandSegmentSizes"] == sizes(1, 1, 1)


def test_absent_operands():
    ptr, other = values(POINTERS, FLOATS)
    load = tt.LoadOp(ptr, other=other)
    assert list(load.operands) == [ptr, other]
    assert load.properties["operandSegmentSizes"] == sizes(1, 0, 1)
    assert (load.mask, load.other) == (None, other)


def test_default_properties():
    (ptr,) = values(POINTERS)
    load = tt.LoadOp(ptr)
    assert load.cache == CacheModifier.NONE.attr
    assert "padding" not in load.properties


def test_python_values_become_attributes():
    ptr, bound = values(POINTERS, i32)
    with use_version(V3_6):
        load = tt.LoadOp(ptr, cache=CacheModifier.CA, isVolatile=True, boundaryCheck=[0, 1])
    assert load.cache == CacheModifier.CA.attr
    assert load.isVolatile == BoolAttr.from_bool(True)
    assert load.boundaryCheck == sizes(0, 1)
    steps = tt.MakeRangeOp(start=0, end=8, result=TensorType(i32, [8]))
    assert (steps.start, steps.end) == (IntegerAttr(0, i32), IntegerAttr(8, i32))
    call = func.CallOp("callee", [ptr], [i32])
    assert call.callee == SymbolRefAttr("callee")
    assert scf.ForOp(bound, bound, bound, unsignedCmp=True).unsignedCmp == UnitAttr()
    assert scf.ForOp(bound, bound, bound, unsignedCmp=False).unsignedCmp is None
    function = func.FuncOp("f", FunctionType.from_lists([], []), body=Region(), sym_visibility="private")
    assert (function.sym_name, function.sym_visibility) == (StringAttr("f"), StringAttr("private"))


def test_attributes_are_kept_as_they_are():
    (ptr,) = values(POINTERS)
    with use_version(V3_6):
        load = tt.LoadOp(ptr, cache=CacheModifier.CG.attr, attributes={"tt.latency": IntegerAttr(3, i32)})
    assert load.cache == CacheModifier.CG.attr
    assert load.attributes == {"tt.latency": IntegerAttr(3, i32)}


@pytest.mark.parametrize(
    ("make", "types"),
    [
        pytest.param(lambda ptr, mask, x: tt.LoadOp(ptr), [FLOATS], id="TypesMatchWith"),
        pytest.param(lambda ptr, mask, x: tt.AddPtrOp(ptr, x), [POINTERS], id="TypesMatchWith, solved for the result"),
        pytest.param(
            lambda ptr, mask, x: tt.ClampFOp(x, x, x, propagateNan=PropagateNan.ALL),
            [FLOATS],
            id="SameOperandsAndResultType",
        ),
        pytest.param(
            lambda ptr, mask, x: tt.GetProgramIdOp(axis=ProgramIDDim.X), [i32], id="the only type of a constraint"
        ),
        pytest.param(lambda ptr, mask, x: tt.ExpandDimsOp(x, axis=0), [TensorType(f32, [1, 8])], id="InferTypeOp"),
        pytest.param(lambda ptr, mask, x: AddUIExtendedOp(x, x), [FLOATS, MASK], id="computed for one of two results"),
        pytest.param(lambda ptr, mask, x: tensor.DimOp(x, x), [IndexType()], id="index"),
    ],
)
def test_inferred_result_types(make: Any, types: list[Any]):
    op = make(*values(POINTERS, MASK, FLOATS))
    assert [result.type for result in op.results] == types


def test_an_inferred_type_can_be_given():
    (x,) = values(FLOATS)
    other = TensorType(f32, [1, 8], StringAttr("layout"))
    assert tt.ExpandDimsOp(x, axis=0, result=other).result.type == other


def test_types_that_other_arguments_determine():
    source, out = values(TensorType(f32, [4, 4]), TensorType(f32, [4]))
    reduce = linalg.ReduceOp([source], [out], dimensions=[1], combiner=Region(Block()))
    assert [result.type for result in reduce.results] == [out.type]
    collapsed = tensor.CollapseShapeOp(source, [[0, 1]])
    assert collapsed.result.type == TensorType(f32, [16])
    joined = tensor.ConcatOp(1, [source, source])
    assert joined.result.type == TensorType(f32, [4, 8])
    (buffer,) = values(memref.MemRef(f32, [4]))
    assert bufferization.MaterializeInDestinationOp(source, source).result is not None
    assert bufferization.MaterializeInDestinationOp(out, buffer).result is None


def test_optional_results_are_absent_unless_their_type_is_given():
    (source,) = values(TensorType(f32, [128, 64]))
    type_ = tensor_memory()
    assert ttng.TMEMAllocOp(source, result=type_).token is None
    alloc = ttng.TMEMAllocOp(source, result=type_, token=AsyncTokenType())
    assert alloc.token is not None
    assert [result.type for result in alloc.results] == [type_, AsyncTokenType()]


def tensor_memory() -> Any:
    from xtriton.dialects.ttg.types import MemDescType
    from xtriton.ir.context import Context
    from xtriton.ir.parser import Parser

    text = (
        "!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>, "
        "#ttng.tensor_memory, mutable>"
    )
    type_ = Parser(Context(), text).parse_type()
    assert isinstance(type_, MemDescType)
    return type_


def test_variadic_operands_and_results():
    cond, x = values(i1, i32)
    branch = cf.CondBranchOp(cond, first := Block(), [x, x], second := Block(), [x])
    assert branch.properties["operandSegmentSizes"] == sizes(1, 2, 1)
    assert list(branch.successors) == [first, second]
    assert list(scf.YieldOp([x, x]).operands) == [x, x]
    assert not scf.YieldOp().operands


def test_regions():
    cond, x = values(i1, i32)
    then = Region(Block([scf.YieldOp()]))
    op = scf.IfOp(cond, then)
    assert op.thenRegion is then
    assert not op.elseRegion.blocks
    loop = scf.ForOp(x, x, x, [x])
    assert [argument.type for argument in loop.body.args] == [i32, i32]
    assert [result.type for result in loop.results] == [i32]


def test_names_that_differ_from_the_field():
    cond, x = values(i1, i32)
    op = scf.IfOp(cond, Region(Block([scf.YieldOp([x])])), Region(Block([scf.YieldOp([x])])), result_types=[i32])
    assert [result.type for result in op.results_] == [i32]


def test_values_that_are_given_by_position():
    x, y = values(i32, i32)
    assert ConstantOp(IntegerAttr(1, i64)).result.type == i64
    assert CmpIOp(CmpIPredicate.SLT, x, y).result.type == i1
    assert ExtSIOp(x, i64).out.type == i64


def test_the_signature_is_that_of_the_definition():
    (x,) = values(i32)
    AddIOp(x, x)
    parameters = inspect.signature(AddIOp).parameters
    assert list(parameters) == ["lhs", "rhs", "overflowFlags", "result", "attributes"]
    assert parameters["overflowFlags"].kind is inspect.Parameter.KEYWORD_ONLY
    assert parameters["lhs"].default is inspect.Parameter.empty


def test_each_class_has_a_constructor_of_its_own():
    (x,) = values(i32)
    assert AddIOp(x, x).name == "arith.addi"
    assert CmpIOp(CmpIPredicate.EQ, x, x).name == "arith.cmpi"
    assert AddIOp.__init__ is not CmpIOp.__init__
    assert AddIOp.__init__.__qualname__ == "AddIOp.__init__"


@irdl_op_definition
class PlainOp(Op):
    """An operation whose fields are defined with xDSL's own functions."""

    name = "test.plain"
    x = operand_def(I32)
    result = result_def(I32)
    traits = traits_def(SameOperandsAndResultType())
    SYNTAX: ClassVar = "$x attr-dict `:` type($x)"


def test_fields_of_xdsl():
    (x,) = values(i32)
    assert list(PlainOp(x, result=i32).operands) == [x]  # pyright: ignore[reportCallIssue]


class _Numbered(Op):
    number: definitions.Property[int] = definitions.prop_def(I32Attr, kw_only=False)
    x: definitions.Operand = definitions.operand_def(I32)


@irdl_op_definition
class DerivedOp(_Numbered):
    """An operation with fields of its own and of a base class."""

    name = "test.derived"
    y: definitions.Operand = definitions.operand_def(I32)
    x: definitions.Operand = definitions.operand_def(I32)


def test_fields_of_bases_come_first():
    x, y = values(i32, i32)
    op = DerivedOp(4, x, y)
    assert (op.number, op.x, op.y) == (IntegerAttr(4, i32), x, y)


# Errors


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(
            lambda ptr, x: tt.LoadOp(ptr, cache=3), "'tt.load' op property 'cache' must be .*, but got 3", id="property"
        ),
        pytest.param(
            lambda ptr, x: tt.MakeRangeOp(start=1 << 40, end=0, result=FLOATS),
            r"'tt.make_range' op property 'start' must be 32-bit .*, but got 1099511627776",
            id="number out of range",
        ),
        pytest.param(
            lambda ptr, x: tt.LoadOp(i32), r"'tt.load' op operand 'ptr' must be an SSA value, but got .*", id="operand"
        ),
        pytest.param(
            lambda ptr, x: tt.LoadOp(ptr, [x]),
            r"'tt.load' op operand 'mask' must be an SSA value or None, but got \[.*",
            id="optional operand",
        ),
        pytest.param(
            lambda ptr, x: scf.YieldOp(x),
            r"'scf.yield' op operand 'results_' must be a list of SSA values, but got .*",
            id="list of operands",
        ),
        pytest.param(
            lambda ptr, x: tts.GatherOp(x, x),
            r"'tts.gather' op operand 'ptr' must be ptr, but got 'tensor<8xf32>'",
            id="operand whose type the result type does not follow from",
        ),
        pytest.param(
            lambda ptr, x: tt.SplatOp(x, result=x),
            r"'tt.splat' op result type 'result' must be a type, but got .*",
            id="result type",
        ),
        pytest.param(
            lambda ptr, x: tt.MapElementwiseOp([x], pack=1, result=FLOATS, scalarOp=Region()),
            r"'tt.map_elementwise' op result type 'result' must be a list of types, but got .*",
            id="list of result types",
        ),
        pytest.param(
            lambda ptr, x: tt.FuncOp("f", FunctionType.from_lists([], []), body=Block()),
            r"'tt.func' op region 'body' must be a Region, but got .*",
            id="region",
        ),
        pytest.param(
            lambda ptr, x: cf.BranchOp(Region()), r"'cf.br' op successor 'dest' must be a Block, but got .*", id="block"
        ),
        pytest.param(
            lambda ptr, x: tt.LoadOp(ptr, msk=x),
            "LoadOp.__init__.. got an unexpected keyword argument 'msk'",
            id="name",
        ),
        pytest.param(
            lambda ptr, x: tt.SplatOp(x),
            "SplatOp.__init__.. missing 1 required keyword-only argument: 'result'",
            id="few",
        ),
        pytest.param(
            lambda ptr, x: AddIOp(x, x, x),
            "AddIOp.__init__.. takes 3 positional arguments but 4 were given",
            id="too many",
        ),
    ],
)
def test_errors_name_the_operation_and_the_argument(make: Any, message: str):
    ptr, x = values(POINTERS, FLOATS)
    with pytest.raises(TypeError, match=message):
        make(ptr, x)


@pytest.mark.triton("3.9")
def test_constraints_are_left_to_the_verifier():
    (x,) = values(f32)
    from xtriton.ir.diagnostics import DiagnosticError

    op = AddIOp(x, x)
    with pytest.raises(
        DiagnosticError, match="operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'f32'"
    ):
        verify(op)
