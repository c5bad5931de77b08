"""Misuse of loops and choices: see ``test_builder.py``."""

from __future__ import annotations

from typing import Any

from xtriton.frontend import builder as tb


def carried_type_changes(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.acc = c.acc * 1.5  # BAD: acc is int32 before this for loop and cannot become fp32 in it


def carried_shape_changes(x: Any, n: Any, i: Any) -> None:
    with tb.while_(lambda c: n > 3, acc=n) as c:
        c.acc += i  # BAD: acc is int32 before this while loop and cannot become int32[8] in it


def not_carried(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.total = n  # BAD: this for loop does not carry 'total': give its initial value where it starts


def unknown_carried_value(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        tb.store(x, c.total)  # BAD: this for loop has no value named 'total', only: acc


def assigned_after_the_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.acc += 1
    c.acc = n  # BAD: acc is assigned outside of this for loop


def used_outside_of_its_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n) as (k, _):
        y = k + 1
    tb.store(x, y)  # BAD: a value defined inside a for loop is used outside of it


def used_on_the_other_side(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        y = n + 1
    with tb.else_():
        tb.store(x, y)  # BAD: a value defined inside an if is used outside of it


def sides_of_different_types(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0) as c:
        c.y = n
    with tb.else_():
        c.y = 1.5
    tb.store(x, c.y)  # BAD: y is int32 at the end of the if and fp32 at the end of its else


def assigned_on_one_side(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0) as c:
        c.y = n
    tb.store(x, c.y)  # BAD: this if has no value named 'y', only: none


def else_alone(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        pass
    tb.store(x, 1.0)
    with tb.else_():  # BAD: else_ must directly follow the block of an if_
        pass


def else_twice(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        pass
    with tb.else_():
        pass
    with tb.else_():  # BAD: else_ must directly follow the block of an if_
        pass


def python_return_in_a_choice(x: Any, n: Any, i: Any) -> Any:
    with tb.if_(n > 0):  # BAD: Python's return, break and continue cannot leave an if (line
        return x
    return n


def python_break_in_a_loop(x: Any, n: Any, i: Any) -> None:
    for _ in range(3):
        with tb.for_range(n):  # BAD: Python's return, break and continue cannot leave a for loop (line
            break


def updated_variable(x: Any, n: Any, i: Any) -> None:
    total = n
    with tb.for_range(n) as (k, _):  # BAD: total changes in a for loop (line
        total = total + k


def updated_number(x: Any, n: Any, i: Any) -> None:
    count = 0
    with tb.while_(lambda c: c.k > 0, k=n) as c:  # BAD: count changes in a while loop (line
        count += 1
        c.k -= 1


def choice_by_a_tensor(x: Any, n: Any, i: Any) -> None:
    with tb.if_(i > 0):  # BAD: a choice is made by a scalar, not by int1[8]: use where
        pass


def choice_by_python(x: Any, n: Any, i: Any) -> None:
    with tb.if_(True):  # BAD: a choice is made by a value, not by True: use Python's if
        pass


def return_in_a_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n), tb.if_(n > 3):
        tb.return_()  # BAD: return_ cannot stand inside a for loop


def loop_over_floats(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(0, tb.load(x)):  # BAD: the bounds of a loop are integers, not fp32
        pass


def loop_without_steps(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(0, n, 0):  # BAD: the step of a loop cannot be 0
        pass


def condition_of_numbers(x: Any, n: Any, i: Any) -> None:
    with tb.while_(lambda c: c.k, k=n):  # BAD: the condition of a while loop gives a scalar of type int1, not <int32>
        pass


def four_bounds(x: Any, n: Any, i: Any) -> None:
    tb.for_range(0, n, 1, 1)  # BAD: for_range takes one to three bounds, not 4


def bounds_as_text(x: Any, n: Any, i: Any) -> None:
    tb.for_range("n")  # BAD: for_range: bounds is a value or an integer, not 'n'


def carried_text(x: Any, n: Any, i: Any) -> None:
    tb.for_range(n, acc="x")  # BAD: for_range: acc is a value or a number, not 'x'


def condition_as_a_value(x: Any, n: Any, i: Any) -> None:
    tb.while_(n > 0)  # BAD: while_: condition is a function, not <int1>


def expression_of_two_types(x: Any, n: Any, i: Any) -> None:
    tb.if_expression(n > 0, lambda: n, lambda: 1.5)  # BAD: both sides have one type, not int32 and fp32


def expression_of_text(x: Any, n: Any, i: Any) -> None:
    tb.if_expression(n > 0, lambda: n, lambda: "1")  # BAD: expected a value or a number, not '1'
