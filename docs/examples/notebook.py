# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # A game as a notebook
#
# Plays a game, looks at its odds, checks its rules, simulates it with two processes, and draws what came out. Each cell
# runs by itself in Jupyter (with jupytext) or in an editor that knows `# %%`; `python notebook.py` runs them all.
# It needs `pip install 'bombsight[fast,notebook]'`.

# %%
import tempfile
from pathlib import Path

import bombsight

folder = Path(tempfile.mkdtemp())
game = bombsight.new("my_game", folder / "my_game").folder  # the small game that ships; name one of yours instead

# %% [markdown]
# ## Play

# %%
with bombsight.open(game, seed=2, save=folder / "first.save") as play:
    while (question := play.view().question) is not None:
        play.answer(question.preferred or question.options[0].name)
    ended = play.view().outcome
    boards = play.boards()  # a notebook draws them

print("It ended:", ended.title)

# %% [markdown]
# ## Odds
#
# They are exact: each chance has a `fraction`. The last line of a cell is what a notebook draws.

# %%
rolled = next(
    thing.name
    for chapter in bombsight.contents(game, kinds=["table"]).chapters
    for thing in chapter.things
    if bombsight.table(game, thing.name).dice
)
odds = bombsight.odds(game, rolled)
chances = odds.situations[0].chances
for row in chances.rows:
    print(f"{odds.title}: {row.key} {row.chance.fraction}")
assert sum(row.chance.fraction for row in chances.rows) == 1
odds  # noqa: B018 - a notebook draws it

# %% [markdown]
# ## Lint

# %%
findings = bombsight.lint(game).findings
print("Findings:", len(findings))

# %% [markdown]
# ## Simulate
#
# The same result for any number of `jobs`. No `if __name__ == "__main__":` is needed.

# %%
simulated = bombsight.simulate(
    game, missions=4_000, seed=1, jobs=2, progress=lambda done, of: print(f"\r{done} of {of}", end="", flush=True)
)
print()
for word in simulated["result"].words:
    print(f"{word.title}: {word.share.share:.3f}, {word.share.low:.3f} to {word.share.high:.3f}")
simulated  # noqa: B018 - a notebook draws it

# %% [markdown]
# ## Rows
#
# A row for each run, as an Arrow table; `rows.to_pandas()` and `polars.from_arrow(rows)` take it from there.

# %%
rows = simulated.rows()
print(rows.num_rows, "rows:", ", ".join(rows.column_names))

# %% [markdown]
# ## Draw

# %%
import matplotlib

matplotlib.use("agg")  # into a file; leave this line out in a notebook
from matplotlib import pyplot

words = simulated["result"].words
figure, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
axes.barh(
    [word.title for word in words],
    [word.share.share for word in words],
    xerr=[
        [word.share.share - word.share.low for word in words],
        [word.share.high - word.share.share for word in words],
    ],
)
axes.set_xlabel(f"share of {simulated.runs:,} missions")
picture = folder / "results.png"
figure.savefig(picture)
print("Drawn:", picture)
