/**
 * Selection by scores: what the mechanisms that choose one of several options have in common.
 */
import { type Given, integer, oneOf, optional, positive } from "../../../numerics/parameters.ts";
import { refuseData, requireList, requireScale } from "../../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../../privacy/guarantees/budget.ts";
import { anyNeighbours } from "../../../privacy/guarantees/neighbours.ts";
import { powerStep } from "../../noise/grid.ts";

/**
 * How far scores move between neighbours. `general`: each by at most `sensitivity`, in any direction. `monotone`: likewise, but all
 * in the same direction, as counts do when a record is added or removed (not when one is swapped). `range`: differences of two
 * scores by at most `sensitivity`.
 */
export type ScoreChange = "general" | "monotone" | "range";

/** What a choice takes, besides its budget and how many options there are. */
export const SCORED = {
  sensitivity: positive,
  change: oneOf<ScoreChange>("general", "monotone", "range"),
  neighbours: anyNeighbours,
};

/** The same, of options that are listed. */
export const LISTED = {
  ...SCORED,
  /** How many options there are: they are 0, 1, ..., options - 1, and a score belongs to each. */
  options: integer(2),
};

/** The same, on a grid if its step is given. */
export const SELECTED = {
  ...LISTED,
  /** Of the grid that scores are rounded to: a power of two, such as `{ numerator: 1, denominator: 8 }`. */
  step: optional(powerStep),
};

export const selectionParameters = withBudget(["pure"], SELECTED);

export type SelectionParameters = Budget<"pure"> & Given<typeof LISTED>;

/** A choice whose parameters were read. */
interface Scored {
  readonly epsilon: number;
  readonly sensitivity: number;
  readonly change: ScoreChange;
}

export interface Selection extends Scored {
  readonly options: number;
}

/** The difference of scores that epsilon is worth: 2 D / epsilon in general, D / epsilon where the change is one-sided. */
export function scoreUnit({ epsilon, sensitivity, change }: Scored): number {
  const factors = { general: 2, monotone: 1, range: 1 };
  const unit = (factors[change] * sensitivity) / epsilon;
  requireScale({ "sensitivity / epsilon": unit, sensitivity });
  return unit;
}

/** Neighbours between which `risers` options forty units behind, one by default, rise as far as they may against the others. */
export function unlikelyRise(parameters: Selection, risers = 1): readonly [number[], number[]] {
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
