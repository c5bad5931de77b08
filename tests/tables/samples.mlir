// Kernel bodies for tests/tables: the operations that a sample is for, and what it stores as %r.
// The arguments and values that all bodies can use are in samples.py.

// tt.func tt.return tt.make_range tt.splat tt.addptr tt.load tt.store : floats
%r = arith.addf %x, %x : tensor<256xf32>

// -----
// tt.call : integer
%r = tt.call @callee(%n) : (i32) -> i32

// -----
// tt.get_program_id : integer
%r = tt.get_program_id x : i32

// -----
// tt.get_num_programs : integer
%r = tt.get_num_programs x : i32

// -----
// tt.print : nothing
tt.print " x: " {hex = false, isSigned = array<i32: 0>} : %x : tensor<256xf32>

// -----
// tt.assert : nothing
%c = arith.cmpi eq, %k, %k : tensor<256xi32>
%d = arith.cmpi sge, %k, %i : tensor<256xi32>
%e = arith.ori %c, %d : tensor<256xi1>
tt.assert %e, "no" : tensor<256xi1>

// -----
// tt.make_tensor_ptr tt.advance : nothing
%c256 = arith.constant 256 : i64
%c1 = arith.constant 1 : i64
%c0 = arith.constant 0 : i32
%c64 = arith.constant 64 : i32
%b = tt.make_tensor_ptr %p, [%c256], [%c1], [%c0] {order = array<i32: 0>} : <tensor<64xf32>>
%next = tt.advance %b, [%c64] : <tensor<64xf32>>
%t = tt.load %next : !tt.ptr<tensor<64xf32>>
tt.store %b, %t : !tt.ptr<tensor<64xf32>>

// -----
// tt.make_tensor_descriptor tt.descriptor_load : floats
%c16 = arith.constant 16 : i32
%c16_i64 = arith.constant 16 : i64
%c1_i64 = arith.constant 1 : i64
%c0 = arith.constant 0 : i32
%d = tt.make_tensor_descriptor %p, [%c16, %c16], [%c16_i64, %c1_i64] : <f32>, <tensor<16x16xf32>>
%t = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>
%u = arith.addf %t, %t : tensor<16x16xf32>
%r = tt.reshape %u : tensor<16x16xf32> -> tensor<256xf32>

// -----
// tt.descriptor_store : nothing
%c16 = arith.constant 16 : i32
%c16_i64 = arith.constant 16 : i64
%c1_i64 = arith.constant 1 : i64
%c0 = arith.constant 0 : i32
%d = tt.make_tensor_descriptor %p, [%c16, %c16], [%c16_i64, %c1_i64] : <f32>, <tensor<16x16xf32>>
%t = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>
%u = arith.addf %t, %t : tensor<16x16xf32>
tt.descriptor_store %d[%c0, %c0], %u : !tt.tensordesc<tensor<16x16xf32>>, tensor<16x16xf32>

// -----
// tt.descriptor_reduce : nothing
%c16 = arith.constant 16 : i32
%c16_i64 = arith.constant 16 : i64
%c1_i64 = arith.constant 1 : i64
%c0 = arith.constant 0 : i32
%d = tt.make_tensor_descriptor %p, [%c16, %c16], [%c16_i64, %c1_i64] : <f32>, <tensor<16x16xf32>>
%t = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>
%u = arith.addf %t, %t : tensor<16x16xf32>
tt.descriptor_reduce add, %d[%c0, %c0], %u : !tt.tensordesc<tensor<16x16xf32>>, tensor<16x16xf32>

// -----
// tt.descriptor_gather tt.descriptor_scatter : nothing
%c16 = arith.constant 16 : i32
%c16_i64 = arith.constant 16 : i64
%c1_i64 = arith.constant 1 : i64
%c0 = arith.constant 0 : i32
%d = tt.make_tensor_descriptor %p, [%c16, %c16], [%c16_i64, %c1_i64] : <f32>, <tensor<1x16xf32>>
%rows = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
%t = tt.descriptor_gather %d[%rows, %c0] : (!tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32) -> tensor<8x16xf32>
tt.descriptor_scatter %d[%rows, %c0], %t : !tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32, tensor<8x16xf32>

// -----
// tt.atomic_rmw : nothing
%true = arith.constant dense<true> : tensor<256xi1>
%r = tt.atomic_rmw fadd, acq_rel, gpu, %ps, %x, %true : (tensor<256x!tt.ptr<f32>>, tensor<256xf32>, tensor<256xi1>) -> tensor<256xf32>

// -----
// tt.atomic_cas : nothing
%r = tt.atomic_cas acq_rel, gpu, %qs, %k, %i : (tensor<256x!tt.ptr<i32>>, tensor<256xi32>, tensor<256xi32>) -> tensor<256xi32>

// -----
// tt.ptr_to_int tt.int_to_ptr : nothing
%a = tt.ptr_to_int %ps : tensor<256x!tt.ptr<f32>> -> tensor<256xi64>
%c4 = arith.constant dense<4> : tensor<256xi64>
%a4 = arith.addi %a, %c4 : tensor<256xi64>
%s = tt.int_to_ptr %a4 : tensor<256xi64> -> tensor<256x!tt.ptr<f32>>
tt.store %s, %x : tensor<256x!tt.ptr<f32>>

// -----
// tt.bitcast : integers
%r = tt.bitcast %x : tensor<256xf32> -> tensor<256xi32>

