// RUN: xtriton-opt %s --split-input-file --hopper-join-tiles --verify-diagnostics | filecheck %s

// Rows of tiles 2 y and 2 y + 1 are one tile of 128 rows. Both use the tile of B, and rows behind the grid's tiles are
// neither loaded nor stored: the launch gives the number of rows of tiles.
// CHECK-LABEL: tt.func public @matmul
// CHECK-SAME:  %[[TILES:[a-z0-9]+]]: i32 {xtriton.launch = {value = ["grid", 1]}}
// CHECK-SAME:  xtriton.joined = {y = ["ceildivui", 32, ["grid", 1], 2]}
// CHECK:       %[[MASKED:.*]] = tt.get_program_id y
// CHECK:       %[[MASKED_TILE:.*]] = arith.muli %[[MASKED]], %c2_i32
// CHECK:       %[[FIRST:.*]] = arith.muli %[[MASKED_TILE]], %c64_i32
// CHECK:       %[[Y:.*]] = tt.get_program_id y
// CHECK:       %[[TILE:.*]] = arith.muli %[[Y]], %c2_i32
// CHECK:       %[[ROW:.*]] = arith.muli %[[TILE]], %c64_i32
// CHECK:       %[[RANGE:.*]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
// CHECK:       %[[BEGIN:.*]] = tt.splat %[[ROW]] : i32 -> tensor<128xi32>
// CHECK:       arith.addi %[[BEGIN]], %[[RANGE]]
// CHECK:       scf.for
// CHECK:         %[[LOADED:.*]] = arith.muli %[[TILES]], %c64_i32
// CHECK-DAG:     %[[END_OF_LOAD:.*]] = tt.splat %[[LOADED]] : i32 -> tensor<128xi32>
// CHECK-DAG:     tt.splat %[[FIRST]] : i32 -> tensor<128xi32>
// CHECK:         arith.cmpi slt, %{{.*}}, %[[END_OF_LOAD]]
// CHECK:         %[[MASK_OF_LOAD:.*]] = arith.andi
// CHECK:         %[[A:.*]] = tt.load %{{.*}}, %[[MASK_OF_LOAD]] : tensor<128x16x!tt.ptr<f16>>
// CHECK:         %[[B:.*]] = tt.load {{.*}} : tensor<16x16x!tt.ptr<f16>>
// CHECK:         tt.dot %[[A]], %[[B]], %{{.*}} -> tensor<128x16xf32>
// CHECK:       %[[ALL:.*]] = arith.muli %[[TILES]], %c64_i32
// CHECK-DAG:   %[[END:.*]] = tt.splat %[[ALL]] : i32 -> tensor<128xi32>
// CHECK-DAG:   tt.splat %[[FIRST]] : i32 -> tensor<128xi32>
// CHECK:       %[[ROWS:.*]] = arith.addi %{{.*}} : tensor<128xi32>
// CHECK:       %[[INSIDE:.*]] = arith.cmpi slt, %[[ROWS]], %[[END]]
// CHECK:       %[[MASK:.*]] = arith.andi
// CHECK:       tt.store %{{.*}}, %{{.*}}, %[[MASK]] : tensor<128x16x!tt.ptr<f32>>
// expected-remark @below {{two tiles of 64 rows are joined, along y}}
tt.func public @matmul(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %y = tt.get_program_id y : i32
  %x = tt.get_program_id x : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %step = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first = tt.splat %row : i32 -> tensor<64xi32>
  %rows = arith.addi %first, %range : tensor<64xi32>
  %left = tt.splat %column : i32 -> tensor<16xi32>
  %columns = arith.addi %left, %step : tensor<16xi32>
  %height = tt.splat %m : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %rows, %height : tensor<64xi32>
  %inside1 = tt.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %rows1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step1 = tt.expand_dims %step {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step2 = tt.expand_dims %step {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %mask = tt.broadcast %inside1 : tensor<64x1xi1> -> tensor<64x16xi1>
  %ks = tt.splat %k : i32 -> tensor<64x1xi32>
  %ns = tt.splat %n : i32 -> tensor<64x1xi32>
  %ns1 = tt.splat %n : i32 -> tensor<16x1xi32>
  %a_rows = arith.muli %rows1, %ks : tensor<64x1xi32>
  %a_rows2 = tt.broadcast %a_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %a_steps = tt.broadcast %step1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %a_offsets = arith.addi %a_rows2, %a_steps : tensor<64x16xi32>
  %b_rows = arith.muli %step2, %ns1 : tensor<16x1xi32>
  %b_rows2 = tt.broadcast %b_rows : tensor<16x1xi32> -> tensor<16x16xi32>
  %b_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %b_offsets = arith.addi %b_rows2, %b_columns : tensor<16x16xi32>
  %out_rows = arith.muli %rows1, %ns : tensor<64x1xi32>
  %out_rows2 = tt.broadcast %out_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %out_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %out_offsets = arith.addi %out_rows2, %out_columns : tensor<64x16xi32>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
  %bs = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
  %a0 = tt.addptr %as, %a_offsets : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
  %b0 = tt.addptr %bs, %b_offsets : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %out0 = tt.addptr %outs, %out_offsets : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
  %sum = scf.for %i = %c0 to %k step %c16 iter_args(%s = %zero) -> (tensor<64x16xf32>) : i32 {
    %at = tt.splat %i : i32 -> tensor<64x16xi32>
    %ap = tt.addptr %a0, %at : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
    %down = arith.muli %i, %n : i32
    %downs = tt.splat %down : i32 -> tensor<16x16xi32>
    %bp = tt.addptr %b0, %downs : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %l = tt.load %ap, %mask : tensor<64x16x!tt.ptr<f16>>
    %r = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
    %d = tt.dot %l, %r, %s : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf32>
    scf.yield %d : tensor<64x16xf32>
  }
  tt.store %out0, %sum, %mask : tensor<64x16x!tt.ptr<f32>>
  tt.return
}

// -----

// The quotients of program ids and the number of columns are rows. Behind the last whole row of tiles only some columns
// have a tile to store; the launch starts one row of programs for two rows of tiles.
// CHECK-LABEL: tt.func public @quotients
// CHECK-SAME:  %[[WIDTH:[a-z0-9]+]]: i32, %[[TILES:[a-z0-9]+]]: i32 {xtriton.launch = {value = ["ceildivui", 32, ["grid", 0], ["maxui", 32, ["arg", 6], 1]]}}
// CHECK-SAME:  %[[PROGRAMS:[a-z0-9]+]]: i32 {xtriton.launch = {value = ["grid", 0]}}
// CHECK-SAME:  xtriton.joined = {x = ["addi", 32, ["muli", 32, ["shrui", 32, ["divui", 32, ["grid", 0], ["maxui", 32, ["arg", 6], 1]], 1], ["maxui", 32, ["arg", 6], 1]], ["select", ["trunci", 32, 1, ["divui", 32, ["grid", 0], ["maxui", 32, ["arg", 6], 1]]], ["maxui", 32, ["arg", 6], 1], ["remui", 32, ["grid", 0], ["maxui", 32, ["arg", 6], 1]]]]}
// CHECK:       %[[Y:.*]] = arith.divsi %{{.*}}, %[[WIDTH]]
// CHECK:       %[[TILE:.*]] = arith.muli %[[Y]], %c2_i32
// CHECK:       arith.muli %[[TILE]], %c64_i32
// CHECK:       scf.for
// CHECK:         arith.muli %[[TILES]], %c64_i32
// CHECK:         tt.load %{{.*}} : tensor<128x16x!tt.ptr<f16>>
// CHECK:       %[[ID:.*]] = tt.get_program_id x
// CHECK:       %[[COLUMN:.*]] = arith.remui %[[ID]], %[[WIDTH]]
// CHECK:       %[[LESS:.*]] = arith.subi %[[WIDTH]], %c1_i32
// CHECK:       %[[LAST:.*]] = arith.addi %[[PROGRAMS]], %[[LESS]]
// CHECK:       %[[LEFT:.*]] = arith.subi %[[LAST]], %[[COLUMN]]
// CHECK:       %[[COUNT:.*]] = arith.divui %[[LEFT]], %[[WIDTH]]
// CHECK:       arith.muli %[[COUNT]], %c64_i32
// CHECK:       tt.store %{{.*}} : tensor<128x16x!tt.ptr<f32>>
// expected-remark @below {{two tiles of 64 rows are joined, along the quotients of program ids}}
tt.func public @quotients(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32, %width: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %id = tt.get_program_id x : i32
  %y = arith.divsi %id, %width : i32
  %x = arith.remsi %id, %width : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %step = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first = tt.splat %row : i32 -> tensor<64xi32>
  %rows = arith.addi %first, %range : tensor<64xi32>
  %left = tt.splat %column : i32 -> tensor<16xi32>
  %columns = arith.addi %left, %step : tensor<16xi32>
  %height = tt.splat %m : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %rows, %height : tensor<64xi32>
  %inside1 = tt.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %rows1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step1 = tt.expand_dims %step {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step2 = tt.expand_dims %step {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %mask = tt.broadcast %inside1 : tensor<64x1xi1> -> tensor<64x16xi1>
  %ks = tt.splat %k : i32 -> tensor<64x1xi32>
  %ns = tt.splat %n : i32 -> tensor<64x1xi32>
  %ns1 = tt.splat %n : i32 -> tensor<16x1xi32>
  %a_rows = arith.muli %rows1, %ks : tensor<64x1xi32>
  %a_rows2 = tt.broadcast %a_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %a_steps = tt.broadcast %step1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %a_offsets = arith.addi %a_rows2, %a_steps : tensor<64x16xi32>
  %b_rows = arith.muli %step2, %ns1 : tensor<16x1xi32>
  %b_rows2 = tt.broadcast %b_rows : tensor<16x1xi32> -> tensor<16x16xi32>
  %b_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %b_offsets = arith.addi %b_rows2, %b_columns : tensor<16x16xi32>
  %out_rows = arith.muli %rows1, %ns : tensor<64x1xi32>
  %out_rows2 = tt.broadcast %out_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %out_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %out_offsets = arith.addi %out_rows2, %out_columns : tensor<64x16xi32>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
  %bs = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
  %a0 = tt.addptr %as, %a_offsets : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
  %b0 = tt.addptr %bs, %b_offsets : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %out0 = tt.addptr %outs, %out_offsets : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
  %sum = scf.for %i = %c0 to %k step %c16 iter_args(%s = %zero) -> (tensor<64x16xf32>) : i32 {
    %at = tt.splat %i : i32 -> tensor<64x16xi32>
    %ap = tt.addptr %a0, %at : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
    %down = arith.muli %i, %n : i32
    %downs = tt.splat %down : i32 -> tensor<16x16xi32>
    %bp = tt.addptr %b0, %downs : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %l = tt.load %ap, %mask : tensor<64x16x!tt.ptr<f16>>
    %r = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
    %d = tt.dot %l, %r, %s : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf32>
    scf.yield %d : tensor<64x16xf32>
  }
  tt.store %out0, %sum, %mask : tensor<64x16x!tt.ptr<f32>>
  tt.return
}
