/**
 * What a page tells of saves, as JSON for others to compare: `node scripts/run.mjs tests/telling.ts GAME SAVE...`.
 *
 * Of each save there is a list of its boards drawn, its sheet, its debriefings, where it stands, and its report.
 */

import { readFileSync } from "node:fs";
import { Pause } from "../src/engine/choices";
import { type Compiled, compileGame } from "../src/engine/modules";
import { boardsOf } from "../src/play/boards/boards";
import { drawn } from "../src/play/boards/characters";
import { drawing } from "../src/play/boards/vector";
import { debriefings } from "../src/play/debriefing/debriefing";
import { rendered } from "../src/play/markup";
import { recordOfGame, recordOfSave } from "../src/play/records/records";
import { standingOf } from "../src/play/records/standings";
import { reportOf } from "../src/play/report/gathering";
import { markdown } from "../src/play/report/markdown";
import { page } from "../src/play/report/page";
import { Sheet } from "../src/play/sheet/sheet";
import { troubles } from "../src/play/sheet/troubles";
import { readGame } from "../src/rules/gamefile";
import { parseSave } from "../src/session/saved";
import { Session } from "../src/session/session";
import { seededDice } from "../src/session/sources";

/** So many columns have the boards that are compared: more than enough, and too few. */
const COLUMNS = [104, 40, 16];

function pausing(): never {
  throw new Pause();
}

function played(compiled: Compiled, path: string): Session {
  const { header, records, end } = parseSave(readFileSync(path), path);
  const session = new Session(compiled, header, seededDice(header), { records, end });
  session.play(pausing);
  return session;
}

function told(session: Session): unknown {
  const boards = boardsOf(session.describer);
  const sheet = new Sheet(session.describer).groups();
  const report = reportOf(session);
  return {
    boards,
    pictures: COLUMNS.map((columns) => boards.map((board) => rendered(drawing(board, board.name, columns)))),
    characters: COLUMNS.map((columns) => boards.map((board) => drawn(board, columns))),
    sheet,
    troubles: troubles(sheet),
    debriefings: debriefings(session),
    standing: standingOf(session),
    page: page(report),
    markdown: markdown(report),
  };
}

const [gamePath, ...paths] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(gamePath!)])));
const sessions = paths.map((path) => played(compiled, path));
const records = sessions.map((session, at) => recordOfSave(paths[at]!, session.header, standingOf(session)));
console.log(JSON.stringify({ saves: sessions.map(told), record: recordOfGame(records) }));
