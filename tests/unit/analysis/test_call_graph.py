"""Which function a reference means."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr

from xtriton.analysis.call_graph import CallGraph
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.symbols import symbol_name

TEXT = """
module {
  tt.func @f() { tt.return }
  module @inner {
    tt.func @f() { tt.return }
    tt.func private @declared()
    module @innermost {
      tt.func @g() { tt.return }
    }
  }
}
"""


def test_references_into_nested_modules() -> None:
    module = parse_module(TEXT, "test", Context())
    graph = CallGraph(module)
    inner = next(op for op in module.walk() if isinstance(op, ModuleOp) and symbol_name(op) == "inner")

    def parent_of(reference: SymbolRefAttr, table: ModuleOp) -> str | None:
        found = graph.named(reference, table)
        return None if found is None else symbol_name(found.parent_op()) or "top"

    assert parent_of(SymbolRefAttr("f"), module) == "top"
    assert parent_of(SymbolRefAttr("f"), inner) == "inner"
    assert parent_of(SymbolRefAttr("inner", ["f"]), module) == "inner"
    assert parent_of(SymbolRefAttr("inner", ["innermost", "g"]), module) == "innermost"
    assert parent_of(SymbolRefAttr("inner", ["innermost", "f"]), module) is None
    assert parent_of(SymbolRefAttr("inner", ["declared"]), module) is None
    assert parent_of(SymbolRefAttr("nowhere", ["f"]), module) is None
