"""What the compiler is asked for; apart from the compiler, so that asking costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.dsl.source import Source

if TYPE_CHECKING:
    from bombsight.dsl import ast


@frozen(kw_only=True)
class Request:
    """What to compile.

    Attributes:
        base: The files of a game, in name order; its errata and variants among them.
        house: House-rule files, in the order given.
        options: Options that are not at their defaults, as words.
        without: Names of errata of the game that are not to be in force.
        variants: Names of variants that are.
        examples: Further examples, such as those read from scripts.
        scripts: The files those were read from.
    """

    base: tuple[Source, ...]
    house: tuple[Source, ...] = ()
    options: Mapping[str, str] = {}
    without: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    examples: tuple[ast.Example, ...] = ()
    scripts: tuple[Source, ...] = ()
