/**
 * Claim card: a claim that shows itself in a notebook: the statement, where it comes from, and its errata in the lecture notes, by
 * their kind.
 *
 * The text is that of the claims, as `epsilab show` prints it. In Markdown its formulas are set, and every other sign that Markdown
 * would read stands for itself.
 */
import { jupyterDisplay } from "../../lib/data/jupyter-display.ts";
import type { Source } from "./claim.ts";
import { type Erratum, erratumKinds } from "./erratum.ts";
import { type Claim, claim } from "./index.ts";
import { whatWasRead } from "./lecture-notes.ts";
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
      ({ id, kind, where, said, right }: Erratum) =>
        `> **The notes said (${id}, ${erratumKinds[kind].means}):** ${markdownOf(said)} ` +
        `**${erratumKinds[kind].right}:** ${markdownOf(right)} (${literal(where)})`,
    ),
    ...(errata.length === 0 ? [] : [`> <small>${literal(whatWasRead)}</small>`]),
  ].join("\n>\n");
}

function plain({ title, statement, source, errata }: Claim): string {
  const notes = errata.map(
    ({ id, kind, where, said, right }) =>
      `The notes said (${id}, ${erratumKinds[kind].means}): ${said} ${erratumKinds[kind].right}: ${right} (${where})`,
  );
  const read = errata.length === 0 ? [] : [whatWasRead];
  return [`${title}. ${statement}`, source.map(sourceLine).join("; "), ...notes, ...read].join("\n");
}

function sourceLine({ work, year, where }: Source): string {
  return `${work} (${year})${where === undefined ? "" : `, ${where}`}`;
}

/** A text of the claims as Markdown, with its formulas set. */
export function markdownOf(text: string): string {
  return typeset(text, literal);
}

/** A text that Markdown shows as it is, also in a table. */
export function literal(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#$|~]/g, "\\$&");
}
