/**
 * Delta of one respondent's answer among shuffled answers that hide it: the hockey-stick divergence of two explicit integer laws,
 * certified.
 *
 * The pair: the respondent's answer is "first" with probability e^localEpsilon s, "second" with s and "common" with 1 -
 * (e^localEpsilon + 1) s under one value, first and second exchanged under the other. Each of `others` answers is a clone with
 * probability c = 2 clone + common: first or second with probability `clone` each, common with `common`, independently; whoever is
 * no clone is removed. Seen are the numbers of each kind.
 * Theorem: given m clones, the numbers (h0, h1, h2) of all m + 1 answers have under the two values densities c (r h0 + t h1 + u h2)
 * / (m + 1) and c (t h0 + r h1 + u h2) / (m + 1) with respect to the multinomial law of m + 1 clones, where (r, t, u) are the
 * ratios of the respondent's probabilities to a clone's: the respondent is equally likely to be any of the m + 1. So delta at
 * epsilon is the mean over m, over h0 + h1 and over h0, which is Bin(h0 + h1, 1/2), of the positive part of a function that is
 * linear in h0: two binomial tails. Given m it does not increase with m: one more clone is drawn without knowing the value. It is
 * the same in both orders.
 * Source: Balle, Bell, Gascon, Nissim, "The privacy blanket of the shuffle model" (CRYPTO 2019), section 4; Feldman, McMillan,
 * Talwar, "Stronger privacy amplification by shuffling for Renyi and approximate differential privacy" (SODA 2023), section 3; the
 * proof above is all that is used.
 * Method: m in blocks of at most m / 200, each counted at its ends; numbers beyond a mass of 1e-17 on either side count as 1 or 0.
 * Accuracy: certified. Rounding is bounded by 1e-12 of the terms before they cancel. The relative width is a few per cent of delta,
 * under a half per cent of epsilon, and only that of rounding where there are fewer than 400 others.
 * Limits: `localEpsilon` from 1e-6 to 40, `others` at most 1e8. Below a delta of 1e-13 the upper end is loose.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { refuse, requireInteger, requireNonNegative, requirePositive } from "../../numerics/requirements.ts";
import { binomialMasses } from "./binomial-masses.ts";
import { fairTails } from "./fair-tails.ts";

interface ShuffledPair {
  readonly localEpsilon: number;
  /** The smaller probability s of the two telling answers. */
  readonly share: number;
  /** The probabilities with which another answer is a clone of the first, and of the second, and of the common answer. */
  readonly clone: number;
  readonly common: number;
  readonly others: number;
}

export interface DeltaBounds {
  readonly lower: number;
  readonly upper: number;
}

/** Masses beyond a window on either side count apart; the error of a term relative to its parts. */
const BEYOND = 1e-17;
const ROUNDING = 1e-12;
/** Numbers of clones that differ by at most this share of themselves are counted together, unless it is said. */
const BLOCK = 1 / 200;

/** `block` also counts numbers of telling answers together, where more of them never lower delta. */
export function shuffledPairDelta(pair: ShuffledPair, epsilon: number, block = BLOCK): DeltaBounds {
  requirePair(pair);
  requireNonNegative({ epsilon });
  const { localEpsilon, share, others } = pair;
  const most = Math.min(1, share * exp(epsilon) * expm1(localEpsilon - epsilon) * (1 + ROUNDING));
  if (epsilon >= localEpsilon || share === 0) return { lower: 0, upper: 0 };
  const probability = Math.min(1, 2 * pair.clone + pair.common);
  if (pair.clone === 0) return { lower: 0, upper: most };
  const { first, masses } = binomialMasses(others, probability);
  let [lower, upper] = [0, 2 * BEYOND];
  for (let from = 0; from < masses.length; ) {
    const to = Math.min(masses.length, from + Math.max(1, Math.floor((first + from) * block)));
    let mass = 0;
    for (let m = from; m < to; m++) mass += masses[m];
    const high = deltaGivenClones(first + from, pair, epsilon, block);
    const low = to === from + 1 ? high : deltaGivenClones(first + to - 1, pair, epsilon, block);
    upper += mass * high.upper;
    lower += mass * low.lower;
    from = to;
  }
  return { lower: Math.max(0, lower * (1 - ROUNDING)), upper: Math.min(most, upper * (1 + ROUNDING)) };
}

/** Delta where the number of clones is known. */
export function deltaGivenClones(
  clones: number,
  pair: Omit<ShuffledPair, "others">,
  epsilon: number,
  block = 0,
): DeltaBounds {
  const { localEpsilon, share, clone, common } = pair;
  const answers = clones + 1;
  const probability = 2 * clone + common;
  const odds = exp(localEpsilon);
  const rest = common === 0 ? 0 : Math.max(0, 1 - (odds + 1) * share) / common;
  // Of first, second and common answers: the density under one value less e^epsilon times that under the other.
  const each = (probability / answers) * (share / clone);
  const [ofFirst, ofSecond] = [
    each * exp(epsilon) * expm1(localEpsilon - epsilon),
    -each * expm1(localEpsilon + epsilon),
  ];
  const ofCommon = -(probability / answers) * rest * expm1(epsilon);
  const slope = ofFirst - ofSecond;
  // One common answer less and a telling one more raises the mean of what is linear in h0 then.
  const grows = rest >= ((share / clone) * (odds + 1)) / 2;
  const { first, masses } = binomialMasses(answers, Math.min(1, (2 * clone) / probability));
  const fair = fairTails();
  const value = (tellers: number) => {
    const base = ofSecond * tellers + ofCommon * (answers - tellers);
    const least = Math.max(0, Math.floor(-base / slope) + 1);
    if (least > tellers) return { sum: 0, error: 0 };
    const { tail, mass } = fair.at(tellers - 1, least - 1);
    const linear = slope * (tellers / 2) * tail;
    // P(K >= least) of one toss more than in `tail`.
    const constant = base * (tail - mass / 2);
    return { sum: linear + constant, error: ROUNDING * (linear - constant) };
  };
  let [lower, upper] = [0, 2 * BEYOND * Math.max(1, ofFirst * answers)];
  for (let from = 0; from < masses.length; ) {
    const wide = grows ? Math.max(1, Math.floor((first + from) * block)) : 1;
    const to = Math.min(masses.length, from + wide);
    let mass = 0;
    for (let k = from; k < to; k++) mass += masses[k];
    const low = value(first + from);
    const high = to === from + 1 ? low : value(first + to - 1);
    lower += mass * Math.max(0, low.sum - low.error);
    upper += mass * (high.sum + high.error);
    from = to;
  }
  return { lower, upper };
}

function requirePair({ localEpsilon, share, clone, common, others }: ShuffledPair): void {
  requirePositive({ localEpsilon });
  requireNonNegative({ share, clone, common });
  requireInteger({ others }, 0);
  if (!(localEpsilon >= 1e-6 && localEpsilon <= 40)) refuse("localEpsilon", "from 1e-6 to 40", localEpsilon);
  if (others > 1e8) refuse("others", "at most 1e8", others);
  if ((exp(localEpsilon) + 1) * share > 1 + 1e-12) refuse("share", "at most 1 / (e^localEpsilon + 1)", share);
  if (2 * clone + common > 1 + 1e-12) refuse("clone", "a probability, twice and with common", clone);
}
