"""Proofs: rewrites that keep the meaning pass, and rewrites that do not are found, with the values."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import interpret
from xtriton.interp.proof import Difference, Proof
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.triage.proof_instrument import without_overflow


def compare(before: str, after: str, *, reassociated: bool = False) -> Difference | None:
    return Proof(module_of(before)).compare(module_of(after), reassociated=reassociated)


def function(body: str, signature: str) -> str:
    parameters, _, results = signature.partition(" -> ")
    return f"tt.func @f({parameters}) -> ({results}) {{\n{body}\n  tt.return %r : {results}\n}}"


@pytest.mark.parametrize(
    ("signature", "before", "after"),
    [
        (
            "%a: i32 -> i32",
            "%z = arith.constant 0 : i32\n  %r = arith.addi %a, %z : i32",
            "%r = arith.maxsi %a, %a : i32",
        ),
        (
            "%a: tensor<8xi32> -> tensor<8xi32>",
            "%c = arith.constant dense<8> : tensor<8xi32>\n  %r = arith.muli %a, %c : tensor<8xi32>",
            "%c = arith.constant dense<3> : tensor<8xi32>\n  %r = arith.shli %a, %c : tensor<8xi32>",
        ),
        # x + -0.0 is x, whatever x is.
        (
            "%a: f32 -> f32",
            "%z = arith.constant -0.0 : f32\n  %r = arith.addf %a, %z : f32",
            "%r = arith.maximumf %a, %a : f32",
        ),
        # Poison may become anything: a promise is dropped, and what follows from it may be used.
        (
            "%a: i32 -> i1",
            "%o = arith.constant 1 : i32\n  %b = arith.addi %a, %o overflow<nsw> : i32\n"
            "  %r = arith.cmpi sgt, %b, %a : i32",
            "%r = arith.constant true",
        ),
        # A division by zero has no outcome to keep.
        ("%a: i32 -> i32", "%r = arith.divsi %a, %a : i32", "%r = arith.constant 1 : i32"),
    ],
)
def test_rewrites_that_are_right(signature: str, before: str, after: str):
    assert compare(function(before, signature), function(after, signature)) is None


@pytest.mark.parametrize(
    ("signature", "before", "after"),
    [
        # x + 0.0 is not x for -0.0.
        (
            "%a: f32 -> f32",
            "%z = arith.constant 0.0 : f32\n  %r = arith.addf %a, %z : f32",
            "%r = arith.maximumf %a, %a : f32",
        ),
        # x * 0.0 is not 0.0 for infinities and NaN.
        (
            "%a: f32 -> f32",
            "%z = arith.constant 0.0 : f32\n  %r = arith.mulf %a, %z : f32",
            "%r = arith.constant 0.0 : f32",
        ),
        # Without the promise the comparison is false for the greatest number.
        (
            "%a: i32 -> i1",
            "%o = arith.constant 1 : i32\n  %b = arith.addi %a, %o : i32\n  %r = arith.cmpi sgt, %b, %a : i32",
            "%r = arith.constant true",
        ),
        # A promise that was not made.
        (
            "%a: i32 -> i32",
            "%o = arith.constant 1 : i32\n  %r = arith.addi %a, %o : i32",
            "%o = arith.constant 1 : i32\n  %r = arith.addi %a, %o overflow<nsw> : i32",
        ),
        # A signed division is no shift.
        (
            "%a: tensor<16xi32> -> tensor<16xi32>",
            "%c = arith.constant dense<2> : tensor<16xi32>\n  %r = arith.divsi %a, %c : tensor<16xi32>",
            "%c = arith.constant dense<1> : tensor<16xi32>\n  %r = arith.shrsi %a, %c : tensor<16xi32>",
        ),
        ("%a: f32, %b: f32 -> f32", "%r = arith.maximumf %a, %b : f32", "%r = arith.maxnumf %a, %b : f32"),
        ("%a: f32, %b: f32 -> i1", "%r = arith.cmpf olt, %a, %b : f32", "%r = arith.cmpf ult, %a, %b : f32"),
        ("%a: i8 -> i32", "%r = arith.extsi %a : i8 to i32", "%r = arith.extui %a : i8 to i32"),
        (
            "%a: tensor<4x8xf32> -> tensor<8x4xf32>",
            "%r = tt.trans %a {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>",
            "%r = tt.reshape %a : tensor<4x8xf32> -> tensor<8x4xf32>",
        ),
    ],
)
def test_rewrites_that_are_wrong(signature: str, before: str, after: str):
    found = compare(function(before, signature), function(after, signature))
    assert found is not None
    assert found.function == "f"
    assert found.place.startswith("result #0")
    assert found.before != found.after
    assert "argument #0 = " in found.inputs


KERNEL = """\
tt.func public @k(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %p = tt.get_program_id x : i32
  %b = arith.constant 16 : i32
  %s = arith.muli %p, %b : i32
  %t = tt.splat %s : i32 -> tensor<16xi32>
  %e = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %i = arith.addi %t, %e : tensor<16xi32>
  %l = tt.splat %n : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %i, %l : tensor<16xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %xp, %m : tensor<16x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<16xf32>
  tt.store %yp, %w, %m : tensor<16x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tt.store %yp, %w, %m :", "tt.store %yp, %w :"),
        ("cmpi slt", "cmpi sle"),
        ("cmpi slt", "cmpi ult"),
        ("arith.addf %v, %v", "arith.mulf %v, %v"),
        ("arith.constant 16 : i32", "arith.constant 17 : i32"),
        ("tt.addptr %ys", "tt.addptr %xs"),
        ("tt.store %yp, %w, %m", "tt.store %yp, %v, %m"),
    ],
)
def test_kernels_that_changed(old: str, new: str):
    found = compare(KERNEL, KERNEL.replace(old, new))
    assert found is not None
    assert found.function == "k"


