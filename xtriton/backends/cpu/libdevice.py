"""CUDA's libdevice on the host: NVIDIA's functions, compiled for this processor from their bitcode.

Triton's wheel has the library as LLVM bitcode for GPUs. The functions that a kernel calls are extracted, with
:mod:`~xtriton.backends.cpu.nvvm` for GPU intrinsics, and linked into the kernel's module. Subnormal numbers are kept,
and square roots and quotients are correctly rounded (``__CUDA_FTZ`` is 0, ``__CUDA_PREC_SQRT`` is 1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from xtriton.backends.cpu.nvvm import PREFIX, assembly_name, functions

SYMBOLS = "__nv_"
"""Prefix of the library's function names."""
_FACTS = {"__CUDA_FTZ": 0, "__CUDA_PREC_SQRT": 1, "__CUDA_ARCH": 900}
"""The library's ``__nvvm_reflect`` queries, and their values."""
_PLACE = ("backends", "nvidia", "lib", "libdevice.10.bc")


def bitcode() -> bytes:
    """The library. Raises ``ValueError`` with the package to install if it is missing."""
    spec = find_spec("triton")
    for package in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(package, *_PLACE)
        if path.is_file():
            return path.read_bytes()
    raise ValueError("functions of libdevice need Triton's wheel, which has the library: pip install triton")


@cache
def identity() -> str:
    """An identity of this library's version; empty if there is none."""
    try:
        return sha256(bitcode()).hexdigest()
    except ValueError:
        return ""


@dataclass(frozen=True)
class _Library:
    """The library as text: the part before all functions, and each function and table by name."""

    types: str
    facts: dict[str, int]
    """The values of ``__nvvm_reflect`` queries, by the name of the variable with the query."""
    definitions: dict[str, str]

    def needed(self, names: Iterable[str]) -> str:
        """A target-independent module with these functions and all that they use."""
        open_, found = list(names), dict[str, str]()
        while open_:
            name = open_.pop()
            text = None if name in found else self._definition(name)
            if text is not None:
                found[name] = text
                open_ += re.findall(r"@([\w.]+)", text)
        return self.types + "".join(found.values()) + _declarations(found)

    def _definition(self, name: str) -> str | None:
        if name.startswith(PREFIX):
            return functions().get(name)
        text = self.definitions.get(name)
        return None if text is None else self._for_any_processor(text)

    def _for_any_processor(self, text: str) -> str:
        """A definition without NVPTX-specific constructs."""
        text = re.sub(_QUESTION, lambda match: f"= add i32 0, {self.facts[match[1]]}", text)
        text = re.sub(_ASSEMBLY, lambda match: f"@{assembly_name(match[1], match[2])}", text)
        text = text.replace("@llvm.nvvm.", f"@{PREFIX}").replace("addrspace(1) ", "")
        text = re.sub(_CONVERSION, _saturating, text)
        text = re.sub(r"(?:, !srcloc|, !llvm\.loop) ![0-9]+", "", text)
        # Inlining is left to LLVM: some functions have a thousand lines.
        text = re.sub(r"^(define .*?) #[0-9]+ \{$", r"\1 nounwind {", text, flags=re.M)
        return re.sub(r" #[0-9]+$", "", text, flags=re.M)


_QUESTION = re.compile(r"= call i32 @__nvvm_reflect\(ptr @([\w.]+)\)")
_ASSEMBLY = re.compile(r'asm "([^"]*)", "([^"]*)"')
_CONVERSION = re.compile(r"= fpto([su])i (float|double) ([^ ]+) to (i\d+)")
_CALL = re.compile(rf"call (?P<type>\w+) @(?P<name>{re.escape(PREFIX)}[\w.]+)\((?P<operands>[^)]*)\)")


def _saturating(match: re.Match[str]) -> str:
    """An out-of-range conversion is poison in LLVM, but well-defined on a GPU."""
    sign, format_, value, to = match.groups()
    return f"= call {to} @llvm.fpto{sign}i.sat.{to}.f{32 if format_ == 'float' else 64}({format_} {value})"


def _declarations(found: dict[str, str]) -> str:
    """Declarations of functions called only in unreachable code for other GPUs."""
    calls = (match for text in found.values() for match in _CALL.finditer(text))
    lines = {match["name"]: match for match in calls if match["name"] not in found}
    return "".join(f"declare {match['type']} @{name}({_types(match['operands'])})\n" for name, match in lines.items())


def _types(operands: str) -> str:
    return ", ".join(operand.split()[0] for operand in operands.split(",") if operand.strip())


@cache
def library(binding: Any) -> _Library:
    """The library, read once. Raises ``ValueError`` if it is missing."""
    text = str(binding.parse_bitcode(bitcode()))
    head, *bodies = text.split("\ndefine ")
    types = "".join(re.findall(r"^%[\w.]+ = type .*\n", head, re.M))
    facts = {name: _FACTS[word] for name, word in re.findall(r'^@([\w.]+) = .* c"(__CUDA_\w+)\\00"', head, re.M)}
    definitions = {match[1]: match[0] for match in re.finditer(r"^@([\w.]+) = .*\n", head, re.M)}
    for body in bodies:
        name = body[body.index("@") + 1 : body.index("(", body.index("@"))]
        definitions[name] = f"define {body[: body.index(_END)]}{_END}"
    return _Library(types, facts, definitions)


_END = "\n}\n"


def link(binding: Any, module: Any) -> None:
    """Link into an LLVM module the libdevice functions that it declares, as far as the library has them.

    Raises ``ValueError`` if the library is missing.
    """
    names = [
        function.name for function in module.functions if function.is_declaration and function.name.startswith(SYMBOLS)
    ]
    if not names:
        return
    known = library(binding)
    names = [name for name in names if name in known.definitions]
    module.link_in(binding.parse_assembly(known.needed(names)))
    for name in names:
        module.get_function(name).linkage = "internal"
