"""Which modules keep apart what a launch has found to be distinct arrays."""

from __future__ import annotations

import pytest

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.cpu.arguments_apart import arguments_stay_apart

_CALLEE = "func.func private @f(%p: memref<*xi32>, %q: memref<*xi32>) { func.return }\n"
_HEAD = "func.func @k(%x: memref<*xi32>, %y: memref<*xi32>, %n: i64, %c: i1) {\n"
_CALL = "func.call @f({}, {}) : (memref<*xi32>, memref<*xi32>) -> ()\nfunc.return\n}}\n"
_MOVED = """%a = memref.cast %x : memref<*xi32> to memref<1xi32>
%b = tptr.from_memref %a : memref<1xi32> to <#tptr.default_memory_space>
%d = tptr.ptradd %b %n : <#tptr.default_memory_space>, i64 to <#tptr.default_memory_space>
%e = tptr.to_memref %d : <#tptr.default_memory_space> to memref<1xi32>
%moved = memref.cast %e : memref<1xi32> to memref<*xi32>
"""
_CHOSEN = "%chosen = arith.select %c, %x, %y : memref<*xi32>\n"
_MADE = """%a = memref.alloc() : memref<4xi32>
%made = memref.cast %a : memref<4xi32> to memref<*xi32>
"""
_FROM_NUMBER = "%a = tptr.inttoptr %n : i64 to <#tptr.default_memory_space>\nfunc.return\n}\n"


@pytest.mark.parametrize(
    ("body", "apart"),
    [
        (_CALL.format("%x", "%y"), True),
        (_MOVED + _CALL.format("%moved", "%y"), True),
        (_MADE + _CALL.format("%made", "%x"), True),
        ("func.return\n}\n", True),
        (_CALL.format("%x", "%x"), False),
        (_MOVED + _CALL.format("%moved", "%x"), False),
        (_CHOSEN + _CALL.format("%chosen", "%y"), False),
        (_MADE + _CALL.format("%made", "%made"), False),
        (_FROM_NUMBER, False),
    ],
)
def test_modules(body: str, apart: bool) -> None:
    module = parse_module(_CALLEE + _HEAD + body, "module", Context())
    assert arguments_stay_apart(module) == apart
