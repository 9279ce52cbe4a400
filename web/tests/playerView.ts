/**
 * All that a player reads of a game: each question as it is put, and the story. `tests/web/player_view.py` lists the same.
 */

import { Pause, personPolicy } from "../src/engine/policies";
import { NO_OPTION, type Question } from "../src/engine/question";
import { DETAILS } from "../src/modes";
import { QuestionFilter } from "../src/play/orders/autoAnswer";
import type { Play } from "../src/play/play";
import { collectPhrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import type { Record } from "../src/session/classes";
import type { DiceSource } from "../src/session/diceSources";
import { optionIndex } from "../src/session/recordReplay";
import { Session } from "../src/session/session";

/** What is read, in its order: the questions, and the lines of the story as it is told with more and more detail. */
export function playerView(play: Play): unknown[] {
  const questions = askAgain(play.session).map((question) => ({ read: "question", ...questionRead(question) }));
  const [steward, called] = [new QuestionFilter(play), collectPhrases(play.session.program)];
  const lines = DETAILS.flatMap((detail) => {
    const story = new Story({ phrases: called, detail, reasonOf: (event) => steward.reasonOf(event) });
    return story.tellAll([...play.events()]).map((line) => ({ read: detail, ...line }));
  });
  return [...questions, ...lines];
}

function questionRead({ id, prompt, by, seat, optional, offer, preferred, remarks, ...more }: Question): object {
  const { routine, together } = more;
  const options = more.options.map(({ name, title, beside, grave }) => [name, title, beside, grave]);
  return { id, prompt, by, seat, optional, offer, preferred, remarks, routine, together, options };
}

/** Every question of a game in its order, put to somebody who throws and answers as was done; the open one last. */
function askAgain({ game, header, records }: Session): Question[] {
  const questions: Question[] = [];
  const known = records[Symbol.iterator]();
  const again = new Session(game, header, new ThrownBefore(known));
  again.play(
    personPolicy(again.describer, (question) => {
      questions.push(question);
      const { value: record } = known.next();
      if (record?.is !== "answer") throw new Pause();
      const names = question.options.map((option) => option.name);
      return optionIndex(names, record.name, question.optional) ?? NO_OPTION;
    }),
  );
  return questions;
}

/** Dice that fall as they fell. */
class ThrownBefore implements DiceSource {
  readonly by = "";
  readonly position = 0;

  /** @param known - All that was thrown and answered, of which the answers are taken by somebody else. */
  constructor(private readonly known: Iterator<Record>) {}

  throw(): readonly number[] {
    const { value: record } = this.known.next();
    if (record?.is !== "throw") throw new Pause();
    return record.faces;
  }

  skip(): void {}

  reseed(): void {}

  seek(): void {}

  restart(): void {}
}
