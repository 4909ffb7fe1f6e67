/**
 * Inspector: asks the server what stands at a place of a cell.
 *
 * On a name its hover answers; inside the parentheses of a call the signature, with what is known of the function that is
 * called where the signature itself says nothing: its doc comment, or the header of the file that declares it.
 */
import {
  documentationOf,
  fileHeader,
  hoverInspection,
  lacksDocumentation,
  type ServerHover,
  type ServerSignatureHelp,
  saysNothing,
  signatureInspection,
} from "./inspection.ts";
import type { Inspection } from "./language-service.ts";
import { closes, opens, tokenize } from "./token.ts";

export interface InspectedPlace {
  readonly code: string;
  readonly cursor: number;
  readonly detail: 0 | 1;
  /** The server's name of a place in the code. */
  readonly placeOf: (offset: number) => object;
  readonly ask: (method: string, params: unknown) => Promise<unknown>;
  /** Asked about a name that the server does not know. */
  readonly otherwise?: (name: string) => Promise<Inspection | undefined>;
}

export async function inspectPlace(place: InspectedPlace): Promise<Inspection | undefined> {
  const { code, cursor, detail } = place;
  const before = /[\p{ID_Continue}$]$/u.test(code.slice(0, cursor));
  const onName = before || /^[\p{ID_Start}$_]/u.test(code.slice(cursor));
  const at = before ? cursor - 1 : cursor;
  const hover = onName ? await hoverAt(place, at) : undefined;
  if (hover !== undefined) {
    const header = detail === 1 || lacksDocumentation(hover) ? await headerAt(place, at) : "";
    return hoverInspection(hover, header);
  }
  const unknown = onName ? nameAt(code, cursor) : undefined;
  const told = unknown === undefined ? undefined : await place.otherwise?.(unknown);
  if (told !== undefined) return told;
  const params = { ...place.placeOf(cursor), context: { triggerKind: 1, isRetrigger: false } };
  const help = (await place.ask("textDocument/signatureHelp", params)) as ServerSignatureHelp | null | undefined;
  if (!help) return undefined;
  return signatureInspection(help, detail, () => callee(place));
}

/** The name that the cursor is in or at the end of, unless it is a member of something. */
function nameAt(code: string, cursor: number): string | undefined {
  const { tokens } = tokenize(code);
  const index = tokens.findIndex(({ kind, start, end }) => kind === "name" && start <= cursor && cursor <= end);
  const before = tokens[index - 1]?.text;
  return before === "." || before === "?." ? undefined : tokens[index]?.text;
}

async function hoverAt({ ask, placeOf }: InspectedPlace, offset: number): Promise<ServerHover | undefined> {
  const hover = (await ask("textDocument/hover", placeOf(offset))) as ServerHover | null | undefined;
  return hover && !saysNothing(hover) ? hover : undefined;
}

async function headerAt({ ask, placeOf }: InspectedPlace, offset: number): Promise<string> {
  const answer = (await ask("textDocument/definition", placeOf(offset))) ?? [];
  const [found] = [answer].flat() as readonly { readonly uri?: string }[];
  return found?.uri === undefined ? "" : fileHeader(found.uri);
}

/** What is written of the function whose call the cursor is in. */
async function callee(place: InspectedPlace): Promise<string> {
  const offset = calleeOffset(place.code.slice(0, place.cursor));
  if (offset === undefined) return "";
  const hover = await hoverAt(place, offset);
  const own = hover === undefined ? "" : documentationOf(hover);
  return own === "" ? headerAt(place, offset) : own;
}

/** Where the name stands whose parentheses are open at the end of the code; undefined if none is called by a name. */
export function calleeOffset(code: string): number | undefined {
  const { tokens } = tokenize(code);
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (opens(token)) open.push(index);
    else if (closes(token)) open.pop();
  }
  for (const index of open.toReversed()) {
    if (tokens[index]?.text !== "(") continue;
    const called = tokens[beforeTypeArguments(tokens, index - 1)];
    return called?.kind === "name" ? called.start : undefined;
  }
  return undefined;
}

/** From the `>` of type arguments to the name before them. */
function beforeTypeArguments(tokens: readonly { readonly text: string }[], last: number): number {
  let depth = 0;
  for (let index = last; index >= 0; index--) {
    const text = tokens[index]?.text;
    if (text === ">") depth++;
    else if (text === "<") depth--;
    else if (depth === 0) return text === "?." ? index - 1 : index;
  }
  return -1;
}
