/**
 * Accounting by privacy-loss distributions: a certified interval for epsilon at a delta, or for delta at an epsilon.
 *
 * The events are composed in both directions of the relation, `remove` and `add`, and the worse one counts. `lower` and `upper` hold
 * the exact value of the dominating pairs: discretisation (`loss-grid.ts`), cut tails, folding and rounding (`loss-composition.ts`) are
 * all inside them. `estimate` lies between and is usually two orders nearer than either. The step of the grid is refined until the
 * interval is at most `tolerance` wide or the transform has 2^20 points. Where no step of a grid can do that, for tiny losses
 * beside rare large ones (sampling rates of 1e-5 and less), cells of any width are taken and the transform is inverted instead
 * (`loss-atoms.ts`, `loss-inversion.ts`), or the large losses are counted (`rare-losses.ts`). A single release is not composed: it
 * is integrated, as in `pld-profile.ts` (`single-loss.ts`).
 * Sources: Koskela, Jaelkoe, Honkela (AISTATS 2020) and Gopi, Lee, Wutschitz (NeurIPS 2021) on accounting by Fourier transform.
 * At delta 0 epsilon is the sum of the largest losses.
 * Limits: where the tolerance is out of reach the interval is wider, but holds. A transform errs by 2^-53 of the whole mass, so that of 2
 * to 499 releases at a sampling rate of 1e-9 the ends may be those that one release gives: at least what one loses, at most what basic
 * composition says. `upper` is Infinity where delta is below the mass of infinite losses, or not certainly above it.
 * @claim pld
 */
import { type DoubleDouble, exactProduct, plus } from "../../numerics/double-double.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf, leastOf } from "../../numerics/extremes.ts";
import {
  refuse,
  requireFinite,
  requireInteger,
  requireList,
  requirePositive,
  requireProbabilityBelowOne,
} from "../../numerics/requirements.ts";
import { aimOf, invertedInterval, typicalLoss } from "./loss-aim.ts";
import {
  type CertifiedInterval,
  deltaQuestion,
  epsilonQuestion,
  intervalOf,
  type LossQuestion,
  type LossReading,
} from "./loss-question.ts";
import { fittedSteps, gridSearch, gridsAt, MOST_SLICES, pick, type Search } from "./loss-search.ts";
import { extentOf, type LossPart, latticeOf } from "./loss-step.ts";
import { bestTilt, cumulant, type GridEvent, tiltedRange } from "./loss-tilt.ts";
import { hasFiniteLoss, type PldPair, type PrivacyLoss } from "./privacy-loss.ts";
import { rareInterval } from "./rare-losses.ts";
import { largestLoss, singleReading } from "./single-loss.ts";

export type { CertifiedInterval } from "./loss-question.ts";

export interface PldEvent {
  readonly loss: PldPair;
  readonly times: number;
}

/** `tolerance` is the width wanted: 5e-4, or a twentieth of epsilon where that is less. */
interface EpsilonQuestion {
  readonly events: readonly PldEvent[];
  readonly delta: number;
  readonly tolerance?: number;
}

/** `tolerance` is the width wanted relative to delta: 1e-3. */
interface DeltaQuestion {
  readonly events: readonly PldEvent[];
  readonly epsilon: number;
  readonly tolerance?: number;
}

export function pldEpsilon({ events, delta, tolerance }: EpsilonQuestion): CertifiedInterval {
  requireEvents(events);
  requireProbabilityBelowOne({ delta });
  if (tolerance !== undefined) requirePositive({ tolerance });
  return delta === 0 ? pureEpsilon(events) : answerOf(events, epsilonQuestion(delta, tolerance));
}

/** Of losses that are not those of a guarantee, which is what its epsilon says. */
const LOSS_ERROR = 3e-15;

/** At delta 0: the largest losses of one direction, added up. */
function pureEpsilon(events: readonly PldEvent[]): CertifiedInterval {
  const sums = sidesOf(events).map((side) => {
    let [sum, error]: [DoubleDouble, number] = [{ high: 0, low: 0 }, 0];
    for (const { loss, times } of events) {
      const largest = largestLoss(loss[side]);
      if (largest === Infinity) return { lower: Infinity, estimate: Infinity, upper: Infinity };
      sum = plus(sum, exactProduct(times, largest));
      if (loss.release?.kind !== "pure") error += times * LOSS_ERROR * Math.max(1, largest);
    }
    const { high, low } = sum;
    const [below, above] = [low < 0 ? Number.EPSILON : 0, low > 0 ? Number.EPSILON : 0];
    return { lower: Math.max(0, high * (1 - below) - error), estimate: high, upper: high * (1 + above) + error };
  });
  const over = (key: keyof CertifiedInterval) => largestOf(sums.map((interval) => interval[key]));
  return { lower: over("lower"), estimate: over("estimate"), upper: over("upper") };
}

