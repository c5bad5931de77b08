// PASSES: canonicalize

tt.func @f(%a: i32, %b: i64, %c: i8, %d: index, %e: i128) -> (i32, i64, i8, i32, i64, index, index, i128, index, i64) {
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.index_cast %b : i64 to index
  %3 = arith.index_cast %2 : index to i64
  %4 = arith.index_castui %c : i8 to index
  %5 = arith.index_castui %4 : index to i8
  %6 = arith.index_castui %a : i32 to index
  %7 = arith.index_castui %6 : index to i32
  %8 = arith.index_castui %b : i64 to index
  %9 = arith.index_castui %8 : index to i64
  %10 = arith.index_cast %d : index to i64
  %11 = arith.index_cast %10 : i64 to index
  %12 = arith.index_cast %d : index to i128
  %13 = arith.index_cast %12 : i128 to index
  %14 = arith.index_cast %e : i128 to index
  %15 = arith.index_cast %14 : index to i128
  %16 = arith.index_castui %d : index to i128
  %17 = arith.index_castui %16 : i128 to index
  %18 = arith.index_cast %d : index to i32
  %19 = arith.index_cast %18 : i32 to index
  %20 = arith.index_cast %b : i64 to index
  %21 = arith.index_castui %20 : index to i64
  tt.return %1, %3, %5, %7, %9, %11, %13, %15, %17, %21 : i32, i64, i8, i32, i64, index, index, i128, index, i64
}
