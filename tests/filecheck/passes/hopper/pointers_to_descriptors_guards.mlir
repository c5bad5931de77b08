// RUN: xtriton-opt %s --triton=3.6 --split-input-file --hopper-pointers-to-descriptors=everything=true --verify-diagnostics | filecheck %s

// Functions are not modified; the remark has the reason.
// CHECK-NOT: descriptor

tt.func public @pointer_from_memory(%xs: !tt.ptr<!tt.ptr<f16>> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %x = tt.load %xs : !tt.ptr<!tt.ptr<f16>>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its base pointer is not an argument of the kernel}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @base_not_aligned(%x: !tt.ptr<f16>, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: argument #0 is not known to be 16-byte aligned}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @element_type(%x: !tt.ptr<f64> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf64> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f64>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: TMA does not support elements of type f64}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f64>>
  tt.return %t : tensor<16x16xf64>
}

// -----

tt.func public @extent_of_1(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<1x16xf16> {
  %r = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<1xi32> -> tensor<1x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<1x1xi32>
  %rs = arith.muli %rx, %st : tensor<1x1xi32>
  %rb = tt.broadcast %rs : tensor<1x1xi32> -> tensor<1x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<1x16xi32>
  %o = arith.addi %rb, %cb : tensor<1x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the tile has a dimension of extent 1}}
  %t = tt.load %p : tensor<1x16x!tt.ptr<f16>>
  tt.return %t : tensor<1x16xf16>
}

// -----

tt.func public @large_box(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<512x16xf16> {
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<512xi32> -> tensor<512x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<512x1xi32>
  %rs = arith.muli %rx, %st : tensor<512x1xi32>
  %rb = tt.broadcast %rs : tensor<512x1xi32> -> tensor<512x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<512x16xi32>
  %o = arith.addi %rb, %cb : tensor<512x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<512x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<512x16x!tt.ptr<f16>>, tensor<512x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the box would have more than 256 elements along a dimension}}
  %t = tt.load %p : tensor<512x16x!tt.ptr<f16>>
  tt.return %t : tensor<512x16xf16>
}

// -----

tt.func public @narrow_box(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x4xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x4xi32>
  %cb = tt.broadcast %cx : tensor<1x4xi32> -> tensor<16x4xi32>
  %o = arith.addi %rb, %cb : tensor<16x4xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x4x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x4x!tt.ptr<f16>>, tensor<16x4xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the innermost dimension of the box has fewer than 16 bytes}}
  %t = tt.load %p : tensor<16x4x!tt.ptr<f16>>
  tt.return %t : tensor<16x4xf16>
}

// -----

tt.func public @unaligned_stride(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 4 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the stride of dimension 0 is not known to be a multiple of 16 bytes}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @negative_stride(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = arith.constant dense<-64> : tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the stride of dimension 0 is negative}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @zero_stride(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = arith.constant dense<0> : tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: dimension 0 has stride 0}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @stride_of_2(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %two = arith.constant dense<2> : tensor<1x16xi32>
  %c2 = arith.muli %cx, %two : tensor<1x16xi32>
  %cb = tt.broadcast %c2 : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: no dimension has stride 1}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @diagonal(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = arith.constant dense<1> : tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: two dimensions have stride 1}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @stride_of_program(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %c16 = arith.constant 16 : i32
  %stride = arith.muli %pid, %c16 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the stride of dimension 0 is not launch-uniform}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// The hardware needs rows of boxes to begin at multiples of 16 bytes.
