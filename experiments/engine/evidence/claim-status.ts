/**
 * Claim status: what the stored results say of each claim.
 *
 * Of the results of one experiment the one that speaks is the cited size, `full`, at the default seed; where that is not stored, `quick`;
 * otherwise the one with the most trials. A claim that several parts check stands as the worst of them.
 */
import type { VerdictWord } from "../../../lib/statistics/verdict.ts";
import type { Claim } from "../../claims/claim.ts";
import type { Experiment } from "../definition/experiment.ts";
import { worstVerdict } from "../definition/judgement.ts";
import { outcomeOf, type PartOutcome } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { sizeOf } from "../format/result-size.ts";
import { DEFAULT_SEED, type Size } from "../format/spec.ts";

export interface ClaimCheck {
  readonly experiment: string;
  readonly part: string;
  readonly asks: string;
  readonly result: Result | undefined;
  readonly outcome: PartOutcome | undefined;
}

/** The parts of experiments that check each claim, with what the speaking result found. */
export function checksByClaim(
  experiments: readonly Experiment[],
  results: readonly Result[],
): ReadonlyMap<string, readonly ClaimCheck[]> {
  const checks = new Map<string, ClaimCheck[]>();
  for (const experiment of experiments) {
    const result = speakingResult(experiment, results);
    const outcomes = result === undefined ? [] : outcomeOf(result.rows).parts;
    for (const [part, { claim, asks }] of Object.entries(experiment.parts)) {
      const outcome = outcomes.find((each) => each.part === part);
      checks.set(claim, [...(checks.get(claim) ?? []), { experiment: experiment.id, part, asks, result, outcome }]);
    }
  }
  return checks;
}

export function speakingResult(experiment: Experiment, results: readonly Result[]): Result | undefined {
  const own = results.filter(({ spec }) => spec.experiment === experiment.id && spec.version === experiment.version);
  for (const size of ["full", "quick"] as const satisfies readonly Size[]) {
    const found = own.find((result) => result.spec.seed === DEFAULT_SEED && sizeOf(experiment, result) === size);
    if (found !== undefined) return found;
  }
  return [...own].sort((one, other) => trialsOf(other) - trialsOf(one))[0];
}

function trialsOf({ rows }: Result): number {
  return rows.reduce((total, { trials = 0 }) => total + trials, 0);
}

/** The worst verdict of the parts that were run. */
function claimVerdict(checks: readonly ClaimCheck[]): VerdictWord | undefined {
  const verdicts = checks.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.verdict]));
  return verdicts.length === 0 ? undefined : worstVerdict(verdicts);
}

/** What is known of a claim, in a word: its verdict, or why there is none. */
export type ClaimState = VerdictWord | "not run" | "cited" | "no experiment yet";

export function claimState(claim: Claim, checks: readonly ClaimCheck[]): ClaimState {
  if (checks.length > 0) return claimVerdict(checks) ?? "not run";
  return claim.documentationOnly ? "cited" : "no experiment yet";
}

/** The controls of these parts that were not caught: what such a part found proves nothing. */
export function missedControls(checks: readonly ClaimCheck[]): readonly string[] {
  return checks.flatMap(({ outcome }) =>
    Object.entries(outcome?.controls ?? {}).flatMap(([name, fate]) => (fate === "missed" ? [name] : [])),
  );
}
