/**
 * Successive elimination: pull all arms in turn, and drop those that are surely not the best. The twin of `privateElimination`
 * without privacy.
 *
 * In epoch e = 1, 2, ... every arm that is left is pulled R times, one arm after another, and only the rewards of this epoch are
 * used. R is the least number with sqrt(ln(2 K / f) / (2 R)) <= 2^-e / 4, f = errorRate / (e (e + 1)); the left side is the width
 * w. An arm is dropped if its mean is more than 2 w below the largest. The last arm is pulled to the end. Where the rounds that are
 * left do not suffice for an epoch, the arms share them evenly.
 *
 * Theorem: with probability 1 - errorRate the best arm is never dropped, and an arm with a gap is dropped after the first epoch e
 * with 2^-e < gap at the latest. The expected regret is at most the sum over arms of gap min(T, R_1 + ... + R_e), plus errorRate T
 * times the largest gap.
 * Proof: in an epoch all means are within w of their expectations with probability 1 - f (Hoeffding), and the sum of f over all
 * epochs is `errorRate`. Then the best arm is at most 2 w below the largest, and an arm with a gap above 2^-e >= 4 w is more than 2
 * w below the best one.
 * Source: Even-Dar, Mannor, Mansour (JMLR 2006), with the epochs of Sajed, Sheffet (ICML 2019); the constants are ours.
 * Limits: rewards of earlier epochs are forgotten, as its private twin must do; needs the horizon; no privacy.
 * @example
 * ```ts
 * import { successiveElimination } from "epsilab/continual";
 * const bandit = successiveElimination({ arms: 2, horizon: 100000 });
 * bandit.regretBound([0.5, 0.3]); // => 2038.8...
 * bandit.start().committed; // => 435
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

export function successiveElimination(parameters: BanditParameters): Bandit {
  const { arms, horizon, errorRate = 1 / horizon } = banditParameters.read(parameters);
  const batches = batchesOf({ arms, horizon, errorRate });
  const rules: EliminationRules = { arms, horizon, errorRate, batches, sumOf: (sum) => sum };
  return {
    name: "successive-elimination",
    ...eliminationBandit(rules),
    start: () => new EliminationSession(rules) as never,
  };
}

/** One epoch: how often each arm is pulled, and how far a mean may be off. */
export interface Batch {
  readonly pulls: number;
  readonly width: number;
}

export interface EliminationRules extends BanditRules {
  /** Of epoch 1, 2, ... as long as they are no longer than the horizon. */
  readonly batches: readonly Batch[];
  /** The sum of a batch as it is used. */
  readonly sumOf: (sum: number, random: Stream) => number;
}

/** The batches, with noise of scale 1 / epsilon on each sum unless there is none. */
export function batchesOf({ arms, horizon, errorRate }: BanditRules, epsilon?: number): readonly Batch[] {
  const batches: Batch[] = [];
  for (let epoch = 1, most = 0.125; ; epoch++, most /= 2) {
    // Of both terms, if there is noise.
    const logLevel = log(((epsilon === undefined ? 2 : 4) * arms * epoch * (epoch + 1)) / errorRate);
    const root = Math.sqrt(logLevel / 2);
    const reciprocal = epsilon === undefined ? 0 : (logLevel - Math.LN2) / epsilon;
    const width = (pulls: number) => root / Math.sqrt(pulls) + reciprocal / pulls;
    // root u + reciprocal u^2 = most, u = 1 / sqrt(pulls).
    const u = (2 * most) / (root + Math.sqrt(root * root + 4 * reciprocal * most));
    let pulls = Math.max(1, Math.ceil((1 / (u * u)) * (1 - 1e-12)));
    if (!(pulls * Math.min(arms, 2) <= horizon)) return batches;
    while (width(pulls) > most) pulls++;
    batches.push({ pulls, width: width(pulls) });
  }
}

