/**
 * Online changepoint: watch a stream whose records arrive one by one, raise one alarm when their law has changed, and say since when.
 *
 * At every record the largest sum of log-likelihood ratios from a place of the last `window` records on is compared with a
 * threshold, both noisy (above-threshold with epsilon / 2: noise of scales 8 A / epsilon and 4 A / epsilon, A being the width of a
 * ratio's range); at the first that is above, the changepoint is taken from that window with the other half of epsilon (noise of
 * scale 2 A / epsilon), and the session ends.
 * Theorem: time and place of the alarm are epsilon-differentially private when one record of the stream is replaced (`event`),
 * whatever the length of the stream. The largest sum has sensitivity A; the rest is above-threshold and composition. No test is
 * made before the window is full.
 * Source: Cummings, Krehbiel, Mei, Tuo, Zhang (NeurIPS 2018); Dwork, Roth (2014), theorem 3.23, doi:10.1561/0400000042.
 * Limits: one alarm; start again, with a new epsilon, to go on. A push takes constant time on average, and memory in proportion to
 * the window; sums are exact (`shift-model.ts`, `sliding-scores.ts`); float64 noise, for study. The law is by quadrature, to 1e-10,
 * for streams of some tens of records. No pair attains epsilon: one record moves all tests in one direction, so that at most 3/8 of
 * it is lost on the time and 1/2 on the place.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { onlineChangepoint } from "epsilab/continual";
 * const watch = onlineChangepoint({ epsilon: 2, model: { kind: "bernoulli", before: 0.1, after: 0.9 }, window: 200, threshold: 150 });
 * const [session, random] = [watch.start(), stream(20261115, "example")];
 * const answers = Array.from({ length: 400 }, (_, t) => (session.ended ? "over" : session.push(t < 250 ? 0 : 1, random)));
 * answers.find((answer) => answer !== "quiet"); // => { time: 310, changepoint: 252 }
 * ```
 * @claim pcpd-online
 * @also change-point detection
 */
import { type ComparisonNoise, logAnswersProbability } from "../../adaptive/comparison-law.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { BudgetExceeded } from "../../privacy/accounting/privacy-filter.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { ValueMap } from "../../privacy/loss/value-map.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { UsedStreams } from "../../random/used-streams.ts";
import { alarmScales, WATCHED } from "./alarm-noise.ts";
import { noisyPlace } from "./changepoint.ts";
import { type KnownShift, type OwnShift, type ShiftModel, type ShiftRatios, shiftRatios } from "./shift-model.ts";
import { SlidingScores } from "./sliding-scores.ts";

export const onlineChangepointParameters = withBudget(["pure"], WATCHED);

export type OnlineChangepointParameters<Model> = ParametersOf<typeof onlineChangepointParameters> & {
  readonly model: Model;
};

/** Both are numbers of records, counted from 0. */
export interface Alarm {
  /** The last record that was looked at. */
  readonly time: number;
  /** The first record after the change, as far as can be said. */
  readonly changepoint: number;
}

export type AlarmAnswer = "quiet" | Alarm;

interface Watches<Datum> {
  /** For records that arrive one by one. */
  start(): ChangepointSession<Datum>;
}

/** The input is a whole stream; the output is its alarm, or "quiet". */
export type OnlineChangepoint = ClosedMechanism<readonly number[], AlarmAnswer, Stream, DiscreteLaw<AlarmAnswer>> &
  Watches<number>;
export type OwnOnlineChangepoint<Datum> = MechanismWithLaw<
  readonly Datum[],
  AlarmAnswer,
  Stream,
  DiscreteLaw<AlarmAnswer>
> &
  Watches<Datum>;

export function onlineChangepoint(parameters: OnlineChangepointParameters<KnownShift>): OnlineChangepoint;
export function onlineChangepoint<Datum>(
  parameters: OnlineChangepointParameters<OwnShift<Datum>>,
): OwnOnlineChangepoint<Datum>;
export function onlineChangepoint<Datum>(
  parameters: OnlineChangepointParameters<ShiftModel<Datum>>,
): OwnOnlineChangepoint<Datum> {
  const { guarantee, width, window, threshold } = onlineChangepointParameters.read(parameters);
  const { epsilon } = guarantee;
  const ratios = shiftRatios(parameters.model, width);
  const noise = alarmScales(epsilon, ratios.width);
  const rules: Rules<Datum> = { ratios, noise, window, threshold, placeEpsilon: epsilon / 2 };
  const start = () => new ChangepointSession(rules);
  const { laws } = ratios;
  return {
    name: "online-changepoint",
    neighbours: "event",
    guarantee,
    start,
    release: (records, random) => {
      requireRecords(records, window);
      // All of them before the first draw: whether a record is refused must not depend on the noise.
      const steps = Array.from(records, (record) => ratios.steps(record));
      const session = new ChangepointSession<number>({ ...rules, ratios: { ...ratios, steps: (given) => given } });
      for (const given of steps) {
        const answer = session.push(given, random);
        if (answer !== "quiet") return answer;
      }
      return "quiet";
    },
    law: (records) => alarmLaw(rules, records),
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    ...(laws !== undefined && {
      worstPair: () => risingTests(laws.extremes, window) as unknown as [Datum[], Datum[]],
    }),
  };
}

