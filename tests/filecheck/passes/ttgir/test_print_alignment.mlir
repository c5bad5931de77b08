// RUN: xtriton-opt %s --triton=3.6 --test-print-alignment --verify-diagnostics

// Runs of consecutive numbers begin where the range does; only the starts divide by a power of two.
tt.func @ranges() {
  // expected-remark @below {{%0 = tt.make_range {end = 160 : i32, start = 96 : i32} : tensor<64xi32> => contiguity = [64], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 160 : i32, start = 96 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 24}}
  %1 = arith.constant dense<24> : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1], constant_value = <none>}}
  %2 = arith.addi %0, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = arith.muli %0, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1], constant_value = <none>}}
  %6 = arith.addi %0, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1], constant_value = <none>}}
  %4 = arith.remui %0, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %5 = arith.divui %0, %1 : tensor<64xi32>
  tt.return
}

// A division by zero has no known value.
tt.func @division_by_zero() {
  // expected-remark @below {{constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{constant_value = 7}}
  %seven = arith.constant 7 : i32
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %0 = arith.divsi %seven, %zero : i32
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %1 = arith.remsi %seven, %zero : i32
  tt.return
}

// Both branches may be taken: their states are joined. A branch that is never taken does not count.
tt.func @branches(%c: i1) {
  // expected-remark @below {{divisibility = [16], constancy = [1], constant_value = 48}}
  %a = arith.constant 48 : i32
  // expected-remark @below {{divisibility = [32], constancy = [1], constant_value = 32}}
  %b = arith.constant 32 : i32
  // expected-remark @below {{constant_value = 1}}
  %true = arith.constant true
  // expected-remark @below {{divisibility = [16], constancy = [1], constant_value = <none>}}
  %0 = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  // expected-remark @below {{divisibility = [32], constancy = [1], constant_value = 32}}
  %1 = scf.if %true -> i32 {
    scf.yield %b : i32
  } else {
    // expected-remark @below {{contiguity = [], divisibility = [], constancy = [], constant_value = <none>}}
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  }
  tt.return
}

// Loop-carried values are joined until a fixed point.
tt.func @loop(%n: i32) {
  // expected-remark @below {{constant_value = 64}}
  %from = arith.constant 64 : i32
  // expected-remark @below {{constant_value = 24}}
  %step = arith.constant 24 : i32
  // expected-remark @below {{divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = scf.for %i = %from to %n step %step iter_args(%x = %from) -> i32 : i32 {
    // expected-remark @below {{divisibility = [8], constancy = [1], constant_value = <none>}}
    %1 = arith.addi %x, %i : i32
    scf.yield %1 : i32
  }
  tt.return
}

// Conditions change where the run meets the constant.
tt.func @masks() {
  // expected-remark @below {{contiguity = [64]}}
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{constancy = [64], constant_value = 40}}
  %1 = arith.constant dense<40> : tensor<64xi32>
  // expected-remark @below {{constancy = [8], constant_value = <none>}}
  %2 = arith.cmpi ult, %0, %1 : tensor<64xi32>
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %3 = arith.cmpi ule, %0, %1 : tensor<64xi32>
  // expected-remark @below {{constancy = [64], constant_value = 1}}
  %4 = arith.cmpi sge, %1, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [64], divisibility = [8], constancy = [1], constant_value = <none>}}
  %6 = arith.addi %0, %1 : tensor<64xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1], constant_value = <none>}}
  %5 = arith.select %2, %0, %6 : tensor<64xi1>, tensor<64xi32>
  tt.return
}

// Whether a number that is the same everywhere is above the others of a range changes where that number is, and below
// it where the range begins; not so for the comparisons that hold at equality with the number.
tt.func @number_against_range(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [64], divisibility =}}
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{divisibility = [16], constancy = [64]}}
  %1 = tt.splat %n : i32 -> tensor<64xi32>
  // expected-remark @below {{constancy = [16], constant_value = <none>}}
  %2 = arith.cmpi sgt, %1, %0 : tensor<64xi32>
  // expected-remark @below {{constancy = [16], constant_value = <none>}}
  %3 = arith.cmpi ule, %1, %0 : tensor<64xi32>
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %4 = arith.cmpi sge, %1, %0 : tensor<64xi32>
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %5 = arith.cmpi ult, %1, %0 : tensor<64xi32>
  // expected-remark @below {{constancy = [16], constant_value = <none>}}
  %6 = arith.cmpi slt, %0, %1 : tensor<64xi32>
  // expected-remark @below {{constancy = [1], constant_value = <none>}}
  %7 = arith.cmpi sgt, %0, %1 : tensor<64xi32>
  tt.return
}
