"""Translates the ``llvm`` dialect to LLVM IR text.

Everything that the CPU passes generate is covered: functions, globals, branches, arithmetic, memory, atomics, calls,
intrinsics and vectors. Block arguments become phi nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.backends.cpu.spelling import attribute_words, constant_text, suffix, symbol_text, type_text
from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.dialects.upstream.llvm.attributes import (
    AtomicBinOp,
    AtomicOrdering,
    FastMathFlagsAttr,
    FCmpPredicate,
    LinkageAttr,
)
from xtriton.dialects.upstream.llvm.control import BrOp, CallIntrinsicOp, CallOp, CondBrOp, SwitchOp
from xtriton.dialects.upstream.llvm.functions import GlobalOp, LLVMFuncOp
from xtriton.dialects.upstream.llvm.loops import LoopAnnotationAttr, LoopInterleaveAttr, LoopLICMAttr
from xtriton.dialects.upstream.llvm.memory import DYNAMIC_INDEX, GEPOp
from xtriton.dialects.upstream.llvm.types import FunctionType
from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_list, int_value, is_integer_attr


def llvm_ir(module: ModuleOp, lines: list[Operation] | None = None) -> str:
    """The LLVM IR of a module of ``llvm`` functions and globals.

    If ``lines`` is given, it is filled and debug information is generated: line N of an instruction is operation N in
    it. Raises ``DiagnosticError`` for an operation that cannot be translated.
    """
    intrinsics: dict[str, str] = {}
    parts: list[str] = []
    metadata = _Metadata()
    lined = None if lines is None else _Lines(lines, metadata)
    for op in module.body.block.ops:
        match op:
            case LLVMFuncOp():
                parts.append(_FunctionText(op, intrinsics, metadata, lined).text())
            case GlobalOp():
                parts.append(_global_text(op))
            case _:
                raise error(op.location, f"'{op.name}' op cannot stand in a module of LLVM IR")
    return "\n".join([*parts, *intrinsics.values(), *metadata.text()]) + "\n"


class _Metadata:
    """The numbered metadata nodes at the end of a module."""

    def __init__(self) -> None:
        self._nodes: list[str] = []
        self._named: list[str] = []

    def node(self, text: str) -> str:
        """Add a node. Returns its name."""
        self._nodes.append(text)
        return f"!{len(self._nodes) - 1}"

    def named(self, name: str, text: str) -> str:
        """Add a named list of one node. Returns the node's name."""
        node = self.node(text)
        self._named.append(f"!{name} = !{{{node}}}")
        return node

    def loop(self, annotation: LoopAnnotationAttr) -> str:
        """The suffix of the branch that continues a loop. Hints other than those below are dropped."""
        hints: list[str] = []
        for value in annotation.fields.data.values():
            match value:
                case LoopInterleaveAttr() if "count" in value.fields.data:
                    hints.append(f'!"llvm.loop.interleave.count", i32 {int_value(value.fields.data["count"])}')
                case LoopLICMAttr() if "disable" in value.fields.data and int_value(value.fields.data["disable"]):
                    hints.append('!"llvm.licm.disable"')
                case _:
                    pass
        if not hints:
            return ""
        nodes = ", ".join(self.node(f"!{{{hint}}}") for hint in hints)
        # Each node refers to itself, so that LLVM can tell loops apart.
        return f", !llvm.loop {self.node(f'distinct !{{!{len(self._nodes)}, {nodes}}}')}"

    def text(self) -> list[str]:
        """The lines of all nodes."""
        return [*self._named, *(f"!{number} = {text}" for number, text in enumerate(self._nodes))]


class _Lines:
    """Debug information that maps an instruction to its operation."""

    def __init__(self, ops: list[Operation], metadata: _Metadata) -> None:
        self._ops = ops
        self._node = metadata.node
        self._file = self._node('!DIFile(filename: "operations", directory: "")')
        self._type = self._node("!DISubroutineType(types: !{})")
        unit = f"DICompileUnit(language: DW_LANG_C, file: {self._file}, emissionKind: LineTablesOnly)"
        self._unit = metadata.named("llvm.dbg.cu", f"distinct !{unit}")
        metadata.named("llvm.module.flags", '!{i32 2, !"Debug Info Version", i32 3}')
        self._function = ""

    def function(self, name: str) -> str:
        """The debug suffix of a function header; the instructions that follow belong to it."""
        kind = f"spFlags: DISPFlagDefinition, unit: {self._unit}"
        program = f"DISubprogram(name: {name}, file: {self._file}, type: {self._type}, {kind})"
        self._function = self._node(f"distinct !{program}")
        return f" !dbg {self._function}"

    def instruction(self, op: Operation) -> str:
        """The debug suffix of an instruction."""
        self._ops.append(op)
        return f", !dbg {self._node(f'!DILocation(line: {len(self._ops)}, scope: {self._function})')}"


