/**
 * Errata: the mistakes of the lecture notes, each with the runs that show it to be one.
 *
 * A control that names an erratum (`refutes`) is that erratum made into a check: its theory is what the notes claim, its estimate what was found. The erratum is refuted
 * if every cell of such a control is violated in the result that speaks for its experiment. Where none is, the erratum says so: a slip of notation that no run can
 * decide, a control that was not run, or one that did not refute it, which is a finding.
 */
import type { Claim, Erratum } from "../claims/claim.ts";
import { speakingResult } from "./claim-status.ts";
import type { Experiment } from "./experiment.ts";
import type { Result } from "./read-result.ts";
import { citationKey } from "./result-files.ts";
import type { CellRow } from "./row.ts";

export type ErratumState = "refuted" | "not refuted" | "not run" | "slip" | "no control yet";

/** What a state means, after the number of the erratum. */
export const ERRATUM_WORDS: Readonly<Record<ErratumState, string>> = {
  refuted: "refuted by a run",
  "not refuted": "NOT refuted by our run: a finding",
  "not run": "its control was not run",
  slip: "a slip of notation, a name or a date: no run decides it",
  "no control yet": "no control refutes it yet",
};

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
  /** The id of the claim that it got wrong. */
  readonly claim: string;
  readonly state: ErratumState;
  readonly refutations: readonly Refutation[];
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
      const own = refutations.filter(({ refutes }) => refutes.includes(erratum.id)).map(({ refutation }) => refutation);
      return { ...erratum, claim: claim.id, state: stateOf(erratum, own), refutations: own };
    }),
  );
  return found.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function stateOf({ slip }: Erratum, refutations: readonly Refutation[]): ErratumState {
  const run = refutations.filter(({ numbers }) => numbers.length > 0);
  if (run.some(isRefuting)) return "refuted";
  if (run.length > 0) return "not refuted";
  if (refutations.length > 0) return "not run";
  return slip ? "slip" : "no control yet";
}

function isRefuting({ numbers }: Refutation): boolean {
  return numbers.every(({ verdict }) => verdict === "violated");
}

function refutationsOf(experiment: Experiment, results: readonly Result[]) {
  const result = speakingResult(experiment, results);
  return Object.entries(experiment.parts).flatMap(([part, { controls }]) =>
    Object.entries(controls).flatMap(([control, { says, refutes }]) => {
      if (refutes === undefined) return [];
      const rows = (result?.rows ?? []).filter((row) => row.part === part && row.control === control);
      const stored = result === undefined || rows.length === 0 ? {} : { citation: citationKey(result.spec, result.id) };
      const numbers = rows.flatMap(numbersOf);
      return [{ refutes, refutation: { experiment: experiment.id, part, control, says, ...stored, numbers } }];
    }),
  );
}

/** The checks of a cell that have its verdict: those that decide it. */
function numbersOf({ cell, verdict, checks }: CellRow): readonly RefutedNumber[] {
  return Object.entries(checks)
    .filter(([, check]) => check.verdict === verdict)
    .map(([check, { theory, estimate, lower, upper }]) => ({
      cell,
      verdict,
      check,
      ...(theory === undefined ? {} : { claimed: theory }),
      ...(estimate === undefined ? {} : { found: estimate }),
      ...(lower === undefined || upper === undefined ? {} : { lower, upper }),
    }));
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
