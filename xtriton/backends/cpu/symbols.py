"""Undefined symbols of machine code, and whether this process defines them.

LLVM aborts when it loads code with a symbol that it cannot resolve. So object files are parsed before they are loaded:
ELF, Mach-O and COFF, of 64-bit little-endian processors.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

_FROM_THE_LINKER = frozenset({"_GLOBAL_OFFSET_TABLE_"})
"""Symbols that the loader defines."""


def undefined_symbols(code: bytes) -> list[str]:
    """The undefined symbols of an object file. Raises ``ValueError`` for an unknown format."""
    if code.startswith(b"\x7fELF\x02\x01"):
        names = _of_elf(code)
    elif code.startswith(b"\xcf\xfa\xed\xfe"):
        names = _of_macho(code)
    elif code[:2] in (b"\x64\x86", b"\x64\xaa"):
        names = _of_coff(code)
    else:
        raise ValueError("machine code is in an object format that is not known")
    return sorted(set(names) - _FROM_THE_LINKER)


def unresolved_symbols(binding: Any, code: bytes) -> list[str]:
    """The undefined symbols of an object file that this process does not define either."""
    return [name for name in undefined_symbols(code) if not binding.address_of_symbol(name)]


def _text(code: bytes, at: int) -> str:
    return code[at : code.index(b"\0", at)].decode()


def _of_elf(code: bytes) -> Iterator[str]:
    (table,) = struct.unpack_from("<Q", code, 0x28)
    size, count = struct.unpack_from("<HH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, table + size * number) for number in range(count)]
    for _, kind, _, _, start, length, link, _, _, entry in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        strings = sections[link][4]
        for at in range(start, start + length, entry):
            name, _, _, section = struct.unpack_from("<IBBH", code, at)
            if section == 0 and name:  # SHN_UNDEF
                yield _text(code, strings + name)


def _of_macho(code: bytes) -> Iterator[str]:
    (commands,) = struct.unpack_from("<I", code, 16)
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", code, at)
        if command == 2:  # LC_SYMTAB
            symbols, count, strings, _ = struct.unpack_from("<IIII", code, at + 8)
            for number in range(count):
                name, kind, _, _, value = struct.unpack_from("<IBBHQ", code, symbols + 16 * number)
                if kind & 0x0E == 0 and kind & 1 and value == 0:  # N_UNDF, N_EXT; common symbols have a size
                    yield _text(code, strings + name).removeprefix("_")
        at += size


def _of_coff(code: bytes) -> Iterator[str]:
    symbols, count = struct.unpack_from("<II", code, 8)
    strings = symbols + 18 * count
    number = 0
    while number < count:
        short, value, section, _, kind, more = struct.unpack_from("<8sIhHBB", code, symbols + 18 * number)
        if section == 0 and kind == 2 and value == 0:  # IMAGE_SYM_UNDEFINED, IMAGE_SYM_CLASS_EXTERNAL
            zeros, offset = struct.unpack("<II", short)
            yield _text(code, strings + offset) if zeros == 0 else short.rstrip(b"\0").decode()
        number += 1 + more