export function pldDelta({ events, epsilon, tolerance = 1e-3 }: DeltaQuestion): CertifiedInterval {
  requireEvents(events);
  requireFinite({ epsilon });
  requirePositive({ tolerance });
  return answerOf(events, deltaQuestion(epsilon, tolerance));
}

/** By transform for a single release as well, which `pldDelta` integrates: a second way to the same delta, by grids. */
export function transformDelta({ events, epsilon, tolerance = 1e-3 }: DeltaQuestion): CertifiedInterval {
  requireEvents(events);
  requireFinite({ epsilon });
  requirePositive({ tolerance });
  return worse(events, deltaQuestion(epsilon, tolerance));
}

function answerOf(events: readonly PldEvent[], question: LossQuestion): CertifiedInterval {
  const single = singleOf(events);
  if (single !== undefined) return intervalOf((sign) => question.read(single, sign));
  const found = worse(events, question);
  const [{ loss, times }] = events;
  if (events.length > 1 || times >= MANY || found.upper - found.lower <= WIDE * found.upper) return found;
  const repeated = repeatedInterval(singleReading(loss), times, question);
  return repeated.upper < NOTHING ? found : narrower(repeated, found);
}

/** What one release tells of several like it: they lose at least as much, and at most what basic composition says. */
function repeatedInterval(one: LossReading, times: number, question: LossQuestion): CertifiedInterval {
  const basic: LossReading = {
    deltaAt: (epsilon, sign) => times * one.deltaAt(epsilon / times, sign) * (1 + 2 * Number.EPSILON),
    epsilonAt: (delta, sign) => times * one.epsilonAt(delta / times, sign) * (1 + 2 * Number.EPSILON),
  };
  const [lower, upper] = [question.read(one, -1), Math.min(question.worst, question.read(basic, 1))];
  return { lower, estimate: lower, upper };
}

/**
 * Upper ends of delta at many epsilons, from one composition for each of the `anchors`: sharp near these, and true everywhere, since a
 * composition holds its errors whatever is read off it.
 */
export function pldUpperDeltas(
  events: readonly PldEvent[],
  { epsilons, anchors }: { readonly epsilons: readonly number[]; readonly anchors: readonly number[] },
): readonly number[] {
  requireEvents(events);
  const single = singleOf(events);
  if (single !== undefined) return epsilons.map((epsilon) => single.deltaAt(epsilon, 1));
  const sides = sidesOf(events).map((side) => {
    const composed = anchors.flatMap((anchor): readonly LossReading[] => {
      const last: LossReading[] = [];
      const question = deltaQuestion(anchor, 1e-3);
      const read: LossQuestion["read"] = (each, sign) => {
        if (sign === 1) last[0] = each;
        return question.read(each, sign);
      };
      searchOf(oneSided(events, side), { ...question, read })(1, 4);
      return last;
    });
    return epsilons.map((epsilon) => leastOf([1, ...composed.map((each) => each.deltaAt(epsilon, 1))]));
  });
  return epsilons.map((_, k) => largestOf(sides.map((uppers) => uppers[k])));
}

/** Of one event: float64 holds the masses of all cells beyond it. */
const LEAST_TAIL = 1e-303;
/**
 * Where the typical loss is below this many steps of a grid, large losses are counted or the transform is inverted: of this many losses
 * first, of fewer where a grid is far off.
 */
const FEW_CELLS = 4;
const MANY = 500;
/** Cells of each density to see which direction is the worse; then as many as the question takes. */
const ROUGH_CELLS = 500;
/** Of delta, what the tails have that an inversion does without. */
const TAIL_SHARE = 1e-6;
/** Of an interval of few equal releases, relative to its upper end: one release may then tell more. */
const WIDE = 0.05;
/** Below it stands 0, of releases that never lose their share of epsilon: the end of a transform is as good, and stays. */
const NOTHING = 1e-300;
/** Where an inversion is off by no more of the tolerances, a grid of tiny losses is no better. */
const BEYOND_GRIDS = 10;
/** Where less than this is cut, an inversion takes many times as long as a grid, and gains a digit at most. */
const FAR_TAIL = 1e-100;
/** In tolerances, the width that is enough there: half of an epsilon of hundreds. */
const FAR_WIDTH = 1000;

