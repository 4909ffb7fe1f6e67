/**
 * Doc comment of a variable: the last one before its statement for the first name that this declares, else before the name.
 */
import type { BoundName } from "./bound-name.ts";
import { tokenize } from "./token.ts";

const comment = /\/\/.*|\/\*[\s\S]*?\*\//g;
const statementWords = new Set(["let", "var", "export", "declare"]);

/** With its marks, its lines ended by line feeds alone; empty if there is none. */
export function docComment(text: string, { start }: BoundName): string {
  if (!text.includes("/**")) return "";
  const { tokens } = tokenize(text);
  let at = tokens.findIndex((token) => token.start === start);
  while (statementWords.has(tokens[at - 1]?.text ?? "")) at--;
  const before = text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start);
  const found = [...before.matchAll(comment)].findLast(([one]) => one.startsWith("/**") && one !== "/**/");
  return found?.[0].replace(/\r\n?|[\u2028\u2029]/g, "\n") ?? "";
}
