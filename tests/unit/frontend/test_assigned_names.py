"""Names that a function may read before it assigns them."""

from __future__ import annotations

import ast
import textwrap

import pytest

from xtriton.frontend.assigned_names import unassigned_reads

_CASES: dict[str, tuple[str, list[str]]] = {
    "parameters": ("return p + q", []),
    "a global": ("return g", ["g"]),
    "before its assignment": ("y = x\nx = 1\nreturn x", ["x"]),
    "in its own assignment": ("x = x + 1\nreturn x", ["x"]),
    "several targets": ("a, (b, *c) = p\nd = e = q\nreturn a + b + c + d + e", []),
    "attributes and elements of globals": ("g.x = 1\ng[h] = 2", ["g", "g", "h"]),
    "augmented": ("x = 1\nx += g\ny += 1\nreturn y", ["g", "y"]),
    "annotated": ("x: t = 1\ny: t\nreturn x + y", ["t", "t", "y"]),
    "one side of a branch": ("if p:\n    x = 1\nreturn x", ["x"]),
    "both sides of a branch": ("if p:\n    x = 1\nelse:\n    x = 2\nreturn x", []),
    "a side that returns": ("if p:\n    return q\nelse:\n    x = 2\nreturn x", []),
    "the other side that returns": ("if p:\n    x = 2\nelse:\n    return q\nreturn x", []),
    "statements after a return": ("if p:\n    return q\n    y = x\nelse:\n    x = 2\nreturn x", ["x", "x"]),
    "a nested branch": ("if p:\n    if q:\n        x = 1\n    else:\n        x = 2\nelse:\n    x = 3\nreturn x", []),
    "the variable of a loop": ("for i in range(p):\n    q = i\nreturn q", []),
    "the variable of a loop after it": ("for i in range(p):\n    pass\nreturn i", ["i"]),
    "the range of a loop": ("for i in range(i):\n    pass", ["i"]),
    "what a loop assigns": ("for i in range(p):\n    x = i\nreturn x", ["x"]),
    "what the iteration before assigned": ("for i in range(p):\n    y = x\n    x = i", ["x"]),
    "what a while loop assigns": ("while p:\n    x = 1\nreturn x", ["x"]),
    "the condition of a while loop": ("while x < p:\n    x = x + 1", ["x", "x"]),
    "else of a loop": ("for i in range(p):\n    x = 1\nelse:\n    y = x", ["x"]),
    "the name of a context": ("with p as x:\n    y = x\nreturn y", []),
    "comprehensions": ("x = [j + k for j in p]\nreturn x", ["j", "k"]),
    "a walrus": ("y = (x := p) + 1\nreturn x", ["x"]),
    "an inner function": ("def f(a):\n    return a + b\nb = 1\nreturn f(b)", ["b", "f"]),
    "a name that is deleted": ("x = 1\ndel x\nreturn x", ["x"]),
    "a global name": ("global x\nx = 1\nreturn x", ["x"]),
    "a handled error": ("try:\n    x = 1\nexcept E:\n    pass\nreturn x", ["E", "x"]),
    "an assertion": ("assert x, y", ["x", "y"]),
}


@pytest.mark.parametrize("name", _CASES)
def test_reads(name: str) -> None:
    body, expected = _CASES[name]
    tree = ast.parse(f"@decorator\ndef f(p, q=default):\n{textwrap.indent(body, '    ')}\n")
    reads = [node.id for node in unassigned_reads(tree)]
    assert sorted(reads) == sorted(["decorator", "default", *expected, *(["range"] * body.count("range"))])
