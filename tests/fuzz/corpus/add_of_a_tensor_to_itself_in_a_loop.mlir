// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental{safe=true}' %s
// exception: triton-to-linalg-experimental: RecursionError
tt.func @f(%n: i32, %p: tensor<8x!tt.ptr<i32>>, %o: tensor<8xi32>) -> tensor<8xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%x = %o) -> (tensor<8xi32>) : i32 {
    %v = tt.load %p : tensor<8x!tt.ptr<i32>>
    %a = arith.addi %x, %v : tensor<8xi32>
    %b = arith.addi %a, %x : tensor<8xi32>
    scf.yield %b : tensor<8xi32>
  }
  tt.return %sum : tensor<8xi32>
}
