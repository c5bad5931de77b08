// RUN: xtriton-opt %s --triton=3.7 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @below {{block shape along the contiguous dimension 1 is too small for the swizzle byte size 128 in an NVMMASharedLayout, got 32 but expected at least 64}}
  tt.func @f(%a: !ttg.memdesc<64x32xf16, #n, #smem>) {
    tt.return
  }
}

// -----

#n = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 32}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @below {{block shape along the contiguous dimension 0 is too small for the swizzle byte size 64 in an NVMMASharedLayout, got 8 but expected at least 16}}
  tt.func @f(%a: !ttg.memdesc<2x8x32xf32, #n, #smem>) {
    tt.return
  }
}

// -----

#n = #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @below {{Mismatch in expected shape for dimension 1. Expected: 4, got: 2}}
  tt.func @f(%a: !ttg.memdesc<2x4xf32, #n, #smem>) {
    tt.return
  }
}

// -----

// expected-error @below {{Broadcasting in offset dimension is not supported.}}
#p = #ttg.padded_shared<[4:+4] {offset = [[1], [0], [2]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @f(%a: !ttg.memdesc<4xf32, #p, #ttg.shared_memory>) {
    tt.return
  }
}