def _name(attr: Attribute) -> str:
    return symbol_text(cast("StringAttr", attr).data)


def _linkage(op: LLVMFuncOp | GlobalOp) -> str:
    word = cast("LinkageAttr", op.linkage).keyword.data
    return "" if word == "external" else f"{word} "


def _global_text(op: GlobalOp) -> str:
    kind = "constant" if op.constant is not None else "global"
    value = "zeroinitializer" if op.value is None else constant_text(op.value, op.global_type, op)
    align = "" if op.alignment is None else f", align {int_value(op.alignment)}"
    return f"{_name(op.sym_name)} = {_linkage(op)}{kind} {type_text(op.global_type)} {value}{align}"


_BINARY = {
    **{f"llvm.{word}": word for word in ("and", "urem", "srem", "xor")},
    **{f"llvm.{word}": word for word in ("add", "sub", "mul", "shl", "or", "udiv", "sdiv", "lshr", "ashr")},
    **{f"llvm.{word}": word for word in ("fadd", "fsub", "fmul", "fdiv", "frem")},
}
_CASTS = (
    *("zext", "sext", "trunc", "fpext", "fptrunc", "fptosi", "fptoui", "sitofp", "uitofp"),
    *("ptrtoint", "inttoptr", "bitcast", "addrspacecast"),
)


def _flags(op: Operation) -> str:
    """The fast-math, overflow, exact and disjoint flags of an operation, each with a space after it."""
    properties = op.properties
    words: list[str] = []
    fast = properties.get("fastmathFlags")
    if type(fast) is FastMathFlagsAttr and fast.bits.data:
        words += fast.keywords
    overflow = properties.get("overflowFlags")
    if is_integer_attr(overflow):
        bits = int_value(overflow)
        words += [word for word, bit in (("nuw", 2), ("nsw", 1)) if bits & bit]
    for key, word in (("isExact", "exact"), ("isDisjoint", "disjoint"), ("nonNeg", "nneg")):
        if key in properties and isinstance(properties[key], UnitAttr):
            words.append(word)
    return "".join(f"{word} " for word in words)


