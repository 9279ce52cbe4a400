"""A rule graph from a text that anybody may have written: checked against the schema before it is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import frozen
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from bombsight.compiler.findings import meant
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_json import graph_from_json
from bombsight.compiler.serialize.schema import Schema, rule_graph_schema
from bombsight.compiler.serialize.shape import KIND

WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
"""The types of JSON as a reader calls them."""


@frozen
class Problem:
    """What is wrong with a document.

    Attributes:
        path: Where, as a JSON path: ``$.tables[3].title``.
        message: What, in a sentence.
    """

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


def load_graph(text: str) -> RuleGraph | list[Problem]:
    """The rule graph that a text holds, or all that is wrong with it; nothing is raised."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return [Problem("$", f"this is no JSON: {error.msg} in line {error.lineno}, column {error.colno}")]
    except ValueError:
        return [Problem("$", "a number has more digits than can be read")]
    except RecursionError:
        return [Problem("$", "this is nested too deep to be read")]
    try:
        return problems_of(data) or graph_from_json(data)
    except RecursionError:
        return [Problem("$", "this is nested too deep to be read")]


def problems_of(data: Any) -> list[Problem]:
    """All that keeps a document from being a rule graph, each once."""
    problems = (Problem(error.json_path, sentence(error)) for error in validator().iter_errors(data))
    return list(dict.fromkeys(problems))


def sentence(error: ValidationError) -> str:
    """What a finding of the schema says, in the reader's words."""
    wanted: Any = error.validator_value
    given: Any = error.instance
    schema: Any = error.schema
    match error.validator:
        case "type":
            return f"{WORDS[wanted]} is needed, not {short(given)}"
        case "const":
            return f"{json.dumps(wanted)} is needed, not {short(given)}"
        case "enum" | "discriminator":
            help_ = meant(given, wanted) if isinstance(given, str) else ""
            return f"one of {', '.join(wanted)} is needed, not {short(given)}. {help_}".strip()
        case "required":
            return f"{' and '.join(name for name in wanted if name not in given)} must stand here"
        case "additionalProperties":
            known = schema["properties"]
            unknown = [name for name in given if name not in known]
            return f"nothing here is called {' or '.join(unknown)}. {meant(unknown[0], known)}".strip()
        case "minimum":
            return f"{wanted} or more is needed, not {short(given)}"
        case "minItems" | "maxItems":
            return f"{wanted} values must stand here, not {len(given)}"
        case _:
            return error.message


def short(value: object) -> str:
    """A value, not at length."""
    if isinstance(value, dict | list):
        return WORDS["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


@cache
def validator() -> Validator:
    """What checks documents: the schema's own rules, but where a kind tells an object's class only that is tried."""
    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
    made = extend(Draft202012Validator, {"oneOf": one_of}, type_checker=strict)  # type: ignore[no-untyped-call]  # its stubs say nothing
    checker: Validator = made(rule_graph_schema())
    return checker


def is_whole(_: object, value: object) -> bool:
    """Whether a value is a whole number, written as one."""
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(validator: Any, _: object, instance: object, schema: Schema) -> Iterator[ValidationError]:
    """An object must fit the class that its kind names."""
    mapping: dict[str, str] = schema["discriminator"]["mapping"]
    if not isinstance(instance, dict):
        yield ValidationError("", validator="type", validator_value="object", instance=instance)
    elif KIND not in instance:
        yield ValidationError("", validator="required", validator_value=[KIND], instance=instance)
    elif not isinstance(instance[KIND], str) or instance[KIND] not in mapping:
        yield ValidationError(
            "", path=[KIND], validator="discriminator", validator_value=[*mapping], instance=instance[KIND]
        )
    else:
        yield from validator.descend(instance, {"$ref": mapping[instance[KIND]]})
