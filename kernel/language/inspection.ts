/**
 * Inspection: what a name is and what its documentation says, as Markdown and as plain text.
 *
 * On a name the server's hover answers; inside the parentheses of a call, its signature help. A name without a doc comment
 * of its own gets the header of the file that declares it, where that is written as one concept, one file.
 */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Inspection } from "./language-service.ts";

interface Markup {
  readonly value: string;
}

export interface ServerHover {
  readonly contents: Markup | string;
}

export interface ServerSignatureHelp {
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

/** The header is left out where the hover says it already: declarations may carry the header of their source. */
export function hoverInspection(hover: ServerHover, header: string): Inspection {
  const value = textOf(hover.contents)
    .replace(/^\(alias\) /gm, "")
    .trim();
  const [firstParagraph] = header.split("\n\n", 1);
  return inspection(flat(value).includes(flat(firstParagraph)) ? value : `${value}\n\n${header}`);
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Whether the hover says nothing: of a name that nobody declared, the server only knows that it is `any`. */
export const saysNothing = (hover: ServerHover) => /^```\w*\nany\n```$/.test(textOf(hover.contents).trim());

/** Whether the hover is a signature alone. */
export const lacksDocumentation = (hover: ServerHover) => /^```[\s\S]*```$/.test(textOf(hover.contents).trim());

/** What a hover says besides the signature. */
export const documentationOf = (hover: ServerHover) =>
  textOf(hover.contents)
    .replace(/^\s*```[\s\S]*?```/, "")
    .trim();

/** `callee` is asked where the signature has no documentation of its own. */
export async function signatureInspection(
  help: ServerSignatureHelp,
  detail: 0 | 1,
  callee: () => Promise<string>,
): Promise<Inspection | undefined> {
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
    textOf(active.documentation) || (await callee()),
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
