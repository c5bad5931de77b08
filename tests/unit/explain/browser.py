"""Pages in headless Chromium: their document after a script has run in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
CHROMIUM = next((path for name in _NAMES if (path := shutil.which(name)) is not None), None)
in_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium is installed: apt-get install chromium-headless-shell"
)
DARK = "--blink-settings=preferredColorScheme=0"


def dom(path: Path, fragment: str = "", *options: str) -> str:
    assert CHROMIUM is not None
    command = [
        CHROMIUM,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1600,1000",
        "--virtual-time-budget=20000",
        *options,
        "--dump-dom",
    ]
    done = subprocess.run(
        [*command, f"{path.as_uri()}{fragment}"], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def result_of(script: str, page: str, path: Path, *options: str) -> Any:
    """What the body of an asynchronous function returns in a page, after the page has loaded."""
    wrapped = f"""
<script>
window.addEventListener("load", async () => {{
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
  const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
  await settled();
  const run = async () => {{ {script} }};
  document.body.dataset.result = JSON.stringify(await run().catch((error) => String(error.stack)));
}});
</script>
</body>"""
    path.write_text(page.replace("</body>", wrapped), encoding="utf-8")
    found = re.search(r'data-result="([^"]*)"', dom(path, "", *options))
    assert found is not None
    return json.loads(unescape(found[1]))
