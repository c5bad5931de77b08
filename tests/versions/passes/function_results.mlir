// PASSES: convert-triton-to-tritongpu{target=cuda:90}

tt.func private @result(%x: f32) -> tensor<16xf32> {
  %0 = tt.splat %x : f32 -> tensor<16xf32>
  tt.return %0 : tensor<16xf32>
}
