"""Functions with Triton's operations for the proofs of their folds and patterns: small tensors, all elements.

Where elements are only moved, which numbers they are does not matter: tensors of ``i1`` and ``i2`` take all, wider ones
a few. Loads and stores are from and to arrays of two elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from proofs.functions import Subject

_PAIRS = tuple(product(range(4), repeat=2))


def constants() -> Iterator[Subject]:
    """Splats, ranges and shapes of constants; shapes that change nothing."""
    numbers = {"i1": ("true", "false"), "i8": ("0", "1", "-1", "-128"), "i32": ("7", "-2147483648"), "index": ("3",)}
    numbers |= {"f16": ("1.5", "-0.0", "0x7E01"), "f32": ("0.1", "0x7F800000", "0xFFC00001"), "f8E5M2": ("0.25",)}
    for type_, values in numbers.items():
        for value in values:
            literal = value if type_ == "i1" else f"{value} : {type_}"
            if type_ != "index":
                yield Subject(
                    f"""tt.func @f() -> tensor<2x2x{type_}> {{
  %c = arith.constant {literal}
  %r = tt.splat %c : {type_} -> tensor<2x2x{type_}>
  tt.return %r : tensor<2x2x{type_}>
}}"""
                )
    for start, end in ((0, 1), (5, 6), (0, 2)):
        yield Subject(
            f"""tt.func @f() -> tensor<{end - start}xi32> {{
  %r = tt.make_range {{start = {start} : i32, end = {end} : i32}} : tensor<{end - start}xi32>
  tt.return %r : tensor<{end - start}xi32>
}}"""
        )
    shapes = (
        ("tt.expand_dims %c {axis = 0 : i32}", "2", "1x2"),
        ("tt.expand_dims %c {axis = 1 : i32}", "2x2", "2x1x2"),
        ("tt.reshape %c", "2x2", "4"),
        ("tt.reshape %c allow_reorder", "2x2", "4"),
        ("tt.reshape %c", "2x2", "2x2"),
        ("tt.reshape %c allow_reorder", "2x2", "2x2"),
        ("tt.broadcast %c", "2x1", "2x2"),
        ("tt.broadcast %c", "2x2", "2x2"),
        ("tt.trans %c {order = array<i32: 1, 0>}", "2x1", "1x2"),
        ("tt.trans %c {order = array<i32: 0, 1>}", "2x2", "2x2"),
        ("tt.trans %c {order = array<i32: 1, 0>}", "2x2", "2x2"),
    )
    dense = {"2": "[1, 2]", "2x1": "[[1], [2]]", "2x2": "[[1, 2], [3, 0]]"}
    for (op, source, target), splat, known in product(shapes, (True, False), (True, False)):
        value = "1" if splat else dense[source]
        first = f"%c = arith.constant dense<{value}> : tensor<{source}xi8>" if known else ""
        argument = "" if known else f"%c: tensor<{source}xi8>"
        tensors = ((tuple(range(5, 5 + _extent(source))),),) if not known else ()
        yield Subject(
            f"""tt.func @f({argument}) -> tensor<{target}xi8> {{
  {first}
  %r = {op} : tensor<{source}xi8> -> tensor<{target}xi8>
  tt.return %r : tensor<{target}xi8>
}}""",
            tensors,
        )


def _extent(shape: str) -> int:
    count = 1
    for extent in shape.split("x"):
        count *= int(extent)
    return count


def moved_elements() -> Iterator[Subject]:
    """Two operations that move elements, one after the other."""
    splats = (
        ("tt.expand_dims %s {axis = 0 : i32}", "2", "1x2"),
        ("tt.expand_dims %s {axis = 1 : i32}", "2", "2x1"),
        ("tt.reshape %s", "2x2", "4"),
        ("tt.broadcast %s", "1x2", "2x2"),
    )
    for op, source, target in splats:
        for type_, numbers in (("i1", range(2)), ("i8", (0, 1, 127, 128, 255)), ("f16", (0, 0x3C00, 0x7E01))):
            yield Subject(
                f"""tt.func @f(%x: {type_}) -> tensor<{target}x{type_}> {{
  %s = tt.splat %x : {type_} -> tensor<{source}x{type_}>
  %r = {op} : tensor<{source}x{type_}> -> tensor<{target}x{type_}>
  tt.return %r : tensor<{target}x{type_}>
}}""",
                (tuple(numbers),),
            )
    chains = (
        ("tt.broadcast %x", "2x1", "tt.expand_dims %s {axis = 0 : i32}", "2x2", "1x2x2"),
        ("tt.broadcast %x", "2x1", "tt.expand_dims %s {axis = 1 : i32}", "2x2", "2x1x2"),
        ("tt.broadcast %x", "1x2", "tt.expand_dims %s {axis = 2 : i32}", "2x2", "2x2x1"),
        ("tt.broadcast %x", "1x2x1", "tt.broadcast %s", "2x2x1", "2x2x2"),
        ("tt.reshape %x", "2x1", "tt.reshape %s", "2", "1x2"),
        ("tt.reshape %x", "2x1", "tt.reshape %s allow_reorder", "2", "1x2"),
        ("tt.reshape %x allow_reorder", "2x1", "tt.reshape %s", "2", "1x2"),
    )
    for first, start, second, middle, end in chains:
        yield Subject(
            f"""tt.func @f(%x: tensor<{start}xi8>) -> tensor<{end}xi8> {{
  %s = {first} : tensor<{start}xi8> -> tensor<{middle}xi8>
  %r = {second} : tensor<{middle}xi8> -> tensor<{end}xi8>
  tt.return %r : tensor<{end}xi8>
}}""",
            (_PAIRS,),
        )
    shape = (1, 2, 4)
    for first, second in product(permutations(range(3)), repeat=2):
        middle = [shape[dim] for dim in first]
        end = [middle[dim] for dim in second]
        names = ["x".join(map(str, extents)) for extents in (shape, middle, end)]
        orders = [", ".join(map(str, permutation)) for permutation in (first, second)]
        yield Subject(
            f"""tt.func @f(%x: tensor<{names[0]}xi8>) -> tensor<{names[2]}xi8> {{
  %s = tt.trans %x {{order = array<i32: {orders[0]}>}} : tensor<{names[0]}xi8> -> tensor<{names[1]}xi8>
  %r = tt.trans %s {{order = array<i32: {orders[1]}>}} : tensor<{names[1]}xi8> -> tensor<{names[2]}xi8>
  tt.return %r : tensor<{names[2]}xi8>
}}""",
            ((tuple(range(8)),),),
        )


def conversions() -> Iterator[Subject]:
    """Conversions of zeros of either sign and of other constants, and to the same type."""
    for value, (source, target) in product(("0.0", "-0.0", "1.0"), (("f32", "f16"), ("f16", "f32"), ("f32", "f8E5M2"))):
        rounding = ", rounding = rtne" if source == "f32" else ""
        for shape in ("", "2x"):
            types = [f"tensor<{shape}{element}>" if shape else element for element in (source, target)]
            literal = f"dense<{value}>" if shape else value
            yield Subject(
                f"""tt.func @f() -> {types[1]} {{
  %c = arith.constant {literal} : {types[0]}
  %r = tt.fp_to_fp %c{rounding} : {types[0]} -> {types[1]}
  tt.return %r : {types[1]}
}}"""
            )
    yield Subject(
        """tt.func @f(%x: f16) -> f16 {
  %r = tt.fp_to_fp %x : f16 -> f16
  tt.return %r : f16
}""",
        ((0, 0x8000, 0x3C01, 0x7C00, 0x7E01, 1),),
    )


def pointers() -> Iterator[Subject]:
    """Pointers moved by zero, and moved twice by constants of several widths and signs, and by numbers of 64 bits."""
    for type_, value in product(("i8", "i32", "i64"), (0, 1, -1)):
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i16>) -> i64 {{
  %c = arith.constant {value} : {type_}
  %q = tt.addptr %p, %c : !tt.ptr<i16>, {type_}
  %r = tt.ptr_to_int %q : !tt.ptr<i16> -> i64
  tt.return %r : i64
}}""",
            (((1, 2),),),
        )
    edges = {"i8": (0, 1, -1, 100, 27, 28, -128, -28, 127), "i32": (5, 2**31 - 1, -(2**31), -1, 1)}
    for type_, numbers in edges.items():
        for first, second in product(numbers, numbers):
            yield Subject(
                f"""tt.func @f(%p: !tt.ptr<i16>) -> i64 {{
  %a = arith.constant {first} : {type_}
  %b = arith.constant {second} : {type_}
  %q = tt.addptr %p, %a : !tt.ptr<i16>, {type_}
  %s = tt.addptr %q, %b : !tt.ptr<i16>, {type_}
  %r = tt.ptr_to_int %s : !tt.ptr<i16> -> i64
  tt.return %r : i64
}}""",
                (((1, 2),),),
            )
    wide = (0, 1, -1, 2**62, 2**63 - 1, -(2**63))
    yield Subject(
        """tt.func @f(%p: !tt.ptr<i32>, %a: i64, %b: i64) -> i64 {
  %q = tt.addptr %p, %a : !tt.ptr<i32>, i64
  %s = tt.addptr %q, %b : !tt.ptr<i32>, i64
  %r = tt.ptr_to_int %s : !tt.ptr<i32> -> i64
  tt.return %r : i64
}""",
        (((1, 2),), wide, wide),
    )
    for first, second in ((3, 4), (2**31 - 1, 1), (2**31 - 1, 0)):
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i16>) -> tensor<2xi64> {{
  %ca = arith.constant {first} : i32
  %b = arith.constant dense<{second}> : tensor<2xi32>
  %a = tt.splat %ca : i32 -> tensor<2xi32>
  %t = tt.splat %p : !tt.ptr<i16> -> tensor<2x!tt.ptr<i16>>
  %q = tt.addptr %t, %a : tensor<2x!tt.ptr<i16>>, tensor<2xi32>
  %s = tt.addptr %q, %b : tensor<2x!tt.ptr<i16>>, tensor<2xi32>
  %r = tt.ptr_to_int %s : tensor<2x!tt.ptr<i16>> -> tensor<2xi64>
  tt.return %r : tensor<2xi64>
}}""",
            (((1, 2),),),
        )
    for offsets in ("%c0, %c0", "%c0, %c1"):
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i8>) -> tensor<1x2xi8> {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n, %n], [%n, %one], [%c0, %c0] {{order = array<i32: 1, 0>}} : <tensor<1x2xi8>>
  %q = tt.advance %b, [{offsets}] : <tensor<1x2xi8>>
  %r = tt.load %q {{boundaryCheck = array<i32: 0, 1>, padding = 1 : i32}} : !tt.ptr<tensor<1x2xi8>>
  tt.return %r : tensor<1x2xi8>
}}""",
            (((1, 2, 3, 4),),),
        )


