"""The calls of the workshop's page: a function's name with its arguments in JSON, answered in JSON.

A function refuses by an InputError, or by the errors of the rules; anything else is a fault of ours, which the page
shows with its traceback, and from which the next call is none the worse.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any, get_type_hints

from attrs import frozen

from bombsight.boundary.codec.decoding import decoder_of
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Form
from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import words_for
from bombsight.service.common.failure import WrongRules
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.wording import help_for_page, message_for_page

MODULES: Mapping[str, Sequence[str]] = {
    "files": ("games", "open_game", "set_original", "new_game", "quote"),
    "imports": ("import_table", "game_of_tables"),
    "checking": ("put_file", "change_text", "remove_file", "continue_check", "actions", "fix_all", "explain"),
    "names": ("hover", "complete", "signature", "definitions", "references", "rename_range", "rename"),
    "texts": ("format", "tokens", "odds_labels", "outline", "folds"),
    "panes": ("tables_at", "card", "odds", "differences", "compile_game_file"),
    "packages": ("pack_rules",),
    "simulating": ("begin_simulation", "compile_side", "plan_simulation", "watch_answers", "report_simulation"),
    "trials": ("begin_examples", "continue_examples", "begin_coverage", "continue_coverage", "covered_file"),
}
"""The modules of this folder with the functions that a page may call."""

CALLS: Mapping[str, str] = {name: module for module, names in MODULES.items() for name in names}
"""The functions that a page may call, each with its module.

A module is imported by the first call of one of its functions: the page is ready before it can compare or play.
"""

FORM = Form()
"""How values look in JSON."""


@frozen(kw_only=True)
class Refusal:
    """The reason why a call is refused.

    Attributes:
        message: What is wrong.
        place: Where; may be empty.
        hint: What to do; may be empty.
    """

    message: str
    place: str
    hint: str


@frozen
class Parameter:
    """A parameter of a call.

    Attributes:
        name: Its name.
        type: Its type.
    """

    name: str
    type: Any


def find_function(name: str) -> Callable[..., Any]:
    """Find the function of a call."""
    function: Callable[..., Any] = getattr(import_module(f"{__package__}.{CALLS[name]}"), name)
    return function


@cache
def parameters_of(name: str) -> tuple[Parameter, ...]:
    """The parameters of a call, without the desk."""
    function = find_function(name)
    hints = get_type_hints(function)
    return tuple(Parameter(each, hints[each]) for each in [*signature(function).parameters][1:])


def result_type(name: str) -> Any:
    """The type of a call's result."""
    return get_type_hints(find_function(name))["return"]


def answer(desk: Desk, request: str) -> str:
    """Answer a call.

    Args:
        desk: The desk.
        request: ``{"call": NAME, "arguments": [...]}`` in JSON, with all arguments in their order.

    Returns:
        JSON: ``{"result": ...}``, ``{"refusal": ...}``, or ``{"fault": TRACEBACK}``.
    """
    try:
        return json.dumps({"result": encode(call(desk, parse_json(request)), FORM)}, ensure_ascii=False)
    except InputError as refused:
        refusal = Refusal(
            message=message_for_page(refused.message_forms),
            place=words_for("page", refused.place_forms),
            hint=help_for_page(refused.hint_forms),
        )
    except WrongRules as wrong:
        first = wrong.findings[0]
        message, hint = message_for_page(first.message), help_for_page(first.help)
        refusal = Refusal(message=message, place=str(first.span), hint=hint)
    except Exception:  # whatever it is: the page shows it, and goes on
        return json.dumps({"fault": traceback.format_exc()})
    return json.dumps({"refusal": encode(refusal, FORM)}, ensure_ascii=False)


def call(desk: Desk, request: Mapping[str, Any]) -> Any:
    """Make a call.

    Raises:
        InputError: The function refuses.
        WrongRules: The rules have errors.
        ValueError: There is no such function, or the arguments are not its own.
    """
    name, arguments = request["call"], request["arguments"]
    parameters = parameters_of(name)
    values: Sequence[Any] = [
        decoder_of(parameter.type, FORM)(each) for parameter, each in zip(parameters, arguments, strict=True)
    ]
    return find_function(name)(desk, **{each.name: value for each, value in zip(parameters, values, strict=True)})
