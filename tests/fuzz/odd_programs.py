"""Valid programs that no kernel of Triton's front end looks like; every pass must take or reject them."""

from __future__ import annotations

from xtriton.versions import V3_6

_ENCODING = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
_WARPS = 'module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, ttg.target = "cuda:90"} {\n'
_REDUCE = """
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: TYPE, %b: TYPE):
    %t = "foreign.combine"(%a, %b) : (TYPE, TYPE) -> TYPE
    tt.reduce.return %t : TYPE
  }) : (tensor<8xTYPE>) -> TYPE
"""


def _function(body: str, arguments: str = "") -> str:
    return f"tt.func @f({arguments}) {{\n{body}\ntt.return\n}}\n"


def _elementwise(type_: str, op: str = "arith.addi") -> str:
    return _function(f"  %0 = {op} %x, %x : {type_}\n  %1 = {op} %0, %x : {type_}", f"%x: {type_}")


def _memory(type_: str, extent: str = "8x") -> str:
    """A load and a store of elements of a type, masked."""
    pointers = f"tensor<{extent}!tt.ptr<{type_}>>"
    return _function(
        f"""  %p = tt.splat %x : !tt.ptr<{type_}> -> {pointers}
  %m = arith.constant dense<true> : tensor<{extent}i1>
  %v = tt.load %p, %m : {pointers}
  tt.store %p, %v, %m : {pointers}""",
        f"%x: !tt.ptr<{type_}>",
    )


