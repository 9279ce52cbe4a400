"""Any game on a bench: state by name, dice and answers by script, and what is asked for on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Generic, TypeVar

from attrs import frozen

from bombsight.backends.python.load import instantiate
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.options import set_options
from bombsight.compiler.pipeline import Compilation, Request, compile_rules
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import ChoiceSite, FaultSite, RollSite
from bombsight.flat.types import NONE, BoolType, ElementType, EnumType, IntType, PartsType, Type
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import find_option, preferred_index
from bombsight.service.games.library import BUILT_IN, load_game_folder, read_files

Word = str | int
Facts = Mapping[str, Word]


def without_errors(request: Request) -> Compilation:
    """What comes of a request that has no errors."""
    found = compile_rules(request, proofs=False)
    assert not found.errors, found.errors
    return found


# --- the compiled game


@frozen
class Game:
    """A game that comes with the program. What is made of it is made once.

    Attributes:
        name: Of its folder.
        variants: Of those of the game, the ones in force.
    """

    name: str
    variants: tuple[str, ...] = ()

    @cache
    def sources(self) -> tuple[Source, ...]:
        """The game's files."""
        folder = load_game_folder(BUILT_IN / self.name)
        assert folder is not None
        texts, findings = read_files(folder.files)
        assert not findings
        return texts

    @cache
    def compiled(self) -> Compilation:
        """The game as it is played: its graph with its findings, but for those that take a proof."""
        return without_errors(Request(base=self.sources(), variants=self.variants))

    def graph(self) -> RuleGraph:
        """The rule graph of the game as it is played."""
        found = self.compiled().graph
        assert found is not None
        return found

    @cache
    def program(self, options: tuple[tuple[str, str], ...] = (), without: tuple[str, ...] = ()) -> Program:
        """The game with these options, without these errata."""
        found: RuleGraph | None = self.graph()
        if without:
            found = without_errors(Request(base=self.sources(), without=without, variants=self.variants)).graph
        assert found is not None
        graph, wrong = set_options(found, dict(options))
        assert not wrong
        program = lower(graph, allowance=Request(base=self.sources()).allowance)
        assert check_program(program) == ()
        return program

    @cache
    def data(self, enum: str, column: str) -> dict[str, Word]:
        """The printed data of an enum: what stands in a column, by the name of the row."""
        node = next(node for node in self.graph().enums if node.name == enum)
        found = next(found for found in node.columns if found.name == column)
        return {
            name: word(self.program(), found.type, value) for name, value in zip(node.values, found.values, strict=True)
        }

    @cache
    def signatures(self) -> dict[str, tuple[tuple[Type, ...], Type | None]]:
        """What the functions of the program take, and what they give."""
        found: dict[str, tuple[tuple[Type, ...], Type | None]] = {}
        graph = self.graph()
        for table in graph.tables:
            for kind in ("roll", "look"):
                found[f"{kind}:{table.id}"] = tuple(param.type for param in table.params), table.result
        for procedure in graph.procedures:
            found[f"do:{procedure.name}"] = tuple(param.type for param in procedure.params), procedure.result
        for define in graph.defines:
            found[f"define:{define.name}"] = tuple(param.type for param in define.params), define.type
        return found


# --- words and integers


def word(program: Program, kind: Type | None, value: int) -> Word:
    """A value as a test writes it: a number, or a name, with yes, no and none as words."""
    if value == NONE:
        return "none"
    match kind:
        case BoolType():
            return "yes" if value else "no"
        case EnumType(enum=enum):
            return program.enums[enum].values[value]
        case _:  # the rest: written as its number
            return value


def integer(program: Program, kind: Type | None, value: Word) -> int:
    """What :func:`word` turns into a word."""
    if value == "none":
        return NONE
    match kind, value:
        case BoolType(), "yes" | "no":
            return int(value == "yes")
        case EnumType(enum=enum), str():
            return program.enums[enum].values.index(value)
        case IntType() | ElementType(), int():
            return value
        case _:  # the rest: no value of this type
            raise AssertionError(f"{value!r} is none of {kind}")


# --- a scene


@frozen
class Throw:
    """A roll on a table: the dice, the total after modifiers, the row's key, and each modifier that applied."""

    table: str | None
    natural: int
    total: int
    row: str
    modifiers: Mapping[str, int]


