/**
 * Membership game: a mechanism, its two neighbouring inputs, and a statistic that orders outputs by their likelihood ratio.
 *
 * The null hypothesis is that the person is not in the data; an attack guesses "member" where the statistic is above a cut. Its type I error,
 * alpha, is guessing "member" of a non-member; its type II error, beta, is guessing "non-member" of a member. By the lemma of Neyman and
 * Pearson these cuts are the most powerful tests at their levels, so that (alpha, beta) over all cuts is the trade-off curve, up to
 * randomisation at ties, which makes it linear between two cuts.
 * Statistics are counted in classes: class k holds what lies between cut k - 1 and cut k. A continuous statistic has about four thousand
 * classes of nearly equal mass; what happens between two cuts is bounded by their exact rates, since both errors are monotone.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { tradeOffOfLaws } from "../../lib/privacy/finite-trade-off.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../lib/privacy/law.ts";
import type { TradeOff } from "../../lib/privacy/trade-off.ts";
import type { Stream } from "../../lib/random/stream.ts";

const CELLS = 65_536;
const CLASSES = 4096;
const NEGLIGIBLE = 1e-9;

export interface Claimed {
  readonly epsilon: number;
  readonly delta: number;
}

export interface MembershipGame {
  readonly claimed: Claimed;
  readonly curve: TradeOff;
  readonly classes: number;
  /** The classes of `count` outputs, of non-members (0) or members (1). */
  draw(member: 0 | 1, count: number, random: Stream): Uint16Array;
  /** Exact errors of the cut above class k, for k from 0 to `classes` - 2. */
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** The first class that is likelier for a member. */
  readonly firstTelling: number;
  /** Whether a class may hold outputs of different likelihood ratios. */
  readonly coarse: boolean;
}

/** Fills `out` with outputs of a non-member (0) or a member (1). */
export type Releases = (member: 0 | 1, random: Stream, out: Float64Array) => Float64Array;

export interface DiscreteGame {
  readonly claimed: Claimed;
  readonly laws: readonly [DiscreteLaw<number>, DiscreteLaw<number>];
  readonly release: Releases;
  readonly curve?: TradeOff;
}

/** A class for each likelihood ratio. Outputs beyond the listed support, met less often than once in 1e15, go to its nearest end. */
export function discreteGame({ claimed, laws, release, curve }: DiscreteGame): MembershipGame {
  const outcomes = [...new Set([...laws[0].support, ...laws[1].support])];
  const ratio = (output: number) => laws[1].logMass(output) - laws[0].logMass(output);
  const possible = outcomes.filter((output) => !Number.isNaN(ratio(output)));
  possible.sort((one, other) => (ratio(one) < ratio(other) ? -1 : ratio(one) > ratio(other) ? 1 : one - other));
  const classOf = new Map<number, number>();
  const firsts: number[] = [];
  for (const output of possible) {
    const first = firsts.at(-1);
    if (first === undefined || ratio(output) > ratio(first) + 1e-12) firsts.push(output);
    classOf.set(output, firsts.length - 1);
  }
  const masses = laws.map((law) => {
    const sums = new Float64Array(firsts.length);
    for (const output of possible) sums[classOf.get(output) as number] += exp(law.logMass(output));
    return sums;
  });
  const [least, greatest] = [Math.min(...possible), Math.max(...possible)];
  const near = (output: number) => classOf.get(Math.min(greatest, Math.max(least, output))) as number;
  const listed = Uint16Array.from({ length: Math.min(CELLS, greatest - least + 1) }, (_, k) => near(least + k));
  return {
    claimed,
    curve: curve ?? tradeOffOfLaws(laws[0], laws[1]),
    classes: firsts.length,
    draw: (member, count, random) => {
      const outputs = release(member, random, new Float64Array(count));
      const found = new Uint16Array(count);
      for (let k = 0; k < count; k++) {
        const place = outputs[k] - least;
        found[k] = place >= 0 && place < listed.length ? listed[place] : near(outputs[k]);
      }
      return found;
    },
    ...errorsOf(masses[0], masses[1]),
    firstTelling: firsts.filter((output) => ratio(output) <= 0).length,
    coarse: false,
  };
}

export interface ContinuousGame {
  readonly claimed: Claimed;
  /** Laws of a number whose likelihood ratio does not decrease. */
  readonly laws: readonly [ContinuousLaw, ContinuousLaw];
  readonly release: Releases;
  readonly curve: TradeOff;
  /** Where the likelihood ratio passes 1. */
  readonly middle: number;
}

/** Cuts on a fine grid of the output, so chosen that the classes have nearly equal mass under both laws together. */
export function continuousGame({ claimed, laws, release, curve, middle }: ContinuousGame): MembershipGame {
  const [from, to] = reachOf(laws, middle);
  const half = CELLS / 2; // the middle is on the grid
  const width = (to - from) / CELLS;
  const edge = (k: number) => middle + (k - half) * width;
  const below = (member: 0 | 1, k: number) => laws[member].cumulative(edge(k));
  const massBelow = (k: number) => (below(0, k) + below(1, k)) / 2;
  const cuts: number[] = [];
  const next = (cut: number, begun: number) =>
    firstFrom(cut + 1, cut < half ? half : CELLS, (k) => massBelow(k) - begun >= 1 / CLASSES);
  for (let cut = next(0, 0); cut < CELLS; cut = next(cut, massBelow(cut))) cuts.push(cut);
  const classAt = new Uint16Array(CELLS);
  for (const [k, cut] of cuts.entries()) classAt.fill(k + 1, cut, cuts[k + 1]);
  return {
    claimed,
    curve,
    classes: cuts.length + 1,
    draw: (member, count, random) => {
      const outputs = release(member, random, new Float64Array(count));
      const found = new Uint16Array(count);
      for (let k = 0; k < count; k++) {
        const cell = Math.floor((outputs[k] - middle) / width) + half;
        found[k] = classAt[cell < 0 ? 0 : cell < CELLS ? cell : CELLS - 1];
      }
      return found;
    },
    alpha: Float64Array.from(cuts, (cut) => 1 - below(0, cut)),
    beta: Float64Array.from(cuts, (cut) => below(1, cut)),
    firstTelling: cuts.indexOf(half) + 1,
    coarse: true,
  };
}

/** The first integer at which an increasing condition holds, or `last`; by doubling steps and bisection, since it is near. */
function firstFrom(from: number, last: number, holds: (k: number) => boolean): number {
  let [low, high] = [from, from];
  for (let step = 1; high < last && !holds(high); step *= 2) [low, high] = [high + 1, Math.min(last, high + step)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An interval around the middle outside of which both laws have next to no mass. */
function reachOf(laws: readonly ContinuousLaw[], middle: number): readonly [number, number] {
  let reach = 1e-9;
  const outside = () =>
    Math.max(...laws.map((law) => 1 - law.cumulative(middle + reach) + law.cumulative(middle - reach)));
  while (outside() > NEGLIGIBLE) reach *= 1.5;
  return [middle - reach, middle + reach];
}

/** Sums from the small side, so that small errors are accurate. */
function errorsOf(nulls: Float64Array, members: Float64Array): Pick<MembershipGame, "alpha" | "beta"> {
  const cuts = nulls.length - 1;
  const [alpha, beta] = [new Float64Array(cuts), new Float64Array(cuts)];
  let [above, below] = [0, 0];
  for (let k = 0; k < cuts; k++) {
    below += members[k];
    beta[k] = Math.min(1, below);
    above += nulls[cuts - k];
    alpha[cuts - 1 - k] = Math.min(1, above);
  }
  return { alpha, beta };
}
