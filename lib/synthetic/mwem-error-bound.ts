/**
 * Error bound of MWEM: how far its largest error goes, and with which probability at least.
 *
 * Theorem: after T rounds the average of the weights answers all of |Q| queries within 2 n sqrt(ln |X| / T) + 10 T ln |Q| /
 * epsilon, with probability at least 1 - 2 T / |Q|.
 * Source: Hardt, Ligett, McSherry (NeurIPS 2012), theorem 2.2.
 * Limits: an error of n and more says nothing, and no more does a probability of 0. The best T for the error, about
 * (n epsilon sqrt(ln |X|) / (10 ln |Q|))^(2/3), may be one whose probability is 0: 246 rounds at n = 10^5, |X| = 256, |Q| = 448,
 * epsilon = 1.
 * @example
 * ```ts
 * import { mwemErrorBound } from "epsilab/synthetic";
 * const study = { size: 100_000, cells: 256, queries: 448, rounds: 53, epsilon: 1 };
 * mwemErrorBound(study); // => { error: 67927.422..., probability: 0.7633... }
 * ```
 * @claim mwem
 */
import { log } from "../numerics/logarithm.ts";
import { count, integer, type ParametersOf } from "../numerics/parameters.ts";
import { requirePositive } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";

export const mwemErrorParameters = withBudget(["pure"], {
  /** n */
  size: count,
  /** |X| */
  cells: count,
  /** |Q| */
  queries: integer(2),
  rounds: count,
});

export type MwemErrorParameters = ParametersOf<typeof mwemErrorParameters>;

export function mwemErrorBound(parameters: MwemErrorParameters): {
  readonly error: number;
  readonly probability: number;
} {
  const { size, cells, queries, rounds, guarantee } = mwemErrorParameters.read(parameters);
  const { epsilon } = guarantee;
  const noise = (10 * rounds * log(queries)) / epsilon;
  requirePositive({ "10 T ln |Q| / epsilon": noise });
  return {
    error: 2 * size * Math.sqrt(log(cells) / rounds) + noise,
    probability: Math.max(0, 1 - (2 * rounds) / queries),
  };
}
