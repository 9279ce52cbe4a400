/** The screen on which a save is watched as a film: its story and boards, moment by moment. */

import type { Describer } from "../../engine/describe";
import { InputError } from "../../errors";
import { renderBoards } from "../../play/boards/boards";
import type { BoardShown } from "../../play/boards/classes";
import { reasonOf } from "../../play/orders/answerReasons";
import { Film, findLastMission, findMission, findMissionAt } from "../../play/pacing/film";
import type { EventRange } from "../../play/pacing/storyBeats";
import { DescribedState } from "../../play/panelState";
import { collectPhrases } from "../../play/story/phrases";
import { CHAPTERS, Story } from "../../play/story/story";
import { StoryLog } from "../../play/story/storyLog";
import type { Session } from "../../session/session";
import { button, errorSentence, h, icon, setChildren } from "../dom";
import { isEmbedded } from "../embedded/isEmbedded";
import { loadPreferences } from "../preferences";
import { routeHash } from "../routes";
import { announce, type Screen } from "../shell";
import { describeOverlays } from "../storage/games";
import { findSave, isKnownOver, type Save } from "../storage/saves";
import { NO_PIECES } from "../table/pieceLinks";
import { SidePanels } from "../table/sidePanels";
import { StoryView } from "../table/storyView";
import { showThrow } from "../table/whyDialog";
import { FilmBar } from "./filmBar";
import { FilmPlayer } from "./filmPlayer";
import { type Origin, playOn } from "./playOn";
import { openSave } from "./replaySave";
import { runInSlices } from "./slicedWork";

/** A game that is watched. */
export interface WatchedGame {
  readonly title: string;
  /** Its mission, or that it is a campaign. */
  readonly what: string;
  /** The game, replayed. */
  readonly session: Session;
  /** What a game needs that is played on from it. */
  readonly origin: Origin;
  /** The number of the mission that is shown first, from 1; 0 for the last one that has ended. */
  readonly mission: number;
  /** The number of events that are shown; null for all. */
  readonly shown: number | null;
  /** Where the link in the bar leads. */
  readonly back: { readonly href: string; readonly label: string };
  /** The links behind the last part. */
  readonly endLinks: () => readonly HTMLElement[];
}

/** Build the screen that shows the save with this id as a film. Throws an {@link InputError} if there is none. */
export async function watchScreen(id: string): Promise<Screen> {
  const save = await findSave(id);
  if (!save) throw new InputError("there is no such save in this browser");
  const { session, ready } = await openSave(save);
  const overlays = session.header.overlays.map((overlay) => overlay.name);
  return filmScreenOf({
    title: save.title,
    what: save.what,
    session,
    origin: { ready, place: save.place, edition: describeOverlays(overlays) },
    mission: 0,
    shown: null,
    back: isEmbedded()
      ? { href: routeHash({ at: "play", save: save.id }), label: "Back to the game" }
      : { href: routeHash({ at: "saves" }), label: "To the saves" },
    endLinks: () => endLinks(save),
  });
}

/** Build the screen that shows a replayed game as a film. */
export async function filmScreenOf(watched: WatchedGame): Promise<Screen> {
  const { session } = watched;
  const log = storyLogOf(session);
  await runInSlices(log.catchUp());
  log.update(session.eventCount, null);
  return filmScreen(watched, log);
}

/** Make the log of a session's whole story, still empty, at the player's level of detail. */
function storyLogOf(session: Session): StoryLog {
  const phrases = collectPhrases(session.program);
  const outer = CHAPTERS[session.header.entry];
  const detail = loadPreferences().tell;
  return new StoryLog(
    (start) => session.journal.views(start),
    () => new Story({ phrases, detail, reasonOf: (event) => reasonOf(session, event), outer }),
  );
}