def test_kernels_that_load_more_than_they_need_are_undefined_only_where_it_shows():
    # What the load leaves out is stored nowhere: it may be anything.
    other = "%o = arith.constant dense<3.0> : tensor<16xf32>\n  %v = tt.load %xp, %m, %o :"
    assert compare(KERNEL, KERNEL.replace("%v = tt.load %xp, %m :", other)) is None
    # Stored without a mask it is poison in memory, which may be anything too, and the rest is still compared.
    stored = KERNEL.replace("tt.store %yp, %w, %m :", "tt.store %yp, %w :")
    changed = stored.replace("%v = tt.load %xp, %m :", other)
    assert compare(stored, changed) is None
    assert compare(stored, stored.replace("addf", "subf")) is not None


@pytest.mark.parametrize("block", [16, 64, 256, 1024])
def test_loads_must_not_touch_more_than_the_original(block: int):
    kernel = KERNEL.replace("16", str(block))
    for mask in ("%m", "%m, %o"):
        original = kernel.replace("%v = tt.load %xp, %m", f"%v = tt.load %xp, {mask}")
        original = original.replace("%m =", f"%o = arith.constant dense<2.0> : tensor<{block}xf32>\n  %m =")
        found = compare(original, original.replace(f"tt.load %xp, {mask}", "tt.load %xp"))
        assert found is not None
        assert "'tt.load'" in found.after
        assert "of argument #0, which the original does not touch" in found.after
        assert compare(original, original) is None


GUARDED = """\
tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %c: i1) {
  %z = arith.constant 0 : i32
  BEFORE
  %x = scf.if %c -> i32 {
    INSIDE
    scf.yield %v : i32
  } else {
    scf.yield %z : i32
  }
  tt.store %q, %x : !tt.ptr<i32>
  tt.return
}
"""


def test_loads_must_not_be_speculated():
    load = "%v = tt.load %p : !tt.ptr<i32>"
    guarded = GUARDED.replace("BEFORE", "").replace("INSIDE", load)
    found = compare(guarded, GUARDED.replace("BEFORE", load).replace("INSIDE", ""))
    assert found is not None
    assert "program 0 reads bytes 0 to 4 of argument #0, which the original does not touch" in found.after
    # Under a mask the load may go first, and what the original reads anyway may be read again.
    assert compare(guarded, GUARDED.replace("BEFORE", load.replace("%p", "%p, %c, %z")).replace("INSIDE", "")) is None
    again = guarded.replace("%z =", "%first = tt.load %p : !tt.ptr<i32>\n  %z =")
    twice = again.replace(load, load + "\n    %w = tt.load %p : !tt.ptr<i32>")
    assert compare(again, twice) is None
    assert compare(again, GUARDED.replace("BEFORE", load).replace("INSIDE", "")) is None