/** Both directions roughly, then as well as asked those that may be the worse. */
function worse(events: readonly PldEvent[], question: LossQuestion): CertifiedInterval {
  const searches = sidesOf(events).map((side) => {
    const own = oneSided(events, side);
    const most = question.most(largestSum(own));
    const search = searchOf(own, question);
    return (slack: number, rounds: number) => atMost(search(slack, rounds), most);
  });
  const intervals = searches.map((search) => search(16, 1));
  let least = largestOf(intervals.map(({ lower }) => lower));
  for (const [k, search] of searches.entries()) {
    if (intervals[k].upper < least) continue;
    intervals[k] = search(1, 4);
    least = Math.max(least, intervals[k].lower);
  }
  const over = (key: keyof CertifiedInterval) => largestOf(intervals.map((interval) => interval[key]));
  const [lower, upper] = [over("lower"), over("upper")];
  return { lower, estimate: Math.min(upper, Math.max(lower, over("estimate"))), upper };
}

/** What losses add up to at most, wherever tails are cut; rounded up. */
function largestSum(events: readonly OneSided[]): number {
  const sum = events.reduce((total, { loss, times }) => total + times * (loss.largest ?? Infinity), 0);
  return sum * (1 + 2 * (events.length + 4) * Number.EPSILON);
}

function atMost({ lower, estimate, upper }: CertifiedInterval, most: number): CertifiedInterval {
  return { lower: Math.min(lower, most), estimate: Math.min(estimate, most), upper: Math.min(upper, most) };
}

/** What is read off one release, of which nothing is composed. */
function singleOf(events: readonly PldEvent[]): LossReading | undefined {
  return events.length === 1 && events[0].times === 1 ? singleReading(events[0].loss) : undefined;
}

type Side = "remove" | "add";

/** Both directions, or one where they agree. */
function sidesOf(events: readonly PldEvent[]): readonly Side[] {
  return events.every(({ loss }) => loss.add === loss.remove) ? ["remove"] : ["remove", "add"];
}

interface OneSided {
  readonly loss: PrivacyLoss;
  readonly times: number;
}

function oneSided(events: readonly PldEvent[], side: Side): readonly OneSided[] {
  return events.map(({ loss, times }) => ({ loss: loss[side], times }));
}

/** The search for the answer to a question; `tail` is what is cut of all events. */
function searchOf(events: readonly OneSided[], question: LossQuestion, tail = question.tail): Search {
  const steps = events.reduce((sum, { times }) => sum + times, 0);
  const partsTo = (cut: number): LossPart[] =>
    events.map(({ loss, times }) => {
      const { logBeyond, ...pieces } = loss.pieces(Math.max(cut / steps, LEAST_TAIL));
      // Where float64 holds tails as small as they should be, they are cut, and count as infinite.
      const tooLarge = logBeyond !== undefined && cut / steps < LEAST_TAIL;
      return { pieces: tooLarge ? { ...pieces, logBeyond } : pieces, times };
    });
  const parts = partsTo(tail);
  const { worst } = question;
  if (parts.some(({ pieces }) => !hasFiniteLoss(pieces)))
    return () => ({ lower: worst, estimate: worst, upper: worst });
  const extent = extentOf(parts);
  const common = latticeOf(events.map(({ loss }) => loss.lattice));
  // Losses of very different size have a common lattice that is too fine.
  const lattice = common !== undefined && extent / common <= MOST_SLICES ? common : undefined;
  const grids = { parts, extent, lattice, ...fittedSteps(parts, lattice) };
  const roughStep = grids.fitted(extent / (tail < 1e-30 ? 4096 : 2000)); // far tails need steep tilts
  const rough = pick(gridsAt(parts, roughStep), "estimate");
  const bound = (tilt: number) => {
    const total = cumulant(rough, tilt);
    return Number.isFinite(total) ? question.bound(total, tilt) : Infinity;
  };
  // The estimate's three points stand for a loss only while the tilt changes little between them.
  const steepest = gentler(bound, Math.min(bestTilt(bound), 0.5 / roughStep), question);
  const least = bound(steepest);
  if (tail === question.tail && question.finerTail(least) < tail)
    return searchOf(events, question, question.finerTail(least));
  const typical = question.placeBy(least).epsilon;
  const { tilt, logMiss } = narrowestTilt(rough, steepest, typical);
  // The step at which the errors of a grid are so wide in epsilon.
  const stepFor = (width: number) => Math.sqrt(width / (0.16 * (1 + steepest) * steps));
  const width = question.width(steepest, typical);
  const refined = gridSearch(grids, question, {
    tilt,
    logMiss: logMiss - 26,
    stepFor: (slack) => stepFor(width * slack),
  });
  if (lattice !== undefined || (steps < MANY && !question.countsFew)) return refined;
  return searchBeyondGrids(refined, question, {
    parts,
    isMany: steps >= MANY,
    isFarOut: tail < FAR_TAIL,
    most: question.most(largestSum(events)),
    step: Math.min(extent / 4096, stepFor(width)),
    aimed: once(() => aimedParts(partsTo, question, tail)),
  });
}