/** Build the screen of a film: the story, the panels beside it, and the controls. */
function filmScreen(watched: WatchedGame, { lines }: StoryLog): Screen {
  const { session } = watched;
  const stop = watched.shown ?? session.eventCount;
  const chosen = watched.mission > 0 ? findMission(session, watched.mission, stop) : null;
  const last = chosen ?? (watched.shown === null ? findLastMission(session) : findMissionAt(session, stop));
  const whole = { start: 0, stop };
  const phrases = collectPhrases(session.program);
  const leaving = new AbortController();
  const story = new StoryView((number) => {
    player.pause();
    showThrow({ ready: watched.origin.ready, session, phrases }, number);
  });
  const player = new FilmPlayer(new Film(session, lines, last), () => draw());
  const panels = new SidePanels({
    hasBoards: session.program.boards.length > 0,
    state: () => new DescribedState(player.film.describerAt(player.at)),
    earlierBoards: () => boardsOf(player.film.describerBefore(player.at)),
    pieceQuestion: () => NO_PIECES,
  });
  const end = h("p", { class: "film-end ways" });
  const controls = new FilmBar(player, [
    panels.hasBoards && button("Boards", () => pauseFor(() => panels.showBoards()), { class: "narrow-only" }),
    button("Sheet", () => pauseFor(() => panels.showSheet()), { class: "narrow-only" }),
    button("Play on from here", () => pauseFor(() => void playOnFromHere())),
  ]);
  /** Begin a game of the player's own from the part that is shown. */
  async function playOnFromHere(): Promise<void> {
    const count = player.film.eventCountAt(player.at);
    await playOn(session, watched.origin, count).catch((error: unknown) => announce(errorSentence(error)));
  }
  /** Pause, and show a panel. */
  function pauseFor(show: () => void): void {
    player.pause();
    show();
  }
  let shownAt = -1;
  /** Show the part at which the player is: from its first line on if it follows the one before, else its end. */
  function draw(): void {
    const { at, film } = player;
    controls.show();
    if (at === shownAt) return;
    const isNext = at === shownAt + 1;
    shownAt = at;
    story.show(film.linesAt(at));
    panels.show(true);
    setChildren(end, player.isAtEnd && watched.endLinks());
    if (!story.element.isConnected) return;
    if (isNext) story.scrollToNew(end);
    else end.scrollIntoView({ block: "end" });
  }
  /** Show the film of some events. */
  function showRange(range: EventRange): void {
    shownAt = -1;
    story.clear();
    player.film = new Film(session, lines, range);
  }
  draw();
  const isPart = last.start > whole.start || last.stop < whole.stop;
  const lastTitle = chosen === null ? "The last mission" : `Mission ${watched.mission}`;
  const scope = isPart && scopeChoice(showRange, [lastTitle, last], whole);
  return {
    title: `Watch: ${watched.title}`,
    kind: "playing",
    bar: h(
      "div",
      { class: "around" },
      h("a", { class: "quiet", href: watched.back.href, "aria-label": watched.back.label }, icon("back")),
      h("div", { class: "where" }, h("h1", {}, watched.title), h("p", {}, watched.what)),
      scope,
    ),
    body: h(
      "div",
      { class: "table" },
      h("div", { class: "told" }, story.element, panels.changesLine, end),
      panels.element,
      controls.element,
    ),
    onShown: () => {
      window.addEventListener("keydown", (event) => handleKey(player, event), { signal: leaving.signal });
      document.addEventListener("visibilitychange", () => document.hidden && player.pause(), {
        signal: leaving.signal,
      });
      player.toggle();
    },
    onLeave: () => {
      leaving.abort();
      player.pause();
      panels.stop();
    },
  };
}

/** The boards of a state; null for none. */
function boardsOf(describer: Describer | null): readonly BoardShown[] | null {
  return describer && renderBoards(describer);
}

/** Create the choice between one mission of a career and all of it; `onChoice` gets the events of what is chosen. */
function scopeChoice(
  onChoice: (range: EventRange) => void,
  [lastTitle, last]: readonly [string, EventRange],
  whole: EventRange,
): HTMLElement {
  const box = h(
    "select",
    { "aria-label": "What is shown", onchange: () => onChoice(box.value === "all" ? whole : last) },
    h("option", { value: "last" }, lastTitle),
    h("option", { value: "all" }, "The whole campaign"),
  );
  return box;
}

/** The links behind the last part of a film. */
function endLinks(save: Save): HTMLElement[] {
  return [
    h(
      "a",
      { class: "main", href: routeHash({ at: "play", save: save.id }) },
      isKnownOver(save) ? "To the game" : "Play on",
    ),
    h("a", { href: routeHash({ at: "report", save: save.id }) }, "Report"),
    h("a", { href: routeHash({ at: "saves" }) }, "Saves"),
  ];
}

/** Perform the action of a key: pause, one part back or on, to the beginning or the end. */
function handleKey(player: FilmPlayer, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") !== null || isUsedBy(event)) return;
  const act = findAction(player, event.key);
  if (act === null) return;
  event.preventDefault();
  act();
}

/** Find the action of a key; null for other keys. */
function findAction(player: FilmPlayer, key: string): (() => void) | null {
  switch (key) {
    case " ":
      return () => player.toggle();
    case "ArrowLeft":
      return () => player.goTo(player.at - 1);
    case "ArrowRight":
      return () => player.goTo(player.at + 1);
    case "Home":
      return () => player.goTo(0);
    case "End":
      return () => player.goTo(player.film.length - 1);
    default: // the rest: keys of the browser
      return null;
  }
}

/** Whether the focused element uses a key by itself: a list or a slider its arrows, a button Space. */
function isUsedBy({ key, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return key !== " ";
  return key === " " && target instanceof HTMLButtonElement;
}
