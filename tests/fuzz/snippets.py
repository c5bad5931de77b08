"""Pieces of text that samples rarely contain: types, numbers, attributes, operations and surroundings at the edges."""

from __future__ import annotations

TYPES = (
    *(
        "i1",
        "i8",
        "i16",
        "i32",
        "i64",
        "i7",
        "i128",
        "index",
        "f16",
        "bf16",
        "f32",
        "f64",
        "f8E4M3FN",
        "f8E5M2",
        "tf32",
    ),
    *("si32", "ui8", "none", "complex<f32>", "tuple<i32, f32>", "vector<4xf32>", "memref<4xf32>", "memref<*xf32>"),
    *("memref<?xf32, strided<[?], offset: ?>>", "tensor<f32>", "tensor<0xf32>", "tensor<?xf32>", "tensor<*xf32>"),
    *("tensor<1xi1>", "tensor<4xindex>", "tensor<3xi32>", "tensor<1x1x1x1xf32>", "tensor<4x!tt.ptr<f32>>"),
    *("!tt.ptr<f32>", "!tt.ptr<i1>", "!tt.ptr<f32, 3>", "!tt.ptr<!tt.ptr<f32>>", "!tt.ptr<tensor<4xf32>>", "() -> ()"),
    *("!tt.tensordesc<tensor<4x4xf32>>", "!llvm.ptr", "!llvm.struct<(i32, f32)>", "!ttg.async.token", "!foreign.type"),
)
NUMBERS = (
    *("0", "1", "2", "3", "4", "5", "7", "8", "16", "32", "64", "100", "127", "128", "255", "256", "-1", "-2", "-128"),
    *("1024", "65536", "1048576", "2147483647", "2147483648", "-2147483648", "4294967296", "9223372036854775807"),
)
ATTRIBUTES = (
    *("", "{}", "{tt.divisibility = 16 : i32}", "{axis = 1 : i32}", "{axis = -1 : i32}", "{tt.num_stages = 0 : i32}"),
    *("{tt.loop_unroll_factor = 2 : i32}", '{"ttg.num-warps" = 4 : i32}', 'attributes {"ttg.num-warps" = 4 : i32}'),
    *("attributes {}", "{order = array<i32: 0>}", "{tt.flatten}", "{unknown.name = [1, 2]}", "<{}>", "{allow_reorder}"),
    'attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90"}',
    'attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"}',
)
SNIPPETS = (
    '"foreign.op"() : () -> ()',
    '%n = "foreign.value"() : () -> tensor<4xf32>',
    "%n = arith.constant dense<1> : tensor<4xindex>",
    "%n = arith.constant dense<true> : tensor<8xi1>",
    "%n = arith.constant dense<1.0> : vector<4xf32>",
    "%n = arith.constant dense<> : tensor<0xf32>",
    "%n = arith.constant dense<2.0> : tensor<f64>",
    "%n = ub.poison : tensor<16x16xf8E4M3FN>",
    "%n = llvm.mlir.undef : !llvm.struct<(i32, f32)>",
    "%n = memref.alloc() : memref<4xf32>",
    "%n = tensor.empty() : tensor<4x4xf32>",
    "%n = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>",
    "%n = tt.get_program_id x : i32",
    "gpu.barrier",
    "tt.return",
    "^unreachable:",
    "cf.br ^loop\n^loop:\ncf.br ^loop",
    "%n = arith.constant 0 : index\nscf.for %i_n = %n to %n step %n {\n}",
    "%n = arith.constant 0 : i32\nscf.for %i_n = %n to %n step %n : i32 {\n}",
    '%n = arith.constant true\nscf.if %n {\n"foreign.op"() : () -> ()\n}',
    "%n = scf.execute_region -> i32 {\n%inner = arith.constant 1 : i32\nscf.yield %inner : i32\n}",
    "tt.call @missing() : () -> ()",
    "module @inner {\ntt.func private @inside(i32)\n}",
    "%n = builtin.unrealized_conversion_cast to !tt.ptr<f32>",
    'tt.print "n" {hex = false, isSigned = array<i32>}',
)
WRAPPERS = (
    "module {\n$TEXT\n}",
    'module attributes {"ttg.num-warps" = 4 : i32} {\n$TEXT\n}',
    "module {\nmodule {\n$TEXT\n}\n}",
    '"foreign.region"() ({\n$TEXT\n}) : () -> ()',
    "$TEXT\ntt.func private @declared(i32, tensor<4xf32>) -> i32",
    "$TEXT\ntt.func @empty() {\ntt.return\n}",
    "$TEXT\nfunc.func @other(%a: memref<4xf32>) {\nreturn\n}",
)
