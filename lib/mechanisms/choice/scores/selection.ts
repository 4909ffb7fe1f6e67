/**
 * Selection by scores: what the mechanisms that choose one of several options have in common.
 */
import {
  refuse,
  refuseData,
  requireInteger,
  requireList,
  requirePositive,
  requireScale,
} from "../../../numerics/requirements.ts";
import { type Neighbours, requireNeighbours } from "../../../privacy/guarantees/neighbours.ts";

/**
 * How far scores move between neighbours. `general`: each by at most `sensitivity`, in any direction. `monotone`: likewise, but all in the same
 * direction, as counts do when a record is added or removed (not when one is swapped). `range`: differences of two scores by at most `sensitivity`.
 */
export type ScoreChange = "general" | "monotone" | "range";

export interface SelectionParameters {
  readonly epsilon: number;
  readonly sensitivity: number;
  readonly change: ScoreChange;
  /** How many options there are: they are 0, 1, ..., options - 1, and a score belongs to each. */
  readonly options: number;
  readonly neighbours: Neighbours;
}

/** The difference of scores that epsilon is worth: 2 D / epsilon in general, D / epsilon where the change is one-sided. */
export function scoreUnit({ epsilon, sensitivity, change, options, neighbours }: SelectionParameters): number {
  requirePositive({ epsilon, sensitivity });
  requireInteger({ options }, 2);
  requireNeighbours(neighbours);
  const factors = { general: 2, monotone: 1, range: 1 };
  if (!Object.hasOwn(factors, change)) refuse("change", "one of general, monotone, range", change);
  const unit = (factors[change] * sensitivity) / epsilon;
  requireScale({ "sensitivity / epsilon": unit, sensitivity });
  return unit;
}

/** Neighbours between which `risers` options forty units behind, one unless told, rise as far as they may against the others. */
export function unlikelyRise(parameters: SelectionParameters, risers = 1): readonly [number[], number[]] {
  const { sensitivity, change, options } = parameters;
  const behind = -40 * scoreUnit(parameters) - 2 * sensitivity;
  const scores = (rising: number, rest: number) =>
    Array.from({ length: options }, (_, option) => (option < risers ? rising : rest));
  return [scores(behind, 0), scores(behind + sensitivity, change === "general" ? -sensitivity : 0)];
}

export function requireScores(scores: readonly number[], options: number): void {
  requireList("scores", scores, options);
  for (let i = 0; i < options; i++) if (!Number.isFinite(scores[i])) refuseData(`scores[${i}]`, "finite");
}
