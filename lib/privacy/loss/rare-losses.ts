/**
 * The sum of many privacy losses of which a few are large and all others next to nothing, by the number of large ones, with every
 * error in the bounds.
 *
 * Method: a loss is large above a threshold that about one of all exceeds. With m the law of the small losses, v that of the large
 * ones, both less than 1 in mass, and f_j(y) = E (1 - e^(y - B))_+ for B a sum of j small losses,
 *   delta(epsilon) = the sum over k of C(n, k) times the mean of f_(n-k)(epsilon - x) over x from v convolved k times + P(an
 *   infinite loss).
 * v lies on a grid, of which no tiny loss asks that it be fine, and is convolved as it stands: nothing is tilted, so that no digit
 * is lost. Of B only moments are needed, M(r) = E e^(r B), as its deviation is small beside the epsilon over which delta falls:
 * - from below, f(y) >= M(0) - e^y M(-1), and >= 0;
 * - from above, with X = 1 - e^(y - B), f(y) <= (E X + sqrt(M(0) E X^2)) / 2, as X_+ = (X + |X|) / 2; by Chernoff's bounds (`logPeak`),
 *   f(y) <= e^(-r y) M(r) e^logPeak(r), and M(0) - e^y M(-1) + e^((1 + r) y) M(-1-r) e^logPeak(r), for every r > 0.
 * These hold for the sum over k as well. Large losses so far beyond epsilon that f is its first bound are kept as two masses, under
 * either law.
 * Source: conditioning on the number of large jumps, as for sums of heavy tails; the second bound is Scarf's (1958).
 * Errors, with u = 2^-53: those of `loss-composition.ts` in masses and losses, relative u cells for each convolution, and of
 * M(r)^n, as it is exp(n log1p(E (e^(r loss) - 1))) up to a factor that all r share, u atoms n E |e^(r loss) - 1|.
 * Limits: one kind of event. The interval is wide where the deviation of B is not small; the inversion of the transform
 * (`loss-inversion.ts`) is not.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { chernoffAim } from "./loss-aim.ts";
import { type LossAtoms, lossBounds } from "./loss-atoms.ts";
import { type LossGrid, lossGrids } from "./loss-grid.ts";
import { atomsSumCumulant, crossing } from "./loss-inversion.ts";
import type { CertifiedInterval, LossQuestion, LossReading, ProfilePlace } from "./loss-question.ts";
import { extentOf, type LossPart } from "./loss-step.ts";
import { bestTilt, logPeak } from "./loss-tilt.ts";
import type { PrivacyLossPieces } from "./privacy-loss.ts";

const UNIT = 1.1102230246251565e-16; // 2^-53
const LOSS_ERROR = 3e-15;

/** Points of the grid of large losses up to where f is its first bound: to find the place, and then. */
const ROUGH_POINTS = 400;
const POINTS = 1600;
/** Where rough points are off by more of the tolerances, finer ones will not do. */
const HOPELESS = 8;
/** Nor will any where the square of the deviation times the tilt is more than this share of the tolerance. */
const SMALL = 0.3;
/** Cells of the densities of small losses. */
const SMALL_CELLS = 1000;
/** How many deviations of the small losses beyond epsilon that is. */
const DEVIATIONS = 12;
/** This many large losses at most are counted; what is left then is nothing beside this share of delta. */
const MOST_LARGE = 64;
const NEGLECTED = 1e-8;
/** The largest logarithm of a moment of the sum of small losses. */
const LARGEST = 300;

/** The answer to the question, or nothing where the small losses are not small enough for it. */
export function rareInterval(part: LossPart, question: LossQuestion): CertifiedInterval | undefined {
  const split = splitOf(part);
  const { events, epsilon, logDelta } = chernoffAim([part], question);
  const tilt = bestTilt((each) => atomsSumCumulant(events, each) - each * epsilon + logPeak(each));
  let place: ProfilePlace = { epsilon, logDelta };
  const spread = split.deviation * split.deviation * tilt;
  const answer = (points: number): CertifiedInterval | undefined => {
    const { lower: below, upper: above } = readingsOf(part, { ...split, ...place, points });
    if (below === undefined || above === undefined) return undefined;
    const [lower, upper] = [question.read(below, -1), question.read(above, 1)];
    return { lower, estimate: upper < Infinity ? 0.5 * (lower + upper) : lower, upper };
  };
  for (let round = 0; round < MOST_PLACES; round++) {
    if (!(place.epsilon > 0) || spread > SMALL * question.width(tilt, place.epsilon)) return undefined;
    const before = place;
    const { upper } = readingsOf(part, { ...split, ...place, points: ROUGH_POINTS });
    if (upper === undefined) return undefined;
    place = question.placeIn(upper);
    if (!(place.epsilon <= 2 * before.epsilon)) return undefined;
    if (place.epsilon > 0.8 * before.epsilon && place.logDelta > before.logDelta - 2) break;
  }
  const rough = answer(ROUGH_POINTS);
  if (rough === undefined || question.excess(rough) <= question.content) return rough;
  return question.excess(rough) <= HOPELESS ? answer(POINTS) : undefined;
}

