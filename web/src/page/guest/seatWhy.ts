/** Explanations of throws at a seat, in dialogs: what a throw rests on, and what the host tells of other results. */

import type { Reason } from "../../play/why/explanation";
import {
  explainSince,
  explainThrow,
  findThrow,
  findThrows,
  NO_DICE_YET,
  wantsOtherResults,
} from "../../seat/explaining";
import { openDialog } from "../dialogs";
import { errorSentence, h } from "../dom";
import { partElements } from "../table/partElements";
import { reasonList } from "../table/reasonList";
import type { SeatController } from "./seatController";

/** Explain the throw that a word selects: empty for the last, and the events since; a number, or a table. */
export async function showWhy(controller: SeatController, word: string): Promise<void> {
  const { game, stops, question, questionView } = controller;
  const views = game.views.slice(0, stops.eventCount);
  const since = word ? [] : explainSince(views, question);
  if (!word && findThrows(views).length === 0) {
    openDialog(partElements(NO_DICE_YET.parts), reasonList(since));
    return;
  }
  try {
    await explain(controller, findThrow(views, word), since);
  } catch (error) {
    questionView.showProblem(errorSentence(error));
  }
}

/** Explain the throw with a number in the story, from 1. */
export async function showThrow(controller: SeatController, number: number): Promise<void> {
  const event = findThrows(controller.game.views)[number - 1];
  if (event !== undefined) await explain(controller, event, []);
}

/** Explain the throw of an event in a dialog, with what the host tells of other results. */
async function explain({ game, queries }: SeatController, event: number, since: readonly Reason[]): Promise<void> {
  const { views, seated } = game;
  const told = await queries.why(event).catch(() => null);
  const [head, ...rest] = explainThrow(views, event, told?.others ?? [], seated.phrases);
  const leads = told?.stake?.leads ?? [];
  const isUnknown = told === null && wantsOtherResults(views, event);
  openDialog(partElements(head!.parts), [
    reasonList([...rest, ...since]),
    leads.length > 0 && [
      h("h3", {}, "What was at stake"),
      h("ul", {}, ...leads.map(([faces, result]) => h("li", {}, h("span", { class: "die" }, faces), ` → ${result}`))),
    ],
    isUnknown && h("p", { class: "faint" }, "What other results lead to is not known while the table does not answer."),
  ]);
}
