// RUN: not xtriton-opt %s --make-ttir 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not xtriton-opt %s --make-ttir=target=hip:gfx942 2>&1 | filecheck %s --check-prefix=TARGET
// RUN: not xtriton-opt %s -p 'strip-debuginfo,make-ttir{arch=90}' 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not xtriton-opt %s --pass-pipeline='builtin.module(tt.func(make-ttir{target=cuda:90}))' 2>&1 | filecheck %s --check-prefix=NESTED
// RUN: not xtriton-opt %s --make-ttr=target=cuda:90 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not xtriton-opt %s -p 'make-ttr{target=cuda:90}' 2>&1 | filecheck %s --check-prefix=UNKNOWN-TEXT
// RUN: xtriton-opt --help | filecheck %s --check-prefix=HELP

module {}

// MISSING: error: pipeline 'make-ttir' needs the option 'target'
// MISSING-NEXT: --make-ttir
// MISSING-NEXT: ^

// TARGET: error: pipeline 'make-ttir': target 'hip:gfx942' is not known: give cuda:CAPABILITY, such as cuda:90 or sm_90

// OPTION: error: pipeline 'make-ttir' has no option 'arch' (it has optimize, target)
// OPTION-NEXT: strip-debuginfo,make-ttir{arch=90}
// OPTION-NEXT: {{^}}                            ^

// NESTED: error: pipeline 'make-ttir' runs on 'builtin.module', not on 'tt.func'

// UNKNOWN: error: unknown pass or option '--make-ttr'; did you mean --make-ttir, --make-ttgir?

// UNKNOWN-TEXT: error: unknown pass 'make-ttr'; did you mean 'make-ttir'

// HELP: Pipelines (--dump-pass-pipeline prints their passes):
// HELP: --make-ttir
// HELP-NEXT: target=<string> {{.*}} (required)
