/** Tables brought into the workshop: the format of what was pasted, where its rules go, which files are refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyReplacements } from "../src/workshop/editor/edits";
import { acceptedEndings, openDiskFile } from "../src/workshop/files/diskFiles";
import { insertRules } from "../src/workshop/importing/insertion";
import { encodeBytes, guessEnding, hasTable, pastedFile } from "../src/workshop/importing/pasted";
import { refuseTableFile } from "../src/workshop/importing/tableDialog";
import type { Workbench } from "../src/workshop/workbench";

test("the format of pasted text is guessed by what stands between its cells", () => {
  assert.equal(guessEnding("1\tfog\n2\train"), "tsv");
  assert.equal(guessEnding("| 1 | fog |"), "md");
  assert.equal(guessEnding("1. fog\n2. rain"), "md");
  assert.equal(guessEnding("1,fog\n2,rain"), "csv");
  assert.equal(guessEnding("<meta><TABLE border=0><tr>"), "html");
  assert.ok(!hasTable("<p>stable</p>"));
});

test("pasted cells are a file with a title", () => {
  assert.deepEqual(pastedFile("1\tn\u00f6", " Sky/1.5 "), { name: "Sky 1 5.tsv", content: "MQluw7Y=" });
  assert.equal(pastedFile("1,a", "").name, "My table.csv");
  assert.equal(Buffer.from(encodeBytes(new Uint8Array(100_000).fill(7)), "base64").length, 100_000);
});

const RULES = 'chapter "Sky"  # of Sky.tsv\n\ntable sky "Sky"\n  roll 1d6\n  1..6: nothing\n';
const TEXT = "table A\n  roll 1d6\n\n  1..: nothing\n\n# Of B.\ntable B\n  roll 1d6\n";

function inserted(text: string, offset: number, isOwn: boolean): string {
  return applyReplacements(text, [insertRules(text, offset, RULES, isOwn)]);
}

test("one's own tables come behind the item at the cursor, without a chapter that would take in what follows", () => {
  const found = inserted(TEXT, TEXT.indexOf("roll"), true);
  assert.ok(found.includes("  1..: nothing\n\n# Sky\n\ntable sky"), found);
  assert.ok(found.includes("  1..6: nothing\n\n# Of B.\ntable B"), found);
  assert.ok(
    inserted(TEXT, TEXT.length, true).endsWith('  roll 1d6\n\n# Sky\n\ntable sky "Sky"\n  roll 1d6\n  1..6: nothing\n'),
  );
  assert.ok(inserted("", 0, true).startsWith("# Sky\n"));
});

test("tables of others stand at the end below their chapter", () => {
  assert.equal(inserted(TEXT, 0, false), `${TEXT}\n${RULES}`);
});

test("files that cannot be read are refused with what to do", async () => {
  assert.match(refuseTableFile({ name: "Night.XLSX", size: 1 })!, /save the sheet as CSV/);
  assert.match(refuseTableFile({ name: "a.csv", size: 5_000_000 })!, /too large/);
  assert.equal(refuseTableFile({ name: "a.csv", size: 1 }), null);
  const imported: string[] = [];
  const bench = { importFile: async (name: string) => void imported.push(name) } as unknown as Workbench;
  await openDiskFile(bench, new File(["x"], "Fog.RULES"));
  assert.deepEqual(imported, ["Fog.RULES"]);
  await assert.rejects(openDiskFile(bench, new File(["x"], "a.docx")), /no file that can be opened here/);
  assert.ok(acceptedEndings().includes(".csv"));
});
