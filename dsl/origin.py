"""Provenance: where a rule is printed, how it came down to us, and who amended it.

One value says it, from the syntax tree to the screen. What a rule does not say itself, what holds it says:
:meth:`Origin.inherit_from` fills it in.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field

from bombsight.dsl.node_classes import unguarded
from bombsight.dsl.source import NOWHERE, Span

STANDINGS = ("printed", "repaired", "recovered", "reconstructed")
"""How a rule may have come down to us, best first."""

PRINTED = STANDINGS[0]

HOME_MADE = "home-made"
"""What people are told of a table or a rule that says nothing of a source, where there is no printed game behind it: of
house rules, and of a game that asks for no sources. In the rules it is no standing: it is as its author has it."""

UNSEEN_STANDINGS = ("recovered", "reconstructed")
"""Of what stands so, the original was not at hand: somebody who has it may replace the whole."""


@unguarded(kw_only=True)
class Origin:
    """The provenance of a rule; what is empty is not said.

    Attributes:
        cite: The citation, such as `rule 4`.
        standing: `printed`, `repaired`, `recovered` or `reconstructed`; empty where it stands as what holds it.
        evidence: What the standing rests on.
        amended_by: The overlay items that put it there or changed it, such as `errata general 22`.
        place: In the tree and in the graph the words that say this, of a standing and a citation the standing's; from
            the lowered program on, the rule that is told of.
    """

    cite: str = ""
    standing: str = ""
    evidence: str = ""
    amended_by: tuple[str, ...] = ()
    place: Span = field(default=NOWHERE, repr=False)

    @property
    def stated_fields(self) -> tuple[str, str, str]:
        """What the author of the rules says, wherever he says it and whoever amended what it is said of."""
        return self.cite, self.standing, self.evidence

    @property
    def has_source(self) -> bool:
        """Whether anything is said of where it comes from."""
        return bool(self.cite or self.evidence or self.place != NOWHERE)

    @property
    def is_unseen(self) -> bool:
        """Whether the original was not at hand."""
        return self.standing in UNSEEN_STANDINGS

    @property
    def standing_text(self) -> str:
        """Standing and evidence in words: ``reconstructed: from rule 4``; empty where neither is said."""
        return f"{self.standing}: {self.evidence}" if self.standing and self.evidence else self.standing

    def with_place(self, place: Span) -> Origin:
        """The same of what stands in this place."""
        return evolve(self, place=place)

    def with_standing(self, standing: str, evidence: str = "") -> Origin:
        """The same, standing so."""
        if (standing, evidence) == (self.standing, self.evidence):
            return self
        return evolve(self, standing=standing, evidence=evidence)

    def with_standing_of(self, other: Origin) -> Origin:
        """The same, standing as another does."""
        return self.with_standing(other.standing, other.evidence)

    def with_citation_of(self, outer: Origin) -> Origin:
        """The same with the citation of what holds it where it has none."""
        return self if self.cite or not outer.cite else evolve(self, cite=outer.cite)

    def inherit_from(self, outer: Origin) -> Origin:
        """The same with the citation, and with the standing, of what holds it where it says none."""
        found = self.with_citation_of(outer)
        return found if found.standing or not outer.standing else found.with_standing_of(outer)

    def with_amendments(self, items: Iterable[str]) -> Origin:
        """The same, amended by these overlay items besides."""
        amended_by = tuple(dict.fromkeys((*self.amended_by, *items)))
        return self if amended_by == self.amended_by else evolve(self, amended_by=amended_by)

    # --- quotations

    def is_quote_of(self, other: Origin) -> bool:
        """Whether a quotation that says this quotes what says the other: it may leave out whatever it likes."""
        return all(
            not was or was == stands for was, stands in zip(self.stated_fields, other.stated_fields, strict=True)
        )

    def replace_quoted(self, was: Origin, now: Origin) -> Origin:
        """What stands here once ``now`` takes the place of ``was``, which quotes this; what neither says is kept."""
        found = self
        if (was.standing, was.evidence) != (now.standing, now.evidence):
            keeps = was.standing and now.standing and not (was.evidence or now.evidence)
            found = now.with_standing(now.standing, self.evidence if keeps else now.evidence)
        return evolve(found, cite=now.cite if was.cite or now.cite else self.cite)


NO_ORIGIN = Origin()
"""Of what says nothing of where it comes from."""


def stated_fields_of(origin: Origin) -> tuple[str, str, str]:
    """What counts when two parts of the rules are compared: what they say of their origin, wherever they say it."""
    return origin.stated_fields


def count_standings(standings: Iterable[str]) -> dict[str, int]:
    """How many there are of each standing; of what is home-made only where there is some."""
    counted = [*standings]
    listed = (*STANDINGS, HOME_MADE) if HOME_MADE in counted else STANDINGS
    return {standing: counted.count(standing) for standing in listed}
