// RUN: xtriton-opt %s --convert-triton-to-tritongpu=target=cuda:90 | filecheck %s

// Operations of ttg are legal, and legal operations are not folded.
// CHECK:      tt.func @legal
// CHECK-NEXT:   ttg.memdesc_trans %arg0 {order = array<i32: 0, 1>}
// CHECK-NEXT:   arith.constant
// CHECK-NEXT:   arith.addi %arg1, %c0_i32
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @legal(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: i32) -> i32 {
  %0 = ttg.memdesc_trans %m {order = array<i32: 0, 1>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %1 = arith.constant 0 : i32
  %2 = arith.addi %x, %1 : i32
  tt.return %2 : i32
}
