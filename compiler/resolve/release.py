"""Resolution of the manifest's lines about a release: version, licence, the program that it needs, home."""

from __future__ import annotations

import re

from bombsight.compiler.resolve.environment import Context
from bombsight.dsl import ast
from bombsight.flat.release import Release
from bombsight.version import VERSION

VERSION_PATTERN = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){0,3}", re.ASCII)
"""Matches a version: up to four numbers joined by dots. It becomes part of a file's name."""

HOME_PATTERN = re.compile(r"https?://[A-Za-z0-9][!-~]{0,400}", re.ASCII)
"""Matches an address on the web."""


def resolve_release(ctx: Context, node: ast.Game) -> Release:
    """Resolve the lines of a manifest about a release, and check them; a faulty line counts as missing."""
    lines = {line.key: line for line in node.lines}
    version = read_text(ctx, lines.get("version"))
    licence = read_text(ctx, lines.get("licence"))
    home = read_text(ctx, lines.get("home"))
    if version and not VERSION_PATTERN.fullmatch(version):
        help = 'Write numbers joined by dots, four at most: `version "1.0"`.'
        ctx.findings.add("N070", f"{version} is no version", lines["version"].span, help=help)
        version = ""
    if home and not HOME_PATTERN.fullmatch(home):
        help = 'Write a whole address: `home "https://example.org/my-game"`.'
        ctx.findings.add("N070", f"{home} is no address on the web", lines["home"].span, help=help)
        home = ""
    if version and not licence and "licence" not in lines:
        ctx.findings.add(
            "N072",
            "the game has a version and no licence: who gets it does not know what he may do with it",
            lines["version"].span,
            help='Write what others may do: `licence "CC0-1.0"`, `licence "CC-BY-4.0"`, `licence "MIT"`, or '
            '`licence "all rights reserved"`.',
        )
    return Release(version=version, licence=licence, needs=resolve_needs(ctx, lines.get("needs")), home=home)


def read_text(ctx: Context, line: ast.GameLine | None) -> str:
    """Return the one text of a line; empty without a line, or with a finding that it is something else."""
    if line is None:
        return ""
    if len(line.values) == 1 and line.of is None and isinstance(line.values[0], str) and line.values[0].strip():
        return line.values[0]
    help = f'Write one text: `{line.key} "..."`.'
    ctx.findings.add("N070", f"{line.key} takes one text", line.span, help=help)
    return ""


def resolve_needs(ctx: Context, line: ast.GameLine | None) -> str:
    """Return the version of the program that a game needs at least; empty if it says none, or a faulty one."""
    if line is None:
        return ""
    match line.values:
        case ("bombsight", str() as needed) if VERSION_PATTERN.fullmatch(needed):
            pass
        case _:  # the rest: another program, or no version
            help = "Write the version of the program that it needs at least: `needs bombsight 0.2`."
            ctx.findings.add("N070", "this names no version of the program", line.span, help=help)
            return ""
    if release_numbers(needed) > release_numbers(VERSION):
        help = (
            "`bombsight --version` tells which this is; `uv tool upgrade bombsight` or `pipx upgrade bombsight` gets a "
            "newer one. What else is found here may be words that this version does not know."
        )
        message = f"the game needs Bombsight {needed} or later, and this is an older one"
        ctx.findings.add("N071", message, line.span, help=help)
    return needed


def release_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, for comparison, without zeros at the end; ``0.2.0.dev0`` counts as ``0.2``."""
    numbers = [int(part) for part in re.findall(r"(?:^|\.)([0-9]+)(?=\.|$)", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
