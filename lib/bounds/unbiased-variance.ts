/**
 * Unbiased variance: the least mean squared error on one dataset of a private estimate that is unbiased for f on every dataset.
 *
 * Theorem: let A be unbiased for f and epsilon-private (swap), and let f move by w_k when k records of x are replaced. Then Var
 * A(x) is at least
 * - `chapman-robbins`: sup_k w_k^2 / (4 sinh^2(k epsilon / 2)): the chi-square divergence of outputs k records apart is at most
 *   e^(k epsilon) + e^(-k epsilon) - 2, which randomized response attains; our own derivation from the inequality of Hammersley,
 *   Chapman, Robbins;
 * - `best-step`: sup_k (w_k^2 / 4) / (1 + e^(2 k epsilon));
 * - `lecture`: w_1^2 / (68 epsilon^2), and `rounded`: w_1^2 / (59.49 epsilon^2), for epsilon <= 1/2 where w_k = k w_1 up to k =
 *   ceil(1 / (2 epsilon)).
 * Source: Asi, Duchi (NeurIPS 2020); Chapman, Robbins (Annals of Mathematical Statistics 1951).
 * Under `add-remove` the same holds with the records that are added or removed counted in place of those replaced.
 * Limits: only for unbiased estimates: a clamped one can have less. The variance of discrete Laplace noise is exactly twice
 * `chapman-robbins`.
 * @claim lb-continuous-unbiased
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { declare, made, oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";

export type UnbiasedVarianceForm = "chapman-robbins" | "best-step" | "lecture" | "rounded";

export const unbiasedVarianceParameters = declare({
  epsilon: positive,
  /** How far f can move when 1, 2, ... records are replaced. */
  moves: made<ArrayLike<number>>(requireMoves),
  form: oneOf<UnbiasedVarianceForm>("chapman-robbins", "best-step", "lecture", "rounded"),
});

export interface UnbiasedVarianceParameters extends ParametersOf<typeof unbiasedVarianceParameters> {}

export interface StepBound {
  readonly value: number;
  /** The number of replaced records that attains it. */
  readonly step: number;
}

const CONSTANTS = { lecture: 68, rounded: 59.49 } as const;

export function unbiasedVarianceBound(parameters: UnbiasedVarianceParameters): StepBound {
  const { epsilon, moves, form } = unbiasedVarianceParameters.read(parameters);
  switch (form) {
    case "chapman-robbins":
      // w e^(-k epsilon / 2) / (1 - e^(-k epsilon)) = w / (2 sinh(k epsilon / 2)), without overflow.
      return bestStep(moves, (move, step) => square((move * exp((-step * epsilon) / 2)) / -expm1(-step * epsilon)));
    case "best-step":
      return bestStep(moves, (move, step) => square(move) / 4 / (1 + exp(2 * step * epsilon)));
    case "lecture":
    case "rounded": {
      const step = Math.ceil(1 / (2 * epsilon));
      if (!(epsilon <= 0.5)) refuse("epsilon", `at most 1/2 for the form "${form}"`, epsilon);
      if (!(step <= moves.length)) refuse("moves", `of at least ceil(1 / (2 epsilon)) = ${step} steps`, moves);
      if (moves[step - 1] < step * moves[0] * (1 - 1e-12)) refuse("moves", `in proportion up to step ${step}`, moves);
      return { value: square(moves[0] / epsilon) / CONSTANTS[form], step };
    }
  }
}

export function bestStep(moves: ArrayLike<number>, bound: (move: number, step: number) => number): StepBound {
  let best: StepBound = { value: bound(moves[0], 1), step: 1 };
  for (let k = 1; k < moves.length; k++) {
    const value = bound(moves[k], k + 1);
    if (value > best.value) best = { value, step: k + 1 };
  }
  return best;
}

/** Steps that grow: f can stay where it was. At most 1e150, so that squares are finite. */
export function requireMoves(moves: ArrayLike<number>): void {
  requireList("moves", moves);
  if (moves.length === 0) refuse("moves", "of at least one step", moves);
  for (let k = 0; k < moves.length; k++) {
    const move = moves[k];
    const least = k === 0 ? 0 : moves[k - 1];
    if (!(typeof move === "number" && move >= least && move <= 1e150))
      refuse(`moves[${k}]`, `from ${least} to 1e150`, move);
  }
}

function square(x: number): number {
  return x * x;
}