class _FunctionText:
    """The text of one function."""

    def __init__(self, op: LLVMFuncOp, intrinsics: dict[str, str], metadata: _Metadata, debug: _Lines | None) -> None:
        self._op = op
        self._metadata = metadata
        self._debug = debug
        self._intrinsics = intrinsics
        self._names: dict[SSAValue, str] = {}
        self._labels: dict[Block, str] = {}
        self._lines: list[str] = []
        self._next = 0

    def text(self) -> str:
        op = self._op
        type_ = cast("FunctionType", op.function_type)
        words = [self._argument(index) for index in range(len(type_.inputs.data))]
        words += ["..."] if type_.is_variadic else []
        head = f"{_linkage(op)}{type_text(type_.result)} {_name(op.sym_name)}({', '.join(words)})"
        if not op.body.blocks:
            return f"declare {head}"
        for block in op.body.blocks:
            self._labels[block] = f"b{len(self._labels)}"
            for argument in block.args if block is not op.body.first_block else ():
                self._fresh(argument)
        place = "" if self._debug is None else self._debug.function(f'"{_name(op.sym_name)[1:].strip(chr(34))}"')
        for block in op.body.blocks:
            self._block(block)
        return "\n".join([f"define {head}{_function_attributes(op)}{place} {{", *self._lines, "}"])

    def _argument(self, index: int) -> str:
        op = self._op
        type_ = type_text(cast("FunctionType", op.function_type).inputs.data[index])
        entries = cast("ArrayAttr[Attribute] | None", op.arg_attrs)
        words = [type_, *(_argument_word(name, value) for name, value in attribute_words(entries, index))]
        if op.body.blocks:
            words.append(self._fresh(op.body.blocks[0].args[index]))
        return " ".join(words)

    def _fresh(self, value: SSAValue) -> str:
        name = self._names[value] = f"%v{self._next}"
        self._next += 1
        return name

    def _ref(self, value: SSAValue) -> str:
        known = self._names.get(value)
        if known is not None:
            return known
        return self._constant(value) or self._fresh(value)

    def _constant(self, value: SSAValue) -> str | None:
        if not is_result(value):
            return None
        op = value.op
        match op.name:
            case "llvm.mlir.constant":
                return constant_text(op.properties["value"], value.type, op)
            case "llvm.mlir.zero":
                return "null" if type_text(value.type).startswith("ptr") else "zeroinitializer"
            case "llvm.mlir.undef" | "llvm.mlir.poison":
                return op.name.removeprefix("llvm.mlir.")
            case "llvm.mlir.addressof":
                return symbol_text(cast("SymbolRefAttr", op.properties["global_name"]).root_reference.data)
            case _:
                return None

    def _typed(self, value: SSAValue) -> str:
        return f"{type_text(value.type)} {self._ref(value)}"

    def _block(self, block: Block) -> None:
        self._lines.append(f"{self._labels[block]}:")
        if block is not self._op.body.first_block:
            self._phis(block)
        for op in block.ops:
            try:
                self._operation(op)
            except ValueError as problem:
                raise error(op.location, f"'{op.name}' op: {problem}") from problem

    def _phis(self, block: Block) -> None:
        edges = [(use.operation, use.index) for use in block.uses]
        for position, argument in enumerate(block.args):
            incoming = dict.fromkeys(
                f"[ {self._ref(_passed(op, index)[position])}, %{self._labels[cast('Block', op.parent)]} ]"
                for op, index in edges
            )
            self._lines.append(f"  {self._names[argument]} = phi {type_text(argument.type)} {', '.join(incoming)}")

    def _operation(self, op: Operation) -> None:
        word = op.name.removeprefix("llvm.")
        if op.name in _BINARY:
            text = f"{_BINARY[op.name]} {_flags(op)}{self._typed(op.operands[0])}, {self._ref(op.operands[1])}"
        elif word in _CASTS:
            text = f"{word} {_flags(op)}{self._typed(op.operands[0])} to {type_text(op.results[0].type)}"
        elif word.startswith("intr."):
            text = self._intrinsic(op, word.removeprefix("intr."))
        elif word in _OTHERS:
            text = _OTHERS[word](self, op)
        elif word.startswith("mlir."):
            return  # printed where it is used
        else:
            raise error(op.location, f"'{op.name}' op cannot be translated to LLVM IR")
        result = f"{self._ref(op.results[0])} = " if op.results else ""
        self._lines.append(f"  {result}{text}" + ("" if self._debug is None else self._debug.instruction(op)))

    def _intrinsic(self, op: Operation, word: str) -> str:
        operands, results = list(op.operands), list(op.results)
        overload = [operand.type for operand in operands[:2]] if word in ("memcpy", "memset") else []
        name = f"@llvm.{word}"
        if word == "memcpy":
            overload = [operand.type for operand in operands]
        elif word == "memset":
            overload = [operands[0].type, operands[2].type]
        elif word == "powi":
            overload = [operands[0].type, operands[1].type]
        elif results:
            overload = [results[0].type]
        name += "".join(f".{suffix(type_)}" for type_ in overload)
        arguments = [self._typed(operand) for operand in operands]
        types = [type_text(operand.type) for operand in operands]
        for key in ("is_int_min_poison", "is_zero_poison", "isVolatile"):
            if key in op.properties:
                arguments.append(f"i1 {'true' if int_value(op.properties[key]) else 'false'}")
                types.append("i1")
        result = type_text(results[0].type) if results else "void"
        self._intrinsics.setdefault(name, f"declare {result} {name}({', '.join(types)})")
        return f"call {_flags(op)}{result} {name}({', '.join(arguments)})"

    # Operations with their own syntax

    def _unary(self, op: Operation) -> str:
        return f"{op.name.removeprefix('llvm.')} {_flags(op)}{self._typed(op.operands[0])}"

    def _icmp(self, op: Operation) -> str:
        predicate = CmpIPredicate.of(op.properties["predicate"]).keyword
        return f"icmp {predicate} {self._typed(op.operands[0])}, {self._ref(op.operands[1])}"

    def _fcmp(self, op: Operation) -> str:
        predicate = FCmpPredicate.of(op.properties["predicate"]).keyword.lstrip("_")
        return f"fcmp {_flags(op)}{predicate} {self._typed(op.operands[0])}, {self._ref(op.operands[1])}"

    def _select(self, op: Operation) -> str:
        return f"select {_flags(op)}{', '.join(self._typed(operand) for operand in op.operands)}"

    def _load(self, op: Operation) -> str:
        volatile = "volatile " if "volatile_" in op.properties else ""
        return f"load {volatile}{type_text(op.results[0].type)}, {self._typed(op.operands[0])}{_alignment(op)}"

    def _store(self, op: Operation) -> str:
        past_caches = ", !nontemporal !{i32 1}" if "nontemporal" in op.properties else ""
        return f"store {self._typed(op.operands[0])}, {self._typed(op.operands[1])}{_alignment(op)}{past_caches}"

    def _alloca(self, op: Operation) -> str:
        return f"alloca {type_text(op.properties['elem_type'])}, {self._typed(op.operands[0])}{_alignment(op)}"

    def _gep(self, op: Operation) -> str:
        assert isinstance(op, GEPOp)
        dynamic = iter(op.dynamicIndices)
        indices = [
            self._typed(next(dynamic)) if index == DYNAMIC_INDEX else f"i32 {index}" for index in op.constant_indices
        ]
        bits = int_value(op.noWrapFlags)
        flags = ("inbounds " if bits & 1 else "nusw " if bits & 2 else "") + ("nuw " if bits & 4 else "")
        return f"getelementptr {flags}{type_text(op.elem_type)}, {self._typed(op.base)}, {', '.join(indices)}"

    def _atomicrmw(self, op: Operation) -> str:
        word = AtomicBinOp.of(op.properties["bin_op"]).keyword.lstrip("_")
        ordering = AtomicOrdering.of(op.properties["ordering"]).keyword
        return f"atomicrmw {word} {self._typed(op.operands[0])}, {self._typed(op.operands[1])} {ordering}"

    def _cmpxchg(self, op: Operation) -> str:
        orderings = [AtomicOrdering.of(op.properties[key]).keyword for key in ("success_ordering", "failure_ordering")]
        return f"cmpxchg {', '.join(self._typed(operand) for operand in op.operands)} {' '.join(orderings)}"

    def _extractvalue(self, op: Operation) -> str:
        position = int_list(op.properties["position"])
        return f"extractvalue {self._typed(op.operands[0])}, {', '.join(map(str, position))}"

    def _insertvalue(self, op: Operation) -> str:
        position = int_list(op.properties["position"])
        operands = ", ".join(self._typed(operand) for operand in op.operands)
        return f"insertvalue {operands}, {', '.join(map(str, position))}"

    def _elements(self, op: Operation) -> str:
        return f"{op.name.removeprefix('llvm.')} {', '.join(self._typed(operand) for operand in op.operands)}"

    def _shufflevector(self, op: Operation) -> str:
        mask = int_list(op.properties["mask"])
        lanes = ", ".join("i32 poison" if lane < 0 else f"i32 {lane}" for lane in mask)
        return (
            f"shufflevector {', '.join(self._typed(operand) for operand in op.operands)}, <{len(mask)} x i32> <{lanes}>"
        )

    def _call(self, op: Operation) -> str:
        assert isinstance(op, CallOp)
        operands = list(op.callee_operands)
        if isinstance(op.callee, SymbolRefAttr):
            callee = symbol_text(op.callee.root_reference.data)
        else:
            callee = self._ref(operands.pop(0))
        result = type_text(op.results[0].type) if op.results else "void"
        if op.var_callee_type is not None:
            result = type_text(op.var_callee_type)
        return f"call {_flags(op)}{result} {callee}({', '.join(self._typed(operand) for operand in operands)})"

    def _call_intrinsic(self, op: Operation) -> str:
        assert isinstance(op, CallIntrinsicOp)
        name, result = f"@{op.intrin}", type_text(op.results[0].type) if op.results else "void"
        types = ", ".join(type_text(operand.type) for operand in op.args)
        self._intrinsics.setdefault(name, f"declare {result} {name}({types})")
        return f"call {_flags(op)}{result} {name}({', '.join(map(self._typed, op.args))})"

    def _br(self, op: Operation) -> str:
        annotation = cast("BrOp", op).loop_annotation
        loop = self._metadata.loop(annotation) if isinstance(annotation, LoopAnnotationAttr) else ""
        return f"br label %{self._labels[op.successors[0]]}{loop}"

    def _cond_br(self, op: Operation) -> str:
        targets = ", ".join(f"label %{self._labels[block]}" for block in op.successors)
        return f"br {self._typed(op.operands[0])}, {targets}"

    def _switch(self, op: Operation) -> str:
        assert isinstance(op, SwitchOp)
        type_ = type_text(op.value.type)
        cases = " ".join(
            f"{type_} {case}, label %{self._labels[block]}"
            for case, block in zip(op.cases, op.caseDestinations, strict=True)
        )
        return f"switch {self._typed(op.value)}, label %{self._labels[op.defaultDestination]} [ {cases} ]"

    def _return(self, op: Operation) -> str:
        return f"ret {self._typed(op.operands[0])}" if op.operands else "ret void"

    def _unreachable(self, op: Operation) -> str:
        return "unreachable"


