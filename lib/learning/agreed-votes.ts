/**
 * Agreed votes: the Renyi divergence of one answer of `noisyVotes` with Gaussian noise, given the votes. Where the teachers agree
 * it is far below the one that holds for all votes.
 *
 * Theorem: let q bound the chance of any answer but the likeliest, and let the mechanism have Renyi divergence at most e1 at order
 * m1 and e2 at order m2. For an order a <= m1, if q <= e^((m2 - 1) e2) / (m1 m2 / ((m1 - 1) (m2 - 1)))^m2, then for every neighbour
 * D <= log((1 - q) A^(a - 1) + q B^(a - 1)) / (a - 1), with A = (1 - q) / (1 - (q e^e2)^((m2 - 1) / m2)) and B = e^e1 / q^(1 / (m1 -
 * 1)).
 * Gaussian noise: q is at most the sum over the other classes of half erfc(lead / (2 deviation)), m2 = deviation sqrt(log(1 / q)),
 * m1 = m2 + 1.
 * Source: Papernot, Song, Mironov, Raghunathan, Talwar, Erlingsson (ICLR 2018).
 * Limits: it bounds the divergence of the given votes from those of a neighbour, in this direction, and depends on the votes: the number is
 * itself not private, and may not be published without noise. Never above the order / deviation^2 of all votes.
 * @claim pate
 */
import { erfc } from "../numerics/error-function.ts";
import { largestOf } from "../numerics/extremes.ts";
import { logAddExp, logOneMinusExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { declare, made, type ParametersOf, scale } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import type { RenyiGuarantee } from "../privacy/guarantees/guarantee.ts";
import { requireVotes } from "./noisy-votes.ts";

export const agreedVotesParameters = declare({
  /** For each class. */
  votes: made<readonly number[]>((votes, name) => {
    requireList(name, votes);
    requireVotes(votes, Math.max(2, votes.length));
  }),
  sigma: scale,
});

export interface AgreedVotes extends ParametersOf<typeof agreedVotesParameters> {}

/** What erfc rounds to 0 is not 0: a larger bound on the chance is still one. */
const LEAST_CHANCE = 1e-300;
/** Rounding of the formula is far below. */
const OUTWARD = 1 + 1e-12;

/** A bound on the divergence at each order. */
export function agreedVotesRenyi(parameters: AgreedVotes): RenyiGuarantee {
  const { votes, sigma } = agreedVotesParameters.read(parameters);
  const likeliest = votes.indexOf(largestOf(votes));
  const chance = votes.reduce(
    (sum, count, j) => (j === likeliest ? sum : sum + 0.5 * erfc((votes[likeliest] - count) / (2 * sigma))),
    0,
  );
  const unlikely = Math.max(LEAST_CHANCE, chance * OUTWARD);
  return {
    kind: "renyi",
    epsilonAt(order) {
      if (!(order > 1 && order < Infinity)) refuse("order", "above 1 and finite", order);
      const everywhere = order / sigma / sigma;
      return unlikely < 1 ? Math.min(everywhere, agreedBound(unlikely, sigma, order)) : everywhere;
    },
  };
}

/** Infinity where the theorem says nothing. */
function agreedBound(unlikely: number, sigma: number, order: number): number {
  const logChance = log(unlikely);
  const second = sigma * Math.sqrt(-logChance);
  const first = second + 1;
  if (!(second > 1 && order <= first)) return Infinity;
  const [firstLoss, secondLoss] = [first / sigma / sigma, second / sigma / sigma];
  const factor = (first / (first - 1)) * (second / (second - 1));
  const fits = logChance <= (second - 1) * secondLoss - second * log(factor) && logChance + secondLoss < 0;
  if (!fits) return Infinity;
  const logRest = log1p(-unlikely);
  const logLikely = logRest - logOneMinusExp(((logChance + secondLoss) * (second - 1)) / second);
  const logOther = firstLoss - logChance / (first - 1);
  const total = logAddExp(logRest + (order - 1) * logLikely, logChance + (order - 1) * logOther);
  return (Math.max(0, total) / (order - 1)) * OUTWARD;
}
