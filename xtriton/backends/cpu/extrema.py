"""Reductions of vectors by maximum and minimum in trees.

LLVM's code generator compares the elements of ``llvm.vector.reduce.fmax`` one after the other unless NaN is excluded,
which takes 100 cycles for 16 of them: as long as reading a row of 2048 from the L2 cache.
"""

from __future__ import annotations

import re

_CALL = re.compile(
    r"^ *(?P<result>%[\w.]+) = (?:tail )?call (?P<flags>[a-z ]*)(?P<type>half|bfloat|float|double) "
    r"@llvm\.vector\.reduce\.(?P<kind>fmax|fmin)\.v(?P<lanes>\d+)(?P<suffix>\w+)\(<\d+ x \w+> (?P<vector>%[\w.]+)\).*$",
    re.MULTILINE,
)
REDUCTION = "@llvm.vector.reduce.fm"
"""What the names of the reductions begin with."""
_NUMBERS = {"fmax": "llvm.maximumnum", "fmin": "llvm.minimumnum"}


def reduce_in_trees(llvm_ir: str) -> str:
    """Replace reductions of vectors by ``maxnum`` and ``minnum`` with operations on halves."""
    used: set[str] = set()

    def tree(call: re.Match[str]) -> str:
        return _tree(call, used) if int(call["lanes"]).bit_count() == 1 else call[0]

    text = _CALL.sub(tree, llvm_ir)
    missing = sorted(line for line in used if _name(line) not in llvm_ir)
    return "\n".join([text, *missing, ""])


def _name(declaration: str) -> str:
    return declaration.partition("@")[2].partition("(")[0] + "("


def _tree(call: re.Match[str], used: set[str]) -> str:
    scalar, result, vector, lines = call["type"], call["result"], call["vector"], list[str]()
    name = f"%tree.{result[1:]}"
    lanes = int(call["lanes"])
    while lanes > 1:
        half = lanes // 2
        for part, start in (("low", 0), ("high", half)):
            mask = ", ".join(f"i32 {start + lane}" for lane in range(half))
            lines.append(
                f"  {name}.{part}{half} = shufflevector <{lanes} x {scalar}> {vector}, "
                f"<{lanes} x {scalar}> poison, <{half} x i32> <{mask}>"
            )
        type_, function = f"<{half} x {scalar}>", f"@{_NUMBERS[call['kind']]}.v{half}{call['suffix']}"
        used.add(f"declare {type_} {function}({type_}, {type_})")
        vector = f"{name}.{half}"
        lines.append(
            f"  {vector} = call {call['flags']}{type_} {function}({type_} {name}.low{half}, {type_} {name}.high{half})"
        )
        lanes = half
    lines.append(f"  {result} = extractelement <1 x {scalar}> {vector}, i64 0")
    return "\n".join(lines)
