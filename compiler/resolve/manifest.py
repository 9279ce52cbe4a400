"""The manifest and the options."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.amended import own_origin
from bombsight.compiler.findings import near
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve.kinds import option_type, option_wants, option_word
from bombsight.compiler.resolve.possible import Possible
from bombsight.compiler.symbols import constant
from bombsight.dsl import ast
from bombsight.flat.types import (
    IntType,
    NameList,
    Type,
)

LINES = ("publisher", "author", "language", "mission", "career", "names", "about", "sources")
"""What the lines of a manifest begin with."""

REPEATED = ("names", "about")
"""Of what there may be several lines."""


class Manifest(Possible):
    """Resolves the manifest."""

    def game_node(self) -> n.Game | None:
        """The manifest."""
        s = self.symbols
        if s.game is None:
            return None
        values: dict[str, tuple[str | int, ...]] = {}
        for line in s.game.lines:
            if line.key in values and line.key not in REPEATED:
                self.findings.add("N002", f"{line.key} stands here twice", line.span)
            values[line.key] = values.get(line.key, ()) + line.values
            if line.key not in LINES:
                self.findings.add(
                    "N010",
                    f"the manifest has no line {line.key}",
                    line.span,
                    help=near(line.key, LINES),
                )
        mission = str(values.get("mission", ("mission",))[0])
        career = str(values.get("career", ("career",))[0])
        if mission not in s.procedures:
            self.findings.add(
                "N011",
                f"there is no procedure {mission} to play a mission",
                s.game.span,
                help=near(mission, s.procedures) or "Write one, or name another with `mission NAME`.",
            )
        if career not in s.procedures:
            if "career" in values:
                self.findings.add(
                    "N011", f"there is no procedure {career}", s.game.span, help=near(career, s.procedures)
                )
            career = ""
        language = values.get("language", (1,))[0]
        if language != 1:
            self.findings.add("N012", f"this is language {language}; only 1 is known", s.game.span)
        for name in (mission, career):
            procedure = s.procedures.get(name)
            if procedure is not None and any(not isinstance(s.type_of(p.type), IntType) for p in procedure.params):
                self.findings.add("P037", f"{name} begins a game, so it can take only numbers", procedure.span)
        return n.Game(
            id=s.game.name,
            title=s.game.title,
            publisher=str(values.get("publisher", values.get("author", ("",)))[0]),
            language=1,
            mission=mission,
            career=career or None,
            names=tuple(NameList(record, names) for record, names in s.name_lists.items()),
            about=paragraphs(values.get("about", ())),
            sources_optional=values.get("sources", ("",))[0] == "optional",
            span=s.game.span,
        )

    def option_node(self, node: ast.Option, chosen: str | None) -> n.Option:
        """An option with its value now."""
        type_ = option_type(node)
        default = self.option_value(node, node.default, type_)
        value = default
        if chosen is not None:
            read = option_word(node, type_, chosen)
            if read is None:
                self.findings.add(
                    "N009", f"{chosen} is no value of option {node.name}", node.span, help=f"Give {option_wants(node)}."
                )
            else:
                value = read
        return n.Option(
            name=node.name,
            title=node.title,
            words=node.words,
            type=type_,
            default=default,
            value=value,
            span=node.span,
            origin=own_origin(node),
        )

    def option_value(self, node: ast.Option, default: ast.Expr, type_: Type) -> int:
        """The default of an option."""
        word: str | None = None
        match default:
            case ast.YesNo(value=flag):
                word = "yes" if flag else "no"
            case ast.Name(name=name):
                word = name
            case _:
                number = constant(default)
                word = str(number) if number is not None else None
        value = option_word(node, type_, word) if word is not None else None
        if value is None:
            self.findings.add(
                "V010", "this is none of the option's values", default.span, help=f"Give {option_wants(node)}."
            )
            return 0
        return value


def paragraphs(lines: Sequence[str | int]) -> tuple[str, ...]:
    """Texts joined into paragraphs; an empty one begins the next."""
    found: list[list[str]] = [[]]
    for line in map(str, lines):
        if line.strip():
            found[-1].append(line.strip())
        else:
            found.append([])
    return tuple(" ".join(part) for part in found if part)
