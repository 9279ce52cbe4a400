/**
 * The document of the frame in which games are played.
 *
 * It holds the playing page's program, which the policy of the workshop's page admits by its digest (`scripts/build.mjs`).
 * So the frame needs nothing of the network, nor of the service worker, which serves no frame of another origin.
 */

/** The program of the playing page, and its style sheet. */
export interface PlayProgram {
  readonly script: string;
  readonly styles: string;
}

/** What the frame may do, beside what the workshop's page may: no connection, no worker, no frame. */
const POLICY = "connect-src 'none'; worker-src 'none'; frame-src 'none'; form-action 'none'; base-uri 'none'";

/** Render the document of the frame. */
export function renderFrameDocument(script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Play</title></head><body><div id="page"></div><script>${script}</script></body></html>`;
}

let program: Promise<PlayProgram> | null = null;

/** Load the program of the playing page, once; what failed is tried again. */
export function loadPlayProgram(): Promise<PlayProgram> {
  program ??= Promise.all([fetchText("../play/app.js"), fetchText("../play/page.css")]).then(
    ([script, styles]) => ({ script, styles }),
    (error: unknown) => {
      program = null;
      throw error;
    },
  );
  return program;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`The playing page is missing: ${path} could not be loaded.`);
  return response.text();
}
