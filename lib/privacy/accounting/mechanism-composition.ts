/**
 * Mechanisms used together on the same records: what they lose in all, for any adaptive sequence of them.
 *
 * Theorem: if a pair of laws dominates each mechanism, the pair of products dominates their adaptive composition.
 * Each mechanism gives its own dominating pair; one that has none gives the worst pair of its guarantee: leaky randomized response
 * for (epsilon, delta), two normal laws for mu.
 * Source: Zhu, Dong, Wang (AISTATS 2022) on dominating pairs; Kairouz, Oh, Viswanath (2015) for the worst pair.
 * Limits: `upper` holds for every sequence. `lower` is what independent releases reach on neighbours that are the worst for all of them, so it
 * is 0 unless every pair is attained. All relations must be the same; a mechanism with a zero-concentrated or Renyi guarantee and no
 * loss distribution is refused: compose those guarantees as such.
 */
import { refuse, requireInteger, requireList } from "../../numerics/requirements.ts";
import type { DominatingPair, Mechanism } from "../guarantees/mechanism.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";
import { worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianPld } from "../loss/gaussian-pld.ts";
import { type CertifiedInterval, type LossEvent, pldDelta, pldEpsilon } from "../loss/pld-accountant.ts";

/** What of a mechanism composition needs. */
export type Composable = Pick<Mechanism<never, unknown, never>, "name" | "neighbours" | "guarantee" | "privacyLoss">;

export interface RepeatedMechanism {
  readonly mechanism: Composable;
  readonly times: number;
}

export interface ComposedPrivacy {
  readonly neighbours: Neighbours;
  /** Whether `lower` is reached by independent releases on common worst neighbours. */
  readonly attained: boolean;
  epsilonAt(delta: number): CertifiedInterval;
  deltaAt(epsilon: number): CertifiedInterval;
}

export function compose(parts: readonly RepeatedMechanism[]): ComposedPrivacy {
  requireList("parts", parts);
  if (!Array.isArray(parts) || parts.length === 0) refuse("parts", "one or more mechanisms", parts);
  const [{ mechanism: first }] = parts;
  const pairs = parts.map(({ mechanism, times }) => {
    requireInteger({ times }, 1);
    if (mechanism.neighbours !== first.neighbours)
      refuse(`neighbours of ${mechanism.name}`, `${first.neighbours}, as of ${first.name}`, mechanism.neighbours);
    return { pair: pairOf(mechanism), times };
  });
  const events: LossEvent[] = pairs.flatMap(({ pair, times }) => (pair === undefined ? [] : [{ loss: pair, times }]));
  const attained = pairs.every(({ pair }) => pair === undefined || pair.attained);
  const honest = (interval: CertifiedInterval): CertifiedInterval =>
    attained ? interval : { lower: 0, estimate: interval.upper, upper: interval.upper };
  const nothing = { lower: 0, estimate: 0, upper: 0 };
  return {
    neighbours: first.neighbours,
    attained,
    epsilonAt: (delta) => (events.length === 0 ? nothing : honest(pldEpsilon({ events, delta }))),
    deltaAt: (epsilon) => (events.length === 0 ? nothing : honest(pldDelta({ events, epsilon }))),
  };
}

/** Undefined for a mechanism that tells nothing. */
function pairOf(mechanism: Composable): DominatingPair | undefined {
  const { name, guarantee } = mechanism;
  const own = mechanism.privacyLoss?.();
  if (own !== undefined) return own;
  switch (guarantee.kind) {
    case "pure":
      if (guarantee.epsilon === 0) return undefined;
      return { ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false };
    case "approximate":
      if (guarantee.epsilon === 0 && guarantee.delta === 0) return undefined;
      // The worst pair is one of a positive epsilon; a little more of it is still an upper bound.
      return {
        ...worstCasePld({ epsilon: Math.max(guarantee.epsilon, 1e-9), delta: guarantee.delta }),
        attained: false,
      };
    case "gaussian":
      if (guarantee.mu === 0) return undefined;
      return { ...gaussianPld({ sigma: 1, sensitivity: guarantee.mu }), attained: false };
    default:
      return refuse(
        `guarantee of ${name}`,
        "pure, approximate or gaussian without a loss distribution",
        guarantee.kind,
      );
  }
}
