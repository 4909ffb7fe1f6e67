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
import { changepoint, noisyPlace } from "../../continual/changepoints/changepoint.ts";
import { onlineChangepoint } from "../../continual/changepoints/online-changepoint.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { requireOpenProbability } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";
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
function publishedWidth(delta: number): number {
  requireOpenProbability({ delta });
  // The ratio x - 1/2 is normal around -1/2 or 1/2.
  const excess = (width: number) => normalCdf(0.5 - width / 2) + normalCdf(-0.5 - width / 2) - delta / 2;
  return findRoot(excess, { lower: 0, upper: 80 });
}

interface BrokenWatch {
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
function sharedNoiseLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
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
function bareThresholdLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
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
function endlessWatchLaw(watch: BrokenWatch, ratios: readonly number[]): DiscreteLaw<string> {
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

/** Ratios are -1 and 1. */
const WIDTH = 2;
const SIGNS = { kind: "own", logRatio: (record: number) => record, least: -1, greatest: 1 } as const;
const LEVELS = { kind: "normal", before: 0, after: 1, sigma: 1 } as const;
const FAR = 20;
const OUTLIERS = [FAR, -FAR].map((record) => [record, 0, 0, 0]);

interface Privacy {
  readonly epsilon: number;
}

/** Records of the largest ratio with one of the least, in `tests` windows, and without it. */
function highPair(window: number, tests: number): readonly (readonly number[])[] {
  const high = new Array<number>(window + tests - 1).fill(1);
  return [high.with(tests - 1, -1), high];
}

/** The first record leaves the window after one test. */
const LEAVING = [
  [-1, 1, 1, 1],
  [1, 1, 1, 1],
];

interface Watch {
  readonly name: string;
  readonly what: string;
  readonly says: string;
  readonly window: number;
  readonly threshold: number;
  readonly law: typeof sharedNoiseLaw;
  readonly pair: readonly (readonly number[])[];
  readonly needs?: number;
}

function watchVariant({ name, what, says, window, threshold, law, pair, needs }: Watch) {
  return brokenVariant({
    name: `online-changepoint-${name}`,
    claim: `online changepoint detection is epsilon-private with ${what}`,
    says,
    source: "claim pcpd-online; Cummings et al. (NeurIPS 2018) for the method that is right",
    at: { epsilon: 1 },
    claimed: pureClaim(1),
    ...(needs !== undefined && { needs, within: 1e-9 }),
    broken: ({ epsilon }: Privacy) => {
      const [first, second] = pair.map((ratios) => law({ epsilon, width: WIDTH, window, threshold }, ratios));
      return { first, second };
    },
    corrected: ({ epsilon }: Privacy) => {
      const [first, second] = pair.map(onlineChangepoint<number>({ epsilon, model: SIGNS, window, threshold }).law);
      return { first, second };
    },
  });
}

export const watchVariants = {
  sharedNoise: watchVariant({
    name: "shared-noise",
    what: "one draw of noise for all tests",
    says: "one draw of noise for all tests: an alarm that the neighbour cannot raise",
    window: 3,
    threshold: 0,
    law: sharedNoiseLaw,
    pair: LEAVING,
    needs: Infinity,
  }),
  bareThreshold: watchVariant({
    name: "bare-threshold",
    what: "no noise on the threshold",
    says: "no noise on the threshold, with a window of 12: epsilon / 8 for every test that the record enters",
    window: 12,
    threshold: 0,
    law: bareThresholdLaw,
    pair: highPair(12, 12),
  }),
  endless: watchVariant({
    name: "endless",
    what: "alarms without end",
    says: "alarms without end: another epsilon / 2 for every place",
    window: 8,
    threshold: -1e4,
    law: endlessWatchLaw,
    pair: highPair(8, 4).map((ratios) => ratios.map((ratio) => -ratio)),
  }),
};

/** All records are before the change, and the first of them may be after it. */
function rising(size: number): readonly (readonly number[])[] {
  const against = new Array<number>(size).fill(-1);
  return [against, against.with(0, 1)];
}

export const halfNoisePlace = brokenVariant({
  name: "changepoint-half-noise",
  claim: "the place of the largest sum is epsilon-private with noise of scale width / (2 epsilon)",
  source: "claim pcpd-offline",
  at: { epsilon: 1, size: 12 },
  claimed: pureClaim(1),
  needs: 2,
  within: 1e-6,
  broken: ({ epsilon, size }) => {
    const [first, second] = rising(size).map((ratios) => placeLaw(ratios, WIDTH / (2 * epsilon)));
    return { first, second };
  },
  corrected: ({ epsilon, size }) => {
    const [first, second] = rising(size).map(changepoint<number>({ epsilon, model: SIGNS }).law);
    return { first, second };
  },
});

export const unclampedPlace = brokenVariant({
  name: "changepoint-unclamped",
  claim: "noise for a width that ratios exceed with probability delta / 2 makes the place (epsilon, delta)-private",
  source: "claim pcpd-offline; Cummings et al. (NeurIPS 2018), the variant for unbounded ratios",
  at: { epsilon: 1, delta: 1e-6 },
  claimed: { epsilon: 1, delta: 1e-6 },
  needs: 0.57,
  within: 0.005,
  broken: ({ epsilon, delta }) => {
    const scale = publishedWidth(delta) / epsilon;
    const [first, second] = OUTLIERS.map((records) => {
      const ratios = records.map((record) => record - 0.5);
      return placeLaw(ratios, scale);
    });
    return { first, second };
  },
  corrected: ({ epsilon, delta }) => {
    const [first, second] = OUTLIERS.map(changepoint({ epsilon, model: LEVELS, width: publishedWidth(delta) }).law);
    return { first, second };
  },
});

export const CHANGEPOINT_VARIANTS: readonly Exhibit[] = [
  halfNoisePlace,
  unclampedPlace,
  ...Object.values(watchVariants),
];
