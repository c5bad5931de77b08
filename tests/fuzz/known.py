"""Findings that are known and not fixed yet, with their reasons. A finding goes from here when it is fixed."""

from __future__ import annotations

_TYPES = "types that no memory has are verified as if they had a width"
_PROPERTIES = "verifiers look at properties and regions whose presence has not been checked yet"

KNOWN: dict[str, str] = {
    "exception: read: ZeroDivisionError in dialects/ttg/types.py:_verify_tensor_memory": _TYPES,
    "exception: read: AssertionError in dialects/tt/elementwise.py:bit_width": _TYPES,
    "exception: read: KeyError in dialects/tts/memory.py:has_mask": _PROPERTIES,
    "exception: read: ValueError in dialects/upstream/scf/loops.py:verify_op": _PROPERTIES,
    "exception: verify: ValueError in ir/verifier.py:_check_unregistered": _PROPERTIES,
    "exception: verify: KeyError in dialects/upstream/func.py:type": _PROPERTIES,
    "exception: verify: KeyError in dialects/tt/dot.py:_packing": _PROPERTIES,
    "exception: verify: KeyError in dialects/ttng/wgmma.py:_verify_elements": _PROPERTIES,
    "exception: verify: StopIteration in dialects/upstream/mixed.py:<listcomp>": _PROPERTIES,
    "exception: verify: AttributeError in dialects/upstream/constraints.py:dense_numbers": _PROPERTIES,
    "exception: verify: AttributeError in dialects/upstream/memref/allocation.py:verify_op": _PROPERTIES,
    "print: verify: not readable: cannot name an operation with no results": "as in the wheel; see checks.py",
    "print: verify: not readable: entry length does not match rank": "as in the wheel; see checks.py",
    "rejected: axis is out of bounds for a tensor of rank": "on purpose: docs/limits.md",
}