const MOST_PLACES = 4;

interface Split {
  /** The loss that about one of all exceeds, and the deviation of the sum of those below. */
  readonly threshold: number;
  readonly deviation: number;
}

function splitOf({ pieces, times }: LossPart): Split {
  const { losses, masses } = lossBounds(pieces, { cells: SMALL_CELLS, tilt: 0, enough: 0 }).lower;
  const order = Array.from(losses.keys()).sort((a, b) => losses[b] - losses[a]);
  let [above, at] = [0, 0];
  while (at < order.length - 1 && times * (above + masses[order[at]]) < 1) above += masses[order[at++]];
  const variance = order.slice(at).reduce((sum, k) => sum + masses[k] * losses[k] * losses[k], 0);
  return { threshold: Math.max(0, losses[order[at]]), deviation: Math.sqrt(times * variance) };
}

interface RarePlan extends Split, ProfilePlace {
  readonly points: number;
}

function readingsOf(
  { pieces, times }: LossPart,
  { threshold, deviation, points, ...place }: RarePlan,
): Record<"lower" | "upper", LossReading | undefined> {
  const cap = 1.01 * place.epsilon + DEVIATIONS * Math.max(deviation, threshold);
  const step = cap / points;
  const [small, others] = partedAt(pieces, step * Math.max(1, Math.ceil(threshold / step)));
  const [large, farther] = partedAt(others, cap);
  const smalls = lossBounds(small, { cells: SMALL_CELLS, tilt: 0, enough: 0 });
  const larges = lossGrids(large, step);
  const far = massesOf(farther);
  const read = (kind: "lower" | "upper") =>
    rareReading({
      small: smalls[kind],
      large: larges[kind],
      far,
      infinite: farther.infinite + (kind === "upper" ? farther.beyond : 0),
      extent: extentOf([{ pieces, times }]),
      times,
      points,
      ...place,
    });
  return { lower: read("lower"), upper: read("upper") };
}

/** The losses up to one and those beyond it. */
function partedAt(pieces: PrivacyLossPieces, edge: number): readonly [PrivacyLossPieces, PrivacyLossPieces] {
  const parts = pieces.densities.map((density) => ({ density, at: density.locate(edge) }));
  const small = {
    ...pieces,
    atoms: pieces.atoms.filter(({ loss }) => loss <= edge),
    densities: parts.map(({ density, at }) => ({ ...density, to: at })).filter(({ from, to }) => to > from),
    infinite: 0,
    beyond: 0,
  };
  const large = {
    ...pieces,
    atoms: pieces.atoms.filter(({ loss }) => loss > edge),
    densities: parts.map(({ density, at }) => ({ ...density, from: at })).filter(({ from, to }) => to > from),
    beneath: 0,
  };
  return [small, large];
}

interface BothMasses {
  readonly first: number;
  readonly second: number;
}

/** The mass of all finite losses under either law. */
function massesOf(pieces: PrivacyLossPieces): BothMasses {
  const { losses, masses } = lossBounds(pieces, { cells: SMALL_CELLS, tilt: 0, enough: 0 }).lower;
  return {
    first: masses.reduce((sum, mass) => sum + mass, 0),
    second: masses.reduce((sum, mass, k) => sum + mass * exp(-losses[k]), 0),
  };
}

interface RareLosses extends ProfilePlace {
  readonly small: LossAtoms;
  readonly large: LossGrid;
  /** What is beyond the grid, and what is infinite. */
  readonly far: BothMasses;
  readonly infinite: number;
  /** The largest loss, in size. */
  readonly extent: number;
  readonly times: number;
  readonly points: number;
}

