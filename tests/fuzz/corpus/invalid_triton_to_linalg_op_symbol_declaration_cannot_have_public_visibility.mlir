// RUN: xtriton-opt --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op symbol declaration cannot have public visibility
tt.func private @too_early(%rows: !tt.tensordesc<tensor<32x32xf32>>, %start: i32) -> tensor<32x32xf32>
