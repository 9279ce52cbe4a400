"""``python tests/compiler/made.py PATH ...``: what is made of rules, each thing with its digest, as JSON."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

from attrs import evolve

from bombsight.backends.python.source import render_program
from bombsight.backends.wasm.emit import build_module
from bombsight.compiler.edges import edges_of
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.mutants import prepare_base, sample_mutants
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.dsl.render import render_all
from bombsight.dsl.source import Source
from bombsight.service.site.gamefile import load_game_file

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


def make(path: Path) -> dict[str, bytes]:
    """What is made of the rules in a file or a folder, by what it is: of the same rules always the same."""
    files = sorted(path.glob("*.rules")) if path.is_dir() else [path]
    request = Request(base=tuple(Source(file.name, file.read_text(encoding="utf-8")) for file in files))
    graph = compile_rules(request).graph
    assert graph is not None
    program = lower(graph)
    found = {
        "graph": json.dumps(graph_to_json(graph)),
        "edges": repr(edges_of(graph)),
        "code": "".join(render_program(program, traced=traced) for traced in (False, True)),
        "findings": render_findings(evolve(request, base=(*request.base, WRONG))),
    }
    made = {name: text.encode() for name, text in found.items()}
    made |= {f"module, {traced=}": build_module(program, traced=traced).binary for traced in (False, True)}
    if path.is_dir():  # a game, not a program that is to have everything
        made["game file"] = load_game_file(request).content
        made["mutants"] = repr(
            [(each.kind, each.changes) for each in sample_mutants(prepare_base(request), 20, 1)]
        ).encode()
    return made


def render_findings(request: Request) -> str:
    """What is found in rules, as a person sees it."""
    compiled = compile_rules(request)
    return render_all(compiled.diagnostics, compiled.sources)


if __name__ == "__main__":
    print(
        json.dumps(
            {
                f"{Path(path).stem}: {name}": sha256(content).hexdigest()
                for path in sys.argv[1:]
                for name, content in make(Path(path)).items()
            }
        )
    )