def test_loads_must_not_be_hoisted_out_of_loops_that_may_not_run():
    text = """\
tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  BEFORE
  %x = scf.for %i = %z to %n step %one iter_args(%a = %z) -> i32 : i32 {
    INSIDE
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  tt.store %q, %x : !tt.ptr<i32>
  tt.return
}
"""
    inside = text.replace("BEFORE", "").replace("INSIDE", "%v = tt.load %p : !tt.ptr<i32>")
    hoisted = text.replace("BEFORE", "%v = tt.load %p : !tt.ptr<i32>").replace("INSIDE", "")
    guarded = text.replace("BEFORE", "%c = arith.cmpi slt, %z, %n : i32\n  %v = tt.load %p, %c : !tt.ptr<i32>")
    assert compare(inside, hoisted) is not None
    assert compare(inside, guarded.replace("INSIDE", "")) is None


def test_stores_must_not_touch_more_than_the_original():
    # What is written is what was there: memory is the same, but another program may write it meanwhile.
    stored = KERNEL.replace("%v = tt.load %xp, %m", "%v = tt.load %yp").replace("%yp, %w, %m", "%yp, %v, %m")
    found = compare(stored, stored.replace("%yp, %v, %m", "%yp, %v"))
    assert found is not None
    assert "of argument #1, which the original does not write" in found.after
    # An atomic that changes nothing writes all the same.
    add = "tt.atomic_rmw add, acq_rel, gpu, %q, %z, %c : (!tt.ptr<i32>, i32, i1) -> i32"
    guarded = GUARDED.replace("BEFORE", "").replace("INSIDE", "%v = tt.load %q : !tt.ptr<i32>")
    masked = guarded.replace("  tt.store %q", f"  %u = {add}\n  tt.store %p")
    assert compare(masked, masked) is None
    assert compare(masked, masked.replace("%z, %c :", "%z, %true :").replace("%z =", TRUE + "%z =")) is not None


TRUE = "%true = arith.constant true\n  "


def test_assertions_and_prints_are_kept():
    text = """\
tt.func public @k(%n: i32) {
  %z = arith.constant 0 : i32
  %c = arith.cmpi sge, %n, %z : i32
  tt.assert %c, "negative" : i1
  tt.print "n" {hex = false, isSigned = array<i32: 1>} : %n : i32
  tt.return
}
"""
    assert compare(text, text) is None
    without = "\n".join(line for line in text.splitlines() if "tt.assert" not in line)
    found = compare(text, without)
    assert found is not None
    assert found.place == "the outcome"
    silent = "\n".join(line for line in text.splitlines() if "tt.print" not in line)
    found = compare(text, silent)
    assert found is not None
    assert found.place == "what is printed"


def test_removing_the_question_for_the_program_does_not_change_the_grid():
    with_id = KERNEL.replace("%w = arith", "%unused = tt.get_program_id y : i32\n  %w = arith")
    assert compare(with_id, KERNEL) is None


SUM = """\
tt.func @f(%x: tensor<4x16x1xf32>, %y: tensor<1x16x4xf32>) -> tensor<4x4xf32> {
  %a = tt.broadcast %x : tensor<4x16x1xf32> -> tensor<4x16x4xf32>
  %b = tt.broadcast %y : tensor<1x16x4xf32> -> tensor<4x16x4xf32>
  %m = arith.mulf %a, %b : tensor<4x16x4xf32>
  %r = "tt.reduce"(%m) <{axis = 1 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x16x4xf32>) -> tensor<4x4xf32>
  tt.return %r : tensor<4x4xf32>
}
"""
PRODUCT = """\
tt.func @f(%x: tensor<4x16x1xf32>, %y: tensor<1x16x4xf32>) -> tensor<4x4xf32> {
  %a = tt.reshape %x : tensor<4x16x1xf32> -> tensor<4x16xf32>
  %b = tt.reshape %y : tensor<1x16x4xf32> -> tensor<16x4xf32>
  %c = arith.constant dense<0.0> : tensor<4x4xf32>
  %r = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<4x16xf32> * tensor<16x4xf32> -> tensor<4x4xf32>
  tt.return %r : tensor<4x4xf32>
}
"""


def test_reassociation_must_be_allowed():
    assert compare(SUM, PRODUCT) is not None
    assert compare(SUM, PRODUCT, reassociated=True) is None
    assert compare(SUM, PRODUCT.replace("dense<0.0>", "dense<1.0>"), reassociated=True) is not None


