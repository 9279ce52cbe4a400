/** What the workshop fetches, told before it is fetched; on a dear or slow connection it asks first. */

import { button, h, setChildren } from "../../page/dom";
import type { DeskParts } from "../desk/messages";
import { megabytes } from "../deskHost";

/** What browsers know of a connection; not all do. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** All files of a desk. */
export function filesOf(parts: DeskParts): readonly { readonly address: string; readonly bytes: number }[] {
  return [...parts.runtime, parts.program, ...parts.games];
}

/** The bytes of a desk that are not kept on this device yet. */
export async function bytesToFetch(parts: DeskParts): Promise<number> {
  const { caches } = globalThis as { readonly caches?: CacheStorage };
  const isKept = async (address: string) => (await caches?.match(address).catch(() => undefined)) !== undefined;
  const missing = await Promise.all(
    filesOf(parts).map(async ({ address, bytes }) => ((await isKept(address)) ? 0 : bytes)),
  );
  return missing.reduce((sum, bytes) => sum + bytes, 0);
}

/** Whether to ask before much is fetched: the user saves data, or the connection is slow. */
export function shouldAsk({ connection }: { readonly connection?: Connection | undefined }): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}

/** The line on the start screen. */
export class FetchNote {
  readonly element = h("p", { class: "faint fetch-note", role: "status" });

  /** Say how much is fetched. */
  showSize(bytes: number): void {
    this.element.textContent =
      bytes > 0
        ? `To check and try what you write, this page fetches up to ${megabytes(bytes)} MB, once; then it is kept for offline.`
        : "";
  }

  /** Ask whether so much is to be fetched. */
  ask(bytes: number, begin: () => void): void {
    const text = `To check and try what you write, this page fetches up to ${megabytes(bytes)} MB, once. This connection may be dear or slow: `;
    setChildren(this.element, text, button("Fetch them", begin));
  }

  /** Say that everything is kept. */
  showKept(): void {
    this.element.textContent = "Everything is kept on this device: the workshop works offline, too.";
  }
}