/** All of a learner by elimination but its session. */
export function eliminationBandit(rules: EliminationRules): Omit<Bandit, "name" | "start"> {
  const { arms, horizon, errorRate } = rules;
  const whileRight = (gaps: readonly number[]) =>
    gaps.reduce((sum, gap) => sum + gap * Math.min(horizon, pullsOf(rules, gap)), 0);
  return {
    arms,
    horizon,
    likelyRegret: (means) => {
      const gaps = gapsOf(means, arms);
      return Math.min(whileRight(gaps), mostRegret(rules, gaps));
    },
    regretBound: (means) => {
      const gaps = gapsOf(means, arms);
      const largest = gaps.reduce((most, gap) => Math.max(most, gap));
      return Math.min(largest * horizon, whileRight(gaps) + errorRate * horizon * largest);
    },
  };
}

/**
 * Of every run: the first batches are pulled in turn whatever the rewards are, as far as the rounds suffice; of the rest each may
 * cost the largest gap.
 */
function mostRegret({ arms, horizon, batches }: EliminationRules, gaps: readonly number[]): number {
  const even = Math.ceil(horizon / arms);
  const first = Math.min(even, batches[0]?.pulls ?? even);
  const largest = gaps.reduce((most, gap) => Math.max(most, gap));
  return gaps.reduce(
    (sum, gap, arm) => sum + gap * Math.min(first, Math.max(0, horizon - arm * first)),
    largest * Math.max(0, horizon - arms * first),
  );
}

/** How often an arm with this gap is pulled, at most, while the bounds hold. */
function pullsOf({ batches, horizon }: EliminationRules, gap: number): number {
  let [pulls, apart] = [0, 0.5];
  for (const batch of batches) {
    pulls += batch.pulls;
    if (apart < gap) return pulls;
    apart /= 2;
  }
  return horizon;
}

export class EliminationSession implements PrivateBanditSession {
  readonly #rules: EliminationRules;
  readonly #sums: Float64Array;
  readonly #streams = new UsedStreams();
  #left: readonly number[];
  /** How many epochs have ended. */
  #ended = 0;
  /** Of the arm among those left. */
  #place = 0;
  /** Of an arm in this epoch, as far as the horizon allows. */
  #wanted: number;
  #pulls = 0;
  #sum = 0;
  #time = 0;

  constructor(rules: EliminationRules) {
    this.#rules = rules;
    this.#sums = new Float64Array(rules.arms);
    this.#left = Array.from({ length: rules.arms }, (_, arm) => arm);
    this.#wanted = this.#share();
  }

  get time(): number {
    return this.#time;
  }

  get committed(): number {
    const rest = this.#rules.horizon - this.#time;
    return this.#left.length === 1 ? rest : Math.min(rest, this.#wanted - this.#pulls);
  }

  get sums(): Float64Array {
    return this.#sums.slice();
  }

  choose(): number {
    requireRound(this.#time, this.#rules.horizon);
    return this.#left[this.#place];
  }

  observe(reward: number, random: Stream): void {
    requireRound(this.#time, this.#rules.horizon);
    const taken = clippedReward(reward);
    this.#streams.take(random);
    this.#time++;
    if (this.#left.length === 1) return;
    this.#sum += taken;
    if (++this.#pulls === this.#wanted) this.#endBatch(random);
  }

  /** The pulls of a batch, or an even share of the rounds that are left where these are too few to end the epoch. */
  #share(): number {
    const { horizon, batches } = this.#rules;
    const even = Math.ceil((horizon - this.#time) / this.#left.length);
    return Math.min(even, batches[this.#ended]?.pulls ?? even);
  }

  #endBatch(random: Stream): void {
    const batch = this.#rules.batches[this.#ended];
    const left = this.#left;
    const sum = this.#sum;
    const arm = left[this.#place];
    this.#sum = 0;
    this.#pulls = 0;
    this.#place = (this.#place + 1) % left.length;
    // No sum is used of a batch that is too short.
    if (this.#wanted !== batch?.pulls) return;
    this.#sums[arm] = this.#rules.sumOf(sum, random);
    if (this.#place > 0) return;
    this.#left = stillIn(this.#sums, left, batch);
    this.#ended++;
    this.#wanted = this.#share();
  }
}

/** The arms whose sums are near enough to the largest. */
function stillIn(sums: ArrayLike<number>, arms: readonly number[], { pulls, width }: Batch): readonly number[] {
  const largest = arms.reduce((most, arm) => Math.max(most, sums[arm]), -Infinity);
  return arms.filter((arm) => largest - sums[arm] <= 2 * width * pulls);
}
