"""Whether programs that run in a batch could have run one after another with the same result.

Running an operation for a whole batch of programs before the next operation is equivalent to running the programs in
order as long as no program accesses memory that another writes. For each cell of memory that the kernel may write, a
:class:`Shadow` records which program of the batch read and wrote it last, and raises :class:`ConflictError` on

- a read of, or a write to, what another program of the batch wrote by another operation,
- a write to what another program of the batch read.

The accesses of one operation are in program order, so several programs may write the same cell by the same operation of
the same iteration (as atomics at the end of a split reduction do) if nothing else in the batch touches it. Commuting
atomics of the same kind with unused results do not conflict.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from xtriton.interp.errors import ConflictError
from xtriton.interp.numbers.formats import Array

_SHARED = 1


@dataclass
class Shadow:
    """The last accesses to each cell of a segment. Entries are twice the program's number, plus one for several
    programs.

    Programs of earlier batches have smaller numbers than those of this one, so old entries need not be cleared.
    """

    cells: int
    readers: Array = field(init=False)
    writers: Array = field(init=False)
    kinds: Array = field(init=False)

    def __post_init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Clear all entries."""
        self.readers = np.full(self.cells, -1, np.int64)
        self.writers = np.full(self.cells, -1, np.int64)
        self.kinds = np.zeros(self.cells, np.int16)

    def read(self, cells: Array, owners: Array, first: int) -> None:
        """Programs ``owners`` read ``cells``; the batch begins with program ``first``."""
        mine = owners * 2
        writers = self.writers[cells]
        if ((writers >= first * 2) & (writers != mine)).any():
            raise ConflictError
        readers = self.readers[cells]
        several = (readers >= first * 2) & (readers != mine)
        self.readers[cells] = mine | several
        others = (self.readers[cells] | _SHARED) != (mine | _SHARED)
        self.readers[cells[others | several]] |= _SHARED

    def write(self, cells: Array, owners: Array, first: int, kind: int = 0) -> None:
        """Programs ``owners`` write ``cells``. ``kind`` is not 0 for atomics that commute with others of that kind."""
        mine = owners * 2
        writers, readers = self.writers[cells], self.readers[cells]
        clash = (writers >= first * 2) & (writers != mine)
        if kind:
            clash &= self.kinds[cells] != kind
        if (clash | ((readers >= first * 2) & (readers != mine))).any():
            raise ConflictError
        self.writers[cells] = mine
        self.kinds[cells] = kind
        shared = self.writers[cells] != mine
        if kind:
            shared = np.ones_like(shared)
        if shared.any():
            self.writers[cells[shared]] |= _SHARED
