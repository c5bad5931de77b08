"""Version-dependent rules of ``tritongpu-remove-layout-conversions``, besides costs and searches."""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.versions import V3_6, V3_7, V3_8, V3_9, by_version


@dataclass(frozen=True)
class RemovalRules:
    """How slices are found, rewritten and cleaned up.

    ``extends_slices``: slices behind a slice continue it and must agree with it; otherwise they are found alone.
    ``checks_growth``: a conversion is hoisted above an operation only where that costs less.
    ``erases_at_once``: replaced operations are erased before the next conversion; otherwise their uses still count.
    ``reuse_by_use``: a cached value replaces one only if it dominates all uses in the slice.
    ``replaces_cached_first``: a conversion whose result is cached is replaced without a slice.
    ``caches_all_encodings``: a value keeps its cached values in all encodings, not only in the last one, when its
    operation is replaced; and a slice may be empty.
    ``reuses_dot_operands``: a conversion to a dot operand whose result is cached is replaced, too.
    ``keeps_efficient_reshapes``: a reshape with ``efficient_layout`` keeps its encodings, one that only reorders does
    not.
    """

    extends_slices: bool = True
    checks_growth: bool = True
    erases_at_once: bool = True
    reuse_by_use: bool = True
    replaces_cached_first: bool = False
    caches_all_encodings: bool = True
    reuses_dot_operands: bool = True
    keeps_efficient_reshapes: bool = True


RULES = by_version(
    {
        V3_6: RemovalRules(
            extends_slices=False,
            checks_growth=False,
            erases_at_once=False,
            reuse_by_use=False,
            replaces_cached_first=True,
            caches_all_encodings=False,
            reuses_dot_operands=False,
            keeps_efficient_reshapes=False,
        ),
        V3_7: RemovalRules(
            erases_at_once=False,
            reuse_by_use=False,
            replaces_cached_first=True,
            caches_all_encodings=False,
            reuses_dot_operands=False,
            keeps_efficient_reshapes=False,
        ),
        V3_8: RemovalRules(
            replaces_cached_first=True,
            caches_all_encodings=False,
            reuses_dot_operands=False,
            keeps_efficient_reshapes=False,
        ),
        V3_9: RemovalRules(),
    }
)
