"""Source locations of operations, as Triton's front end assigns them.

Triton gives an operation the start of the syntax node that it is created for. Before 3.8 this is the node that was
visited last: the last argument of a call, the right operand of an operator. The bytecode of the calling frame tells
which node is being evaluated; the AST of its file, parsed once, gives the rest. Without the source the start of the
node itself is used, and values get no names.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import CodeType, FrameType

from xdsl.dialects.builtin import LocationAttr

from xtriton.frontend.builder.bodies import escaping_statement, updated_names
from xtriton.ir.locations import file_line_col, name_loc
from xtriton.versions import V3_6, V3_8, by_version

_PACKAGE = __name__.rpartition(".")[0]
_LIBRARY = f"{_PACKAGE}.standard"
_EXPRESSIONS = (ast.Call, ast.BinOp, ast.Compare, ast.UnaryOp, ast.Subscript, ast.Attribute, ast.AugAssign)

Span = tuple[int, int, int, int]
"""First and last line (from 1), first and last column (from 0, in bytes)."""


@dataclass(frozen=True)
class Place:
    """A source position.

    ``name`` is the variable that the value is assigned to, if any; ``node`` the expression being evaluated.
    """

    file: str
    line: int
    column: int
    name: str | None = None
    node: ast.AST | None = None

    @property
    def location(self) -> LocationAttr:
        """The location for operations: ``"x"("file":line:column)``."""
        position = file_line_col(self.file, self.line, self.column)
        return position if self.name is None else name_loc(self.name, position)


@dataclass
class _Tree:
    """The AST of a file with its lookup tables."""

    by_span: dict[Span, ast.AST] = field(default_factory=dict[Span, ast.AST])
    by_end: dict[tuple[int, int], ast.AST] = field(default_factory=dict[tuple[int, int], ast.AST])
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict[ast.AST, ast.AST])
    functions: list[ast.FunctionDef] = field(default_factory=list[ast.FunctionDef])


@cache
def _tree(file: str) -> _Tree | None:
    lines = linecache.getlines(file)
    if not lines:
        return None
    try:
        root = ast.parse("".join(lines))
    except SyntaxError:
        return None
    tree = _Tree()
    for node in ast.walk(root):
        for child in ast.iter_child_nodes(node):
            tree.parents[child] = node
        if isinstance(node, ast.FunctionDef):
            tree.functions.append(node)
        elif isinstance(node, _EXPRESSIONS):
            end = (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
            tree.by_span.setdefault((node.lineno, end[0], node.col_offset, end[1]), node)
            if isinstance(node, ast.Call):
                tree.by_end.setdefault(end, node)
    return tree


@cache
def _spans(code: CodeType) -> Sequence[Span | None]:
    """The span of every instruction of a code object."""
    return [
        (line, end_line, column, end_column)
        if line is not None and end_line is not None and column is not None and end_column is not None
        else None
        for line, end_line, column, end_column in code.co_positions()
    ]


def _calling_frame(own: tuple[str, ...] = (_PACKAGE,)) -> FrameType:
    """The innermost frame outside the builder. The library counts as a caller, unless it is among ``own``."""
    frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
    while _is_own(frame.f_globals.get("__name__", ""), own) and frame.f_back is not None:
        frame = frame.f_back
    return frame


def _is_own(module: str, own: tuple[str, ...]) -> bool:
    if module == _LIBRARY:
        return _LIBRARY in own
    return module == _PACKAGE or module.startswith(f"{_PACKAGE}.")


def _node_at(frame: FrameType) -> tuple[_Tree, ast.AST] | None:
    tree = _tree(frame.f_code.co_filename)
    span = _spans(frame.f_code)[frame.f_lasti // 2]
    if tree is None or span is None:
        return None
    # In bytecode, method calls over several lines start at the line of the attribute.
    node = tree.by_span.get(span) or tree.by_end.get((span[1], span[3]))
    return None if node is None else (tree, node)


def caller_place() -> Place:
    """The place of the expression that the builder's caller is evaluating."""
    frame = _calling_frame()
    file = frame.f_code.co_filename
    found = _node_at(frame)
    if found is None:
        span = _spans(frame.f_code)[frame.f_lasti // 2]
        first = _CONVENTION.now().first_column
        return Place(file, frame.f_lineno, first) if span is None else Place(file, span[0], span[2] + first)
    tree, node = found
    located = _CONVENTION.now().located(node)
    return replace(_place_of(file, tree, located), name=_assigned_name(tree, node), node=node)


def caller_position() -> tuple[str, int, int]:
    """File, line and column (from 1) of the expression being evaluated, for messages. Library frames are skipped."""
    frame = _calling_frame((_PACKAGE, _LIBRARY))
    span = _spans(frame.f_code)[frame.f_lasti // 2]
    return frame.f_code.co_filename, frame.f_lineno, 1 if span is None else span[2] + 1


def _place_of(file: str, tree: _Tree, node: ast.AST) -> Place:
    """The start of a node."""
    convention = _CONVENTION.now()
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    indentation = _indentation(tree, node) if convention.is_dedented else 0
    return Place(file, line, column - indentation + convention.first_column)


def _indentation(tree: _Tree, node: ast.AST) -> int:
    """The indentation of the function that a node is in."""
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.FunctionDef):
        around = tree.parents.get(around)
    return around.col_offset if around is not None else 0


def _last_visited(node: ast.AST) -> ast.AST:
    """The part of an expression that Triton's front end visits last."""
    match node:
        case ast.Call(args=[*_, last]):
            return last.value if isinstance(last, ast.Starred) else last
        case ast.Call(keywords=[*_, last]):
            return last
        case ast.Call(func=func):
            return func
        case ast.BinOp(right=last) | ast.UnaryOp(operand=last) | ast.Compare(comparators=[*_, last]):
            return last
        case ast.Subscript(slice=last) | ast.AugAssign(value=last):
            return last
        case _:
            return node


def _itself(node: ast.AST) -> ast.AST:
    return node


def _value_of(statement: ast.Return) -> ast.AST:
    return statement.value or statement


def _last_statement(compound: ast.With | ast.FunctionDef) -> ast.AST:
    return compound.body[-1]


@dataclass(frozen=True)
class _Convention:
    """Which locations Triton's front end gives.

    ``located`` is the node whose start is the location of an expression's operations, ``returned`` that of a return,
    ``after_body`` that of the operations that end the body of a statement. With ``is_compound`` the operations that
    begin a loop or branch have the location of the statement, otherwise that of the part visited last. Columns start at
    ``first_column``; with ``is_dedented`` they count from the indentation of the function.
    """

    located: Callable[[ast.AST], ast.AST]
    returned: Callable[[ast.Return], ast.AST]
    after_body: Callable[[ast.With | ast.FunctionDef], ast.AST]
    is_compound: bool
    first_column: int
    is_dedented: bool


_CONVENTION = by_version(
    {
        V3_6: _Convention(
            _last_visited, _value_of, _last_statement, is_compound=False, first_column=0, is_dedented=True
        ),
        V3_8: _Convention(_itself, _itself, _itself, is_compound=True, first_column=1, is_dedented=False),
    }
)


def _assigned_name(tree: _Tree, node: ast.AST) -> str | None:
    """The variable or carried value that the enclosing statement of an expression assigns."""
    statement: ast.AST | None = node
    while statement is not None and not isinstance(statement, ast.stmt):
        statement = tree.parents.get(statement)
    match statement:
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            match target:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    return name
                case _:
                    return None
        case _:
            return None


@cache
def argument_nodes(call: ast.AST) -> tuple[frozenset[ast.AST], frozenset[ast.AST]]:
    """All expressions in the positional arguments of a call, and all in its keyword arguments."""
    if not isinstance(call, ast.Call):
        return frozenset(), frozenset()
    return (
        frozenset(node for argument in call.args for node in ast.walk(argument)),
        frozenset(node for keyword in call.keywords for node in ast.walk(keyword.value)),
    )


_REFLECTED: dict[str, type[ast.cmpop]] = {"lt": ast.Gt, "le": ast.GtE, "gt": ast.Lt, "ge": ast.LtE}


def is_reflected_comparison(name: str) -> bool:
    """Whether the caller wrote ``1 < x`` where Python asks ``x`` for ``x > 1``, which is the operator ``name``.

    ``1 == x`` is recognised only if the number is a literal.
    """
    found = _node_at(_calling_frame())
    match found:
        case (_, ast.Compare(left=left, ops=[operator])):
            if name in _REFLECTED:
                return isinstance(operator, _REFLECTED[name])
            return isinstance(left, ast.Constant)
        case _:
            return False


@dataclass(frozen=True)
class BlockPlaces:
    """The source places of a ``with`` block, and the names after ``as``.

    ``statement`` is the statement, ``head`` the place of the operations that begin the loop or branch, ``last`` that of
    those that end its body.
    ``escape`` is a Python statement that would leave the block; ``updated`` has the lines of the variables that were
    bound before, and that the block reads and then assigns.
    """

    statement: Place
    head: Place
    last: Place
    targets: tuple[str, ...] = ()
    escape: Place | None = None
    updated: Mapping[str, int] = field(default_factory=dict[str, int])


def with_places() -> BlockPlaces:
    """The places of the ``with`` statement whose item the caller is evaluating."""
    frame = _calling_frame()
    convention = _CONVENTION.now()
    here = Place(frame.f_code.co_filename, frame.f_lineno, convention.first_column)
    found = _node_at(frame)
    if found is None:
        return BlockPlaces(here, here, here)
    tree, node = found
    statement: ast.AST | None = node
    while statement is not None and not isinstance(statement, ast.With):
        statement = tree.parents.get(statement)
    if statement is None:
        return BlockPlaces(here, here, here)
    item = next((item for item in statement.items if node in ast.walk(item.context_expr)), None)
    targets = item.optional_vars if item is not None else None
    escape = escaping_statement(statement.body)
    known = frame.f_locals
    return BlockPlaces(
        _place_of(here.file, tree, statement),
        _place_of(here.file, tree, statement if convention.is_compound else convention.located(node)),
        _place_of(here.file, tree, convention.after_body(statement)),
        tuple(name.id for name in ast.walk(targets) if isinstance(name, ast.Name)) if targets is not None else (),
        None if escape is None else _place_of(here.file, tree, escape),
        {name: line for name, line in updated_names(statement.body).items() if name in known},
    )


@dataclass(frozen=True)
class FunctionPlaces:
    """The source places of a function: its ``def``, what it returns last, and the operations after its body."""

    definition: Place
    result: Place
    last: Place


def function_places(function: Callable[..., object]) -> FunctionPlaces:
    """The places of a Python function."""
    code = function.__code__
    file, first = code.co_filename, code.co_firstlineno
    tree = _tree(file)
    node = None if tree is None else _definition(tree, first, code.co_name)
    if tree is None or node is None:
        place = Place(file, first, _CONVENTION.now().first_column)
        return FunctionPlaces(place, place, place)
    last = node.body[-1]
    convention = _CONVENTION.now()
    result = convention.returned(last) if isinstance(last, ast.Return) else last
    places = (_place_of(file, tree, each) for each in (node, result, convention.after_body(node)))
    return FunctionPlaces(*places)


def _definition(tree: _Tree, first_line: int, name: str) -> ast.FunctionDef | None:
    """The definition that starts, decorators included, at a line."""
    for node in tree.functions:
        starts = {node.lineno, *(decorator.lineno for decorator in node.decorator_list)}
        if node.name == name and first_line in starts:
            return node
    return None
