/**
 * The dominating pair of discrete Laplace noise of scale sensitivity / epsilon, in whole steps.
 *
 * Up to a sensitivity of 2^20 it is the pair a sensitivity apart, which dominates the nearer ones since the noise is log-concave. Beyond,
 * where listing the losses would take too long, randomized response stands in, which dominates every epsilon-private mechanism.
 */

import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { discreteLaplacePld, worstCasePld } from "../../privacy/loss/discrete-pld.ts";

const MOST_STEPS = 1048576; // 2^20

export function discreteLaplacePair(epsilon: number, sensitivity: number): DominatingPair {
  if (sensitivity > MOST_STEPS) return { ...worstCasePld({ epsilon, delta: 0 }), attained: false };
  return { ...discreteLaplacePld({ scale: sensitivity / epsilon, sensitivity }), attained: true };
}
