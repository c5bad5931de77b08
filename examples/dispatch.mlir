// Two projections of a transformer's layer, with kernels that are external functions of MLC-LLM: rows are tokens.
module {
  func.func @attention(%x: tensor<?x512xf8E4M3FN>, %w: tensor<384x512xf8E4M3FN>, %xs: tensor<?x4xf32>, %ws: tensor<3x4xf32>) -> tensor<?x384xbf16> {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_matmul(%x, %w, %xs, %ws, 384, 512, 128, 128, 16, 64, 128, 8, 4, 3, "float8_e4m3fn", "bfloat16") : (tensor<?x512xf8E4M3FN>, tensor<384x512xf8E4M3FN>, tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x384xbf16>
    return %0 : tensor<?x384xbf16>
  }
  func.func @experts(%x: tensor<?x512xf8E4M3FN>, %w: tensor<4x384x512xf8E4M3FN>, %xs: tensor<?x4xf32>, %ws: tensor<4x3x4xf32>, %expert_ids: tensor<?xi32>, %indptr: tensor<5xi32>) -> tensor<?x384xbf16> {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_group_matmul(%x, %w, %xs, %ws, %expert_ids, %indptr, 384, 512, 4, 128, 128, 16, 64, 128, 8, 4, 3, "float8_e4m3fn", "bfloat16") : (tensor<?x512xf8E4M3FN>, tensor<4x384x512xf8E4M3FN>, tensor<?x4xf32>, tensor<4x3x4xf32>, tensor<?xi32>, tensor<5xi32>) -> tensor<?x384xbf16>
    return %0 : tensor<?x384xbf16>
  }
}
