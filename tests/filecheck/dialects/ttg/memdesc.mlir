// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-NEXT: #shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-NEXT: #shared3 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
// CHECK-NEXT: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-NEXT: #shared6 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-NEXT: #shared7 = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// CHECK-NEXT: #shared8 = #ttg.shared_linear<{offset = {{\[\[}}1], [2], [4], [8]]}, alignment = 16>
// CHECK-NEXT: #shared9 = #ttg.padded_shared<[32:+4] {order = [0, 1], shape = [32, 16]}>
// CHECK-NEXT: #shared10 = #ttg.padded_shared<[32:+4] {order = [0], shape = [512]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#column = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [0, 1]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#plain3 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @views(%arg0: !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>, %arg1: i32) {
  // CHECK-NEXT: %0 = ttg.memdesc_index %arg0[%arg1] : !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
  // CHECK-NEXT: %2 = ttg.memdesc_reinterpret %0 : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xi32, #shared2, #smem, mutable>
  // CHECK-NEXT: ttg.local_dealloc %1 : !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
  // CHECK-NEXT: ttg.local_dealloc %2 {why = "done"} : !ttg.memdesc<64x16xi32, #shared2, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>, i32) -> (), sym_name = "views"}> ({
  // GENERIC-NEXT: ^bb0(%arg6: !ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>, %arg7: i32):
  // GENERIC-NEXT: %11 = "ttg.memdesc_index"(%arg6, %arg7) : (!ttg.memdesc<3x64x32xf16, #shared, #smem, mutable>, i32) -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
  // GENERIC-NEXT: %12 = "ttg.memdesc_trans"(%11) <{order = array<i32: 1, 0>}> : (!ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> !ttg.memdesc<32x64xf16, #shared1, #smem, mutable>
  // GENERIC-NEXT: %13 = "ttg.memdesc_reinterpret"(%11) : (!ttg.memdesc<64x32xf16, #shared, #smem, mutable>) -> !ttg.memdesc<64x16xi32, #shared2, #smem, mutable>
  // GENERIC-NEXT: "ttg.local_dealloc"(%12) : (!ttg.memdesc<32x64xf16, #shared1, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttg.local_dealloc"(%13) {why = "done"} : (!ttg.memdesc<64x16xi32, #shared2, #smem, mutable>) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @views(%buffers: !ttg.memdesc<3x64x32xf16, #row, #smem, mutable>, %i: i32) {
    %one = ttg.memdesc_index %buffers[%i] : !ttg.memdesc<3x64x32xf16, #row, #smem, mutable> -> !ttg.memdesc<64x32xf16, #row, #smem, mutable>
    %turned = ttg.memdesc_trans %one {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #row, #smem, mutable> -> !ttg.memdesc<32x64xf16, #column, #smem, mutable>
    %bits = ttg.memdesc_reinterpret %one : !ttg.memdesc<64x32xf16, #row, #smem, mutable> -> !ttg.memdesc<64x16xi32, #plain, #smem, mutable>
    ttg.local_dealloc %turned : !ttg.memdesc<32x64xf16, #column, #smem, mutable>
    ttg.local_dealloc %bits {why = "done"} : !ttg.memdesc<64x16xi32, #plain, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @subslices(%arg0: !ttg.memdesc<64x32xf16, #shared2, #smem, mutable>, %arg1: !ttg.memdesc<4x64x32xf16, #shared3, #smem, mutable>) {
  // CHECK-NEXT: %0 = ttg.memdesc_subslice %arg0[32, 0] : !ttg.memdesc<64x32xf16, #shared2, #smem, mutable> -> !ttg.memdesc<32x32xf16, #shared2, #smem, mutable, 64x32>
  // CHECK-NEXT: %1 = ttg.memdesc_subslice %arg0[48, 16] {tag} : !ttg.memdesc<64x32xf16, #shared2, #smem, mutable> -> !ttg.memdesc<16x16xf16, #shared2, #smem, mutable, 64x32>
  // CHECK-NEXT: %2 = ttg.memdesc_subslice %arg1[2, 0, 0] : !ttg.memdesc<4x64x32xf16, #shared3, #smem, mutable> -> !ttg.memdesc<2x64x32xf16, #shared3, #smem, mutable, 4x64x32>
  // CHECK-NEXT: %3 = ttg.memdesc_subslice %arg0[0, 0] : !ttg.memdesc<64x32xf16, #shared2, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared2, #smem, mutable>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<64x32xf16, #shared2, #smem, mutable>, !ttg.memdesc<4x64x32xf16, #shared3, #smem, mutable>) -> (), sym_name = "subslices"}> ({
  // GENERIC-NEXT: ^bb0(%arg4: !ttg.memdesc<64x32xf16, #shared2, #smem, mutable>, %arg5: !ttg.memdesc<4x64x32xf16, #shared3, #smem, mutable>):
  // GENERIC-NEXT: %7 = "ttg.memdesc_subslice"(%arg4) <{offsets = array<i32: 32, 0>}> : (!ttg.memdesc<64x32xf16, #shared2, #smem, mutable>) -> !ttg.memdesc<32x32xf16, #shared2, #smem, mutable, 64x32>
  // GENERIC-NEXT: %8 = "ttg.memdesc_subslice"(%arg4) <{offsets = array<i32: 48, 16>}> {tag} : (!ttg.memdesc<64x32xf16, #shared2, #smem, mutable>) -> !ttg.memdesc<16x16xf16, #shared2, #smem, mutable, 64x32>
  // GENERIC-NEXT: %9 = "ttg.memdesc_subslice"(%arg5) <{offsets = array<i32: 2, 0, 0>}> : (!ttg.memdesc<4x64x32xf16, #shared3, #smem, mutable>) -> !ttg.memdesc<2x64x32xf16, #shared3, #smem, mutable, 4x64x32>
  // GENERIC-NEXT: %10 = "ttg.memdesc_subslice"(%arg4) <{offsets = array<i32: 0, 0>}> : (!ttg.memdesc<64x32xf16, #shared2, #smem, mutable>) -> !ttg.memdesc<64x32xf16, #shared2, #smem, mutable>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @subslices(%m: !ttg.memdesc<64x32xf16, #plain, #smem, mutable>, %n: !ttg.memdesc<4x64x32xf16, #plain3, #smem, mutable>) {
    %0 = ttg.memdesc_subslice %m[32, 0] : !ttg.memdesc<64x32xf16, #plain, #smem, mutable> -> !ttg.memdesc<32x32xf16, #plain, #smem, mutable, 64x32>
    %1 = ttg.memdesc_subslice %m[48, 16] {tag} : !ttg.memdesc<64x32xf16, #plain, #smem, mutable> -> !ttg.memdesc<16x16xf16, #plain, #smem, mutable, 64x32>
    %2 = ttg.memdesc_subslice %n[2, 0, 0] : !ttg.memdesc<4x64x32xf16, #plain3, #smem, mutable> -> !ttg.memdesc<2x64x32xf16, #plain3, #smem, mutable, 4x64x32>
    %3 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<64x32xf16, #plain, #smem, mutable> -> !ttg.memdesc<64x32xf16, #plain, #smem, mutable>
    tt.return
  }

  // CHECK: tt.func @reshapes(%arg0: !ttg.memdesc<64x64xf16, #shared4, #smem>, %arg1: !ttg.memdesc<2x64x64xf16, #shared4, #smem>) {
  // CHECK-NEXT: %0 = ttg.memdesc_trans %arg0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared4, #smem> -> !ttg.memdesc<64x64xf16, #shared5, #smem>
  // CHECK-NEXT: %1 = ttg.memdesc_trans %arg0 {order = array<i32: 0, 1>} : !ttg.memdesc<64x64xf16, #shared4, #smem> -> !ttg.memdesc<64x64xf16, #shared4, #smem>
  // CHECK-NEXT: %2 = ttg.memdesc_reshape %arg0 : !ttg.memdesc<64x64xf16, #shared4, #smem> -> !ttg.memdesc<4x16x64xf16, #shared6, #smem>
  // CHECK-NEXT: %3 = ttg.memdesc_reinterpret %arg1 : !ttg.memdesc<2x64x64xf16, #shared4, #smem> -> !ttg.memdesc<128x64xf16, #shared4, #smem>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<64x64xf16, #shared4, #smem>, !ttg.memdesc<2x64x64xf16, #shared4, #smem>) -> (), sym_name = "reshapes"}> ({
  // GENERIC-NEXT: ^bb0(%arg2: !ttg.memdesc<64x64xf16, #shared4, #smem>, %arg3: !ttg.memdesc<2x64x64xf16, #shared4, #smem>):
  // GENERIC-NEXT: %3 = "ttg.memdesc_trans"(%arg2) <{order = array<i32: 1, 0>}> : (!ttg.memdesc<64x64xf16, #shared4, #smem>) -> !ttg.memdesc<64x64xf16, #shared5, #smem>
  // GENERIC-NEXT: %4 = "ttg.memdesc_trans"(%arg2) <{order = array<i32: 0, 1>}> : (!ttg.memdesc<64x64xf16, #shared4, #smem>) -> !ttg.memdesc<64x64xf16, #shared4, #smem>
  // GENERIC-NEXT: %5 = "ttg.memdesc_reshape"(%arg2) : (!ttg.memdesc<64x64xf16, #shared4, #smem>) -> !ttg.memdesc<4x16x64xf16, #shared6, #smem>
  // GENERIC-NEXT: %6 = "ttg.memdesc_reinterpret"(%arg3) : (!ttg.memdesc<2x64x64xf16, #shared4, #smem>) -> !ttg.memdesc<128x64xf16, #shared4, #smem>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @reshapes(%m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, 2x64x64>) {
    %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #nvmma, #smem> -> !ttg.memdesc<64x64xf16, #nvmma_t, #smem>
    %1 = ttg.memdesc_trans %m {order = array<i32: 0, 1>} : !ttg.memdesc<64x64xf16, #nvmma, #smem> -> !ttg.memdesc<64x64xf16, #nvmma, #smem>
    %2 = ttg.memdesc_reshape %m : !ttg.memdesc<64x64xf16, #nvmma, #smem> -> !ttg.memdesc<4x16x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>, #smem>
    %3 = ttg.memdesc_reinterpret %b : !ttg.memdesc<2x64x64xf16, #nvmma, #smem> -> !ttg.memdesc<128x64xf16, #nvmma, #smem>
    tt.return
  }

  // CHECK: tt.func @linear(%arg0: !ttg.memdesc<4x4xf32, #shared2, #smem>, %arg1: !ttg.memdesc<16x32xf32, #shared7, #smem>) {
  // CHECK-NEXT: %0 = ttg.memdesc_reshape %arg0 : !ttg.memdesc<4x4xf32, #shared2, #smem> -> !ttg.memdesc<16xf32, #shared8, #smem>
  // CHECK-NEXT: %1 = ttg.memdesc_trans %arg1 {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #shared7, #smem> -> !ttg.memdesc<32x16xf32, #shared9, #smem>
  // CHECK-NEXT: %2 = ttg.memdesc_reshape %arg1 : !ttg.memdesc<16x32xf32, #shared7, #smem> -> !ttg.memdesc<512xf32, #shared10, #smem>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<4x4xf32, #shared2, #smem>, !ttg.memdesc<16x32xf32, #shared7, #smem>) -> (), sym_name = "linear"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<4x4xf32, #shared2, #smem>, %arg1: !ttg.memdesc<16x32xf32, #shared7, #smem>):
  // GENERIC-NEXT: %0 = "ttg.memdesc_reshape"(%arg0) : (!ttg.memdesc<4x4xf32, #shared2, #smem>) -> !ttg.memdesc<16xf32, #shared8, #smem>
  // GENERIC-NEXT: %1 = "ttg.memdesc_trans"(%arg1) <{order = array<i32: 1, 0>}> : (!ttg.memdesc<16x32xf32, #shared7, #smem>) -> !ttg.memdesc<32x16xf32, #shared9, #smem>
  // GENERIC-NEXT: %2 = "ttg.memdesc_reshape"(%arg1) : (!ttg.memdesc<16x32xf32, #shared7, #smem>) -> !ttg.memdesc<512xf32, #shared10, #smem>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @linear(%m: !ttg.memdesc<4x4xf32, #plain, #smem>, %p: !ttg.memdesc<16x32xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #smem>) {
    %0 = ttg.memdesc_reshape %m : !ttg.memdesc<4x4xf32, #plain, #smem> -> !ttg.memdesc<16xf32, #ttg.shared_linear<{offset = [[1], [2], [4], [8]]}, alignment = 16>, #smem>
    %1 = ttg.memdesc_trans %p {order = array<i32: 1, 0>} : !ttg.memdesc<16x32xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #smem> -> !ttg.memdesc<32x16xf32, #ttg.padded_shared<[32:+4] {order = [0, 1], shape = [32, 16]}>, #smem>
    %2 = ttg.memdesc_reshape %p : !ttg.memdesc<16x32xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #smem> -> !ttg.memdesc<512xf32, #ttg.padded_shared<[32:+4] {order = [0], shape = [512]}>, #smem>
    tt.return
  }
}
