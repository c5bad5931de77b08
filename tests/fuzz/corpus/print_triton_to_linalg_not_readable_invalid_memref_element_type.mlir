// RUN: xtriton-opt --pass-pipeline='triton-to-linalg' %s
// invalid: triton-to-linalg: op symbol declaration cannot have public visibility
tt.func private @f(%p: !tt.ptr<!tt.ptr<tensor<4xf32>>>, %v: !tt.ptr<tensor<4xf32>>)
