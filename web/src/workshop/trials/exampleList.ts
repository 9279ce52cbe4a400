/** The results of examples, and what they miss, as lists whose entries lead to their lines. */

import { groupThousands } from "../../numberFormat";
import { button, type Child, h } from "../../page/dom";
import type { CoveredFile, ExampleCheck, TextRange } from "../desk/classes";
import { baseName } from "../files/paths";

/** Shows a place. */
type GoTo = (place: TextRange) => void;

/** Draw the results of examples: those that fail, those that were left out, how many hold. */
export function drawChecks(checks: readonly ExampleCheck[], goTo: GoTo): Child {
  const failing = checks.filter(({ failure }) => failure !== null);
  const leftOut = checks.filter(({ failure, left_out }) => failure === null && left_out !== "");
  const holding = checks.filter(({ failure, left_out }) => failure === null && left_out === "");
  return [
    h("p", { class: failing.length === 0 ? "good" : "bad", role: "status" }, describeChecks(checks)),
    h("ol", { class: "findings" }, ...[...failing, ...leftOut].map((check) => drawCheck(check, goTo))),
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

function drawCheck(check: ExampleCheck, goTo: GoTo): HTMLElement {
  const { failure, left_out } = check;
  return h(
    "li",
    { class: `finding ${failure === null ? "warning" : "error"}` },
    h(
      "p",
      { class: "message" },
      h("span", { class: "severity" }, failure === null ? "Left out" : "Fails"),
      " ",
      drawTitle(check, goTo),
    ),
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

/** Count examples in a sentence. */
export function describeChecks(checks: readonly ExampleCheck[]): string {
  const failing = checks.filter(({ failure }) => failure !== null).length;
  const leftOut = checks.filter(({ left_out }) => left_out !== "").length;
  const count = groupThousands(checks.length);
  const more = leftOut === 0 ? "" : ` ${groupThousands(leftOut)} could not be run.`;
  if (failing > 0) return `${groupThousands(failing)} of ${count} fail.${more}`;
  if (leftOut > 0) return `The others of ${count} hold.${more}`;
  return checks.length === 1 ? "It holds." : `All ${count} hold.`;
}

/** Describe the coverage of a file. */
export function describeCoverage({ file, places, reached, failing }: CoveredFile): string {
  if (places === 0) return `${baseName(file)} has no rows, conditions or steps to reach.`;
  const sentence = `Examples reach ${groupThousands(reached)} of ${groupThousands(places)} places of ${baseName(file)}.`;
  if (failing === 0) return sentence;
  const those = failing === 1 ? "One of them fails" : `${groupThousands(failing)} of them fail`;
  return `${sentence} ${those}, and count only up to there.`;
}
