"""Write docs/operations.md."""

from tables.support import ROOT, page

(ROOT / "docs/operations.md").write_text(page(), encoding="utf-8")
