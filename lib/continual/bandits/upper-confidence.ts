/**
 * Upper confidence: pull the arm whose mean may be the largest, by the upper end of its confidence interval. The twin of
 * `privateUpperConfidence` without privacy.
 *
 * The interval after n pulls of an arm is the mean of its rewards, plus sqrt(ln(1 / d) / (2 n)), d = errorRate / (T' + 1), where T' =
 * T - K + 1 is the largest number of pulls of an arm: each is pulled once first. Ties go to the arm named first.
 *
 * Theorem: let u(gap) be the first n at which twice the radius of the interval is below the gap, T' if there is none. Then the
 * expected number of pulls of an arm is at most u + T' errorRate, and the expected regret at most the sum over arms of gap min(T',
 * u + T' errorRate).
 * Proof: the rewards of an arm may be drawn beforehand, in the order of its pulls. With probability 1 - T' d the best arm's upper
 * end is at least its mean at all n <= T' (Hoeffding), and with 1 - d the arm's own mean after u pulls is at most its radius too
 * high. Then its upper end is below the best mean, and it is not pulled again. Otherwise it is pulled T' times at most; (T' + 1) d =
 * errorRate.
 * Source: Auer, Cesa-Bianchi, Fischer (Machine Learning 2002), doi:10.1023/A:1013689704352, with a level that is fixed by the
 * horizon; the constants are ours.
 * Limits: needs the horizon; no privacy.
 * @example
 * ```ts
 * import { upperConfidence } from "epsilab/continual";
 * const bandit = upperConfidence({ arms: 2, horizon: 10000 });
 * bandit.regretBound([0.5, 0.3]); // => 184.5...
 * const session = bandit.start();
 * session.observe(1);
 * session.observe(0);
 * session.choose(); // => 0
 * ```
 * @claim private-bandits
 */
import { log } from "../../numerics/logarithm.ts";
import type { Stream } from "../../random/stream.ts";
import { UsedStreams } from "../../random/used-streams.ts";
import {
  type Bandit,
  type BanditParameters,
  type BanditRules,
  banditParameters,
  clippedReward,
  gapsOf,
  type PrivateBanditSession,
  requireRound,
} from "./private-bandit.ts";

export function upperConfidence(parameters: BanditParameters): Bandit {
  const { arms, horizon, errorRate = 1 / horizon } = banditParameters.read(parameters);
  const mostPulls = horizon - arms + 1;
  const logLevel = log((mostPulls + 1) / errorRate);
  const radius = (pulls: number) => Math.sqrt(logLevel / (2 * pulls));
  const rules: ConfidenceRules = {
    ...{ arms, horizon, errorRate, radius, leastRadius: radius },
    sumOf: () => {
      let sum = 0;
      return (reward) => {
        sum += reward;
        return sum;
      };
    },
  };
  return { name: "upper-confidence", ...confidenceBandit(rules), start: () => new ConfidenceSession(rules) as never };
}

export interface ConfidenceRules extends BanditRules {
  /** How far above its mean the upper end of an arm is after this many pulls. */
  readonly radius: (pulls: number) => number;
  /** At most that, and falling. */
  readonly leastRadius: (pulls: number) => number;
  /** Starts the running sum of one arm's rewards. */
  readonly sumOf: () => (reward: number, random: Stream) => number;
}

/** All of a learner by upper ends but its session. */
export function confidenceBandit(rules: ConfidenceRules): Omit<Bandit, "name" | "start"> {
  const { arms, horizon, errorRate } = rules;
  const mostPulls = horizon - arms + 1;
  const bound = (means: ArrayLike<number>, more: number) => {
    const gaps = gapsOf(means, arms);
    const largest = gaps.reduce((most, gap) => Math.max(most, gap));
    return gaps.reduce(
      (sum, gap) =>
        Math.min(largest * horizon, sum + (gap === 0 ? 0 : gap * Math.min(mostPulls, pullsOf(rules, gap) + more))),
      0,
    );
  };
  return {
    arms,
    horizon,
    regretBound: (means) => bound(means, mostPulls * errorRate),
    likelyRegret: (means) => bound(means, 0),
  };
}

/** u: the first number of pulls after which an arm with this gap is told from the best, or the largest there is. */
function pullsOf({ radius, leastRadius, arms, horizon }: ConfidenceRules, gap: number): number {
  // A hair below the gap: radii are rounded.
  const half = (gap / 2) * (1 - 1e-12);
  let [before, pulls] = [0, horizon - arms + 1];
  while (pulls - before > 1) {
    const middle = Math.floor((before + pulls) / 2);
    if (leastRadius(middle) < half) pulls = middle;
    else before = middle;
  }
  while (pulls < horizon - arms + 1 && !(radius(pulls) < half)) pulls++;
  return pulls;
}

export class ConfidenceSession implements PrivateBanditSession {
  readonly #rules: ConfidenceRules;
  readonly #counters: ((reward: number, random: Stream) => number)[];
  readonly #pulls: Float64Array;
  readonly #upper: Float64Array;
  readonly #sums: Float64Array;
  readonly #streams = new UsedStreams();
  #arm = 0;
  #time = 0;

  constructor(rules: ConfidenceRules) {
    const { arms, sumOf } = rules;
    this.#rules = rules;
    this.#counters = Array.from({ length: arms }, sumOf);
    this.#pulls = new Float64Array(arms);
    this.#upper = new Float64Array(arms).fill(Infinity);
    this.#sums = new Float64Array(arms);
  }

  get time(): number {
    return this.#time;
  }

  get committed(): number {
    const { arms, horizon } = this.#rules;
    return arms === 1 ? horizon - this.#time : Math.min(1, horizon - this.#time);
  }

  get sums(): Float64Array {
    return this.#sums.slice();
  }

  choose(): number {
    requireRound(this.#time, this.#rules.horizon);
    return this.#arm;
  }

  observe(reward: number, random: Stream): void {
    requireRound(this.#time, this.#rules.horizon);
    const taken = clippedReward(reward);
    this.#streams.take(random);
    const upper = this.#upper;
    const arm = this.#arm;
    const sum = this.#counters[arm](taken, random);
    const pulls = ++this.#pulls[arm];
    this.#time++;
    this.#sums[arm] = sum;
    upper[arm] = sum / pulls + this.#rules.radius(pulls);
    let best = 0;
    for (let other = 1; other < upper.length; other++) if (upper[other] > upper[best]) best = other;
    this.#arm = best;
  }
}
