"""Functions for the proofs of rules that Triton 3.6 does not have, as the newest version reads them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from proofs.functions import POISON, Subject

_ALL = tuple(range(256))
_PAIRS = tuple(product((0, 1, 127, 255), repeat=2))


def conversions_of_extensions() -> Iterator[Subject]:
    """Floating-point numbers of extended integers: all of 8 bits, through 16 and 32 bits."""
    extensions = (("arith.extsi", "arith.sitofp"), ("arith.extui", "arith.sitofp"), ("arith.extui", "arith.uitofp"))
    for (extend, convert), wide, target in product(extensions, ("i16", "i32"), ("f16", "bf16", "f32", "f64")):
        yield Subject(
            f"""tt.func @f(%x: i8) -> {target} {{
  %w = {extend} %x : i8 to {wide}
  %r = {convert} %w : {wide} to {target}
  tt.return %r : {target}
}}""",
            ((*_ALL, POISON),),
        )


def moved_elements() -> Iterator[Subject]:
    """Splits of joins, joins of splits, also in the other order; reshapes of expansions; bitcasts to the same type."""
    for order in ("%a, %b", "%b, %a"):
        yield Subject(
            f"""tt.func @f(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {{
  %a, %b = tt.split %x : tensor<2x2xi8> -> tensor<2xi8>
  %r = tt.join {order} : tensor<2xi8> -> tensor<2x2xi8>
  tt.return %r : tensor<2x2xi8>
}}""",
            (tuple(product(_PAIRS, repeat=2)),),
        )
        yield Subject(
            f"""tt.func @f(%a: tensor<2xi8>, %b: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {{
  %x = tt.join {order} : tensor<2xi8> -> tensor<2x2xi8>
  %r, %s = tt.split %x : tensor<2x2xi8> -> tensor<2xi8>
  tt.return %r, %s : tensor<2xi8>, tensor<2xi8>
}}""",
            (_PAIRS, _PAIRS),
        )
    for axis, shape in ((0, "1x2x2"), (1, "2x1x2"), (2, "2x2x1")):
        yield Subject(
            f"""tt.func @f(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {{
  %e = tt.expand_dims %x {{axis = {axis} : i32}} : tensor<2x2xi8> -> tensor<{shape}xi8>
  %r = tt.reshape %e : tensor<{shape}xi8> -> tensor<2x2xi8>
  tt.return %r : tensor<2x2xi8>
}}""",
            ((((0, 1), (2, 3)), ((255, 128), (127, 0))),),
        )
    for type_, numbers in (("i8", _ALL), ("f16", (0, 0x8000, 0x3C00, 0x7C00, 0x7E01))):
        yield Subject(
            f"""tt.func @f(%x: {type_}) -> {type_} {{
  %r = tt.bitcast %x : {type_} -> {type_}
  tt.return %r : {type_}
}}""",
            (numbers,),
        )


def pointers_of_integers() -> Iterator[Subject]:
    """Pointers that are integers in between, with and without a constant number of bytes added: an element is read."""
    for type_, size in (("i8", 1), ("i32", 4)):
        for offset in (0, 1, 2, 4):
            if offset >= 2 * size:
                continue
            read = f"""%r = tt.load %q : !tt.ptr<{type_}>
  tt.return %r : {type_}"""
            yield Subject(
                f"""tt.func @f(%p: !tt.ptr<{type_}>) -> {type_} {{
  %c = arith.constant {offset} : i64
  %i = tt.ptr_to_int %p : !tt.ptr<{type_}> -> i64
  %s = arith.addi %i, %c : i64
  %q = tt.int_to_ptr %s : i64 -> !tt.ptr<{type_}>
  {read}
}}""",
                (((7, 9), (-1, 0)),),
            )
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<{type_}>) -> {type_} {{
  %i = tt.ptr_to_int %p : !tt.ptr<{type_}> -> i64
  %q = tt.int_to_ptr %i : i64 -> !tt.ptr<{type_}>
  %r = tt.load %q : !tt.ptr<{type_}>
  tt.return %r : {type_}
}}""",
            (((7, 9), (-1, 0)),),
        )


def branches_before_conditions() -> Iterator[Subject]:
    """A branch on the condition of a loop before it, with values of the first region and of above."""
    for predicate, handed, other in product(("slt", "ne"), ("%s, %v", "%v, %v", "%v, %s"), ("%s", "%x")):
        yield Subject(
            f"""tt.func @f(%x: i8, %n: i8) -> (i8, i8) {{
  %c1 = arith.constant 1 : i8
  %c3 = arith.constant 3 : i8
  %r:2 = scf.while (%a = %x) : (i8) -> (i8, i8) {{
    %s = arith.addi %a, %c1 : i8
    %k = arith.cmpi {predicate}, %s, %n : i8
    %v = scf.if %k -> (i8) {{
      %m = arith.muli %s, %c3 : i8
      scf.yield %m : i8
    }} else {{
      scf.yield {other} : i8
    }}
    scf.condition(%k) {handed} : i8, i8
  }} do {{
  ^bb0(%p: i8, %q: i8):
    tt.print " pair: " {{hex = false, isSigned = array<i32: 1, 1>}} : %p, %q : i8, i8
    %t = arith.addi %p, %c1 : i8
    scf.yield %t : i8
  }}
  tt.return %r#0, %r#1 : i8, i8
}}""",
            ((0, 2, 250), (0, 3, 4)),
        )


def sums_with_scaled_dots() -> Iterator[Subject]:
    """A number added to a dot of scaled operands: on either side, with an accumulator of zero."""
    types = "tensor<16x32xf8E4M3FN>, tensor<16x1xi8> * tensor<32x16xf8E4M3FN> -> tensor<16x16xf32>"
    for sides in ("%d, %y", "%y, %d"):
        yield Subject(
            f"""tt.func @f(%u: i8, %v: i8, %w: f32) -> tensor<16x16xf32> {{
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tt.splat %u : i8 -> tensor<16x32xi8>
  %b = tt.splat %v : i8 -> tensor<32x16xi8>
  %x = tt.bitcast %a : tensor<16x32xi8> -> tensor<16x32xf8E4M3FN>
  %z = tt.bitcast %b : tensor<32x16xi8> -> tensor<32x16xf8E4M3FN>
  %t = arith.constant dense<127> : tensor<16x1xi8>
  %y = tt.splat %w : f32 -> tensor<16x16xf32>
  %d = tt.dot_scaled %x scale %t, %z, %zero lhs = e4m3 rhs = e4m3 {{fastMath = false}} : {types}
  %r = arith.addf {sides} : tensor<16x16xf32>
  tt.return %r : tensor<16x16xf32>
}}""",
            ((0, 0x38, 0x40, 0xB8), (0x38, 0x30), (0, 0x3F800000, 0xC0000000)),
        )


def all_newer() -> Iterator[Subject]:
    """All functions."""
    return chain(
        conversions_of_extensions(),
        moved_elements(),
        pointers_of_integers(),
        branches_before_conditions(),
        sums_with_scaled_dots(),
    )