interface Rules<Datum> {
  readonly ratios: ShiftRatios<Datum>;
  readonly noise: ComparisonNoise;
  readonly window: number;
  readonly threshold: number;
  /** What is spent on the place. */
  readonly placeEpsilon: number;
}

/**
 * One watch: `push` each record until it answers with an alarm, which ends the session. A record that is refused, and a push after
 * the end, leave it as it was. The ratios of the last records are kept, never shown.
 */
export class ChangepointSession<Datum> {
  readonly #rules: Rules<Datum>;
  readonly #scores: SlidingScores;
  readonly #streams = new UsedStreams();
  #thresholdNoise: number | undefined;
  #ended = false;

  constructor(rules: Rules<Datum>) {
    this.#rules = rules;
    this.#scores = new SlidingScores(rules.window);
  }

  /** Whether the alarm was raised. */
  get ended(): boolean {
    return this.#ended;
  }

  push(record: Datum, random: Stream): AlarmAnswer {
    const { ratios, noise, window, threshold, placeEpsilon } = this.#rules;
    if (this.#ended) throw new BudgetExceeded("records must be pushed before the alarm, got one after it");
    const steps = ratios.steps(record);
    this.#streams.take(random);
    this.#thresholdNoise ??= sampleLaplace(noise.thresholdScale, random);
    const scores = this.#scores;
    scores.push(steps);
    if (scores.count < window) return "quiet";
    const testNoise = sampleLaplace(noise.queryScale, random);
    if (!(scores.largest() * ratios.step - threshold + testNoise > this.#thresholdNoise)) return "quiet";
    this.#ended = true;
    const sums = scores.scores().map((sum) => sum * ratios.step);
    const place = noisyPlace({ epsilon: placeEpsilon, width: ratios.width }, window).release(sums, random);
    return { time: scores.count - 1, changepoint: scores.count - window + place };
  }
}

function requireRecords<Datum>(records: readonly Datum[], window: number): void {
  requireList("records", records);
  if (records.length < window) refuse("the number of records", `at least the window's ${window}`, records.length);
}

/** The law of the first alarm, and given its time that of the place, which has noise of its own. */
function alarmLaw<Datum>(rules: Rules<Datum>, records: readonly Datum[]): DiscreteLaw<AlarmAnswer> {
  const { ratios, noise, window, threshold, placeEpsilon } = rules;
  requireRecords(records, window);
  const windows = sumsOfWindows(ratios, records, window);
  const gaps = windows.map(({ largest }) => largest - threshold);
  const logTime = (tests: number, alarm: boolean) =>
    logAnswersProbability(
      noise,
      gaps.slice(0, tests),
      gaps.slice(0, tests).map((_, i) => alarm && i === tests - 1),
    );
  const masses = new ValueMap<AlarmAnswer, number>([["quiet", logTime(gaps.length, false)]]);
  windows.forEach(({ sums }, test) => {
    const logAlarm = logTime(test + 1, true);
    const place = noisyPlace({ epsilon: placeEpsilon, width: ratios.width }, window).law(sums);
    for (const k of place.support)
      masses.set({ time: window - 1 + test, changepoint: test + k }, logAlarm + place.logMass(k));
  });
  const support = masses.keys().filter((answer) => (masses.get(answer) ?? -Infinity) > -Infinity);
  return { kind: "discrete", support, logMass: (answer) => masses.get(answer) ?? -Infinity, neglected: 0 };
}

/** For each full window its sums from every place on, and the largest of them. */
function sumsOfWindows<Datum>(ratios: ShiftRatios<Datum>, records: readonly Datum[], window: number) {
  const scores = new SlidingScores(window);
  return records.flatMap((record) => {
    scores.push(ratios.steps(record));
    if (scores.count < window) return [];
    return [{ largest: scores.largest() * ratios.step, sums: scores.scores().map((sum) => sum * ratios.step) }];
  });
}

const MOST_TESTS = 12;

/**
 * Records of the largest ratio, among them one, in all windows, of the least: raised, it makes quiet tests less likely, and in the
 * last window every other place than the last.
 */
function risingTests([least, greatest]: readonly [number, number], window: number): readonly [number[], number[]] {
  const tests = Math.min(window, MOST_TESTS);
  const high = new Array<number>(window + tests - 1).fill(greatest);
  return [high.with(tests - 1, least), high];
}
