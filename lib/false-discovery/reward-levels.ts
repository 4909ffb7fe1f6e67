/**
 * Levels from rewards: the sums that LORD++, SAFFRON, ADDIS and generalised alpha-investing test at.
 *
 * An initial wealth is spread over the tests to come by a gamma sequence, and so is the reward of each rejection. With n the time
 * of the next test,
 *   sum = wealth gamma_n + first gamma_(n - s_1) + later (gamma_(n - s_2) + gamma_(n - s_3) + ...)
 * where s_j is the time just before the test that follows rejection j, so that a reward starts with gamma_1 there. Time goes by one
 * for each test, except for those that `record` says to wait for: candidates of SAFFRON, candidates and discarded tests of ADDIS,
 * rejections of alpha-investing. The level is the sum, at most `most`; on the scale of odds it is sum / (1 + sum).
 *
 * Accuracy: `level` is non-negative and within a thousandth of the sum, whatever gamma; within a few units in the last place where
 * no transform has a part in it.
 * Exactness: `levelFor(p)` is within its bound of the exact level and on its side of p. The sum is an online convolution, O(log^2
 * n) a test, with a proved error; if p lies within the error, the sum is made again in double-double arithmetic, and if that leaves
 * it open, in integers.
 * @internal
 */
import { type ConvolutionKernel, convolutionKernel, OnlineConvolution } from "../numerics/online-convolution.ts";
import { refuse, refuseData, requireInteger } from "../numerics/requirements.ts";
import { exactlyAtMost } from "./exact-level.ts";
import { type GammaSequence, LARGEST_HORIZON, probesOf, requireSameGamma } from "./gamma-sequence.ts";
import type { SavedSession } from "./online-rule.ts";

export interface RewardSpread {
  readonly gamma: GammaSequence;
  readonly wealth: number;
  /** Of the first rejection, and of each later one. */
  readonly first: number;
  readonly later: number;
  /** No level is above it. */
  readonly most: number;
  readonly scale: "level" | "odds";
}

const kernels = new WeakMap<GammaSequence, ConvolutionKernel>();

function kernelOf(gamma: GammaSequence): ConvolutionKernel {
  let kernel = kernels.get(gamma);
  if (kernel === undefined) {
    kernel = convolutionKernel((count) => gamma.upTo(Math.min(count, gamma.horizon, LARGEST_HORIZON)));
    kernels.set(gamma, kernel);
  }
  return kernel;
}

export class RewardLevels {
  readonly #spread: RewardSpread;
  /** How many of the later rewards start at each time. */
  #later: OnlineConvolution;
  /** When they start, in order. */
  #starts: number[] = [];
  /** When the first reward starts, or -1. */
  #first = -1;
  #time = 1;

  constructor(spread: RewardSpread) {
    this.#spread = spread;
    this.#later = new OnlineConvolution(kernelOf(spread.gamma));
  }

