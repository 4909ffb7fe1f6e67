/**
 * How far an answer of Thresholdout is from the holdout's mean: bounds on the probability that it is more than T + t tau away.
 *
 * Theorem: for an answer at a fixed place, whatever the analyst did before, and any 0 < a < 1,
 *   P(answered, and further than T + t tau) <= (B/2) e^(-a t/4) + (1/2) e^(-(1-a) t/8) + e^(-t/2):
 * one of the B threshold noises is above a t tau, or the comparison noise above (1 - a) t tau, or the release noise beyond t tau. For all
 * of m answers at once the second term has m in place of 1 and the third min(B, m). `thresholdoutTail` takes the best a.
 * The tail e^(-t/8) that is printed in lecture notes is right for the first answer, exactly (2/3) e^(-t/8) - (1/6) e^(-t/4), and while no
 * earlier answer can come from the holdout. Later it is not: the noise of a threshold that has lasted is larger than that of a fresh one
 * (`renewedTail` is the exact value for queries on which both sets agree), and an analyst can fish for a lucky one (and for those).
 * For the population, as opposed to the holdout, add `overfittingTail` and one tau; that needs B <= tau^2 n.
 * Source: the algorithm of Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015); the union bound is ours.
 * @claim thresholdout-accuracy
 */
import { exp } from "../numerics/exponential.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { count, declare, integer, nonNegative, optional, type ParametersOf } from "../numerics/parameters.ts";
import { requireNonNegative } from "../numerics/requirements.ts";
import { panelRule } from "../privacy/loss/gauss-panel.ts";
import { THEOREM_SCALES } from "./thresholdout-noise.ts";

export const thresholdoutTailParameters = declare({
  budget: count,
  /** t: how far beyond the threshold, in units of the tolerance. */
  deviation: nonNegative,
  /** How many answers are meant at once; 1 for an answer at a fixed place. */
  answers: optional(count, 1),
});

export interface ThresholdoutTail extends ParametersOf<typeof thresholdoutTailParameters> {}

/** The bound at its best a, at most 1. */
export function thresholdoutTail(parameters: ThresholdoutTail): number {
  const { budget, deviation, answers } = thresholdoutTailParameters.read(parameters);
  const bound = (share: number) =>
    (budget / 2) * exp((-share * deviation) / 4) + (answers / 2) * exp((-(1 - share) * deviation) / 8);
  const { value } = goldenSection(bound, { lower: 0, upper: 1, tolerance: 1e-9 });
  // The ends are allowed in the limit.
  const best = Math.min(value, bound(0), bound(1));
  return Math.min(1, best + Math.min(budget, answers) * exp(-deviation / 2));
}

/** The probability that a first query with means T + t tau apart is answered by the training set: (2/3) e^(-t/8) - (1/6) e^(-t/4). */
export function firstAnswerTail(deviation: number): number {
  requireNonNegative({ deviation });
  return (2 / 3) * exp(-deviation / 8) - exp(-deviation / 4) / 6;
}

const MOST_BEFORE = 2000;

export const renewedTailParameters = declare({
  /** T, in units of the tolerance. */
  threshold: nonNegative,
  budget: count,
  deviation: nonNegative,
  /** How many queries came before. */
  before: integer(0, MOST_BEFORE),
  /** With how many queries, T + t tau apart, every epoch begins: those of a fishing analyst. On all others the sets agree. */
  baits: optional(integer(0), 0),
});

export interface RenewedTail extends ParametersOf<typeof renewedTailParameters> {}

/**
 * The exact probability that the query after `before` others is answered, by the training set, though the means are T + t tau apart. The
 * epochs between answers from the holdout are independent and alike, so that their ends are a renewal process: `ends[j]` is the chance
 * that query j ends the epoch at hand.
 */
export function renewedTail(parameters: RenewedTail): number {
  const { threshold, budget, deviation, before, baits } = renewedTailParameters.read(parameters);
  const { passes, stops } = epochLaw({ threshold, deviation, before, baits });
  let ends = new Float64Array(before + 1);
  ends[0] = 1;
  let tail = 0;
  for (let used = 0; used < budget && used <= before; used++) {
    for (let j = 0; j <= before; j++) tail += ends[j] * passes[before - j];
    const next = new Float64Array(before + 1);
    for (let j = 0; j <= before; j++) {
      if (ends[j] === 0) continue;
      for (let age = 1; j + age <= before; age++) next[j + age] += ends[j] * stops[age];
    }
    ends = next;
  }
  return Math.min(1, tail);
}

/** Beyond this many units from its corners an integrand is below 1e-17 of its peak. */
const REACH = 160;

/**
 * For every age: the chance that an epoch has got so old and lets the last query pass (`passes`), and that it ends with the query of that
 * age (`stops`); integrals over the threshold's noise, for all ages at once.
 */
function epochLaw({ threshold, deviation, before, baits }: Required<Omit<RenewedTail, "budget">>) {
  const { threshold: thresholdScale, comparison } = THEOREM_SCALES;
  const corners = [...new Set([-threshold - REACH, -threshold, 0, deviation, deviation + REACH])].sort((a, b) => a - b);
  const [passes, stops] = [new Float64Array(before + 1), new Float64Array(before + 1)];
  const below = (x: number) => (x < 0 ? exp(x / comparison) / 2 : 1 - exp(-x / comparison) / 2);
  const add = (y: number, weight: number) => {
    let alive = (weight * exp(-Math.abs(y) / thresholdScale)) / (2 * thresholdScale);
    const [far, near] = [below(y - deviation), below(y + threshold)];
    for (let age = 0; age <= before; age++) {
      passes[age] += alive * far;
      const chance = age < baits ? far : near;
      if (age < before) stops[age + 1] += alive * (1 - chance);
      alive *= chance;
    }
  };
  for (let c = 0; c + 1 < corners.length; c++) {
    const [from, to] = [corners[c], corners[c + 1]];
    const { nodes, weights, panels } = panelRule({ from, to, panel: 2 });
    const half = (to - from) / (2 * panels);
    for (let p = 0; p < panels; p++) {
      const middle = from + (2 * p + 1) * half;
      for (let k = 0; k < nodes.length; k++) add(middle + half * nodes[k], half * weights[k]);
    }
  }
  return { passes, stops };
}
