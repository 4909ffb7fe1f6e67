/** The exercises, from easy to hard, and a lookup by name. */
import { nearNames } from "../../lib/numerics/near-names.ts";
import { aBrokenVector } from "./a-broken-vector.ts";
import { aCoin } from "./a-coin.ts";
import { aPrivateChoice } from "./a-private-choice.ts";
import { aPrivateMean } from "./a-private-mean.ts";
import { aPrivateMedian } from "./a-private-median.ts";
import { deltaOfTwoLaws } from "./delta-of-two-laws.ts";
import { epsilonOffACurve } from "./epsilon-off-a-curve.ts";
import type { Exercise } from "./exercise.ts";
import { noisySteps } from "./noisy-steps.ts";
import { twoCounts } from "./two-counts.ts";
import { twoPoints } from "./two-points.ts";
import { whoWasThere } from "./who-was-there.ts";
import { withinABudget } from "./within-a-budget.ts";

export const exercises: readonly Exercise[] = [
  twoCounts,
  aCoin,
  deltaOfTwoLaws,
  aPrivateMean,
  aPrivateChoice,
  aPrivateMedian,
  withinABudget,
  epsilonOffACurve,
  whoWasThere,
  noisySteps,
  aBrokenVector,
  twoPoints,
];

/** The exercise of that name; an unknown one is refused with the names most like it. */
export function exerciseOf(id: string): Exercise {
  const found = exercises.find((each) => each.id === id);
  if (found !== undefined) return found;
  const ids = exercises.map((each) => each.id);
  const near = nearNames(String(id), ids);
  const hint = near.length === 0 ? `one of ${ids.join(", ")}` : `did you mean ${near.join(", ")}?`;
  throw new RangeError(`no exercise is called "${id}"; ${hint}`);
}

/** The names of its files, without ending: its place among the exercises, and its id. */
export function exerciseFile(id: string): string {
  return `${String(exercises.indexOf(exerciseOf(id)) + 1).padStart(2, "0")}-${id}`;
}
