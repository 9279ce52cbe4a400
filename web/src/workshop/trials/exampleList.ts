/** The results of examples, and what they miss, as lists whose entries lead to their lines. */

import { groupThousands } from "../../numberFormat";
import { button, type Child, h } from "../../page/dom";
import type { CoveredFile, ExampleCheck, TextRange } from "../desk/classes";
import { baseName } from "../files/paths";

/** Shows a place. */
type GoTo = (place: TextRange) => void;

/**
 * Whether an example comes out otherwise because that may be what a house rule is for: one of the game, not of the
 * rule's own file (`house`; null for rules that are no house rule).
 */
function isChangedByRule({ failure, place }: ExampleCheck, house: string | null): boolean {
  return failure !== null && house !== null && place.file !== house;
}

/**
 * Draw the results of examples: those that fail, those that were left out, how many hold.
 *
 * `house` is the file of the house rule by which they were run; null for other rules.
 */
export function drawChecks(checks: readonly ExampleCheck[], goTo: GoTo, house: string | null): Child {
  const failing = checks.filter(({ failure }) => failure !== null);
  const leftOut = checks.filter(({ failure, left_out }) => failure === null && left_out !== "");
  const holding = checks.filter(({ failure, left_out }) => failure === null && left_out === "");
  const changed = failing.filter((check) => isChangedByRule(check, house));
  const wrong = failing.filter((check) => !isChangedByRule(check, house));
  const kind = changed.length > 0 ? "" : wrong.length > 0 ? "bad" : "good"; // what a rule is for is neither
  return [
    h("p", { class: kind, role: "status" }, describeChecks(checks, house)),
    h(
      "ol",
      { class: "findings" },
      ...[...wrong, ...leftOut].map((check) => drawCheck(check, goTo)),
      ...changed.map((check) => drawCheck(check, goTo, true)),
    ),
    holding.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `${groupThousands(holding.length)} hold`),
        h("ul", { class: "holding" }, ...holding.map((check) => h("li", {}, drawTitle(check, goTo)))),
      ),
  ];
}

/** List what no example reaches: the margin says it to the eye alone. */
export function drawMissed({ file, lines }: CoveredFile, text: string, goTo: GoTo): Child {
  const missed = lines.filter((line) => line.missed.length > 0);
  const goToLine = (line: number) => {
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    goTo({ file, start, end: start });
  };
  const draw = ({ line, missed: what }: CoveredFile["lines"][number]) =>
    h(
      "li",
      {},
      button(`Line ${line}: ${what.join("; ")}`, () => goToLine(line), { class: "link" }),
    );
  if (missed.length === 0) return null;
  const summary = h("summary", {}, "What no example reaches");
  return h("details", {}, summary, h("ul", { class: "holding" }, ...missed.map(draw)));
}

function drawTitle({ title, line, place }: ExampleCheck, goTo: GoTo): HTMLElement {
  return button(title || `Line ${line}`, () => goTo(place), { class: "link" });
}

function drawCheck(check: ExampleCheck, goTo: GoTo, isChanged = false): HTMLElement {
  const { failure, left_out } = check;
  const [kind, word] =
    failure === null ? ["warning", "Left out"] : isChanged ? ["advice", "Otherwise by this rule"] : ["error", "Fails"];
  return h(
    "li",
    { class: `finding ${kind}` },
    h("p", { class: "message" }, h("span", { class: "severity" }, word), " ", drawTitle(check, goTo)),
    left_out && h("p", { class: "help" }, left_out),
    failure && [
      h("p", { class: "help" }, "It says: ", h("code", {}, failure.expected)),
      h("p", { class: "help" }, "The game: ", h("code", {}, failure.found)),
      h(
        "p",
        { class: "does" },
        button(`To line ${failure.line}`, () => goTo(failure.place), { class: "quiet" }),
        h("small", {}, baseName(failure.place.file)),
      ),
    ],
  );
}

/** Count examples in a sentence, those apart that come out otherwise by the house rule in a file (null for none). */
export function describeChecks(checks: readonly ExampleCheck[], house: string | null): string {
  const changed = checks.filter((check) => isChangedByRule(check, house));
  const failing = checks.filter(({ failure }) => failure !== null).length - changed.length;
  const leftOut = checks.filter(({ left_out }) => left_out !== "").length;
  const count = groupThousands(checks.length);
  const more = leftOut === 0 ? "" : ` ${groupThousands(leftOut)} could not be run.`;
  const sentences = [
    failing > 0 && `${groupThousands(failing)} of ${count} fail.`,
    changed.length > 0 && describeChanged(changed, count),
  ].filter((sentence) => sentence !== false);
  if (sentences.length > 0) return `${sentences.join(" ")}${more}`;
  if (leftOut > 0) return `The others of ${count} hold.${more}`;
  return checks.length === 1 ? "It holds." : `All ${count} hold.`;
}

/** Say how many examples of the game a house rule changes, and how many of them the finding S022 counts. */
function describeChanged(changed: readonly ExampleCheck[], count: string): string {
  const inTests = changed.filter(({ place }) => place.file.includes("/tests/")).length;
  const [inRules, tests] = [changed.length - inTests, inTests].map(groupThousands);
  const come = changed.length === 1 ? "comes" : "come";
  const where = inTests === 0 ? "" : `: ${inRules} in the rules of the game, ${tests} in its files of tests`;
  return `${groupThousands(changed.length)} of ${count} ${come} out otherwise by this rule${where}.`;
}

/** Describe the coverage of a file. */
export function describeCoverage({ file, places, reached, failing }: CoveredFile): string {
  if (places === 0) return `${baseName(file)} has no rows, conditions or steps to reach.`;
  const sentence = `Examples reach ${groupThousands(reached)} of ${groupThousands(places)} places of ${baseName(file)}.`;
  if (failing === 0) return sentence;
  const those = failing === 1 ? "One of them fails" : `${groupThousands(failing)} of them fail`;
  return `${sentence} ${those}, and count only up to there.`;
}
