// The messages between the host of a table and a seat, and what else stands in a seat's file. Made by `python -m web` from the Python classes; not to be edited.

import type { AnswerOdds, MeasureTold } from "../play/odds/classes";
import type { BeforehandView, ChangeView, ChoiceView, DrawView, ElementView, EnterView, HiddenView, LeaveView, LimitView, MoveView, Naming, OutcomeView, OwnName, PileView, ResultView, RollView, SayView } from "../engine/classes";
import type { BoardShown } from "../play/boards/classes";
import type { Classes } from "../codec";
import type { Debriefing } from "../play/debriefing/classes";
import type { Fact } from "../play/story/classes";
import type { FieldPin, Pin } from "../session/classes";
import type { Phrases } from "../play/story/phrases";
import type { Question } from "../engine/question";
import type { ResultRange } from "../play/why/otherResults";
import type { SheetGroup } from "../play/sheet/classes";
import type { WantedDice } from "../play/dice/throws";

export type HostMessage =
  | Awaited
  | Looked
  | NamesShown
  | Odds
  | Reasons
  | Refused
  | Revealed
  | Seated
  | ShareWanted
  | There
  | Turn
  | UndoAsked
  | UndoRefused
  | Undone
  | Waits;

export type SeatMessage =
  | Answered
  | GiveUp
  | Hello
  | Look
  | NamesWanted
  | Rename
  | Share
  | ShareRefused
  | Thrown
  | UndoReply
  | UndoRequest
  | Weigh
  | Why;

export type StoredMessage =
  | Answered
  | GiveUp
  | Hello
  | Looked
  | Odds
  | PlayedInPage
  | Root
  | Seated
  | SeenState
  | Share
  | ShareWanted
  | TableAddress
  | Thrown
  | Turn
  | UndoAsked
  | UndoReply
  | UndoRequest
  | Undone
  | Waits;

export type Event =
  | BeforehandView
  | ChangeView
  | ChoiceView
  | DrawView
  | ElementView
  | EnterView
  | HiddenView
  | LeaveView
  | LimitView
  | MoveView
  | OutcomeView
  | PileView
  | ResultView
  | RollView
  | SayView;

/** The description of a repeated question, whose answers may be given at once. */
export interface Again {
  /** The maximum number of options chosen. */
  readonly most: number;
  /** The autopilot's choice, as indices of options. */
  readonly preferred: readonly number[];
}

/** A seat's answer to a question, or its answers to a group of questions. */
export interface Answered {
  readonly document: "answer";
  /** The number of the question, as counted for this seat. */
  readonly number: number;
  /** The name of each answer. */
  readonly names: readonly string[];
  /** Whether the answers are to the whole group of questions. */
  readonly together: boolean;
  /** The number of the move that it makes, from 1; 0 if nobody gives shares, or this seat does not. */
  readonly move: number;
  /** The seat's share of the dice behind it; empty if it gives none. */
  readonly share: string;
}

/** A notice that lists the seats whose shares of the dice seed are missing. */
export interface Awaited {
  readonly document: "awaited";
  /** The seats whose shares are awaited. */
  readonly seats: readonly string[];
}

/** A seat's resignation, which reveals all hidden information and ends the game. */
export interface GiveUp {
  readonly document: "give_up";
}

/** A seat's greeting, when it connects or reconnects. */
export interface Hello {
  readonly document: "hello";
  /** The commitment to its chain of shares; empty if it gives none. */
  readonly anchor: string;
  /** Its share of the seed at a table of protocol 1; empty elsewhere. */
  readonly share: string;
  /** The number of events that it has received. */
  readonly have: number;
  /** How many questions it answers itself. */
  readonly asks: "all" | "sensible" | "grave";
  /** The number of the request by which something was last taken back, as far as it knows: behind another one its events may be others. */
  readonly undone: number;
}

/** A request for the sheet and the boards. */
export interface Look {
  readonly document: "look";
  /** How many of the seat's events had happened in the state that is asked for; None for the present. */
  readonly eventCount: number | null;
}

/** The sheet, the boards and what matters most in a state of the game, as a seat may see them. */
export interface Looked {
  readonly document: "looked";
  /** The groups of the sheet. */
  readonly sheet: readonly SheetGroup[];
  /** The boards. */
  readonly boards: readonly BoardShown[];
  /** How many of the seat's events had happened; -1 in files of older versions. */
  readonly eventCount: number;
  /** What matters most, for a line. */
  readonly facts: readonly Fact[];
  /** The pieces on the boards, by their titles. */
  readonly pieces: ReadonlyMap<string, string>;
}

