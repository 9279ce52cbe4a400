/** View of an open question, alone or with its group: its head, its answers, and how pieces on boards answer it. */

import { unreachable } from "../../closed";
import type { Question } from "../../engine/question";
import { matrixHeading, renderPrompt } from "../../play/answers/offeredAnswers";
import { type QuestionGroup, remarksOf, withPreferred } from "../../play/answers/questionGroups";
import type { Child } from "../dom";
import { MatrixView } from "./matrixView";
import { type AnswerHandler, firstToFocus, optionLinks, optionList, questionHead } from "./optionList";
import { NO_PIECES, type PieceQuestion } from "./pieceLinks";
import { RepeatedQuestionView } from "./repeatedQuestionView";

/** What takes the answers to a question. */
export interface AnswerTakers {
  /** Takes the answer to a question alone. */
  readonly answer: AnswerHandler;
  /** Takes the answers to the rows of a matrix: the indices of options, -1 for none. */
  readonly answerRows: (indices: readonly number[]) => void;
  /** Takes several options of a repeated question, by their indices. */
  readonly answerSeveral: (indices: readonly number[]) => void;
}

/** A question as it stands in the page. */
export interface AskedView {
  readonly content: readonly Child[];
  readonly pieceQuestion: PieceQuestion;
  /** Focus the suggested answer. */
  focus(): void;
  /** The group with the answers that the player has marked as preferred; null for a question alone. */
  markedGroup(): QuestionGroup | null;
}

/** Render a question, or the group that it belongs to; `takers` get the answers. */
export function askedView(question: Question, group: QuestionGroup | null, takers: AnswerTakers): AskedView {
  switch (group?.is) {
    case "matrix": {
      const matrix = new MatrixView(group, takers.answerRows);
      return {
        content: [questionHead(question, matrixHeading(group), remarksOf(group)), matrix.element],
        pieceQuestion: matrix.pieceQuestion(),
        focus: () => matrix.focus(),
        markedGroup: () => withPreferred(group, matrix.markedAnswers),
      };
    }
    case "several": {
      const several = new RepeatedQuestionView(group, takers.answerSeveral);
      return {
        content: [questionHead(question), several.element],
        pieceQuestion: several.pieceQuestion(),
        focus: () => several.focus(),
        markedGroup: () => ({ ...group, preferred: several.chosenIndices }),
      };
    }
    case undefined: {
      const list = optionList(question, takers.answer);
      return {
        content: [questionHead(question), list],
        pieceQuestion: {
          ...NO_PIECES,
          links: optionLinks(question, list, takers.answer),
          asked: () => renderPrompt(question),
        },
        focus: () => firstToFocus(list)?.focus({ preventScroll: true }),
        markedGroup: () => null,
      };
    }
    default:
      return unreachable(group);
  }
}
