"""TVM's CUDA runtime on machines without a driver, so that modules can be compiled and exported there.

TVM loads its CUDA runtime, with the modules that hold machine code, only where the CUDA driver is installed. Elsewhere
it is loaded here with stand-ins of the missing libraries, in which each function fails with ``cudaErrorNoDevice``: TVM
then finds no GPU.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from xtriton.tvm.library import tvm

CREATE = "ffi.Module.create.cuda"
"""TVM's function that makes a module of machine code; the CUDA runtime registers it."""

_RUNTIME = "libtvm_runtime_cuda.so"
_FUNCTION = re.compile(rb"(?<=\0)(cu(?:da)?[A-Z]\w+)(?=\0)")
_NEEDED = ("libcuda.so.1", "libcudart.so.13", "libcudart.so.12")

_NO_DEVICE = 100
"""``cudaErrorNoDevice`` and ``CUDA_ERROR_NO_DEVICE``."""

_NAMES_OF_ERRORS = ("cudaGetErrorName", "cudaGetErrorString")
_TEXT = b"cudaErrorNoDevice\0"


@dataclass(frozen=True)
class _Machine:
    """A processor: ELF's number of it, and functions that return the error, and the address of its name behind them."""

    number: int
    failing: bytes
    naming: bytes


_MACHINES = {
    "x86_64": _Machine(62, b"\xb8" + struct.pack("<I", _NO_DEVICE) + b"\xc3", b"\x48\x8d\x05\x01\0\0\0\xc3"),
    "aarch64": _Machine(
        183, struct.pack("<II", 0x52800000 | _NO_DEVICE << 5, 0xD65F03C0), struct.pack("<II", 0x10000040, 0xD65F03C0)
    ),
}


def create_module(code: bytes, functions: Any) -> Any:
    """A TVM module of a cubin. ``functions`` are the ``FunctionInfo`` of its kernels by name.

    Raises ``RuntimeError`` if TVM has no CUDA runtime for this machine.
    """
    create = tvm.get_global_func(CREATE, allow_missing=True)
    if create is None:
        load_runtime()
        create = tvm.get_global_func(CREATE, allow_missing=True)
    if create is None:
        raise RuntimeError(f"TVM's {_RUNTIME} cannot be loaded, which modules for CUDA need")
    return create(code, "cubin", functions, {})


@cache
def load_runtime() -> None:
    """Load TVM's CUDA runtime. Libraries that it needs and that are not installed are replaced by stand-ins."""
    path = _runtime_path()
    if path is None:
        return
    data = path.read_bytes()
    names = sorted({match.decode() for match in _FUNCTION.findall(data)})
    for library in _NEEDED:
        if b"\0" + library.encode() + b"\0" in data:
            _load_library(library, [name for name in names if name.startswith("cuda") == ("cudart" in library)])
    try:
        ctypes.CDLL(str(path), mode=os.RTLD_LAZY | os.RTLD_LOCAL)
    except OSError:
        return


def _runtime_path() -> Path | None:
    folder = Path(str(tvm.__file__)).parent
    found = (candidate for candidate in (folder / "lib" / _RUNTIME, folder / _RUNTIME) if candidate.exists())
    return next(found, None)


def _load_library(name: str, functions: list[str]) -> None:
    """Load a shared library: the installed one, that of a wheel of NVIDIA, or a stand-in."""
    wheels = chain.from_iterable(Path(folder).glob(f"nvidia/*/lib/{name}") for folder in sys.path if folder)
    for candidate in (name, *map(str, wheels)):
        try:
            ctypes.CDLL(candidate, mode=os.RTLD_LAZY | os.RTLD_GLOBAL)
        except OSError:
            continue
        return
    machine = os.uname().machine
    if machine not in _MACHINES:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(stand_in(name, functions, machine))
        ctypes.CDLL(str(path), mode=os.RTLD_LAZY | os.RTLD_GLOBAL)


