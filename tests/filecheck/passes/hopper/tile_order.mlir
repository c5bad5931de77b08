// RUN: xtriton-opt %s --verify-each=interp --hopper-tile-order --split-input-file --verify-diagnostics | filecheck %s
// RUN: xtriton-opt %s --verify-each=interp --hopper-tile-order=band=3 --split-input-file | filecheck %s --check-prefix=THREE

// Two axes: x is the column, y the row. Tiles of equal rows and columns: bands of sqrt(132) rows, to the nearest power of two.
// CHECK-LABEL: @two_axes
// CHECK-DAG:   %[[X:.*]] = tt.get_program_id x
// CHECK-DAG:   %[[COLUMNS:.*]] = tt.get_num_programs x
// CHECK-DAG:   %[[Y:.*]] = tt.get_program_id y
// CHECK-DAG:   %[[ROWS:.*]] = tt.get_num_programs y
// CHECK:       %[[BEFORE:.*]] = arith.muli %[[Y]], %[[COLUMNS]]
// CHECK-NEXT:  %[[PLACE:.*]] = arith.addi %[[BEFORE]], %[[X]]
// CHECK-NEXT:  %[[BAND:.*]] = arith.constant 16 : i32
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[BAND]], %[[COLUMNS]]
// CHECK-NEXT:  %[[NUMBER:.*]] = arith.divui %[[PLACE]], %[[SIZE]]
// CHECK-NEXT:  %[[FIRST:.*]] = arith.muli %[[NUMBER]], %[[BAND]]
// CHECK-NEXT:  %[[LEFT:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
// CHECK-NEXT:  %[[MOST:.*]] = arith.minsi %[[LEFT]], %[[BAND]]
// CHECK:       %[[HEIGHT:.*]] = arith.maxsi %[[MOST]], %{{.*}}
// CHECK-NEXT:  %[[SKIPPED:.*]] = arith.muli %[[NUMBER]], %[[SIZE]]
// CHECK-NEXT:  %[[INSIDE:.*]] = arith.subi %[[PLACE]], %[[SKIPPED]]
// CHECK-NEXT:  %[[LOW:.*]] = arith.remui %[[INSIDE]], %[[HEIGHT]]
// CHECK-NEXT:  %[[ROW:.*]] = arith.addi %[[FIRST]], %[[LOW]]
// CHECK-NEXT:  %[[COLUMN:.*]] = arith.divui %[[INSIDE]], %[[HEIGHT]]
// CHECK:       arith.muli %[[ROW]], %c32_i32
// CHECK-NEXT:  arith.muli %[[COLUMN]], %c64_i32
// THREE-LABEL: @two_axes
// THREE:       arith.constant 3 : i32
// expected-remark @below {{tiles are computed in bands of 16 rows of tiles, along y}}
tt.func public @two_axes(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c32_i32 = arith.constant 32 : i32
  %c64_i32 = arith.constant 64 : i32
  %cst = arith.constant dense<0.0> : tensor<32x32xf32>
  %y = tt.get_program_id y : i32
  %x = tt.get_program_id x : i32
  %row = arith.muli %y, %c32_i32 : i32
  %column = arith.muli %x, %c64_i32 : i32
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %offsets = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %square = tt.broadcast %offsets : tensor<1x32xi32> -> tensor<32x32xi32>
  %a0 = tt.addptr %a, %row : !tt.ptr<f16>, i32
  %b0 = tt.addptr %b, %column : !tt.ptr<f16>, i32
  %as = tt.splat %a0 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %bs = tt.splat %b0 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<32x32xf32>) : i32 {
    %at = tt.splat %i : i32 -> tensor<32x32xi32>
    %where = arith.addi %at, %square : tensor<32x32xi32>
    %ap = tt.addptr %as, %where : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %bp = tt.addptr %bs, %where : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %l = tt.load %ap : tensor<32x32x!tt.ptr<f16>>
    %r = tt.load %bp : tensor<32x32x!tt.ptr<f16>>
    %d = tt.dot %l, %r, %s : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %one = "tt.reduce"(%sum) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<32x32xf32>) -> tensor<32xf32>
  %columns = tt.get_num_programs x : i32
  %before = arith.muli %y, %columns : i32
  %tile = arith.addi %before, %x : i32
  %first = arith.muli %tile, %c32_i32 : i32
  %o = tt.addptr %out, %first : !tt.ptr<f32>, i32
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %op = tt.addptr %os, %range : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %op, %one : tensor<32x!tt.ptr<f32>>
  tt.return
}

