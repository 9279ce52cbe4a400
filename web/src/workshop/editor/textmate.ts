/**
 * A small interpreter of TextMate grammars, line by line: a port of `service/highlighting/textmate.py`.
 *
 * Of all patterns of the innermost open rule, its end pattern included, the earliest match wins, and at the same
 * position the first pattern.
 */

/** A rule of a grammar. */
export interface Rule {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

/** The rules of a pattern's groups, by their numbers. */
type Captures = { readonly [group: string]: Rule };

/** A grammar. */
export interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly Rule[];
  readonly repository: { readonly [name: string]: Rule };
}

/** A range of a line with one colour. */
export interface ScopedRange {
  readonly start: number;
  readonly end: number;
  /** From the outermost to the innermost. */
  readonly scopes: readonly string[];
}

/** A rule that has begun and not ended yet. */
export interface OpenRule {
  readonly patterns: readonly Rule[];
  /** Its end pattern; empty for the whole grammar. */
  readonly end: string;
  readonly captures: Captures;
  readonly scopes: readonly string[];
}

/** The open rules before the first line. */
export function startStack(grammar: Grammar): readonly OpenRule[] {
  return [{ patterns: grammar.patterns, end: "", captures: {}, scopes: [grammar.scopeName] }];
}

/** Tokenize a line, without its end; gives its ranges, and the rules that are open behind it. */
export function tokenizeLine(
  grammar: Grammar,
  line: string,
  stack: readonly OpenRule[],
): { ranges: readonly ScopedRange[]; stack: readonly OpenRule[] } {
  const open = [...stack];
  const ranges = tokenizePart(grammar, `${line}\n`, 0, open)
    .map((range) => ({ ...range, end: Math.min(range.end, line.length) }))
    .filter((range) => range.start < range.end);
  return { ranges, stack: open };
}

/** Tokenize a text from a position to its end; the stack changes with the rules that begin and end. */
function tokenizePart(grammar: Grammar, text: string, start: number, stack: OpenRule[]): ScopedRange[] {
  const ranges: ScopedRange[] = [];
  const search = searcherIn(text);
  let position = start;
  while (position <= text.length) {
    const top = stack.at(-1)!;
    const found = findFirst(grammar, search, position, top);
    if (found === null) break;
    const { match, rule } = found;
    ranges.push({ start: position, end: match.index, scopes: top.scopes });
    const before = position;
    position = match.index + match[0].length;
    if (rule === null) {
      ranges.push(...splitCaptures(grammar, match, top.captures, top.scopes));
      stack.pop();
    } else if (rule.begin !== undefined) {
      const scopes = [...top.scopes, ...scopeOf(rule)];
      ranges.push(...splitCaptures(grammar, match, rule.beginCaptures ?? {}, scopes));
      stack.push({ patterns: rule.patterns ?? [], end: rule.end!, captures: rule.endCaptures ?? {}, scopes });
    } else {
      ranges.push(...splitCaptures(grammar, match, rule.captures ?? {}, [...top.scopes, ...scopeOf(rule)]));
      if (position === before) position += 1; // an empty match: move on
    }
  }
  ranges.push({ start: position, end: text.length, scopes: stack.at(-1)!.scopes });
  return ranges;
}

type Search = (pattern: string, position: number) => RegExpExecArray | null;

/** Make a search in a text that finds each match once: what lies ahead is still the next when the position moves on. */
function searcherIn(text: string): Search {
  const next = new Map<string, RegExpExecArray | null>();
  return (pattern, position) => {
    const known = next.get(pattern);
    if (known === null || (known !== undefined && known.index >= position)) return known;
    const expression = compilePattern(pattern);
    expression.lastIndex = position;
    const match = expression.exec(text);
    next.set(pattern, match);
    return match;
  };
}

/** Find the first match from a position on, and its rule; no rule for the end pattern of the open one. */
function findFirst(
  grammar: Grammar,
  search: Search,
  position: number,
  top: OpenRule,
): { match: RegExpExecArray; rule: Rule | null } | null {
  let match = top.end ? search(top.end, position) : null;
  let rule: Rule | null = null;
  for (const each of expandIncludes(grammar, top.patterns)) {
    const candidate = search((each.begin ?? each.match)!, position);
    if (candidate !== null && (match === null || candidate.index < match.index)) [match, rule] = [candidate, each];
  }
  return match && { match, rule };
}

const EXPANDED = new WeakMap<readonly Rule[], readonly Rule[]>();

/** Replace the includes in rules by the rules that they name. */
function expandIncludes(grammar: Grammar, patterns: readonly Rule[]): readonly Rule[] {
  const known = EXPANDED.get(patterns);
  if (known) return known;
  const expanded = patterns.flatMap((rule) => {
    const part = rule.include === undefined ? rule : grammar.repository[rule.include.slice(1)]!;
    return part.match !== undefined || part.begin !== undefined ? [part] : expandIncludes(grammar, part.patterns ?? []);
  });
  EXPANDED.set(patterns, expanded);
  return expanded;
}

/** Split a match into its groups with their scopes, and the text around them. */
function splitCaptures(
  grammar: Grammar,
  match: RegExpExecArray,
  captures: Captures,
  scopes: readonly string[],
): ScopedRange[] {
  const ranges: ScopedRange[] = [];
  let position = match.index;
  for (const [group, rule] of Object.entries(captures)) {
    const span = (match.indices as [number, number][])[Number(group)];
    if (span === undefined) continue;
    const [start, end] = span;
    ranges.push({ start: position, end: start, scopes });
    const inside = [...scopes, ...scopeOf(rule)];
    if (rule.patterns === undefined) ranges.push({ start, end, scopes: inside });
    else {
      const part: OpenRule = { patterns: rule.patterns, end: "", captures: {}, scopes: inside };
      ranges.push(...tokenizePart(grammar, match.input.slice(0, end), start, [part]));
    }
    position = end;
  }
  ranges.push({ start: position, end: match.index + match[0].length, scopes });
  return ranges;
}

function scopeOf(rule: Rule): readonly string[] {
  return rule.name === undefined ? [] : [rule.name];
}

const COMPILED = new Map<string, RegExp>();

/** Compile a pattern, in which `$` also matches before the end of the line. */
function compilePattern(pattern: string): RegExp {
  const known = COMPILED.get(pattern) ?? new RegExp(pattern, "dgm");
  COMPILED.set(pattern, known);
  return known;
}
