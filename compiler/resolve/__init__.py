"""Name resolution and type checking: the syntax tree becomes the rule graph.

The stages, all in `program.py`:

    items ──declare──▶ Symbols ──outcomes, effects──▶ Env ──resolve_item, for each item──▶ nodes ──▶ RuleGraph

* `declare` (with `enums`): every name, with the item that declares it.
* `outcomes`: the signature of each table; then those of defines and procedures; then `effects`, the side effects of
each call. Together they are the environment, the interface of every name (`environment.Env`), which is immutable.
* `resolve_item`: one item, from its own text and the interfaces of the names in it, in a `Context` of its own, which
collects the findings and the names that were looked up. The order of items makes no difference.

Two more values are passed down: the `Scope`, with the visible variables and the values known not to be none, and the
`Frame`, the function context of a block. Both are frozen; a nested block gets another value.

So most functions here share these parameters, and describe only others:

* `ctx`: the `Context` of the item, with its environment; it collects findings.
* `node`, `stmt` or `line`: the part of the syntax tree to resolve.
* `scope`, `frame`: as above. A function for a statement returns its graph nodes and the scope after it: None if the
code after it is unreachable.
* `expected`: the type that a value's place needs, which disambiguates words of several enums; None for any.

Expressions and blocks contain others of any kind. `dispatch` knows all kinds, and imports the modules for each: for
expressions `names`, `paths`, `calls`, `operators`, `conditionals`, `domains`, `results_of` with `table_results`,
`keys`, `texts`, for statements `control`, `choices`, `changes`, `lists`, `results`, `rolls`. To avoid import cycles
these modules reach it through the environment, by `expressions.resolve` and `statements.resolve_block`. Above them are
the items (`tables` with `grids`, `items`, `fields`, `manifest`, `options`, `examples`, `cases`), below them modules
without calls back: `types`, `type_check`, `hints`, `foreign`, `narrowing`, `logic`, `endings`, `layout`, `scope`. The
pages of finding codes are in `pages`.
"""