def test_functions_of_constants_may_be_rounded_by_another_library():
    before = function(
        "%c = arith.constant 1.5 : f32\n  %e = math.exp %c : f32\n  %r = arith.mulf %a, %e : f32", "%a: f32 -> f32"
    )
    after = function("%e = arith.constant 4.48168945 : f32\n  %r = arith.mulf %a, %e : f32", "%a: f32 -> f32")
    assert compare(before, after) is None
    assert compare(before, after.replace("4.48168945", "4.4818")) is not None


def test_functions_that_cannot_be_compared_are_reported():
    before = KERNEL.replace("%w = arith.addf", '%u = "unknown.op"() : () -> tensor<2x2xf32>\n  %w = arith.addf')
    proof = Proof(module_of(before))
    after = module_of(before)
    assert proof.compare(after) is None
    assert [why for _, why in proof.left_out(after)] == [
        "'builtin.unregistered': the interpreter does not know this operation"
    ]
    changed = module_of(KERNEL.replace("%n: i32)", "%n: i32, %more: i32)"))
    assert [why for _, why in Proof(module_of(KERNEL)).left_out(changed)] == ["its type has changed"]
    new = module_of(KERNEL.replace("@k", "@other"))
    assert [why for _, why in Proof(module_of(KERNEL)).left_out(new)] == ["it is new"]
    always = function("%z = arith.constant 0 : i32\n  %r = arith.divsi %a, %z : i32", "%a: i32 -> i32")
    told = Proof(module_of(always)).left_out(module_of(always))
    assert [why for _, why in told] == [
        "no generated input is defined, as in: 'arith.divsi': division by zero in program 0"
    ]


def test_functions_that_passes_change_in_place_are_compared_with_what_was_recorded():
    module = module_of(
        "tt.func @empty(%x: i32) {\n  tt.return\n}\n" + function("%r = math.exp %x : f32", "%x: f32 -> f32")
    )
    proof = Proof(module)
    PassManager(Context()).run(parse_pipeline("triton-arith-to-linalg"), module)  # adds arguments
    assert proof.compare(module) is None
    assert [why for _, why in proof.left_out(module)] == ["its type has changed"] * 2


def test_unknown_code_is_some_function():
    attributes = '{{constraints = "=r,r", packed_element = 1 : i32, pure = true}}'
    assembly = f'%r = tt.elementwise_inline_asm "{{}}" {attributes} %a : i32 -> i32'
    before = function(assembly.format("mov $0, $1;"), "%a: i32, %b: i32 -> i32")
    assert compare(before, before) is None
    assert compare(before, before.replace("%a : i32 -> i32", "%b : i32 -> i32")) is not None
    assert compare(before, before.replace("mov", "neg")) is not None


def test_operations_of_unknown_dialects_see_their_operands():
    before = function('"test.use"(%a) : (i32) -> ()\n  %r = arith.addi %a, %a : i32', "%a: i32, %b: i32 -> i32")
    assert compare(before, before) is None
    found = compare(before, before.replace('"test.use"(%a)', '"test.use"(%b)'))
    assert found is not None
    assert found.place == "what is printed"


def test_private_functions_are_compared_through_their_callers():
    text = """\
tt.func private @helper(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  tt.return %r : i32
}
tt.func public @k(%q: !tt.ptr<i32>, %n: i32) {
  %seven = arith.constant 7 : i32
  %r = tt.call @helper(%n, %seven) : (i32, i32) -> i32
  tt.store %q, %r : !tt.ptr<i32>
  tt.return
}
"""
    proof = Proof(module_of(text))
    constant = text.replace("%r = arith.addi %a, %b", "%s = arith.constant 7 : i32\n  %r = arith.addi %a, %s")
    specialised = module_of(constant)
    assert proof.compare(specialised) is None
    assert proof.left_out(specialised) == []
    # The proof goes on from there, pass by pass.
    following = proof.successor(specialised)
    assert following.left_out(specialised) == []
    assert following.compare(module_of(constant.replace("constant 7", "constant 8", 1))) is not None
    wrong = proof.compare(module_of(constant.replace("constant 7", "constant 8", 1)))
    assert wrong is not None
    assert wrong.function == "k"
    # What nothing calls can only be compared as it stands.
    alone = text.replace("tt.call @helper(%n, %seven) : (i32, i32) -> i32", "arith.addi %n, %seven : i32")
    assert compare(alone, alone.replace("addi %a, %b", "subi %a, %b")) is not None