_POINTERS = """
  %o = tt.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
  %t = tt.splat %p : !tt.ptr<i8> -> tensor<2x!tt.ptr<i8>>
  %q = tt.addptr %t, %o : tensor<2x!tt.ptr<i8>>, tensor<2xi32>
"""


def accesses() -> Iterator[Subject]:
    """Loads and stores with constant masks, and the choice between a masked load and something else."""
    memory = ((1, 2),)
    for mask in ("dense<true>", "dense<false>", "dense<[true, false]>", "dense<[false, true]>"):
        for other in ("", ", %y"):
            yield Subject(
                f"""tt.func @f(%p: !tt.ptr<i8>, %y: tensor<2xi8>) -> tensor<2xi8> {{{_POINTERS}
  %m = arith.constant {mask} : tensor<2xi1>
  %r = tt.load %q, %m{other} : tensor<2x!tt.ptr<i8>>
  tt.return %r : tensor<2xi8>
}}""",
                (memory, ((7, 8),)),
            )
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i8>, %y: tensor<2xi8>) {{{_POINTERS}
  %m = arith.constant {mask} : tensor<2xi1>
  tt.store %q, %y, %m : tensor<2x!tt.ptr<i8>>
  tt.return
}}""",
            (memory, ((7, 8),)),
        )
    for condition, other in product(("%c", "%d"), ("", ", %z")):
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i8>, %c: i1, %d: i1, %y: tensor<2xi8>, %z: tensor<2xi8>)
    -> tensor<2xi8> {{{_POINTERS}
  %m = tt.splat %c : i1 -> tensor<2xi1>
  %l = tt.load %q, %m{other} : tensor<2x!tt.ptr<i8>>
  %r = arith.select {condition}, %l, %y : tensor<2xi8>
  tt.return %r : tensor<2xi8>
}}""",
            (memory, (0, 1), (0, 1), ((7, 8), (9, 9)), ((5, 6),)),
        )


