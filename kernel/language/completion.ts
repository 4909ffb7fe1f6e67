/**
 * Completion: the server's items as Jupyter matches, best first.
 *
 * Order: names that start as typed, then those that do in another case, then the server's own order, then the alphabet;
 * names that start with an underscore come last. Where no name starts as typed, those that contain it are given.
 */

import type { Completion, CompletionItem } from "./language-service.ts";

export interface ServerCompletionItem {
  readonly label: string;
  readonly kind?: number;
  readonly sortText?: string;
  readonly filterText?: string;
  readonly insertText?: string;
  readonly detail?: string;
  readonly textEdit?: { readonly newText: string; readonly range: { readonly start: ServerPosition } };
}

export interface ServerPosition {
  readonly line: number;
  readonly character: number;
}

/** Asks the server for the details of an item. */
type Resolve = (item: ServerCompletionItem) => Promise<ServerCompletionItem | undefined>;

interface CompletionRequest {
  readonly code: string;
  readonly cursor: number;
  /** Offset in the code of a position in the server's document; negative if it is not in the cell. */
  readonly offsetOf: (position: ServerPosition) => number;
  readonly resolve: Resolve;
}

const MOST_MATCHES = 1000;
const MOST_DETAILS = 6;
const LONGEST_SIGNATURE = 200;
/** Kinds of the Language Server Protocol, 1 to 25, as Jupyter's front ends name them. */
const types = (
  "text function function class property instance class interface module property unit value enum keyword snippet " +
  "color path reference path property instance class event operator type"
).split(" ");

const IN_NAME = /^[\p{ID_Continue}$#]$/u;

/** The part of a name that stands before the cursor. Read backwards: a search would begin again at each letter of a long text. */
export function typedWord(code: string, cursor: number): string {
  let start = cursor;
  for (let length = 1; length > 0; start -= length) {
    length = [2, 1].find((size) => size <= start && IN_NAME.test(code.slice(start - size, start))) ?? 0;
  }
  return code.slice(start, cursor);
}

/** Whether the word before the cursor is the name of a member. */
export function isMember(code: string, cursor: number): boolean {
  const start = cursor - typedWord(code, cursor).length;
  return /(?:^|[^.])\.\s*$/.test(code.slice(Math.max(0, start - 80), start));
}

export const emptyCompletion = (cursor: number): Completion => ({ matches: [], start: cursor, end: cursor, items: [] });

interface Match {
  readonly text: string;
  readonly typed: string;
  readonly start: number;
  readonly item: ServerCompletionItem;
}

export async function completion(
  items: readonly ServerCompletionItem[],
  request: CompletionRequest,
): Promise<Completion> {
  const { code, cursor, offsetOf, resolve } = request;
  const word = cursor - typedWord(code, cursor).length;
  const candidates = items
    .filter(({ label }) => !/^[\uA000-\uA3FF]/.test(label))
    .map((item): Match => {
      const edited = item.textEdit === undefined ? -1 : offsetOf(item.textEdit.range.start);
      const start = edited >= 0 && edited <= cursor ? edited : word;
      const text = item.textEdit?.newText ?? item.insertText ?? item.filterText ?? item.label;
      return { text, typed: code.slice(start, cursor), start, item };
    });
  const lower = ({ text, typed }: Match) => [text.toLowerCase(), typed.toLowerCase()] as const;
  const begins = candidates.filter((match) => lower(match)[0].startsWith(lower(match)[1]));
  const found = begins.length > 0 ? begins : candidates.filter((match) => lower(match)[0].includes(lower(match)[1]));
  if (found.length === 0) return emptyCompletion(cursor);
  const best = found
    .map((match) => ({ match, rank: rank(match) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const matches = best.slice(0, MOST_MATCHES).map(({ match }) => match);
  const start = matches.reduce((least, match) => Math.min(least, match.start), Infinity);
  // All matches replace the same range: one that starts later brings what stands before it.
  const texts = [...new Set(matches.map((match) => code.slice(start, match.start) + match.text))];
  const details = await Promise.all(matches.slice(0, MOST_DETAILS).map(({ item }) => resolve(item)));
  const described = new Map<string, CompletionItem>();
  matches.forEach((match, index) => {
    const text = code.slice(start, match.start) + match.text;
    const detail = details[index]?.detail ?? match.item.detail ?? "";
    if (!described.has(text)) described.set(text, { text, ...describe(match.item, detail), start, end: cursor });
  });
  return { matches: texts, start, end: cursor, items: [...described.values()] };
}

/** Sorts before those of the matches that come later. */
function rank({ text, typed, item }: Match): string {
  const exact = text.startsWith(typed) ? "0" : "1";
  const hidden = text.startsWith("_") && !typed.startsWith("_") ? "1" : "0";
  return [hidden, exact, item.sortText ?? "", text.toLowerCase(), text].join("\0");
}

function describe({ kind, label }: ServerCompletionItem, detail: string): Pick<CompletionItem, "type" | "signature"> {
  const first = firstStatement(detail);
  const word = /^(?:\(alias\) )?(function|class|interface|enum|namespace|type)\b/.exec(first)?.[1];
  const type = word === "namespace" ? "module" : (word ?? types[(kind ?? 1) - 1] ?? "text");
  // Behind the name: type parameters, parameters and result, or the type or value.
  const name = label.replace(/\?$/, "");
  const said = first.replace(/^\([\w ]+\) /, "");
  const at = said.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`));
  const rest = at < 0 ? "" : said.slice(at + name.length);
  const signature = rest.replace(/^["']?(?:\??: | = )/, "");
  return {
    type,
    signature: signature.length > LONGEST_SIGNATURE ? `${signature.slice(0, LONGEST_SIGNATURE)}…` : signature,
  };
}

/** The completion with matches that come after the others, but for those that it has already. */
export function extended(found: Completion, more: readonly CompletionItem[]): Completion {
  const [first] = more;
  if (first === undefined) return found;
  const { start, end } = found.matches.length === 0 ? first : found;
  // All matches replace one range, so what is added must replace the same.
  const fresh = more.filter((item) => item.start === start && item.end === end && !found.matches.includes(item.text));
  return {
    start,
    end,
    matches: [...found.matches, ...fresh.map(({ text }) => text)],
    items: [...found.items, ...fresh],
  };
}

/** A type may take several lines; overloads that follow are left out. */
function firstStatement(detail: string): string {
  let text = "";
  for (const line of detail.split("\n")) {
    text += text === "" ? line : ` ${line.trim()}`;
    if (text.split("{").length <= text.split("}").length) break;
  }
  return text;
}
