"""Exit statuses of all commands; docs/debugging.md has the table."""

from __future__ import annotations

SUCCESS = 0
FAILED = 1
"""The input is wrong, or the program failed."""
USAGE = 2
"""The command line is wrong, or a file or plug-in that it names cannot be used."""
INTERRUPTED = 130
"""By SIGINT: 128 + 2, as shells report it."""
UNWRITTEN = 141
"""The reader of the output has gone: 128 + 13, SIGPIPE."""