/** A move: one answer of a person, or several given together, after which the dice get a new seed. */
export interface Move {
  /** The seat that answered. */
  readonly seat: string;
  /** The answer, without its share. */
  readonly answered: Answered;
  /** How many questions the seat answered itself then: the grouping of questions depends on it. */
  readonly asks: "all" | "sensible" | "grave";
}

/** A person or thing with its present name. */
export interface NamedThing {
  /** Its kind, in words: `Keeper`, `Boat`. */
  readonly what: string;
  /** The record whose list the name is from; empty for the game's general list. */
  readonly of: string;
  /** The name's number in that list. */
  readonly number: number;
  /** Its present name. */
  readonly name: string;
}

/** The people and things with names that a seat may see: the reply to both. */
export interface NamesShown {
  readonly document: "names_shown";
  /** They, each once, with their present names. */
  readonly named: readonly NamedThing[];
}

/** A request for the people and things with names that a seat may see. */
export interface NamesWanted {
  readonly document: "names_wanted";
}

/** The odds of the open question: estimates for each answer, by runs from here on with dice of their own. */
export interface Odds {
  readonly document: "odds";
  /** The question's stable name. */
  readonly id: string;
  /** How many runs there are of each answer. */
  readonly runs: number;
  /** The point that runs are played to: the end of the `mission`, or of the whole `career`; at a `stage`, to the end of this mission of a campaign, and the first measures are forecasts of the campaign's end. */
  readonly until: "mission" | "career" | "stage";
  /** The measures, the most important first. */
  readonly measures: readonly MeasureTold[];
  /** In the order offered; none, where it may be answered, is the last. */
  readonly answers: readonly AnswerOdds[];
  /** The name of the best answer; null if these runs do not show that one is better than all others, or if no measure is good or bad. */
  readonly best: string | null;
  /** Without a best answer, the names of the answers of which none is better as far as these runs show: two of them differ in no measure by more than chance may. Else empty. */
  readonly level: readonly string[];
  /** The name of the baseline: the best answer; of several level ones the autopilot's, if it is among them; null if no measure is good or bad. */
  readonly against: string | null;
  /** The name of the autopilot's answer, which front ends mark, if these runs show it to be worse than another; else null. */
  readonly worseMark: string | null;
}

/** A fixed answer whose dice are not settled; or the beginning of the game, which has no answer. */
export interface Pending {
  /** The seat that answered; empty at the beginning. */
  readonly seat: string;
  /** The answer, without its share; None at the beginning. */
  readonly answered: Answered | null;
  /** How many questions the seat answers itself. */
  readonly asks: "all" | "sensible" | "grave";
  /** The shares opened for the move, by seat. */
  readonly shares: ReadonlyMap<string, string>;
}

/** The mark of a file that the page of a table wrote: its program came from the host, who could serve another. */
export interface PlayedInPage {
  readonly document: "played_in_page";
}

/** What a throw could have led to. */
export interface Reasons {
  readonly document: "reasons";
  /** The results of neighbouring dice. */
  readonly others: readonly ResultRange[];
  /** The number of the throw's event among the seat's events; -1 from older versions. */
  readonly event: number;
  /** The dice as before they fell, with the outcome of each result; None if that rests on what is hidden. */
  readonly stake: WantedDice | null;
}

/** The rejection of an input line that is no valid move; the game still waits for the same input. */
export interface Refused {
  readonly document: "error";
  /** The error. */
  readonly message: string;
  /** How to correct it; may be empty. */
  readonly hint: string;
}

/** A seat's new name for a person or thing that it may see; all who may see it read that name from there on. */
export interface Rename {
  readonly document: "rename";
  /** The record whose list the name is from; empty for the game's general list. */
  readonly of: string;
  /** The number of the name in that list. */
  readonly number: number;
  /** The new name. */
  readonly name: string;
}

/** All hidden information, sent when the game is over: `bombsight verify` opens commitments with it. */
export interface Revealed {
  readonly document: "revealed";
  /** The arbiter's secret. */
  readonly key: string;
  /** The share that each seat opened for the last complete move; earlier ones follow from it. */
  readonly shares: ReadonlyMap<string, string>;
  /** The seat that gave the game up; empty if the game reached its end. */
  readonly givenUp: string;
  /** The lines of the save. */
  readonly save: readonly string[];
  /** The moves made, in order. */
  readonly moves: readonly Move[];
  /** The move whose dice were not settled; None if there is none. */
  readonly pending: Pending | null;
  /** The seat that made the game void: it refused a share, or opened one that breaks its commitment. */
  readonly void: string;
  /** What was taken back, in order. */
  readonly undos: readonly Undo[];
  /** The names that seats gave, in order; the first line of the save has those before. */
  readonly renames: readonly OwnName[];
}

