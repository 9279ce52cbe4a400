// The colours of the language, and what Enter does. Made by `python -m editors`; not to be edited.

import type { Grammar } from "./textmate";

/** The TextMate grammar. */
export const GRAMMAR: Grammar = {
  "scopeName": "source.bombsight",
  "patterns": [
    {
      "include": "#modifier"
    },
    {
      "include": "#fields"
    },
    {
      "include": "#values"
    },
    {
      "include": "#settings"
    },
    {
      "include": "#declared"
    },
    {
      "include": "#line"
    }
  ],
  "repository": {
    "modifier": {
      "match": "^([ ]*(?:was|now|add|remove)?[ ]*(?:modifier)?)[ ]+([+-](?:[0-9]+|\\((?:[^()]|\\([^()]*\\))*\\)))[ ]+([A-Za-z][A-Za-z0-9_]*)",
      "captures": {
        "1": {
          "patterns": [
            {
              "include": "#words"
            }
          ]
        },
        "2": {
          "patterns": [
            {
              "include": "#expression"
            }
          ]
        },
        "3": {
          "name": "entity.name.label.modifier.bombsight"
        }
      }
    },
    "settings": {
      "begin": "^(game)[ ]+([A-Za-z][A-Za-z0-9_]*)",
      "beginCaptures": {
        "1": {
          "name": "storage.type.item.bombsight"
        },
        "2": {
          "name": "entity.name.section.bombsight"
        }
      },
      "end": "^(?=[^ #])",
      "patterns": [
        {
          "match": "^[ ]+([A-Za-z][A-Za-z0-9_]*)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "include": "#line"
        }
      ]
    },
    "fields": {
      "patterns": [
        {
          "begin": "^(record)[ ]+([A-Za-z][A-Za-z0-9_]*)",
          "beginCaptures": {
            "1": {
              "name": "storage.type.item.bombsight"
            },
            "2": {
              "name": "entity.name.type.bombsight"
            }
          },
          "end": "^(?=[^ #])",
          "patterns": [
            {
              "match": "^[ ]+([A-Za-z][A-Za-z0-9_]*)(?=[^#]*:)",
              "captures": {
                "1": {
                  "name": "variable.other.property.bombsight"
                }
              }
            },
            {
              "include": "#line"
            }
          ]
        },
        {
          "begin": "^(state)[ ]+([A-Za-z][A-Za-z0-9_]*)",
          "beginCaptures": {
            "1": {
              "name": "storage.type.item.bombsight"
            },
            "2": {
              "name": "entity.name.section.bombsight"
            }
          },
          "end": "^(?=[^ #])",
          "patterns": [
            {
              "match": "^[ ]+([A-Za-z][A-Za-z0-9_]*)(?=[^#]*:)",
              "captures": {
                "1": {
                  "name": "variable.other.property.bombsight"
                }
              }
            },
            {
              "include": "#line"
            }
          ]
        }
      ]
    },
    "values": {
      "begin": "^(enum)[ ]+([A-Za-z][A-Za-z0-9_]*)",
      "beginCaptures": {
        "1": {
          "name": "storage.type.item.bombsight"
        },
        "2": {
          "name": "entity.name.type.bombsight"
        }
      },
      "end": "^(?=[^ #])",
      "patterns": [
        {
          "match": "\\b(?!(?:add|after|again|and|answer|any|as|ask|at|base|before|beside|board|by|chapter|choose|cite|column|confirms|count|deep|define|do|each|else|end|enum|errata|every|example|except|expect|first|for|from|full|game|given|gives|house|if|in|is|let|list|look|modifier|modifiers|most|natural|no|none|not|note|nothing|now|of|on|option|or|over|prefer|printed|procedure|reconstructed|record|recovered|remove|repaired|repeat|replace|reroll|reset|return|roll|routine|row|say|set|short|start|state|step|stop|subrow|table|take|tally|times|to|treat|unless|up|variant|was|when|where|while|with|yes)\\b)[A-Za-z][A-Za-z0-9_]*\\b(?=[^|]*$)",
          "name": "variable.other.enummember.bombsight"
        },
        {
          "include": "#line"
        }
      ]
    },
    "declared": {
      "patterns": [
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(board)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(define)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.function.define.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(enum)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.type.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(errata)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(forecast)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(game)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(house)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(luck)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(option)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "variable.other.constant.option.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(preferences)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(procedure)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.function.procedure.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(record)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.type.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(reroll)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.function.procedure.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(state)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(table)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(tally)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.function.define.bombsight"
            }
          }
        },
        {
          "match": "^[ ]*(?:(add|confirms|explain|in|now|remove|was)[ ]+)?(variant)[ ]+([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            },
            "2": {
              "name": "storage.type.item.bombsight"
            },
            "3": {
              "name": "entity.name.section.bombsight"
            }
          }
        },
        {
          "match": "^(chapter|example|explain|modifier|primer)\\b",
          "captures": {
            "1": {
              "name": "storage.type.item.bombsight"
            }
          }
        }
      ]
    },
    "line": {
      "patterns": [
        {
          "include": "#grid"
        },
        {
          "include": "#modifier"
        },
        {
          "include": "#declared"
        },
        {
          "match": "(?:(?<=,)[ ]*|(?<=/)[ ]*|(?<=:)[ ]*|(?<==)[ ]*|(?<=CMP)[ ]+|(?<=\\()[ ]*|(?<=\\*)[ ]*|(?<=\\+)[ ]*|(?<=\\-)[ ]*|(?<=\\.\\.)[ ]*|(?<=\\[)[ ]*|(?<=\\{)[ ]*|(?<=\\|)[ ]*|(?<=add)[ ]+|(?<=and)[ ]+|(?<=at)[ ]+|(?<=by)[ ]+|(?<=count)[ ]+|(?<=down\\ to)[ ]+|(?<=else)[ ]+|(?<=expect)[ ]+|(?<=from)[ ]+|(?<=gives)[ ]+|(?<=if)[ ]+|(?<=in)[ ]+|(?<=is)[ ]+|(?<=natural)[ ]+|(?<=not)[ ]+|(?<=or)[ ]+|(?<=or\\ else)[ ]+|(?<=prefer)[ ]+|(?<=radius)[ ]+|(?<=repeat)[ ]+|(?<=return)[ ]+|(?<=seen\\ by)[ ]+|(?<=take)[ ]+|(?<=to)[ ]+|(?<=turned)[ ]+|(?<=unless)[ ]+|(?<=when)[ ]+|(?<=where)[ ]+|(?<=while)[ ]+|(?<=with)[ ]+)(all)(?=[ ]*\\.\\.|[ ]+[-+][0-9]|[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "support.function.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(arc)(?=[ ]+[-+][0-9]|[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+|(?<=DICE)[ ]+|(?<=DIE)[ ]+|(?<=ID)[ ]+|(?<=INT)[ ]+|(?<=KEPT_LIST)[ ]+|(?<=SIGNED)[ ]+|(?<=\\))[ ]*|(?<=\\])[ ]*|(?<=\\w)(?<!\\b(?:as|at|by|do|if|in|is|no|of|on|or|to|up))(?<!\\b(?:add|and|any|ask|d66|end|for|let|not|now|row|say|set|was|yes))(?<!\\b(?:base|cite|deep|each|else|enum|from|full|game|list|look|most|none|note|over|roll|step|stop|take|when|with))(?<!\\b(?:after|again|board|count|every|first|given|gives|house|reset|short|start|state|table|tally|times|treat|where|while))(?<!\\b(?:answer|before|beside|choose|column|define|errata|except|expect|option|prefer|record|remove|repeat|reroll|return|subrow|unless))(?<!\\b(?:chapter|example|natural|nothing|printed|replace|routine|variant))(?<!\\b(?:confirms|modifier|repaired))(?<!\\b(?:modifiers|procedure|recovered))(?<!\\b(?:reconstructed))[ ]+|(?<=\\})[ ]*|(?<=natural)[ ]+|(?<=no)[ ]+|(?<=none)[ ]+|(?<=or\\ none)[ ]+|(?<=rounded\\ down)[ ]+|(?<=rounded\\ up)[ ]+|(?<=yes)[ ]+|(?<=yes/no)[ ]+)(beat)(?=[ ]*(?:#|$)|[ ]+at|[ ]+cite|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired|[ ]+seen\\ by|[ ]+seen\\ by\\ all)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=,)[ ]*|(?<=:)[ ]*|(?<==)[ ]*|(?<=\\()[ ]*|(?<=\\[)[ ]*|(?<=\\{)[ ]*|(?<=\\|)[ ]*|(?<=add)[ ]+|(?<=at)[ ]+|(?<=by)[ ]+|(?<=count)[ ]+|(?<=else)[ ]+|(?<=expect)[ ]+|(?<=from)[ ]+|(?<=if)[ ]+|(?<=in)[ ]+|(?<=prefer)[ ]+|(?<=radius)[ ]+|(?<=repeat)[ ]+|(?<=return)[ ]+|(?<=seen\\ by)[ ]+|(?<=take)[ ]+|(?<=to)[ ]+|(?<=turned)[ ]+|(?<=unless)[ ]+|(?<=when)[ ]+|(?<=where)[ ]+|(?<=while)[ ]+|(?<=with)[ ]+)(lowest|highest)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "support.function.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=row)[ ]+)(lowest|highest)(?=[ ]*(?:#|$))",
          "captures": {
            "1": {
              "name": "support.function.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+|^[ ]+)(chronicle)(?=[ ]*(?:#|$)|[ ]+\"|[ ]+cite|[ ]+headline|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired|[ ]+seen\\ by|[ ]+seen\\ by\\ all)",
          "captures": {
            "1": {
              "name": "keyword.control.statement.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=:)[ ]*|(?<=add)[ ]+|(?<=after\\ others)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(chronicle)(?=[ ]+\"|[ ]+headline)",
          "captures": {
            "1": {
              "name": "keyword.control.statement.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=bad)[ ]+|(?<=good)[ ]+)(chronicle)(?=[ ]*(?:#|$)|[ ]+cite|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired|[ ]+seen\\ by|[ ]+seen\\ by\\ all)",
          "captures": {
            "1": {
              "name": "keyword.control.statement.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(circle)(?=[ ]+[-+][0-9]|[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=row)[ ]+)(counted)(?=[ ]*(?:#|$))",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\\w)(?<!\\b(?:as|at|by|do|if|in|is|no|of|on|or|to|up))(?<!\\b(?:add|and|any|ask|d66|end|for|let|not|now|row|say|set|was|yes))(?<!\\b(?:base|cite|deep|each|else|enum|from|full|game|list|look|most|none|note|over|roll|step|stop|take|when|with))(?<!\\b(?:after|again|board|count|every|first|given|gives|house|reset|short|start|state|table|tally|times|treat|where|while))(?<!\\b(?:answer|before|beside|choose|column|define|errata|except|expect|option|prefer|record|remove|repeat|reroll|return|subrow|unless))(?<!\\b(?:chapter|example|natural|nothing|printed|replace|routine|variant))(?<!\\b(?:confirms|modifier|repaired))(?<!\\b(?:modifiers|procedure|recovered))(?<!\\b(?:reconstructed))[ ]+)(ended)(?=[ ]*(?:#|$))",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=explain)[ ]+)(field)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=confirms)[ ]+|(?<=in)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(forecast)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "storage.type.item.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+|^[ ]+)(grave)(?=[ ]*(?:#|$)|[ ]+prefer|[ ]+when)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=chronicle)[ ]+)(headline)(?=[ ]+\")",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(headline)(?=[ ]*(?:#|$))",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=after)[ ]+|(?<=before)[ ]+)(line)(?=[ ]+add|[ ]+again|[ ]+choose|[ ]+chronicle|[ ]+do|[ ]+draw|[ ]+end|[ ]+for|[ ]+if|[ ]+let|[ ]+look|[ ]+move|[ ]+note|[ ]+nothing|[ ]+remove|[ ]+repeat|[ ]+reset|[ ]+return|[ ]+roll|[ ]+say|[ ]+set|[ ]+step|[ ]+stop|[ ]+take|[ ]+treat|[ ]+while)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(rows|columns)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+)(luck)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "storage.type.item.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(map)(?=[ ]+[-+][0-9]|[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(mark)(?=[ ]+\")",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=natural)[ ]+)(matches)(?=[ ]*\\.\\.|[ ]+[-+][0-9]|[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+|(?<=DICE)[ ]+|(?<=DIE)[ ]+|(?<=ID)[ ]+|(?<=INT)[ ]+|(?<=KEPT_LIST)[ ]+|(?<=SIGNED)[ ]+|(?<=\\))[ ]*|(?<=\\.\\.)[ ]*|(?<=\\])[ ]*|(?<=\\w)(?<!\\b(?:as|at|by|do|if|in|is|no|of|on|or|to|up))(?<!\\b(?:add|and|any|ask|d66|end|for|let|not|now|row|say|set|was|yes))(?<!\\b(?:base|cite|deep|each|else|enum|from|full|game|list|look|most|none|note|over|roll|step|stop|take|when|with))(?<!\\b(?:after|again|board|count|every|first|given|gives|house|reset|short|start|state|table|tally|times|treat|where|while))(?<!\\b(?:answer|before|beside|choose|column|define|errata|except|expect|option|prefer|record|remove|repeat|reroll|return|subrow|unless))(?<!\\b(?:chapter|example|natural|nothing|printed|replace|routine|variant))(?<!\\b(?:confirms|modifier|repaired))(?<!\\b(?:modifiers|procedure|recovered))(?<!\\b(?:reconstructed))[ ]+|(?<=\\})[ ]*|(?<=natural)[ ]+|(?<=no)[ ]+|(?<=none)[ ]+|(?<=rounded\\ down)[ ]+|(?<=rounded\\ up)[ ]+|(?<=yes)[ ]+)(good|bad)(?=[ ]*(?:#|$)|[ ]*:|[ ]+as|[ ]+chronicle|[ ]+cite|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired|[ ]+required|[ ]+seen\\ by|[ ]+seen\\ by\\ all|[ ]+when)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=mirrored)[ ]+)(good|bad)(?=[ ]*(?:#|$)|[ ]+when)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+)(mirrored)(?=[ ]*(?:#|$)|[ ]+\"|[ ]+bad|[ ]+good|[ ]+when)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(never)(?=[ ]+leads\\ to)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(north)(?=[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(offered)(?=[ ]*\\(|[ ]*\\||[ ]+[-+][0-9]|[ ]+[0-9]|[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\\|)[ ]*)(offered)(?=[ ]*\\|)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=each)[ ]+)(once)(?=[ ]*(?:#|$)|[ ]+cite|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(outline)(?=[ ]+\")",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=given)[ ]+)(without|variant)(?=[ ]+OVERLAY_ITEM|[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(picture)(?=[ ]+[-+][0-9]|[ ]+[0-9]|[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(plan)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=explain)[ ]+)(question)(?=[ ]+[A-Za-z0-9_-]+/)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=INT)[ ]+|(?<=SIGNED)[ ]+|(?<=ring)[ ]+)(radius)(?=[ ]*\\(|[ ]*\\-|[ ]*\\{|[ ]+\"|[ ]+DICE|[ ]+KEPT_LIST|[ ]+[-+][0-9]|[ ]+[0-9]|[ ]+[A-Za-z]|[ ]+all|[ ]+any|[ ]+count|[ ]+first|[ ]+highest|[ ]+highest\\ of|[ ]+look|[ ]+lowest|[ ]+lowest\\ of|[ ]+max|[ ]+min|[ ]+modifiers|[ ]+natural|[ ]+no|[ ]+none|[ ]+not|[ ]+option|[ ]+roll|[ ]+sum|[ ]+yes)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(needs|excludes)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\")[ ]+|(?<=bad)[ ]+|(?<=good)[ ]+)(required)(?=[ ]*:)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(ring)(?=[ ]+radius)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(scale)(?=[ ]+[0-9])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(text)(?=[ ]+\")",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\\w)(?<!\\b(?:as|at|by|do|if|in|is|no|of|on|or|to|up))(?<!\\b(?:add|and|any|ask|d66|end|for|let|not|now|row|say|set|was|yes))(?<!\\b(?:base|cite|deep|each|else|enum|from|full|game|list|look|most|none|note|over|roll|step|stop|take|when|with))(?<!\\b(?:after|again|board|count|every|first|given|gives|house|reset|short|start|state|table|tally|times|treat|where|while))(?<!\\b(?:answer|before|beside|choose|column|define|errata|except|expect|option|prefer|record|remove|repeat|reroll|return|subrow|unless))(?<!\\b(?:chapter|example|natural|nothing|printed|replace|routine|variant))(?<!\\b(?:confirms|modifier|repaired))(?<!\\b(?:modifiers|procedure|recovered))(?<!\\b(?:reconstructed))[ ]+)(turned)(?=[ ]*(?:#|$)|[ ]*\\(|[ ]*\\-|[ ]*\\{|[ ]+\"|[ ]+DICE|[ ]+KEPT_LIST|[ ]+[-+][0-9]|[ ]+[0-9]|[ ]+[A-Za-z]|[ ]+all|[ ]+any|[ ]+cite|[ ]+count|[ ]+first|[ ]+highest|[ ]+highest\\ of|[ ]+look|[ ]+lowest|[ ]+lowest\\ of|[ ]+max|[ ]+min|[ ]+modifiers|[ ]+natural|[ ]+no|[ ]+none|[ ]+not|[ ]+option|[ ]+printed|[ ]+reconstructed|[ ]+recovered|[ ]+repaired|[ ]+roll|[ ]+sum|[ ]+yes)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=again)[ ]+)(twice)(?=[ ]*,)",
          "captures": {
            "1": {
              "name": "keyword.control.joining.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=add)[ ]+|(?<=after\\ others)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(draw)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.statement.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(drawn)(?=[ ]+[-+][0-9]|[ ]+[0-9]|[ ]+[A-Za-z0-9_-]+/|[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=\\|)[ ]*)(drawn)(?=[ ]+[A-Za-z0-9_-]+/)",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "(?:(?<=:)[ ]*|(?<=add)[ ]+|(?<=after\\ others)[ ]+|(?<=now)[ ]+|(?<=remove)[ ]+|(?<=was)[ ]+|^[ ]+)(move)(?=[ ]+[A-Za-z])",
          "captures": {
            "1": {
              "name": "keyword.control.statement.bombsight"
            }
          }
        },
        {
          "match": "(?:^[ ]+)(together)(?=[ ]+\")",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "match": "^[ ]+(in|natural)\\b",
          "captures": {
            "1": {
              "name": "keyword.control.line.bombsight"
            }
          }
        },
        {
          "include": "#comment"
        },
        {
          "include": "#text"
        },
        {
          "include": "#expression"
        }
      ]
    },
    "grid": {
      "begin": "(?:^[ ]+|(?<=was|now|add)[ ]+|(?<=remove)[ ]+)(?=\\|)",
      "end": "$",
      "patterns": [
        {
          "match": "\\|",
          "name": "punctuation.separator.cell.bombsight"
        },
        {
          "match": "(?<=\\|)[ ]*-(?=[ ]*\\|)",
          "name": "constant.language.blank.bombsight"
        },
        {
          "include": "#line"
        }
      ]
    },
    "comment": {
      "begin": "#(?:[ ]*(allow)(:))?",
      "beginCaptures": {
        "1": {
          "name": "keyword.other.allow.bombsight"
        },
        "2": {
          "name": "punctuation.separator.allow.bombsight"
        }
      },
      "end": "$",
      "name": "comment.line.number-sign.bombsight",
      "patterns": [
        {
          "match": "(?<=[:,])[ ]*[\\w-]+(?=[^-]*--)",
          "name": "constant.other.finding.bombsight"
        }
      ]
    },
    "text": {
      "begin": "\"",
      "end": "\"|$",
      "name": "string.quoted.double.bombsight",
      "patterns": [
        {
          "begin": "\\{",
          "end": "\\}|(?=\")|$",
          "name": "meta.embedded.line.bombsight",
          "beginCaptures": {
            "0": {
              "name": "punctuation.section.embedded.begin.bombsight"
            }
          },
          "endCaptures": {
            "0": {
              "name": "punctuation.section.embedded.end.bombsight"
            }
          },
          "patterns": [
            {
              "include": "#expression"
            }
          ]
        }
      ]
    },
    "expression": {
      "patterns": [
        {
          "match": "(?<=[\\w\\])])\\.([A-Za-z][A-Za-z0-9_]*)",
          "captures": {
            "1": {
              "name": "variable.other.property.bombsight"
            }
          }
        },
        {
          "include": "#named"
        },
        {
          "include": "#words"
        },
        {
          "include": "#signs"
        }
      ]
    },
    "named": {
      "patterns": [
        {
          "match": "\\b(do)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.procedure.bombsight"
            }
          }
        },
        {
          "match": "\\b(end)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.procedure.bombsight"
            }
          }
        },
        {
          "match": "\\b(option)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.constant.option.bombsight"
            }
          }
        },
        {
          "match": "\\b(choose)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(draw)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(move)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(let)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(for[ ]+each)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(for)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "variable.other.definition.bombsight"
            }
          }
        },
        {
          "match": "\\b(step)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(note)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(answer)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(except)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(before)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(after)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.label.bombsight"
            }
          }
        },
        {
          "match": "\\b(leads[ ]+to)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(look[ ]+up)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(modifiers[ ]+on)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(results[ ]+of)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(roll[ ]+on)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(row[ ]+of)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(subrow[ ]+of)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        },
        {
          "match": "\\b(table)[ ]+(?!(?:natural|no|none|yes)\\b|line[ ]+\\w|others\\b)([A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?)",
          "captures": {
            "1": {
              "patterns": [
                {
                  "include": "#words"
                }
              ]
            },
            "2": {
              "name": "entity.name.function.table.bombsight"
            }
          }
        }
      ]
    },
    "words": {
      "patterns": [
        {
          "match": "\\b(lowest|highest)([ ]+[0-9]+)?[ ]+of(?![a-z0-9_A-Z])",
          "name": "support.function.bombsight"
        },
        {
          "match": "\\badded[ ]+up(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bdown[ ]+to(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bover[ ]+all(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bresults[ ]+of(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bseen[ ]+by(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bseen[ ]+by[ ]+all(?![a-z0-9_A-Z])",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\bafter[ ]+others(?![a-z0-9_A-Z])",
          "name": "keyword.control.line.bombsight"
        },
        {
          "match": "\\bleads[ ]+to(?![a-z0-9_A-Z])",
          "name": "keyword.control.line.bombsight"
        },
        {
          "match": "\\bleave[ ]+out(?![a-z0-9_A-Z])",
          "name": "keyword.control.line.bombsight"
        },
        {
          "match": "\\bin[ ]+(tenths|hundredths|thousandths)(?![a-z0-9_A-Z])",
          "name": "keyword.operator.wordlike.bombsight"
        },
        {
          "match": "\\bor[ ]+else(?![a-z0-9_A-Z])",
          "name": "keyword.operator.wordlike.bombsight"
        },
        {
          "match": "\\bor[ ]+none(?![a-z0-9_A-Z])",
          "name": "keyword.operator.wordlike.bombsight"
        },
        {
          "match": "\\brounded[ ]+(up|down)(?![a-z0-9_A-Z])",
          "name": "keyword.operator.wordlike.bombsight"
        },
        {
          "match": "\\bnothing[ ]+else[ ]+changed(?![a-z0-9_A-Z])",
          "name": "keyword.control.statement.bombsight"
        },
        {
          "match": "\\byes\\/no(?![a-z0-9_A-Z])",
          "name": "support.type.yesno.bombsight"
        },
        {
          "match": "\\b(?:cite|printed|reconstructed|recovered|repaired)\\b",
          "name": "storage.modifier.origin.bombsight"
        },
        {
          "match": "\\b(?:board|chapter|define|enum|errata|example|game|house|modifier|option|procedure|record|reroll|state|table|tally|variant)\\b",
          "name": "storage.type.item.bombsight"
        },
        {
          "match": "\\b(?:natural|no|none|yes)\\b",
          "name": "constant.language.bombsight"
        },
        {
          "match": "\\b(?:add|again|choose|do|end|for|if|let|look|note|nothing|remove|repeat|reset|return|roll|say|set|step|stop|take|treat|while)\\b",
          "name": "keyword.control.statement.bombsight"
        },
        {
          "match": "\\b(?:and|in|is|not|or)\\b",
          "name": "keyword.operator.wordlike.bombsight"
        },
        {
          "match": "\\b(?:any|count|first|modifiers)\\b",
          "name": "support.function.bombsight"
        },
        {
          "match": "\\b(?:after|answer|ask|at|base|before|beside|by|confirms|each|else|every|except|expect|given|gives|now|on|prefer|replace|routine|short|was|when)\\b",
          "name": "keyword.control.line.bombsight"
        },
        {
          "match": "\\b(?:as|column|deep|from|full|list|most|of|over|row|start|subrow|times|to|unless|up|where|with)\\b",
          "name": "keyword.control.joining.bombsight"
        },
        {
          "match": "\\b(?:abs|max|min|next|previous|sum)\\b(?=\\()",
          "name": "support.function.bombsight"
        }
      ]
    },
    "signs": {
      "patterns": [
        {
          "match": "(?<=:)[ ]+(text)\\b",
          "captures": {
            "1": {
              "name": "support.type.text.bombsight"
            }
          }
        },
        {
          "match": "\\b(d66|[0-9]+d[0-9]+|[0-9]+dF)(?![a-z0-9_A-Z])",
          "name": "constant.numeric.dice.bombsight"
        },
        {
          "match": "\\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9_]+\\b",
          "name": "entity.name.function.table.bombsight"
        },
        {
          "match": "\\b[0-9]+\\b",
          "name": "constant.numeric.integer.bombsight"
        },
        {
          "match": "\\.\\.",
          "name": "keyword.operator.range.bombsight"
        },
        {
          "match": "<=|>=|<|>|\\+|-|\\*|/|=",
          "name": "keyword.operator.bombsight"
        },
        {
          "match": "\\b[A-Za-z][A-Za-z0-9_]*(?=\\()",
          "name": "entity.name.function.bombsight"
        },
        {
          "match": "\\b[A-Z][A-Za-z0-9_]*\\b",
          "name": "entity.name.type.bombsight"
        },
        {
          "match": "\\b[A-Za-z][A-Za-z0-9_]*\\b",
          "name": "variable.other.bombsight"
        }
      ]
    }
  }
};

