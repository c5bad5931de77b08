"""The rules of axis info by version of Triton."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xtriton.analysis.axis_info_constants import Transfer
from xtriton.analysis.axis_info_older import TRANSFERS_36, TRANSFERS_37, TRANSFERS_38
from xtriton.analysis.axis_info_transfer import TRANSFERS
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, by_version


@dataclass(frozen=True)
class AxisInfoRules:
    """The rules of a version of Triton for operations, and for values that have not been reached.

    ``exact_constants``: constants are folded in the width of the operation, before its transfer is asked.
    ``divisors_spread``: a divisor of all elements divides the starts of the runs along every dimension.
    ``waits_for_operands``: an operation is visited when all its operands are known, and values that control flow
    forwards start unreached; otherwise they start from the best state.
    ``restarts_isolated``: nested operations whose regions are isolated are analysed on their own after the function;
    otherwise control flow leads into them.
    """

    transfers: Mapping[str, Transfer]
    exact_constants: bool = False
    divisors_spread: bool = False
    waits_for_operands: bool = True
    restarts_isolated: bool = False


RULES = by_version(
    {
        V3_6: AxisInfoRules(TRANSFERS_36, waits_for_operands=False, restarts_isolated=True),
        V3_7: AxisInfoRules(TRANSFERS_37),
        V3_8: AxisInfoRules(TRANSFERS_38, divisors_spread=True),
        V3_9: AxisInfoRules(TRANSFERS, exact_constants=True, divisors_spread=True),
    }
)
