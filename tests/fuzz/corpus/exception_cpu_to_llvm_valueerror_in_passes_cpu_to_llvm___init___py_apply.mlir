// RUN: xtriton-opt --pass-pipeline='cpu-to-llvm' %s
// exception: cpu-to-llvm: ValueError in passes/cpu/to_llvm/__init__.py:apply
%n171 = arith.constant 0 : i32
scf.for %i_n = %n171 to %n171 step %n171 : i32 {
}