/** The secret root of a seat's hash chain of shares, private until the game is over. */
export interface Root {
  readonly document: "root";
  /** Random hexadecimal digits. */
  readonly root: string;
}

/** A seat (player) of a two-player game, by name and title. */
export interface Seat {
  /** The stable name of the player's value. */
  readonly name: string;
  /** The display name. */
  readonly title: string;
}

/** The description of a game to a seat, when the game begins or the seat reconnects. */
export interface Seated {
  readonly document: "seated";
  /** The game's id. */
  readonly game: string;
  /** Its title. */
  readonly title: string;
  /** The seat that receives the message. */
  readonly seat: string;
  /** All seats of the table. */
  readonly seats: readonly Seat[];
  /** The hash of the rules in force. */
  readonly rules: string;
  /** The name of every option, and its value in words. */
  readonly options: ReadonlyMap<string, string>;
  /** The overlays in force, in order. */
  readonly overlays: readonly string[];
  /** Whether a mission is played or the career. */
  readonly entry: string;
  /** The values of the entry's parameters. */
  readonly args: readonly number[];
  /** The tables with pinned dice. */
  readonly pins: readonly Pin[];
  /** The pinned fields. */
  readonly fields: readonly FieldPin[];
  /** What a player should know before he plays, paragraph by paragraph. */
  readonly about: readonly string[];
  /** The display names of the game's things. */
  readonly phrases: Phrases;
  /** The commitment to the arbiter's secret. */
  readonly seal: string;
  /** The seed of the dice, if somebody named it; None if it is made of the secret and the shares. */
  readonly seed: number | null;
  /** How the dice are settled, as in Waits. */
  readonly protocol: number;
  /** The seat of the host; empty if he has none. */
  readonly host: string;
  /** The seats for which the autopilot plays. */
  readonly autos: readonly string[];
  /** The commitment of each guest, by seat; empty if nobody gives shares. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Whether the guests send the host all their shares at once. */
  readonly spares: boolean;
  /** How many questions the host answers himself: he cannot choose later which of his answers are automatic. */
  readonly asks: "all" | "sensible" | "grave";
  /** The version of the journal whose hash is committed. */
  readonly journal: number;
  /** Which display names are in use; None for those of the manifest in their order. */
  readonly names: Naming | null;
  /** Whether a referee watches, who sees everything and can say nothing. */
  readonly hasReferee: boolean;
  /** The settings that differ from the game's defaults, in words: options, pins, overlays. */
  readonly inForce: readonly string[];
  /** Whether the program throws the dice, or each player his own. */
  readonly dice: "seeded" | "own";
}

/** The digest of a state that was shown to a seat: whole, the states at all stops of a story would fill the disk. */
export interface SeenState {
  readonly document: "seen_state";
  /** How many of the seat's events had happened. */
  readonly eventCount: number;
  /** The SHA-256 of the message's line, in hexadecimal. */
  readonly digest: string;
}

/** A seat's revealed share (contribution) of the dice. */
export interface Share {
  readonly document: "share";
  /** The number of the move; 0 for the beginning. */
  readonly move: number;
  /** The share. */
  readonly share: string;
}

/** A seat's refusal to reveal a share of the dice seed, because the host has broken a commitment. */
export interface ShareRefused {
  readonly document: "share_refused";
  /** The number of the move. */
  readonly move: number;
  /** The reason, in words. */
  readonly message: string;
}

/** The host's request for a share of the dice seed behind a fixed answer. */
export interface ShareWanted {
  readonly document: "share_wanted";
  /** The number of the move, from 1. */
  readonly move: number;
  /** The commitment to the answer, so that it cannot change when the shares are known. */
  readonly committed: string;
}

/** Where a seat's table is found, so that its player can go on: it stays on his machine. */
export interface TableAddress {
  readonly document: "table_address";
  /** The address of the table without the token; empty by mail. */
  readonly place: string;
  /** The token of the seat. */
  readonly token: string;
  /** The path of the last file that came by mail; empty over a network. */
  readonly letter: string;
}

/** The list of connected seats, sent when one connects or disconnects. */
export interface There {
  readonly document: "there";
  /** The connected seats. */
  readonly seats: readonly string[];
}

/** The faces of a player's own dice. */
export interface Thrown {
  readonly document: "thrown";
  /** The number of events that the seat had seen as it threw. */
  readonly number: number;
  /** The faces, or a single total. */
  readonly faces: readonly number[];
}

