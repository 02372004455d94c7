"""Source mutants: every small change of every function of the rules, beyond the hand-made ones.

A function is parsed, one node of it is changed, and the result is compiled in the module it comes
from; while the mutant engine works, it stands in the function's place.

Left out is what can make no difference: docstrings, calls of `note` with all that stands in them
and the conditions that guard nothing else, for they tell a story and change no rule; what guards
against a fault of the engine itself, `assert_never` and the `strict` of `zip`; and a change that
compiles to the same function as the original or as another change.
"""

import ast
import copy
import importlib
import inspect
import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

from conformance.engines.mutants.equivalents import load_equivalents
from conformance.engines.mutants.registry import Lines, Mutant
from reference_engine.homes import HOMES, Home

MODULES = (
    "reference_engine.rules.placement",
    "reference_engine.rules.movement",
    "reference_engine.rules.capture",
    "reference_engine.rules.elimination",
    "reference_engine.rules.lines",
    "reference_engine.rules.territory",
    "reference_engine.rules.victory",
    "reference_engine.turn",
)
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitXor: ast.BitOr,
}
REMARKS = ("note", "assert_never")
LONG = 60  # what is shown of a text on either side of where two differ


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one function."""

    home: Home
    what: str
    tree: ast.FunctionDef
    lines: Lines


def functions(module: ModuleType) -> Iterator[tuple[FunctionType, ast.FunctionDef]]:
    """The functions that a module defines at its top."""
    for thing in vars(module).values():
        if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
            tree = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
            if isinstance(tree, ast.FunctionDef):
                ast.increment_lineno(tree, thing.__code__.co_firstlineno - 1)
                yield thing, _without_annotations(tree)


def _without_annotations(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function without the types of its arguments and result, which change no rule."""
    tree.returns = None
    tree.decorator_list = []
    for argument in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs):
        argument.annotation = None
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Name("object", ast.Load())
    return ast.fix_missing_locations(tree)


def changes(home: Home, tree: ast.FunctionDef, file: str) -> Iterator[Change]:
    """Every small change of a function, each with a name of its own."""
    names: Counter[str] = Counter()
    known = {_meaning(tree)}
    remarks = set(_remarks(tree))
    statements, parents = _statements(tree), _parents(tree)
    for index, node in enumerate(ast.walk(tree)):
        if node in remarks:
            continue
        for new in _variants(node):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[index]
            above = _parents(changed).get(target)
            _put(changed, target, new)
            ast.fix_missing_locations(changed)
            meaning = _meaning(changed)
            if meaning in known:
                continue
            known.add(meaning)
            # A number alone says little: name it with what it stands in.
            small = isinstance(node, ast.Constant)
            old = _shown(parents[node] if small else node)
            becomes = _shown(above if small and above is not None else new)
            text = f"{home.module.rpartition('.')[2]}.{home.name}: {_difference(old, becomes)}"
            names[text] += 1
            number = f" #{names[text]}" if names[text] > 1 else ""
            lines = _lines_of(statements[node], file)
            yield Change(home, text + number, changed, lines)


