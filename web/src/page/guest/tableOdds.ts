/** The odds of a question's answers, which the host of a table works out. */

import type { Question } from "../../engine/question";
import type { Odds } from "../../play/odds/odds";
import { OddsView } from "../table/oddsView";
import type { TableQueries } from "./tableQueries";

/** Show the odds of a question's answers in the element of the question, once the host has told them. */
export function showTableOdds(
  queries: TableQueries,
  question: Question,
  element: HTMLElement,
  everything: boolean,
): OddsView {
  let isStopped = false;
  const source = {
    weigh: (show: (odds: Odds, isWhole: boolean) => void, fail: (error: unknown) => void) => {
      queries.weigh().then(
        (odds) => !isStopped && show(odds as unknown as Odds, true),
        (error: unknown) => !isStopped && fail(error),
      );
    },
    stop: () => {
      isStopped = true;
    },
  };
  return new OddsView(source, question, element, everything);
}