/** A seat's visible events since its last message, and whose turn it is. */
export interface Turn {
  readonly document: "turn";
  /** The number of the open question: how many answers the seat has seen. */
  readonly number: number;
  /** The index of the first event, from 0. */
  readonly start: number;
  /** The new events. */
  readonly events: readonly Event[];
  /** The seat whose question is open; empty if the game is over. */
  readonly turn: string;
  /** The open question; None if it is another seat's, or the game is over. */
  readonly question: Question | null;
  /** The questions that are grouped with it, this one first; empty if it stands alone. */
  readonly rows: readonly Question[];
  /** The repetition of the question; None if it is asked once. */
  readonly again: Again | null;
  /** The commitment to the whole journal, hidden or not. */
  readonly committed: string;
  /** The number of moves made; see Move. */
  readonly moves: number;
  /** The debriefings of missions that ended in the new events. */
  readonly debriefings: readonly Debriefing[];
  /** The number of the request by which something was last taken back; 0 for nothing. Only behind another one the number of the question, and that of the events, may be smaller than before. */
  readonly undone: number;
  /** The dice that this seat is to throw, where each throws his own; None if none of its are awaited. There is no question then; `turn` names the seat that throws. */
  readonly throw: WantedDice | null;
}

/** An undo to which all agreed. */
export interface Undo {
  /** The number of the request. */
  readonly number: number;
  /** The seat that asked. */
  readonly askedBy: string;
  /** The number of moves made when it happened; 0 at a table without shares. */
  readonly moves: number;
  /** The number of the first move taken back; 0 at a table without shares. */
  readonly backTo: number;
  /** How many records (throws and answers) of the save remained. */
  readonly kept: number;
  /** The lines of the save that were taken back. */
  readonly removed: readonly string[];
}

/** The notice that a seat asks to take back its last answer: sent to the others, who reply, and to that seat. */
export interface UndoAsked {
  readonly document: "undo_asked";
  /** The number of the request, from 1. */
  readonly number: number;
  /** The seat that asks. */
  readonly seat: string;
  /** How many answers that its reader gave himself fall with it. */
  readonly ownAnswers: number;
}

/** The notice that a request for an undo is over, and nothing has changed. */
export interface UndoRefused {
  readonly document: "undo_refused";
  /** The number of the request. */
  readonly number: number;
  /** The seat that refused it, or gave an answer instead; or the seat that asked, if it took the request back. */
  readonly seat: string;
}

/** A seat's consent to a request for an undo, or its refusal; from the seat that asked, its withdrawal. */
export interface UndoReply {
  readonly document: "undo_reply";
  /** The number of the request. */
  readonly number: number;
  /** Whether it agrees. */
  readonly agrees: boolean;
}

/** A seat's request to take back its own last answer, with everything that followed. */
export interface UndoRequest {
  readonly document: "undo_request";
}

/** The notice that all have agreed to an undo; the next turn shows how the game stands. */
export interface Undone {
  readonly document: "undone";
  /** The number of the request. */
  readonly number: number;
  /** The seat that asked for it. */
  readonly seat: string;
}

/** The host's first message: the game has not begun, because seats are still empty. */
export interface Waits {
  readonly document: "waits";
  /** The commitment to the arbiter's secret, of which the dice are made together with the guests' shares. */
  readonly seal: string;
  /** How the dice are settled: 2, by shares of all guests behind each move; 1, by their shares at the beginning, at tables that an older version began. */
  readonly protocol: number;
  /** The seats that give shares. */
  readonly guests: readonly string[];
  /** Whether the guests are asked to spare letters, by sending the host all their shares at once. */
  readonly spares: boolean;
  /** Whether the program throws the dice, or each player his own, whom the others believe. */
  readonly dice: "seeded" | "own";
}

/** A request for the odds of the open question's answers. */
export interface Weigh {
  readonly document: "weigh";
}

/** A request for what a throw could have led to. */
export interface Why {
  readonly document: "why";
  /** The number of the throw's event among the seat's events. */
  readonly event: number;
}

const EVENTS = ["BeforehandView", "ChangeView", "ChoiceView", "DrawView", "ElementView", "EnterView", "HiddenView", "LeaveView", "LimitView", "MoveView", "OutcomeView", "PileView", "ResultView", "RollView", "SayView"] as const;

