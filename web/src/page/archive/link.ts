/** The screens of a link: what it is, before anything of it runs; and its film. Nothing is stored before it is played on. */

import type { LinkedGame } from "../../play/links/classes";
import { describeLink } from "../../play/links/describing";
import { unpackLink } from "../../play/links/packing";
import { missingRulesError, rebuildGame, shownEventsOf } from "../../play/links/rebuilding";
import * as sentences from "../../play/links/sentences";
import type { Session } from "../../session/session";
import { button, type Child, errorSentence, h } from "../dom";
import { routeHash } from "../routes";
import { announce, type Screen } from "../shell";
import { findLinkGameFile, type OpenedGameFile } from "../storage/gameFiles";
import { playOn } from "./playOn";
import { showReplayProgress } from "./replaySave";
import { runInSlices } from "./slicedWork";
import { filmScreenOf } from "./watch";

/** Build the screen of a link, which says what it is, and offers to watch it and to play on. */
export async function linkScreen(packed: string): Promise<Screen> {
  const link = await unpackLink(packed);
  const opened = await findLinkGameFile(link);
  const [title, ...lines] = describeLink(link);
  return {
    title: link.title,
    kind: "plain",
    body: [
      h("h1", {}, "A game that somebody shows you"),
      h("p", { class: "lead" }, title),
      ...(opened === null ? lines.slice(0, -1) : lines).map((line) => h("p", {}, line)),
      ...(opened === null ? missingContent(link) : linkActions(packed, link, opened)),
    ],
  };
}

/** The ways on from a link whose rules are here. */
function linkActions(packed: string, link: LinkedGame, opened: OpenedGameFile): Child[] {
  const playButton = button("Play on", () => void takeOver());
  /** Rebuild the game, and store it as a new save. */
  async function takeOver(): Promise<void> {
    playButton.disabled = true;
    try {
      const { ready, player } = opened;
      const session = await rebuild(link, opened);
      const origin = { ready, place: player.place, edition: player.edition };
      await playOn(session, origin, shownEventsOf(link, session) ?? undefined);
    } catch (error) {
      announce(errorSentence(error));
      playButton.disabled = false;
    }
  }
  return [
    h(
      "p",
      { class: "ways" },
      h("a", { class: "main", href: routeHash({ at: "link", link: packed, isWatched: true }) }, "Watch"),
      playButton,
      h("a", { href: routeHash({ at: "home" }) }, "To the games"),
    ),
    h(
      "p",
      { class: "faint" },
      "Nothing is stored here by watching. To play on begins a game of your own where this one stands; it replaces none.",
    ),
  ];
}

/** What is said of a link whose rules are not here. */
function missingContent(link: LinkedGame): Child[] {
  return [
    h("p", { role: "alert" }, errorSentence(missingRulesError(link))),
    h("p", {}, "If you have a game file of its rules, drop it onto this page, and open the link again."),
    h("p", { class: "ways" }, h("a", { class: "main", href: routeHash({ at: "home" }) }, "To the games")),
  ];
}

/** Rebuild the game of a link, in slices of work. Throws an {@link InputError} if it is not what was played. */
async function rebuild(link: LinkedGame, { ready }: OpenedGameFile): Promise<Session> {
  const work = rebuildGame(link, await ready.compiled, ready.game.head.snapshot ?? "");
  return runInSlices(work, showReplayProgress);
}

/** Build the screen that shows the game of a link as a film. */
export async function watchLinkScreen(packed: string): Promise<Screen> {
  const link = await unpackLink(packed);
  const opened = await findLinkGameFile(link);
  if (opened === null) throw missingRulesError(link);
  const { ready, player } = opened;
  const origin = { ready, place: player.place, edition: player.edition };
  const session = await rebuild(link, opened);
  return filmScreenOf({
    title: link.title,
    what: sentences.linkEntry(link.entry, link.args.join(" ")),
    session,
    origin,
    mission: link.mission,
    shown: shownEventsOf(link, session),
    back: { href: routeHash({ at: "link", link: packed, isWatched: false }), label: "To the link" },
    endLinks: () => [h("a", { href: routeHash({ at: "link", link: packed, isWatched: false }) }, "About this game")],
  });
}
