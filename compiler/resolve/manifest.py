"""Resolution of the manifest: the game's title, its entry procedures, and its lists of names."""

from __future__ import annotations

from bombsight.compiler.findings import describe_near_names
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.outline import join_paragraphs
from bombsight.compiler.resolve.declare import collect_name_lists
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.release import resolve_release
from bombsight.compiler.symbols import PLAYERS
from bombsight.dsl import ast
from bombsight.flat.types import IntType, NameList

MANIFEST_LINES = (
    "publisher",
    "author",
    "version",
    "licence",
    "needs",
    "home",
    "language",
    "mission",
    "career",
    "players",
    "names",
    "about",
    "sources",
)
"""The keys of manifest lines."""

REPEATABLE_LINES = ("names", "about")
"""The keys that may occur on several lines."""


def resolve_manifest(ctx: Context, node: ast.Game) -> n.Game:
    """Resolve the manifest to its graph node, and check its lines."""
    procedures = ctx.env.procedures
    values: dict[str, tuple[str | int, ...]] = {}
    for line in node.lines:
        if line.key in values and line.key not in REPEATABLE_LINES:
            ctx.findings.add("N002", f"{line.key} stands here twice", line.span)
        values[line.key] = values.get(line.key, ()) + line.values
        if line.key not in MANIFEST_LINES:
            ctx.findings.add(
                "N010",
                f"the manifest has no line {line.key}",
                line.span,
                help=describe_near_names(line.key, MANIFEST_LINES),
            )
    mission = str(values.get("mission", ("mission",))[0])
    career = str(values.get("career", ("career",))[0])
    if mission not in procedures:
        ctx.findings.add(
            "N011",
            f"there is no procedure {mission} to play a mission",
            node.span,
            help=describe_near_names(
                mission, procedures, kind="procedure", ending="Write one, or name another with `mission NAME`."
            ),
        )
    if career not in procedures:
        if "career" in values:
            ctx.findings.add(
                "N011",
                f"there is no procedure {career}",
                node.span,
                help=describe_near_names(career, procedures, kind="procedure"),
            )
        career = ""
    language = values.get("language", (1,))[0]
    if language != 1:
        span = next(line.span for line in node.lines if line.key == "language")
        help = "Write `language 1`: it is the version of the language that rules are written in."
        ctx.findings.add("N012", f"this is language {language}; only 1 is known", span, help=help)
    for name in (mission, career):
        procedure = procedures.get(name)
        if procedure is not None and any(not isinstance(type_, IntType) for _, type_ in procedure.params):
            ctx.findings.add("P037", f"{name} begins a game, so it can take only numbers", procedure.span)
    return n.Game(
        id=node.name,
        title=node.title,
        publisher=str(values.get("publisher", values.get("author", ("",)))[0]),
        release=resolve_release(ctx, node),
        language=1,
        mission=mission,
        career=career or None,
        players=resolve_players(ctx, node),
        names=tuple(NameList(record, names) for record, names in collect_name_lists(node).items()),
        about=join_paragraphs(values.get("about", ())),
        sources_optional=values.get("sources", ("",))[0] == "optional",
        span=node.span,
    )


def resolve_players(ctx: Context, node: ast.Game) -> str | None:
    """Return the enum of the players; None without a valid `players` line."""
    players = ctx.env.players.get(PLAYERS)
    for line in node.lines:
        if line.key == PLAYERS and (players is None or line.values != (players,) or line.of):
            name = " ".join(map(str, line.values))
            ctx.findings.add(
                "N046",
                f"{name} is no enum of those who play",
                line.span,
                help=describe_near_names(
                    name, ctx.env.enums, ending="Write `players ENUM`, and `enum ENUM: ...` with a value for each."
                ),
            )
        elif line.key == PLAYERS:
            ctx.record_mention(line.span, "enum", str(players))
    return players