/** The descriptors of the classes that are read and written. */
export const MESSAGE_CLASSES = {
  Again: { fields: { most: "integer", preferred: { list: "integer" } }, usual: {  } },
  AnswerOdds: { fields: { name: "string", title: "string", faults: "integer", measured: { list: { of: ["Measured"] } } }, usual: {  } },
  Answered: { fields: { number: "integer", names: { list: "string" }, together: "boolean", move: "integer", share: "string" }, usual: { together: false, move: 0, share: "" } },
  AppliedModifier: { fields: { label: "string", amount: "integer", text: "string", origin: { of: ["Origin"] } }, usual: {  } },
  Awaited: { fields: { seats: { list: "string" } }, usual: {  } },
  BeforehandView: { fields: { event: { words: ["beforehand"] }, origin: { of: ["Origin"] }, table: "string", title: "string", row: { of: ["RowInfo"] }, number: "integer" }, usual: { number: 0 } },
  BoardCompass: { fields: { degrees: "integer", text: "string" }, usual: {  } },
  BoardScale: { fields: { numbers: "integer", unit: "string" }, usual: {  } },
  BoardShown: { fields: { name: "string", title: "string", layout: { words: ["plan", "map", "picture", "rows", "columns"] }, rows: "integer", columns: "integer", places: { list: { of: ["PlaceShown"] } }, notes: { list: { of: ["ThingShown"] } }, shapes: { list: { of: ["ShapeShown"] } }, scale: { any: [{ of: ["BoardScale"] }, "null"] }, compass: { any: [{ of: ["BoardCompass"] }, "null"] } }, usual: { shapes: [], scale: null, compass: null } },
  ChangeView: { fields: { event: { words: ["change"] }, origin: { of: ["Origin"] }, field: "string", title: "string", old: "string", new: "string", old_title: "string", new_title: "string", tone: { words: ["", "good", "bad"] } }, usual: { tone: "" }, names: { old_title: "oldTitle", new_title: "newTitle" } },
  ChoiceView: { fields: { event: { words: ["choice"] }, origin: { of: ["Origin"] }, id: "string", prompt: "string", by: "string", options: { list: "string" }, titles: { list: "string" }, answer: "string", answer_title: "string", offer: "boolean", unit: "integer" }, usual: { unit: 1 }, names: { answer_title: "answerTitle" } },
  Counted: { fields: { title: "string", value: "string", matters: { words: ["good", "bad", ""] }, number: { any: ["integer", "null"] }, is_balance: "boolean" }, usual: { number: null, is_balance: false }, names: { is_balance: "isBalance" } },
  Debriefing: { fields: { event: "integer", title: "string", tallies: { list: { of: ["Counted"] } }, troubles: { list: { of: ["Trouble"] } }, sheet: { list: { of: ["SheetGroup"] } }, record: { list: { of: ["SheetGroup"] } } }, usual: {  } },
  Dice: { fields: { count: "integer", sides: "integer", keep: { words: ["sum", "digits", "lowest", "highest", "fate"] }, kept: "integer", others: { list: { of: ["DiceGroup"] } }, single: "boolean" }, usual: { keep: "sum", kept: 1, others: [], single: false } },
  DiceGroup: { fields: { count: "integer", sides: "integer" }, usual: {  } },
  DrawView: { fields: { event: { words: ["draw"] }, origin: { of: ["Origin"] }, id: "string", count: "integer", drawn: "string", drawn_title: "string" }, usual: {  }, names: { drawn_title: "drawnTitle" } },
  ElementView: { fields: { event: { words: ["element"] }, origin: { of: ["Origin"] }, list: "string", title: "string", joins: "boolean", element: "string", element_title: "string" }, usual: {  }, names: { element_title: "elementTitle" } },
  EnterView: { fields: { event: { words: ["enter"] }, origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string", title: "string", arguments: { list: { of: ["LabelledValue"] } }, seen_by: "string", beat: "boolean" }, usual: { seen_by: "", beat: false }, names: { seen_by: "seenBy" } },
  Fact: { fields: { title: "string", value: "string", is_bad: "boolean", is_good: "boolean" }, usual: { is_good: false }, names: { is_bad: "isBad", is_good: "isGood" } },
  FieldPin: { fields: { field: "string", value: "string" }, usual: {  } },
  GiveUp: { fields: {  }, usual: {  } },
  Hello: { fields: { anchor: "string", share: "string", have: "integer", asks: { words: ["all", "sensible", "grave"] }, undone: "integer" }, usual: { anchor: "", share: "", have: 0, asks: "all", undone: 0 } },
  HiddenView: { fields: { event: { words: ["hidden"] }, origin: { of: ["Origin"] }, name: "string", title: "string", whose: "string", whose_title: "string" }, usual: {  }, names: { whose_title: "whoseTitle" } },
  LabelledValue: { fields: { of: "string", name: "string", title: "string" }, usual: {  } },
  LeaveView: { fields: { event: { words: ["leave"] }, origin: { of: ["Origin"] }, kind: { words: ["procedure", "step"] }, name: "string" }, usual: {  } },
  LimitView: { fields: { event: { words: ["limit"] }, origin: { of: ["Origin"] }, text: "string" }, usual: {  } },
  Look: { fields: { event_count: { any: ["integer", "null"] } }, usual: { event_count: null }, names: { event_count: "eventCount" } },
  Looked: { fields: { sheet: { list: { of: ["SheetGroup"] } }, boards: { list: { of: ["BoardShown"] } }, event_count: "integer", facts: { list: { of: ["Fact"] } }, pieces: { map: "string" } }, usual: { event_count: -1, facts: [], pieces: [] }, names: { event_count: "eventCount" } },
  MarkShown: { fields: { text: "string", tone: { words: ["good", "bad", ""] }, column: "integer", sign: { words: ["", "dot", "ring", "cross", "bar", "flame", "burst", "star", "arrow", "square", "figure", "card"] }, turned: { any: ["integer", "null"] }, short: "string" }, usual: { sign: "", turned: null, short: "" } },
  MeasureTold: { fields: { name: "string", title: "string", kind: { words: ["chance", "mean"] }, matters: { words: ["good", "bad", ""] }, required: "boolean", words: { list: "string" }, forecast: "boolean" }, usual: { words: [], forecast: false } },
  Measured: { fields: { value: { any: ["number", "null"] }, low: { any: ["number", "null"] }, high: { any: ["number", "null"] }, difference: { any: ["number", "null"] }, error: { any: ["number", "null"] } }, usual: {  } },
  Move: { fields: { seat: "string", answered: { of: ["Answered"] }, asks: { words: ["all", "sensible", "grave"] } }, usual: { asks: "all" } },
  MoveView: { fields: { event: { words: ["move"] }, origin: { of: ["Origin"] }, list: "string", title: "string", first: "boolean", element: "string", element_title: "string" }, usual: {  }, names: { element_title: "elementTitle" } },
  NamedThing: { fields: { what: "string", of: "string", number: "integer", name: "string" }, usual: {  } },
  NamesShown: { fields: { named: { list: { of: ["NamedThing"] } } }, usual: {  } },
  NamesWanted: { fields: {  }, usual: {  } },
  Naming: { fields: { shuffled: "boolean", own: { list: { of: ["OwnName"] } } }, usual: { own: [] } },
  Odds: { fields: { id: "string", runs: "integer", until: { words: ["mission", "career", "stage"] }, measures: { list: { of: ["MeasureTold"] } }, answers: { list: { of: ["AnswerOdds"] } }, best: { any: ["string", "null"] }, level: { list: "string" }, against: { any: ["string", "null"] }, worse_mark: { any: ["string", "null"] } }, usual: { level: [], against: null, worse_mark: null }, names: { worse_mark: "worseMark" } },
  Option: { fields: { name: "string", title: "string", marks: { set: "string" }, beside: "string", grave: "boolean", piece: "string", short: "string" }, usual: { marks: [], beside: "", grave: false, piece: "", short: "" } },
  Origin: { fields: { cite: "string", standing: "string", evidence: "string", amended_by: { list: "string" }, place: "nowhere" }, usual: { cite: "", standing: "", evidence: "", amended_by: [] } },
  OutcomeView: { fields: { event: { words: ["outcome"] }, origin: { of: ["Origin"] }, result: "string", title: "string", fault: "string" }, usual: { fault: "" } },
  OwnName: { fields: { of: "string", number: { low: 0 }, name: "string" }, usual: {  } },
  Pending: { fields: { seat: "string", answered: { any: [{ of: ["Answered"] }, "null"] }, asks: { words: ["all", "sensible", "grave"] }, shares: { map: "string" } }, usual: { asks: "all" } },
  Phrases: { fields: { fields: { map: "string" }, owners: { map: "string" }, procedures: { map: "string" }, tables: { map: "string" }, values: { map: "string" }, records: { set: "string" } }, usual: { fields: [], owners: [], procedures: [], tables: [], values: [], records: [] } },
  PileView: { fields: { event: { words: ["pile"] }, origin: { of: ["Origin"] }, id: "string", members: { list: "string" }, titles: { list: "string" } }, usual: {  } },
  Pin: { fields: { table: "string", faces: { list: { low: -100 } } }, usual: {  } },
  PlaceShown: { fields: { name: "string", title: "string", row: "integer", column: "integer", columns: "integer", rows: "integer", things: { list: { of: ["ThingShown"] } }, piece: "string", short: "string", is_changed: "boolean" }, usual: { rows: 1, piece: "", short: "", is_changed: false }, names: { is_changed: "isChanged" } },
  PlayedInPage: { fields: {  }, usual: {  } },
  Polyline: { fields: { points: { list: "integer" }, closed: "boolean" }, usual: {  } },
  Question: { fields: { site: "integer", id: "string", prompt: "string", by: "string", options: { list: { of: ["Option"] } }, optional: "boolean", offer: "boolean", preferred: "integer", origin: { of: ["Origin"] }, remarks: { list: "string" }, routine: "boolean", together: "string", seat: "string", ends: { list: "integer" }, numbers: { list: "integer" }, told: { list: "integer" } }, usual: { remarks: [], routine: false, together: "", seat: "", ends: [], numbers: [], told: [] } },
  Reasons: { fields: { event: "integer", others: { list: { of: ["ResultRange"] } }, stake: { any: [{ of: ["WantedDice"] }, "null"] } }, usual: { event: -1, stake: null } },
  Refused: { fields: { message: "string", hint: "string" }, usual: {  } },
  Rename: { fields: { of: "string", number: "integer", name: "string" }, usual: {  } },
  ResultRange: { fields: { low: "integer", high: "integer", row: { of: ["RowInfo"] } }, usual: {  } },
  ResultView: { fields: { event: { words: ["result"] }, origin: { of: ["Origin"] }, table: "string", title: "string", values: { list: { of: ["LabelledValue"] } } }, usual: {  } },
  Revealed: { fields: { key: "string", shares: { map: "string" }, given_up: "string", save: { list: "string" }, moves: { list: { of: ["Move"] } }, pending: { any: [{ of: ["Pending"] }, "null"] }, void: "string", undos: { list: { of: ["Undo"] } }, renames: { list: { of: ["OwnName"] } } }, usual: { moves: [], pending: null, void: "", undos: [], renames: [] }, names: { given_up: "givenUp" } },
  RollView: { fields: { event: { words: ["roll"] }, origin: { of: ["Origin"] }, table: { any: ["string", "null"] }, title: "string", dice: { of: ["Dice"] }, faces: { list: "integer" }, natural: "integer", modifiers: { list: { of: ["AppliedModifier"] } }, total: "integer", row: { any: [{ of: ["RowInfo"] }, "null"] }, arguments: { list: { of: ["LabelledValue"] } }, takes_every: "boolean" }, usual: { arguments: [], takes_every: false }, names: { takes_every: "takesEvery" } },
  Root: { fields: { root: "string" }, usual: {  } },
  RowInfo: { fields: { label: "string", title: "string", text: "string", origin: { of: ["Origin"] } }, usual: {  } },
  SayView: { fields: { event: { words: ["say"] }, origin: { of: ["Origin"] }, text: "string", tone: { words: ["", "good", "bad"] }, chronicle: { words: ["", "also", "only", "headline"] }, row_title: "string" }, usual: { tone: "", chronicle: "", row_title: "" }, names: { row_title: "rowTitle" } },
  Seat: { fields: { name: "string", title: "string" }, usual: {  } },
  Seated: { fields: { game: "string", title: "string", seat: "string", seats: { list: { of: ["Seat"] } }, rules: "string", options: { map: "string" }, overlays: { list: "string" }, entry: "string", args: { list: "integer" }, pins: { list: { of: ["Pin"] } }, fields: { list: { of: ["FieldPin"] } }, about: { list: "string" }, phrases: { of: ["Phrases"] }, seal: "string", seed: { any: ["integer", "null"] }, protocol: "integer", host: "string", autos: { list: "string" }, anchors: { map: "string" }, spares: "boolean", asks: { words: ["all", "sensible", "grave"] }, journal: "integer", names: { any: [{ of: ["Naming"] }, "null"] }, has_referee: "boolean", in_force: { list: "string" }, dice: { words: ["seeded", "own"] } }, usual: { protocol: 1, host: "", autos: [], anchors: [], spares: false, asks: "all", journal: 0, names: null, has_referee: false, in_force: [], dice: "seeded" }, names: { has_referee: "hasReferee", in_force: "inForce" } },
  SeenState: { fields: { event_count: "integer", digest: "string" }, usual: {  }, names: { event_count: "eventCount" } },
  ShapeShown: { fields: { kind: { words: ["outline", "arc", "circle", "ring"] }, lines: { list: { of: ["Polyline"] } }, text: "string", tone: { words: ["good", "bad", ""] } }, usual: {  } },
  Share: { fields: { move: "integer", share: "string" }, usual: {  } },
  ShareRefused: { fields: { move: "integer", message: "string" }, usual: {  } },
  ShareWanted: { fields: { move: "integer", committed: "string" }, usual: {  } },
  SheetGroup: { fields: { owner: "string", title: "string", lines: { list: { of: ["SheetLine"] } } }, usual: {  } },
  SheetLine: { fields: { id: "string", title: "string", is_list: "boolean", has_places: "boolean", values: { list: { of: ["SheetValue"] } }, matters: { words: ["good", "bad", ""] }, is_named: "boolean", is_pinned: "boolean" }, usual: { matters: "", is_named: false, is_pinned: false }, names: { is_list: "isList", has_places: "hasPlaces", is_named: "isNamed", is_pinned: "isPinned" } },
  SheetValue: { fields: { place: "string", name: "string", title: "string", is_news: "boolean", is_bad: "boolean" }, usual: { is_bad: false }, names: { is_news: "isNews", is_bad: "isBad" } },
  TableAddress: { fields: { place: "string", token: "string", letter: "string" }, usual: { place: "", letter: "" } },
  There: { fields: { seats: { list: "string" } }, usual: {  } },
  ThingShown: { fields: { marks: { list: { of: ["MarkShown"] } }, piece: "string", is_changed: "boolean" }, usual: { piece: "", is_changed: false }, names: { is_changed: "isChanged" } },
  Thrown: { fields: { number: "integer", faces: { list: "integer" } }, usual: {  } },
  Trouble: { fields: { place: "string", name: "string", told: { list: "string" } }, usual: {  } },
  Turn: { fields: { number: "integer", start: "integer", events: { list: { of: EVENTS } }, turn: "string", question: { any: [{ of: ["Question"] }, "null"] }, rows: { list: { of: ["Question"] } }, again: { any: [{ of: ["Again"] }, "null"] }, committed: "string", moves: "integer", debriefings: { list: { of: ["Debriefing"] } }, undone: "integer", throw: { any: [{ of: ["WantedDice"] }, "null"] } }, usual: { rows: [], again: null, moves: 0, debriefings: [], undone: 0, throw: null } },
  Undo: { fields: { number: "integer", asked_by: "string", moves: "integer", back_to: "integer", kept: "integer", removed: { list: "string" } }, usual: {  }, names: { asked_by: "askedBy", back_to: "backTo" } },
  UndoAsked: { fields: { number: "integer", seat: "string", own_answers: "integer" }, usual: {  }, names: { own_answers: "ownAnswers" } },
  UndoRefused: { fields: { number: "integer", seat: "string" }, usual: {  } },
  UndoReply: { fields: { number: "integer", agrees: "boolean" }, usual: {  } },
  UndoRequest: { fields: {  }, usual: {  } },
  Undone: { fields: { number: "integer", seat: "string" }, usual: {  } },
  Waits: { fields: { seal: "string", protocol: "integer", guests: { list: "string" }, spares: "boolean", dice: { words: ["seeded", "own"] } }, usual: { protocol: 1, guests: [], spares: false, dice: "seeded" } },
  WantedDice: { fields: { table: { any: ["string", "null"] }, title: "string", dice: { of: ["Dice"] }, about: { list: "string" }, leads: { list: { tuple: ["string", "string"] } }, members: { list: "string" }, draw_count: "integer" }, usual: { about: [], leads: [], members: [], draw_count: 1 }, names: { draw_count: "drawCount" } },
  Weigh: { fields: {  }, usual: {  } },
  Why: { fields: { event: "integer" }, usual: {  } },
} as const satisfies Classes;

/** The class of each document, and its version, by the name of the document. */
export const MESSAGE_VERSIONS = {
  waits: ["Waits", 5],
  seated: ["Seated", 4],
  there: ["There", 2],
  turn: ["Turn", 6],
  looked: ["Looked", 3],
  odds: ["Odds", 2],
  reasons: ["Reasons", 3],
  error: ["Refused", 2],
  revealed: ["Revealed", 4],
  share_wanted: ["ShareWanted", 2],
  awaited: ["Awaited", 2],
  undo_asked: ["UndoAsked", 2],
  undo_refused: ["UndoRefused", 2],
  undone: ["Undone", 2],
  names_shown: ["NamesShown", 2],
  hello: ["Hello", 4],
  answer: ["Answered", 3],
  look: ["Look", 3],
  weigh: ["Weigh", 2],
  why: ["Why", 2],
  give_up: ["GiveUp", 2],
  share: ["Share", 2],
  share_refused: ["ShareRefused", 2],
  undo_request: ["UndoRequest", 2],
  undo_reply: ["UndoReply", 2],
  names_wanted: ["NamesWanted", 2],
  rename: ["Rename", 2],
  thrown: ["Thrown", 2],
  table_address: ["TableAddress", 2],
  played_in_page: ["PlayedInPage", 2],
  root: ["Root", 2],
  seen_state: ["SeenState", 2],
} as const;
