"""Signatures in the spelling of Triton's ahead-of-time compiler."""

from __future__ import annotations

from typing import Any

import pytest
from selection import of_versions

from xtriton.frontend.signature import Parameter, Signature, parse_signature
from xtriton.versions import V3_9, before, since

ADD = [Parameter("x"), Parameter("y"), Parameter("n"), Parameter("BLOCK", is_constant=True)]


def test_types_facts_and_constants():
    found = parse_signature("*fp32:16, *kbf16 , i32:1, 1024", ADD)
    assert dict(found.types) == {"x": "*fp32", "y": "*kbf16", "n": "constexpr", "BLOCK": "constexpr"}
    assert dict(found.constants) == {"n": 1, "BLOCK": 1024}
    assert dict(found.attributes) == {(0,): [["tt.divisibility", 16]]}
    assert found.runtime_types == ("*fp32", "*kbf16")


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("-3", -3),
        ("2.5", 2.5),
        ("True", True),
        ("None", None),
        ("'ieee'", "ieee"),
        ("'a,b'", "a,b"),
        ("(1, 2)", (1, 2)),
    ],
)
def test_constants(entry: str, value: object):
    assert dict(parse_signature(f"{entry}", [Parameter("c", is_constant=True)]).constants) == {"c": value}
    assert parse_signature(f"{entry},i32", [Parameter("c"), Parameter("n")]).types["c"] == "constexpr"


@pytest.mark.parametrize(
    ("spelled", "canonical"),
    [
        ("*float32", "*fp32"),
        ("bfloat16", "bf16"),
        ("*float8_e4m3fn", "*fp8e4nv"),
        ("bool", "u1"),
        pytest.param("**i32", "**i32", marks=of_versions(before(V3_9), "Triton 3.9 has no pointers to pointers")),
        ("*k fp32".replace(" ", ""), "*kfp32"),
        ("tensordesc<fp16[64, 32]>", "tensordesc<fp16[64, 32]>"),
    ],
)
def test_types_have_one_name(spelled: str, canonical: str):
    assert parse_signature(spelled, [Parameter("x")]).types["x"] == canonical


@of_versions(since(V3_9), "older versions have pointers to pointers")
@pytest.mark.parametrize("spelled", ["**i32", "***fp16", "**kfp32"])
def test_pointers_to_pointers_are_refused_where_the_wheel_would_end_the_process(spelled: str):
    with pytest.raises(ValueError, match=r"Triton 3.9 has no pointers to pointers: pass the addresses as '\*i64'"):
        parse_signature(spelled, [Parameter("x")])


def test_parameters_with_defaults_may_be_left_out():
    parameters = [Parameter("x"), Parameter("scale", default=(2.0,)), Parameter("BLOCK", True, (64,))]
    assert dict(parse_signature("*fp32", parameters).constants) == {"scale": 2.0, "BLOCK": 64}
    assert dict(parse_signature("*fp32,fp32", parameters).types) == {
        "x": "*fp32",
        "scale": "fp32",
        "BLOCK": "constexpr",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*fp32", "the signature has 1 entry, but the kernel has 4 parameters: x, y, n, BLOCK"),
        ("", "the signature has 0 entries"),
        ("*fp32,*fp32,i32,4,5", "the signature has 5 entries"),
        ("*fp32,*fp3,i32,4", r"parameter 'y' has the unknown type '\*fp3'; did you mean '\*fp32'"),
        ("*fp32,zzz,i32,4", "unknown type 'zzz': types are such as i32"),
        ("*fp32,void,i32,4", "unknown type 'void'"),
        ("*fp32,tensordesc<fpx[64]>,i32,4", r"unknown type 'tensordesc<fpx\[64\]>'"),
        ("*fp32,*fp32:8,i32,4", r"'\*fp32:8' of parameter 'y': ':16' says that it is divisible by 16"),
        ("*fp32,*fp32,i32,i32", "parameter 'BLOCK' is a constexpr: the signature must have its value, not 'i32'"),
        ("*fp32,*fp32,i32,relu", "not 'relu'; strings are written in quotes, such as 'relu'"),
        ("*fp32,*fp32,i32,BLOCK=", "not ''; strings are written in quotes"),
        ({"x": "*fp32", "y": "*fp32", "n": "i32", "BLOCK": "i32:16"}, "must have its value, not 'i32:16'"),
        (["*fp32", "*fp32", "", 4], "parameter 'n' has the unknown type ''"),
        ("*fp32,,i32,4", "entry 2 of the signature .* is empty"),
    ],
)
def test_entries_that_do_not_fit(text: Any, message: str):
    with pytest.raises(ValueError, match=message):
        parse_signature(text, ADD)


@pytest.mark.parametrize(
    ("given", "value"), [("", ""), (" ", " "), ("relu", "relu"), ("'relu'", "relu"), ("128", 128), (" 128", 128)]
)
def test_strings_in_dictionaries_and_lists_are_constants(given: str, value: object):
    by_name = parse_signature({"x": "*fp32", "y": "*fp32", "n": "i32", "BLOCK": given}, ADD)
    assert by_name.constants["BLOCK"] == value
    assert parse_signature(["*fp32", "*fp32", "i32", given], ADD) == by_name


def test_signatures_without_constants():
    assert Signature({"x": "i32"}, {}).attributes == {}
