/**
 * What a page tells of saves, as JSON for others to compare: `node scripts/run.mjs tests/telling.ts GAME SAVE...`.
 *
 * Of each save there is a list of its boards drawn, its sheet, its debriefings, where it stands, and its report.
 */

import { readFileSync } from "node:fs";
import { type CompiledGame, compileGame } from "../src/engine/modules";
import { Pause } from "../src/engine/policies";
import { renderBoards } from "../src/play/boards/boards";
import { describeChanges, markChanges } from "../src/play/boards/changes";
import { drawBoard } from "../src/play/boards/characters";
import { drawSvg } from "../src/play/boards/svg";
import { debriefMissions, describerAt } from "../src/play/debriefing/debriefing";
import { statesAt } from "../src/play/debriefing/missions";
import { renderMarkup } from "../src/play/markup";
import { makeSaveRecord, recordOfGame } from "../src/play/records/records";
import { statusOfSession } from "../src/play/records/status";
import { renderBrief } from "../src/play/report/brief";
import { renderMarkdown } from "../src/play/report/markdown";
import { renderPage } from "../src/play/report/page";
import { buildReport } from "../src/play/report/reportData";
import { Sheet } from "../src/play/sheet/sheet";
import { findTroubles } from "../src/play/sheet/troubles";
import { readGame } from "../src/rules/gamefile";
import { seededDice } from "../src/session/diceSources";
import { parseSave } from "../src/session/saveReader";
import { Session } from "../src/session/session";

/** So many columns have the boards that are compared: more than enough, and too few. */
const COLUMNS = [104, 40, 16];

/** The columns and lines of the boxes. */
const BOXES = [
  [140, 40],
  [78, 20],
  [50, 9],
] as const;

function pausing(): never {
  throw new Pause();
}

function played(compiled: CompiledGame, path: string): Session {
  const { header, records, end } = parseSave(readFileSync(path), path);
  const session = new Session(compiled, header, seededDice(header), { records, end });
  session.play(pausing);
  return session;
}

/** What has changed on the boards since earlier moments, and since the earlier one of these. */
function changed(session: Session): unknown {
  const last = session.eventCount - 2; // behind the outcome of a game is no state
  if (last < 0) return [];
  const events = [4, 2, 1].map((share) => Math.floor(last / share));
  const states = statesAt(session, events);
  const moments = events.map((event) => renderBoards(describerAt(session, states.get(event)!)));
  return moments.slice(1).map((boards, at) => {
    const marked = markChanges(moments[at]!, boards);
    return {
      boards: marked,
      pictures: COLUMNS.map((columns) => marked.map((board) => renderMarkup(drawSvg(board, board.name, columns)))),
      sentences: describeChanges(moments[at]!, boards),
    };
  });
}

function told(session: Session): unknown {
  const boards = renderBoards(session.describer);
  const sheet = new Sheet(session.describer).groups();
  const report = buildReport(session);
  return {
    boards,
    changes: changed(session),
    pictures: COLUMNS.map((columns) => boards.map((board) => renderMarkup(drawSvg(board, board.name, columns)))),
    characters: COLUMNS.map((columns) => boards.map((board) => drawBoard(board, columns))),
    boxes: BOXES.map(([columns, lines]) => boards.map((board) => drawBoard(board, columns, lines))),
    sheet,
    troubles: findTroubles(sheet),
    debriefings: debriefMissions(session),
    standing: statusOfSession(session),
    page: renderPage(report),
    markdown: renderMarkdown(report),
    brief: renderBrief(report),
  };
}

const [gamePath, ...paths] = process.argv.slice(2);
const compiled = await compileGame(await readGame(new Blob([readFileSync(gamePath!)])));
const sessions = paths.map((path) => played(compiled, path));
const records = sessions.map((session, at) => makeSaveRecord(paths[at]!, session.header, statusOfSession(session)));
console.log(JSON.stringify({ saves: sessions.map(told), record: recordOfGame(records) }));
