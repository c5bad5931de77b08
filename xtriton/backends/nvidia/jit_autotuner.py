"""Autotuners under user passes: passes may change which configuration is the fastest.

Triton's autotuner caches the best configuration by the arguments of a launch. Within a context it tunes again, and
caches the result for the passes of the context.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

from xtriton.backends.patching import changed
from xtriton.wheel import triton_module


class TunedByPasses(dict[Any, Any]):
    """The best configurations of an autotuner; those of contexts are stored with the mode, which identifies passes."""

    def __init__(self, known: dict[Any, Any], mode: Callable[[], str | None]) -> None:
        """``mode`` tells the current passes, None for those of Triton alone."""
        super().__init__(known)
        self._mode = mode

    def _key(self, key: Any) -> Any:
        mode = self._mode()
        return key if mode is None else (mode, key)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(self._key(key))

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self._key(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(self._key(key), value)


@contextmanager
def tuning_by_passes(mode: Callable[[], str | None]) -> Generator[None]:
    """Make autotuners that are called in this context remember their results by passes, from then on."""
    autotuner = triton_module("runtime.autotuner").Autotuner
    run, check_disk_cache = autotuner.run, autotuner.check_disk_cache

    def run_by_passes(tuner: Any, *arguments: Any, **options: Any) -> Any:
        if not isinstance(tuner.cache, TunedByPasses):
            tuner.cache = TunedByPasses(tuner.cache, mode)
        return run(tuner, *arguments, **options)

    def check(tuner: Any, key: Any, configs: Any, tune: Callable[[], None]) -> bool:
        """Triton's key on disk has the source of the kernel, but no passes."""
        if mode() is None:
            return check_disk_cache(tuner, key, configs, tune)
        tune()
        return False

    with ExitStack() as undo:
        undo.enter_context(changed(autotuner, "run", run_by_passes))
        undo.enter_context(changed(autotuner, "check_disk_cache", check))
        yield
