"""Pages of the site beside those of docs/: README.md as the front page, the change log, notebooks, pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_ROOT = Path(__file__).parent
_PAGES = {"index.md": "README.md", "CHANGELOG.md": "CHANGELOG.md"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside docs/."""
    for uri, source in _PAGES.items():
        text = (_ROOT / source).read_text(encoding="utf-8").replace("](docs/", "](")
        files.append(File.generated(config, uri, content=text))
    for notebook in sorted((_ROOT / "docs").glob("*.ipynb")):
        content = notebook_page(json.loads(notebook.read_text(encoding="utf-8")), notebook.name)
        files.append(File.generated(config, f"{notebook.stem}.md", content=content))
    for picture in sorted((_ROOT / "benchmarks").glob("*.svg")):
        files.append(File.generated(config, f"benchmarks/{picture.name}", content=picture.read_bytes()))
    return files


def notebook_page(notebook: dict[str, Any], name: str) -> str:
    """The cells of a notebook with their outputs as Markdown, and a link to the file below the title."""
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [_output(output) for output in cell["outputs"]]
    title, _, rest = "\n\n".join(parts).partition("\n")
    return f"{title}\n\n[Download the notebook]({name})\n{rest}\n"


def _output(output: dict[str, Any]) -> str:
    """An output of a cell: a picture or HTML as such, everything else as text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return f'<div style="overflow-x: auto">{"".join(data[kind])}</div>'
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"```text\n{text.rstrip()}\n```"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let the relative links of docs/ to pictures of the repository point into the site."""
    return markdown.replace("](../benchmarks/", "](benchmarks/").replace("](../CHANGELOG.md", "](CHANGELOG.md")
