/**
 * The smoothed inverse-sensitivity median: its distances and its privacy on small grids, and its mean squared error beside that of
 * other medians.
 *
 * Densities are constant between records and their shifts by the radius, so that losses and errors are exact. The other medians are
 * Laplace noise for the whole range, and Laplace noise for the smooth sensitivity at delta = 1e-6. Data for the errors are the
 * numbers i / (n + 1).
 */
import { uncountedTies } from "../../lib/auditing/broken/quantiles.ts";
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { listsOf, worstPair } from "../../lib/auditing/worst-pair.ts";
import { changeDistance } from "../../lib/mechanisms/local-sensitivity/change-distance.ts";
import { inverseSensitivityMedian } from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity-median.ts";
import { smoothSensitivityMedian } from "../../lib/mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { refuse } from "../../lib/numerics/requirements.ts";
import { stepDensityLoss } from "../../lib/oracles/step-density.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, LOSS } from "./bit-functions.ts";

const PLACES = { 1: [0, 0.25, 0.5, 0.75, 1], 3: [0, 0.01, 0.5, 0.75, 1], 5: [0, 0.3, 0.5, 1] } as const;
type Size = keyof typeof PLACES;
const SIZES = [1, 3, 5] as const;
const NARROW = 1e-4;

const medianLaw = (
  records: readonly number[],
  { epsilon, radius }: { readonly epsilon: number; readonly radius: number },
) => inverseSensitivityMedian({ epsilon, radius, lower: 0, upper: 1 }).law(records);

/** The law of every dataset, found once whatever the order of its records. */
function onceEach(law: (data: readonly number[]) => ContinuousLaw) {
  const known = new Map<string, ContinuousLaw>();
  return (data: readonly number[]) => {
    const key = data.toSorted((a, b) => a - b).join();
    const found = known.get(key) ?? law(data);
    known.set(key, found);
    return found;
  };
}

/** The largest loss over all neighbours. */
function lossOver(records: Size, law: (data: readonly number[]) => ContinuousLaw) {
  const lawOf = onceEach(law);
  return worstPair<number>({ universe: PLACES[records], size: records, neighbours: "swap" }, (x, y) =>
    stepDensityLoss(lawOf(x), lawOf(y)),
  );
}

/** The largest difference of the distances read from the density with those found by going through all datasets. */
function distanceError(records: Size): number {
  const { outcomes, distance } = changeDistance<number, number>({
    universe: PLACES[records],
    size: records,
    statistic: (data) => data.toSorted((a, b) => a - b)[(records - 1) / 2],
  });
  let off = 0;
  for (const chosen of listsOf(PLACES[records].length, records, true)) {
    const data = chosen.map((place) => PLACES[records][place]);
    const law = medianLaw(data, { epsilon: 2, radius: NARROW });
    const peak = largestOf(outcomes.map((value) => law.logDensity(value)));
    for (const value of outcomes) off = Math.max(off, Math.abs(peak - law.logDensity(value) - distance(data, value)));
  }
  return off;
}

export const smoothedPart: Part = {
  claim: "ism-smoothed",
  asks: "Has the median the stated distances, ties included, and is its density epsilon-private with every radius?",
  study: exactStudy({
    axes: {
      records: axis<Size>(z.literal(SIZES), { means: "number of records", quick: [3], full: SIZES }),
      radius: axis(z.number().min(0).max(1), {
        means: "radius of the smoothing",
        quick: [0, 0.1],
        full: [0, 0.003, 0.03, 0.1, 0.3],
      }),
      epsilon,
    },
    exact: ({ records, radius, epsilon }) => {
      const law = (data: readonly number[]) => medianLaw(data, { epsilon, radius });
      const { pair, loss } = lossOver(records, law);
      const audit = continuousEpsilon({ first: law(pair[0]), second: law(pair[1]) }, { kind: "monotone" });
      return {
        checks: {
          distances: atMost(distanceError(records), 0, { absolute: 1e-10 }),
          epsilon: atMost(loss, epsilon, LOSS),
          "audit-of-the-density": atMost(audit.lower, epsilon, LOSS),
        },
      };
    },
  }),
  controls: {
    "uncounted-ties": {
      says: "records equal to the median left out of the distance, 21 records at two places: 5.18 at epsilon 1",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => {
          const { lower } = continuousEpsilon(uncountedTies.broken({ epsilon }), { kind: "monotone" });
          return { checks: { epsilon: atMost(lower, epsilon, LOSS) } };
        },
      }),
    },
  },
};

/** E (output - truth)^2 of a density that is constant between its kinks. */
function meanSquare({ kinks, cdf }: ContinuousLaw, truth: number): number {
  return kinks.slice(1).reduce((sum, to, k) => {
    const [a, b] = [kinks[k] - truth, to - truth];
    return sum + ((cdf(to) - cdf(kinks[k])) * (a * a + a * b + b * b)) / 3;
  }, 0);
}

const DELTA = 1e-6;

/** The scale of the Laplace noise that the smooth sensitivity asks for. */
function smoothScale(records: readonly number[], epsilon: number): number {
  const { family } = smoothSensitivityMedian({ epsilon, delta: DELTA, lower: 0, upper: 1 }).law(records);
  return family?.kind === "laplace" ? family.scale : refuse("family", "Laplace", family?.kind);
}

const accuracyAxes = {
  records: axis(
    z
      .int()
      .min(11)
      .max(2001)
      .refine((n) => n % 2 === 1, { error: "must be odd" }),
    { means: "number of records, odd", quick: [11, 101, 1001], full: [11, 31, 101, 301, 1001] },
  ),
  epsilon: axis(z.number().min(0.05).max(4), {
    means: "epsilon of one release",
    quick: [0.5, 1],
    full: [0.1, 0.5, 1, 2, 4],
  }),
};
const RADIUS = 1e-3;

export const accuracyPart: Part = {
  claim: "ism-smoothed",
  asks: "Is the median of spread-out records nearer than with noise for the whole range, and than with smooth sensitivity?",
  study: exactStudy({
    axes: accuracyAxes,
    exact: ({ records, epsilon }) => {
      const data = Array.from({ length: records }, (_, k) => (k + 1) / (records + 1));
      const inverse = meanSquare(medianLaw(data, { epsilon, radius: RADIUS }), 0.5);
      const [laplace, smooth] = [1 / epsilon, smoothScale(data, epsilon)].map((scale) => 2 * scale * scale);
      return {
        checks: { "below-global-noise": atMost(inverse, laplace), "below-smooth-noise": atMost(inverse, smooth) },
        values: { inverse, laplace, smooth },
      };
    },
  }),
  controls: {
    "atoms-without-smoothing": {
      says: "all records at 1/2 and radius 0, claimed to be as near as with a radius of 0.001: the output is uniform",
      study: exactStudy({
        axes: accuracyAxes,
        exact: ({ records, epsilon }) => {
          const data = new Array<number>(records).fill(0.5);
          const [plain, smoothed] = [0, RADIUS].map((radius) => meanSquare(medianLaw(data, { epsilon, radius }), 0.5));
          return { checks: { "mean-square": atMost(plain, smoothed) } };
        },
      }),
    },
  },
};
