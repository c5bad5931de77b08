"""The semantics of each operation. The registry (:mod:`xtriton.interp.registry`) maps operations to modules."""