function rareReading(rare: RareLosses): LossReading | undefined {
  const { small, large, far, times, epsilon, logDelta, points } = rare;
  const total = small.masses.reduce((sum, mass) => sum + mass, 0);
  const counted = countLarge({ large, far }, { times, total, points, neglected: NEGLECTED * exp(logDelta) });
  if (counted === undefined) return undefined;
  const { step } = large;
  const { counts, rest } = counted;
  const sums = (exponent: number) => sumsOver(counts, momentOf(small, exponent, { total, times }));
  const [zero, one, two] = [sums(0), sums(-1), sums(-2)];
  const rates = ratesOf(rare);
  const bounds = (exponent: (rate: number) => number) =>
    rates.map((rate) => ({ rate, peak: logPeak(rate), ...sums(exponent(rate)) })).filter(({ size }) => size < LARGEST);
  const calls = bounds((rate) => rate);
  const puts = bounds((rate) => -1 - rate);
  const infinite = -expm1(times * log1p(-rare.infinite));
  const relative =
    times * (Math.max(small.massError, large.massError) + UNIT * (64 + small.masses.length)) +
    UNIT * counts.length * (points + 8);
  const lossError = times * LOSS_ERROR * Math.max(1, rare.extent);
  const slip = zero.error + one.error + two.error + UNIT * (counts.length * points + 64);

  const below = (at: number) => {
    const share = (mass: number, second: number) => Math.max(0, mass - second - slip * (mass + second));
    let sum = share(zero.beyond, exp(at) * one.beyondSecond);
    for (let j = 0; j < points; j++) sum += share(zero.cells[j], exp(at - j * step) * one.cells[j]);
    return sum;
  };
  const above = (at: number) => {
    const best = (list: typeof calls, y: number) =>
      list.reduce((least, each) => (each.size - each.rate * y < least.size - least.rate * y ? each : least), list[0]);
    const cap = points * step;
    const putPart = (y: number, mass: (sums: LargeSums) => number) => {
      const each = best(puts, -y);
      if (each === undefined) return Infinity;
      return exp(each.peak + (1 + each.rate) * y) * mass(each) * (1 + each.error);
    };
    let sum = rest;
    const last = zero.beyond - exp(at) * one.beyondSecond + slip * (zero.beyond + exp(at) * one.beyondSecond);
    sum += Math.min(zero.beyond * (1 + slip), Math.max(0, last) + putPart(at - cap, ({ beyond }) => beyond));
    for (let j = 0; j < points; j++) {
      const mass = zero.cells[j];
      if (mass === 0) continue;
      const y = at - j * step;
      const power = exp(y);
      const [first, second] = [power * one.cells[j], power * power * two.cells[j]];
      const mean = mass - first;
      const square = mass - 2 * first + second + slip * (mass + 2 * first + second);
      const scarf = 0.5 * (mean + Math.sqrt(mass * Math.max(0, square))) + slip * (mass + first);
      let bound = Math.min(mass * (1 + slip), scarf);
      if (y > 0) {
        const each = best(calls, y);
        if (each !== undefined)
          bound = Math.min(bound, exp(each.peak - each.rate * y) * each.cells[j] * (1 + each.error));
      } else bound = Math.min(bound, Math.max(0, mean) + slip * (mass + first) + putPart(y, ({ cells }) => cells[j]));
      sum += bound;
    }
    return sum;
  };
  const deltaAt = (at: number, sign: -1 | 0 | 1): number => {
    const moved = at - sign * (lossError + 4 * UNIT * Math.abs(at));
    const finite = sign < 0 ? below(moved) * exp(-relative) : above(moved) * exp(relative);
    const delta = infinite * (1 + sign * 16 * UNIT) + finite;
    return Math.min(1, Math.max(sign > 0 ? Number.MIN_VALUE : 0, delta));
  };
  return {
    deltaAt,
    epsilonAt: (delta, sign) => crossing(deltaAt, { delta, sign, about: epsilon, width: points * step }),
  };
}

/** Exponents of Chernoff's bounds: from those of a normal law to those at which one of the small losses decides. */
function ratesOf({ small, times }: RareLosses): number[] {
  const { losses, masses } = small;
  const largest = losses.reduce((most, loss) => Math.max(most, Math.abs(loss)), 0);
  const variance = losses.reduce((sum, loss, k) => sum + masses[k] * loss * loss, 0);
  const rates = [Math.min(0.5 / Math.sqrt(times * variance), 1 / largest)];
  while (rates.length < 16 && 1.6 * rates[rates.length - 1] * largest < 40) rates.push(1.6 * rates[rates.length - 1]);
  return rates.filter((rate) => rate < Infinity);
}

