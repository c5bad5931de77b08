"""``xtriton tvm``: convert modules between TVM and the relax dialect."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from xtriton.cli.statuses import USAGE

_DESCRIPTION = """\
Convert the Relax functions of a TVM module to the relax dialect (import), and back (export). The functions may contain
calls in destination-passing style. Needs TVM: pip install 'xtriton[tvm]'.
"""
_EPILOG = """\
examples:
  xtriton tvm import model.py -o model.mlir
  xtriton tvm export model.mlir -o model.json
"""


def add_tvm(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "tvm",
        help="convert modules between TVM and the relax dialect",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument("direction", choices=("import", "export"), help="import from TVM, or export to it")
    parser.add_argument(
        "file", help="import: MODEL.py, MODEL.py:NAME or MODEL.json; export: a file of the relax dialect"
    )
    parser.add_argument("--base", help="export: the module with the PrimFuncs and attributes, as for import")
    parser.add_argument("-o", "--output", help="the file to write; TVM modules as TVMScript (.py) or JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Convert the module that the arguments name. Returns the exit status."""
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        text = _imported(arguments) if arguments.direction == "import" else _exported(arguments)
        if arguments.output is None:
            print(text, end="" if text.endswith("\n") else "\n")
        else:
            Path(arguments.output).write_text(text, encoding="utf-8")
    except DiagnosticError as failure:
        print(failure, file=sys.stderr)
        return 1
    except (ValueError, ImportError, OSError) as failure:
        print(f"xtriton tvm: error: {failure}", file=sys.stderr)
        return USAGE
    return 0


def _imported(arguments: Namespace) -> str:
    from xtriton.ir.printer import print_op
    from xtriton.tvm import to_dialect
    from xtriton.tvm.files import read_module

    return print_op(to_dialect(read_module(arguments.file)))


def _exported(arguments: Namespace) -> str:
    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_module
    from xtriton.ir.verifier import verify
    from xtriton.tvm import from_dialect
    from xtriton.tvm.files import read_module, written

    ctx = Context()
    module = parse_module(Path(arguments.file).read_text(encoding="utf-8"), arguments.file, ctx)
    verify(module, ctx)
    base = read_module(arguments.base) if arguments.base else None
    return written(from_dialect(module, base), arguments.output or "")
