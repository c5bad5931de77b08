// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

// Only some operations support generic linear layouts; loads and elementwise operations do.
#g = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%x: tensor<256xf32, #g>) {
    // expected-error @below {{Operand 0 (<block argument> of type 'tensor<256xf32, #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>>' at index: 0) has an invalid layout: Encoding not compatible with LinearEncodingAttr (e.g., swizzled warp bases or non-injective layout) is not supported on tt.print.}}
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %x : tensor<256xf32, #g>
    tt.return
  }
}

// -----

#g = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
#h = #ttg.generic_linear<{register = [[0, 1]], lane = [[0, 2], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [[16, 0], [32, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%y: tensor<4xf32, #ttg.slice<{dim = 0, parent = #h}>>) {
    // expected-error @below {{Encoding not compatible with LinearEncodingAttr (e.g., swizzled warp bases or non-injective layout) is not supported on tt.print.}}
    tt.print "x" {hex = false, isSigned = array<i32: 0>} : %y : tensor<4xf32, #ttg.slice<{dim = 0, parent = #h}>>
    tt.return
  }
}

// -----

#g = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%p: tensor<256x!tt.ptr<f32>, #g>) {
    %x = tt.load %p : tensor<256x!tt.ptr<f32>, #g>
    %y = arith.addf %x, %x : tensor<256xf32, #g>
    // expected-error @below {{has an invalid layout: Encoding not compatible with LinearEncodingAttr (e.g., swizzled warp bases or non-injective layout) is not supported on ttg.local_alloc.}}
    %0 = ttg.local_alloc %y : (tensor<256xf32, #g>) -> !ttg.memdesc<256xf32, #s, #smem>
    tt.return
  }
}

// -----

// The rank and the CTAs are looked at first.
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<256xf32, #s>) {
    // expected-error @below {{has an invalid layout: Layout has rank 2, but the tensor it's attached to has rank 1.}}
    %0 = tt.bitcast %x : tensor<256xf32, #s> -> tensor<256xf32, #s>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<256xf32, #b>) {
    // expected-error @below {{Layout has 1 CTAs per CGA, but the context requires 2 CTAs per CGA.}}
    %0 = tt.bitcast %x : tensor<256xf32, #b> -> tensor<256xf32, #b>
    tt.return
  }
}
