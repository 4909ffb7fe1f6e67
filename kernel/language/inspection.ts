/**
 * Inspection: what stands at a place of a cell and what its documentation says, as Markdown and as plain text.
 *
 * On a name the server's hover answers; inside the parentheses of a call, its signature help. A name without a doc comment gets
 * the header of the file that declares it.
 */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Inspection } from "./language-service.ts";
import { tokenize } from "./token.ts";

interface Markup {
  readonly value: string;
}

export interface ServerHover {
  readonly contents: Markup | string;
}

interface ServerSignatureHelp {
  readonly activeSignature?: number;
  readonly activeParameter?: number;
  readonly signatures: readonly {
    readonly label: string;
    readonly documentation?: Markup | string;
    readonly activeParameter?: number;
    readonly parameters?: readonly { readonly label: string; readonly documentation?: Markup | string }[];
  }[];
}

const textOf = (markup: Markup | string | undefined) => (typeof markup === "string" ? markup : (markup?.value ?? ""));

interface InspectedPlace {
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
  return help ? signatureInspection(help, detail) : undefined;
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

/** The header is left out where the hover says it already: declarations may carry the header of their source. */
function hoverInspection(hover: ServerHover, header: string): Inspection {
  const value = textOf(hover.contents)
    .replace(/^\(alias\) /gm, "")
    .trim();
  const [firstParagraph] = header.split("\n\n", 1);
  return inspection(flat(value).includes(flat(firstParagraph)) ? value : `${value}\n\n${header}`);
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Whether the hover says nothing: of a name that nobody declared, the server only knows that it is `any`. */
const saysNothing = (hover: ServerHover) => /^```\w*\nany\n```$/.test(textOf(hover.contents).trim());

/** Whether the hover is a signature alone. */
const lacksDocumentation = (hover: ServerHover) => /^```[\s\S]*```$/.test(textOf(hover.contents).trim());

function signatureInspection(help: ServerSignatureHelp, detail: 0 | 1): Inspection | undefined {
  const active = help.signatures[help.activeSignature ?? 0] ?? help.signatures[0];
  if (active === undefined) return undefined;
  const others = help.signatures.filter((signature) => signature !== active);
  const shown = detail === 1 ? [active, ...others] : [active];
  const more =
    detail === 0 && others.length > 0 ? `\n// and ${others.length} more overload${others.length > 1 ? "s" : ""}` : "";
  const code = `\`\`\`typescript\n${shown.map(({ label }) => label).join("\n")}${more}\n\`\`\``;
  const parameter = active.parameters?.[active.activeParameter ?? help.activeParameter ?? 0];
  const about = textOf(parameter?.documentation);
  const parts = [
    code,
    parameter === undefined ? "" : `**${parameter.label.replaceAll("*", "\\*")}**${about === "" ? "" : ` — ${about}`}`,
    textOf(active.documentation),
  ];
  return inspection(parts.filter((part) => part !== "").join("\n\n"));
}

function inspection(markdown: string): Inspection {
  const text = markdown
    .replace(/^```\w*\n?/gm, "")
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/\*(@\w+)\*/g, "$1")
    .replace(/`([^`\n]+)`/g, "$1")
    .replaceAll("\\*", "*")
    .trim();
  return { markdown, text };
}

/** The doc comment at the head of a source file, or of the JavaScript beside its declarations; empty if there is none. */
export function fileHeader(uri: string): string {
  if (!uri.startsWith("file:")) return "";
  const path = fileURLToPath(uri);
  if (/\blib\.[\w.]+\.d\.ts$|[\\/]@types[\\/]/.test(path)) return "";
  for (const file of [path, path.replace(/\.d\.([cm]?)ts$/, ".$1js")]) {
    if (!existsSync(file)) continue;
    const comment = /^(?:#!.*\n)?\s*\/\*\*([\s\S]*?)\*\//.exec(readFileSync(file, "utf8"))?.[1] ?? "";
    if (comment === "" || /copyright|licen[cs]e|@fileoverview|eslint/i.test(comment)) continue;
    return commentText(comment);
  }
  return "";
}

/** What stands between the marks of a doc comment, without the stars at the heads of its lines. */
export function commentText(comment: string): string {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  return lines.join("\n").trim();
}
