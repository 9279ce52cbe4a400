/** What a link is, in sentences, before anything of it runs. */

import { clip } from "../../errors";
import { joinNames } from "../../listing";
import { capitalizeFirst } from "../../text";
import { parseAnswers } from "./answers";
import type { LinkedGame } from "./classes";
import { PLACE } from "./packing";
import * as sentences from "./sentences";

/** The most names of the player's own that are shown. */
const MAX_NAMES = 5;

const RULES_PREFIX = /^(errata|preferences) /;

/** Describe a link in sentences: game, length, whose dice, names, what made it; nothing of its result. */
export function describeLink(link: LinkedGame): string[] {
  const shown = link.overlays.filter((overlay) => !RULES_PREFIX.test(overlay));
  const edition = shown.map((overlay) => overlay.slice(overlay.indexOf(" ") + 1).replaceAll("_", " "));
  const played = [clip(link.title), sentences.linkEntry(link.entry, link.args.join(" ")), ...edition];
  const throws = link.throws.filter((each) => each.length > 1).length;
  const amount = [sentences.linkAnswers(parseAnswers(link.answers, PLACE).length), sentences.linkOwnDice(throws)];
  if (link.entry === "career") amount.unshift(sentences.linkMissions(link.missions));
  const names = (link.names?.own ?? []).map((own) => clip(own.name)).slice(0, MAX_NAMES);
  return [
    `${played.join(", ")}.`,
    `${capitalizeFirst(amount.join(", "))}.`,
    ...(names.length ? [sentences.linkNames(joinNames(names))] : []),
    sentences.linkPlayedBy(link.version, link.rules),
    sentences.RESULT_UNKNOWN,
  ];
}
