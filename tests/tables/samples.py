"""A kernel for each operation of ``tt``, small enough to go through every table: samples.mlir has the bodies.

A body is headed by the operations that it is a sample of, and by the kind of the ``%r`` it defines, which is then
stored. Its arguments are ``%p`` (512 floats), ``%q`` (512 integers) and ``%n``; ``%i``, ``%ps``, ``%qs``, ``%x`` and
``%k`` are the range, the pointers to the first 256 elements of both arrays, and the values loaded from there.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

_PROLOGUE = """\
%i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
%ps0 = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
%ps = tt.addptr %ps0, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
%qs0 = tt.splat %q : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
%qs = tt.addptr %qs0, %i : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
%x = tt.load %ps : tensor<256x!tt.ptr<f32>>
%k = tt.load %qs : tensor<256x!tt.ptr<i32>>
"""
_STORES = {
    "floats": "tt.store %ps, %r : tensor<256x!tt.ptr<f32>>\n",
    "integers": "tt.store %qs, %r : tensor<256x!tt.ptr<i32>>\n",
    "float": "tt.store %p, %r : !tt.ptr<f32>\n",
    "integer": "tt.store %q, %r : !tt.ptr<i32>\n",
    "nothing": "",
}
_ARGUMENTS = "%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %n: i32"
_CALLEE = "tt.func private @callee(%v: i32) -> i32 {\n  tt.return %v : i32\n}\n"


def _kernel(body: str, stored: str) -> str:
    callee = _CALLEE if "@callee" in body else ""
    inner = indent(f"{_PROLOGUE}{body}{_STORES[stored]}tt.return\n", "  ")
    return f"{callee}tt.func public @sample({_ARGUMENTS}) {{\n{inner}}}\n"


def _samples() -> dict[str, str]:
    text = (Path(__file__).parent / "samples.mlir").read_text(encoding="utf-8")
    parts = re.findall(r"^// (tt\.[^\n]*) : (\w+)\n(.*?)(?=\n// -----|\Z)", text, re.MULTILINE | re.DOTALL)
    return {name: _kernel(f"{body.rstrip()}\n", stored) for names, stored, body in parts for name in names.split()}


SAMPLES: dict[str, str] = _samples()
"""The text of a module for each operation of ``tt``."""
