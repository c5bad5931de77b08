// RUN: xtriton-opt %s --triton=3.6 --tritongpu-partition-scheduling --allow-unregistered-dialect | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 1, parent = #blocked}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Loops without loads and MMAs are not specialized, nor those without the attribute.
  // CHECK-LABEL: tt.func @nothing_to_distribute
  // CHECK-NOT: ttg.partition
  tt.func @nothing_to_distribute(%a: !tt.tensordesc<tensor<128x64xf16, #shared>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      "use"(%i) : (i32) -> ()
    } {tt.warp_specialize}
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      "use"(%x) : (tensor<128x64xf16, #blocked>) -> ()
    }
    tt.return
  }

  // Scalars belong to the partitions of their users; scalars used only by an assumption to those of its operands.
  // CHECK-LABEL: tt.func @scalars
  // CHECK: arith.muli {{.*}} {ttg.partition = array<i32: 2>}
  // CHECK: arith.addi {{.*}} {ttg.partition = array<i32: 0, 2>}
  // CHECK: arith.cmpi {{.*}} {ttg.partition = array<i32: 0, 2>}
  // CHECK: llvm.intr.assume {{.*}} {ttg.partition = array<i32: 0, 2>}
  // CHECK: ttg.partition = array<i32: 0, 2>, ttg.partition.stages = [0 : i32, 1 : i32, 0 : i32], ttg.warp_specialize.tag = 1 : i32
  tt.func @scalars(%a: !tt.tensordesc<tensor<128x64xf16, #shared>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %row = arith.muli %i, %n : i32
      %column = arith.addi %i, %n : i32
      %positive = arith.cmpi sgt, %column, %c0 : i32
      llvm.intr.assume %positive : i1
      %x = tt.descriptor_load %a[%row, %column] : !tt.tensordesc<tensor<128x64xf16, #shared>> -> tensor<128x64xf16, #blocked>
      "use"(%x, %column) : (tensor<128x64xf16, #blocked>, i32) -> ()
    } {tt.warp_specialize}
    tt.return
  }
}
