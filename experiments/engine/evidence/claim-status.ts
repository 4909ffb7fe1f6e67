/**
 * Claim status: what the stored results say of each claim.
 *
 * Of the results of one experiment the one that speaks is the cited size, `full`, at the default seed; where that is not stored, `quick`;
 * otherwise the one with the most trials. A claim that several parts check stands as the worst of them.
 */
import type { VerdictWord } from "../../../lib/statistics/verdict.ts";
import type { Claim } from "../../claims/claim.ts";
import type { AxisValue } from "../definition/axis.ts";
import type { Experiment, Part } from "../definition/experiment.ts";
import { worstVerdict } from "../definition/judgement.ts";
import { outcomeOf, type PartOutcome } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { sizeOf } from "../format/result-size.ts";
import { DEFAULT_SEED, type Size } from "../format/spec.ts";

export interface ClaimCheck {
  readonly experiment: string;
  readonly part: string;
  readonly asks: string;
  /** The grid that is gone through, in words: "size 10, 100; epsilon 0.1, 0.2, …, 2 (20 values)". */
  readonly over: string;
  /** What is broken in each control, by its name. */
  readonly controls: Readonly<Record<string, string>>;
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
    for (const [part, declared] of Object.entries(experiment.parts)) {
      const { claim, asks } = declared;
      const outcome = outcomes.find((each) => each.part === part);
      const over = gridWords(result?.spec.parts[part]?.axes ?? fullAxes(declared));
      const controls = Object.fromEntries(Object.entries(declared.controls).map(([name, { says }]) => [name, says]));
      const check = { experiment: experiment.id, part, asks, over, controls, result, outcome };
      checks.set(claim, [...(checks.get(claim) ?? []), check]);
    }
  }
  return checks;
}

function fullAxes({ study }: Part): Readonly<Record<string, readonly AxisValue[]>> {
  return Object.fromEntries(Object.entries(study.axes).map(([name, { full }]) => [name, full]));
}

/** How many values of an axis are listed. */
const MOST_VALUES = 6;

function gridWords(axes: Readonly<Record<string, readonly AxisValue[]>>): string {
  return Object.entries(axes)
    .map(([name, values]) => {
      if (values.length <= MOST_VALUES) return `${name} ${values.join(", ")}`;
      return `${name} ${values[0]}, ${values[1]}, …, ${values.at(-1)} (${values.length} values)`;
    })
    .join("; ");
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
  return claim.citedBecause !== undefined ? "cited" : "no experiment yet";
}

/** The controls of these parts that were not caught: what such a part found proves nothing. */
export function missedControls(checks: readonly ClaimCheck[]): readonly string[] {
  return checks.flatMap(({ outcome }) =>
    Object.entries(outcome?.controls ?? {}).flatMap(([name, fate]) => (fate === "missed" ? [name] : [])),
  );
}
