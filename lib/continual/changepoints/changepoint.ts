/**
 * Changepoint: from which record on do the records follow another law? For two laws that are known, before and after.
 *
 * Theorem: let l(k) be the sum of the log-likelihood ratios log(after(x) / before(x)) of the records from place k on, each ratio in
 * a range of width A. The place of the largest l(k) + Laplace(A / epsilon) is epsilon-differentially private under `swap`: a record
 * at place i moves l(k) for all k <= i by one amount of at most A and leaves the others, so that all scores move in one direction,
 * and the noisy maximum needs D / epsilon only. The proof asks nothing of the data: a ratio without a range is clamped to [-width /
 * 2, width / 2].
 * Source: Cummings, Krehbiel, Mei, Tuo, Zhang (NeurIPS 2018), "Differentially private change-point detection"; the noisy maximum is
 * claim 3.9 of Dwork, Roth (2014), doi:10.1561/0400000042. How far off it is: `changepointError`.
 * Limits: it always names a place, whether or not there was a change. Sums are exact (`shift-model.ts`); float64 noise, for study.
 * The law is by quadrature, to 1e-11, in time n^3: for some hundred records at most. The worst pair comes within 1e-3 of epsilon up
 * to epsilon = 10; epsilon is attained in the limit.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { changepoint } from "epsilab/continual";
 * const detect = changepoint({ epsilon: 2, model: { kind: "bernoulli", before: 0.1, after: 0.9 } });
 * const records = [...new Array(50).fill(0), ...new Array(50).fill(1)];
 * detect.release(records, stream(20261115, "example")); // => 50
 * ```
 * @claim pcpd-offline
 * @also change-point detection
 */

import { reportNoisyMax } from "../../mechanisms/choice/report-noisy-max.ts";
import { repeatedRelease } from "../../mechanisms/noise/repeated-release.ts";
import { optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, requireList, requireScale } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism, MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import {
  anyShift,
  type KnownShift,
  type OwnShift,
  type ShiftModel,
  type ShiftRatios,
  shiftRatios,
} from "./shift-model.ts";

/** What every detector of a change takes, besides its budget. */
export const SHIFTED = {
  /** The laws before and after the change. */
  model: anyShift,
  /**
   * Ratios are clamped to [-width / 2, width / 2]; without it they are taken as they are, and must be bounded: normal and Poisson
   * ratios are not. The noise grows with the width, so that a narrow one is often best: compare `changepointError` or `alarmDelay`
   * over several.
   */
  width: optional(positive),
};

export const changepointParameters = withBudget(["pure"], SHIFTED);

export type ChangepointParameters<Model> = ParametersOf<typeof changepointParameters> & {
  readonly model: Model;
};

/** The input is the records in order; the output is the place, counted from 0, of the first record after the change. */
export function changepoint(
  parameters: ChangepointParameters<KnownShift>,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw>;
export function changepoint<Datum>(
  parameters: ChangepointParameters<OwnShift<Datum>>,
): MechanismWithLaw<readonly Datum[], number, Stream, NumberLaw>;
export function changepoint<Datum>(
  parameters: ChangepointParameters<ShiftModel<Datum>>,
): MechanismWithLaw<readonly Datum[], number, Stream, NumberLaw> {
  const { guarantee, width } = changepointParameters.read(parameters);
  const { epsilon } = guarantee;
  const ratios = shiftRatios(parameters.model, width);
  requireScale({ epsilon, "width / epsilon": ratios.width / epsilon });
  const release = (records: readonly Datum[], random: Stream) => {
    const scores = scoresOf(ratios, records);
    return noisyPlace({ epsilon, width: ratios.width }, scores.length).release(scores, random);
  };
  const { laws } = ratios;
  return {
    name: "changepoint",
    neighbours: "swap",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (records) => {
      const scores = scoresOf(ratios, records);
      return numberLaw(noisyPlace({ epsilon, width: ratios.width }, scores.length).law(scores));
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    ...(laws !== undefined && { worstPair: () => risingPlace(laws.extremes) as unknown as [Datum[], Datum[]] }),
  };
}

/** The noisy maximum over the places, which move in one direction. */
export function noisyPlace({ epsilon, width }: { readonly epsilon: number; readonly width: number }, places: number) {
  return reportNoisyMax({
    ...{ epsilon, sensitivity: width, options: places, change: "monotone", noise: "laplace", neighbours: "swap" },
  });
}

const FEWEST = 2;

/** l(k) for every place k. */
function scoresOf<Datum>(ratios: ShiftRatios<Datum>, records: readonly Datum[]): number[] {
  requireList("records", records);
  if (records.length < FEWEST) refuse("the number of records", `at least ${FEWEST}`, records.length);
  if (records.length > LARGEST_WINDOW) refuse("the number of records", `at most ${LARGEST_WINDOW}`, records.length);
  const scores = new Array<number>(records.length);
  let steps = 0;
  for (let place = records.length - 1; place >= 0; place--) {
    steps += ratios.steps(records[place]);
    scores[place] = steps * ratios.step;
  }
  return scores;
}

/** As many ratios have an exact sum. */
export const LARGEST_WINDOW = 1048576; // 2^20

const PAIR_SIZE = 12;

/** All records speak against a change at the first place, and then the first of them for it. */
function risingPlace([least, greatest]: readonly [number, number]): readonly [number[], number[]] {
  const low = new Array<number>(PAIR_SIZE).fill(least);
  return [low, low.with(0, greatest)];
}
