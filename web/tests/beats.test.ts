import assert from "node:assert/strict";
import { test } from "node:test";
import { describePastThrow, renderStakes } from "../src/play/dice/stakes";
import { Film, filmStart } from "../src/play/story/film";
import { parseBeatCommand } from "../src/play/commands/beatCommands";
import { divideStory } from "../src/play/story/beats";
import type { StoryLine } from "../src/play/story/classes";
import { PacedStory } from "../src/play/story/pacedStory";
import { makeLine } from "../src/play/story/storyLine";
