/**
 * How far an answer of Thresholdout is from the holdout's mean: bounds on the probability that it is more than T + t tau away.
 *
 * Theorem: for an answer at a fixed place, whatever the analyst did before, and any 0 < a < 1,
 *   P(answered, and further than T + t tau) <= (B/2) e^(-a t/4) + (1/2) e^(-(1-a) t/8) + e^(-t/2):
 * one of the B threshold noises is above a t tau, or the comparison noise above (1 - a) t tau, or the release noise beyond t tau. For all
 * of m answers at once the second term has m in place of 1 and the third min(B, m). `thresholdoutTail` takes the best a.
 * The tail e^(-t/8) that is printed in lecture notes is right for the first answer, exactly (2/3) e^(-t/8) - (1/6) e^(-t/4), and while no
 * earlier answer can come from the holdout. Later it is not: the noise of a threshold that has lasted is larger than that of a fresh one
 * (`renewedTail` is the exact value for queries on which both sets agree), and an analyst can fish for a lucky one.
 * For the population, as opposed to the holdout, add `overfittingTail` and one tau; that needs B <= tau^2 n.
 * Source: the algorithm of Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015); the union bound is ours.
 */
import { exp } from "../numerics/exponential.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { refuse, requireInteger, requireNonNegative } from "../numerics/requirements.ts";
import { logAnswersProbability } from "./comparison-law.ts";
import { THEOREM_SCALES } from "./thresholdout-noise.ts";

export interface ThresholdoutTail {
  readonly budget: number;
  /** t: how far beyond the threshold, in units of the tolerance. */
  readonly deviation: number;
  /** How many answers are meant at once; 1 for an answer at a fixed place. */
  readonly answers?: number;
}

/** The bound at its best a, at most 1. */
export function thresholdoutTail({ budget, deviation, answers = 1 }: ThresholdoutTail): number {
  requireInteger({ budget, answers }, 1);
  requireNonNegative({ deviation });
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

export interface RenewedTail {
  /** T, in units of the tolerance. */
  readonly threshold: number;
  readonly budget: number;
  readonly deviation: number;
  /** How many queries came before, on which training set and holdout agree. */
  readonly before: number;
}

const MOST_BEFORE = 2000;

/**
 * The exact probability that the query after `before` others is answered, by the training set, though the means are T + t tau apart. The
 * epochs between answers from the holdout are independent, so that their ends are a renewal process: `ends[a][j]` is the chance that the
 * a-th of them ends with query j.
 */
export function renewedTail({ threshold, budget, deviation, before }: RenewedTail): number {
  requireNonNegative({ threshold, deviation });
  requireInteger({ budget }, 1);
  requireInteger({ before }, 0);
  if (before > MOST_BEFORE) refuse("before", `at most ${MOST_BEFORE}`, before);
  const noise = { thresholdScale: THEOREM_SCALES.threshold, queryScale: THEOREM_SCALES.comparison };
  const probability = (gaps: readonly number[], last: boolean) =>
    exp(
      logAnswersProbability(
        noise,
        gaps,
        gaps.map((_, i) => last && i === gaps.length - 1),
      ),
    );
  const agreeing = (count: number) => new Array<number>(count).fill(-threshold);
  const lasts = Array.from({ length: before + 1 }, (_, age) => probability([...agreeing(age), deviation], false));
  const length = Array.from({ length: before + 1 }, (_, age) => (age === 0 ? 0 : probability(agreeing(age), true)));
  let ends = new Float64Array(before + 1);
  ends[0] = 1;
  let tail = 0;
  for (let used = 0; used < budget; used++) {
    for (let j = 0; j <= before; j++) tail += ends[j] * lasts[before - j];
    const next = new Float64Array(before + 1);
    for (let j = 0; j <= before; j++) {
      if (ends[j] === 0) continue;
      for (let age = 1; j + age <= before; age++) next[j + age] += ends[j] * length[age];
    }
    ends = next;
    if (ends.every((mass) => mass === 0)) break;
  }
  return Math.min(1, tail);
}
