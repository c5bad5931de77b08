"""Operands, results, properties and constraints that not all versions of Triton have."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, i1, i32
from xdsl.dialects.test import TestOp

from xtriton.dialects import tt, ttg, ttng
from xtriton.dialects.tt.attributes import CachePolicy, CachePolicyAttr
from xtriton.dialects.tt.enums import CacheModifier
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.types import MemDescType
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_attribute, parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.signature import memory_signature_of, signature_of
from xtriton.ir.verifier import verify
from xtriton.versions import KNOWN, V3_6, V3_7, V3_8, V3_9, TritonVersion, use_version

POINTER = "!tt.ptr<f32>"
SAMPLES = Path(__file__).parents[2] / "filecheck" / "versions"


def _load(**properties: object) -> tt.LoadOp:
    return tt.LoadOp(TestOp(result_types=[PointerType(i32)]).results[0], **properties)  # type: ignore[arg-type]


def _barrier() -> MemDescType:
    encoding = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
    type_ = parse_attribute(f"!ttg.memdesc<1xi64, {encoding}, #ttg.shared_memory, mutable>", "type", Context())
    assert isinstance(type_, MemDescType)
    return type_


@pytest.fixture(params=KNOWN, ids=str)
def triton(request: pytest.FixtureRequest) -> Generator[TritonVersion]:
    with use_version(request.param):
        yield request.param


def test_properties_have_the_defaults_of_the_version():
    with use_version(V3_6):
        assert _load().properties.keys() == {
            "boundaryCheck", "cache", "evict", "isVolatile", "operandSegmentSizes"
        }  # fmt: skip
    with use_version(V3_8):
        assert _load().properties.keys() == {"cache", "evict", "isVolatile", "operandSegmentSizes"}
    with use_version(V3_9):
        assert _load().properties.keys() == {"isVolatile", "operandSegmentSizes"}


def test_an_absent_property_reads_as_its_default():
    with use_version(V3_9):
        assert CacheModifier.of(_load().cache) is CacheModifier.NONE
        assert _load().boundaryCheck == DenseArrayBase.from_list(i32, ())


def test_a_constructor_rejects_a_property_of_other_versions():
    policy = CachePolicyAttr(CachePolicy(CacheModifier.CA))
    with use_version(V3_9):
        assert _load(cachePolicy=policy).cachePolicy is policy
        with pytest.raises(TypeError, match=r"'tt.load' op has no property 'cache' in Triton 3.9"):
            _load(cache=CacheModifier.CA)
    with use_version(V3_8), pytest.raises(TypeError, match=r"no property 'cachePolicy' in Triton 3.8"):
        _load(cachePolicy=policy)


def test_the_verifier_rejects_a_property_of_other_versions():
    with use_version(V3_9):
        op = _load()
        op.properties["padding"] = IntegerAttr(1, i32)
        with pytest.raises(DiagnosticError, match=r"'tt.load' op has no property 'padding' in Triton 3.9"):
            verify(op)


def test_the_generic_form_ignores_properties_of_other_versions():
    text = f"""tt.func @f(%p: {POINTER}) {{
  %0 = "tt.load"(%p) <{{cache = 3 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}}> : ({POINTER}) -> f32
  tt.return
}}"""
    context = Context(triton="3.9")
    module = parse_module(text, "text", context)
    verify(module, context)
    assert "cache" not in print_op(module, PrintOptions(triton=context.triton, generic=True))
    old = Context(triton="3.8")
    assert "cacheModifier = cg" in print_op(parse_module(text, "text", old), PrintOptions(triton=old.triton))


def test_segment_sizes_are_written_where_the_version_has_several_segments():
    barrier = TestOp(result_types=[_barrier()]).results[0]
    pred = TestOp(result_types=[i1]).results[0]
    for version_, sizes in ((V3_6, None), (V3_7, "array<i32: 1, 1, 0>")):
        with use_version(version_):
            op = ttng.TCGen5CommitOp(barrier, pred)
            assert op.pred is pred
            assert list(op.descs) == []
            text = print_op(op, PrintOptions(triton=version_, generic=True))
            assert ("operandSegmentSizes" in text) == (sizes is not None)
            assert sizes is None or sizes in text


def test_the_generic_form_is_read_back_in_each_version(triton: TritonVersion):
    number = "N = 0" if triton < V3_9 else "offset = 0"
    context = Context(triton=triton)
    text = f"""#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {{"ttg.num-warps" = 4 : i32}} {{
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>) {{
    %0 = ttng.tmem_subslice %m {{{number} : i32}} : !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable> -> \
!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>
    tt.return
  }}
}}
"""
    module = parse_module(text, "text", context)
    verify(module, context)
    generic = print_op(module, PrintOptions(triton=triton, generic=True))
    again = parse_module(generic, "text", context)
    verify(again, context)
    assert print_op(again, PrintOptions(triton=triton, generic=True)) == generic
    assert module.is_structurally_equivalent(again)


def test_a_required_property_is_required_in_its_versions_only():
    with use_version(V3_9):
        memory = TestOp(result_types=[_barrier()]).results[0]
        op = ttng.TMEMSubSliceOp(memory, result=memory.type)
        with pytest.raises(DiagnosticError, match="requires attribute 'offset'"):
            verify(op)


def test_signatures():
    assert "descs" in memory_signature_of(ttng.TCGen5CommitOp).values
    with use_version(V3_6):
        assert [value.name for value in signature_of(ttng.TCGen5CommitOp).operands] == ["barrier", "pred"]
        assert signature_of(ttg.ConvertLayoutOp).properties.keys() == set()
    with use_version(V3_9):
        assert signature_of(ttg.ConvertLayoutOp).properties.keys() == {"force_warp_shuffle"}


def test_an_operation_without_differences_has_one_signature():
    with use_version(V3_6):
        old = signature_of(tt.AddPtrOp)
    with use_version(V3_9):
        assert signature_of(tt.AddPtrOp) is old is memory_signature_of(tt.AddPtrOp)


def test_attributes_of_later_versions_are_unknown():
    text = "#tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>"
    assert isinstance(parse_attribute(text, "text", Context(triton="3.9")), CachePolicyAttr)
    with pytest.raises(DiagnosticError, match="provides no attribute parsing hook"):
        parse_attribute(text, "text", Context(triton="3.8"))


def test_every_operation_of_a_later_version_has_a_sample():
    """Samples round-trip in custom and generic form: their RUN lines are tests."""
    text = "".join(path.read_text() for path in SAMPLES.glob("*.mlir"))
    contexts = [Context(triton=triton) for triton in KNOWN]
    for name in ("tt", "ttg", "ttng", "nvws", "gluon", "tti", "nvg"):
        dialects = [context.get_dialect(name) for context in contexts]
        old = {op.name for op in dialects[0].operations}
        for dialect in dialects[1:]:
            assert [op.name for op in dialect.operations if op.name not in old and op.name not in text] == []


def test_strings_do_not_become_properties():
    with use_version(V3_7):
        scratch = ttg.GlobalScratchAllocOp(nbytes=8, alignment=8, result=PointerType(i32))
        assert scratch.properties["backend"] == StringAttr("default")
    with use_version(V3_8):
        assert "backend" not in ttg.GlobalScratchAllocOp(nbytes=8, alignment=8, result=PointerType(i32)).properties
