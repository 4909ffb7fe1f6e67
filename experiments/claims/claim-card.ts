/**
 * Claim card: a claim that shows itself in a notebook: the statement, where it comes from, and what the lecture notes had wrong.
 *
 * The text is that of the claims, as `epsilab show` prints it. In Markdown its formulas are set, and every other sign that Markdown would read
 * stands for itself.
 */
import { jupyterDisplay } from "../../lib/data/jupyter-display.ts";
import type { Erratum, Source } from "./claim.ts";
import { type Claim, claim } from "./index.ts";
import { typeset } from "./typeset.ts";

export interface ClaimCard {
  readonly claim: Claim;
  readonly [jupyterDisplay]: () => Readonly<Record<"text/markdown" | "text/plain", string>>;
}

/** Of the catalogue's claim of that id, or of one's own. */
export function claimCard(which: string | Claim): ClaimCard {
  const found = typeof which === "string" ? claim(which) : which;
  const show = () => ({ "text/markdown": markdown(found), "text/plain": plain(found) });
  return Object.defineProperty({ claim: found }, jupyterDisplay, { value: show }) as ClaimCard;
}

function markdown({ title, statement, tex, source, errata }: Claim): string {
  return [
    `> **${literal(title)}.** ${markdownOf(statement)}`,
    ...(tex === undefined ? [] : [`> $$${tex}$$`]),
    `> <small>${source.map((each) => literal(sourceLine(each))).join("; ")}</small>`,
    ...errata.map(
      ({ id, wrong, right }: Erratum) =>
        `> **The notes said (${id}):** ${markdownOf(wrong)} **Right is:** ${markdownOf(right)}`,
    ),
  ].join("\n>\n");
}

function plain({ title, statement, source, errata }: Claim): string {
  const notes = errata.map(({ id, wrong, right }) => `The notes said (${id}): ${wrong} Right is: ${right}`);
  return [`${title}. ${statement}`, source.map(sourceLine).join("; "), ...notes].join("\n");
}

function sourceLine({ work, year, where }: Source): string {
  return `${work} (${year})${where === undefined ? "" : `, ${where}`}`;
}

/** A text of the claims as Markdown, with its formulas set. */
export function markdownOf(text: string): string {
  return typeset(text, literal);
}

function literal(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#$|~]/g, "\\$&");
}