interface SmallMoment {
  /** The logarithm of M(r), but for a factor that all share. */
  readonly log: number;
  readonly times: number;
  /** Of its power n, relative. */
  readonly error: number;
}

function momentOf(
  { losses, masses }: LossAtoms,
  exponent: number,
  { total, times }: { readonly total: number; readonly times: number },
): SmallMoment {
  let [sum, size] = [0, 0];
  for (let k = 0; k < losses.length; k++) {
    const part = masses[k] * expm1(exponent * losses[k]);
    sum += part;
    size += Math.abs(part);
  }
  const own = log1p(sum / total);
  const error = UNIT * ((losses.length + 64) * times * (size / total) * exp(-own) + 8 * times * Math.abs(own));
  return { log: own, times, error: expm1(error) };
}

/** What is left of k large losses: their sum on the grid, and beyond it the masses under both laws. */
interface LargeCount {
  readonly cells: Float64Array;
  readonly beyond: number;
  readonly beyondSecond: number;
  /** C(n, k) times the mass of the small ones, to the power n - k. */
  readonly weight: number;
}

function countLarge(
  { large, far }: Pick<RareLosses, "large" | "far">,
  { times, total, points, neglected }: Record<"times" | "total" | "points" | "neglected", number>,
): { counts: readonly LargeCount[]; rest: number } | undefined {
  const { masses, step } = large;
  const own = new Float64Array(points);
  let { first: beyond, second: beyondSecond } = far;
  masses.forEach((mass, k) => {
    const at = large.first + k;
    if (at < points) own[at] += mass;
    else {
      beyond += mass;
      beyondSecond += mass * exp(-at * step);
    }
  });
  // What own has from a place on, under both laws.
  const [tail, tailSecond] = [new Float64Array(points + 1), new Float64Array(points + 1)];
  [tail[points], tailSecond[points]] = [beyond, beyondSecond];
  for (let k = points - 1; k >= 0; k--) {
    tail[k] = tail[k + 1] + own[k];
    tailSecond[k] = tailSecond[k + 1] + own[k] * exp(-k * step);
  }
  const ratio = tail[0] / total;
  const least = Math.max(
    1,
    own.findIndex((mass) => mass > 0),
  );
  const none = new Float64Array(points);
  none[0] = 1;
  const counts: LargeCount[] = [{ cells: none, beyond: 0, beyondSecond: 0, weight: exp(times * log(total)) }];
  let mass = counts[0].weight;
  for (let k = 1; k <= MOST_LARGE; k++) {
    const before = counts[k - 1];
    const more = (times - k + 1) / k;
    mass *= more * ratio;
    // The ratio of one mass to the next falls.
    const next = ((times - k) / (k + 1)) * ratio;
    if (mass <= neglected * (1 - next)) return { counts, rest: mass / (1 - next) };
    const cells = new Float64Array(points);
    let [farther, fartherSecond] = [before.beyond * tail[0], before.beyondSecond * tailSecond[0]];
    for (let i = 0; i < points; i++) {
      const share = before.cells[i];
      if (share === 0) continue;
      for (let j = least; i + j < points; j++) cells[i + j] += share * own[j];
      farther += share * tail[points - i];
      fartherSecond += share * exp(-i * step) * tailSecond[points - i];
    }
    counts.push({ cells, beyond: farther, beyondSecond: fartherSecond, weight: (before.weight * more) / total });
  }
  return undefined;
}

interface LargeSums {
  /** Over k of C(n, k) M(r)^(n - k) times what k large losses have. */
  readonly cells: Float64Array;
  readonly beyond: number;
  readonly beyondSecond: number;
  /** The logarithm of M(r)^n. */
  readonly size: number;
  readonly error: number;
}

function sumsOver(counts: readonly LargeCount[], moment: SmallMoment): LargeSums {
  const cells = new Float64Array(counts[0].cells.length);
  let [beyond, beyondSecond] = [0, 0];
  counts.forEach((count, k) => {
    const weight = count.weight * exp((moment.times - k) * moment.log);
    for (let j = 0; j < cells.length; j++) cells[j] += weight * count.cells[j];
    beyond += weight * count.beyond;
    beyondSecond += weight * count.beyondSecond;
  });
  return { cells, beyond, beyondSecond, size: moment.times * moment.log, error: moment.error };
}