/** Match lines after which the next is indented. */
export const INDENT_PATTERNS: readonly string[] = [
  "^(?:game|state|record|table|procedure|board|luck|primer|reroll|example|errata|variant|preferences|house)\\b",
  "^enum\\b(?:[^\":#]|\"[^\"]*\")*(?:#.*)?$",
  "^(?:define|tally)\\b(?:[^\"=#]|\"[^\"]*\")*$",
  "^\\s+(?:if|else|for|repeat|while|step|when|natural|in|before|after)\\b(?:[^\":#]|\"[^\"]*\")*(?:#.*)?$",
  "^\\s+(?:choose|rows|plan)\\b",
  "^\\s+(?:note|answer)\\s+\\w+\\s+\"[^\"]*\"",
  "^\\s+(?:was|now|add|remove|replace|at\\s+\\S.*)(?:\\s+(?:cite|printed|reconstructed|recovered|repaired)\\b.*)?\\s*(?:#.*)?$",
  "^\\s{4,}roll\\s+(?:(?:lowest|highest)\\s+of\\s+)?(?:d66|\\d+d\\d+)(?:\\s+(?:cite|printed|reconstructed|recovered|repaired)\\b.*)?\\s*(?:#.*)?$",
  "^\\s+(?:\\d+|\\d*\\.\\.\\d*)(?:,[0-9., ]+)?(?:\\s+\"[^\"]*\")?(?:\\s+(?:cite|printed|reconstructed|recovered|repaired)\\b.*)?\\s*(?:#.*)?$"
];

/** Matches a line after which the next is outdented. */
export const OUTDENT_PATTERN = "^\\s{4,}(?:return|stop|end)\\b";
