"""Functions with scf for the proofs of its fold and patterns: all combinations of small parts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from proofs.functions import POISON, Subject

BITS = (0, 1, POISON)
NUMBERS = (0, 3, POISON)


def _print(name: str, value: str, type_: str = "i32") -> str:
    return f'tt.print "{name}" {{hex = false, isSigned = array<i32: 1>}} : {value} : {type_}'


# scf.if

_CONDITIONS = ("%c", "%not", "%true", "%false")
_HEAD = """
  %true = arith.constant true
  %false = arith.constant false
  %k = arith.constant 5 : i32
  %not = arith.xori %c, %true : i1
"""
_ARGUMENTS = "%c: i1, %d: i1, %x: i32, %y: i32"
_DOMAINS = (BITS, BITS, NUMBERS, (1, POISON))


def ifs_with_results() -> Iterator[Subject]:
    """An ``if`` that yields a number and a bit, from inside, from outside, or known; unused, or used."""
    numbers = (("%x", "%x"), ("%x", "%y"), ("%in", "%y"), ("%x", "%in"), ("%in", "%in"))
    bits = (("%true", "%false"), ("%false", "%true"), ("%d", "%d"), ("%c", "%d"), ("%d", "%not"), ("%b", "%b"))
    returned = ("%r#0, %r#1", "%r#0, %d", "%x, %r#1", "%x, %d")
    for condition, number, bit, used in product(_CONDITIONS, numbers, bits, returned):
        parts = [
            f"""{_print(name, "%x")}
    %in = arith.addi %x, %k : i32
    %b = arith.cmpi slt, %x, %k : i32
    scf.yield {number[side]}, {bit[side]} : i32, i1"""
            for side, name in enumerate(("then", "else"))
        ]
        yield Subject(
            f"""tt.func @f({_ARGUMENTS}) -> (i32, i1) {{{_HEAD}
  %r:2 = scf.if {condition} -> (i32, i1) {{
    {parts[0]}
  }} else {{
    {parts[1]}
  }}
  tt.return {used} : i32, i1
}}""",
            _DOMAINS,
        )


def ifs_without_results() -> Iterator[Subject]:
    """An ``if`` of which each side does something, nothing, or uses the condition."""
    known, negated = _print("condition", "%c", "i1"), _print("negated", "%not", "i1")
    bodies = ("", _print("number", "%x"), known, f"{known}\n    {known}", negated)
    for condition, then, otherwise in product(_CONDITIONS, bodies, (None, *bodies)):
        second = "" if otherwise is None else f" else {{\n    {otherwise}\n  }}"
        yield Subject(
            f"""tt.func @f({_ARGUMENTS}) {{{_HEAD}
  scf.if {condition} {{
    {then}
  }}{second}
  tt.return
}}""",
            _DOMAINS,
        )


def ifs_in_a_row() -> Iterator[Subject]:
    """Two in a row, of which the second may use what the first yields."""
    conditions = (("%c", "%c"), ("%c", "%not"), ("%not", "%c"), ("%c", "%d"))
    for (first, second), (true, false), has_else in product(
        conditions, (("%x", "%y"), ("%in", "%y"), ("%in", "%in")), (True, False)
    ):
        then = f"""{_print("then", "%r")}
    %s = arith.addi %r, %x : i32"""
        otherwise = f"""{_print("else", "%r")}
    %s = arith.muli %r, %k : i32"""
        opening = f"%q = scf.if {second} -> (i32)" if has_else else f"scf.if {second}"
        ends = (
            ("scf.yield %s : i32", f" else {{\n    {otherwise}\n    scf.yield %s : i32\n  }}") if has_else else ("", "")
        )
        yield Subject(
            f"""tt.func @f({_ARGUMENTS}) -> (i32, i32) {{{_HEAD}
  %r = scf.if {first} -> (i32) {{
    {_print("first", "%x")}
    %in = arith.addi %x, %k : i32
    scf.yield {true} : i32
  }} else {{
    {_print("second", "%y")}
    %in = arith.muli %y, %k : i32
    scf.yield {false} : i32
  }}
  {opening} {{
    {then}
    {ends[0]}
  }}{ends[1]}
  tt.return %r, {"%q" if has_else else "%x"} : i32, i32
}}""",
            _DOMAINS,
        )
    for first, second in conditions:
        for third in ("", f" else {{ {_print('d', '%y')} }}"):
            yield Subject(
                f"""tt.func @f({_ARGUMENTS}) {{{_HEAD}
  scf.if {first} {{ {_print("a", "%x")} }}
  scf.if {second} {{ {_print("b", "%x")} }}{third}
  tt.return
}}""",
                _DOMAINS,
            )


def nested_ifs() -> Iterator[Subject]:
    """An ``if`` in an ``if``; the inner condition comes from outside."""
    for inner_else, outer_else, effect in product(("%y", "%x"), ("%y", "%x"), (True, False)):
        side = _print("inner else", "%x") if effect else ""
        for second in ("%m", "%x", "%k"):
            yield Subject(
                f"""tt.func @f({_ARGUMENTS}) -> (i32, i32) {{{_HEAD}
  %r:2 = scf.if %c -> (i32, i32) {{
    %m = scf.if %d -> (i32) {{
      {_print("both", "%x")}
      %in = arith.addi %x, %k : i32
      scf.yield %in : i32
    }} else {{
      {side}
      scf.yield {inner_else} : i32
    }}
    scf.yield %m, {second} : i32, i32
  }} else {{
    scf.yield {outer_else}, %y : i32, i32
  }}
  tt.return %r#0, %r#1 : i32, i32
}}""",
                _DOMAINS,
            )
    for body, behind in product(("", _print("else", "%y")), ("", _print("behind", "%y"))):
        yield Subject(
            f"""tt.func @f({_ARGUMENTS}) {{{_HEAD}
  scf.if %c {{
    scf.if %d {{ {_print("both", "%x")} }} else {{ {body} }}
    {behind}
  }}
  tt.return
}}""",
            _DOMAINS,
        )


# scf.for


def loops_with_known_bounds(step: int = 1) -> Iterator[Subject]:
    """Loops over ``i4`` with all constant bounds and steps, signed and not, whose body counts or hands on values."""
    numbers = range(-8, 8, step)
    for low, high, by, unsigned, body in product(numbers, numbers, numbers, ("", "unsigned "), ("count", "outside")):
        bodies = {
            "count": f"{_print('i', '%i', 'i4')}\n    %s = arith.addi %a, %i : i4\n    scf.yield %s, %y : i4, i4",
            "outside": "scf.yield %x, %y : i4, i4",
        }
        yield Subject(
            f"""tt.func @f(%x: i4, %y: i4) -> (i4, i4) {{
  %low = arith.constant {low} : i4
  %high = arith.constant {high} : i4
  %by = arith.constant {by} : i4
  %r:2 = scf.for {unsigned}%i = %low to %high step %by iter_args(%a = %x, %b = %x) -> (i4, i4) : i4 {{
    {bodies[body]}
  }}
  tt.return %r#0, %r#1 : i4, i4
}}""",
            ((2,), (5,)),
        )


def loops_from_a_sum() -> Iterator[Subject]:
    """Loops from ``x`` to ``x + c``, whose distance is known if the sum does not overflow, and from ``x`` to ``x``."""
    for flags, distance, by, unsigned in product(
        ("", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"), (-3, 0, 1, 2, 7), (1, 2, 3), ("", "unsigned ")
    ):
        for high in ("%sum", "%x"):
            yield Subject(
                f"""tt.func @f(%x: i4) -> i4 {{
  %c = arith.constant {distance} : i4
  %by = arith.constant {by} : i4
  %sum = arith.addi %x, %c{flags} : i4
  %r = scf.for {unsigned}%i = %x to {high} step %by iter_args(%a = %x) -> (i4) : i4 {{
    {_print("i", "%i", "i4")}
    %s = arith.addi %a, %i : i4
    scf.yield %s : i4
  }}
  tt.return %r : i4
}}""",
                (tuple(range(16)),),
            )


def carried_values() -> Iterator[Subject]:
    """Loops with three iter_args; for each one the loop yields an iter_arg, an init, a value from above, or a sum."""
    choices = ("%a", "%b", "%x", "%z", "%s")
    uses = ("%r#0, %r#1, %r#2", "%r#0, %x, %r#2", "%x, %x, %x")
    for first, second, third, used in product(choices, choices, ("%b", "%e", "%s"), uses):
        for inits in ("%x, %x, %y", "%x, %y, %y"):
            a, b, e = inits.split(", ")
            yield Subject(
                f"""tt.func @f(%x: i8, %y: i8, %z: i8, %n: index) -> (i8, i8, i8) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = {a}, %b = {b}, %e = {e}) -> (i8, i8, i8) {{
    %s = arith.addi %a, %z : i8
    {_print("s", "%s", "i8")}
    scf.yield {first}, {second}, {third} : i8, i8, i8
  }}
  tt.return {used} : i8, i8, i8
}}""",
                ((1, POISON), (2,), (7,), (0, 1, 3)),
            )


# scf.while


def whiles() -> Iterator[Subject]:
    """Loops with two arguments, of which the condition hands on two values and the second region yields two."""
    handed = ("%a", "%b", "%x", "%s")
    for first, second in product(handed, handed):
        for yields in ("%q, %t", "%t, %q", "%t, %y", "%x, %t", "%t, %p", "%t, %s2"):
            for used, shown in product(("%r#0, %r#1", "%r#0, %x", "%y, %x"), ("%q", "%t")):
                extra = "%s2 = arith.muli %q, %c1 : i8" if "%s2" in yields else ""
                yield Subject(
                    f"""tt.func @f(%x: i8, %y: i8, %n: i8) -> (i8, i8) {{
  %c1 = arith.constant 1 : i8
  %r:2 = scf.while (%a = %x, %b = %y) : (i8, i8) -> (i8, i8) {{
    %s = arith.addi %a, %c1 : i8
    %k = arith.cmpi slt, %s, %n : i8
    {_print("before", "%s", "i8")}
    scf.condition(%k) {first}, {second} : i8, i8
  }} do {{
  ^bb0(%p: i8, %q: i8):
    %t = arith.addi %p, %c1 : i8
    {extra}
    {_print("after", shown, "i8")}
    scf.yield {yields} : i8, i8
  }}
  tt.return {used} : i8, i8
}}""",
                    ((0, 2), (1,), (0, 2, 5)),
                )


def whiles_that_use_their_condition() -> Iterator[Subject]:
    """The condition handed on, and the comparison that it is made again in the second region, on both sides."""
    inverse = {"slt": "sge", "ne": "eq", "ugt": "ule"}
    for predicate, sides in product(inverse, ("%s, %n", "%n, %s")):
        for again in (predicate, inverse[predicate], "sle"):
            other = sides.replace("%s", "%p")
            yield Subject(
                f"""tt.func @f(%x: i8, %n: i8) -> (i8, i1) {{
  %c1 = arith.constant 1 : i8
  %r:2 = scf.while (%a = %x) : (i8) -> (i8, i1) {{
    %s = arith.addi %a, %c1 : i8
    %k = arith.cmpi {predicate}, {sides} : i8
    scf.condition(%k) %s, %k : i8, i1
  }} do {{
  ^bb0(%p: i8, %m: i1):
    %g = arith.cmpi {again}, {other} : i8
    {_print("condition", "%m", "i1")}
    {_print("again", "%g", "i1")}
    %t = arith.addi %p, %c1 : i8
    scf.yield %t : i8
  }}
  tt.return %r#0, %r#1 : i8, i1
}}""",
                ((0, 2, 250), (0, 3, 4)),
            )


def whiles_with_unused_arguments() -> Iterator[Subject]:
    """Arguments that the first region does not use, hands on in another order, or several times."""
    for arguments, handed in product(("%a", "%a, %b"), ("%b, %a", "%a, %a", "%a, %b", "%s, %s")):
        if "%b" in handed and "%b" not in arguments:
            continue
        count = arguments.count("%")
        types = ", ".join(["i8"] * count)
        starts = ", ".join(f"{one} = {init}" for one, init in zip(arguments.split(", "), ("%x", "%y"), strict=False))
        yields = "%t, %q" if count == 2 else "%t"
        yield Subject(
            f"""tt.func @f(%x: i8, %y: i8, %n: i8) -> (i8, i8) {{
  %c1 = arith.constant 1 : i8
  %r:2 = scf.while ({starts}) : ({types}) -> (i8, i8) {{
    %s = arith.addi %a, %c1 : i8
    %k = arith.cmpi slt, %s, %n : i8
    scf.condition(%k) {handed} : i8, i8
  }} do {{
  ^bb0(%p: i8, %q: i8):
    %t = arith.addi %p, %c1 : i8
    {_print("both", "%q", "i8")}
    scf.yield {yields} : {types}
  }}
  tt.return %r#0, %r#1 : i8, i8
}}""",
            ((0, 2), (1, 3), (0, 2, 5)),
        )


# Regions


def regions() -> Iterator[Subject]:
    """Regions that are run once, with one block and with several, and switches on constants."""
    yield Subject(
        f"""tt.func @f(%x: i8, %y: i8) -> (i8, i8) {{
  %r:2 = scf.execute_region -> (i8, i8) {{
    {_print("x", "%x", "i8")}
    %s = arith.addi %x, %y : i8
    scf.yield %s, %y : i8, i8
  }}
  tt.return %r#0, %r#1 : i8, i8
}}""",
        ((0, 2), (1, 3)),
    )
    yield Subject(
        f"""tt.func @f(%c: i1, %x: i8, %y: i8) -> i8 {{
  {_print("start", "%x", "i8")}
  %r = scf.execute_region -> i8 {{
    cf.cond_br %c, ^bb1(%x : i8), ^bb2
  ^bb1(%a: i8):
    {_print("one", "%a", "i8")}
    scf.yield %a : i8
  ^bb2:
    {_print("two", "%y", "i8")}
    scf.yield %y : i8
  }}
  {_print("end", "%r", "i8")}
  tt.return %r : i8
}}""",
        ((0, 1), (1, 3), (2,)),
    )
    for number in (-1, 0, 1, 2, 7):
        yield Subject(
            f"""tt.func @f(%x: i8, %y: i8) -> i8 {{
  %n = arith.constant {number} : index
  %r = scf.index_switch %n -> i8
  case 1 {{
    {_print("one", "%x", "i8")}
    scf.yield %x : i8
  }}
  case -1 {{
    {_print("minus one", "%x", "i8")}
    %s = arith.addi %x, %y : i8
    scf.yield %s : i8
  }}
  default {{
    scf.yield %y : i8
  }}
  tt.return %r : i8
}}""",
            ((0, 2), (1, 3)),
        )


def all_control_flow(*, full: bool) -> Iterator[Subject]:
    """As many functions of each kind, at random; unless ``full`` fewer, and loops only with some of the bounds."""
    for group in (
        *(ifs_with_results, ifs_without_results, ifs_in_a_row, nested_ifs),
        *(loops_from_a_sum, carried_values, whiles, whiles_that_use_their_condition, whiles_with_unused_arguments),
        regions,
    ):
        subjects = list(group())
        most = 250 if full or group is ifs_without_results else 40
        yield from Random(0).sample(subjects, min(most, len(subjects)))
    yield from loops_with_known_bounds(2 if full else 5)
