"""Reading and splitting the input."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from xtriton.cli.sources import InputError, Source, read_source, split_source, write_output


def parts(text: str, marker: str = "// -----") -> list[tuple[str, int]]:
    chunks, _ = split_source(Source("f", text), marker)
    return [(chunk.text, chunk.first_line) for chunk in chunks]


def test_without_a_marker_there_is_one_chunk():
    source = Source("f", "a\n// -----\nb")
    chunks, warnings = split_source(source, None)
    assert [(chunk.name, chunk.text, chunk.first_line) for chunk in chunks] == [("f", source.text, 1)]
    assert warnings == []


def test_chunks_know_their_lines():
    assert parts("a\nb\n// -----\nc\n// -----\n") == [("a\nb\n", 1), ("\nc\n", 3), ("\n", 5)]


def test_text_after_the_marker_belongs_to_the_next_chunk():
    assert parts("a\n// -----// IR Dump\nb") == [("a\n", 1), ("// IR Dump\nb", 2)]


def test_an_empty_first_chunk_is_dropped():
    assert parts("// -----\na") == [("\na", 1)]
    assert parts("") == [("", 1)]


def test_any_marker():
    assert parts("a\n// ###\nb", "// ###") == [("a\n", 1), ("\nb", 2)]


def test_chunks_are_named_as_mlir_names_them():
    chunks, _ = split_source(Source("dir/f.mlir", "a\n\n// -----\nb"), "// -----")
    assert [chunk.name for chunk in chunks] == [
        "within split at dir/f.mlir:1 offset ",
        "within split at dir/f.mlir:3 offset ",
    ]


def test_near_misses_are_pointed_out():
    chunks, warnings = split_source(Source("f", "a\n // ---\nb\n// -----\n"), "// -----")
    assert len(chunks) == 2
    assert warnings == ["f:2:8: warning: near miss with file split marker"]


def test_standard_input():
    assert read_source("-", io.BytesIO(b"\xc3\xa4")) == Source("<stdin>", "ä")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ab\nc\xffd", "<stdin>:2:2: error: byte 0xFF is not valid UTF-8"),
        (b"\x80", "<stdin>:1:1: error: byte 0x80 is not valid UTF-8"),
        (b"ML\xefR123", "<stdin>:1:1: error: this is MLIR bytecode; only the text form can be read"),
    ],
)
def test_unreadable_bytes(data: bytes, message: str):
    with pytest.raises(InputError) as info:
        read_source("-", io.BytesIO(data))
    assert str(info.value) == message


def test_unreadable_files(tmp_path: Path):
    missing = tmp_path / "missing"
    for path, reason in ((missing, "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError) as info:
            read_source(str(path), io.BytesIO())
        assert str(info.value) == f"error: cannot open input file '{path}': {reason}"
    with pytest.raises(InputError, match="cannot open input file"):
        read_source("a\0b", io.BytesIO())


def test_output(tmp_path: Path):
    write_output(str(tmp_path / "out"), "ä\n")
    assert (tmp_path / "out").read_bytes() == b"\xc3\xa4\n"
    with pytest.raises(InputError, match=r"cannot open output file .*: No such file or directory"):
        write_output(str(tmp_path / "no" / "out"), "")
