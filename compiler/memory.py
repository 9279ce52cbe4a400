"""What a compilation leaves for the next one of nearly the same rules: what came of each stage, item by item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from bombsight.compiler.carried import Carried
from bombsight.compiler.checks.proofs import Proofs
from bombsight.compiler.derived_standing import Foundations
from bombsight.compiler.edges import Linked
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.reaching import FarReaching
from bombsight.compiler.measure import Measured
from bombsight.compiler.overlays.amend import Deed
from bombsight.compiler.reading import FileRead
from bombsight.compiler.resolve.resolved import Resolved
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen


@frozen(eq=False, kw_only=True)
class Memory:
    """What came of each stage. Each takes its own from the last time, and works on what is new.

    It is a value like any other: without it everything is worked out, with it the same comes out. Nothing in it is of
    use to rules that have no item in common with these, nor does it do any harm to them.

    Attributes:
        files: What was read of each file, by its path.
        measured: What was measured; None where nothing came so far.
        amended: The items as amended.
        deeds: What each edit of an overlay did to them.
        resolved: What they mean; None where nothing came so far.
        declared: The names that they declare; None where nobody asked, as nobody does of what is whole.
        linked: The edges that begin in each part of the graph.
        reaching: What in the graph counts for more than what stands around it; None where nothing came so far.
        rules_texts: Each item as its rules are hashed.
        wording_texts: The same with its sentences.
        effects: What everything in the graph does; None where nothing came so far.
        foundations: What everything in the last graph is computed from; None where there was none so far.
        notes: What the checks of the whole worked out of single items.
        proofs: What was found in single items.
        sound: The same of the last rules that had no errors: most come back, once an error is mended.
        doubtful: The same of the last that had some.
    """

    files: Mapping[str, FileRead] = {}
    measured: Measured | None = None
    amended: tuple[ast.Item, ...] = ()
    deeds: tuple[Deed, ...] = ()
    resolved: Resolved | None = None
    declared: Carried[ast.Item, frozenset[str]] | None = None
    linked: Linked | None = None
    reaching: FarReaching | None = None
    rules_texts: Carried[ast.Item, str] | None = None
    wording_texts: Carried[ast.Item, str] | None = None
    effects: Effects | None = None
    foundations: Foundations | None = None
    notes: Mapping[str, Carried[Any, Any]] = {}
    proofs: Proofs | None = None
    sound: Proofs | None = None
    doubtful: Proofs | None = None

    @property
    def kept(self) -> Memory:
        """The same without what is of no use to another process."""
        return evolve(
            self,
            deeds=(),
            effects=self.effects and self.effects.handed_on(),
            foundations=None,
            proofs=self.sound,
        )

    @property
    def proved(self) -> tuple[Proofs, ...]:
        """What was found in single items of any rules, of the last ones last."""
        both = (self.sound, self.doubtful) if self.proofs is self.doubtful else (self.doubtful, self.sound)
        return tuple(each for each in both if each is not None)
