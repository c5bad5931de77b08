// RUN: xtriton-opt %s --print-op-stats 2>&1 | filecheck %s
// RUN: xtriton-opt %s --print-op-stats=json 2>&1 | filecheck %s --check-prefix=JSON

// CHECK:      Operations encountered:
// CHECK-NEXT: -----------------------
// CHECK-NEXT:   arith.addi   , 1
// CHECK-NEXT: builtin.module , 1
// CHECK-NEXT:      tt.func   , 1
// CHECK-NEXT:      tt.return , 1
// CHECK-NEXT: module {
// JSON:      {
// JSON-NEXT:   "arith.addi" : 1,
// JSON-NEXT:   "builtin.module" : 1,
// JSON-NEXT:   "tt.func" : 1,
// JSON-NEXT:   "tt.return" : 1
// JSON-NEXT: }
tt.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  tt.return %0 : i32
}
