"""Pages of the site from outside docs/: README.md as the front page, the change log, the pictures of benchmarks/."""

from __future__ import annotations

from pathlib import Path

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
    for picture in sorted((_ROOT / "benchmarks").glob("*.svg")):
        files.append(File.generated(config, f"benchmarks/{picture.name}", content=picture.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let the relative links of docs/ to pictures of the repository point into the site."""
    return markdown.replace("](../benchmarks/", "](benchmarks/").replace("](../CHANGELOG.md", "](CHANGELOG.md")