def loads_through_descriptors() -> Iterator[Subject]:
    """Blocks of a matrix of 2 x 2 bytes, in and out of bounds, whose leading dimensions of extent 1 are left out."""
    for block, result in (("1x2", "2"), ("1x1", "1"), ("2x1", "2"), ("2x2", "4"), ("1x2", "1x2")):
        yield Subject(
            f"""tt.func @f(%p: !tt.ptr<i8>, %i: i32, %j: i32) -> tensor<{result}xi8> {{
  %n = arith.constant 2 : i32
  %s = arith.constant 2 : i64
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %one] : !tt.ptr<i8>, !tt.tensordesc<tensor<{block}xi8>>
  %b = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<{block}xi8>> -> tensor<{block}xi8>
  %r = tt.reshape %b : tensor<{block}xi8> -> tensor<{result}xi8>
  tt.return %r : tensor<{result}xi8>
}}""",
            (((1, 2, 3, 4),), (-1, 0, 1, 2), (-1, 0, 1, 2)),
        )


def sums() -> Iterator[Subject]:
    """Dots and sums on numbers that are exact in every order."""
    ones = tuple(number % 5 - 2 for number in range(256))
    twos = tuple(number % 7 - 3 for number in range(256))
    for start, swapped in product((0, 1), (True, False)):
        operands = "%e, %d" if swapped else "%d, %e"
        yield Subject(
            f"""tt.func @f(%a: tensor<16x16xi8>, %b: tensor<16x16xi8>, %e: tensor<16x16xi32>) -> tensor<16x16xi32> {{
  %z = arith.constant dense<{start}> : tensor<16x16xi32>
  %d = tt.dot %a, %b, %z : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xi32>
  %r = arith.addi {operands} : tensor<16x16xi32>
  tt.return %r : tensor<16x16xi32>
}}""",
            ((ones,), (twos,), (twos, ones)),
        )
    yield Subject(
        """tt.func @f(%x: tensor<2x2xi8>) -> i8 {
  %v = tt.reshape %x : tensor<2x2xi8> -> tensor<4xi8>
  %r = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: i8, %b: i8):
    %s = arith.addi %a, %b : i8
    tt.reduce.return %s : i8
  }) : (tensor<4xi8>) -> i8
  tt.return %r : i8
}""",
        (((1, 2, 3, 100), (250, 7, 1, 0)),),
    )
    for i, k, j in ((16, 2, 16), (8, 2, 16)):
        yield Subject(
            f"""tt.func @f(%x: tensor<{i}x{k}xi8>, %y: tensor<{k}x{j}xi8>) -> tensor<{i}x{j}xf32> {{
  %fx = arith.sitofp %x : tensor<{i}x{k}xi8> to tensor<{i}x{k}xf32>
  %fy = arith.sitofp %y : tensor<{k}x{j}xi8> to tensor<{k}x{j}xf32>
  %ex = tt.expand_dims %fx {{axis = 2 : i32}} : tensor<{i}x{k}xf32> -> tensor<{i}x{k}x1xf32>
  %ey = tt.expand_dims %fy {{axis = 0 : i32}} : tensor<{k}x{j}xf32> -> tensor<1x{k}x{j}xf32>
  %bx = tt.broadcast %ex : tensor<{i}x{k}x1xf32> -> tensor<{i}x{k}x{j}xf32>
  %by = tt.broadcast %ey : tensor<1x{k}x{j}xf32> -> tensor<{i}x{k}x{j}xf32>
  %m = arith.mulf %bx, %by : tensor<{i}x{k}x{j}xf32>
  %r = "tt.reduce"(%m) <{{axis = 1 : i32}}> ({{
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }}) : (tensor<{i}x{k}x{j}xf32>) -> tensor<{i}x{j}xf32>
  tt.return %r : tensor<{i}x{j}xf32>
}}""",
            ((ones[: i * k],), (twos[: k * j],)),
        )


def all_tensors() -> Iterator[Subject]:
    """All of these functions."""
    for group in (constants, moved_elements, conversions, pointers, accesses, loads_through_descriptors, sums):
        yield from group()
