/**
 * The styles of CodeMirror, in a constructed style sheet.
 *
 * In a document CodeMirror puts them into a `<style>` element, which the page's content security policy forbids; a
 * constructed sheet is no inline style (https://developer.mozilla.org/docs/Web/API/Document/adoptedStyleSheets).
 */

import { StyleModule } from "style-mod";

const mounted = new Set<StyleModule>();

/** Mount style modules in the document, each once. Of those that come together the later have precedence. */
function mountStyles(_root: unknown, modules: StyleModule | readonly StyleModule[]): void {
  const added = (modules instanceof StyleModule ? [modules] : modules).filter((module) => !mounted.has(module));
  if (added.length === 0) return;
  for (const module of added) mounted.add(module);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(added.map((module) => module.getRules()).join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Let CodeMirror mount its styles as the page's policy allows; to be called before the first editor is made. */
export function useConstructedStyles(): void {
  StyleModule.mount = mountStyles;
}
