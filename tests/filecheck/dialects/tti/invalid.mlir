// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi8>) {
    // expected-error @below {{'tti.experimental_assert_in_thread' op operand #0 must be 1-bit signless integer or tensor of 1-bit signless integer values, but got 'tensor<128xi8>'}}
    tti.experimental_assert_in_thread %x, "a" {check_any = true} : tensor<128xi8>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'tti.experimental_lock_acquire' op operand #0 must be ptr or ranked tensor of ptr values, but got 'i32'}}
    tti.experimental_lock_acquire %x : i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{custom op 'tti.experimental_buffer_pointers' expected string or keyword containing one of the following enum values for attribute 'memType' [shared_mem, tensor_mem]}}
    %0 = tti.experimental_buffer_pointers [1], foo : tensor<1xi64>
    tt.return
  }
}