tt.func public @column_of_program(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %x0 = tt.addptr %x, %pid : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its innermost index is not known to be a multiple of 16 bytes}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @before_the_array(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %c8 = arith.constant 8 : i32
  %at = arith.muli %pid, %c8 : i32
  %before = arith.subi %at, %c8 : i32
  %x0 = tt.addptr %x, %before : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: an index may be negative}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @many_dimensions(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n0: i32 {tt.divisibility = 16 : i32}, %n1: i32 {tt.divisibility = 16 : i32}, %n2: i32 {tt.divisibility = 16 : i32}, %n3: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %m0 = arith.muli %pid, %n0 : i32
  %x1 = tt.addptr %x, %m0 : !tt.ptr<f16>, i32
  %m1 = arith.muli %pid, %n1 : i32
  %x2 = tt.addptr %x1, %m1 : !tt.ptr<f16>, i32
  %m2 = arith.muli %pid, %n2 : i32
  %x3 = tt.addptr %x2, %m2 : !tt.ptr<f16>, i32
  %m3 = arith.muli %pid, %n3 : i32
  %x4 = tt.addptr %x3, %m3 : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x4 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the descriptor would have 6 dimensions, of at most 5}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @uniform_condition(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %if: i1) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %mask = tt.splat %if : i1 -> tensor<16x16xi1>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its mask has a condition that is uniform over the tile}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @uniform_comparison(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %pid = tt.get_program_id x : i32
  %pid_t = tt.splat %pid : i32 -> tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x16xi32>
  %mask = arith.cmpi slt, %pid_t, %n_t : tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its mask has a condition that is uniform over the tile}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @lower_bound(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %n = arith.constant 4 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi sge, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its mask has a lower bound other than index 0}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @equality_mask(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi eq, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
  // expected-note @-2 {{'arith.cmpi' is here}}
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: a mask is a comparison other than a signed <, <=, > or >=}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @loaded_mask(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %flags: !tt.ptr<i32>) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %f0 = tt.splat %flags : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
  %f = tt.addptr %f0, %rx : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
  // expected-note @below {{'tt.load' is here}}
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: argument #2 is not known to be 16-byte aligned}}
  %flag = tt.load %f : tensor<16x1x!tt.ptr<i32>>
  %n_t = arith.constant dense<0> : tensor<16x1xi32>
  %in = arith.cmpi slt, %flag, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: offsets made by 'tt.load' are not affine}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @masked_with_7(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi slt, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
  %other = arith.constant dense<7.0> : tensor<16x16xf16>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its masked elements are not zero, and 'tt.return' demands them}}
  %t = tt.load %p, %mask, %other : tensor<16x16x!tt.ptr<f16>>
  // expected-note @below {{'tt.return' is here}}
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @masked_with_minus_zero(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16x1xi32>
  %in = arith.cmpi slt, %rx, %n_t : tensor<16x1xi32>
  %mask = tt.broadcast %in : tensor<16x1xi1> -> tensor<16x16xi1>
  %other = arith.constant dense<-0.0> : tensor<16x16xf16>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: its masked elements are not zero, and 'tt.return' demands them}}
  %t = tt.load %p, %mask, %other : tensor<16x16x!tt.ptr<f16>>
  // expected-note @below {{'tt.return' is here}}
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @volatile(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: it is volatile}}
  %t = tt.load %p {isVolatile = true} : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// TMA fills rows beyond the end with zeros, and this function returns them.
tt.func public @clamped_rows_are_returned(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %rc = arith.minsi %r, %n_t : tensor<16xi32>
  %rx = tt.expand_dims %rc {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: positions along dimension 0 are clamped or wrap around, and 'tt.return' demands them}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  // expected-note @below {{'tt.return' is here}}
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @wrapped_rows_are_summed(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %rc = arith.remsi %r, %n_t : tensor<16xi32>
  %rx = tt.expand_dims %rc {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: positions along dimension 0 are clamped or wrap around, and 'tt.reduce' demands them}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  // expected-note @below {{'tt.reduce' is here}}
  %s = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%u: f16, %v: f16):
    %w = arith.addf %u, %v : f16
    tt.reduce.return %w : f16
  }) : (tensor<16x16xf16>) -> tensor<16xf16>
  tt.return %s : tensor<16xf16>
}

// -----

tt.func public @clamped_store(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32, %t: tensor<16x16xf16>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %n_t = tt.splat %n : i32 -> tensor<16xi32>
  %rc = arith.minsi %r, %n_t : tensor<16xi32>
  %rx = tt.expand_dims %rc {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: it stores to rows that are clamped or wrap around}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  tt.return
}

