/**
 * All that a player reads of a game: each question as it is put, and the story. `tests/web/player_view.py` lists the same.
 */

import { Pause, person } from "../src/engine/choices";
import { NO_OPTION, type Question } from "../src/engine/question";
import { DETAILS } from "../src/modes";
import { Steward } from "../src/play/orders/steward";
import type { Play } from "../src/play/play";
import { phrases } from "../src/play/story/phrases";
import { Story } from "../src/play/story/story";
import type { Record } from "../src/session/classes";
import { Session } from "../src/session/session";
import type { Source } from "../src/session/sources";
import { byName } from "../src/session/telling";

/** What is read, in its order: the questions, and the lines of the story as it is told with more and more detail. */
export function playerView(play: Play): unknown[] {
  const questions = askAgain(play.session).map((question) => ({ read: "question", ...questionRead(question) }));
  const [steward, called] = [new Steward(play), phrases(play.session.program)];
  const lines = DETAILS.flatMap((detail) => {
    const story = new Story({ phrases: called, detail, behind: (event) => steward.why(event) });
    return story.whole([...play.events()]).map((line) => ({ read: detail, ...line }));
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
    person(again.describer, (question) => {
      questions.push(question);
      const { value: record } = known.next();
      if (record?.is !== "answer") throw new Pause();
      const names = question.options.map((option) => option.name);
      return byName(names, record.name, question.optional) ?? NO_OPTION;
    }),
  );
  return questions;
}

/** Dice that fall as they fell. */
class ThrownBefore implements Source {
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