// -----

// One axis, which the kernel divides by the number of columns. Programs of an incomplete last row keep their ids. Columns of tiles
// have eight times the bytes of rows: bands of sqrt(132 * 8) rows.
// CHECK-LABEL: @divided
// CHECK:       %[[P:.*]] = tt.get_program_id x
// CHECK-NEXT:  %[[COUNT:.*]] = tt.get_num_programs x
// CHECK:       %[[COLUMNS:.*]] = arith.divsi
// CHECK:       %[[ROWS:.*]] = arith.divui %[[COUNT]], %[[COLUMNS]]
// CHECK:       arith.constant 32 : i32
// CHECK:       %[[WHOLE:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK-NEXT:  %[[IS_WHOLE:.*]] = arith.cmpi ult, %[[P]], %[[WHOLE]]
// CHECK-NEXT:  %[[Q:.*]] = arith.select %[[IS_WHOLE]], %{{.*}}, %[[P]]
// CHECK:       %[[N:.*]] = arith.divsi
// CHECK-NEXT:  arith.divsi %[[Q]], %[[N]]
// CHECK-NEXT:  arith.remsi %[[Q]], %[[N]]
// THREE-LABEL: @divided
// expected-remark @below {{tiles are computed in bands of 32 rows of tiles, along x}}
tt.func public @divided(%a: !tt.tensordesc<16x64xf16>, %b: !tt.tensordesc<64x128xf16>, %out: !tt.ptr<f32>, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c16_i32 = arith.constant 16 : i32
  %c127_i32 = arith.constant 127 : i32
  %c128_i32 = arith.constant 128 : i32
  %cst = arith.constant dense<0.0> : tensor<16x128xf32>
  %p = tt.get_program_id x : i32
  %last = arith.addi %n, %c127_i32 : i32
  %columns = arith.divsi %last, %c128_i32 : i32
  %y = arith.divsi %p, %columns : i32
  %x = arith.remsi %p, %columns : i32
  %row = arith.muli %y, %c16_i32 : i32
  %column = arith.muli %x, %c128_i32 : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<16x128xf32>) : i32 {
    %l = tt.descriptor_load %a[%row, %i] : !tt.tensordesc<16x64xf16> -> tensor<16x64xf16>
    %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x128xf16> -> tensor<64x128xf16>
    %d = tt.dot %l, %r, %s : tensor<16x64xf16> * tensor<64x128xf16> -> tensor<16x128xf32>
    scf.yield %d : tensor<16x128xf32>
  }
  %one = "tt.reduce"(%sum) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<16x128xf32>) -> tensor<16xf32>
  %first = arith.muli %p, %c16_i32 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %o = tt.addptr %out, %first : !tt.ptr<f32>, i32
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %op = tt.addptr %os, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %op, %one : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// Bands of one row: the height of a band is min(rows left, 1). The remainder is also the id less the multiple of the quotient.
// CHECK-LABEL: @bands_of_one_row
// CHECK:       arith.maxsi
// THREE-LABEL: @bands_of_one_row
// expected-remark @below {{tiles are computed in bands of 16 rows of tiles, along x}}
tt.func public @bands_of_one_row(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c64_i32 = arith.constant 64 : i32
  %cst = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = tt.get_program_id x : i32
  %some = arith.maxsi %n, %c1_i32 : i32
  %first = arith.divsi %p, %some : i32
  %before = arith.muli %first, %some : i32
  %inside = arith.subi %p, %before : i32
  %left = arith.subi %m, %first : i32
  %height = arith.minsi %left, %c1_i32 : i32
  %low = arith.remsi %inside, %height : i32
  %row = arith.addi %first, %low : i32
  %column = arith.divsi %inside, %height : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%row, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %r = tt.descriptor_load %b[%i, %column] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %one = "tt.reduce"(%sum) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %start = arith.muli %p, %c64_i32 : i32
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %o = tt.addptr %out, %start : !tt.ptr<f32>, i32
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %op = tt.addptr %os, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %op, %one : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Rows of tiles have eight times the bytes of columns: bands of sqrt(132 * 8) columns, so that consecutive programs share rows.
// CHECK-LABEL: @columns_of_two_axes
// CHECK-DAG:   %[[X:.*]] = tt.get_program_id x
// CHECK-DAG:   %[[COLUMNS:.*]] = tt.get_num_programs x
// CHECK-DAG:   %[[Y:.*]] = tt.get_program_id y
// CHECK-DAG:   %[[ROWS:.*]] = tt.get_num_programs y
// CHECK:       %[[BEFORE:.*]] = arith.muli %[[Y]], %[[COLUMNS]]
// CHECK-NEXT:  %[[PLACE:.*]] = arith.addi %[[BEFORE]], %[[X]]
// CHECK:       %[[SOME:.*]] = arith.maxsi %[[ROWS]], %c1
// CHECK-NEXT:  %[[BAND:.*]] = arith.constant 32 : i32
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[BAND]], %[[SOME]]
// CHECK-NEXT:  %[[NUMBER:.*]] = arith.divui %[[PLACE]], %[[SIZE]]
// CHECK-NEXT:  %[[FIRST:.*]] = arith.muli %[[NUMBER]], %[[BAND]]
// CHECK-NEXT:  %[[LEFT:.*]] = arith.subi %[[COLUMNS]], %[[FIRST]]
// CHECK:       %[[WIDTH:.*]] = arith.maxsi
// CHECK:       %[[LOW:.*]] = arith.remui %[[INSIDE:.*]], %[[WIDTH]]
// CHECK-NEXT:  %[[COLUMN:.*]] = arith.addi %[[FIRST]], %[[LOW]]
// CHECK-NEXT:  %[[ROW:.*]] = arith.divui %[[INSIDE]], %[[WIDTH]]
// CHECK:       tt.descriptor_load %{{.*}}[%[[ROW]], %{{.*}}]
// CHECK:       tt.descriptor_load %{{.*}}[%{{.*}}, %[[COLUMN]]]
// expected-remark @below {{tiles are computed in bands of 32 columns of tiles, along y}}
tt.func public @columns_of_two_axes(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<64x16xf16>, %out: tensor<128x16x!tt.ptr<f32>>, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<128x16xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<128x16xf32>) : i32 {
    %l = tt.descriptor_load %a[%y, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %r = tt.descriptor_load %b[%i, %x] : !tt.tensordesc<64x16xf16> -> tensor<64x16xf16>
    %d = tt.dot %l, %r, %s : tensor<128x64xf16> * tensor<64x16xf16> -> tensor<128x16xf32>
    scf.yield %d : tensor<128x16xf32>
  }
  tt.store %out, %sum : tensor<128x16x!tt.ptr<f32>>
  tt.return
}

