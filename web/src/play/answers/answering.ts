/** Answers as people type them: the keys that stand before options, reading what was typed, saying what would do. */

import { answers, find, fitting } from "../../engine/choices";
import { NO_OPTION, type Option, type Question } from "../../engine/question";
import { listed } from "../../listing";
import { begun, isDecimal, separated } from "../../text";

const NONE_KEY = "0";

/** What is typed for none. */
export const NONE_WORDS: readonly string[] = [NONE_KEY, "-", "none"];

/** Of so many options that words fit, each is named. */
const FEW = 4;

/** Of so many numbers, each is shown; of more only from where to where they go. */
const DOZEN = 12;

/** Whether the options are numbers, which are typed as they are. */
export function isNumberChoice(options: readonly Option[]): boolean {
  return options.every((option) => isDecimal(option.name.replace(/^-/, "")));
}

/** Whether the options are more numbers than are shown each by itself. */
export function hasManyNumbers(options: readonly Option[]): boolean {
  return options.length > DOZEN && isNumberChoice(options);
}

/** What may be answered where the options are numbers: each; or where they are more than `most`, `0 to 14`. */
export function numbersOffered(asked: Question, most = DOZEN): string[] {
  if (asked.options.length <= most) return answers(asked.options, asked.optional);
  const runs: number[][] = [];
  for (const number of asked.options.map((option) => Number(option.name))) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)!.push(number);
    else runs.push([number]);
  }
  const spans = runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run.map(String)));
  return [...spans, ...(asked.optional ? ["none"] : [])];
}

/** The indices of the options in the order in which they are shown: grave ones last. */
export function inOrder(asked: Question): number[] {
  const usual = usualOf(asked);
  return [...usual, ...[...asked.options.keys()].filter((index) => asked.options[index]!.grave)];
}

/** The indices of the answers that are not grave. */
export function usualOf(asked: Question): number[] {
  return [...asked.options.keys()].filter((index) => !asked.options[index]!.grave);
}

/**
 * What is typed for each option; empty for numbers, whose names are typed as they are.
 *
 * Grave answers begin at a ten of their own: whoever types fast, and the same key again and again, hits a number next
 * to the usual one sooner or later, but never another with a digit more.
 */
export function keys(asked: Question): string[] {
  const found: string[] = asked.options.map(() => "");
  if (isNumberChoice(asked.options)) return found;
  const usual = usualOf(asked).length;
  const beyond = Math.floor((usual + 1) / 10) * 10 + 10; // at least one number lies between
  inOrder(asked).forEach((index, place) => {
    found[index] = `${asked.options[index]!.grave ? beyond + place - usual : place + 1}`;
  });
  return found;
}

/**
 * What stands before each answer, by its index (-1 for none): its key, or the number that it is.
 *
 * Whoever needs several asks once: they are made anew.
 */
export function answerKeys(asked: Question): Map<number, string> {
  const isNumbers = isNumberChoice(asked.options);
  const found = isNumbers ? asked.options.map((option) => option.name) : keys(asked);
  return new Map([[NO_OPTION, isNumbers ? NONE_WORDS.at(-1)! : NONE_KEY], ...found.entries()]);
}

/** The stable name of an answer. */
export function nameOf(asked: Question, index: number): string {
  return index === NO_OPTION ? "none" : asked.options[index]!.name;
}

/** An answer as people read it. */
export function titleOf(asked: Question, index: number): string {
  return index === NO_OPTION ? "none" : asked.options[index]!.title;
}

/** Whether an answer is grave. */
export function isGraveAnswer(asked: Question, index: number): boolean {
  return index !== NO_OPTION && asked.options[index]!.grave;
}

/** The one option whose whole name or title was typed, or null. */
export function byWholeName(asked: Question, typed: string): number | null {
  const wanted = typed.toLowerCase();
  const named = ({ name, title }: Option) => wanted === name.toLowerCase() || wanted === title.toLowerCase();
  const exact = [...asked.options.keys()].filter((index) => named(asked.options[index]!));
  return exact.length === 1 ? exact[0]! : null;
}

/**
 * What was typed as an answer: the index of an option, -1 for none; or what is wrong in a few words.
 *
 * Nothing stands for what the autopilot would answer.
 */
export function readAnswer(asked: Question, typed: string): number | string {
  if (!typed) return asked.preferred;
  const named = byWholeName(asked, typed);
  if (named !== null) return named;
  if (asked.optional && NONE_WORDS.includes(typed.toLowerCase())) return NO_OPTION;
  const isKey = isDecimal(typed) && !isNumberChoice(asked.options);
  const given = isKey ? keys(asked).indexOf(typed) : -1;
  if (given >= 0) return given;
  const found = find(asked.options, separated(typed), asked.optional, { loosely: true });
  return isKey && found === `'${typed}' is not offered` ? "there is no such option" : found;
}

/** Why an answer would not do, and what would; where what was typed fits a few options they are named. */
export function complaint(asked: Question, problem: string, typed = ""): string {
  const said = begun(problem);
  if (isNumberChoice(asked.options)) return `${said}. Type ${listed(numbersOffered(asked, FEW), "or")}.`;
  const several = fitting(asked.options, separated(typed), { loosely: true });
  if (1 < several.length && several.length <= FEW) {
    const titles = several.map((index) => asked.options[index]!.title);
    return `${said}: ${listed(titles, "or", { between: "; " })}.`;
  }
  return `${said}. Type ${listed(whatWouldDo(asked), "or")}.`;
}

/** What may be typed at a question. */
function whatWouldDo(asked: Question): string[] {
  const given = keys(asked);
  const shown = inOrder(asked).map((index) => given[index]!);
  const count = usualOf(asked).length;
  const usual = shown.slice(0, count);
  const ways = count > 2 ? [`${usual[0]} to ${usual.at(-1)}`] : usual;
  return [...ways, ...shown.slice(count), ...(asked.optional ? ["0 for none"] : []), "a word that only one has"];
}