def test_loops_of_blocks_may_run_as_long_as_structured_ones():
    structured = """\
tt.func public @k(%q: !tt.ptr<i32>) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 1999 : i32
  %x = scf.for %i = %z to %n step %one iter_args(%a = %z) -> i32 : i32 {
    %b = arith.addi %a, %i : i32
    scf.yield %b : i32
  }
  tt.store %q, %x : !tt.ptr<i32>
  tt.return
}
"""
    before, _, rest = structured.partition("  %x = scf.for")
    blocks = """\
  cf.br ^head(%z, %z : i32, i32)
^head(%i: i32, %x: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^end
^body:
  %b = arith.addi %x, %i : i32
  %j = arith.addi %i, %one : i32
  cf.br ^next
^next:
  cf.br ^head(%j, %b : i32, i32)
^end:
"""
    unstructured = before + blocks + rest.partition("  }\n")[2]
    assert compare(structured, unstructured) is None
    endless = unstructured.replace("cf.br ^head(%j", "cf.br ^head(%i")
    found = compare(structured, endless)
    assert found is not None
    assert "loops run more than" in found.after


def test_impure_code_leaves_a_trace():
    attributes = 'constraints = "=r,l", packed_element = 1 : i32, pure = false'
    text = f"""\
tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {{
  %one = arith.constant 1 : i32
  %a = tt.addptr %p, %one : !tt.ptr<i32>, i32
  %e = tt.elementwise_inline_asm "st.global.b32 [$1], 7;" {{{attributes}}} %a : !tt.ptr<i32> -> i32
  tt.return
}}
"""
    assert compare(text, text) is None
    without = "\n".join(line for line in text.splitlines() if "inline_asm" not in line)
    for other in (without, text.replace("} %a :", "} %p :"), text.replace("], 7", "], 8")):
        found = compare(text, other)
        assert found is not None
        assert found.place == "what is printed"
    # Pure code that nobody uses may go.
    assert compare(text.replace("pure = false", "pure = true"), without) is None
    call = '%e = tt.extern_elementwise %a {libname = "", libpath = "", pure = false, symbol = "strange"} : '
    extern = text.replace(text.splitlines()[3], f"  {call}(!tt.ptr<i32>) -> i32")
    assert compare(extern, without) is not None


def test_seeds_on_which_a_function_is_not_known_are_left_out():
    call = '{libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (tensor<8xf32>) -> tensor<8xf32>'
    text = function(f"%r = tt.extern_elementwise %a {call}", "%a: tensor<8xf32> -> tensor<8xf32>")
    proof = Proof(module_of(text))
    assert proof.records["f"].defined > 0
    assert proof.left_out(module_of(text)) == []
    assert proof.compare(module_of(text)) is None
    assert proof.successor(module_of(text)).records["f"].defined == proof.records["f"].defined
    assert compare(text, text.replace("__nv_j0f", "__nv_j1f")) is not None
    large = text.replace(
        "%r = tt.extern_elementwise %a", "%b = math.absf %a : tensor<8xf32>\n  %r = tt.extern_elementwise %b"
    )
    far = large.replace("math.absf %a", "arith.addf %a, %c").replace(
        "%b =", "%c = arith.constant dense<1.0e7> : tensor<8xf32>\n  %b ="
    )
    assert [why for _, why in Proof(module_of(far)).left_out(module_of(far))] == [
        "'tt.extern_elementwise': '__nv_j0f': arguments of Bessel functions that large are not supported"
    ]


def test_tensors_of_dynamic_shapes_are_left_out():
    text = "func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n  return %x : tensor<?x4xf32>\n}\n"
    module = module_of(text)
    assert [why for _, why in Proof(module).left_out(module)] == [
        "'func.func': arguments of type 'tensor<?x4xf32>' are not supported"
    ]


def test_memory_of_truth_values_is_compared_bit_for_bit():
    text = """\
tt.func public @k(%p: !tt.ptr<i1>, %c: i1) {
  %b = tt.bitcast %p : !tt.ptr<i1> -> !tt.ptr<i8>
  %v = arith.extui %c : i1 to i8
  tt.store %b, %v : !tt.ptr<i8>
  tt.return
}
"""
    assert compare(text, text) is None
    found = compare(text, text.replace("extui", "extsi"))
    assert found is not None
    assert (found.before, found.after) == ("1", "255")


