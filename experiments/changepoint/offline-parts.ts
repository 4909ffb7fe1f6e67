/**
 * Offline changepoints: privacy over all short lists of records, and the error where the law really changes.
 *
 * The laws of the mechanism are compared with an integral of their own. The error is drawn: bits of probability 1 - p before and p
 * after the middle.
 */

import { halfNoisePlace, placeLaw, unclampedPlace } from "../../lib/auditing/broken/changepoint.ts";
import { discreteDelta, discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { worstLoss } from "../../lib/auditing/worst-loss.ts";
import { listsOf } from "../../lib/auditing/worst-pair.ts";
import { changepoint } from "../../lib/continual/changepoints/changepoint.ts";
import { changepointError } from "../../lib/continual/changepoints/changepoint-error.ts";
import { driftOf, type KnownShift, shiftRatios } from "../../lib/continual/changepoints/shift-model.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { fillBernoulli } from "../../lib/random/bernoulli.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  axis,
  differenceOf,
  type Estimate,
  estimateAtMost,
  exactStudy,
  type Part,
  sampledStudy,
  shareOf,
  shareStudy,
  z,
} from "../kit.ts";
import { BITS, epsilonOf, LOSS } from "./axes.ts";

interface Case {
  readonly model: KnownShift;
  readonly width?: number;
  /** The records that are gone through, extremes among them. */
  readonly universe: readonly number[];
}

const MODELS = ["bits", "levels", "table"] as const;
const CASES: Readonly<Record<(typeof MODELS)[number], Case>> = {
  bits: { model: BITS, universe: [0, 1] },
  levels: {
    model: { kind: "normal", before: 0, after: 1, sigma: 1 },
    width: 3,
    universe: [-20, 0.4, 20],
  },
  table: {
    model: { kind: "table", before: [0.6, 0.3, 0.1], after: [0.1, 0.3, 0.6] },
    universe: [0, 1, 2],
  },
};

/** How far the law of the mechanism is from that by another integral, over all lists. */
function lawError({ model, width, universe }: Case, epsilon: number, size: number): number {
  const { law } = changepoint({ epsilon, model, ...(width !== undefined && { width }) });
  const ratios = shiftRatios(model, width);
  const errors = [...listsOf(universe.length, Math.min(size, 3))].flatMap((places) => {
    const records = places.map((place) => universe[place]);
    const other = placeLaw(
      records.map((record) => ratios.steps(record) * ratios.step),
      ratios.width / epsilon,
    );
    return records.map((_, k) => Math.abs(exp(law(records).logMass(k)) - exp(other.logMass(k))));
  });
  return largestOf(errors);
}

export const offlinePrivacyPart: Part = {
  claim: "pcpd-offline",
  asks: "Is the place epsilon-private on all pairs of short lists, clamped outliers included?",
  study: exactStudy({
    axes: {
      model: axis(z.enum(MODELS), { means: "laws before and after", quick: MODELS }),
      epsilon: epsilonOf([0.1, 1], [0.1, 0.5, 1, 4]),
      records: axis(z.int().min(2).max(5), {
        means: "records, all lists of which are gone through",
        quick: [2, 4],
        full: [2, 3, 4, 5],
      }),
    },
    exact: ({ model, epsilon, records }) => {
      const { model: laws, width, universe } = CASES[model];
      const mechanism = changepoint({ epsilon, model: laws, ...(width !== undefined && { width }) });
      const loss = worstLoss({ universe, size: records, neighbours: "swap" }, mechanism.law);
      const [first, second] = mechanism.worstPair().map(mechanism.law);
      return {
        checks: {
          epsilon: atMost(loss, epsilon, LOSS),
          "worst-pair": atMost(discreteEpsilon({ first, second }), epsilon, LOSS),
          law: atMost(lawError(CASES[model], epsilon, records), 0, { absolute: 1e-9 }),
        },
        values: { share: loss / epsilon },
      };
    },
  }),
  controls: {
    "half-noise": {
      says: "noise of scale A / (2 epsilon): towards 2 epsilon",
      study: exactStudy({
        axes: { epsilon: epsilonOf([0.1, 1]) },
        exact: ({ epsilon }) => {
          const found = discreteEpsilon(halfNoisePlace.broken({ epsilon, size: 5 }));
          return { checks: { epsilon: atMost(found, epsilon, LOSS) } };
        },
      }),
    },
    "published-width": {
      says: "the published variant for N(0, 1) and N(1, 1), without clamping, on a record of +20 or -20: (epsilon, delta) as claimed",
      study: exactStudy({
        axes: {
          epsilon: epsilonOf([1], [0.1, 1, 4]),
          delta: axis(z.number().min(1e-9).max(1e-3), { means: "delta that is claimed", quick: [1e-6] }),
        },
        exact: ({ epsilon, delta }) => {
          const found = discreteDelta(unclampedPlace.broken({ epsilon, delta }), epsilon).lower;
          return { checks: { delta: atMost(found, delta) } };
        },
      }),
    },
  },
};

const ERRORS = [0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500];

const shiftOf = (after: number) => ({ kind: "bernoulli", before: 1 - after, after }) as const;

