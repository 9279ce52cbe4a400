"""Decoding of a rule graph from untrusted JSON text: a graph, or all problems of the text."""

from __future__ import annotations

import json
from typing import Any

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.problems import TYPE_WORDS, DecodeError, Problem, mismatch_error
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.graph_form import DOCUMENT, GRAPH_FORM, VERSION

TOO_DEEP = Problem("$", "this is nested too deep to be read")


def load_graph(text: str) -> RuleGraph | list[Problem]:
    """Decode a rule graph from untrusted JSON text, or return all problems of the text; never raise."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return [Problem("$", f"this is no JSON: {error.msg} in line {error.lineno}, column {error.colno}")]
    except ValueError:
        return [Problem("$", "a number has more digits than can be read")]
    except RecursionError:
        return [TOO_DEEP]
    try:
        return decode_graph(data)
    except DecodeError as error:
        return error.problems
    except RecursionError:
        return [TOO_DEEP]


def decode_graph(data: Any) -> RuleGraph:
    """Decode a rule graph from a JSON document.

    Raises:
        DecodeError: It is not a rule graph, or one of another version.
        RecursionError: It is nested too deep.
    """
    if not isinstance(data, dict):
        raise mismatch_error(TYPE_WORDS[dict], data)
    if "version" not in data:
        raise DecodeError("version must stand here")
    if data["version"] != VERSION or type(data["version"]) is not int:
        raise DecodeError(step_problems=mismatch_error(str(VERSION), data["version"]).problems_below("version"))
    if data.get("document", DOCUMENT) != DOCUMENT:  # files of earlier releases do not say what they are
        raise DecodeError(step_problems=mismatch_error(DOCUMENT, data["document"]).problems_below("document"))
    body = {key: value for key, value in data.items() if key not in ("document", "version")}
    return decode_strictly(body, RuleGraph, GRAPH_FORM)