def test_proofs_without_evidence_are_reported():
    text = """\
tt.func public @k(%p: !tt.ptr<i32>, %n: i32) {
  %far = arith.constant 123456788 : i32
  %square = arith.muli %n, %n : i32
  %c = arith.cmpi eq, %square, %far : i32
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  }
  tt.return
}
"""
    told = Proof(module_of(text)).left_out(module_of(text))
    assert [why for _, why in told] == ["on no generated input that is defined it stores, returns or prints anything"]
    near = text.replace("eq, %square", "eq, %n")
    assert Proof(module_of(near)).left_out(module_of(near)) == []
    empty = "tt.func public @k(%p: !tt.ptr<i32>) {\n  tt.return\n}\n"
    assert Proof(module_of(empty)).left_out(module_of(empty)) == []


def test_invalid_modules_and_seeds_are_reported():
    module = module_of(KERNEL)
    with pytest.raises(TypeError, match="give a module, not its text"):
        Proof(KERNEL)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="give a module, not its text"):
        Proof(module).compare(KERNEL)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="give a module, as parse_module"):
        Proof(module).left_out(3)  # pyright: ignore[reportArgumentType]
    for seeds in ([], 3, [-1], ["0"], None):
        with pytest.raises(TypeError, match="seeds are at least one integer from 0 on"):
            Proof(module, seeds=seeds)  # pyright: ignore[reportArgumentType]


def test_values_that_are_used_before_they_are_defined_are_errors():
    lines = KERNEL.splitlines()
    at = next(index for index, line in enumerate(lines) if "tt.load" in line)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    broken = parse_module("\n".join(lines), "test.mlir", Context())
    with pytest.raises(DiagnosticError, match="operand #0 does not dominate this use"):
        Proof(broken)
    with pytest.raises(DiagnosticError, match="operand #0 does not dominate this use"):
        Proof(module_of(KERNEL)).compare(broken)
    x, y = np.ones(16, np.float32), np.zeros(16, np.float32)
    with pytest.raises(DiagnosticError, match="operand #0 does not dominate this use"):
        interpret(broken, 1, x, y, 16)


def test_modules_of_the_builder_can_be_given():
    class Holder:
        op = module_of(KERNEL)

    assert Proof(Holder()).compare(Holder()) is None


SPECULATED = """\
tt.func @f(%x: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %some = arith.cmpi ne, %n, %zero : i32
BODY
  tt.store %x, %r : !tt.ptr<i32>
  tt.return
}
"""
INSIDE = """\
  %r = scf.if %some -> (i32) {
    %q = arith.divsi %hundred, %n : i32
    scf.yield %q : i32
  } else {
    scf.yield %zero : i32
  }
"""
OUTSIDE = "  %q = arith.divsi %hundred, %n : i32\n  %r = arith.select %some, %q, %zero : i32\n"


def test_divisions_that_are_speculated_are_allowed_where_they_are_expected():
    proof = Proof(module_of(SPECULATED.replace("BODY", INSIDE)))
    after = module_of(SPECULATED.replace("BODY", OUTSIDE))
    found = proof.compare(after)
    assert found is not None
    assert "division by zero" in found.after
    assert proof.compare(after, speculated=True) is None
    # What comes behind that pass divides as well.
    assert proof.successor(after).compare(after) is None
    wrong = module_of(SPECULATED.replace("BODY", OUTSIDE.replace("%some, %q, %zero", "%some, %q, %hundred")))
    assert proof.compare(wrong, speculated=True) is not None


@pytest.mark.parametrize(("type_", "undefined"), [("i32", True), ("i64", True), ("i8", False)])
def test_overflow_is_undefined_for_passes_that_assume_that_there_is_none(type_: str, undefined: bool):
    before = f"""tt.func @f(%a: {type_}, %b: {type_}) -> i1 {{
      %s = arith.addi %a, %b : {type_}
      %r = arith.cmpi sgt, %s, %a : {type_}
      tt.return %r : i1
    }}"""
    after = f"""tt.func @f(%a: {type_}, %b: {type_}) -> i1 {{
      %zero = arith.constant 0 : {type_}
      %r = arith.cmpi sgt, %b, %zero : {type_}
      tt.return %r : i1
    }}"""
    module, rewritten = (parse_module(text, "overflow.mlir", Context()) for text in (before, after))
    assert Proof(module).compare(rewritten) is not None
    assert (Proof(without_overflow(module)).compare(rewritten) is None) == undefined
