/**
 * E-value of an event: the wealth of a gambler who bets, pair of outputs by pair of outputs, that a claim of (epsilon, delta) is false.
 *
 * Theorem: of two neighbours with P(E) <= e^epsilon Q(E) + delta draw pairs of outputs, x from P and y from Q. Z = 1(x in E) -
 * e^epsilon 1(y in E) - delta has a mean of at most 0 and is at least -(e^epsilon + delta), so the wealth of bets on a share b of
 * what may be lost, the product of 1 + b Z / (e^epsilon + delta), is a non-negative supermartingale that starts from 1; so is the
 * mean over several shares. By Ville's inequality the chance that it ever reaches 1 / errorRate, at any time and however often one
 * looks, is at most the error rate.
 * Source: Ville (1939); Waudby-Smith, Ramdas (JRSS B 2024) for betting on bounded means.
 * Method: the shares are constants, so the wealth depends on the four counts of pairs alone and is computed as a mean of
 * exponentials of sums of logarithms.
 * Limits: the event must be fixed before the pairs are drawn.
 * @example
 * ```ts
 * import { eventEValue } from "epsilab/auditing";
 * const pairs = { both: 20, overOnly: 300, underOnly: 30, neither: 150 };
 * eventEValue(pairs, { epsilon: 1, delta: 0 }); // => 583053999.9...
 * eventEValue(pairs, { epsilon: 2, delta: 0 }); // => 0.3301...
 * ```
 * @claim watched-audit
 */
import { exp } from "../numerics/exponential.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { requireInteger, requireNonNegative, requireProbability } from "../numerics/requirements.ts";
import { type PrivacyClaim, plainClaim } from "./discrete-audit.ts";

/** Of this many pairs the event held of both outputs, of the one of `over` only, of the one of `under` only, of neither. */
export const pairCounts = declare({
  both: integer(0),
  overOnly: integer(0),
  underOnly: integer(0),
  neither: integer(0),
});

export interface PairCounts extends ParametersOf<typeof pairCounts> {}

/** Shares of what may be lost that are bet: large for rare events, small where the claim is nearly true. */
const SHARES = [0.95, 0.8, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015];

export function eventEValue(counts: PairCounts, claim: PrivacyClaim): number {
  return exp(eventLogWealth(pairCounts.read(counts, "counts"), plainClaim.read(claim, "claim")));
}

/** The logarithm of the e-value. */
export function eventLogWealth(counts: PairCounts, { epsilon, delta }: PrivacyClaim): number {
  const { both, overOnly, underOnly, neither } = counts;
  requireInteger({ both, overOnly, underOnly, neither }, 0);
  requireNonNegative({ epsilon });
  requireProbability({ delta });
  // In units of what may be lost, so that no power overflows: (1 - delta) / (e^epsilon + delta) and so on.
  const unit = exp(-epsilon) / (1 + delta * exp(-epsilon));
  const terms = SHARES.map(
    (share) =>
      overOnly * log1p(share * (1 - delta) * unit) +
      underOnly * log1p(-share) +
      both * log1p(share * (unit - 1)) +
      neither * log1p(-share * delta * unit),
  );
  return logSumExp(terms) - log(SHARES.length);
}
