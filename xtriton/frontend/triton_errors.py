"""Messages of Triton's front end, which passes on any exception, in words: without ``repr``, with the nearest name."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from collections.abc import Callable
from inspect import signature

from xtriton.registry import nearest

_REPR = re.compile(r"(\w+)\((['\"].*['\"])\)")
_CLEAR = ("ValueError", "TypeError", "AssertionError", "NameError")
"""Exceptions whose message says as much without their name."""


def in_words(message: str) -> str:
    """The message of an error, improved where Triton's is an exception of Python's machinery."""
    message = _unquoted(message)
    for pattern, explained in _RULES:
        if (found := re.search(pattern, message)) is not None:
            return explained(message, *found.groups())
    return message


def _unquoted(message: str) -> str:
    """``NameError('x is not defined')`` as ``x is not defined``."""
    found = _REPR.fullmatch(message)
    if found is None:
        return message
    name, quoted = found.groups()
    try:
        text = str(literal_eval(quoted))
    except (SyntaxError, ValueError):
        return message
    return text if name in _CLEAR else f"{name}: {text}"


def _attribute(message: str, module: str, name: str) -> str:
    return message.removeprefix("AttributeError: ") + nearest(name, dir(sys.modules.get(module)))


def _keyword(message: str, function: str, name: str) -> str:
    found = getattr(_language(), function, None)
    return message + nearest(name, set(signature(found).parameters) - _HIDDEN) if callable(found) else message


_HIDDEN = frozenset({"_semantic", "_generator", "_builder"})
"""Parameters that Triton passes, not kernels."""


def _language() -> object:
    return sys.modules.get("triton.language")


def _loop(_message: str, node: str) -> str:
    kind = node.lower()
    return f"loops run over range, tl.range or tl.static_range, not over a {kind}: loop over tl.static_range(n)"


def _method(message: str, name: str) -> str:
    return message.removeprefix("AttributeError: ") + nearest(name, dir(getattr(_language(), "tensor", None)))


def _value(_message: str, kind: str) -> str:
    if kind == "NoneType":
        return "this value is None: give the argument at the launch, or test it before: if x is not None"
    return f"this value is of Python's type {kind}, with which kernels cannot compute: use a number, or a tensor"


def _constant(_message: str) -> str:
    return "this value is a constant of compilation, or None: give a pointer or a tensor"


def _array(_message: str) -> str:
    return "this value is an array, which a constant of compilation cannot be: give a number, or leave out tl.constexpr"


def _operator(message: str, node: str) -> str:
    return _OPERATORS.get(node, message)


_OPERATORS = {
    "MatMult": "kernels have no operator @: multiply matrices by tl.dot(a, b)",
    "In": "kernels have no operator in: compare with the elements by ==",
    "NotIn": "kernels have no operator not in: compare with the elements by !=",
}


def _statement(message: str, node: str) -> str:
    return _STATEMENTS.get(node, message)


_STATEMENTS = {
    "Break": "kernels have no break: put the condition into the loop, while condition: or if condition:",
    "Continue": "kernels have no continue: put the rest of the loop under if condition:",
    "Try": "kernels have no exceptions: leave out try",
    "Raise": "kernels have no exceptions: use tl.device_assert, or tl.static_assert for constants",
    "Lambda": "kernels have no lambda: define a @triton.jit function",
    "Delete": "kernels have no del: leave it out",
    "Import": "kernels have no import: import outside of the kernel",
    "ImportFrom": "kernels have no import: import outside of the kernel",
    "DictComp": "kernels have no dictionaries: use tuples, or one variable for each entry",
    "Dict": "kernels have no dictionaries: use tuples, or one variable for each entry",
    "Yield": "kernels have no generators: return a tuple",
}


def _positional(message: str, function: str) -> str:
    found = getattr(_language(), function, None)
    if not callable(found):
        return message
    known = [parameter for parameter in signature(found).parameters.values() if parameter.name not in _HIDDEN]
    names = [parameter.name for parameter in known if parameter.kind is not parameter.KEYWORD_ONLY]
    return f"{function}() has too many arguments: it takes {', '.join(names)}"


def _recursion(_message: str) -> str:
    return "a function cannot call itself in a kernel, where all calls are inlined: use a loop"


def _return_in_loop(_message: str) -> str:
    return "a loop cannot be left by return: keep the result in a variable, and return it after the loop"


_RULES: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"module '([\w.]+)' has no attribute '(\w+)'", _attribute),
    (r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", _keyword),
    (r"'(NoneType)' object has no attribute '\w+'", _value),
    (r"'(str|list|dict|set|function|JITFunction|module)' object has no attribute 'd?type'", _value),
    (r"'(?:numpy\.dtypes\.\w+|torch\.dtype)' object has no attribute 'is_ptr'", _array),
    (r"'(?:numpy\.ndarray|HostArray)' object has no attribute 'd?type'", _array),
    (r"'constexpr_type' object has no attribute '\w+'", _constant),
    (r"'tensor' object has no attribute '(\w+)'", _method),
    (r"'(\w+)' object has no attribute '__name__'", _operator),
    (r"AST \w+ operator '(\w+)' is not \(currently\) implemented", _operator),
    (r"unsupported AST node type: (\w+)", _statement),
    (r"(\w+)\(\) got multiple values for argument '_semantic'", _positional),
    (r"(\w+)\(\) takes (?:from \d+ to )?\d+ positional arguments? but \d+ positional", _positional),
    (r"KeyError: '?[\w.]+\.\w+__", _recursion),
    (r"We use SCF, so the loop body should only have one block", _return_in_loop),
    (r"'(List|Tuple|Name|Set|Dict|Constant|Attribute|Subscript)' object has no attribute 'func'", _loop),
)
