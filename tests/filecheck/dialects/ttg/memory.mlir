// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @copy(%arg0: tensor<32x32x!tt.ptr<f16>, #blocked>, %arg1: tensor<32x32xi1, #blocked>, %arg2: tensor<32x32xf16, #blocked>, %arg3: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> tensor<32x32xf16, #blocked> {
  // CHECK-NEXT: %0 = ttg.async_copy_global_to_local %arg0, %arg3 : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %1 = ttg.async_copy_global_to_local %arg0, %arg3 mask %arg1 : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %2 = ttg.async_copy_global_to_local %arg0, %arg3 mask %arg1 other %arg2 cacheModifier = cg evictionPolicy = evict_first : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %3 = ttg.async_copy_global_to_local %arg0, %arg3 other %arg2 cacheModifier = ca evictionPolicy = evict_last {contiguity = 8 : i32, isVolatile = true} : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %4 = ttg.async_commit_group tokens %0, %1, %2
  // CHECK-NEXT: %5 = ttg.async_commit_group
  // CHECK-NEXT: %6 = ttg.async_wait %4, %5 {num = 1 : i32}
  // CHECK-NEXT: %7 = ttg.async_wait {num = 0 : i32}
  // CHECK-NEXT: %8 = ttg.local_load %arg3 token %6 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked>
  // CHECK-NEXT: %9 = ttg.local_load %arg3 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked>
  // CHECK-NEXT: ttg.local_store %8, %arg3 {note = 3 : i8} : tensor<32x32xf16, #blocked> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttg.local_barrier
  // CHECK-NEXT: tt.return %9 : tensor<32x32xf16, #blocked>
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi1, #blocked>, tensor<32x32xf16, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> tensor<32x32xf16, #blocked>, sym_name = "copy"}> ({
  // GENERIC-NEXT: ^bb0(%arg1: tensor<32x32x!tt.ptr<f16>, #blocked>, %arg2: tensor<32x32xi1, #blocked>, %arg3: tensor<32x32xf16, #blocked>, %arg4: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>):
  // GENERIC-NEXT: %4 = "ttg.async_copy_global_to_local"(%arg1, %arg4) <{cache = 1 : i32, contiguity = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> !ttg.async.token
  // GENERIC-NEXT: %5 = "ttg.async_copy_global_to_local"(%arg1, %arg4, %arg2) <{cache = 1 : i32, contiguity = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<32x32xi1, #blocked>) -> !ttg.async.token
  // GENERIC-NEXT: %6 = "ttg.async_copy_global_to_local"(%arg1, %arg4, %arg2, %arg3) <{cache = 3 : i32, contiguity = 1 : i32, evict = 2 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<32x32xi1, #blocked>, tensor<32x32xf16, #blocked>) -> !ttg.async.token
  // GENERIC-NEXT: %7 = "ttg.async_copy_global_to_local"(%arg1, %arg4, %arg3) <{cache = 2 : i32, contiguity = 8 : i32, evict = 3 : i32, isVolatile = true, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>, tensor<32x32xf16, #blocked>) -> !ttg.async.token
  // GENERIC-NEXT: %8 = "ttg.async_commit_group"(%4, %5, %6) : (!ttg.async.token, !ttg.async.token, !ttg.async.token) -> !ttg.async.token
  // GENERIC-NEXT: %9 = "ttg.async_commit_group"() : () -> !ttg.async.token
  // GENERIC-NEXT: %10 = "ttg.async_wait"(%8, %9) <{num = 1 : i32}> : (!ttg.async.token, !ttg.async.token) -> !ttg.async.token
  // GENERIC-NEXT: %11 = "ttg.async_wait"() <{num = 0 : i32}> : () -> !ttg.async.token
  // GENERIC-NEXT: %12 = "ttg.local_load"(%arg4, %10) : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>, !ttg.async.token) -> tensor<32x32xf16, #blocked>
  // GENERIC-NEXT: %13 = "ttg.local_load"(%arg4) : (!ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> tensor<32x32xf16, #blocked>
  // GENERIC-NEXT: "ttg.local_store"(%12, %arg4) {note = 3 : i8} : (tensor<32x32xf16, #blocked>, !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: "ttg.local_barrier"() : () -> ()
  // GENERIC-NEXT: "tt.return"(%13) : (tensor<32x32xf16, #blocked>) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @copy(%ptr: tensor<32x32x!tt.ptr<f16>, #blocked>, %mask: tensor<32x32xi1, #blocked>, %other: tensor<32x32xf16, #blocked>, %dst: !ttg.memdesc<32x32xf16, #shared, #smem, mutable>) -> tensor<32x32xf16, #blocked> {
    %0 = ttg.async_copy_global_to_local %ptr, %dst : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %1 = ttg.async_copy_global_to_local %ptr, %dst mask %mask : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %2 = ttg.async_copy_global_to_local %ptr, %dst mask %mask other %other cacheModifier = cg evictionPolicy = evict_first : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
    %3 = ttg.async_copy_global_to_local %ptr, %dst other %other evictionPolicy = evict_last cacheModifier = ca {contiguity = 8 : i32, isVolatile = true} : tensor<32x32x!tt.ptr<f16>, #blocked> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    %4 = ttg.async_commit_group tokens %0, %1, %2
    %5 = ttg.async_commit_group
    %6 = ttg.async_wait %4, %5 {num = 1 : i32}
    %7 = ttg.async_wait {num = 0 : i32}
    %8 = ttg.local_load %dst token %6 : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked>
    %9 = ttg.local_load %dst : !ttg.memdesc<32x32xf16, #shared, #smem, mutable> -> tensor<32x32xf16, #blocked>
    ttg.local_store %8, %dst {note = 3 : i8} : tensor<32x32xf16, #blocked> -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    ttg.local_barrier
    tt.return %9 : tensor<32x32xf16, #blocked>
  }

  // CHECK: tt.func @allocate(%arg0: tensor<32x32xf16, #blocked>) {
  // CHECK-NEXT: %0 = ttg.local_alloc : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %1 = ttg.local_alloc %arg0 : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
  // CHECK-NEXT: %2 = ttg.local_alloc %arg0 {alignment = 64 : i32, allocation.offset = 128 : i32} : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: ttg.local_dealloc %0 : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %3 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 100 : i32} : !tt.ptr<i8>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (tensor<32x32xf16, #blocked>) -> (), sym_name = "allocate"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: tensor<32x32xf16, #blocked>):
  // GENERIC-NEXT: %0 = "ttg.local_alloc"() : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
  // GENERIC-NEXT: %1 = "ttg.local_alloc"(%arg0) : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
  // GENERIC-NEXT: %2 = "ttg.local_alloc"(%arg0) <{alignment = 64 : i32}> {allocation.offset = 128 : i32} : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
  // GENERIC-NEXT: "ttg.local_dealloc"(%0) : (!ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>) -> ()
  // GENERIC-NEXT: %3 = "ttg.global_scratch_alloc"() <{alignment = 8 : i32, nbytes = 100 : i32}> : () -> !tt.ptr<i8>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @allocate(%init: tensor<32x32xf16, #blocked>) {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    %1 = ttg.local_alloc %init : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem>
    %2 = ttg.local_alloc %init {alignment = 64 : i32, allocation.offset = 128 : i32} : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
    ttg.local_dealloc %0 : !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
    %3 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 100 : i32} : !tt.ptr<i8>
    tt.return
  }
}
