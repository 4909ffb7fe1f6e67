/**
 * Optimal composition of k releases, each (epsilon, delta)-private: the exact total, and nothing better holds for all of them.
 *
 * Theorem: the total delta at a total epsilon g >= 0 is 1 - (1 - delta)^k (1 - d), where d is the sum over l of
 * C(k, l) (1 + e^epsilon)^-k (e^((k - l) epsilon) - e^(g + l epsilon))_+, the delta of k-fold randomized response.
 * Source: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.3, which states it on the grid g = (k - 2i) epsilon; Murtagh, Vadhan (2016).
 * Two readings of the total epsilon: `optimalCompositionEpsilon` inverts delta(g) continuously, which is the exact answer;
 * `optimalCompositionGridEpsilon` is the least g on the theorem's own grid, as published tables have it, never below the former.
 * Method: the terms are positive and summed outwards from the largest, whose logarithm is exact; about 20 sqrt(k) of them matter.
 * Accuracy: delta within 1e-12 relative for k up to 1e6 (worst measured 2.6e-13); epsilons rounded up to the delta computed.
 * Limits: k up to 1e9, in time growing with sqrt(k). A total delta below 1 - (1 - delta)^k is refused: no epsilon has it.
 * @claim kov-optimal-composition
 */
import { binomialLogMass } from "../../numerics/binomial.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { raiseUntil } from "../../numerics/outward-rounding.ts";
import {
  declare,
  type Given,
  integer,
  nonNegative,
  type ParametersOf,
  probability,
  probabilityBelowOne,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";

const REPEATED = { epsilon: nonNegative, delta: probability, times: integer(1, 1e9) };

export interface RepeatedRelease extends Given<typeof REPEATED> {}

export const repeatedPoint = declare({ ...REPEATED, totalEpsilon: nonNegative });

export const repeatedTarget = declare(
  { ...REPEATED, totalDelta: probabilityBelowOne },
  ({ delta, times, totalDelta }) => {
    const least = -expm1(times * log1p(-delta));
    if (!(shareOf({ delta, times, totalDelta }) >= 0))
      refuse("totalDelta", `at least 1 - (1 - delta)^times = ${least}`, totalDelta);
  },
);

export interface RepeatedTarget extends ParametersOf<typeof repeatedTarget> {}

/** Terms below this share of the sum are left out. */
const NEGLIGIBLE = 1e-19;

export function optimalCompositionDelta(point: RepeatedRelease & { readonly totalEpsilon: number }): number {
  const { epsilon, delta, times, totalEpsilon } = repeatedPoint.read(point);
  if (delta === 1) return 1;
  return -expm1(times * log1p(-delta) + log1p(-exp(logResponseDelta({ epsilon, times, totalEpsilon }))));
}

/**
 * The least total epsilon at the total delta, exactly.
 * @also optimal composition, kov composition
 */
export function optimalCompositionEpsilon(wanted: RepeatedTarget): number {
  const { epsilon, times, ...deltas } = repeatedTarget.read(wanted);
  const target = log(shareOf({ ...deltas, times }));
  const excess = (totalEpsilon: number) => logResponseDelta({ epsilon, times, totalEpsilon }) - target;
  const basic = times * epsilon;
  if (target === -Infinity || basic === 0) return basic;
  if (excess(0) <= 0) return 0;
  const total = findRoot(excess, { lower: 0, upper: basic });
  return Math.min(
    basic,
    raiseUntil(total, (value) => value >= basic || excess(value) <= 0),
  );
}

/** The least of k epsilon, (k - 2) epsilon, (k - 4) epsilon, ... that has the total delta. */
export function optimalCompositionGridEpsilon(wanted: RepeatedTarget): number {
  const { epsilon, times, ...deltas } = repeatedTarget.read(wanted);
  const target = log(shareOf({ ...deltas, times }));
  // Steps down the grid: `low` of them are allowed, `high` are not.
  let low = 0;
  let high = Math.floor(times / 2) + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const totalEpsilon = (times - 2 * middle) * epsilon;
    if (logResponseDelta({ epsilon, times, totalEpsilon }) <= target) low = middle;
    else high = middle;
  }
  return (times - 2 * low) * epsilon;
}

/** The delta that k-fold randomized response may have; 0 for none. */
function shareOf({ delta, times, totalDelta }: Omit<RepeatedTarget, "epsilon">): number {
  return delta === 0 ? totalDelta : -expm1(log1p(-totalDelta) - times * log1p(-delta));
}

function logResponseDelta({
  epsilon,
  times,
  totalEpsilon,
}: {
  epsilon: number;
  times: number;
  totalEpsilon: number;
}): number {
  // Answers 0..last are those whose loss (times - 2 lies) epsilon exceeds the total.
  const last = Math.min(times, Math.ceil((times - totalEpsilon / epsilon) / 2) - 1);
  if (!(last >= 0)) return -Infinity;
  const lie = exp(-epsilon) / (1 + exp(-epsilon));
  const odds = exp(-epsilon);
  const start = Math.min(last, Math.floor((times + 1) * lie));
  const gap = (lies: number) => -expm1(Math.min(0, totalEpsilon - (times - 2 * lies) * epsilon));
  const widest = Math.min(1, times * epsilon);
  let sum = gap(start);
  for (let lies = start, mass = 1; lies > 0; lies--) {
    mass *= lies / (times - lies + 1) / odds;
    sum += mass * gap(lies - 1);
    if (mass < NEGLIGIBLE * (sum / widest)) break;
  }
  for (let lies = start, mass = 1; lies < last; lies++) {
    mass *= ((times - lies) / (lies + 1)) * odds;
    sum += mass * gap(lies + 1);
    if (mass < NEGLIGIBLE * (sum / widest)) break;
  }
  return Math.min(0, binomialLogMass({ trials: times, successes: start, probability: lie }) + log(sum));
}
