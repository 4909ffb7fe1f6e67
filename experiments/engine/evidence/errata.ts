/**
 * Errata: the places of the lecture notes that are corrected, each with its kind and the runs that show it.
 *
 * A control that names an erratum (`refutes`) takes the text that was read at its word: its theory is what the text gives, its
 * estimate what was found. The erratum is shown if every cell of such a control is violated in the result that speaks for its
 * experiment. What that says of the notes is the erratum's kind: an inequality that is refuted as an equality is `loose`, a
 * sentence that is refuted without its condition is a `condition`. Where no run shows an erratum, it says why: no control names it,
 * its control was not run, or the run does not show it, which is a finding. A control that takes several texts at their word names
 * the check that shows each (`shownBy`).
 */
import type { Claim } from "../../claims/claim.ts";
import { type Erratum, type ErratumKind, erratumKinds, type WithdrawnErratum } from "../../claims/erratum.ts";
import type { Experiment } from "../definition/experiment.ts";
import type { CellRow } from "../definition/row.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { speakingResult } from "./claim-status.ts";

export type ErratumState = "shown" | "not shown" | "not run" | "no run";

/** One number of a refutation: what was claimed for it, and what was found. */
export interface RefutedNumber extends Pick<CellRow, "cell" | "verdict"> {
  readonly check: string;
  readonly claimed?: number;
  readonly found?: number;
  readonly lower?: number;
  readonly upper?: number;
}

export interface Refutation {
  readonly experiment: string;
  readonly part: string;
  readonly control: string;
  /** What the control claims, in a sentence. */
  readonly says: string;
  /** How the run is cited; absent where it is not stored. */
  readonly citation?: string;
  /** The checks that decide, those that are violated first; empty where it is not stored. */
  readonly numbers: readonly RefutedNumber[];
}

export interface ErratumStatus extends Erratum {
  /** The id of the claim that it is about. */
  readonly claim: string;
  readonly state: ErratumState;
  readonly refutations: readonly Refutation[];
}

export interface WithdrawnStatus extends WithdrawnErratum {
  readonly claim: string;
}

/** All errata of these claims, in the order of their numbers. */
export function errataOf(
  claims: readonly Claim[],
  experiments: readonly Experiment[],
  results: readonly Result[],
): readonly ErratumStatus[] {
  const refutations = experiments.flatMap((experiment) => refutationsOf(experiment, results));
  const found = claims.flatMap((claim) =>
    claim.errata.map((erratum): ErratumStatus => {
      const own = refutations.filter(({ id }) => id === erratum.id).map(({ refutation }) => refutation);
      return { ...erratum, claim: claim.id, state: stateOf(own), refutations: own };
    }),
  );
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Those that were none, in the order of their numbers. */
export function withdrawnOf(claims: readonly Claim[]): readonly WithdrawnStatus[] {
  const found = claims.flatMap(({ id, withdrawn = [] }) => withdrawn.map((each) => ({ ...each, claim: id })));
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function stateOf(refutations: readonly Refutation[]): ErratumState {
  const run = refutations.filter(({ numbers }) => numbers.length > 0);
  if (run.some(isRefuting)) return "shown";
  if (run.length > 0) return "not shown";
  return refutations.length > 0 ? "not run" : "no run";
}

function isRefuting({ numbers }: Refutation): boolean {
  return numbers.every(({ verdict }) => verdict === "violated");
}

function refutationsOf(experiment: Experiment, results: readonly Result[]) {
  const result = speakingResult(experiment, results);
  return Object.entries(experiment.parts).flatMap(([part, { controls }]) =>
    Object.entries(controls).flatMap(([control, { says, refutes = [], shownBy }]) => {
      const rows = (result?.rows ?? []).filter((row) => row.part === part && row.control === control);
      const stored = result === undefined || rows.length === 0 ? {} : { citation: citationKey(result.spec, result.id) };
      const place = { experiment: experiment.id, part, control, says, ...stored };
      return refutes.map((id) => {
        const numbers = rows.flatMap((row) => numbersOf(row, shownBy?.[id]));
        return { id, refutation: { ...place, numbers } };
      });
    }),
  );
}

/** The check that shows the erratum; without its name, the checks of the cell that have its verdict, those that decide it. */
function numbersOf(row: CellRow, shownBy: string | undefined): readonly RefutedNumber[] {
  const { cell, checks } = row;
  return Object.entries(checks)
    .filter(([name, { verdict }]) => (shownBy === undefined ? verdict === row.verdict : name === shownBy))
    .map(([check, { verdict, theory, estimate, lower, upper }]) => ({
      cell,
      verdict,
      check,
      ...(theory === undefined ? {} : { claimed: theory }),
      ...(estimate === undefined ? {} : { found: estimate }),
      ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
    }));
}

/** What the runs say of an erratum. */
export function stateWords({ kind, state }: Pick<ErratumStatus, "kind" | "state">): string {
  if (state === "not run") return "its control was not run";
  if (state === "not shown") return "our run does NOT show it: a finding";
  if (kind === "refuted") return state === "shown" ? "a run refutes it" : "no control refutes it yet";
  return state === "shown" ? "a run shows it" : "no run decides it";
}

/** "3 errata: 1 refuted (false as printed, the errors of the notes), 2 loose (true, but not tight); 1 withdrawn". */
export function errataSummary(errata: readonly Erratum[], withdrawn: readonly WithdrawnErratum[]): string {
  const kinds = Object.keys(erratumKinds) as ErratumKind[];
  const counts = kinds.map((kind) => [kind, errata.filter((each) => each.kind === kind).length] as const);
  const words = counts.flatMap(([kind, count]) => {
    const means = `${erratumKinds[kind].means}${kind === "refuted" ? ": the errors of the notes" : ""}`;
    return count === 0 ? [] : [`${count} ${kind} (${means})`];
  });
  const more = withdrawn.length === 0 ? "" : `; ${withdrawn.length} withdrawn, since the notes are right`;
  return `${errata.length} ${errata.length === 1 ? "erratum" : "errata"}: ${words.join(", ")}${more}`;
}

/** A number of a refutation in words: "claimed 1, found 1.41421 [1.4, 1.43] for variance (epsilon=1)". */
export function numberWords({ check, cell, claimed, found, lower, upper }: RefutedNumber): string {
  const interval = lower === undefined || upper === undefined ? "" : ` [${shown(lower)}, ${shown(upper)}]`;
  const numbers = [
    ...(claimed === undefined ? [] : [`claimed ${shown(claimed)}`]),
    ...(found === undefined ? [] : [`found ${shown(found)}${interval}`]),
  ];
  const place = Object.entries(cell).map(([axis, value]) => `${axis}=${value}`);
  return `${numbers.join(", ") || "violated"} for ${check}${place.length === 0 ? "" : ` (${place.join(", ")})`}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}
