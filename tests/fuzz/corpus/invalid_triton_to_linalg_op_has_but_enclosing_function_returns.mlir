// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op has but enclosing function returns
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @short_fp4(%arg0: !tt.ptr<i8>, %arg1: i32, %arg2: i64) -> !tt.tensordesc<tensor<64x64xi8, #shared>> {
    %0 = tt.make_tensor_descriptor %arg0, [%arg1], [%arg2] : <i8>, <tensor<64x64xi8, #shared>>
    tt.return %0 : !tt.tensordesc<tensor<64x64xi8, #shared>>
  }
}
