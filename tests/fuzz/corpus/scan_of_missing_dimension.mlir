// RUN: xtriton-opt --pass-pipeline='triton-to-linalg-experimental' %s
// exception: triton-to-linalg-experimental: IndexError in passes/linalg/patterns/scan.py:scan
tt.func @f(%x: tensor<1024xi32>) -> tensor<1024xi32> {
  %2 = "tt.scan"(%x) ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) {axis = 1 : i32, reverse = false} : (tensor<1024xi32>) -> tensor<1024xi32>
  tt.return %2 : tensor<1024xi32>
}
