// RUN: xtriton-opt %s --mlir-print-local-scope | filecheck %s
// RUN: xtriton-opt %s --mlir-print-local-scope | xtriton-opt - --mlir-print-local-scope | filecheck %s

// CHECK: module attributes {
// CHECK-SAME: a.a = affine_map<(d0)[s0] -> (d0 + s0 floordiv 2, d0 ceildiv 3, -d0, d0 * 3)>
// CHECK-SAME: a.b = affine_map<() -> (5, -5)>
// CHECK-SAME: a.c = affine_map<(d0, d1) -> (d0 - d1, d0 - d1 * 3, d0 - 3, (d0 - d1) floordiv 4)>
// CHECK-SAME: a.d = affine_map<(d0, d1) -> (d0 - d1 floordiv 2, (d0 floordiv 2) mod 3, d0 mod 2 + d1 - 7)>
module attributes {a.a = affine_map<(d0)[s0] -> (d0 + (s0 floordiv 2), d0 ceildiv 3, -d0, 3 * d0)>, a.b = affine_map<() -> (5, -5)>, a.c = affine_map<(d0, d1) -> (d0 - d1, d0 - d1 * 3, d0 - 3, (d0 - d1) floordiv 4)>, a.d = affine_map<(d0, d1) -> (d0 - (d1 floordiv 2), (d0 floordiv 2) mod 3, d0 mod 2 + d1 - 7)>} {}
