/**
 * Support audit: outputs of one neighbour that are impossible under the other, as floating-point noise leaves them.
 *
 * Theorem: an event that has probability 0 under a neighbour and happened refutes every (epsilon, 0); its probability is a lower bound
 * of delta at every epsilon, and its frequency gives a Clopper-Pearson limit for it.
 * Source: Mironov (CCS 2012), who showed that textbook Laplace noise in float64 leaves gaps that differ between neighbours.
 * Limits: rests on `isPossible`, which must know the other support exactly; it refutes, and never certifies.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { auditSupport, isFloatLaplaceOutput, releaseFloatLaplace } from "epsilab/attacks";
 * const random = stream(20261115, "support");
 * const outputs = Array.from({ length: 200 }, () => releaseFloatLaplace({ centre: 0, scale: 1 }, random));
 * const isPossible = (output: number) => isFloatLaplaceOutput(output, { centre: 1, scale: 1 });
 * auditSupport(outputs, isPossible, { epsilon: 1, delta: 0, errorRate: 0.01 }).verdict; // => 'violated'
 * ```
 * @claim float-attack
 */
import { declare, nonNegative, openProbability, type ParametersOf, probability } from "../numerics/parameters.ts";
import { requireFunction, requireList } from "../numerics/requirements.ts";
import type { PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { clopperPearsonLower } from "../statistics/proportion-interval.ts";

export interface SupportAudit extends PrivacyVerdict {
  readonly impossible: number;
  readonly trials: number;
  /** A lower confidence bound of delta, for every epsilon. */
  readonly deltaLowerBound: number;
}

export const supportClaim = declare({ epsilon: nonNegative, delta: probability, errorRate: openProbability });

/** `isPossible` must be exact: true only, and always, for outputs that the other neighbour can give. */
export function auditSupport<Output>(
  outputs: readonly Output[],
  isPossible: (output: Output) => boolean,
  claimed: ParametersOf<typeof supportClaim>,
): SupportAudit {
  const claim = supportClaim.read(claimed, "claim");
  requireList("outputs", outputs);
  requireFunction({ isPossible });
  const trials = outputs.length;
  const impossible = outputs.filter((output) => !isPossible(output)).length;
  const deltaLowerBound = clopperPearsonLower({ successes: impossible, trials, errorRate: claim.errorRate });
  const refuted = claim.delta === 0 ? impossible > 0 : deltaLowerBound > claim.delta;
  return {
    verdict: refuted ? "violated" : "not-refuted",
    lowerBound: refuted ? Infinity : 0,
    impossible,
    trials,
    deltaLowerBound,
  };
}
