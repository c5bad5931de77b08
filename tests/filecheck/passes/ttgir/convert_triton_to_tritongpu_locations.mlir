// RUN: xtriton-opt %s --triton=3.6 --convert-triton-to-tritongpu=target=cuda:90 --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

module {
// Conversions for users are located where the first user is; those that operations ask for, at the operations, and for
// products at the operands.
// CHECK: tt.func @conversions() {
// CHECK-NEXT:   %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":1:1)
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>> loc("k.py":2:1)
// CHECK-NEXT:   %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>> -> tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> loc("k.py":2:1)
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":3:1)
// CHECK-NEXT:   %4 = tt.broadcast %3 : tensor<64x1xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":3:1)
// CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":4:1)
// CHECK-NEXT:   %6 = arith.trunci %5 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> to tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":4:1)
// CHECK-NEXT:   %7 = arith.addi %5, %5 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":5:1)
// CHECK-NEXT:   %8 = tt.trans %6 {order = array<i32: 1, 0>} : tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> -> tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>> loc("k.py":6:1)
// CHECK-NEXT:   %9 = ttg.convert_layout %8 : tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>> -> tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":7:1)
// CHECK-NEXT:   %10 = ttg.convert_layout %6 : tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":4:1)
// CHECK-NEXT:   %11 = ttg.convert_layout %9 : tensor<64x64xi8, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>> loc("k.py":7:1)
// CHECK-NEXT:   %12 = ttg.convert_layout %7 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":5:1)
// CHECK-NEXT:   %13 = tt.dot %10, %11, %12 : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>> * tensor<64x64xi8, #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>> loc("k.py":7:1)
// CHECK-NEXT:   %14 = ttg.convert_layout %13 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":8:1)
// CHECK-NEXT:   tt.print ": " {hex = false, isSigned = array<i32: 0>} : %14 : tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>> loc("k.py":8:1)
// CHECK-NEXT:   tt.return loc("k.py":9:1)
// CHECK-NEXT: } loc({{[^)]*}})
tt.func @conversions() {
  %x = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32> loc("k.py":1:1)
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32> loc("k.py":2:1)
  %1 = tt.broadcast %0 : tensor<64x1xi32> -> tensor<64x64xi32> loc("k.py":3:1)
  %2 = arith.trunci %1 : tensor<64x64xi32> to tensor<64x64xi8> loc("k.py":4:1)
  %3 = arith.addi %1, %1 : tensor<64x64xi32> loc("k.py":5:1)
  %4 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<64x64xi8> -> tensor<64x64xi8> loc("k.py":6:1)
  %5 = tt.dot %2, %4, %3 : tensor<64x64xi8> * tensor<64x64xi8> -> tensor<64x64xi32> loc("k.py":7:1)
  tt.print ": " {hex = false, isSigned = array<i32: 0>} : %5 : tensor<64x64xi32> loc("k.py":8:1)
  tt.return loc("k.py":9:1)
}
}
