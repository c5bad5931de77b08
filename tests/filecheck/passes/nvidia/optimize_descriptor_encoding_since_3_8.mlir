// RUN: xtriton-opt %s --triton=3.8 --split-input-file --triton-nvidia-optimize-descriptor-encoding | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --triton-nvidia-optimize-descriptor-encoding | filecheck %s

// A shared linear layout that is one of TMA's, without swizzle.
// CHECK: #[[PLAIN:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
// CHECK: @like_tma(%arg0: !tt.tensordesc<{{.*}}, #[[PLAIN]]>)
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#linear = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0], [8, 0]]}, alignment = 128>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @like_tma(%d: !tt.tensordesc<16x32xf16>) {
    %c = arith.constant 0 : i32
    %0 = tt.descriptor_load %d[%c, %c] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16, #blocked>
    %1 = ttg.local_alloc %0 : (tensor<16x32xf16, #blocked>) -> !ttg.memdesc<16x32xf16, #linear, #ttg.shared_memory>
    tt.return
  }
}

// -----

// Columns in an order that TMA cannot write.
// CHECK: #[[WIDE:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK: @unlike_tma(%arg0: !tt.tensordesc<{{.*}}, #[[WIDE]]>)
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#linear = #ttg.shared_linear<{offset = [[0, 4], [0, 2], [0, 1], [0, 8], [0, 16], [1, 0], [2, 0], [4, 0], [8, 0]]}, alignment = 128>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @unlike_tma(%d: !tt.tensordesc<16x32xf16>) {
    %c = arith.constant 0 : i32
    %0 = tt.descriptor_load %d[%c, %c] : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16, #blocked>
    %1 = ttg.local_alloc %0 : (tensor<16x32xf16, #blocked>) -> !ttg.memdesc<16x32xf16, #linear, #ttg.shared_memory>
    tt.return
  }
}

// -----

// The attribute comes before the users.
// CHECK: #[[WIDE:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
// CHECK: @desired(%arg0: !tt.tensordesc<{{.*}}, #[[WIDE]]>)
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#wanted = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @desired(%d: !tt.tensordesc<16x32xf16>) {
    %c = arith.constant 0 : i32
    %0 = tt.descriptor_load %d[%c, %c] {tt.desired_encoding = #wanted} : !tt.tensordesc<16x32xf16> -> tensor<16x32xf16, #blocked>
    %1 = ttg.local_alloc %0 : (tensor<16x32xf16, #blocked>) -> !ttg.memdesc<16x32xf16, #other, #ttg.shared_memory>
    tt.return
  }
}
