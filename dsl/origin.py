"""Provenance: citation, standing, evidence and amendments of a rule, as one value from the syntax tree to the screen.

A rule inherits what it does not state from the item around it: :meth:`Origin.inherit_from`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field

from bombsight.dsl.node_classes import unguarded
from bombsight.dsl.source import NOWHERE, Span

STANDINGS = ("printed", "repaired", "recovered", "reconstructed")
"""The standings of a rule, best first."""

PRINTED = STANDINGS[0]

HOME_MADE = "home-made"
"""The word shown to readers for the standing of a rule that states no source where no printed game is behind it:
house"""

UNSEEN_STANDINGS = ("recovered", "reconstructed")
"""The standings of rules whose original was not at hand; an owner of the original may replace them whole."""


@unguarded(kw_only=True)
class Origin:
    """The provenance of a rule; empty attributes are not stated.

    Attributes:
        cite: The citation, such as `rule 4`.
        standing: `printed`, `repaired`, `recovered` or `reconstructed`; empty if inherited.
        evidence: The evidence for the standing.
        amended_by: The overlay items that added or changed the rule, such as `errata general 22`.
        place: In the tree and the graph the span of these words, of the standing if there is one, else of the citation;
            from the lowered program on, the span of the rule.
    """

    cite: str = ""
    standing: str = ""
    evidence: str = ""
    amended_by: tuple[str, ...] = ()
    place: Span = field(default=NOWHERE, repr=False)

    @property
    def stated_fields(self) -> tuple[str, str, str]:
        """The citation, reliability (standing) and evidence that the author states; without place and amendments."""
        return self.cite, self.standing, self.evidence

    @property
    def has_source(self) -> bool:
        """Whether the author states any source: a citation, a reliability or evidence."""
        return bool(self.cite or self.evidence or self.place != NOWHERE)

    @property
    def is_unseen(self) -> bool:
        """Whether the rule's reliability (standing) says that its original text was not at hand."""
        return self.standing in UNSEEN_STANDINGS

    @property
    def standing_text(self) -> str:
        """Render the rule's reliability (standing) and evidence: ``reconstructed: from rule 4``; empty without both."""
        return f"{self.standing}: {self.evidence}" if self.standing and self.evidence else self.standing

    def with_place(self, place: Span) -> Origin:
        """Copy of the origin with another span in the file."""
        return evolve(self, place=place)

    def with_standing(self, standing: str, evidence: str = "") -> Origin:
        """Copy of the origin with another reliability (standing: printed, repaired ...) and evidence."""
        if (standing, evidence) == (self.standing, self.evidence):
            return self
        return evolve(self, standing=standing, evidence=evidence)

    def with_standing_of(self, other: Origin) -> Origin:
        """Copy this origin with the reliability (standing) and evidence of the origin ``other``."""
        return self.with_standing(other.standing, other.evidence)

    def with_citation_of(self, outer: Origin) -> Origin:
        """Copy this origin with the citation of an outer origin, such as a chapter's, if this one has none."""
        return self if self.cite or not outer.cite else evolve(self, cite=outer.cite)

    def inherit_from(self, outer: Origin) -> Origin:
        """Copy this origin with the citation and reliability of an outer origin where this one states none."""
        found = self.with_citation_of(outer)
        return found if found.standing or not outer.standing else found.with_standing_of(outer)

    def with_amendments(self, items: Iterable[str]) -> Origin:
        """Copy of the origin that also lists these overlay items among those that amended the rule."""
        amended_by = tuple(dict.fromkeys((*self.amended_by, *items)))
        return self if amended_by == self.amended_by else evolve(self, amended_by=amended_by)

    # --- quotations

    def is_quote_of(self, other: Origin) -> bool:
        """Whether this origin, quoted by an overlay, agrees with a rule's origin ``other`` in each field it states."""
        return all(
            not was or was == stands for was, stands in zip(self.stated_fields, other.stated_fields, strict=True)
        )

    def replace_quoted(self, was: Origin, now: Origin) -> Origin:
        """Copy this origin with the fields that an overlay quotes (``was``) replaced by new ones (``now``)."""
        found = self
        if (was.standing, was.evidence) != (now.standing, now.evidence):
            keeps = was.standing and now.standing and not (was.evidence or now.evidence)
            found = now.with_standing(now.standing, self.evidence if keeps else now.evidence)
        return evolve(found, cite=now.cite if was.cite or now.cite else self.cite)


NO_ORIGIN = Origin()
"""The origin of a node that states none."""


def stated_fields_of(origin: Origin) -> tuple[str, str, str]:
    """The fields of an origin that its author states and comparisons use; without place and amendments."""
    return origin.stated_fields


def count_standings(standings: Iterable[str]) -> dict[str, int]:
    """Count rules by reliability (standing: printed, repaired ...); leave out home-made if no rule is."""
    counted = [*standings]
    listed = (*STANDINGS, HOME_MADE) if HOME_MADE in counted else STANDINGS
    return {standing: counted.count(standing) for standing in listed}
