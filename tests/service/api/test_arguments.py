"""Public functions look at their arguments, and name a wrong one as Python has it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest

import bombsight
from bombsight.cli.app import COMMANDS
from bombsight.service.common.arguments import Range, check_argument, is_iterable_type, parameter_types
from tests.examples import EXAMPLES

UNTYPED: Any = bombsight
"""The interface as a caller without a type checker has it."""

LIGHTHOUSE = str(EXAMPLES / "lighthouse")

FUNCTIONS = {name: getattr(bombsight, name) for name, home in bombsight._HOMES.items() if ".api." in home}

FUNCTIONS_OF_COMMANDS = {
    "play": ("open", "play_in_group"),
    "resume": ("resume", "prospect", "go_over"),
    "rules": ("rules_in_force",),
    "lint": ("lint", "fix"),
    "test": ("test", "coverage", "mutants"),
    "fmt": ("fmt", "fmt_text"),
    "compile": ("compile", "game_file"),
    "show": ("show", "contents", "quote", "stage"),
    "new": ("new", "new_from_tables", "new_house_rule"),
    "odds": ("odds", "odds_of"),
    "help": ("manual",),
}
"""The functions of commands that are not called like the command alone."""

FOR_PEOPLE_ONLY = {
    "host": "a network table waits for another person",
    "join": "a person sits down at one",
    "mail": "letters go to and fro between two people",
    "completion": "a shell runs what it prints",
    "server": "an editor speaks to it by the language server protocol",
}
"""The commands that have no function, each with the reason; docs/api.md says the same."""


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_a_function_or_a_reason_to_have_none(command):
    names = FUNCTIONS_OF_COMMANDS.get(command, (command,))

    assert (command in FOR_PEOPLE_ONLY) != ({*names} <= FUNCTIONS.keys())


def test_each_function_belongs_to_a_command():
    named = {name for command in COMMANDS for name in FUNCTIONS_OF_COMMANDS.get(command, (command,))}

    assert FUNCTIONS.keys() - named == set()


def parameters() -> Iterator[tuple[str, str]]:
    for name, function in FUNCTIONS.items():
        for parameter in inspect.signature(function).parameters:
            yield name, parameter


@pytest.mark.parametrize(("name", "parameter"), [*parameters()])
@pytest.mark.parametrize("wrong", [object(), -(10**30), b"x"], ids=["object", "number", "bytes"])
def test_a_wrong_argument_is_named_as_python_has_it(name, parameter, wrong):
    function = FUNCTIONS[name]
    signature = inspect.signature(function)
    if parameter == "mission" and isinstance(wrong, int):
        pytest.skip("which missions there are is a matter of the game")
    arguments = {
        each.name: wrong if each.name == parameter else suitable(function, each.name)
        for each in signature.parameters.values()
        if each.kind is not each.VAR_POSITIONAL and (each.default is each.empty or each.name == parameter)
    }
    rest = [wrong] if signature.parameters[parameter].kind is inspect.Parameter.VAR_POSITIONAL else []
    with pytest.raises(bombsight.InputError) as caught:
        function(*rest, **arguments)

    assert caught.value.message.startswith(f"{parameter}=")
    assert not re.search(r"(?<![\w-])--[a-z]", str(caught.value))


def suitable(function, parameter: str) -> object:
    """A value that a parameter may have, as far as its type goes."""
    kind = parameter_types(function)[parameter]
    for value in ("ast", "x", 1):
        try:
            return check_argument(parameter, value, kind)
        except bombsight.InputError:
            continue
    assert is_iterable_type(kind), kind
    return []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: UNTYPED.open(LIGHTHOUSE, answers="random_"),
            "answers='random_' cannot be used\nDid you mean random?",
        ),
        (lambda: bombsight.open(LIGHTHOUSE, mission=1, campaign=True), "mission= and campaign= exclude each other"),
        (lambda: bombsight.open(LIGHTHOUSE, dice="lost"), "dice='lost': there is no such file"),
        (
            lambda: bombsight.simulate(LIGHTHOUSE, missions=-3),
            "missions=-3 cannot be used\nIt can be a whole number, 1 ",
        ),
        (
            lambda: bombsight.simulate(LIGHTHOUSE, missions=3, campaigns=3),
            "missions= and campaigns= exclude each other",
        ),
        (lambda: bombsight.simulate(LIGHTHOUSE, jobs=0), "jobs=0 cannot be used"),
        (lambda: bombsight.simulate(LIGHTHOUSE, jobs=2, cluster="tcp://127.0.0.1:1"), "jobs= is for this machine"),
        (
            lambda: bombsight.odds(LIGHTHOUSE, "Reef", given="sky is fog"),
            "given='sky is fog' cannot be used\ngiven= takes",
        ),
        (lambda: bombsight.odds(LIGHTHOUSE, "Reef", given=[""]), "given=[''] says nothing"),
        (lambda: bombsight.odds(LIGHTHOUSE, "Sand"), "there is no table Sand\nbombsight.contents('lighthouse', kinds="),
        (
            lambda: bombsight.diff(LIGHTHOUSE),
            "one set of rules differs from itself in nothing\nName what differs: bombsight.",
        ),
        (lambda: bombsight.table("nowhere", "x"), "there is no game nowhere"),
        (lambda: bombsight.Rules(variants="winter"), "variants='winter' cannot be used\nIt takes several"),
        (lambda: UNTYPED.Rules(options={"fog": True}), "options={'fog': True} cannot be used"),
        (lambda: bombsight.Rules(limit=0), "limit=0 cannot be used"),
        (
            lambda: bombsight.table(LIGHTHOUSE, "Reef", bombsight.Rules(variants=["winterly"])),
            "variants='winterly': there is",
        ),
        (
            lambda: bombsight.quote(LIGHTHOUSE, "Reef", column="x"),
            "column= names a cell of a row\nName the row, too: row=",
        ),
        (lambda: bombsight.new_house_rule("mine", LIGHTHOUSE, row="2"), "row=, column= and add= are of one table"),
        (
            lambda: bombsight.new_house_rule("mine", LIGHTHOUSE),
            "it is not said what the house rule changes\nName it: tables=",
        ),
        (lambda: bombsight.figures(LIGHTHOUSE, write=True, sample=3), "write= and sample= exclude each other"),
        (lambda: bombsight.manual("odd"), "there is no help on odd\nDid you mean odds or add?"),
        (lambda: bombsight.site(out="site"), "a site of no games"),
        (lambda: bombsight.mutants(LIGHTHOUSE, count=1, only=["K-1"]), "only='K-1': there is no such item"),
    ],
)
def test_what_cannot_be_is_said_in_words_of_python(call, said):
    with pytest.raises(bombsight.InputError) as caught:
        call()

    assert str(caught.value).startswith(said)
    assert not re.search(r"(?<![\w-])--[a-z]", str(caught.value))


def test_a_move_with_a_wrong_argument_is_refused():
    with UNTYPED.open(LIGHTHOUSE, seed=2) as play:
        for move, said in [
            (lambda: play.undo("x"), "count='x' cannot be used"),
            (lambda: play.odds("x"), "runs='x' cannot be used"),
            (lambda: play.save(3), "path=3 cannot be used"),
            (lambda: play.throw("34"), "faces='34' cannot be used"),
        ]:
            with pytest.raises(bombsight.InputError, match=re.escape(said)):
                move()


def test_an_iterator_is_as_good_as_a_list():
    odds = bombsight.odds(LIGHTHOUSE, "Reef", given=iter(["sky is fog"]))

    assert odds.given == ("sky is fog",)


def test_ranges_are_those_of_integers():
    assert Range(1, 3).low == 1
    assert check_argument("n", 3, int) == 3
    with pytest.raises(bombsight.InputError):
        check_argument("n", True, int)
