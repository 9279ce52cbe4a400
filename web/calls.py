"""The TypeScript interface of the calls that the workshop's page makes of Python."""

from __future__ import annotations

from inspect import getdoc
from typing import Any

from bombsight.boundary.codec.schemas import strip_markup
from bombsight.service.workshop.calls import Refusal, call_names, function_of, parameters_of, result_type
from web.classes import GENERATED_NOTICE, TypeScriptModule
from web.interfaces import classes_in, render_type


def mentioned_classes() -> list[type]:
    """The classes that the calls take and give, sorted by name."""
    hints: list[Any] = [result_type(name) for name in call_names()]
    hints += [parameter.type for name in call_names() for parameter in parameters_of(name)]
    found = {kind for hint in hints for kind in classes_in(hint)}
    return sorted(found, key=lambda kind: kind.__name__)


DESK_MODULE = TypeScriptModule(
    comment="What the workshop's page is told by Python.", roots=(*mentioned_classes(), Refusal)
)


def render_calls() -> str:
    """Render the module with an interface that has a method for each call, under the name of its function."""
    names = ", ".join(kind.__name__ for kind in mentioned_classes())
    lines = [
        f"// The calls of the workshop's page. {GENERATED_NOTICE}",
        "",
        f'import type {{ {names} }} from "./classes";',
        "",
        "/** The calls, each with its arguments and its result. */",
        "export interface Calls {",
    ]
    for name in call_names():
        comment = strip_markup(getdoc(function_of(name)) or "").split("\n\n")[0].replace("\n", " ")
        parameters = ", ".join(f"{each.name}: {render_type(each.type, {})}" for each in parameters_of(name))
        lines += [f"  /** {comment} */", f"  {name}({parameters}): {render_type(result_type(name), {})};"]
    return "\n".join([*lines, "}", ""])
