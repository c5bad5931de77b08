"""Cache keys that need neither xDSL nor, on Linux, LLVM, whose imports take longer than most launches."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256

from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.processor import processor
from xtriton.installed import state_of_package


def key_of_process(*parts: str) -> str | None:
    """The key of some texts in processes like this one; ``None`` if what kernels depend on is not known."""
    process = _process()
    if process is None:
        return None
    digest = sha256()
    for part in (process, *parts):
        text = part.encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(8, "little") + text)  # texts may contain any separator
    return digest.hexdigest()


@cache
def _process() -> str | None:
    """What kernels of this process depend on besides their sources; ``None`` if that is not known.

    It is the processor, Python, and the files of xtriton, Triton (which has libdevice), LLVM and xDSL.
    """
    try:
        host = processor() or repr(Host.here())
    except ImportError:
        return None
    packages = [
        state_of_package("xtriton"),
        state_of_package("triton"),
        state_of_package("llvmlite"),
        state_of_package("xdsl", deep=False),
    ]
    return None if None in packages else repr((sys.version, host, packages))
