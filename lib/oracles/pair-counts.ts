/**
 * Pair counts: the exact law of how often an event holds of both, of one or of neither of pairs of outputs.
 *
 * Every list of four counts that add up to `pairs`, with its multinomial probability, by definition; none of probability 0.
 * Limits: at most (pairs + 3 choose 3) lists.
 */
import { logBinomialCoefficient } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";

export interface ListedCounts {
  readonly counts: {
    readonly both: number;
    readonly overOnly: number;
    readonly underOnly: number;
    readonly neither: number;
  };
  readonly probability: number;
}

/**
 * `over` and `under` are the probabilities of the event under the two neighbours, in (0, 1), and `both` that it holds of both outputs of a
 * pair: their product, unless the outputs of a pair depend on each other.
 */
export function pairCountLaw({
  pairs,
  over,
  under,
  both: shared = over * under,
}: {
  readonly pairs: number;
  readonly over: number;
  readonly under: number;
  readonly both?: number;
}): ListedCounts[] {
  const masses =
    shared === over * under
      ? [shared, over * (1 - under), under * (1 - over), (1 - over) * (1 - under)]
      : [shared, over - shared, under - shared, 1 - over - under + shared];
  // A kind of pairs that cannot be is not listed: 0 of them have probability 1.
  const cells = masses.map((mass) => (mass > 0 ? log(mass) : -Infinity));
  const term = (size: number, k: number) => (size === 0 ? 0 : size * cells[k]);
  const list: ListedCounts[] = [];
  for (let both = 0; both <= pairs; both++) {
    for (let overOnly = 0; both + overOnly <= pairs; overOnly++) {
      for (let underOnly = 0; both + overOnly + underOnly <= pairs; underOnly++) {
        const neither = pairs - both - overOnly - underOnly;
        const ways =
          logBinomialCoefficient(pairs, both) +
          logBinomialCoefficient(pairs - both, overOnly) +
          logBinomialCoefficient(pairs - both - overOnly, underOnly);
        const sizes = [both, overOnly, underOnly, neither];
        const probability = exp(sizes.reduce((sum, size, k) => sum + term(size, k), ways));
        if (probability > 0) list.push({ counts: { both, overOnly, underOnly, neither }, probability });
      }
    }
  }
  return list;
}
