/**
 * Smooth sensitivity of the median: the formula against its definition on small grids, and exact audits of both kinds of noise.
 *
 * The ratio of two Cauchy densities is one of two quadratic polynomials; its extremes are (s / t) times the roots of
 * s^2 z^2 - (s^2 + t^2 + c^2) z + t^2 = 0, for scales s and t and centres c apart. For Laplace noise delta is an integral.
 */
import { continuousDelta } from "../../lib/auditing/continuous-audit.ts";
import { neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import {
  smoothSensitivity,
  smoothSensitivityMedian,
} from "../../lib/mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  listedMedian,
  medianLocalSensitivity,
  medianSmoothSensitivities,
} from "../../lib/oracles/median-sensitivity.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";

const PLACES = { 3: [0, 0.2, 0.5, 1], 5: [0, 0.4, 1] } as const;
type Size = keyof typeof PLACES;
const RANGE = { lower: 0, upper: 1 } as const;

/** The largest difference of the formula from its definition, over all datasets. */
function formulaError(records: Size, beta: number): number {
  return medianSmoothSensitivities(PLACES[records], records, beta).reduce(
    (off, { data, sensitivity }) => Math.max(off, Math.abs(smoothSensitivity(data, { ...RANGE, beta }) - sensitivity)),
    0,
  );
}

interface Noise {
  readonly centre: number;
  readonly scale: number;
}

/** The centre and scale of the noise of every dataset, and the pairs of them that neighbours have, once each. */
function noisePairs(records: Size, beta: number, factor: number): readonly (readonly [Noise, Noise])[] {
  const noiseOf = (data: readonly number[]): Noise => {
    const sorted = data.toSorted((a, b) => a - b);
    return { centre: listedMedian(sorted), scale: factor * smoothSensitivity(sorted, { ...RANGE, beta }) };
  };
  const pairs = new Map<string, readonly [Noise, Noise]>();
  for (const [x, y] of neighbouringPairs<number>({ universe: PLACES[records], size: records, neighbours: "swap" })) {
    const pair = [noiseOf(x), noiseOf(y)] as const;
    pairs.set(
      pair
        .map(({ centre, scale }) => `${centre} ${scale}`)
        .toSorted()
        .join(),
      pair,
    );
  }
  return [...pairs.values()];
}

/** The largest log-ratio of two Cauchy densities. */
function cauchyLoss([one, other]: readonly [Noise, Noise]): number {
  const [s, t, c] = [one.scale, other.scale, one.centre - other.centre];
  const middle = s * s + t * t + c * c;
  const root = Math.sqrt(Math.max(0, middle * middle - 4 * s * s * t * t));
  const larger = ((middle + root) / (2 * s * s)) * (s / t);
  // The product of the roots is t^2 / s^2, so that the extremes are inverse to each other.
  return log(larger);
}

const laplaceDelta = ([one, other]: readonly [Noise, Noise], epsilon: number) =>
  continuousDelta({ first: laplaceLaw(one.centre, one.scale), second: laplaceLaw(other.centre, other.scale) }, epsilon);

const axes = {
  records: axis(z.literal([3, 5]), { means: "number of records", quick: [3], full: [3, 5] }),
  epsilon: axis(z.number().min(0.05).max(4), {
    means: "epsilon of one release",
    quick: [0.5, 2],
    full: [0.1, 0.5, 1, 2, 4],
  }),
  delta: axis(z.number().min(1e-9).max(0.1), {
    means: "delta of one release",
    quick: [1e-3, 0.1],
    full: [1e-6, 1e-3, 0.1],
  }),
};

const WIDTHS = [1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1];
const SHOWN = 101;

/** Records that fill an interval about 1/2. */
const spreadOut = (width: number) => Array.from({ length: SHOWN }, (_, k) => 0.5 + width * (k / (SHOWN - 1) - 0.5));

export const smoothPart: Part = {
  claim: "smooth-sensitivity",
  asks: "Is the formula the defined smooth sensitivity, and is the noise that follows it private over all neighbours?",
  study: exactStudy({
    axes,
    exact: ({ records, epsilon, delta }) => {
      const beta = epsilon / (2 * log(2 / delta));
      const laplace = noisePairs(records, beta, 2 / epsilon);
      const growth = laplace.reduce((most, [a, b]) => Math.max(most, Math.abs(log(a.scale / b.scale))), 0);
      const worst = laplace.reduce((most, pair) => Math.max(most, laplaceDelta(pair, epsilon)), 0);
      const cauchy = noisePairs(records, epsilon / 6, 6 / epsilon).reduce(
        (most, p) => Math.max(most, cauchyLoss(p)),
        0,
      );
      const own = smoothSensitivityMedian({ epsilon, delta, ...RANGE }).law(spreadOut(0.1)).family?.scale ?? 0;
      const scale = (2 / epsilon) * smoothSensitivity(spreadOut(0.1), { ...RANGE, beta });
      return {
        checks: {
          formula: atMost(formulaError(records, beta), 0, { absolute: 1e-14 }),
          "formula-for-cauchy": atMost(formulaError(records, epsilon / 6), 0, { absolute: 1e-14 }),
          "log-growth": atMost(growth, beta, { share: 1e-9, absolute: 1e-14 }),
          "scale-of-the-mechanism": atMost(Math.abs(own / scale - 1), 0, { absolute: 1e-14 }),
          delta: atMost(worst, delta, { share: 1e-9 }),
          "epsilon-of-cauchy": atMost(cauchy, epsilon, { share: 1e-12 }),
        },
        values: {
          widths: WIDTHS,
          smooth: WIDTHS.map((width) => smoothSensitivity(spreadOut(width), { ...RANGE, beta })),
          cauchy: WIDTHS.map((width) => smoothSensitivity(spreadOut(width), { ...RANGE, beta: epsilon / 6 })),
          local: WIDTHS.map((width) => medianLocalSensitivity(spreadOut(width), [0, 1])),
        },
      };
    },
  }),
  controls: {
    "local-sensitivity": {
      says: "Laplace noise for the local sensitivity: three records at 0 give 0 for sure, and two at 0 and one at 1 never do",
      study: exactStudy({
        axes: { epsilon: axes.epsilon },
        exact: ({ epsilon }) => {
          const atZero = [
            [0, 0, 0],
            [0, 0, 1],
          ].map((data) => (medianLocalSensitivity(data, [0, 0.5, 1]) / epsilon === 0 ? 1 : 0));
          return { checks: { "delta-at-any-epsilon": atMost(atZero[0] - exp(epsilon) * atZero[1], 0) } };
        },
      }),
    },
    "no-smoothing-of-beta": {
      says: "Laplace noise of scale 2 S / epsilon with a beta ten times as large: (epsilon, delta) is exceeded",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.5).max(4), { means: "epsilon of one release", quick: [0.5, 2] }),
          delta: axis(z.number().min(1e-9).max(0.01), { means: "delta of one release", quick: [1e-3] }),
        },
        exact: ({ epsilon, delta }) => {
          const pairs = noisePairs(3, (10 * epsilon) / (2 * log(2 / delta)), 2 / epsilon);
          const worst = pairs.reduce((most, pair) => Math.max(most, laplaceDelta(pair, epsilon)), 0);
          return { checks: { delta: atMost(worst, delta, { share: 1e-9 }) } };
        },
      }),
    },
  },
};
