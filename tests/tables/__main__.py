"""Write docs/operations.md and docs/versions.md."""

from tables import versions
from tables.support import ROOT, page
from xtriton.versions import V3_6, use_version

with use_version(V3_6):
    (ROOT / "docs/operations.md").write_text(page(), encoding="utf-8")
(ROOT / "docs/versions.md").write_text(versions.page(), encoding="utf-8")