def _remarks(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """What tells a story or guards against a fault of the engine, with all that stands in it."""
    for node in ast.walk(tree):
        if _is_remark(node):
            yield from ast.walk(node)


def _is_remark(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _called(node.value) in REMARKS
    if isinstance(node, ast.If):
        return not node.orelse and all(_is_remark(inner) for inner in node.body)
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _called(node: ast.AST) -> str:
    """The last name of what a call calls."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


def _statements(tree: ast.FunctionDef) -> dict[ast.AST, ast.stmt]:
    """The innermost statement around each node; a statement's own is itself."""
    found: dict[ast.AST, ast.stmt] = {tree: tree}
    for node in ast.walk(tree):  # parents come first
        for child in ast.iter_child_nodes(node):
            found[child] = child if isinstance(child, ast.stmt) else found[node]
    return found


def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _lines_of(statement: ast.stmt, file: str) -> Lines:
    """The lines that run when the statement is reached; of one that holds others, its head."""
    match statement:
        case ast.If(test=head) | ast.While(test=head) | ast.For(iter=head):
            last = head.end_lineno
        case _:
            last = statement.end_lineno
    return Lines(file, statement.lineno, last or statement.lineno)


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may be changed into."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            new = copy.deepcopy(node)
            new.ops = [COMPARISONS[type(operator)]()]
            yield new
        case ast.BoolOp(op=operator):
            new_bool = copy.deepcopy(node)
            new_bool.op = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield new_bool
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield copy.deepcopy(operand)
        case ast.BinOp(op=operator) if type(operator) in OPERATORS:
            new_bin = copy.deepcopy(node)
            new_bin.op = OPERATORS[type(operator)]()
            yield new_bin
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.If() | ast.While():
            yield _with_test(node, ast.Constant(False))
            if isinstance(node, ast.If):
                yield _with_test(node, ast.Constant(True))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield ast.Pass()
        case _:
            return


def _with_test(node: ast.If | ast.While, test: ast.expr) -> ast.AST:
    new = copy.deepcopy(node)
    new.test = test
    return new


def _put(tree: ast.AST, target: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(item is target for item in value):
                value[[item is target for item in value].index(True)] = new
                return
    raise ValueError("the node is not in the tree")


def _shown(node: ast.AST) -> str:
    match node:
        case ast.If(test=test):
            return f"if {ast.unparse(test)}"
        case ast.While(test=test):
            return f"while {ast.unparse(test)}"
        case ast.For(target=target, iter=iterated):
            return f"for {ast.unparse(target)} in {ast.unparse(iterated)}"
        case ast.match_case(pattern=pattern):
            return f"case {ast.unparse(pattern)}"
        case _:
            return " ".join(ast.unparse(node).split())


def _difference(old: str, new: str) -> str:
    """One text and another, of long ones only what stands around the place where they differ."""
    start = _agreement(old, new)
    end = _agreement(old[start:][::-1], new[start:][::-1])

    def cut(text: str) -> str:
        first, last = max(0, start - LONG), min(len(text), len(text) - end + LONG)
        return ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")

    return f"{cut(old)} -> {cut(new)}"


def _agreement(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _code_of(tree: ast.FunctionDef) -> CodeType:
    module = compile(ast.Module([tree], []), "<mutant>", "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _meaning(tree: ast.FunctionDef) -> object:
    """What a function compiles to, wherever it stands: two that have the same do the same."""
    return _skeleton(_code_of(tree))


def _skeleton(code: CodeType) -> object:
    constants = tuple(
        _skeleton(one) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts
    )
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return code.co_code, constants, names


def compiled(change: Change) -> FunctionType:
    """The changed function, compiled in its module."""
    module = importlib.import_module(change.home.module)
    tree = ast.Module([change.tree], [])
    scope: dict[str, Any] = {}
    exec(compile(tree, f"<{change.what}>", "exec"), vars(module), scope)  # noqa: S102 - our own
    found: FunctionType = scope[change.home.name]
    return found


def source_files() -> list[str]:
    """The files of the modules, as their functions name them."""
    return [
        next(functions(importlib.import_module(name)))[0].__code__.co_filename for name in MODULES
    ]


def source_mutants() -> Iterator[Mutant]:
    """Every source mutant, in the order of the modules."""
    clauses = {home: clause for clause, home in sorted(HOMES.items(), reverse=True)}
    reasons = load_equivalents()
    for name in MODULES:
        module = importlib.import_module(name)
        for function, tree in functions(module):
            home = Home(name, function.__name__)
            for change in changes(home, tree, function.__code__.co_filename):
                yield Mutant(
                    name=change.what,
                    clause=clauses.get(home, "R070.a"),
                    says=change.what,
                    replacement=compiled(change),
                    equivalent=reasons.get(change.what),
                    at=home,
                    lines=change.lines,
                )