/** How often each error is exceeded, by the mechanism and by the place of the largest sum. */
function errorsOf(
  { epsilon, after, records }: { readonly epsilon: number; readonly after: number; readonly records: number },
  thresholds: readonly number[],
  { count, random }: { readonly count: number; readonly random: Stream },
) {
  const { release } = changepoint({ epsilon, model: shiftOf(after) });
  const middle = Math.floor(records / 2);
  const bits = new Float64Array(records);
  const exceeded = thresholds.map(() => 0);
  const bare = thresholds.map(() => 0);
  for (let trial = 0; trial < count; trial++) {
    fillBernoulli(1 - after, bits.subarray(0, middle), random);
    fillBernoulli(after, bits.subarray(middle), random);
    const list = Array.from(bits);
    const error = Math.abs(release(list, random) - middle);
    const ownError = Math.abs(largestPlace(list) - middle);
    thresholds.forEach((threshold, k) => {
      if (error > threshold) exceeded[k]++;
      if (ownError > threshold) bare[k]++;
    });
  }
  return { exceeded, bare };
}

/** The place of the largest sum of ratios, which are -1 and 1 up to a factor. */
function largestPlace(bits: readonly number[]): number {
  let [sum, largest, place] = [0, -Infinity, 0];
  for (let k = bits.length - 1; k >= 0; k--) {
    sum += 2 * bits[k] - 1;
    if (sum > largest) [largest, place] = [sum, k];
  }
  return place;
}

const BETAS = [0.05, 0.5];

/** Errors at which the probability of more is several hundredths, and several tenths. */
function usualErrors(epsilon: number, after: number): number[] {
  const ratios = shiftRatios(shiftOf(after), undefined);
  const unit = ratios.width / driftOf(ratios) / epsilon;
  return [Math.ceil(unit), Math.ceil(3 * unit)];
}

const GROWTH = 0.15;

/** With four times the records an error is exceeded as often, up to 0.15. */
const doesNotGrow = (few: Estimate, many: Estimate) => estimateAtMost(differenceOf(many, few), GROWTH);

const BLOCK = 250;

export const offlineErrorPart: Part = {
  claim: "pcpd-offline",
  asks: "Is the place as near to the true one as the bound says, whatever the number of records?",
  study: sampledStudy({
    axes: {
      epsilon: epsilonOf([0.1, 1], [0.1, 0.5, 1]),
      after: axis(z.number().min(0.7).max(0.95), {
        means: "probability of a 1 after the change; before it is the rest",
        quick: [0.8],
      }),
      records: axis(z.int().min(4000).max(20_000), {
        means: "records; a quarter of them too",
        quick: [4000],
        full: [4000, 16_000],
      }),
    },
    trials: { quick: 2000, full: 4000 },
    blockSize: BLOCK,
    intervals: () => BETAS.length + 4,
    block: (cell, count, random) => {
      const bounds = BETAS.map((beta) =>
        changepointError({ epsilon: cell.epsilon, model: shiftOf(cell.after), errorRate: beta }),
      );
      const thresholds = [...bounds, ...usualErrors(cell.epsilon, cell.after), ...ERRORS];
      const few = { ...cell, records: Math.floor(cell.records / 4) };
      return {
        many: errorsOf(cell, thresholds, { count, random: random.child("many") }),
        few: errorsOf(few, thresholds, { count, random: random.child("few") }),
      };
    },
    judge: (cell, { many, few }, context) => {
      const share = (counts: readonly number[], k: number) => shareOf(counts[k], context);
      const place = BETAS.length;
      return {
        checks: {
          bound: estimateAtMost(share(many.exceeded, 0), BETAS[0]),
          "bound-of-the-median": estimateAtMost(share(many.exceeded, 1), BETAS[1]),
          "usual-error": doesNotGrow(share(few.exceeded, place), share(many.exceeded, place)),
          "large-error": doesNotGrow(share(few.exceeded, place + 1), share(many.exceeded, place + 1)),
        },
        values: {
          errors: ERRORS,
          tails: ERRORS.map((_, k) => many.exceeded[place + 2 + k] / context.trials),
          bare: ERRORS.map((_, k) => many.bare[place + 2 + k] / context.trials),
          bound: changepointError({ epsilon: cell.epsilon, model: shiftOf(cell.after), errorRate: BETAS[0] }),
        },
      };
    },
  }),
  controls: {
    "error-without-privacy": {
      says: "the accuracy of the place without noise, 95 % of errors at most 6, claimed at a small epsilon",
      study: shareStudy({
        axes: { epsilon: axis(z.number().min(0.05).max(0.3), { means: "epsilon", quick: [0.1] }) },
        trials: { quick: 1000, full: 2000 },
        blockSize: BLOCK,
        intervals: () => 1,
        block: ({ epsilon }, count, random) => errorsOf({ epsilon, after: 0.8, records: 1000 }, [6], { count, random }),
        judge: (_, { exceeded }) => ({ checks: { bound: estimateAtMost(exceeded[0], 0.05) } }),
      }),
    },
  },
};