@frozen
class Answer:
    """A choice that was asked: its id without the word ``choice``, what was offered, what was answered."""

    id: str
    offered: tuple[str, ...]
    answer: str


class Scene:
    """A game in the middle of a mission, as a test wants it.

    Dice come from ``dice``, totals in the order of the throws (a d66 as its two digits), and all must be used.
    Choices go to ``answers``, in words, in order; when those are used up, or ``auto`` stands, to the autopilot.
    """

    def __init__(self, game: Game, program: Program) -> None:
        self.game = game
        self.program = program
        self.machine = instantiate(program, self.on_roll, self.on_ask, self.on_event)
        self.slots = self.machine.slots
        self.describer = Describer(program)
        self.describer.slots = self.slots
        self.names = {
            self.describer.slot_name(slot): slot for slot in range(program.slots) if self.describer.field_at(slot)
        }
        self.begin({})

    def begin(self, facts: Facts) -> Scene:
        """Back to the start of a campaign, with these facts."""
        self.dice: list[int] = []
        self.answers: list[str] = []
        self.asked: list[str | None] = []
        self.notation: list[str] = []
        self.throws: list[Throw] = []
        self.choices: list[Answer] = []
        start_machine(self.machine)
        self.set(facts)
        return self

    # --- state

    def set(self, facts: Facts) -> None:
        """Bring about facts: fields as in an ``expect`` line."""
        for name, value in facts.items():
            slot = self.slot(name)
            kind = self.kind(slot)
            if isinstance(kind, IntType) and isinstance(value, int):
                assert kind.low <= value <= kind.high, f"{name} is {kind}"
            self.slots[slot] = integer(self.program, kind, value)

    def slot(self, name: str) -> int:
        """The slot of a field; ``fighters.x`` is field ``x`` of the first element of list ``fighters``."""
        held, _, member = name.partition(".")
        if held in self.describer.lists:
            return self.element_slot(held, self.references(held)[0], member)
        return self.names[name]

    def kind(self, slot: int) -> Type | None:
        """The type of what a slot holds."""
        found = self.describer.field_at(slot)
        return found.type if found else None

    def told(self, slot: int) -> Word:
        """What a slot holds."""
        return word(self.program, self.kind(slot), self.slots[slot])

    def __getitem__(self, name: str) -> Word:
        return self.told(self.slot(name))

    def state(self) -> dict[str, Word]:
        """Everything but what stands in lists, by name."""
        lists = tuple(f"{held}[" for held in self.describer.lists)
        return {name: self.told(slot) for name, slot in self.names.items() if not name.startswith(lists)}

    def facts(self, names: Iterable[str]) -> dict[str, Word]:
        """What is so of these fields."""
        return {name: self[name] for name in names}

    # --- lists

    def references(self, held: str) -> list[int]:
        """The elements of a list, in its order."""
        found = self.describer.lists[held]
        return [value for value in self.slots[found.row : found.row + found.capacity] if value != NONE]

    def join(self, held: str, facts: Facts) -> int:
        """Put an element at the end of a list, with these facts and defaults for the rest; what it is called."""
        found = self.describer.lists[held]
        place = len(self.references(held))
        for name in found.fields:
            field = self.describer.fields[name]
            self.slots[field.base + place] = field.defaults[0]
        for name, value in facts.items():
            slot = self.element_slot(held, place, name)
            self.slots[slot] = integer(self.program, self.kind(slot), value)
        self.slots[found.base + place] = self.slots[found.row + place] = place
        self.slots[found.count] = place + 1
        return place

    def element_slot(self, held: str, reference: int, member: str) -> int:
        """The slot of an element's field."""
        found = self.describer.lists[held]
        return self.describer.fields[f"{found.record}.{member}"].base + reference % found.capacity

    # --- calls

    def call(self, name: str, *args: Word) -> Word | tuple[Word, ...] | None:
        """Call a function of the program in words."""
        params, result = self.game.signatures()[name]
        given = [integer(self.program, kind, arg) for kind, arg in zip(params, args, strict=True)]
        try:
            value = self.machine.functions[name](*given)
        except Fault as fault:
            site = self.program.sites[fault.site]
            assert isinstance(site, FaultSite)
            raise AssertionError(f"rules fault at {site.origin.place}: {site.text}") from fault
        if value is None or result is None:
            return None
        if isinstance(result, PartsType) and isinstance(value, tuple):
            return tuple(word(self.program, part.type, one) for part, one in zip(result.parts, value, strict=True))
        return word(self.program, result, value)

    def roll(self, table: str, *args: Word, dice: Sequence[int] = ()) -> Word | tuple[Word, ...] | None:
        """Roll on a table with these dice, every one of which must be used."""
        return self.play(f"roll:{table}", *args, dice=dice)

    def do(
        self,
        procedure: str,
        *args: Word,
        dice: Sequence[int] = (),
        answers: Sequence[str] = (),
        spare: Sequence[int] = (),
    ) -> Word | None:
        """Carry out a procedure with these dice and answers, every one of which must be used, but for ``spare``."""
        value = self.play(f"do:{procedure}", *args, dice=dice, answers=answers, spare=spare)
        assert not isinstance(value, tuple)
        return value

    def play(
        self,
        name: str,
        *args: Word,
        dice: Sequence[int] = (),
        answers: Sequence[str] = (),
        spare: Sequence[int] = (),
    ) -> Word | tuple[Word, ...] | None:
        """Call what throws dice and asks."""
        self.dice, self.answers = [*dice, *spare], list(answers)
        self.asked, self.notation, self.throws, self.choices = [], [], [], []
        value = self.call(name, *args)
        assert len(self.dice) <= len(spare), f"dice not asked for: {self.dice}; asked: {self.asked}"
        assert not self.answers, f"answers not asked for: {self.answers}; asked: {self.choices}"
        return value

    def define(self, name: str, *args: Word) -> Word:
        """A derived value."""
        value = self.call(f"define:{name}", *args)
        assert isinstance(value, str | int)
        return value

    def look(self, table: str, *args: Word) -> Word | tuple[Word, ...] | None:
        """What a table says that is looked up."""
        return self.call(f"look:{table}", *args)

    # --- what the program calls

    def on_roll(self, site: int, dice: Dice) -> int:
        """The next number of the script."""
        place = self.program.sites[site]
        assert isinstance(place, RollSite)
        self.asked.append(place.table)
        self.notation.append(dice.notation)
        assert self.dice, f"no dice left: asked for {self.asked}"
        number = self.dice.pop(0)
        assert dice.can_show(number), f"{number} is no result of {self.notation[-1]}, on {place.table}"
        return number

    def on_ask(self, site: int, options: Sequence[int], score, values) -> int:
        """The next answer of the script, or the autopilot's; a standing offer is declined."""
        place = self.program.sites[site]
        assert isinstance(place, ChoiceSite)
        if place.offer:
            return 0
        named = self.describer.describe_options(place, options, values())
        if self.answers:
            found = find_option(named, self.answers.pop(0).split(), place.optional)
            assert isinstance(found, int), f"{place.id}: {found}; offered {[option.name for option in named]}"
        else:
            found = preferred_index(options, score, place.optional)
        answer = named[found].name if found >= 0 else "none"
        self.choices.append(Answer(place.id.removeprefix("choice:"), tuple(o.name for o in named), answer))
        return found

    def on_event(self, event: tuple[int, ...]) -> None:
        """Keep the rolls."""
        place = self.program.sites[event[0]]
        if isinstance(place, RollSite):
            _, natural, total, row, *rest = event
            amounts = rest[: len(place.modifiers)]
            applied = {
                modifier.label: amount for modifier, amount in zip(place.modifiers, amounts, strict=True) if amount
            }
            label = place.rows[row].label if row >= 0 else ""
            self.throws.append(Throw(place.table, natural, total, label, applied))


def changes(before: Facts, after: Facts) -> dict[str, Word]:
    """What is no longer as it was."""
    return {name: value for name, value in after.items() if before[name] != value}


# --- a bench


S = TypeVar("S", bound=Scene)


@frozen
class Bench(Generic[S]):
    """Scenes of one game.

    Attributes:
        game: The game.
        kind: What its scenes are.
    """

    game: Game
    kind: type[S]

    @cache
    def shared(self, options: tuple[tuple[str, str], ...], without: tuple[str, ...]) -> S:
        """One scene for each program, because making one takes a while."""
        return self.kind(self.game, self.game.program(options, without))

    def scene(self, facts: Facts | None = None, without: tuple[str, ...] = (), **options: str) -> S:
        """A fresh scene with these facts; the one before it of the same program is gone."""
        found = self.shared(tuple(options.items()), without)
        found.begin(facts or {})
        return found
