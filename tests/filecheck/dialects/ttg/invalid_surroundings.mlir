// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{Result has an invalid layout: #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>.}}
module attributes {"ttg.num-warps" = 8 : i32} { tt.func @f(%a: tensor<128xf32, #b>) { %0 = tt.splat %1 : f32 -> tensor<128xf32, #b>
  %1 = arith.constant 1.0 : f32
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{Operand 0 (<block argument> of type 'tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>' at index: 0) has an invalid layout: #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>.}}
module attributes {"ttg.num-warps" = 8 : i32} { tt.func @f(%a: tensor<128xf32, #b>) { %2 = ttg.convert_layout %a : tensor<128xf32, #b> -> tensor<128xf32, #b>
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%x: i32, %a: tensor<128xf32, #b>) { %3 = arith.addf %a, %a : tensor<128xf32, #b>
 // expected-error @below {{Operand 0 (%0 = "arith.addf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>}> : (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>>) -> tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>>) has an invalid layout: #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>.}}
 %2 = ttg.convert_layout %3 : tensor<128xf32, #b> -> tensor<128xf32, #b>
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{Operand 0 (<block argument> of type 'tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>' at index: 0) has an invalid layout: Could not determine the number of warps per CTA. Operation is not in a context with `ttg.num-warps`.}}
module { tt.func @f(%a: tensor<128xf32, #b>) { %2 = ttg.convert_layout %a : tensor<128xf32, #b> -> tensor<128xf32, #b>
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{Operand 0 (<block argument> of type 'tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>' at index: 0) has an invalid layout: Layout has rank 1, but the tensor it's attached to has rank 2.}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: tensor<128x2xf32, #b>) { %2 = ttg.convert_layout %a : tensor<128x2xf32, #b> -> tensor<128x2xf32, #b>
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{Operand 0 (<block argument> of type 'tensor<3xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>' at index: 0) has an invalid layout: Layout has shape 3, but the tensor it's attached to has shape 3 which is not a power of two.}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: tensor<3xf32, #b>) { %2 = ttg.convert_layout %a : tensor<3xf32, #b> -> tensor<3xf32, #b>
 tt.return } }

// -----

#b = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [0]}>
// expected-error @below {{Operand 0 (<block argument> of type 'tensor<4xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [0]}>>' at index: 0) has an invalid layout: Non-distributed layout is not allowed in tensor type.}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: tensor<4xf32, #b>) { %2 = ttg.convert_layout %a : tensor<4xf32, #b> -> tensor<4xf32, #b>
 tt.return } }

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{'arith.addf' op has unexpected attribute "ttg.num-ctas" which is expected only on `module` ops}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: tensor<128xf32, #b>) { %2 = arith.addf %a, %a {"ttg.num-ctas" = 2 : i32} : tensor<128xf32, #b>
 tt.return } }

// -----

// expected-error @below {{'arith.addi' op has unexpected attribute "ttg.num-warps" which is expected only on `module` or `tt.func` ops}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %2 = arith.addi %a, %a {"ttg.num-warps" = 2 : i32} : i32
 tt.return } }

// -----

// expected-error @below {{'arith.addi' op partition ids not in sorted order in attribute "ttg.partition"}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1, 0>} : i32
 tt.return } }

// -----

// expected-error @below {{'arith.addi' op has no partition ids in attribute "ttg.partition"}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %2 = arith.addi %a, %a {"ttg.partition" = array<i32>} : i32
 tt.return } }

// -----

// expected-error @below {{'arith.addi' op has duplicated partition ids in attribute "ttg.partition"}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1, 1>} : i32
 tt.return } }

// -----

module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { scf.for %i = %a to %a step %a : i32 {
   // expected-error @below {{'arith.addi' op does not have expected attribute ttg.partition which is expected for ops whose parent has partitions}}
   %2 = arith.addi %a, %a : i32
 } {"ttg.partition" = array<i32: 1>}
 tt.return } }

// -----

// expected-error @below {{'scf.for' op partition ids in attr "ttg.partition" does not contain partition ids of all child ops}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { scf.for %i = %a to %a step %a : i32 {
   %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 2>} : i32
 } {"ttg.partition" = array<i32: 1>}
 tt.return } }

// -----

// expected-error @below {{'arith.addi' op has unexpected attribute "ttg.partition.outputs"}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>]} : i32
 tt.return } }

// -----

// expected-error @below {{'scf.for' op does not have expected number of output partition sets in attr "ttg.partition.outputs"; should match number of results}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { scf.for %i = %a to %a step %a : i32 {
   %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1>} : i32
 } {"ttg.partition" = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>]}
 tt.return } }

// -----

// expected-error @below {{'scf.for' op partition ids in attr ttg.partition must be the union of all partition ids in "ttg.partition.outputs"}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %r = scf.for %i = %a to %a step %a iter_args(%x = %a) -> i32 : i32 {
   %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1>} : i32
   scf.yield %2 : i32
 } {"ttg.partition" = array<i32: 1>, ttg.partition.outputs = [array<i32: 2>]}
 tt.return } }

// -----

// expected-error @below {{'scf.for' op does not have expected attribute ttg.partition which is expected for ops with attr ttg.partition.outputs}}
module attributes {"ttg.num-warps" = 4 : i32} { tt.func @f(%a: i32) { %r = scf.for %i = %a to %a step %a iter_args(%x = %a) -> i32 : i32 {
   %2 = arith.addi %a, %a {"ttg.partition" = array<i32: 1>} : i32
   scf.yield %2 : i32
 } {ttg.partition.outputs = [array<i32: 2>]}
 tt.return } }

// -----

// The wheel aborts on partitions of another type.
// expected-error @below {{'tt.func' op partition ids must be a dense array of 32-bit integers}}
tt.func @f() attributes {ttg.partition = 1 : i32} { tt.return }

// -----

// expected-error @below {{'tt.func' op partition ids must be a dense array of 32-bit integers}}
tt.func @f() attributes {ttg.partition = array<i64: 1>} { tt.return }

// -----

// expected-error @below {{'tt.func' op attribute "ttg.partition.outputs" must be an array of dense arrays of 32-bit integers}}
tt.func @f() attributes {ttg.partition.outputs = 1 : i32} { tt.return }