# A stand-in is an ELF file: header, hash table, symbols, strings, versions and code in one segment, and the dynamic
# section in another.

_EHDR, _PHDR, _SYM, _DYN = 64, 56, 24, 16
_PAGE = 0x1000


def stand_in(name: str, functions: list[str], machine: str) -> bytes:
    """A shared library ``name`` whose functions all return ``cudaErrorNoDevice``, or its name."""
    code = (kind := _MACHINES[machine]).failing.ljust(16, b"\0") + kind.naming + _TEXT
    strings, offsets = _strings([name, *functions])
    versions = _versions(name, offsets[0])
    count = len(functions) + 1
    hash_at = _EHDR + 3 * _PHDR
    symbols_at = -(-(hash_at + 4 * (3 + count)) // 8) * 8
    strings_at = symbols_at + _SYM * count
    versions_at = -(-(strings_at + len(strings)) // 8) * 8
    indices_at = versions_at + len(versions)
    code_at = -(-(indices_at + 2 * count) // 16) * 16
    dynamic_at = -(-(code_at + len(code)) // _PAGE) * _PAGE
    entries = [
        *[(14, offsets[0]), (4, hash_at), (5, strings_at), (6, symbols_at), (10, len(strings)), (11, _SYM)],
        *[(0x6FFFFFF0, indices_at), (0x6FFFFFFC, versions_at), (0x6FFFFFFD, 2), (0, 0)],
    ]
    end = dynamic_at + _DYN * len(entries)
    header = struct.pack(
        "<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", 3, kind.number, 1, 0, _EHDR, 0, 0, _EHDR, _PHDR, 3, 64, 0, 0
    )
    segments = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, dynamic_at, dynamic_at, _PAGE)
    segments += struct.pack(
        "<IIQQQQQQ", 1, 6, dynamic_at, dynamic_at, dynamic_at, end - dynamic_at, end - dynamic_at, _PAGE
    )
    segments += struct.pack(
        "<IIQQQQQQ", 2, 6, dynamic_at, dynamic_at, dynamic_at, end - dynamic_at, end - dynamic_at, 8
    )
    # One bucket, whose chain has all symbols.
    chain_ = [0, *range(2, count), 0] if count > 1 else [0]
    table = struct.pack(f"<{3 + count}I", 1, count, min(1, count - 1), *chain_)
    symbols = bytes(_SYM) + b"".join(
        struct.pack("<IBBHQQ", offset, 0x12, 0, 1, code_at + (16 if function in _NAMES_OF_ERRORS else 0), 16)
        for function, offset in zip(functions, offsets[1:], strict=True)
    )
    image = bytearray(end)
    for at, part in (
        (0, header + segments),
        (hash_at, table),
        (symbols_at, symbols),
        (strings_at, strings),
        (versions_at, versions),
        (indices_at, struct.pack(f"<{count}H", 0, *[2] * (count - 1))),
        (code_at, code),
        (dynamic_at, b"".join(struct.pack("<QQ", *entry) for entry in entries)),
    ):
        image[at : at + len(part)] = part
    return bytes(image)


def _versions(name: str, offset: int) -> bytes:
    """Version definitions: that of the library itself, and the one of its functions, which has its name."""
    hashed = 0
    for byte in name.encode():
        hashed = (hashed << 4) + byte
        high = hashed & 0xF0000000
        hashed = (hashed ^ high >> 24) & ~high
    base = struct.pack("<HHHHIIIII", 1, 1, 1, 1, hashed, 20, 28, offset, 0)
    return base + struct.pack("<HHHHIIIII", 1, 0, 2, 1, hashed, 20, 0, offset, 0)


def _strings(texts: list[str]) -> tuple[bytes, list[int]]:
    """A string table, and the offsets of texts in it."""
    table, offsets = bytearray(b"\0"), list[int]()
    for text in texts:
        offsets.append(len(table))
        table += text.encode() + b"\0"
    return bytes(table), offsets
