// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @watch(%arg0: i1, %arg1: tensor<128xi1, #blocked>, %arg2: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg3: !tt.ptr<i32>) {
  // CHECK-NEXT: tti.experimental_assert_in_thread %arg0, "it is \22so\22" {check_any = false} : i1
  // CHECK-NEXT: tti.experimental_assert_in_thread %arg1, "all" {check_any = true} : tensor<128xi1, #blocked>
  // CHECK-NEXT: %0 = tti.experimental_buffer_pointers [0, 64], shared_mem : tensor<2xi64, #blocked>
  // CHECK-NEXT: %1 = tti.experimental_buffer_pointers [42], tensor_mem {x} : tensor<1xi64, #blocked>
  // CHECK-NEXT: %2 = tti.experimental_memdesc_to_i64 %arg2 : <1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: %3 = tti.experimental_memdesc_to_i64 %arg2 : <1xi64, #shared, #smem, mutable>
  // CHECK-NEXT: tti.experimental_lock_acquire %arg3 : !tt.ptr<i32>
  // CHECK-NEXT: tti.experimental_lock_acquire %arg3, %arg0 : !tt.ptr<i32>
  // CHECK-NEXT: tti.experimental_lock_release %arg3 : !tt.ptr<i32>
  // CHECK-NEXT: tti.experimental_lock_release %arg3, %arg0 {x} : !tt.ptr<i32>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i1, tensor<128xi1, #blocked>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !tt.ptr<i32>) -> (), sym_name = "watch"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: i1, %arg1: tensor<128xi1, #blocked>, %arg2: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %arg3: !tt.ptr<i32>):
  // GENERIC-NEXT: "tti.experimental_assert_in_thread"(%arg0) <{check_any = false, message = "it is \22so\22"}> : (i1) -> ()
  // GENERIC-NEXT: "tti.experimental_assert_in_thread"(%arg1) <{check_any = true, message = "all"}> : (tensor<128xi1, #blocked>) -> ()
  // GENERIC-NEXT: %0 = "tti.experimental_buffer_pointers"() <{memType = 0 : i32, offsets = array<i32: 0, 64>}> : () -> tensor<2xi64, #blocked>
  // GENERIC-NEXT: %1 = "tti.experimental_buffer_pointers"() <{memType = 1 : i32, offsets = array<i32: 42>}> {x} : () -> tensor<1xi64, #blocked>
  // GENERIC-NEXT: %2 = "tti.experimental_memdesc_to_i64"(%arg2) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> i64
  // GENERIC-NEXT: %3 = "tti.experimental_memdesc_to_i64"(%arg2) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> i64
  // GENERIC-NEXT: "tti.experimental_lock_acquire"(%arg3) : (!tt.ptr<i32>) -> ()
  // GENERIC-NEXT: "tti.experimental_lock_acquire"(%arg3, %arg0) : (!tt.ptr<i32>, i1) -> ()
  // GENERIC-NEXT: "tti.experimental_lock_release"(%arg3) : (!tt.ptr<i32>) -> ()
  // GENERIC-NEXT: "tti.experimental_lock_release"(%arg3, %arg0) {x} : (!tt.ptr<i32>, i1) -> ()
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @watch(%c: i1, %cs: tensor<128xi1, #blocked>, %m: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %lock: !tt.ptr<i32>) {
    tti.experimental_assert_in_thread %c, "it is \22so\22" {check_any = false} : i1
    tti.experimental_assert_in_thread %cs, "all" {check_any = true} : tensor<128xi1, #blocked>
    %0 = tti.experimental_buffer_pointers [0, 64], shared_mem : tensor<2xi64, #blocked>
    %1 = tti.experimental_buffer_pointers [42], tensor_mem {x} : tensor<1xi64, #blocked>
    %2 = tti.experimental_memdesc_to_i64 %m : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %3 = tti.experimental_memdesc_to_i64 %m : <1xi64, #shared, #smem, mutable>
    tti.experimental_lock_acquire %lock : !tt.ptr<i32>
    tti.experimental_lock_acquire %lock, %c : !tt.ptr<i32>
    tti.experimental_lock_release %lock : !tt.ptr<i32>
    tti.experimental_lock_release %lock, %c {x} : !tt.ptr<i32>
    tt.return
  }
}
