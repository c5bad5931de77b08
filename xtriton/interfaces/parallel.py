"""What other dialects define for ``scf.forall``."""

from __future__ import annotations


class DeviceMapping:
    """Base class of attributes that name what iterations are mapped to (MLIR's ``DeviceMappingAttrInterface``)."""


class ParallelCombining:
    """Base class of operations that combine what iterations computed (MLIR's ``ParallelCombiningOpInterface``)."""
