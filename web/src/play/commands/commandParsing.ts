/** Parser of commands that begin with their own word, as `command_parsing.py` parses them. */

import { DETAILS, LEVELS, PACES } from "../../modes";
import type { Beside, ShowDecisions, ShowLog, Undo, UndoAll, UndoBeat, UndoTo } from "./classes";

/** The maximum number of digits of a typed number. */
const MAX_DIGITS = 6;

/** The number of digits that are read of a number of runs. */
const RUN_DIGITS = 9;

/** How many lines of the story `log` shows. */
const LOG_LINES = 30;

const DECIMAL = /^\d+$/;

/** Parse a command that begins with a command word, such as `undo 2`; null if the text begins with none. */
export function parseWordCommand(text: string): Beside | null {
  const [, word = "", rest = ""] = /^\/?([^ ]*) *(.*)$/s.exec(text.trim())!;
  switch (word.toLowerCase()) {
    case "undo":
      return parseUndo(rest);
    case "quit":
    case "exit":
    case "q":
      return rest === "" ? { is: "Quit" } : null;
    case "why":
      return { is: "Why", which: rest };
    case "odds": {
      const isNumber = DECIMAL.test(rest);
      if (rest !== "" && rest !== "all" && !isNumber) return null;
      return {
        is: "ShowOdds",
        runs: isNumber ? Number(rest.slice(0, RUN_DIGITS)) : null,
        everything: rest === "all",
      };
    }
    case "luck":
      return rest === "" ? { is: "ShowLuck" } : null;
    case "orders":
      if (rest === "") return { is: "ShowOrders" };
      return rest.split(/\s/)[0] === "off" ? { is: "TakeBackOrder", which: rest.slice("off".length).trim() } : null;
    case "ask": {
      const level = LEVELS.find((each) => rest !== "" && each.startsWith(rest.toLowerCase())) ?? null;
      return { is: "SetLevel", level, word: rest };
    }
    case "log":
      return rest === "" || rest === "all" || DECIMAL.test(rest) ? parseLog(rest) : null;
    case "tell": {
      const detail = DETAILS.find((each) => each === rest) ?? null;
      return rest === "" || detail !== null ? { is: "SetDetail", detail } : null;
    }
    case "pace": {
      const pace = PACES.find((each) => each === rest) ?? null;
      return rest === "" || pace !== null ? { is: "SetPace", pace } : null;
    }
    case "state":
      return rest === "" || rest === "all" ? { is: "ShowSheet", everything: rest === "all" } : null;
    case "board":
    case "boards":
      return { is: "ShowBoards", name: rest };
    case "at":
      return DECIMAL.test(rest) ? { is: "LookBack", number: Number(rest.slice(0, MAX_DIGITS)) } : null;
    case "table":
      return rest === "" ? null : { is: "ShowTable", name: rest };
    case "save":
      return { is: "Save", path: rest };
    case "name":
      return rest === "" ? { is: "ShowNames" } : { is: "Rename", text: rest };
    case "dice":
      return rest === "manual" || rest === "seeded" ? { is: "SetDice", byHand: rest === "manual" } : null;
    case "help":
    case "?":
      return { is: "Help", topic: rest };
    default: // the rest: no command's word
      return null;
  }
}

/** Parse the arguments of `undo`: `2`, `to 7`, `all`, `beat` or `list`. */
function parseUndo(args: string): Undo | UndoTo | UndoAll | UndoBeat | ShowDecisions {
  if (args === "") return { is: "Undo", count: 1 };
  if (args === "list") return { is: "ShowDecisions" };
  if (args === "all") return { is: "UndoAll" };
  if (args === "beat") return { is: "UndoBeat" };
  const at = args.lastIndexOf(" ");
  const to = args.slice(0, Math.max(at, 0));
  const digits = args.slice(at + 1);
  const number = DECIMAL.test(digits) && digits.length <= MAX_DIGITS ? Number(digits) : 0;
  if (to === "to") return { is: "UndoTo", number };
  return { is: "Undo", count: to === "" ? number : 0 };
}

/** Parse the argument of `log`: how many lines of the story to show. */
function parseLog(args: string): ShowLog {
  if (args === "all") return { is: "ShowLog", lines: null };
  return { is: "ShowLog", lines: args === "" ? LOG_LINES : Number(args.slice(0, MAX_DIGITS)) };
}
