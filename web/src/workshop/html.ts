/**
 * HTML that the desk made of rules, which strangers may have written, as safe nodes.
 *
 * The content security policy runs no script of it; here also goes what could look like the page itself: styles, links to
 * elsewhere, forms.
 */

const ELEMENTS = new Set(
  (
    "a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 " +
    "h6 header hr i ins kbd li ol p " +
    "pre s section small span strong sub summary sup table tbody td tfoot th thead tr u ul " +
    "svg g title desc rect text tspan line path circle polyline polygon"
  ).split(" "),
);

const ATTRIBUTES = new Set(
  (
    "class colspan rowspan scope open role aria-label aria-labelledby aria-hidden id " +
    "viewbox width height x y x1 y1 x2 y2 rx ry cx cy r d points transform text-anchor dx dy"
  ).split(" "),
);

/** The styles that are kept, where text stands and where a bar begins and ends, with the values that they may have. */
const STYLE = /(?:^|;)\s*(text-align|left|width)\s*:\s*(left|right|center|[\d.]+%)\s*(?=;|$)/g;

/** Where a style stands until it is kept: the policy of the page reports each `style` that is parsed, even if unused. */
const STYLE_NAME = "data-style";

const STYLE_SHEET = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi;
const TAG = /<[a-z][^>]*>/gi;

/** Elements that go with all they hold. */
const DROPPED = new Set([
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "template",
  "noscript",
  "link",
  "meta",
  "base",
]);

/** Parse HTML into safe nodes. */
export function safeNodes(html: string): DocumentFragment {
  const withoutStyles = html
    .replace(STYLE_SHEET, "")
    .replace(TAG, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${STYLE_NAME}`));
  const parsed = new DOMParser().parseFromString(withoutStyles, "text/html");
  const fragment = document.createDocumentFragment();
  for (const node of parsed.body.childNodes) fragment.append(...copySafely(node));
  return fragment;
}

/** Copy a node and what it holds, without what is not safe; of an unknown element only what it holds. */
function copySafely(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (!(node instanceof Element)) return [];
  const element = node.localName.toLowerCase();
  if (DROPPED.has(element)) return [];
  const inside = [...node.childNodes].flatMap(copySafely);
  if (!ELEMENTS.has(element)) return inside;
  const copy = document.createElementNS(node.namespaceURI, node.localName) as HTMLElement | SVGElement;
  for (const { name: attribute, value } of node.attributes)
    if (ATTRIBUTES.has(attribute.toLowerCase())) copy.setAttribute(attribute, value);
  for (const [, name = "", value = ""] of (node.getAttribute(STYLE_NAME) ?? "").matchAll(STYLE))
    copy.style.setProperty(name, value);
  copy.append(...inside);
  return [copy];
}
