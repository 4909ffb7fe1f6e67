/**
 * Super-uniformity: whether p-values are valid, P(p <= u) <= u for all u under the null hypothesis.
 *
 * `superUniformity` checks a discrete law, its values with their probabilities under the null: the largest of P(p <= u) - u over u,
 * which is at one of the values, or 0.
 * Accuracy: probabilities are summed with their rounding errors; a law is valid if the excess is at most 1e-12, the rounding of its
 * own numbers.
 * @example
 * ```ts
 * import { superUniformity } from "epsilab/false-discovery";
 * superUniformity({ values: [0.25, 0.75, 1], probabilities: [0.25, 0.5, 0.25] }); // => { excess: 0, at: 0, valid: true }
 * superUniformity({ values: [0.25, 0.5], probabilities: [0.5, 0.5] }); // => { excess: 0.5, at: 0.5, valid: false }
 * ```
 * @claim p-values
 */
import { declare, listOf, type ParametersOf, probability } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import { sumError } from "../numerics/rounding-error.ts";

const pValueLaw = declare(
  {
    values: listOf(probability),
    /** Under the null hypothesis; their sum is 1. */
    probabilities: listOf(probability),
  },
  ({ values, probabilities }) => requireList("probabilities", probabilities, values.length),
);

export interface PValueLaw extends ParametersOf<typeof pValueLaw> {}

export interface SuperUniformity {
  /** The largest of P(p <= u) - u. */
  readonly excess: number;
  /** The u where it is. */
  readonly at: number;
  readonly valid: boolean;
}

const ROUNDING = 1e-12;

export function superUniformity(law: PValueLaw): SuperUniformity {
  const { values, probabilities } = pValueLaw.read(law);
  const order = Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j]);
  let [excess, at] = [0, 0];
  let [sum, rest] = [0, 0];
  order.forEach((index, rank) => {
    const next = sum + probabilities[index];
    rest += sumError(sum, probabilities[index], next);
    sum = next;
    const value = values[index];
    // Of equal values, after the last.
    if (rank + 1 < order.length && values[order[rank + 1]] === value) return;
    const above = sum + rest - value;
    if (above > excess) [excess, at] = [above, value];
  });
  if (!(Math.abs(sum + rest - 1) <= ROUNDING)) refuse("the sum of the probabilities", "1", sum + rest);
  return { excess, at, valid: excess <= ROUNDING };
}