ODD_PROGRAMS: dict[str, str] = {
    "nothing": "",
    "empty module in a module": "module {\nmodule {\n}\n}",
    "operations outside of functions": "%c = arith.constant 1 : i32\n%d = arith.addi %c, %c : i32",
    "loop outside of functions": "%c = arith.constant 1 : index\nscf.for %i = %c to %c step %c {\n}",
    "memory outside of functions": '%p = "foreign.pointers"() : () -> tensor<8x!tt.ptr<f32>>\n'
    "%o = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>\n"
    "%q = tt.addptr %p, %o : tensor<8x!tt.ptr<f32>>, tensor<8xi32>\n%v = tt.load %q : tensor<8x!tt.ptr<f32>>",
    "scalar memory in another kind of function": '"foreign.function"() ({\n'
    '%p = "foreign.pointer"() : () -> !tt.ptr<f32>\n%o = tt.get_program_id x : i32\n'
    "%q = tt.addptr %p, %o : !tt.ptr<f32>, i32\n%v = tt.load %q : !tt.ptr<f32>\n"
    '"foreign.end"() : () -> ()\n}) : () -> ()',
    "program ids outside of functions": "%p = tt.get_program_id x : i32\n%n = tt.get_num_programs y : i32",
    "declaration": "tt.func private @f(!tt.ptr<f32>, tensor<8xf32>, i32) -> i32",
    "declaration of func": "func.func private @f(memref<*xf32>, tensor<8xf32>, i32) -> i32",
    "call of a declaration": "tt.func private @g(i32) -> i32\n"
    + _function("%0 = tt.call @g(%x) : (i32) -> i32", "%x: i32"),
    "recursion": "tt.func @f() {\n  tt.call @f() : () -> ()\n  tt.return\n}",
    "several functions": _elementwise("tensor<8xi32>") + _elementwise("tensor<8xi32>").replace("@f", "@g"),
    "nested modules": "module @a {\n" + _memory("f32") + "}\nmodule @b {\n" + _memory("f32") + "}",
    "functions of both kinds": _memory("f32") + "func.func @g(%x: memref<4xf32>) {\n  return\n}",
    "llvm function": "llvm.func @g(%x: i32) -> i32 {\n"
    "  llvm.br ^bb1(%x : i32)\n^bb1(%y: i32):\n  llvm.return %y : i32\n}",
    "unregistered operation": _function(
        '%0 = "foreign.op"(%x) : (tensor<8xf32>) -> tensor<8xf32>', "%x: tensor<8xf32>"
    ),
    "unregistered operation with a region": _function('"foreign.op"() ({\n  "foreign.end"() : () -> ()\n}) : () -> ()'),
    "unregistered operation of pointers": _function(
        '%0 = "foreign.op"(%x) : (!tt.ptr<f32>) -> !tt.ptr<f32>\n%1 = tt.load %0 : !tt.ptr<f32>', "%x: !tt.ptr<f32>"
    ),
    "unregistered combination": _function(_REDUCE.replace("TYPE", "f32"), "%x: tensor<8xf32>"),
    "branches in an element function": _function(
        """  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    cf.br ^bb1(%a : f32)
  ^bb1(%b: f32):
    cf.br ^bb1(%b : f32)
  }) : (tensor<8xf32>) -> tensor<8xf32>""",
        "%x: tensor<8xf32>",
    ),
    "unregistered types": _function('%0 = "foreign.op"() : () -> !foreign.type'),
    "unregistered terminator": 'tt.func @f() {\n  "foreign.end"() : () -> ()\n}',
    "unreachable block": "tt.func @f(%x: i32) {\n  tt.return\n^bb1:\n  %0 = arith.addi %x, %x : i32\n  cf.br ^bb1\n}",
    "unreachable blocks with tensors": "tt.func @f(%x: tensor<8xf32>) {\n  tt.return\n^bb1(%y: tensor<8xf32>):\n"
    "  %0 = arith.addf %y, %x : tensor<8xf32>\n  cf.br ^bb1(%0 : tensor<8xf32>)\n}",
    "endless loop of blocks": "tt.func @f() {\n  cf.br ^bb1\n^bb1:\n  cf.br ^bb2\n^bb2:\n  cf.br ^bb1\n}",
    "pointers through blocks": "tt.func @f(%x: !tt.ptr<f32>, %c: i1) {\n"
    "  cf.cond_br %c, ^bb1(%x : !tt.ptr<f32>), ^bb2\n"
    "^bb1(%p: !tt.ptr<f32>):\n  %v = tt.load %p : !tt.ptr<f32>\n  cf.br ^bb2\n^bb2:\n  tt.return\n}",
    "no trips": _function(
        "%c = arith.constant 4 : i32\n%s = arith.constant 1 : i32\nscf.for %i = %c to %s step %s : i32 {\n}"
    ),
    "step of zero": _function("%c = arith.constant 0 : i32\nscf.for %i = %c to %x step %c : i32 {\n}", "%x: i32"),
    "negative step": _function(
        "%c = arith.constant -1 : i32\n%r = scf.for %i = %x to %c step %c iter_args(%a = %x) -> i32 : i32 {\n"
        "scf.yield %i : i32\n}",
        "%x: i32",
    ),
    "while that never ends": _function(
        "scf.while : () -> () {\n  %t = arith.constant true\n  scf.condition(%t)\n} do {\n  scf.yield\n}"
    ),
    "if of nothing": _function("scf.if %c {\n} else {\n}", "%c: i1"),
    "tensors of i1": _elementwise("tensor<8xi1>"),
    "tensors of index": _elementwise("tensor<8xindex>"),
    "tensors of i7": _elementwise("tensor<8xi7>"),
    "tensors of i128": _elementwise("tensor<8xi128>"),
    "tensors of f8": _elementwise("tensor<8xf8E4M3FN>", "arith.addf"),
    "tensors of tf32": _elementwise("tensor<8xtf32>", "arith.addf"),
    "tensors of rank 0": _elementwise("tensor<f32>", "arith.addf"),
    "tensors of rank 7": _elementwise("tensor<1x2x1x2x1x2x1xi32>"),
    "tensors of one element": _elementwise("tensor<1xi32>"),
    "tensors without elements": _elementwise("tensor<4x0xi32>"),
    "tensors of unknown extent": _elementwise("tensor<?x4xi32>"),
    "tensors of odd extent": _elementwise("tensor<3x5xf32>", "arith.mulf"),
    "vectors": _elementwise("vector<4xf32>", "arith.addf"),
    "large tensors": _elementwise("tensor<1048576x1048576xf32>", "arith.addf"),
    "memory of i1": _memory("i1"),
    "memory of f8": _memory("f8E5M2"),
    "memory of pointers": _memory("!tt.ptr<f32>"),
    "memory of one": _memory("f32", "1x"),
    "memory of no rank": _memory("f32", ""),
    "memrefs": "func.func @f(%x: memref<4xf32>, %i: index) {\n  %0 = memref.load %x[%i] : memref<4xf32>\n"
    "  memref.store %0, %x[%i] : memref<4xf32>\n  return\n}",
    "memrefs in Triton's functions": _function(
        "  %0 = memref.load %x[%i] : memref<?xf32>\n  memref.store %0, %x[%i] : memref<?xf32>",
        "%x: memref<?xf32>, %i: index",
    ),
    "linalg": "func.func @f(%x: tensor<4xf32>, %y: f32) -> tensor<4xf32> {\n"
    "  %0 = linalg.fill ins(%y : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
    "returned pointers": "tt.func @f(%x: !tt.ptr<f32>, %i: i32) -> !tt.ptr<f32> {\n"
    "  %0 = tt.addptr %x, %i : !tt.ptr<f32>, i32\n  tt.return %0 : !tt.ptr<f32>\n}",
    "returned tensors of pointers": "tt.func @f(%x: tensor<8x!tt.ptr<f32>>) -> tensor<8x!tt.ptr<f32>> {\n"
    "  tt.return %x : tensor<8x!tt.ptr<f32>>\n}",
    "block pointers as arguments": _function(
        "  %0 = tt.load %x : !tt.ptr<tensor<8xf32>>\n  tt.store %x, %0 : !tt.ptr<tensor<8xf32>>",
        "%x: !tt.ptr<tensor<8xf32>>",
    ),
    "block pointers in a while": _function(
        """  %p = tt.make_tensor_ptr %x, [%n], [%n], [%o] {order = array<i32: 0>} : <tensor<8xf32>>
  %r = scf.while (%q = %p) : (!tt.ptr<tensor<8xf32>>) -> !tt.ptr<tensor<8xf32>> {
    %v = tt.load %q : !tt.ptr<tensor<8xf32>>
    tt.store %q, %v : !tt.ptr<tensor<8xf32>>
    scf.condition(%c) %q : !tt.ptr<tensor<8xf32>>
  } do {
  ^bb0(%q: !tt.ptr<tensor<8xf32>>):
    %m = tt.advance %q, [%o] : <tensor<8xf32>>
    scf.yield %m : !tt.ptr<tensor<8xf32>>
  }""",
        "%x: !tt.ptr<f32>, %n: i64, %o: i32, %c: i1",
    ),
    "descriptors as arguments": _function(
        "  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<8xf32> -> tensor<8xf32>\n"
        "  tt.descriptor_store %d[%i], %0 : !tt.tensordesc<8xf32>, tensor<8xf32>",
        "%d: !tt.tensordesc<8xf32>, %i: i32",
    ),
    "dot of small integers": _function(
        "  %0 = tt.dot %a, %b, %c : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xi32>",
        "%a: tensor<16x16xi8>, %b: tensor<16x16xi8>, %c: tensor<16x16xi32>",
    ),
    "dot of batches": _function(
        "  %0 = tt.dot %a, %b, %c : tensor<2x16x16xf32> * tensor<2x16x16xf32> -> tensor<2x16x16xf32>",
        "%a: tensor<2x16x16xf32>, %b: tensor<2x16x16xf32>, %c: tensor<2x16x16xf32>",
    ),
    "pointers to pointers to tensors": _function(
        "%0 = tt.load %x : tensor<4x!tt.ptr<!tt.ptr<tensor<8xf32>>>>\n"
        "%1 = tt.addptr %p, %i : !tt.ptr<!tt.ptr<tensor<8xf32>>>, i32",
        "%x: tensor<4x!tt.ptr<!tt.ptr<tensor<8xf32>>>>, %p: !tt.ptr<!tt.ptr<tensor<8xf32>>>, %i: i32",
    ),
    "numbers of stages that are none": _WARPS
    + _function('scf.for %i = %n to %n step %n : i32 {\n} {tt.warp_specialize, tt.num_stages = "x"}', "%n: i32")
    + "}",
    "clusters of three": _WARPS.replace('"ttg.num-ctas" = 1', '"ttg.num-ctas" = 3') + _memory("f32", "128x") + "}",
    "TTGIR": _ENCODING
    + _WARPS
    + _memory("f32", "128x").replace("128x!tt.ptr<f32>>", "128x!tt.ptr<f32>, #b>").replace("128xi1>", "128xi1, #b>")
    + "}",
    "TTGIR without numbers": _ENCODING + _elementwise("tensor<128xf32, #b>", "arith.addf"),
    "TTGIR with other numbers": _ENCODING
    + _WARPS.replace("4 : i32", "8 : i32", 1)
    + "tt.func @f() {\n  tt.return\n}\n}",
    "shared memory": _ENCODING
    + "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>\n#smem = #ttg.shared_memory\n"
    + _WARPS
    + _function(
        "  %0 = ttg.local_alloc %x : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #smem>\n"
        "  %1 = ttg.local_load %0 : !ttg.memdesc<128xf32, #s, #smem> -> tensor<128xf32, #b>",
        "%x: tensor<128xf32, #b>",
    )
    + "}",
    "warp specialization": _WARPS
    + _function(
        "  ttg.warp_specialize(%x)\n  default {\n    ttg.warp_yield\n  }\n"
        "  partition0(%y: i32) num_warps(4) {\n    ttg.warp_return\n  } : (i32) -> ()",
        "%x: i32",
    )
    + "}",
}

VERSIONS = dict.fromkeys(
    (
        "pointers to pointers to tensors",
        "memory of pointers",
        "block pointers as arguments",
        "block pointers in a while",
    ),
    V3_6,
)
"""The versions of the programs that newer ones do not read."""