// -----

tt.func public @product_of_positions(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  // expected-note @below {{'arith.muli' is here}}
  %o = arith.muli %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: two tensors are multiplied, neither of which is a splat}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @xor_of_positions(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  // expected-note @below {{'arith.xori' is here}}
  %o = arith.xori %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: offsets made by 'arith.xori' are not affine}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// 64 * 2**30 does not fit 32 bits: the product wraps around.
tt.func public @overflow(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) -> tensor<16x16xf16> {
  %large = arith.constant dense<1073741824> : tensor<16x1xi32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = arith.constant dense<64> : tensor<16x1xi32>
  %r2 = arith.muli %rx, %st : tensor<16x1xi32>
  // expected-note @below {{'arith.muli' is here}}
  %rs = arith.muli %r2, %large : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: offsets overflow 32 bits}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// The load and the store would use different memory proxies.
tt.func public @written_and_read(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: argument #0 is also written by the kernel}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: argument #0 is also read by the kernel}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  tt.return
}

// -----

tt.func public @written_through_unknown_pointers(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %ys: !tt.ptr<!tt.ptr<i32>>, %n: i32) -> tensor<16x16xf16> {
  %y = tt.load %ys : !tt.ptr<!tt.ptr<i32>>
  tt.store %y, %n : !tt.ptr<i32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: the kernel writes through pointers of unknown origin}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @after_an_atomic(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %lock: !tt.ptr<i32>, %n: i32) -> tensor<16x16xf16> {
  %true = arith.constant true
  %old = tt.atomic_rmw add, acq_rel, gpu, %lock, %n, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: 'tt.atomic_rmw', which may synchronise with other programs, may precede it: a relaxed one may not}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

tt.func public @store_and_atomic(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %lock: !tt.ptr<i32>, %n: i32, %t: tensor<16x16xf16>) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: 'tt.atomic_rmw' may publish it to other programs}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  %true = arith.constant true
  %old = tt.atomic_rmw add, acq_rel, gpu, %lock, %n, %true : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}

// -----

tt.func public @distances_that_differ(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p0 = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x16xf16>
  // expected-note @below {{'scf.for' is here}}
  %sum:2 = scf.for %i = %z to %n step %one iter_args(%t0 = %zeros, %p = %p0) -> (tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>) : i32 {
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: loop-carried offsets advance by a distance that is not loop-invariant}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  %d = tt.splat %i : i32 -> tensor<16x16xi32>
  %q = tt.addptr %p, %d : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  scf.yield %t, %q : tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>
  }
  tt.return %sum#0 : tensor<16x16xf16>
}

// -----

tt.func public @exchanged_pointers(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %n: i32) -> tensor<16x16xf16> {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p0 = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %b1 = tt.splat %y : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p1 = tt.addptr %b1, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0.0> : tensor<16x16xf16>
  // expected-note @below {{'scf.for' is here}}
  %sum:3 = scf.for %i = %z to %n step %one iter_args(%t0 = %zeros, %p = %p0, %q = %p1) -> (tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>) : i32 {
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: a loop modifies loop-carried offsets other than by adding a scalar}}
  %t = tt.load %p : tensor<16x16x!tt.ptr<f16>>
  scf.yield %t, %q, %p : tensor<16x16xf16>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>
  }
  tt.return %sum#0 : tensor<16x16xf16>
}

// -----

tt.func public @ragged_columns(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %ends: !tt.ptr<i32>) -> tensor<16x16xf16> {
  %pid = tt.get_program_id x : i32
  %e = tt.addptr %ends, %pid : !tt.ptr<i32>, i32
  %end = tt.load %e : !tt.ptr<i32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %end : i32 -> tensor<1x16xi32>
  %in = arith.cmpi slt, %cx, %n_t : tensor<1x16xi32>
  %mask = tt.broadcast %in : tensor<1x16xi1> -> tensor<16x16xi1>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: an extent that is not launch-uniform is not supported in this dimension}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// Rows end at the program's matrix and at the array: no dimension has both extents.
