/** Sharing of the open file as a link. */

import { InputError } from "../../errors";
import { groupThousands } from "../../numberFormat";
import { openLinkDialog } from "../../page/archive/linkDialog";
import { button, errorSentence } from "../../page/dom";
import { SAFE_LINK_LENGTH } from "../../play/links/packedData";
import type { LibraryFile } from "../files/library";
import { baseName } from "../files/paths";
import { routeHash } from "../routes";
import { openSaveMenu } from "../save/saveMenu";
import type { Workbench } from "../workbench";
import { collectFiles, toLinkedRules } from "./collecting";
import { packRules } from "./linkedRules";

/** Show a link to a file, with those that go with it; what is too long for one is offered as a file. */
export async function shareFile(bench: Workbench, { path }: LibraryFile): Promise<void> {
  const handed = collectFiles(bench.library, path);
  const rules = toLinkedRules(handed);
  let packed: string;
  try {
    packed = await packRules(rules);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return openSaveMenu(bench, path, errorSentence(error));
  }
  const address = location.href.split("#")[0] + routeHash({ at: "rule", packed, file: "" });
  const title = handed.folder === "" ? baseName(path) : handed.name;
  const count = rules.files.length === 1 ? "this file" : `all ${rules.files.length} files`;
  openLinkDialog({
    address,
    title,
    label: `Whoever opens it sees ${count}, and can try, change and keep what it holds.`,
    notes: [
      describeLength(address.length),
      address.length > SAFE_LINK_LENGTH && button("Save as a file", () => openSaveMenu(bench, path)),
      "The text is in the link itself, as it is now. Nothing is stored elsewhere.",
    ],
  });
}

function describeLength(length: number): string {
  const characters = `${groupThousands(length)} characters`;
  if (length <= SAFE_LINK_LENGTH) return `${characters}.`;
  return `${characters}: forums and messengers may cut a link of more than ${groupThousands(SAFE_LINK_LENGTH)}. A file arrives whole.`;
}