// -----

// The same of one axis.
// CHECK-LABEL: @columns_of_divided
// CHECK:       %[[P:.*]] = tt.get_program_id x
// CHECK-NEXT:  %[[COUNT:.*]] = tt.get_num_programs x
// CHECK-NEXT:  %[[ROWS:.*]] = arith.divui %[[COUNT]], %[[COLUMNS:.*]]
// CHECK:       %[[SOME:.*]] = arith.maxsi %[[ROWS]], %c1
// CHECK-NEXT:  %[[BAND:.*]] = arith.constant 16 : i32
// CHECK-NEXT:  %[[SIZE:.*]] = arith.muli %[[BAND]], %[[SOME]]
// CHECK:       %[[COLUMN:.*]] = arith.addi
// CHECK-NEXT:  %[[ROW:.*]] = arith.divui
// CHECK-NEXT:  %[[BEFORE:.*]] = arith.muli %[[ROW]], %[[COLUMNS]]
// CHECK-NEXT:  arith.addi %[[BEFORE]], %[[COLUMN]]
// expected-remark @below {{tiles are computed in bands of 16 columns of tiles, along x}}
tt.func public @columns_of_divided(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<64x64xf16>, %out: tensor<128x64x!tt.ptr<f32>>, %n: i32, %k: i32) {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.0> : tensor<128x64xf32>
  %p = tt.get_program_id x : i32
  %y = arith.divui %p, %n : i32
  %x = arith.remui %p, %n : i32
  %sum = scf.for %i = %c0_i32 to %k step %c1_i32 iter_args(%s = %cst) -> (tensor<128x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%y, %i] : !tt.tensordesc<128x64xf16> -> tensor<128x64xf16>
    %r = tt.descriptor_load %b[%i, %x] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.store %out, %sum : tensor<128x64x!tt.ptr<f32>>
  tt.return
}