tt.func public @ends_of_matrix_and_array(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %total: i32) -> tensor<16x16xf16> {
  %s = arith.constant 64 : i32
  %c24 = arith.constant 24 : i32
  %size = arith.constant 1536 : i32
  %pid = tt.get_program_id x : i32
  %far = arith.muli %pid, %size : i32
  %base = arith.muli %pid, %c24 : i32
  %left = arith.subi %total, %base : i32
  %x0 = tt.addptr %x, %far : !tt.ptr<f16>, i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %s_t = tt.splat %s : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %s_t : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x0 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %left : i32 -> tensor<16x1xi32>
  %in = arith.cmpi slt, %rx, %n_t : tensor<16x1xi32>
  %c12 = arith.constant dense<12> : tensor<16x1xi32>
  %in2 = arith.cmpi slt, %rx, %c12 : tensor<16x1xi32>
  %both = arith.andi %in, %in2 : tensor<16x1xi1>
  %mask = tt.broadcast %both : tensor<16x1xi1> -> tensor<16x16xi1>
  // expected-remark @below {{'tt.load' op not rewritten to a descriptor access: an extent that is not launch-uniform is not supported in this dimension}}
  %t = tt.load %p, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return %t : tensor<16x16xf16>
}

// -----

// Two stores through descriptors are not ordered.
tt.func public @overlapping_stores(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %t: tensor<16x16xf16>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %x8 = tt.addptr %x, %c8 : !tt.ptr<f16>, i32
  %b8 = tt.splat %x8 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p8 = tt.addptr %b8, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: another store may write the same elements}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: another store may write the same elements}}
  tt.store %p8, %t : tensor<16x16x!tt.ptr<f16>>
  tt.return
}

// -----

// A scalar is stored to the same array.
tt.func public @store_beside_pointers(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %t: tensor<16x16xf16>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: another store to the same argument is not rewritten}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  %v = arith.constant 0.0 : f16
  tt.store %x, %v : !tt.ptr<f16>
  tt.return
}

// -----

// The last store must win.
tt.func public @store_of_every_iteration(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %t: tensor<16x16xf16>, %n: i32, %if: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: each iteration of a loop stores to the same place}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  }
  tt.return
}

// -----

// Loads may end at any element, but stores are in units of 16 bytes.
tt.func public @store_of_some_columns(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %t: tensor<16x16xf16>, %n: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %r {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %n_t = tt.splat %n : i32 -> tensor<1x16xi32>
  %in = arith.cmpi slt, %cx, %n_t : tensor<1x16xi32>
  %mask = tt.broadcast %in : tensor<1x16xi1> -> tensor<16x16xi1>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: the innermost extent is not known to be a multiple of 16 bytes}}
  tt.store %p, %t, %mask : tensor<16x16x!tt.ptr<f16>>
  tt.return
}

// -----

// The array is updated by an atomic operation, through the generic proxy.
tt.func public @stored_and_updated(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}, %one: f16, %t: tensor<16x16xf16>) {
  %true = arith.constant true
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %rx = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %cx = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %st = tt.splat %stride : i32 -> tensor<16x1xi32>
  %rs = arith.muli %rx, %st : tensor<16x1xi32>
  %rb = tt.broadcast %rs : tensor<16x1xi32> -> tensor<16x16xi32>
  %cb = tt.broadcast %cx : tensor<1x16xi32> -> tensor<16x16xi32>
  %o = arith.addi %rb, %cb : tensor<16x16xi32>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %p = tt.addptr %b, %o : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  // expected-remark @below {{'tt.store' op not rewritten to a descriptor access: argument #0 is also updated by an atomic operation}}
  tt.store %p, %t : tensor<16x16x!tt.ptr<f16>>
  %old = tt.atomic_rmw fadd, relaxed, gpu, %x, %one, %true : (!tt.ptr<f16>, f16, i1) -> f16
  tt.return
}
