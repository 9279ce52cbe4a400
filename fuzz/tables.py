"""Well-formed files of tables, one of each format that can be imported, to be mutated."""

from __future__ import annotations

import json
from collections.abc import Mapping

CSV = 'd6,Weather,Wind\n1,Sun,none\n2-5,"Rain, roll on the Beast table",2d6 knots\n6,Roll again,{1d4} squalls\n'

LIST = "weight,text\n3,an owl\n1/2,two owls\n0.5,Roll twice\n"

MARKDOWN = """\
# Woods

## Beasts (2d6)

| 2d6 | Beast | Number |
|-----|-------|-------:|
| 2-6 | **Wolf** | 1d6 |
| 7\u20139 | [[Weather]] | 2 |
| 10+ | [Owl](#owls) | 3 |

### Owls

- 1-3: a barn owl
- 4-6: roll twice on the Beasts table

1. one
2. two
"""

HTML = """\
<!DOCTYPE html><html><head><title>T</title></head><body><h2>Weather &amp; wind</h2>
<table><caption>d8</caption><tr><th colspan="2">d8</th><th>What</th></tr>
<tr><td rowspan=2>1-4</td><td>a</td><td>Sun<br>and <b>wind</b></td></tr><tr><td>b<td>Rain</tr></table>
<ol><li>one<li>two</ol></body></html>
"""

FOUNDRY = json.dumps(
    [
        {
            "_id": "aaaa",
            "name": "Treasure",
            "formula": "1d4+1",
            "results": [
                {"type": 0, "text": "<p>[[/r 2d6]] coins</p>", "weight": 1, "range": [2, 3]},
                {"type": 1, "text": "Gems", "documentCollection": "RollTable", "documentId": "bbbb", "range": [4, 4]},
                {"type": "text", "description": "@UUID[RollTable.bbbb]{Gems}", "weight": 2, "range": [5, 5]},
            ],
        },
        {"_id": "bbbb", "name": "Gems", "formula": "", "results": [{"text": "a ruby"}, {"text": "a pearl"}]},
    ]
)

DATASWORN = json.dumps(
    {
        "_id": "woods",
        "type": "ruleset",
        "oracles": {
            "core": {
                "name": "Core",
                "contents": {
                    "action": {
                        "_id": "woods/oracles/core/action",
                        "name": "Action",
                        "dice": "1d100",
                        "rows": [
                            {"min": 1, "max": 50, "text": "[Theme](id:woods/oracles/core/theme)"},
                            {
                                "min": 51,
                                "max": 100,
                                "text": "Roll twice",
                                "oracle_rolls": [{"oracle": None, "number_of_rolls": 2}],
                            },
                        ],
                    },
                    "theme": {"name": "Theme", "rows": [{"min": 1, "max": 2, "text": "Ash"}]},
                },
            }
        },
    }
)

YAML = """\
_id: woods
oracles:
  core:
    name: Core
    contents:
      action:
        name: Action
        dice: 1d6
        rows:
          - &first.row {min: 1, max: 3, text: Seek}
          - <<: *first.row
            min: 4
            max: 6
"""

DMN = """\
<?xml version="1.0"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="Dish" id="d">
  <itemDefinition name="season"><typeRef>string</typeRef>
    <allowedValues><text>"Winter", "Summer"</text></allowedValues></itemDefinition>
  <decision name="Dish" id="dish"><decisionTable hitPolicy="UNIQUE">
    <input label="Season"><inputExpression typeRef="season"><text>season</text></inputExpression></input>
    <input label="Guests"><inputExpression typeRef="number"><text>guests</text></inputExpression></input>
    <output name="dish" typeRef="string"/>
    <rule><inputEntry><text>"Winter"</text></inputEntry><inputEntry><text>&lt;= 8.5, [10..12)</text></inputEntry>
      <outputEntry><text>"Roast"</text></outputEntry></rule>
    <rule><inputEntry><text>not("Winter")</text></inputEntry><inputEntry><text>-</text></inputEntry>
      <outputEntry><text>"Salad"</text></outputEntry></rule>
  </decisionTable></decision>
  <decision name="Fee"><decisionTable hitPolicy="COLLECT" aggregation="SUM">
    <input label="Years"><inputExpression typeRef="number"><text>years</text></inputExpression></input>
    <output name="f"/>
    <rule><inputEntry><text>&gt;1</text></inputEntry><outputEntry><text>5</text></outputEntry></rule>
  </decisionTable></decision>
</definitions>
"""

FIGURES = json.dumps(
    {
        "tables": [
            {"id": "L-1", "dice": "2d6", "results": {"2": "clear", "3": ["rain", 1]}},
            {"id": "L-2", "dice": None, "columns": ["a"], "results": {"x": {"y": 3}}},
            {"id": "L-3", "dice": "1d6", "rows": [{"span": [None, 3], "gives": "fog"}]},
        ]
    }
)

TABLE_FILES: Mapping[str, str] = {
    "t.csv": CSV,
    "list.csv": LIST,
    "t.tsv": CSV.replace(",", "\t"),
    "t.md": MARKDOWN,
    "t.html": HTML,
    "foundry.json": FOUNDRY,
    "datasworn.json": DATASWORN,
    "t.db": "\n".join(map(json.dumps, json.loads(FOUNDRY))),
    "t.yaml": YAML,
    "t.dmn": DMN,
    "figures.json": FIGURES,
}
"""A well-formed file of each format, by name."""
