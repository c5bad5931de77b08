// RUN: xtriton-opt %s --cpu-to-llvm | filecheck %s

// Pointers have their numbers beside them; the arena of the thread comes last.
// The types of the numbers that the assertion compares follow its message.
// CHECK:       module attributes {cpu.facts = {arena = 64 : i64, checks = ["{{.*}}to_llvm.mlir:{{[0-9]+}}:{{[0-9]+}}: no\00f32,f32"], kernels = ["k"], large_arrays = {{[{][}]}}}} {
// CHECK-NEXT:    llvm.func internal @k(%arg0: !llvm.ptr {llvm.noalias, llvm.noundef}, %arg1: f32, %arg2: i32, {{.*}}, %arg8: !llvm.ptr
// CHECK:           %[[BUFFER:.*]] = llvm.alloca %{{.*}} x !llvm.array<4 x f32> {alignment = 64 : i64}
// CHECK:           %[[AT:.*]] = llvm.getelementptr inbounds %arg0[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT:      %[[X:.*]] = llvm.load %[[AT]] : !llvm.ptr -> f32
// CHECK:           llvm.fadd %[[X]], %arg1 : f32
// A failed assertion leaves its number in the arena, then the ids of the program, and the numbers.
// CHECK:           llvm.store %{{.*}}, %arg8 : i64, !llvm.ptr
// CHECK-NEXT:      %[[X:.*]] = llvm.getelementptr inbounds %arg8[24]
// CHECK-NEXT:      llvm.store %arg5, %[[X]] : i32, !llvm.ptr
// CHECK-NEXT:      %[[Y:.*]] = llvm.getelementptr inbounds %arg8[28]
// CHECK-NEXT:      llvm.store %arg6, %[[Y]] : i32, !llvm.ptr
// CHECK-NEXT:      %[[Z:.*]] = llvm.getelementptr inbounds %arg8[32]
// CHECK-NEXT:      llvm.store %arg7, %[[Z]] : i32, !llvm.ptr
// CHECK-NEXT:      %[[LEFT:.*]] = llvm.getelementptr inbounds %arg8[40]
// CHECK-NEXT:      llvm.store %[[FIRST:.*]], %[[LEFT]] : f32, !llvm.ptr
// CHECK-NEXT:      %[[RIGHT:.*]] = llvm.getelementptr inbounds %arg8[48]
// CHECK-NEXT:      llvm.store %[[FIRST]], %[[RIGHT]] : f32, !llvm.ptr
// CHECK-NEXT:      llvm.return
// CHECK:         llvm.func @k__grid(%arg0: !llvm.ptr, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i64, %arg5: i64, %arg6: !llvm.ptr {llvm.noalias, llvm.noundef})
// CHECK:           llvm.icmp "slt"
// CHECK:           llvm.call @k(
// A launch passes a block: the extents of the grid, the first program and the one past the last, the arena, the arguments.
// CHECK:         llvm.func @k__launch(%arg0: !llvm.ptr) -> i64
// CHECK:           %[[ARENA:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK:           llvm.store %{{.*}}, %[[ARENA]] : i64, !llvm.ptr
// CHECK:           %[[ARGS:.*]] = llvm.getelementptr inbounds %arg0[40]
// CHECK-NEXT:      llvm.call @k__grid(%[[ARGS]], %{{.*}}, %[[ARENA]])
// CHECK:           %[[FAILED:.*]] = llvm.load %[[ARENA]] : !llvm.ptr -> i64
// CHECK:           %[[OUTCOME:.*]] = llvm.or %[[FAILED]]
// CHECK-NEXT:      llvm.return %[[OUTCOME]] : i64
func.func @k(%x: memref<*xf32>, %s: f32, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %start = arith.index_cast %px : i32 to index
  %view = memref.reinterpret_cast %x to offset: [%start], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: ?>>
  %buffer = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %view[%i] : memref<4xf32, strided<[1], offset: ?>>
    %1 = arith.addf %0, %s : f32
    memref.store %1, %buffer[%i] : memref<4xf32>
  }
  %first = memref.load %buffer[%c0] : memref<4xf32>
  memref.store %first, %view[%c0] : memref<4xf32, strided<[1], offset: ?>>
  %fine = arith.cmpf ord, %first, %first : f32
  cf.assert %fine, "no"
  return
}
