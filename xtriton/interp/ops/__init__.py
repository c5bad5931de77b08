"""What each operation means. The registry (:mod:`xtriton.interp.registry`) tells which module knows which operation."""
