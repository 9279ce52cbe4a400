"""``python tests/compiler/made.py FOLDER``: what is made of a game's rules, each thing with its digest, as JSON."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

from attrs import evolve

from bombsight.backends.python.source import source
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.mutants import mutants, prepare
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.dsl.render import render_all
from bombsight.dsl.source import Source
from bombsight.service.library import game_folder, read_files
from bombsight.service.site.gamefile import game_file

WRONG = Source(
    "wrong.rules",
    """\
procedure astray
  set oil to lamp + oyl
  add ben to carries
  do crss(1, 2)
  roll on Nowhere
""",
)


def make(folder: Path) -> dict[str, bytes]:
    """What is made of the rules, by what it is: of the same rules always the same, to the last byte."""
    sources, _ = read_files(game_folder(folder).files)
    request = Request(base=tuple(sources))
    graph = compile_rules(request).graph
    assert graph is not None
    program = lower(graph)
    astray = compile_rules(evolve(request, base=(*request.base, WRONG)))
    return {
        "graph": json.dumps(graph_to_json(graph)).encode(),
        "findings": render_all(astray.diagnostics, astray.sources).encode(),
        "code": "".join(source(program, traced=traced) for traced in (False, True)).encode(),
        "game file": game_file(request).content,
        "mutants": repr([(each.kind, each.changes) for each in mutants(prepare(request), 20, 1)]).encode(),
    }


if __name__ == "__main__":
    print(json.dumps({name: sha256(content).hexdigest() for name, content in make(Path(sys.argv[1])).items()}))
