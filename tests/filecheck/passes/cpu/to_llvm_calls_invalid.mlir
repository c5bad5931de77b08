// RUN: xtriton-opt %s --cpu-to-llvm --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op is declared only: the CPU backend has nothing to call}}
func.func private @somewhere(f32) -> f32

// -----

// expected-error @below {{'func.func' op is only declared, and is not a function of numbers}}
func.func private @of_memory(memref<4xf32>) -> f32 attributes {llvm.readnone}

// -----

// expected-error @below {{'func.func' op is only declared, and is not a function of numbers}}
func.func private @of_two_results(f32) -> (f32, f32) attributes {llvm.readnone}
