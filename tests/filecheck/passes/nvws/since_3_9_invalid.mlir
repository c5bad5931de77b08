// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics --nvws-insert-tmem-aref --tritongpu-partition-scheduling

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @part_of_memory(%m: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-error @below {{TMEM subviews NYI in the pipeliner}}
      %r = ttng.tmem_load %m : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable, 128x128> -> tensor<128x64xf32, #rows>
    } {tt.warp_specialize}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @not_normalized(%n: i32) {
    %c0 = arith.constant 0 : i32
    // expected-error @below {{a warp-specialized 'scf.while' must pass on the values that it carries}}
    %end:2 = scf.while (%i = %c0) : (i32) -> (i32, i1) {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i, %more : i32, i1
    } do {
    ^bb0(%i: i32, %more: i1):
      scf.yield %i : i32
    } attributes {tt.warp_specialize}
    tt.return
  }
}
