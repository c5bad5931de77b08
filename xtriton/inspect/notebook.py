"""Modules and operations in notebooks: their text, folded if it is long.

Their classes are xDSL's, which have no ``_repr_html_``; IPython takes the representation of such a class from a table.
"""

from __future__ import annotations

import sys
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xdsl.ir import Operation

_MOST_LINES = 60
"""Lines of a text that is shown unfolded."""
_MOST_SHOWN = 100_000
"""Characters that are shown of a text."""


def show_operations() -> None:
    """Have the running IPython, if there is one, show operations by :func:`operation_html`."""
    shell: Any = sys.modules.get("IPython")
    shell = shell and shell.get_ipython()
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type_by_name("xdsl.ir.core", "Operation", operation_html)


def operation_html(op: Operation) -> str:
    """The text of an operation, under its name, symbol and size."""
    from xdsl.dialects.builtin import StringAttr

    from xtriton.ir.printer import print_op
    from xtriton.ir.walk import operations_in

    text = print_op(op)
    symbol = op.get_attr_or_prop("sym_name")
    name = f"{op.name} @{symbol.data}" if isinstance(symbol, StringAttr) else op.name
    count = len(operations_in(op))
    about = f"{escape(name)}: {count} {'operation' if count == 1 else 'operations'}"
    rest = "..." if len(text) > _MOST_SHOWN else ""
    unfolded = "" if text.count("\n") > _MOST_LINES else " open"
    return f"<details{unfolded}><summary>{about}</summary><pre>{escape(text[:_MOST_SHOWN])}{rest}</pre></details>"
