"""Translate the catalogues of sentences from Python into TypeScript, so that both programs say the same.

A catalogue is a Python module of constants and of functions with one expression each. Its language is what sentences
need: f-strings, conditions, comparisons, `str.join`, and calls of other sentences and of the functions in ``TWINS``.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from web.modes import render_comment

FILE_COMMENT = """\
// Sentences: {path} in TypeScript. Made by `python -m web`; not to be edited.
"""

TWINS: Mapping[str, str] = {"pluralize": "listing", "join_names": "listing"}
"""Functions of Python that the page has by the same name, in camel case, with the module of each."""

THOUSANDS = ("groupThousands", "numberFormat")
"""The function for the format ``:,`` of a number, and its module."""

COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Is: "===",
    ast.IsNot: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

TYPES: Mapping[str, str] = {
    "str": "string",
    "int": "number",
    "bool": "boolean",
    "None": "null",
    "Sequence[str]": "readonly string[]",
    "Iterable[str]": "Iterable<string>",
}


@frozen
class Catalogue:
    """A Python module of sentences, with the TypeScript module that it is translated to.

    Attributes:
        source: The Python file.
        to_root: The path from the TypeScript file to ``web/src``.
    """

    source: Path
    to_root: str


class UntranslatableError(Exception):
    """Raised for a Python expression that the translator to TypeScript does not support."""


def render_catalogue(catalogue: Catalogue, root: Path) -> str:
    """Translate a catalogue into the text of a TypeScript module.

    Raises:
        UntranslatableError: The module holds something that is no sentence.
    """
    translator = Translator(catalogue)
    tree = ast.parse((root / catalogue.source).read_text(encoding="utf-8"))
    declarations = [text for text in map(translator.render_statement, tree.body) if text]
    return "\n".join(
        [FILE_COMMENT.format(path=catalogue.source.as_posix()), *translator.render_imports(), *declarations]
    )


def camel_case(name: str) -> str:
    """Convert a function's or parameter's name to TypeScript's camel case; constants keep theirs."""
    return name if name.isupper() else re.sub(r"_(\w)", lambda match: match[1].upper(), name)


class Translator:
    """Translates a Python catalogue of sentences to TypeScript, and collects the imports that it needs."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.imports: dict[str, set[str]] = {}
        self.list_names: frozenset[str] = frozenset()
        """The parameters of the current function that are lists: an empty one is true in TypeScript."""

    def render_imports(self) -> list[str]:
        """Render the import declarations, followed by an empty line."""
        lines = [
            f'import {{ {", ".join(sorted(names))} }} from "{path}";' for path, names in sorted(self.imports.items())
        ]
        return [*lines, ""] if lines else []

    def render_statement(self, statement: ast.stmt) -> str:
        """Translate a statement of the module to TypeScript; empty for imports and docstrings."""
        match statement:
            case ast.ImportFrom() | ast.Expr(ast.Constant(str())):
                return ""
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value) if value is not None:
                return f"export const {name} = {self.render(value)};\n"
            case ast.FunctionDef():
                return self.render_function(statement)
            case _:  # the rest: no part of a catalogue
                raise UntranslatableError(ast.unparse(statement))

    def render_function(self, function: ast.FunctionDef) -> str:
        """Translate a sentence function to TypeScript; all its parameters become positional."""
        arguments = [*function.args.args, *function.args.kwonlyargs]
        defaults = [*([None] * (len(function.args.args) - len(function.args.defaults))), *function.args.defaults]
        defaults += function.args.kw_defaults
        self.list_names = frozenset(
            each.arg for each in arguments if each.annotation and "[str]" in ast.unparse(each.annotation)
        )
        parameters = ", ".join(
            f"{camel_case(each.arg)}: {render_type(each.annotation)}"
            if default is None
            else f"{camel_case(each.arg)}: {render_type(each.annotation)} = {self.render(default)}"
            for each, default in zip(arguments, defaults, strict=True)
        )
        match function.body:
            case [ast.Expr(ast.Constant(str(docstring))), ast.Return(value)] if value is not None:
                comment = render_comment(" ".join(docstring.split()).replace("``", "`"))
                return (
                    f"{comment}\nexport function {camel_case(function.name)}({parameters}): string {{\n"
                    f"  return {self.render(value)};\n}}\n"
                )
            case _:  # the rest: not one expression below a docstring
                raise UntranslatableError(function.name)

    def render(self, node: ast.expr) -> str:
        """Translate a Python expression to TypeScript."""
        match node:
            case ast.Constant(value):
                return json.dumps(value, ensure_ascii=False)
            case ast.JoinedStr(values):
                return f"`{''.join(map(self.render_part, values))}`"
            case ast.Name(name):
                self.require_import(name)
                return camel_case(name)
            case ast.IfExp(test, body, orelse):
                return f"({self.render_test(test)} ? {self.render(body)} : {self.render(orelse)})"
            case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
                return f"{self.render(left)} {'+' if isinstance(operator, ast.Add) else '-'} {self.render(right)}"
            case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
                return f"{self.render(left)} {COMPARISONS[type(operator)]} {self.render(right)}"
            case ast.Compare(left, [ast.In()], [right]):
                return f"{self.render(right)}.includes({self.render(left)})"
            case ast.BoolOp(operator, values):
                sign = " && " if isinstance(operator, ast.And) else " || "
                return f"({sign.join(map(self.render, values))})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.render_test(operand)}"
            case ast.Tuple(elements) | ast.List(elements):
                return f"[{', '.join(map(self.render, elements))}]"
            case ast.Call(ast.Name("len"), [value]):
                return f"{self.render(value)}.length"
            case ast.Call(ast.Attribute(separator, "join"), [value]):
                return f"{self.render(value)}.join({self.render(separator)})"
            case ast.Call(ast.Name(name), arguments, keywords):
                self.require_import(name)
                values = [*arguments, *(each.value for each in keywords)]
                return f"{camel_case(name)}({', '.join(map(self.render, values))})"
            case _:  # the rest: what sentences don't need
                raise UntranslatableError(ast.unparse(node))

    def render_test(self, node: ast.expr) -> str:
        """Translate a condition to TypeScript; a list is tested for members."""
        rendered = self.render(node)
        return f"{rendered}.length > 0" if isinstance(node, ast.Name) and node.id in self.list_names else rendered

    def render_part(self, part: ast.expr) -> str:
        """Translate a part of an f-string to a part of a template literal."""
        match part:
            case ast.Constant(str(text)):
                return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
            case ast.FormattedValue(value, -1, None):
                return f"${{{self.render(value)}}}"
            case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(",")])):
                name, module = THOUSANDS
                self.imports.setdefault(f"{self.catalogue.to_root}{module}", set()).add(name)
                return f"${{{name}({self.render(value)})}}"
            case _:  # the rest: other formats
                raise UntranslatableError(ast.unparse(part))

    def require_import(self, name: str) -> None:
        """Add a name to the imports of the generated module, if another module defines it."""
        if name in TWINS:
            self.imports.setdefault(f"{self.catalogue.to_root}{TWINS[name]}", set()).add(camel_case(name))


def render_type(annotation: ast.expr | None) -> str:
    """Translate a parameter's type annotation to TypeScript."""
    match annotation:
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{render_type(left)} | {render_type(right)}"
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(values)):
            return " | ".join(json.dumps(ast.literal_eval(each)) for each in values)
        case None:
            raise UntranslatableError("a parameter without a type")
        case _:  # the rest: names in the table of types
            name = ast.unparse(annotation)
            if name not in TYPES:
                raise UntranslatableError(name)
            return TYPES[name]
