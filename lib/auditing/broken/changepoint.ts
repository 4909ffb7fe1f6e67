/**
 * Broken: changepoint detection with too little noise, with a width that the data need not have, and online without one of its safeguards.
 *
 * - The noise of half the scale needs towards 2 epsilon.
 * - The published variant for unbounded ratios does not clamp: its width A is exceeded by 2 |ratio| with probability delta / 2
 *   under the laws of the model, which says nothing of a neighbour outside of them. For N(0, 1) and N(1, 1), delta = 1e-6 and
 *   epsilon = 1, a record of +20 or -20 needs delta = 0.57.
 * - Online with one draw for all tests: their order is bare, and some alarms are impossible for a neighbour.
 * - Online without noise on the threshold: each of the tests that a record enters costs epsilon / 8, a window of them window epsilon / 8.
 * - Online without a halt: every window that the record enters costs another epsilon / 2 for its place.
 * Laws are by quadrature and enumeration, from the definition; ratios are given as they are.
 */
import { logAnswersProbability } from "../../adaptive/comparison-law.ts";
import { alarmNoiseTail, alarmScales } from "../../continual/changepoints/alarm-noise.ts";
import { noisyPlace } from "../../continual/changepoints/changepoint.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { requireOpenProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../tabulated-law.ts";
import { noisyMaxIndex } from "./selection.ts";

/** The sums of the ratios from every place on. */
function sumsFrom(ratios: readonly number[]): number[] {
  return ratios.map((_, place) => ratios.slice(place).reduce((sum, ratio) => sum + ratio, 0));
}

/** The law of the place with noise of this scale: right is width / epsilon, for ratios within a range of that width. */
export function placeLaw(ratios: readonly number[], scale: number): DiscreteLaw<number> {
  return noisyMaxIndex(sumsFrom(ratios), scale);
}

/** The width of the published variant for N(0, 1) and N(1, 1): 2 |ratio| exceeds it with probability delta / 2 under either law. */
export function publishedWidth(delta: number): number {
  requireOpenProbability({ delta });
  // The ratio x - 1/2 is normal around -1/2 or 1/2.
  const excess = (width: number) => normalCdf(0.5 - width / 2) + normalCdf(-0.5 - width / 2) - delta / 2;
  return findRoot(excess, { lower: 0, upper: 80 });
}

export interface BrokenWatch {
  readonly epsilon: number;
  /** Of a ratio's range. */
  readonly width: number;
  readonly window: number;
  readonly threshold: number;
}

interface Test {
  /** The largest sum less the threshold. */
  readonly gap: number;
  readonly place: DiscreteLaw<number>;
}

function testsOf({ epsilon, width, window, threshold }: BrokenWatch, ratios: readonly number[]): Test[] {
  return Array.from({ length: ratios.length - window + 1 }, (_, start) => {
    const sums = sumsFrom(ratios.slice(start, start + window));
    return {
      gap: largestOf(sums) - threshold,
      place: noisyPlace({ epsilon: epsilon / 2, width }, window).law(sums),
    };
  });
}

/** A law of "quiet" and "test:place", from the log-probabilities of no alarm and of a first alarm at each test. */
function firstAlarmLaw(tests: readonly Test[], quiet: number, alarms: readonly number[]): DiscreteLaw<string> {
  const places = tests.flatMap(({ place }, test) =>
    place.support.map((k) => [`${test}:${k}`, alarms[test] + place.logMass(k)] as const),
  );
  return tabulatedLaw([["quiet", quiet] as const, ...places].filter(([, logMass]) => logMass > -Infinity));
}

/** One draw of noise for all tests: the first alarm is at the first gap above it. */
export function sharedNoiseLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
  const tests = testsOf(watch, ratios);
  const { epsilon, width } = watch;
  const above = (gap: number) => alarmNoiseTail({ epsilon, width }, gap);
  let highest = -Infinity;
  const alarms = tests.map(({ gap }) => {
    const mass = gap > highest ? above(highest) - above(gap) : 0;
    highest = Math.max(highest, gap);
    return log(mass);
  });
  return firstAlarmLaw(tests, log(above(highest)), alarms);
}

/** No noise on the threshold: the tests are independent. */
export function bareThresholdLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
  const tests = testsOf(watch, ratios);
  const { queryScale } = alarmScales(watch.epsilon, watch.width);
  /** log P(noise > x), x in scales. */
  const logTail = (x: number) => (x > 0 ? -x - log(2) : log1p(-exp(x) / 2));
  let quiet = 0;
  const alarms = tests.map(({ gap }) => {
    const alarm = quiet + logTail(-gap / queryScale);
    quiet += logTail(gap / queryScale);
    return alarm;
  });
  return firstAlarmLaw(tests, quiet, alarms);
}

/** Goes on after an alarm: the answers of all tests, "quiet" or the place, joined by commas. */
export function endlessWatchLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
  const tests = testsOf(watch, ratios);
  const noise = alarmScales(watch.epsilon, watch.width);
  const gaps = tests.map(({ gap }) => gap);
  const table: (readonly [string, number])[] = [];
  for (let pattern = 0; pattern < 1 << tests.length; pattern++) {
    const above = tests.map((_, test) => ((pattern >> test) & 1) === 1);
    let lists: (readonly [readonly string[], number])[] = [[[], logAnswersProbability(noise, gaps, above)]];
    tests.forEach(({ place }, test) => {
      lists = lists.flatMap(([answers, logMass]) =>
        above[test]
          ? place.support.map((k) => [[...answers, String(k)], logMass + place.logMass(k)] as const)
          : [[[...answers, "quiet"], logMass] as const],
      );
    });
    for (const [answers, logMass] of lists) table.push([answers.join(), logMass]);
  }
  return tabulatedLaw(table);
}
