"""Compiled kernels as entries of a module's ``relax.external_mods``: all that is needed to launch or interpret them.

    {symbol = "w8a8_...", kernel = "w8a8_block_fp8_matmul", target = "cuda:90", constants = {N = 384, K = 512, ...},
     optimize = "hopper" (if asked for),
     arguments = ["*fp8e4nv", ..., "i32"], grid = {block_m = 16, extra_row_tiles = 0, column_tiles = 12},
     num_warps = 4, shared = 3072, source = TTIR, ptx = PTX, cubin = base64, metadata = JSON}

There are ``(ceil(M / block_m) + extra_row_tiles) * column_tiles`` programs.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, LocationAttr, ModuleOp, StringAttr, i64
from xdsl.ir import Attribute

import xtriton
from xtriton.backends.nvidia.errors import too_much_shared_memory
from xtriton.backends.nvidia.options import Options
from xtriton.compiler.result import CompiledKernel
from xtriton.dialects.relax import external_symbol
from xtriton.frontend.signature import Signature
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.parser import parse_module
from xtriton.kernels.configuration import CONFIGURATIONS, BlockScaledConfig
from xtriton.targets import Target

BY_ROWS = "by_rows"
"""The key of entries that are no kernels, but name those for ranges of M (:mod:`xtriton.kernels.by_rows`)."""
_LEFT_OUT = ("milliseconds", "origin", "signature", "constants")
"""The metadata that entries omit: times, which differ between compilations, and redundant fields."""


@dataclass(frozen=True)
class ExternalKernel:
    """A configuration of a kernel compiled for a target."""

    config: BlockScaledConfig
    target: str
    compiled: CompiledKernel
    """Has the stages ``source``, ``ptx`` and ``cubin``, and the name that the module calls it by."""
    _by_device: dict[int, CompiledKernel] = field(default_factory=dict[int, CompiledKernel], repr=False, compare=False)

    @property
    def symbol(self) -> str:
        """The name of the kernel in the module and in PTX."""
        return self.compiled.name

    def for_rows(self, rows: int) -> ExternalKernel:
        """The kernel for M = ``rows``: this one, for any."""
        return self

    def on_device(self, index: int) -> CompiledKernel:
        """The kernel to launch on one of several GPUs, where it is loaded once."""
        kernel = self._by_device.get(index)
        if kernel is None:
            compiled = self.compiled
            kernel = CompiledKernel(compiled.name, compiled.asm, compiled.metadata)
            kernel = self._by_device.setdefault(index, kernel)
        return kernel

    @cached_property
    def source(self) -> ModuleOp:
        """The kernel as TTIR before its first pass, which the interpreter runs."""
        return parse_module(str(self.compiled.asm["source"]), f"{self.symbol}.ttir", Context())


def compile_external(config: BlockScaledConfig, target: str, symbol: str) -> ExternalKernel:
    """Compile a configuration. Raises ``ValueError`` and ``DiagnosticError`` where that cannot be done."""
    signature = Signature(config.signature, config.constexprs, config.attrs)
    options = Options(num_warps=config.num_warps, num_stages=config.num_stages)
    how: dict[str, Any] = {"options": options, "optimize": config.optimize, "name": symbol}
    compiled = xtriton.compile(config.kernel, signature, target=target, **how)
    needed, parsed = compiled.metadata["shared"], Target.parse(target)
    if needed > parsed.shared_memory:
        raise ValueError(too_much_shared_memory(needed, parsed))
    return ExternalKernel(config, target, compiled)


def identity(config: BlockScaledConfig, target: str) -> dict[str, Attribute]:
    """The key of an entry: entries with equal keys are the same kernel."""
    optimized = {"optimize": StringAttr(config.optimize)} if config.optimize is not None else {}
    return {
        "kernel": StringAttr(config.identifier),
        "target": StringAttr(target),
        "constants": _dictionary(config.settings),
        **optimized,
    }


def find_entry(
    entries: tuple[Attribute, ...], config: BlockScaledConfig, target: str, *, by_rows: bool = False
) -> DictionaryAttr | None:
    """The entry of a configuration compiled for a target, or of its kernels by the number of rows; None without one."""
    wanted = {"optimize": None, **identity(config, target)}
    for entry in entries:
        if not isinstance(entry, DictionaryAttr) or (BY_ROWS in entry.data) != by_rows:
            continue
        if all(entry.data.get(key) == value for key, value in wanted.items()):
            return entry
    return None


def entry_of(kernel: ExternalKernel) -> DictionaryAttr:
    """The entry for a kernel. The same kernel gives the same entry in every process."""
    config, compiled = kernel.config, kernel.compiled
    kept = {name: value for name, value in compiled.metadata.items() if name not in _LEFT_OUT}
    kept["passes"] = [{key: record[key] for key in record if key != "milliseconds"} for record in kept["passes"]]
    arguments: list[str] = compiled.metadata["signature"]
    return DictionaryAttr(
        {
            "symbol": StringAttr(kernel.symbol),
            **identity(config, kernel.target),
            "arguments": ArrayAttr([StringAttr(argument) for argument in arguments]),
            "grid": _dictionary(
                {
                    "block_m": config.BLOCK_SIZE_M,
                    "extra_row_tiles": config.extra_row_tiles,
                    "column_tiles": config.column_tiles,
                }
            ),
            "num_warps": IntegerAttr(compiled.metadata["num_warps"], i64),
            "shared": IntegerAttr(compiled.metadata["shared"], i64),
            "source": StringAttr(str(compiled.asm["source"])),
            "ptx": StringAttr(str(compiled.asm["ptx"])),
            "cubin": StringAttr(b64encode(cast("bytes", compiled.asm["cubin"])).decode()),
            "metadata": StringAttr(json.dumps(kept, sort_keys=True)),
        }
    )


def _dictionary(values: Mapping[str, int | str]) -> DictionaryAttr:
    return DictionaryAttr(
        {
            name: IntegerAttr(value, i64) if isinstance(value, int) else StringAttr(value)
            for name, value in values.items()
        }
    )


def read_entry(entry: Attribute, location: LocationAttr) -> ExternalKernel | None:
    """The kernel of an entry; None for one of another maker. ``DiagnosticError`` tells of an entry that is damaged."""
    if not isinstance(entry, DictionaryAttr) or text_of(entry, "kernel") not in CONFIGURATIONS or BY_ROWS in entry.data:
        return None
    try:
        return _read(entry)
    except (ValueError, TypeError, Base64Error) as failure:
        name = external_symbol(entry) or "without a symbol"
        raise error(location, f"the external kernel {name} is damaged: {failure}") from None


def _read(entry: DictionaryAttr) -> ExternalKernel:
    texts = {
        name: text_of(entry, name) for name in ("symbol", "kernel", "target", "source", "ptx", "cubin", "metadata")
    }
    missing = [name for name, text in texts.items() if text is None]
    constants, arguments = entry.data.get("constants"), entry.data.get("arguments")
    if not isinstance(constants, DictionaryAttr):
        missing.append("constants")
    if not isinstance(arguments, ArrayAttr):
        missing.append("arguments")
    if missing:
        raise ValueError(f"it lacks {', '.join(missing)}")
    known = {name: str(text) for name, text in texts.items()}
    config = config_of(entry)
    types = [
        argument.data for argument in cast("ArrayAttr[Attribute]", arguments).data if isinstance(argument, StringAttr)
    ]
    learned: dict[str, Any] = json.loads(known["metadata"])
    asm: dict[str, str | bytes] = {
        "source": known["source"],
        "ptx": known["ptx"],
        "cubin": b64decode(known["cubin"], validate=True),
    }
    metadata = {**learned, "signature": types, "constants": config.constexprs}
    return ExternalKernel(config, known["target"], CompiledKernel(known["symbol"], asm, metadata))


def config_of(entry: DictionaryAttr) -> BlockScaledConfig:
    """The configuration of an entry. Raises ``ValueError`` and ``TypeError`` for one that cannot be."""
    constants = entry.data.get("constants")
    values = _values(constants) if isinstance(constants, DictionaryAttr) else {}
    values["optimize"] = text_of(entry, "optimize")
    return CONFIGURATIONS[str(text_of(entry, "kernel"))](**values)


def text_of(entry: DictionaryAttr, name: str) -> str | None:
    """A text of an entry, or None."""
    value = entry.data.get(name)
    return value.data if isinstance(value, StringAttr) else None


def _values(constants: DictionaryAttr) -> dict[str, Any]:
    """Integers and strings by name; other attributes are not converted, and the configuration rejects them."""
    return {
        name: value.value.data if is_integer_attr(value) else value.data if isinstance(value, StringAttr) else value
        for name, value in constants.data.items()
    }