interface BeyondGrids {
  readonly parts: readonly LossPart[];
  readonly isMany: boolean;
  readonly isFarOut: boolean;
  readonly most: number;
  /** The step that a grid should have. */
  readonly step: number;
  aimed(): ReturnType<typeof aimedParts>;
}

/** By grids, and where those are too wide by counting the few large losses, or by inverting the characteristic function. */
function searchBeyondGrids(
  refined: Search,
  question: LossQuestion,
  { parts, isMany, isFarOut, most, step, aimed }: BeyondGrids,
): Search {
  const tiny = once(() => typicalLoss(parts) < FEW_CELLS * step);
  const rare = once(() => (tiny() && parts.length === 1 ? rareInterval(parts[0], question) : undefined));
  return (slack, rounds) => {
    let best: CertifiedInterval = { lower: 0, estimate: 0, upper: question.worst };
    const enough = (interval: CertifiedInterval | undefined, allowed = slack) => {
      if (interval !== undefined) best = narrower(best, interval);
      return question.excess(best) <= allowed;
    };
    const invert = () => {
      const { aim, parts: own } = aimed();
      const inverted = (cells: number) => aim && invertedInterval(own, question, { ...aim, cells });
      return (slack > 1 ? [ROUGH_CELLS] : question.cells).some((cells) => enough(inverted(cells)));
    };
    if (!isMany) {
      const wide = (interval: CertifiedInterval | undefined) =>
        !enough(interval, BEYOND_GRIDS * slack) && question.excess(atMost(best, most)) > BEYOND_GRIDS * slack;
      if (wide(refined(slack, rounds)) && slack === 1 && tiny() && wide(rare())) invert();
    } else if (!tiny()) enough(refined(slack, rounds), isFarOut ? FAR_WIDTH * slack : slack) || slack > 1 || invert();
    else
      enough(rare(), question.content * slack) ||
        invert() ||
        enough(best, BEYOND_GRIDS * slack) ||
        enough(refined(slack, rounds));
    return best;
  };
}

/** Where to invert, and the losses with no more of their tails than this needs: far tails widen the window. */
function aimedParts(partsTo: (tail: number) => LossPart[], question: LossQuestion, tail: number) {
  const parts = partsTo(tail);
  const aim = aimOf(parts, question);
  const needed = aim === undefined ? 0 : exp(aim.logDelta) * TAIL_SHARE;
  if (needed < 10 * tail) return { aim, parts };
  const cut = partsTo(needed);
  return { aim: aimOf(cut, question, aim), parts: cut };
}

/** What a function gives, asked for once, when it is needed. */
function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Both hold the value. */
function narrower(one: CertifiedInterval, other: CertifiedInterval): CertifiedInterval {
  const [lower, upper] = [Math.max(one.lower, other.lower), Math.min(one.upper, other.upper)];
  return { lower, estimate: Math.min(upper, Math.max(lower, other.estimate)), upper };
}

/** The least tilt that is as good up to a factor e of delta: where the bound is flat, a steep tilt leaves one atom only. */
function gentler(bound: (tilt: number) => number, steepest: number, { factor }: LossQuestion): number {
  const enough = bound(steepest) + factor(steepest);
  let tilt = steepest;
  while (tilt > 1e-4 && bound(0.8 * tilt) <= enough) tilt *= 0.8;
  return tilt;
}

interface ChosenTilt {
  readonly tilt: number;
  /** How much the tilted mass may miss, beside what the steepest tilt may. */
  readonly logMiss: number;
}

/** Of some tilts up to the steepest the one whose window is the narrowest: a heavy tail makes the steepest one wide. */
function narrowestTilt(events: readonly GridEvent[], steepest: number, epsilon: number): ChosenTilt {
  const least = cumulant(events, steepest) - steepest * epsilon;
  let best = { tilt: steepest, logMiss: 0, width: Infinity };
  for (const factor of [1, 0.8, 0.6, 0.45]) {
    const tilt = factor * steepest;
    const logMiss = Math.min(0, least - (cumulant(events, tilt) - tilt * epsilon));
    if (logMiss < -8) break;
    const { bottom, top } = tiltedRange(events, tilt, logMiss - 26);
    if (top - bottom < 0.8 * best.width) best = { tilt, logMiss, width: top - bottom };
  }
  return best;
}

function requireEvents(events: readonly PldEvent[]): void {
  requireList("events", events);
  if (!Array.isArray(events) || events.length === 0) refuse("events", "one or more events", events);
  for (const { times } of events) requireInteger({ times }, 1);
}
