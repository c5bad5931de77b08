// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Views of what is embedded, or unembedded, are taken before that.

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [0, 1]}>
#turned = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.slice<{dim = 0, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @views(
  // CHECK-NEXT:    %0 = ttg.convert_layout %arg0 : tensor<16x32xf32, #blocked> -> tensor<16x32xf32, #blocked1>
  // CHECK-NEXT:    %1 = tti.experimental_fpsan_embed %0
  // CHECK-NEXT:    %2 = tt.trans %arg1 {order = array<i32: 1, 0>} : tensor<16x32xi32, #blocked> -> tensor<32x16xi32, #blocked2>
  // CHECK-NEXT:    %3 = tti.experimental_fpsan_unembed %2
  // CHECK-NEXT:    %4 = tt.expand_dims %arg2 {axis = 0 : i32} : tensor<32xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xf32, #blocked>
  // CHECK-NEXT:    %5 = tt.broadcast %4 : tensor<1x32xf32, #blocked> -> tensor<16x32xf32, #blocked>
  // CHECK-NEXT:    %6 = tti.experimental_fpsan_embed %5
  // CHECK-NEXT:    tt.return %1, %3, %6 :
  tt.func @views(%x: tensor<16x32xf32, #blocked>, %n: tensor<16x32xi32, #blocked>, %v: tensor<32xf32, #line>)
      -> (tensor<16x32xi32, #other>, tensor<32x16xf32, #turned>, tensor<16x32xi32, #blocked>) {
    %a = tti.experimental_fpsan_embed %x : (tensor<16x32xf32, #blocked>) -> tensor<16x32xi32, #blocked>
    %b = ttg.convert_layout %a : tensor<16x32xi32, #blocked> -> tensor<16x32xi32, #other>
    %c = tti.experimental_fpsan_unembed %n : (tensor<16x32xi32, #blocked>) -> tensor<16x32xf32, #blocked>
    %d = tt.trans %c {order = array<i32: 1, 0>} : tensor<16x32xf32, #blocked> -> tensor<32x16xf32, #turned>
    %e = tti.experimental_fpsan_embed %v : (tensor<32xf32, #line>) -> tensor<32xi32, #line>
    %f = tt.expand_dims %e {axis = 0 : i32} : tensor<32xi32, #line> -> tensor<1x32xi32, #blocked>
    %g = tt.broadcast %f : tensor<1x32xi32, #blocked> -> tensor<16x32xi32, #blocked>
    tt.return %b, %d, %g : tensor<16x32xi32, #other>, tensor<32x16xf32, #turned>, tensor<16x32xi32, #blocked>
  }
}
