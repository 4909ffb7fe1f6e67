/**
 * Membership game: a mechanism, its two neighbouring inputs, and a statistic that orders outputs by their likelihood ratio.
 *
 * The null hypothesis is that the person is not in the data; an attack guesses "member" where the statistic is above a cut. Its
 * type I error, alpha, is guessing "member" of a non-member; its type II error, beta, is guessing "non-member" of a member. By the
 * lemma of Neyman and Pearson these cuts are the most powerful tests at their levels, so that (alpha, beta) over all cuts is the
 * trade-off curve, up to randomisation at ties, which makes it linear between two cuts. Statistics are counted in classes: class k
 * holds what lies between cut k - 1 and cut k. A continuous statistic has about four thousand classes of nearly equal mass; what
 * happens between two cuts is bounded by their exact rates, since both errors are monotone.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { type ContinuousLaw, commonSupport, type DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { tradeOffOfLaws } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import type { Stream } from "../../lib/random/stream.ts";

const CELLS = 65_536;
const CLASSES = 4096;
const NEGLIGIBLE = 1e-9;
/** Of closed forms: rounding. */
const PRECISION = 1e-12;

export interface Claimed {
  readonly epsilon: number;
  readonly delta: number;
}

export interface MembershipGame {
  readonly claimed: Claimed;
  readonly curve: TradeOff;
  readonly classes: number;
  /** Fills `found` with the classes of outputs, of non-members (0) or members (1). */
  draw(member: 0 | 1, found: Uint16Array, random: Stream): void;
  /** Exact errors of the cut above class k, for k from 0 to `classes` - 2. */
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** The first class that is likelier for a member. */
  readonly firstTelling: number;
  /** Whether a class may hold outputs of different likelihood ratios. */
  readonly coarse: boolean;
  /** How far the exact errors may be from the curve, or either from the truth. */
  readonly precision: number;
}

let room = new Float64Array(0);

/** The same numbers for every call: to find new ones costs as much as to draw them. */
function roomFor(count: number): Float64Array {
  if (room.length < count) room = new Float64Array(count);
  return room.subarray(0, count);
}

/** Fills `out` with outputs of a non-member (0) or a member (1). */
export type Releases = (member: 0 | 1, out: Float64Array, random: Stream) => Float64Array;

interface DiscreteGame {
  readonly claimed: Claimed;
  readonly laws: readonly [DiscreteLaw<number>, DiscreteLaw<number>];
  readonly release: Releases;
  readonly curve?: TradeOff;
}

/** A class for each likelihood ratio. Outputs beyond the listed support, met less often than once in 1e15, go to its nearest end. */
export function discreteGame({ claimed, laws, release, curve }: DiscreteGame): MembershipGame {
  const outcomes = commonSupport(laws[0], laws[1]);
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
  const [least, greatest] = [leastOf(possible), largestOf(possible)];
  const near = (output: number) => classOf.get(Math.min(greatest, Math.max(least, output))) as number;
  const listed = Uint16Array.from({ length: Math.min(CELLS, greatest - least + 1) }, (_, k) => near(least + k));
  return {
    claimed,
    curve: curve ?? tradeOffOfLaws(laws[0], laws[1]),
    classes: firsts.length,
    draw: (member, found, random) => {
      const outputs = release(member, roomFor(found.length), random);
      if (!lookUp(outputs, { least, listed }, found)) {
        for (let k = 0; k < found.length; k++) found[k] = near(outputs[k]);
      }
    },
    ...errorsOf(masses[0], masses[1]),
    firstTelling: firsts.filter((output) => ratio(output) <= 0).length,
    coarse: false,
    precision: PRECISION,
  };
}

type Cdf = Pick<ContinuousLaw, "cdf">;

interface Listed {
  readonly least: number;
  readonly listed: Uint16Array;
}

/** The classes of integers, and whether all of them were listed. */
function lookUp(outputs: Float64Array, { least, listed }: Listed, found: Uint16Array): boolean {
  for (let k = 0; k < found.length; k++) {
    const place = outputs[k] - least;
    if (!(place >= 0 && place < listed.length)) return false;
    found[k] = listed[place | 0];
  }
  return true;
}

interface ContinuousGame {
  readonly claimed: Claimed;
  /** Laws of a number whose likelihood ratio does not decrease. */
  readonly laws: readonly [Cdf, Cdf];
  readonly release: Releases;
  readonly curve: TradeOff;
  /** Where the likelihood ratio passes 1. */
  readonly middle: number;
  /** For laws or a curve that have no closed form. */
  readonly precision?: number;
}

/**
 * Cuts on a fine grid of the output, so chosen that the classes have nearly equal mass under both laws together, where the grid
 * allows it.
 */
export function continuousGame({
  claimed,
  laws,
  release,
  curve,
  middle,
  precision = PRECISION,
}: ContinuousGame): MembershipGame {
  const [from, to] = reachOf(laws, middle);
  const half = CELLS / 2; // the middle is on the grid
  const width = (to - from) / CELLS;
  const perWidth = 1 / width;
  const below = (member: 0 | 1, k: number) => laws[member].cdf(middle + (k - half) * width);
  const cuts = cutsBy((k) => (below(0, k) + below(1, k)) / 2);
  const classAt = new Uint16Array(CELLS);
  for (const [k, cut] of cuts.entries()) classAt.fill(k + 1, cut, cuts[k + 1]);
  return {
    claimed,
    curve,
    classes: cuts.length + 1,
    draw: (member, found, random) => {
      const outputs = release(member, roomFor(found.length), random);
      classify(outputs, { middle, perWidth, classAt }, found);
    },
    alpha: Float64Array.from(cuts, (cut) => 1 - below(0, cut)),
    beta: Float64Array.from(cuts, (cut) => below(1, cut)),
    firstTelling: cuts.indexOf(half) + 1,
    coarse: true,
    precision,
  };
}

interface Classes {
  readonly middle: number;
  readonly perWidth: number;
  readonly classAt: Uint16Array;
}

/** The classes of outputs on a grid of CELLS cells. */
function classify(outputs: Float64Array, { middle, perWidth, classAt }: Classes, found: Uint16Array): void {
  for (let k = 0; k < found.length; k++) {
    const cell = (outputs[k] - middle) * perWidth + CELLS / 2;
    found[k] = classAt[cell < 0 ? 0 : cell < CELLS ? cell | 0 : CELLS - 1];
  }
}

/**
 * Cells at which a class ends, so that the classes have about equal mass; the middle is one. Between every sixteenth cell the mass
 * is taken for even.
 */
function cutsBy(massBelow: (cell: number) => number): readonly number[] {
  const stretch = CELLS / CLASSES;
  const cuts: number[] = [];
  let [before, wanted] = [massBelow(0), 1];
  for (let from = 0; from < CELLS; from += stretch) {
    if (from === CELLS / 2 && cuts.at(-1) !== from) cuts.push(from);
    const after = massBelow(from + stretch);
    for (; wanted / CLASSES <= after; wanted++) {
      const share = Math.max(0, wanted / CLASSES - before) / (after - before);
      const cut = from + Math.max(1, Math.ceil(stretch * share));
      if (cut < CELLS && cut !== cuts.at(-1)) cuts.push(cut);
    }
    before = after;
  }
  return cuts;
}

/** An interval around the middle outside of which both laws have next to no mass. */
function reachOf(laws: readonly Cdf[], middle: number): readonly [number, number] {
  let reach = 1e-9;
  const outside = () => largestOf(laws.map((law) => 1 - law.cdf(middle + reach) + law.cdf(middle - reach)));
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