_OTHERS: dict[str, Callable[[_FunctionText, Operation], str]] = {
    "fneg": _FunctionText._unary,  # pyright: ignore[reportPrivateUsage]
    "freeze": _FunctionText._unary,  # pyright: ignore[reportPrivateUsage]
    "icmp": _FunctionText._icmp,  # pyright: ignore[reportPrivateUsage]
    "fcmp": _FunctionText._fcmp,  # pyright: ignore[reportPrivateUsage]
    "select": _FunctionText._select,  # pyright: ignore[reportPrivateUsage]
    "load": _FunctionText._load,  # pyright: ignore[reportPrivateUsage]
    "store": _FunctionText._store,  # pyright: ignore[reportPrivateUsage]
    "alloca": _FunctionText._alloca,  # pyright: ignore[reportPrivateUsage]
    "getelementptr": _FunctionText._gep,  # pyright: ignore[reportPrivateUsage]
    "atomicrmw": _FunctionText._atomicrmw,  # pyright: ignore[reportPrivateUsage]
    "cmpxchg": _FunctionText._cmpxchg,  # pyright: ignore[reportPrivateUsage]
    "extractvalue": _FunctionText._extractvalue,  # pyright: ignore[reportPrivateUsage]
    "insertvalue": _FunctionText._insertvalue,  # pyright: ignore[reportPrivateUsage]
    "extractelement": _FunctionText._elements,  # pyright: ignore[reportPrivateUsage]
    "insertelement": _FunctionText._elements,  # pyright: ignore[reportPrivateUsage]
    "shufflevector": _FunctionText._shufflevector,  # pyright: ignore[reportPrivateUsage]
    "call_intrinsic": _FunctionText._call_intrinsic,  # pyright: ignore[reportPrivateUsage]
    "call": _FunctionText._call,  # pyright: ignore[reportPrivateUsage]
    "br": _FunctionText._br,  # pyright: ignore[reportPrivateUsage]
    "cond_br": _FunctionText._cond_br,  # pyright: ignore[reportPrivateUsage]
    "switch": _FunctionText._switch,  # pyright: ignore[reportPrivateUsage]
    "return": _FunctionText._return,  # pyright: ignore[reportPrivateUsage]
    "unreachable": _FunctionText._unreachable,  # pyright: ignore[reportPrivateUsage]
}


