/** Whether the page stands in a frame of the workshop, with an origin of its own, in which it keeps and reaches nothing. */
export function isEmbedded(): boolean {
  const { location } = globalThis as { readonly location?: Location };
  return location?.protocol === "about:" && globalThis.parent !== globalThis.self;
}
