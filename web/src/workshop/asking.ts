/** Asks the desk about files: always about the present text, and what nobody waits for after what somebody waits for. */

import type { Checker } from "./checks";
import { DeskFault, DeskStopped } from "./desk/client";
import type { DeskHost } from "./deskHost";
import type { AskAboutFile, FileCall } from "./editor/fileDesk";

/** The calls for which nobody waits: what follows the text once nobody types. */
const BACKGROUND_CALLS: readonly FileCall[] = ["tokens", "folds", "odds_labels", "outline", "tables_at", "actions"];

/** Asks the desk about files. */
export class FileAsker {
  private background: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly desk: DeskHost,
    private readonly checker: Checker,
    private readonly complain: (error: unknown) => void,
  ) {}

  /** How to ask about a file; null where the desk refuses or has been stopped. */
  about(path: string): AskAboutFile {
    return (name, ...args) => {
      const ask = () => this.ask(path, name, args) as Promise<never>;
      if (!BACKGROUND_CALLS.includes(name)) return ask();
      // One after the other, and none about an older text: what somebody waits for comes between.
      const version = this.checker.currentVersion;
      const asked = this.background.then(() => (version === this.checker.currentVersion ? ask() : null));
      this.background = asked;
      return asked;
    };
  }

  private async ask(path: string, name: FileCall, args: readonly unknown[]): Promise<unknown> {
    await Promise.resolve(); // an extension may ask amid a change, before its text has come
    await this.checker.flush();
    try {
      const call = this.desk.call as (name: FileCall, ...all: unknown[]) => Promise<unknown>;
      return await call.call(this.desk, name, path, ...args);
    } catch (error) {
      if (error instanceof DeskStopped) this.complain(error);
      else if (error instanceof DeskFault) console.error(error.traceback); // for a report; the page goes on without
      return null;
    }
  }
}
