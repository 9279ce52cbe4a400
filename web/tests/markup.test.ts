/** Elements as values, and numbers as texts have them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFixed, groupThousands } from "../src/numberFormat";
import { escapeText, formatNumber, renderMarkup, tag } from "../src/play/markup";

test("what is text is never markup", () => {
  const found = tag("p", { title: `"a" & 'b'` }, "1 < 2", tag("b", {}, "\u0007<script>"));
  assert.equal(
    renderMarkup(found),
    '<p title="&quot;a&quot; &amp; &#x27;b&#x27;">1 &lt; 2<b>\ufffd&lt;script&gt;</b></p>',
  );
  assert.equal(escapeText("half \ud83d of 😀\n"), "half \ufffd of 😀\n");
});

test("elements stand in lines of their own where no text stands among them", () => {
  const found = tag("g", { class: null, x: 1.5 }, [tag("rect", { rx: 4 }), tag("line", {})]);
  assert.equal(renderMarkup(found), '<g x="1.5">\n<rect rx="4"/>\n<line/>\n</g>');
  assert.equal(renderMarkup(tag("style", {}, "a > b {}")), "<style>a > b {}</style>");
});

test("numbers have no more digits than a screen shows", () => {
  assert.deepEqual([8.2 * 3, 1 / 3, -2.999, 12, 0.1 + 0.2].map(formatNumber), ["24.6", "0.33", "-3", "12", "0.3"]);
});

test("halfway between two, a number goes to the even one", () => {
  assert.deepEqual(
    [0.125, 0.375, 2.5, 3.5].map((number) => formatFixed(number, number < 1 ? 2 : 0)),
    ["0.12", "0.38", "2", "4"],
  );
  assert.equal(formatFixed(-0.25, 1), "-0.2");
  assert.equal(formatFixed(0.05, 1), "0.1");
});

test("thousands have a comma", () => {
  assert.deepEqual([0, 999, 1000, -1234567].map(groupThousands), ["0", "999", "1,000", "-1,234,567"]);
});
