"""Name resolution and type checking: the syntax tree becomes the rule graph.

The stages, all in `program.py`:

    items ──declare──▶ Symbols ──outcomes, effects──▶ Env ──resolve_item, for each item──▶ nodes ──▶ RuleGraph

* `declare` (with `enums`): every name, with the item that declares it.
* `outcomes`: the signature of each table; then those of defines and procedures; then `effects`, what each call may
  change. Together they are the environment, the interface of every name (`environment.Env`), which never changes.
* `resolve_item`: one item, from its own text and the interface of the names in it, in a `Context` of its own, which
  collects what is found and which names were asked for. Its order makes no difference.

On the way down two more values go along: the `Scope`, what is in sight at a point and known not to be none, and the
`Frame`, the function context of a block. Both are frozen: what holds further in is another value.

So most functions here are called alike, and say of their parameters only what is their own:

* `ctx`: the `Context` of the item, with its environment; findings go there.
* `node`, `stmt` or `line`: the part of the syntax tree whose meaning is asked for.
* `scope`, `frame`: as above. A function for a statement gives the nodes it becomes, and the scope behind it: None where
  nothing behind it can be reached.
* `expected`: the type that a value's place needs, which settles words that several enums have; None where any will do.

Expressions and blocks hold others of any kind. `dispatch` knows all kinds, and imports the modules for each: for
expressions `names`, `paths`, `calls`, `operators`, `domains`, `results_of` with `possible` and `keys`, `texts`, for
statements `control`, `choices`, `changes`, `lists`, `results`, `rolls`. The environment carries it: these modules ask
`expressions.resolve` and `statements.block` for what stands inside, which ask the dispatch, so none imports it. Above
them stand the items (`tables` with `grids`, `items`, `fields`, `manifest`, `options`, `examples`, `cases`), below them
what asks nothing back: `types`, `fitting`, `hints`, `foreign`, `narrowing`, `logic`, `endings`, `layout`, `scope`. The
findings' pages are in `pages`.
"""
