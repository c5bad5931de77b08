tt.func public @matmul(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %c: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32) {
  %zero = arith.constant 0 : i32
  %sixteen = arith.constant 16 : i32
  %one = arith.constant 1 : i64
  %start = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
  %row = tt.get_program_id x : i32
  %offset = arith.muli %row, %sixteen : i32
  %rows = arith.extsi %m : i32 to i64
  %columns = arith.extsi %n : i32 to i64
  %depth = arith.extsi %k : i32 to i64
  %left = tt.make_tensor_ptr %a, [%rows, %depth], [%depth, %one], [%offset, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
  %right = tt.make_tensor_ptr %b, [%depth, %columns], [%columns, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf16>>
  %sum:3 = scf.for %i = %zero to %k step %sixteen iter_args(%d = %start, %l = %left, %r = %right) -> (tensor<16x16xf32>, !tt.ptr<tensor<16x16xf16>>, !tt.ptr<tensor<16x16xf16>>) : i32 {
    %x = tt.load %l evictionPolicy = evict_first {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
    %y = tt.load %r {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
    %e = tt.dot %x, %y, %d : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %nl = tt.advance %l, [%zero, %sixteen] : <tensor<16x16xf16>>
    %nr = tt.advance %r, [%sixteen, %zero] : <tensor<16x16xf16>>
    scf.yield %e, %nl, %nr : tensor<16x16xf32>, !tt.ptr<tensor<16x16xf16>>, !tt.ptr<tensor<16x16xf16>>
  }
  %result = tt.make_tensor_ptr %c, [%rows, %columns], [%columns, %one], [%offset, %zero] {order = array<i32: 1, 0>} : <tensor<16x16xf32>>
  tt.store %result, %sum#0 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<16x16xf32>>
  tt.return
}
