// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @two_partitions(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>) {
  // CHECK-NEXT: %0:2 = ttg.warp_specialize(%arg0, %arg1)
  // CHECK-NEXT: default {
  // CHECK-NEXT: %1 = arith.addi %arg0, %arg0 : i32
  // CHECK-NEXT: %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
  // CHECK-NEXT: ttg.warp_yield %1, %2 : i32, tensor<128xi32, #blocked>
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0(%arg2: i32, %arg3: !tt.ptr<i32>) num_warps(2) {
  // CHECK-NEXT: %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked1>
  // CHECK-NEXT: tt.store %arg3, %arg2 : !tt.ptr<i32>
  // CHECK-NEXT: ttg.warp_return
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1(%arg2: i32, %arg3: !tt.ptr<i32>) num_warps(1) {
  // CHECK-NEXT: ttg.warp_return
  // CHECK-NEXT: } : (i32, !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>)
  // CHECK-NEXT: tt.return %0#0, %0#1 : i32, tensor<128xi32, #blocked>
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i32, !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>), sym_name = "two_partitions"}> ({
  // GENERIC-NEXT: ^bb0(%arg2: i32, %arg3: !tt.ptr<i32>):
  // GENERIC-NEXT: %2:2 = "ttg.warp_specialize"(%arg2, %arg3) <{partitionNumWarps = array<i32: 2, 1>}> ({
  // GENERIC-NEXT: %4 = "arith.addi"(%arg2, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  // GENERIC-NEXT: %5 = "tt.make_range"() <{end = 128 : i32, start = 0 : i32}> : () -> tensor<128xi32, #blocked>
  // GENERIC-NEXT: "ttg.warp_yield"(%4, %5) : (i32, tensor<128xi32, #blocked>) -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: "ttg.warp_specialize.partitions"() ({
  // GENERIC-NEXT: ^bb0(%arg6: i32, %arg7: !tt.ptr<i32>):
  // GENERIC-NEXT: %3 = "tt.make_range"() <{end = 64 : i32, start = 0 : i32}> : () -> tensor<64xi32, #blocked1>
  // GENERIC-NEXT: "tt.store"(%arg7, %arg6) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32}> : (!tt.ptr<i32>, i32) -> ()
  // GENERIC-NEXT: "ttg.warp_return"() : () -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: ^bb0(%arg4: i32, %arg5: !tt.ptr<i32>):
  // GENERIC-NEXT: "ttg.warp_return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  // GENERIC-NEXT: }) : (i32, !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>)
  // GENERIC-NEXT: "tt.return"(%2#0, %2#1) : (i32, tensor<128xi32, #blocked>) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @two_partitions(%x: i32, %p: !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>) {
    %r:2 = ttg.warp_specialize(%x, %p)
    default {
      %0 = arith.addi %x, %x : i32
      %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
      ttg.warp_yield %0, %1 : i32, tensor<128xi32, #blocked>
    }
    partition0(%a: i32, %b: !tt.ptr<i32>) num_warps(2) {
      %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #blocked2>
      tt.store %b, %a : !tt.ptr<i32>
      ttg.warp_return
    }
    partition1(%c: i32, %d: !tt.ptr<i32>) num_warps(1) {
      ttg.warp_return
    } : (i32, !tt.ptr<i32>) -> (i32, tensor<128xi32, #blocked>)
    tt.return %r#0, %r#1 : i32, tensor<128xi32, #blocked>
  }

  // CHECK: tt.func @no_partition() {
  // CHECK-NEXT: ttg.warp_specialize()
  // CHECK-NEXT: default {
  // CHECK-NEXT: ttg.warp_yield
  // CHECK-NEXT: } : () -> ()
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "no_partition"}> ({
  // GENERIC-NEXT: "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({
  // GENERIC-NEXT: "ttg.warp_yield"() : () -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: "ttg.warp_specialize.partitions"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @no_partition() {
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    } : () -> ()
    tt.return
  }

  // CHECK: tt.func @attributes(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = ttg.warp_specialize(%arg0) attributes {actualRegisters = array<i32: 152, 24>, mine = 1 : i64, requestedRegisters = array<i32: 24>, warpGroupStartIds = array<i32: 4>}
  // CHECK-NEXT: default {
  // CHECK-NEXT: cf.br ^bb1(%arg0 : i32)
  // CHECK-NEXT: ^bb1(%1: i32):  // pred: ^bb0
  // CHECK-NEXT: ttg.warp_yield %1 {last} : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0(%arg1: i32) num_warps(4) {
  // CHECK-NEXT: cf.br ^bb1
  // CHECK-NEXT: ^bb1:  // pred: ^bb0
  // CHECK-NEXT: ttg.warp_return {last}
  // CHECK-NEXT: } : (i32) -> i32
  // CHECK-NEXT: tt.return %0 : i32
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i32) -> i32, sym_name = "attributes"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: i32):
  // GENERIC-NEXT: %0 = "ttg.warp_specialize"(%arg0) <{actualRegisters = array<i32: 152, 24>, partitionNumWarps = array<i32: 4>, requestedRegisters = array<i32: 24>, warpGroupStartIds = array<i32: 4>}> ({
  // GENERIC-NEXT: "cf.br"(%arg0)[^bb1] : (i32) -> ()
  // GENERIC-NEXT: ^bb1(%1: i32):  // pred: ^bb0
  // GENERIC-NEXT: "ttg.warp_yield"(%1) {last} : (i32) -> ()
  // GENERIC-NEXT: }, {
  // GENERIC-NEXT: "ttg.warp_specialize.partitions"() ({
  // GENERIC-NEXT: ^bb0(%arg1: i32):
  // GENERIC-NEXT: "cf.br"()[^bb1] : () -> ()
  // GENERIC-NEXT: ^bb1:  // pred: ^bb0
  // GENERIC-NEXT: "ttg.warp_return"() {last} : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  // GENERIC-NEXT: }) {mine = 1 : i64} : (i32) -> i32
  // GENERIC-NEXT: "tt.return"(%0) : (i32) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @attributes(%x: i32) -> i32 {
    %r = ttg.warp_specialize(%x) attributes {actualRegisters = array<i32: 152, 24>, mine = 1 : i64, requestedRegisters = array<i32: 24>, warpGroupStartIds = array<i32: 4>}
    default {
      cf.br ^bb1(%x : i32)
    ^bb1(%y: i32):
      ttg.warp_yield %y {last} : i32
    }
    partition0(%a: i32) num_warps(4) {
      cf.br ^bb1
    ^bb1:
      ttg.warp_return {last}
    } : (i32) -> i32
    tt.return %r : i32
  }
}
