/**
 * Claim search: which claims speak of what a user looks for. `epsilab list` and the report search the same text in the same way.
 *
 * The text of a claim is all that its card says of it: names, statement, sources, what the notes said, errata, checks and their
 * controls. The titles of the lecture notes, of their sections and slides are left out: one of them would make every claim of those
 * notes one about composition.
 */
import type { Claim, Source } from "../../claims/claim.ts";
import { type ClaimCheck, claimState } from "./claim-status.ts";

/** The text that a search of a claim reads. */
export function searchedText(claim: Claim, checks: readonly ClaimCheck[]): string {
  const { id, aliases = [], area, title, statement, source, lecture, errata, withdrawn = [] } = claim;
  const { evidence, covers = "", citedBecause = "" } = claim;
  const checked = checks.flatMap(({ experiment, part, asks, controls }) => [
    ...[experiment, part, asks],
    ...Object.entries(controls).flat(),
  ]);
  return [
    ...[id, ...aliases, area, title, statement, ...source.map(sourceWords)],
    ...[lecture?.said ?? "", ...(lecture?.notes ?? [])],
    ...errata.flatMap((erratum) => [erratum.id, erratum.kind, erratum.said, erratum.right, erratum.defence]),
    ...withdrawn.flatMap((erratum) => [erratum.id, "withdrawn", erratum.said, erratum.because]),
    ...[...evidence, covers, citedBecause, claimState(claim, checks), ...checked],
  ]
    .join(" ")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

function sourceWords({ work, year, where = "", doi = "" }: Source): string {
  return `${work} (${year}) ${where} ${doi}`;
}

/**
 * Whether a text has every word that is looked for, in any order, as a part of a word too. The page of the report holds this
 * function as it is.
 */
export function fitsSearch(text: string, query: string): boolean {
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
