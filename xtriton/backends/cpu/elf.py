"""Loads object files of Linux on x86-64 into this process, without LLVM, whose library takes longer to import.

A relocatable ELF file has sections, symbols, and relocations, which say at which places the addresses of symbols are
needed (System V ABI, AMD64 supplement, 4.4). Code is mapped apart from data, so that no page is both writable and
executable. What this module does not know it refuses: then LLVM's execution engine loads the file.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
import sys
from dataclasses import dataclass
from typing import NamedTuple

_HEADER = b"\x7fELF\x02\x01\x01"
_RELOCATABLE, _X86_64 = 1, 62
_PROGBITS, _SYMBOLS, _RELOCATIONS, _NOBITS, _UNWINDING = 1, 2, 4, 8, 0x70000001
_ALLOCATED, _EXECUTABLE, _THREAD_LOCAL = 2, 4, 0x400
_UNDEFINED, _ABSOLUTE, _FIRST_RESERVED = 0, 0xFFF1, 0xFF00
_ABSOLUTE_64, _RELATIVE_32, _CALL_32, _RELATIVE_64 = 1, 2, 4, 24
_THROUGH_TABLE = (9, 41, 42)
"""Relocations that need the address of a symbol in memory nearby."""
_JUMP = b"\xff\x25\0\0\0\0"
"""``jmp *[rip]``: to the address that follows, wherever that is."""
_STUB = 16


class UnknownObjectError(ValueError):
    """An object file with something that this module does not know."""


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int

    @property
    def is_mapped(self) -> bool:
        """Whether it is needed in memory; unwinding tables are not, since nothing throws."""
        return bool(self.flags & _ALLOCATED) and self.kind != _UNWINDING and self.size > 0


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int


@dataclass
class ElfCode:
    """Code in memory, for the lifetime of this object."""

    _memory: mmap.mmap
    _pin: object
    """Keeps the memory mapped at its address."""
    _functions: dict[str, int]

    def address(self, name: str) -> int:
        """The address of a function. Raises ``KeyError`` if there is none of this name."""
        return self._functions[name]


def load_elf(code: bytes) -> ElfCode:
    """Load an object file. Raises :class:`UnknownObjectError`, also on other systems and processors."""
    if not (sys.platform == "linux" and platform.machine() == "x86_64"):
        raise UnknownObjectError("not Linux on x86-64")
    try:
        return _Loading(code).load()
    except (struct.error, IndexError, UnicodeDecodeError, OverflowError) as problem:
        raise UnknownObjectError(str(problem)) from problem


class _Loading:
    """A file that is being loaded."""

    def __init__(self, code: bytes) -> None:
        self._code = code
        kind, machine = struct.unpack_from("<HH", code, 16)
        if not code.startswith(_HEADER) or (kind, machine) != (_RELOCATABLE, _X86_64):
            raise UnknownObjectError("not an object file for x86-64")
        (table,) = struct.unpack_from("<Q", code, 0x28)
        size, count = struct.unpack_from("<HH", code, 0x3A)
        self._sections = [_Section(*struct.unpack_from("<IIQQQQIIQQ", code, table + size * n)) for n in range(count)]
        self._symbols = self._read_symbols()
        self._places: dict[int, int] = {}
        """The addresses of the mapped sections, by their numbers."""
        self._table: dict[str, int] = {}
        """The places that hold the addresses of symbols."""
        self._stubs: dict[str, int] = {}
        """Jumps to functions of this process, which may be further away than calls reach."""

    def load(self) -> ElfCode:
        """Map the sections, and write the addresses of symbols into them."""
        mapped = [(number, section) for number, section in enumerate(self._sections) if section.is_mapped]
        for _, section in mapped:
            if section.kind not in (_PROGBITS, _NOBITS) or section.flags & _THREAD_LOCAL:
                raise UnknownObjectError(f"a section of kind {section.kind}")
        executable = [item for item in mapped if item[1].flags & _EXECUTABLE]
        others = [item for item in mapped if not item[1].flags & _EXECUTABLE]
        names = [symbol.name for symbol in self._symbols if symbol.name]
        external = [symbol.name for symbol in self._symbols if symbol.name and symbol.section == _UNDEFINED]
        offsets: dict[int, int] = {}
        end = _place(executable, 0, offsets)
        stubs, end = end, end + _STUB * len(external)
        code_end = -(-end // mmap.PAGESIZE) * mmap.PAGESIZE
        end = -(-_place(others, code_end, offsets) // 8) * 8
        table, end = end, end + 8 * len(names)

        memory = mmap.mmap(-1, max(end, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        pin = ctypes.c_char.from_buffer(memory)
        start = ctypes.addressof(pin)
        self._places = {number: start + offset for number, offset in offsets.items()}
        addresses = {symbol.name: self._address(symbol) for symbol in self._symbols if symbol.name}
        for number, section in mapped:
            if section.kind == _PROGBITS:
                memory[offsets[number] : offsets[number] + section.size] = self._contents(section)
        for index, name in enumerate(external):
            at = stubs + _STUB * index
            memory[at : at + len(_JUMP) + 8] = _JUMP + struct.pack("<Q", addresses[name])
            self._stubs[name] = start + at
        for index, name in enumerate(names):
            struct.pack_into("<Q", memory, table + 8 * index, addresses[name])
            self._table[name] = start + table + 8 * index
        for section in self._sections:
            if section.kind == _RELOCATIONS and section.info in offsets:
                self._relocate(section, memory, offsets[section.info])
        if code_end and _protect(start, code_end) != 0:
            raise UnknownObjectError("this system does not let code be executed")
        defined = [symbol.name for symbol in self._symbols if symbol.name and symbol.section in offsets]
        return ElfCode(memory, pin, {name: addresses[name] for name in defined})

    def _contents(self, section: _Section) -> bytes:
        found = self._code[section.offset : section.offset + section.size]
        if len(found) != section.size:
            raise UnknownObjectError("a section beyond the end")
        return found

    def _read_symbols(self) -> list[_Symbol]:
        tables = [section for section in self._sections if section.kind == _SYMBOLS]
        if len(tables) != 1:
            raise UnknownObjectError(f"{len(tables)} tables of symbols")
        (table,) = tables
        strings = self._sections[table.link].offset
        found: list[_Symbol] = []
        for name, _, _, section, value, _ in struct.iter_unpack("<IBBHQQ", self._contents(table)):
            at = strings + name
            text = self._code[at : self._code.index(b"\0", at)].decode() if name else ""
            found.append(_Symbol(text, section, value))
        return found

    def _address(self, symbol: _Symbol) -> int:
        """The address of a symbol: in this file, or else in this process."""
        if symbol.section == _UNDEFINED:
            return _address_in_process(symbol.name)
        if symbol.section == _ABSOLUTE:
            return symbol.value
        if symbol.section >= _FIRST_RESERVED:
            raise UnknownObjectError(f"the symbol {symbol.name}")
        return self._places.get(symbol.section, 0) + symbol.value

    def _relocate(self, section: _Section, memory: mmap.mmap, base: int) -> None:
        start = self._places[section.info]
        for offset, info, addend in struct.iter_unpack("<QQq", self._contents(section)):
            symbol, kind = self._symbols[info >> 32], info & 0xFFFFFFFF
            place = start + offset
            if kind in _THROUGH_TABLE and symbol.name:
                format_, value = "<i", self._table[symbol.name] + addend - place
            elif kind == _CALL_32 and symbol.section == _UNDEFINED:
                format_, value = "<i", self._stubs[symbol.name] + addend - place
            elif kind in (_RELATIVE_32, _CALL_32):
                format_, value = "<i", self._address(symbol) + addend - place
            elif kind == _RELATIVE_64:
                format_, value = "<q", self._address(symbol) + addend - place
            elif kind == _ABSOLUTE_64:
                format_, value = "<Q", self._address(symbol) + addend
            else:
                raise UnknownObjectError(f"a relocation of kind {kind}")
            struct.pack_into(format_, memory, base + offset, value)


def _place(sections: list[tuple[int, _Section]], end: int, offsets: dict[int, int]) -> int:
    """Place sections one after the other from ``end`` on. Returns the new end."""
    for number, section in sections:
        alignment = max(section.alignment, 1)
        offsets[number] = -(-end // alignment) * alignment
        end = offsets[number] + section.size
    return end


def _address_in_process(name: str) -> int:
    """The address of a function of the C library. Raises :class:`UnknownObjectError` if there is none."""
    if name == "_GLOBAL_OFFSET_TABLE_":
        return 0
    try:
        return ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value or 0
    except AttributeError:
        raise UnknownObjectError(f"no function {name}") from None


def _protect(start: int, size: int) -> int:
    """Make pages executable, and no longer writable. Returns 0 if that is allowed."""
    protect = ctypes.CDLL(None).mprotect
    protect.argtypes, protect.restype = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int), ctypes.c_int
    return protect(start, size, mmap.PROT_READ | mmap.PROT_EXEC)
