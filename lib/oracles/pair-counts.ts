/**
 * Pair counts: the exact law of how often an event holds of both, of one or of neither of independent pairs of outputs.
 *
 * Every list of four counts that add up to `pairs`, with its multinomial probability, by definition.
 * Limits: (pairs + 3 choose 3) lists.
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

/** `over` and `under` are the probabilities of the event under the two neighbours, in (0, 1). */
export function pairCountLaw({ pairs, over, under }: { pairs: number; over: number; under: number }): ListedCounts[] {
  const cells = [over * under, over * (1 - under), under * (1 - over), (1 - over) * (1 - under)].map((mass) =>
    log(mass),
  );
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
        const probability = exp(sizes.reduce((sum, size, k) => sum + size * cells[k], ways));
        list.push({ counts: { both, overOnly, underOnly, neither }, probability });
      }
    }
  }
  return list;
}
