// RUN: xtriton-opt %s --triton=3.8 --convert-triton-to-tritongpu='target=cuda:90 num-warps=2 num-ctas=2' | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-to-tritongpu='target=cuda:90 num-warps=2 num-ctas=2' | filecheck %s

// The CTAs share the indices of rows; a thread holds those of one instruction.
// CHECK: #[[INDICES:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 2], order = [1, 0], CGALayout = {{\[\[}}0, 1]]}>
// CHECK: @gather
// CHECK: tt.descriptor_gather {{.*}}, tensor<32xi32, #ttg.slice<{dim = 0, parent = #[[INDICES]]}>>, i32)
tt.func @gather(%p: !tt.ptr<f32>, %rows: tensor<32xi32>, %q: !tt.ptr<f32>, %n: i32, %m: i64) {
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%m, %one] : <f32>, <1x128xf32>
  %0 = tt.descriptor_gather %d[%rows, %n] : (!tt.tensordesc<1x128xf32>, tensor<32xi32>, i32) -> tensor<32x128xf32>
  %1 = tt.splat %q : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>>
  tt.store %1, %0 : tensor<32x128x!tt.ptr<f32>>
  tt.return
}
