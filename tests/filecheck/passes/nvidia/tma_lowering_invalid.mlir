// RUN: xtriton-opt %s --triton=3.6 --triton-nvidia-tma-lowering --split-input-file --verify-diagnostics

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Layouts must have been chosen before.
  tt.func @no_layout(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) -> tensor<64x64xf16, #blocked> {
    // expected-error @below {{Internal Error: Tensor descriptor should have encoding set}}
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #blocked>
    tt.return %x : tensor<64x64xf16, #blocked>
  }
}

// -----

#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The accelerator knows its own swizzling only.
  tt.func @other_layout(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x64xf16, #shared>> {
    // expected-error @below {{Unhandled encoding type}}
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16, #shared>>
    tt.return %d : !tt.tensordesc<tensor<64x64xf16, #shared>>
  }
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A row must be as long as the swizzle.
  tt.func @short_rows(%p: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x16xf16, #shared>> {
    // expected-error @below {{Block shape is too small for the swizzle byte size in NVMMA Shared Layout.}}
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x16xf16, #shared>>
    tt.return %d : !tt.tensordesc<tensor<64x16xf16, #shared>>
  }
}

// -----

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @short_fp4(%p: !tt.ptr<i8>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<64x64xi8, #shared>> {
    // expected-error @below {{FP4 padded loads require 128 elements or more in the last dim}}
    %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : !tt.ptr<i8>, !tt.tensordesc<tensor<64x64xi8, #shared>>
    tt.return %d : !tt.tensordesc<tensor<64x64xi8, #shared>>
  }
}
