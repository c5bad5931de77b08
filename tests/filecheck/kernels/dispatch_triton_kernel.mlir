// RUN: xtriton-opt %s --dispatch-triton-kernel=target=cuda:90 | filecheck %s
// RUN: xtriton-opt %s --dispatch-triton-kernel=target=cuda:90 | xtriton-opt - --dispatch-triton-kernel=target=cuda:90 | filecheck %s
// RUN: xtriton-opt %s --dispatch-triton-kernel='target="metal"' | filecheck %s --check-prefix=METAL
// RUN: xtriton-opt %s -p 'dispatch-triton-kernel{target=llvm}' | filecheck %s --check-prefix=METAL

// CHECK: module attributes {relax.external_mods = [{symbol = "other"}, {arguments = ["*fp8e4nv", "*fp8e4nv", "*fp32", "*fp32", "*bf16", "i32"],
// CHECK-SAME: kernel = "w8a8_block_fp8_matmul"
// CHECK-SAME: symbol = "w8a8_block_fp8_matmul_N64_K96_block_n32_block_k32_BLOCK_SIZE_M16_BLOCK_SIZE_N32_BLOCK_SIZE_K32_GROUP_SIZE_M8_warps4_stages2_fp8e4nv_bf16_sm90", target = "cuda:90"}
// CHECK-SAME: kernel = "w8a8_block_fp8_group_matmul"
// METAL: module attributes {relax.external_mods = [{symbol = "other"}]} {
module attributes {relax.external_mods = [{symbol = "other"}]} {
  // CHECK-LABEL: func.func @matmul(
  // CHECK-NEXT: relax.call_tir @w8a8_block_fp8_matmul_N64_K96_block_n32_block_k32_BLOCK_SIZE_M16_BLOCK_SIZE_N32_BLOCK_SIZE_K32_GROUP_SIZE_M8_warps4_stages2_fp8e4nv_bf16_sm90(%arg0, %arg1, %arg2, %arg3) : (tensor<?x96xf8E4M3FN>, tensor<64x96xf8E4M3FN>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x64xbf16>
  // METAL-LABEL: func.func @matmul(
  // METAL-NEXT: relax.call_dps_packed @mlc.triton.w8a8_block_fp8_matmul(%arg0, %arg1, %arg2, %arg3, 64, 96, 32, 32, 16, 32, 32, 8, 4, 2, "float8_e4m3fn", "bfloat16")
  func.func @matmul(%x: tensor<?x96xf8E4M3FN>, %w: tensor<64x96xf8E4M3FN>, %xs: tensor<?x3xf32>, %ws: tensor<2x3xf32>) -> tensor<?x64xbf16> {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_matmul(%x, %w, %xs, %ws, 64, 96, 32, 32, 16, 32, 32, 8, 4, 2, "float8_e4m3fn", "bfloat16") : (tensor<?x96xf8E4M3FN>, tensor<64x96xf8E4M3FN>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x64xbf16>
    return %0 : tensor<?x64xbf16>
  }

  // CHECK-LABEL: func.func @group(
  // CHECK-NEXT: relax.call_tir @w8a8_block_fp8_group_matmul_N64_K96_num_experts2_block_n32_block_k32_BLOCK_SIZE_M16_BLOCK_SIZE_N32_BLOCK_SIZE_K32_GROUP_SIZE_M8_warps4_stages2_fp8e5_fp16_sm90(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) :
  // CHECK-NEXT: relax.call_dps_packed @mlc.other(%0, 64) : (tensor<?x64xf16>) -> tensor<?xf32>
  func.func @group(%x: tensor<?x96xf8E5M2>, %w: tensor<2x64x96xf8E5M2>, %xs: tensor<?x3xf32>, %ws: tensor<2x2x3xf32>, %ids: tensor<?xi32>, %indptr: tensor<3xi32>) -> tensor<?x64xf16> {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_group_matmul(%x, %w, %xs, %ws, %ids, %indptr, 64, 96, 2, 32, 32, 16, 32, 32, 8, 4, 2, "float8_e5m2", "float16") : (tensor<?x96xf8E5M2>, tensor<2x64x96xf8E5M2>, tensor<?x3xf32>, tensor<2x2x3xf32>, tensor<?xi32>, tensor<3xi32>) -> tensor<?x64xf16>
    %1 = relax.call_dps_packed @mlc.other(%0, 64) : (tensor<?x64xf16>) -> tensor<?xf32>
    return %0 : tensor<?x64xf16>
  }
}
