"""A switchboard: a program with many rules that amend its autopilot, each switched on or off as a run begins.

To compile a game takes a second or more, to play a thousand missions a hundredth of that. So rules that are to be tried
are compiled together, each under a condition of its own: a field of the state that is no unless a run begins with yes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import define, evolve, field

from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat.program import Entry, Program
from bombsight.service.learning.rule_lists import LearnedRule
from bombsight.service.learning.trials import Trial, TrialPlayer

SWITCH = "rule_is_on"
"""The prefix of the fields that switch rules on."""


def switch_names(rules: Sequence[LearnedRule]) -> tuple[str, ...]:
    """Name the field that switches each rule on."""
    return tuple(f"{SWITCH}_{number}" for number, _ in enumerate(rules, 1))


def add_switches(request: Request, owner: str, names: Sequence[str]) -> Request:
    """Add switches to the state of a game.

    Args:
        request: The request to compile the game.
        owner: During what they live: ``career``, or the mission's procedure.
        names: Their names.
    """
    if not names:
        return request
    text = "".join([f"state {owner}\n", *(f"  {name}: yes/no = no\n" for name in names)])
    return evolve(request, base=(*request.base, Source(f"{SWITCH}.rules", text)))


@define(eq=False)
class Switchboard:
    """A program with switches, and the trials that were played on it.

    Attributes:
        rules: The rules in the order in which they amend the autopilot: where several hold at a choice, the last
            counts.
        program: The program with a switch for each.
        entry: Its mission or career.
        seed: The seed of the trials.
    """

    rules: Sequence[LearnedRule]
    program: Program
    entry: Entry
    seed: int
    _slots: Sequence[int] = field(init=False)
    _player: TrialPlayer = field(init=False)
    _trials: dict[frozenset[int], Trial] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        """Find the switches' slots, and compile the player."""
        places: Mapping[str, int] = {each.id: each.base for each in self.program.fields}
        self._slots = [places[name] for name in switch_names(self.rules)]
        self._player = TrialPlayer(self.program, self.entry, self.seed)

    def play(self, active: Collection[int], count: int) -> Trial:
        """Play runs with some of the rules; those that were played before are not played again.

        Args:
            active: The places of the rules.
            count: How many runs.
        """
        key = frozenset(active)
        known = self._trials.get(key)
        done = 0 if known is None else len(known.values)
        if known is None or done < count:
            state = [*self.program.defaults]
            for place in key:
                state[self._slots[place]] = 1
            played = self._player.play(done, count, state)
            known = played if known is None else known.extend(played)
            self._trials[key] = known
        return evolve(known, values=known.values[:count])