  /** Of the next test; refuses beyond the horizon of gamma. */
  get level(): number {
    const sum = this.#sum();
    return Math.min(this.#spread.most, this.#spread.scale === "odds" ? sum / (1 + sum) : sum);
  }

  /** The level of the next test, so near to the exact one that `p <= levelFor(p)` is the exact decision. */
  levelFor(p: number): number {
    const level = this.level;
    const error = 1.01 * this.#spread.later * this.#later.transformError + level * ROUNDING + LEAST;
    if (Math.abs(p - level) > error || p > this.#spread.most) return level;
    return this.#isExactlyAtMost(p) ? Math.max(level, p) : Math.min(level, floatBelow(p));
  }

  /** Goes on to the next test. Time stands still for a test that `waits`. */
  record(rejected: boolean, waits: boolean): void {
    if (!waits) this.#advance();
    if (!rejected) return;
    if (this.#first < 0) {
      this.#first = this.#time - 1;
      return;
    }
    this.#later.add(1);
    this.#starts.push(this.#time - 1);
  }

  /** The times at which rewards start, in order, and values of gamma to know it by. */
  save(): SavedSession["state"] {
    const rewards = this.#first < 0 ? [] : [this.#first, ...this.#starts];
    return { time: this.#time, rewards, gamma: probesOf(this.#spread.gamma, this.#time) };
  }

  static restore(spread: RewardSpread, { state, tests, rejections }: SavedSession): RewardLevels {
    const { time, rewards, gamma } = state;
    if (typeof time !== "number") refuse("time of the saved session", "a number", time);
    requireInteger({ "time of the saved session": time }, 1);
    if (time > tests + 1 || time > spread.gamma.horizon + 1)
      refuse("time of the saved session", `at most ${Math.min(tests, spread.gamma.horizon) + 1}`, time);
    if (!Array.isArray(rewards) || rewards.length !== rejections)
      refuse("rewards of the saved session", `a list of ${rejections} times`, rewards);
    requireSameGamma(spread.gamma, time, gamma);
    const counts = new Float64Array(time);
    let before = 0;
    rewards.forEach((start: unknown, i) => {
      if (!(typeof start === "number" && Number.isInteger(start) && start >= before && start < time))
        refuseData("rewards of the saved session", "times in order, before the present one");
      before = start;
      if (i > 0) counts[start]++;
    });
    const restored = new RewardLevels(spread);
    restored.#time = time;
    restored.#first = rewards.length > 0 ? rewards[0] : -1;
    restored.#starts = rewards.slice(1);
    restored.#later = OnlineConvolution.at(kernelOf(spread.gamma), counts);
    return restored;
  }

  #advance(): void {
    this.#later.advance();
    this.#time++;
  }

  #sum(): number {
    const { gamma, wealth, first, later } = this.#spread;
    // Twice as far as now: what the convolution asks for later is then checked, and cannot be refused half-way.
    const values = gamma.upTo(Math.max(this.#time, Math.min(2 * this.#time, gamma.horizon, LARGEST_HORIZON)));
    let sum = wealth * values[this.#time - 1];
    if (this.#first >= 0) sum += first * values[this.#time - 1 - this.#first];
    const total = sum + later * this.#later.value;
    // Where gamma falls so fast that the error of transforms is a part of the sum, or above it, the few rewards are added one by one.
    if (later * this.#later.transformError <= LARGEST_SHARE * total) return total;
    return sum + later * this.#directly(values);
  }

  /** The sum of the later rewards' gamma, from the newest, the largest, until the rest is below rounding. */
  #directly(gamma: Float64Array): number {
    let sum = 0;
    for (let j = this.#starts.length - 1; j >= 0; j--) {
      const value = gamma[this.#time - 1 - this.#starts[j]];
      sum += value;
      if (value * j <= LEAST_SHARE * sum) break;
    }
    return sum;
  }

  #isExactlyAtMost(p: number): boolean {
    const { gamma, wealth, first, later, scale } = this.#spread;
    const values = gamma.upTo(this.#time);
    const single: (readonly [number, number])[] = [[wealth, values[this.#time - 1]]];
    if (this.#first >= 0) single.push([first, values[this.#time - 1 - this.#first]]);
    return exactlyAtMost(p, { single, later, counts: this.#later.amounts, gamma: values, scale });
  }
}

const ROUNDING = 1.4210854715202004e-14; // 2^-46: 100 units of the convolution and a few products and sums
const LARGEST_SHARE = 0.0009765625; // 2^-10
const LEAST_SHARE = 8.881784197001252e-16; // 2^-50
const LEAST = 1e-320; // products that are no normal numbers

/** The largest float64 below p > 0. */
function floatBelow(p: number): number {
  const word = new DataView(new ArrayBuffer(8));
  word.setFloat64(0, p);
  word.setBigUint64(0, word.getBigUint64(0) - 1n);
  return word.getFloat64(0);
}
