// The vector addition that every Triton tutorial starts with: each program adds 256 elements, the last one fewer.
module {
  tt.func public @vector_add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
    %block = arith.constant 256 : i32
    %program = tt.get_program_id x : i32
    %start = arith.muli %program, %block : i32
    %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %starts = tt.splat %start : i32 -> tensor<256xi32>
    %offsets = arith.addi %starts, %range : tensor<256xi32>
    %limit = tt.splat %n : i32 -> tensor<256xi32>
    %mask = arith.cmpi slt, %offsets, %limit : tensor<256xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %offsets : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %xv = tt.load %xp, %mask : tensor<256x!tt.ptr<f32>>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %yp = tt.addptr %ys, %offsets : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %yv = tt.load %yp, %mask : tensor<256x!tt.ptr<f32>>
    %sum = arith.addf %xv, %yv : tensor<256xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %op = tt.addptr %os, %offsets : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    tt.store %op, %sum, %mask : tensor<256x!tt.ptr<f32>>
    tt.return
  }
}