def _alignment(op: Operation) -> str:
    alignment = op.properties.get("alignment")
    return "" if alignment is None else f", align {int_value(alignment)}"


def _passed(op: Operation, index: int) -> Sequence[SSAValue]:
    """The operands that a branch passes to its successor ``index``."""
    match op:
        case BrOp():
            return op.destOperands
        case CondBrOp():
            return op.falseDestOperands if index else op.trueDestOperands
        case SwitchOp():
            return op.case_operands[index - 1] if index else op.defaultOperands
        case _:
            raise error(op.location, f"'{op.name}' op is not a branch of LLVM IR")


def _argument_word(name: str, value: Attribute) -> str:
    word = name.removeprefix("llvm.")
    return word if isinstance(value, UnitAttr) else f"{word} {int_value(value)}"


_FUNCTION_FLAGS = {
    "no_inline": "noinline",
    "always_inline": "alwaysinline",
    "no_unwind": "nounwind",
    "optimize_none": "optnone",
}


def _function_attributes(op: LLVMFuncOp) -> str:
    words: list[str] = []
    for name, word in _FUNCTION_FLAGS.items():
        if name in op.properties:
            words.append(word)
    width = op.prefer_vector_width
    if isinstance(width, StringAttr):
        words.append(f'"prefer-vector-width"="{width.data}"')
    passed = cast("ArrayAttr[Attribute] | None", op.passthrough)
    words.extend(f'"{word.data}"' for word in passed or () if isinstance(word, StringAttr))
    return "".join(f" {word}" for word in words)
