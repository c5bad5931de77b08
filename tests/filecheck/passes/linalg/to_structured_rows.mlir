// RUN: xtriton-opt --triton-to-structured='safe=true rows=true' %s | filecheck %s --check-prefix ROWS
// RUN: xtriton-opt --triton-to-structured='safe=true' %s | filecheck %s --check-prefix CORRECT

// A block of 64 elements may lie in one row of `columns`: a guess, which is checked where code can be rerun.

// ROWS-LABEL: tt.func @of_any_length
// ROWS: cf.assert {{.*}}, "elements of a block lie in several rows with gaps between them, or its offsets or masks wrap around"
// ROWS: tts.make_tptr
// CORRECT-LABEL: tt.func @of_any_length
// CORRECT-NOT: several rows
// CORRECT: tts.make_gather_scatter_tptr %{{.*}} to sizes: [64] gather_scatter_dim: 0
tt.func @of_any_length(%x: !tt.ptr<f32>, %columns: i32, %row: i32) -> tensor<64xf32> {
  %pid = tt.get_program_id x : i32
  %wide = arith.extsi %pid : i32 to i64
  %c64 = arith.constant 64 : i64
  %start = arith.muli %wide, %c64 : i64
  %0 = tt.splat %start : i64 -> tensor<64xi64>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = arith.extsi %range : tensor<64xi32> to tensor<64xi64>
  %position = arith.addi %0, %1 : tensor<64xi64>
  %columns64 = arith.extsi %columns : i32 to i64
  %length = tt.splat %columns64 : i64 -> tensor<64xi64>
  %row64 = arith.extsi %row : i32 to i64
  %stride = tt.splat %row64 : i64 -> tensor<64xi64>
  %quotient = arith.divsi %position, %length : tensor<64xi64>
  %remainder = arith.remsi %position, %length : tensor<64xi64>
  %2 = arith.muli %quotient, %stride : tensor<64xi64>
  %3 = arith.addi %2, %remainder : tensor<64xi64>
  %4 = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %5 = tt.addptr %4, %3 : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  %6 = tt.load %5 : tensor<64x!tt.ptr<f32>>
  tt.return %6 : tensor<64xf32>
}

// Rows of 96 elements are crossed by every other block of 64: there is no guess.

// ROWS-LABEL: tt.func @crossed
// ROWS-NOT: several rows
// ROWS: tts.make_gather_scatter_tptr %{{.*}} to sizes: [64] gather_scatter_dim: 0
tt.func @crossed(%x: !tt.ptr<f32>) -> tensor<64xf32> {
  %pid = tt.get_program_id x : i32
  %c64 = arith.constant 64 : i32
  %start = arith.muli %pid, %c64 : i32
  %0 = tt.splat %start : i32 -> tensor<64xi32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %position = arith.addi %0, %range : tensor<64xi32>
  %length = arith.constant dense<96> : tensor<64xi32>
  %stride = arith.constant dense<100> : tensor<64xi32>
  %quotient = arith.divsi %position, %length : tensor<64xi32>
  %remainder = arith.remsi %position, %length : tensor<64xi32>
  %1 = arith.muli %quotient, %stride : tensor<64xi32>
  %2 = arith.addi %1, %remainder : tensor<64xi32>
  %3 = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %4 = tt.addptr %3, %2 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %5 = tt.load %4 : tensor<64x!tt.ptr<f32>>
  tt.return %5 : tensor<64xf32>
}

// Rows without gaps are a block whatever their length, and need no guess.

// CORRECT-LABEL: tt.func @without_gaps
// CORRECT-NOT: several rows
// CORRECT: tts.make_tptr
// CORRECT: tts.load
tt.func @without_gaps(%x: !tt.ptr<f32>) -> tensor<64xf32> {
  %pid = tt.get_program_id x : i32
  %c64 = arith.constant 64 : i32
  %start = arith.muli %pid, %c64 : i32
  %0 = tt.splat %start : i32 -> tensor<64xi32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %position = arith.addi %0, %range : tensor<64xi32>
  %length = arith.constant dense<96> : tensor<64xi32>
  %quotient = arith.divsi %position, %length : tensor<64xi32>
  %remainder = arith.remsi %position, %length : tensor<64xi32>
  %1 = arith.muli %quotient, %length : tensor<64xi32>
  %2 = arith.addi %1, %remainder : tensor<64xi32>
  %3 = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %4 = tt.addptr %3, %2 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %5 = tt.load %4 : tensor<64x!tt.ptr<f32>>
  tt.return %5 : tensor<64xf32>
}

// Rows of 128 elements may hold whole blocks.

// ROWS-LABEL: tt.func @of_two_blocks
// ROWS: cf.assert {{.*}}, "elements of a block lie in several rows
// ROWS: tts.load
tt.func @of_two_blocks(%x: !tt.ptr<f32>) -> tensor<64xf32> {
  %pid = tt.get_program_id x : i32
  %c64 = arith.constant 64 : i32
  %start = arith.muli %pid, %c64 : i32
  %0 = tt.splat %start : i32 -> tensor<64xi32>
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %position = arith.addi %0, %range : tensor<64xi32>
  %length = arith.constant dense<128> : tensor<64xi32>
  %stride = arith.constant dense<130> : tensor<64xi32>
  %quotient = arith.divsi %position, %length : tensor<64xi32>
  %remainder = arith.remsi %position, %length : tensor<64xi32>
  %1 = arith.muli %quotient, %stride : tensor<64xi32>
  %2 = arith.addi %1, %remainder : tensor<64xi32>
  %3 = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %4 = tt.addptr %3, %2 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %5 = tt.load %4 : tensor<64x!tt.ptr<f32>>
  tt.return %5 : tensor<64xf32>
}
