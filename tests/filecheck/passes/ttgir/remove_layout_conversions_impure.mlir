// RUN: xtriton-opt %s --triton=3.8 --tritongpu-remove-layout-conversions | filecheck %s --check-prefix=OLD
// RUN: xtriton-opt %s --triton=3.9 --tritongpu-remove-layout-conversions | filecheck %s --check-prefix=NEW

// Since Triton 3.9 code that is not pure is not done twice to have its result in another layout. Volatile loads still are.

#eight = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#four = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // OLD-LABEL: tt.func @inline_assembly
  // OLD: tt.elementwise_inline_asm
  // OLD: tt.elementwise_inline_asm
  // OLD-NOT: ttg.convert_layout
  // OLD: tt.return
  // NEW-LABEL: tt.func @inline_assembly
  // NEW: tt.elementwise_inline_asm
  // NEW-NOT: tt.elementwise_inline_asm
  // NEW: ttg.convert_layout
  tt.func @inline_assembly(%out: tensor<512x!tt.ptr<f32>, #four>) {
    %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #eight>
    %1 = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %0 : tensor<512xi32, #eight> -> tensor<512xf32, #eight>
    %2 = ttg.convert_layout %1 : tensor<512xf32, #eight> -> tensor<512xf32, #four>
    tt.store %out, %2 : tensor<512x!tt.ptr<f32>, #four>
    tt.return
  }

  // OLD-LABEL: tt.func @external_function
  // OLD: tt.extern_elementwise
  // OLD: tt.extern_elementwise
  // OLD-NOT: ttg.convert_layout
  // OLD: tt.return
  // NEW-LABEL: tt.func @external_function
  // NEW: tt.extern_elementwise
  // NEW-NOT: tt.extern_elementwise
  // NEW: ttg.convert_layout
  tt.func @external_function(%out: tensor<512x!tt.ptr<f32>, #four>, %condition: i1) {
    %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #eight>
    %1 = scf.if %condition -> (tensor<512xf32, #eight>) {
      %3 = tt.extern_elementwise %0 {libname = "", libpath = "", pure = false, symbol = "f"} : (tensor<512xi32, #eight>) -> tensor<512xf32, #eight>
      scf.yield %3 : tensor<512xf32, #eight>
    } else {
      %3 = arith.sitofp %0 : tensor<512xi32, #eight> to tensor<512xf32, #eight>
      scf.yield %3 : tensor<512xf32, #eight>
    }
    %2 = ttg.convert_layout %1 : tensor<512xf32, #eight> -> tensor<512xf32, #four>
    tt.store %out, %2 : tensor<512x!tt.ptr<f32>, #four>
    tt.return
  }

  // OLD-LABEL: tt.func @pure
  // OLD-NOT: ttg.convert_layout
  // OLD: tt.return
  // NEW-LABEL: tt.func @pure
  // NEW-NOT: ttg.convert_layout
  // NEW: tt.return
  tt.func @pure(%out: tensor<512x!tt.ptr<f32>, #four>) {
    %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #eight>
    %1 = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %0 : tensor<512xi32, #eight> -> tensor<512xf32, #eight>
    %2 = ttg.convert_layout %1 : tensor<512xf32, #eight> -> tensor<512xf32, #four>
    tt.store %out, %2 : tensor<512x!tt.ptr<f32>, #four>
    tt.return
  }

  // OLD-LABEL: tt.func @volatile
  // OLD: tt.load
  // OLD: tt.load
  // OLD-NOT: ttg.convert_layout
  // OLD: tt.return
  // NEW-LABEL: tt.func @volatile
  // NEW: tt.load
  // NEW: tt.load
  // NEW-NOT: ttg.convert_layout
  // NEW: tt.return
  tt.func @volatile(%in: !tt.ptr<f32>, %out: tensor<16x!tt.ptr<f32>, #four>) {
    %0 = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #eight>
    %1 = tt.load %0 {isVolatile = true} : tensor<16x!tt.ptr<f32>, #eight>
    %2 = ttg.convert_layout %1 : tensor<16xf32, #eight> -> tensor<16xf32, #four>
    tt.store %out, %2 : tensor<16x!tt.ptr<f32>, #four>
    tt.return
  }
}