// -----
// tt.fp_to_fp : floats
%f = tt.fp_to_fp %x, rounding = rtne : tensor<256xf32> -> tensor<256xf8E5M2>
%r = tt.fp_to_fp %f : tensor<256xf8E5M2> -> tensor<256xf32>

// -----
// tt.clampf : floats
%lo = arith.constant dense<1.0> : tensor<256xf32>
%r = tt.clampf %x, %lo, %x, propagateNan = none : tensor<256xf32>

// -----
// tt.precise_sqrt : floats
%r = tt.precise_sqrt %x : tensor<256xf32>

// -----
// tt.precise_divf : floats
%r = tt.precise_divf %x, %x : tensor<256xf32>

// -----
// tt.mulhiui : integers
%r = tt.mulhiui %k, %i : tensor<256xi32>

// -----
// tt.elementwise_inline_asm : integers
%r = tt.elementwise_inline_asm "neg.s32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %k : tensor<256xi32> -> tensor<256xi32>

// -----
// tt.extern_elementwise : floats
%r = tt.extern_elementwise %x {libname = "libdevice", libpath = "", pure = true, symbol = "__nv_expf"} : (tensor<256xf32>) -> tensor<256xf32>

// -----
// tt.map_elementwise tt.map_elementwise.return : floats
%r = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
^bb0(%a: f32):
  %s = tt.precise_sqrt %a : f32
  tt.map_elementwise.return %s : f32
}) : (tensor<256xf32>) -> tensor<256xf32>

// -----
// tt.expand_dims tt.broadcast : floats
%e = tt.expand_dims %x {axis = 0 : i32} : tensor<256xf32> -> tensor<1x256xf32>
%w = tt.broadcast %e : tensor<1x256xf32> -> tensor<2x256xf32>
%r = "tt.reduce"(%w) <{axis = 0 : i32}> ({
^bb0(%a: f32, %b: f32):
  %s = arith.addf %a, %b : f32
  tt.reduce.return %s : f32
}) : (tensor<2x256xf32>) -> tensor<256xf32>

// -----
// tt.cat : nothing
%w = tt.cat %x, %x : tensor<256xf32> -> tensor<512xf32>
%o = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
%s0 = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
%s = tt.addptr %s0, %o : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
tt.store %s, %w : tensor<512x!tt.ptr<f32>>

// -----
// tt.join tt.split : floats
%j = tt.join %x, %x : tensor<256xf32> -> tensor<256x2xf32>
%j2 = arith.addf %j, %j : tensor<256x2xf32>
%r, %other = tt.split %j2 : tensor<256x2xf32> -> tensor<256xf32>

// -----
// tt.reshape tt.trans : floats
%m = tt.reshape %x : tensor<256xf32> -> tensor<16x16xf32>
%t = tt.trans %m {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
%r = tt.reshape %t : tensor<16x16xf32> -> tensor<256xf32>

// -----
// tt.unsplat : integer
%one = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
%s = tt.splat %n : i32 -> tensor<1xi32>
%t = arith.addi %s, %one : tensor<1xi32>
%r = tt.unsplat %t : tensor<1xi32>

// -----
// tt.gather : floats
%r = tt.gather %x[%i] {axis = 0 : i32} : (tensor<256xf32>, tensor<256xi32>) -> tensor<256xf32>

// -----
// tt.histogram : nothing
%h = tt.histogram %k : tensor<256xi32> -> tensor<16xi32>
%o = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
%s0 = tt.splat %q : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
%s = tt.addptr %s0, %o : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
tt.store %s, %h : tensor<16x!tt.ptr<i32>>

// -----
// tt.reduce tt.reduce.return : float
%r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
^bb0(%a: f32, %b: f32):
  %s = arith.addf %a, %b : f32
  tt.reduce.return %s : f32
}) : (tensor<256xf32>) -> f32

// -----
// tt.scan tt.scan.return : floats
%r = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
^bb0(%a: f32, %b: f32):
  %s = arith.addf %a, %b : f32
  tt.scan.return %s : f32
}) : (tensor<256xf32>) -> tensor<256xf32>

// -----
// tt.dot : floats
%m = tt.reshape %x : tensor<256xf32> -> tensor<16x16xf32>
%t = tt.dot %m, %m, %m : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
%r = tt.reshape %t : tensor<16x16xf32> -> tensor<256xf32>

// -----
// tt.dot_scaled : floats
%m = tt.reshape %x : tensor<256xf32> -> tensor<16x16xf32>
%bytes = arith.trunci %k : tensor<256xi32> to tensor<256xi8>
%both = tt.cat %bytes, %bytes : tensor<256xi8> -> tensor<512xi8>
%f8 = tt.bitcast %both : tensor<512xi8> -> tensor<512xf8E4M3FN>
%a = tt.reshape %f8 : tensor<512xf8E4M3FN> -> tensor<16x32xf8E4M3FN>
%b = tt.reshape %f8 : tensor<512xf8E4M3FN> -> tensor<32x16xf8E4M3FN>
%one = arith.constant dense<127> : tensor<16x1xi8>
%t = tt.dot_scaled %a scale %one, %b scale %one, %m lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x32xf8E4M3FN>, tensor<16x1xi8> * tensor<32x16xf8E4M3FN>, tensor<16x1xi8> -> tensor<16x16xf32>
%r = tt.reshape %t : tensor<16x16xf32> -> tensor<256xf32>
