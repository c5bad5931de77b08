// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg-experimental{safe=true},cpu-fuse{noalias=true strict-fp=false},tritongpu-coalesce' %s
// exception: tritongpu-coalesce: KeyError in analysis/sparse_dataflow.py:<lambda>
module {
  tt.func @loads(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: tensor<2x!tt.ptr<i32>>, %arg3: tensor<2xi1>, %arg4: tensor<2xi32>) -> (i32, tensor<2xi32>) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0:2 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg0, %arg7 = %arg4) -> (i32, tensor<2xi32>)  : i32 {
      %1 = tt.load %arg1 : !tt.ptr<i32>
      %2 = tt.load %arg2 : tensor<2x!tt.ptr<i32>>
      %3 = tt.load %arg2, %arg3 : tensor<2x!tt.ptr<i32>>
      %4 = tt.load %arg2, %arg3, %arg4 cacheModifier = cg : tensor<2x!tt.ptr<i32>>
      %5 = arith.addi %arg6, %1 : i32
      %6 = arith.addi %2, %3 : tensor<2xi32>
      %7 = arith.addi %4, %6 : tensor<2xi32>
      %8 = arith.addi %7, %arg7 : tensor<2xi32>
      scf.yield %5, %8 : i32, tensor<2xi32>
    }
    tt.return %0#0, %0#1 : i32, tensor<2xi32>
  }
  tt.func @others(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg1) -> (i32)  : i32 {
      %1 = arith.addi %arg1, %arg2 : i32
      %2 = arith.divsi %arg1, %arg2 : i32
      %3 = arith.addi %1, %2 : i32
      scf.yield %3 : i32
    }
    tt.return %0 : i32
  }
  tt.func @written(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: !tt.ptr<i32>) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg3 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg4 = %arg0) -> (i32)  : i32 {
      %1 = scf.for %arg5 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg6 = %arg4) -> (i32)  : i32 {
        %2 = tt.load %arg1 : !tt.ptr<i32>
        %3 = arith.addi %arg6, %2 : i32
        scf.yield %3 : i32
      }
      scf.yield %1 : i32
    }
    tt.return %0 : i32
  }
  tt.func private @unknown()
  tt.func @stays(%arg0: i32, %arg1: !tt.ptr<i32>) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
      %2 = tt.load %arg1 : !tt.ptr<i32>
      scf.yield %2 : i32
    }
    %1 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
      %2 = tt.addptr %arg1, %arg2 : !tt.ptr<i32>, i32
      %3 = tt.load %2 : !tt.ptr<i32>
      scf.yield %3 : i32
    }
    tt.return %0, %1 : i32, i32
  }
  tt.func @volatile(%arg0: i32, %arg1: !tt.ptr<i32>) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg2 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg3 = %arg0) -> (i32)  : i32 {
      %1 = tt.load %arg1 {isVolatile = true} : !tt.ptr<i32>
      scf.yield %1 : i32
    }
    tt.return %0 : i32
  }
  tt.func @unsupported(%arg0: i32, %arg1: !tt.ptr<i32>, %arg2: i1, %arg3: i32, %arg4: i32, %arg5: i1) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.while (%arg6 = %arg0) : (i32) -> i32 {
      scf.condition(%arg5) %arg6 : i32
    } do {
    ^bb0(%arg6: i32):
      scf.yield %arg6 : i32
    }
    %1 = scf.for %arg6 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg7 = %arg0) -> (i32)  : i32 {
      scf.yield %arg4 : i32
    }
    tt.return %0, %1 : i32, i32
  }
}
