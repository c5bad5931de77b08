// RUN: xtriton-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// An operation that is not registered may be a terminator, but not that of a loop.
tt.func @loop(%a: i32) {
  // expected-error @below {{'scf.for' op expects regions to end with 'scf.yield', found 'around'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'scf.yield'}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: i32):
    "around"() : () -> ()
  }) : (i32, i32, i32) -> ()
  tt.return
}

// -----

tt.func @generated(%a: index) {
  // expected-error @below {{'tensor.generate' op expects regions to end with 'tensor.yield', found 'around'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'tensor.yield'}}
  %0 = "tensor.generate"(%a) ({
  ^bb0(%i: index):
    "around"() : () -> ()
  }) : (index) -> tensor<?xf32>
  tt.return
}
