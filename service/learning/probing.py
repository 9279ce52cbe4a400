"""Probed rules: the same rules with candidate features beside each choice, so that every run can compute them.

The features are lines ``beside`` of an overlay. The compiler checks them like anybody's: an expression that cannot
stand there is a finding, and is left out. Lines ``beside`` change no rule, so probed rules play like the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path

from attrs import evolve, frozen

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.flat.program import Program
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.choice_scopes import ScopedChoice, find_choices
from bombsight.service.learning.features import Feature, FeatureMaker
from bombsight.service.programs.cache import compile_cached
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.prepare import program_for

PROBE_NAME = "candidate_features"
"""The name of the overlay that holds the features."""

MAX_LINES = 20
"""The most lines beside a choice, those of the rules among them."""

MAX_LINE_LENGTH = 3_800
"""The most characters of features in a line; the language allows 4,000 in a text."""

MAX_ROUNDS = 6
"""How often features with findings are left out before it is a fault of this module."""


SEPARATOR = "|"
"""What stands before each feature in a line: the compiler joins constants with the text around them."""


@frozen
class ProbedChoice:
    """A choice with the features beside it.

    Attributes:
        choice: The choice.
        lines: The features of each line; those of an option stand in lines of their own, behind those of the question.
    """

    choice: ScopedChoice
    lines: tuple[tuple[Feature, ...], ...]

    @property
    def features(self) -> tuple[Feature, ...]:
        """The features in the order of their lines."""
        return tuple(feature for line in self.lines for feature in line)


@frozen
class ProbedRules:
    """A game's rules with features beside each choice.

    Attributes:
        graph: The rule graph without the features.
        program: The program with them.
        choices: The choices that have features, by their stable names.
    """

    graph: RuleGraph
    program: Program
    choices: Mapping[str, ProbedChoice]


def probe_rules(game: str, rules: Rules, kept: Mapping[str, Collection[str]] | None = None) -> ProbedRules:
    """Put candidate features beside each choice of a game's rules.

    Args:
        game: The game's id or folder.
        rules: The rules of the call.
        kept: The texts of the features that are kept, by the choices' stable names; a choice that is not named has
            none. None keeps all.

    Raises:
        InputError: The game does not exist, or an option.
        WrongRules: The rules have errors.
    """
    graph, _ = compile_game(request_for_game(game, rules))
    maker = FeatureMaker(graph)
    choices = tuple(find_choices(graph))
    probed = {
        choice.id: make_probed_choice(
            choice,
            [
                feature
                for feature in maker.make_features(choice.variables, choice.option)
                if kept is None or feature.text in kept[choice.id]
            ],
        )
        for choice in choices
        if kept is None or choice.id in kept
    }
    path = Path.cwd() / f"{PROBE_NAME}.rules"
    for _ in range(MAX_ROUNDS):
        probe = ProbeText.write(graph.game.id, probed.values())
        request = request_for_game(
            game, evolve(rules, house=(*rules.house, path), texts={**rules.texts, path: probe.text})
        )
        errors = compile_cached(request).errors
        if not errors:
            return ProbedRules(graph, program_for(request), probed)
        wrong = {probe.feature_at(error.span.line, error.span.column) for error in errors}
        probed = {
            id_: make_probed_choice(each.choice, [known for known in each.features if (id_, known.text) not in wrong])
            for id_, each in probed.items()
        }
    raise AssertionError(f"features that cannot stand beside a choice: {[error.message for error in errors]}")


def make_probed_choice(choice: ScopedChoice, features: Sequence[Feature]) -> ProbedChoice:
    """Lay out features in the lines beside a choice, as many as have room."""
    room = MAX_LINES - len(choice.node.beside)
    ordered = sorted(features, key=lambda feature: feature.reads_option)
    return ProbedChoice(choice, tuple(islice(split_features(ordered), room)))


@frozen
class ProbeText:
    """The text of the overlay that puts features beside choices.

    Attributes:
        text: The text.
        places: For each line of the text, the first and the last column of each feature, its choice and its text.
    """

    text: str
    places: Mapping[int, Sequence[tuple[int, int, str, str]]]

    @classmethod
    def write(cls, game: str, probed: Iterable[ProbedChoice]) -> ProbeText:
        """Write the overlay of a game, choice by choice."""
        lines = [f'house {PROBE_NAME} "Candidate features" for {game}', '  1 "Features beside choices"']
        places: dict[int, list[tuple[int, int, str, str]]] = {}
        for procedure, members in groupby(probed, key=lambda each: each.choice.procedure):
            lines.append(f"    in procedure {procedure}")
            for each in members:
                for part in each.lines:
                    line = f'      add to {each.choice.label} beside "'
                    found = places.setdefault(len(lines) + 1, [])
                    for feature in part:
                        first = len(line) + len(SEPARATOR) + 2
                        found.append((first, first + len(feature.text), each.choice.id, feature.text))
                        line += SEPARATOR + "{" + feature.text + "}"
                    lines.append(f'{line}"')
        return cls("\n".join(lines) + "\n", places)

    def feature_at(self, line: int, column: int) -> tuple[str, str] | None:
        """Find the feature at a place: the stable name of its choice, and its text."""
        for first, last, id_, text in self.places.get(line, ()):
            if first <= column <= last:
                return id_, text
        return None


def split_features(features: Sequence[Feature]) -> Iterator[tuple[Feature, ...]]:
    """Split features into lines, so that no line holds some of the question and some of an option."""
    part: list[Feature] = []
    length = 0
    for feature in features:
        if part and (length > MAX_LINE_LENGTH - len(feature.text) or feature.reads_option != part[0].reads_option):
            yield tuple(part)
            part, length = [], 0
        part.append(feature)
        length += len(feature.text) + len(SEPARATOR) + 2
    if part:
        yield tuple(part)
