/**
 * Uniform[0, theta]: privacy is not free for any n, by the ratio of the lower bounds, and a private estimate that meets them up to
 * a logarithm.
 */
import { leCam } from "../../lib/bounds/le-cam.ts";
import { privateLeCam } from "../../lib/bounds/private-le-cam.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  atLeast,
  atMost,
  axis,
  boundedMeanOf,
  equal,
  estimateAtMost,
  exactStudy,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { size } from "./axes.ts";
import { LEAST_THETA, quantileErrors } from "./uniform-quantile.ts";

const model = { kind: "uniform", least: LEAST_THETA, most: 1 } as const;
const epsilon = axis(z.number().positive().max(50), { means: "epsilon", quick: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3] });

/** The bounds with the printed quarter. */
function uniformBounds(cell: { readonly size: number; readonly epsilon: number }) {
  const open = leCam({ model, size: cell.size, form: "total-variation", factor: "quarter" }).value;
  const hidden = privateLeCam({ model, size: cell.size, guarantee: pure(cell.epsilon), form: "coupling" }).value;
  return { open, hidden };
}

/** Of (n + 1) / n times the largest record, at theta = 1: 2 (n / (n + 1))^n / (n + 1). */
function openRisk(records: number): number {
  return (2 * exp(-records * log1p(1 / records))) / (records + 1);
}

export const uniformBoundsPart: Part = {
  claim: "privacy-free-crossover",
  asks: "Is the lower bound for Uniform[0, theta] multiplied by 1 / (1 - e^-epsilon), whatever n is?",
  study: exactStudy({
    axes: { size, epsilon },
    // A narrow range of theta caps the gap before.
    where: (cell) => (cell.size + 1) * -expm1(-cell.epsilon) >= 2,
    exact: (cell) => {
      const { open, hidden } = uniformBounds(cell);
      const risk = openRisk(cell.size);
      return {
        checks: {
          ratio: equal(hidden / open, -1 / expm1(-cell.epsilon), { share: 1e-9 }),
          "above-bound": atLeast(risk, 2 * open),
        },
        values: { open, private: hidden },
      };
    },
  }),
  controls: {
    "free-as-for-bits": {
      says: "the crossover of bits claimed here: a factor of at most 1.05 from epsilon = 10 / sqrt n on",
      study: exactStudy({
        axes: { size },
        exact: (cell) => {
          const { open, hidden } = uniformBounds({ size: cell.size, epsilon: 10 / Math.sqrt(cell.size) });
          return { checks: { ratio: atMost(hidden / open, 1.05) } };
        },
      }),
    },
  },
};

/** The moments of the exact conditional errors, theta by theta. */
function draws(setting: { size: number; epsilon: number; depth: number }, thetas: readonly number[]) {
  return (count: number, random: Stream): { readonly errors: readonly Moments[] } => {
    const columns = thetas.map(() => new Float64Array(count));
    quantileErrors(setting, thetas)(columns, random);
    return { errors: columns.map(momentsOf) };
  };
}

const MOST = 6.5;

/** The mean error against 6.5 times the bound times ln n, for each theta. */
function judge(
  cell: { readonly size: number; readonly epsilon: number },
  thetas: readonly number[],
  { errors }: { readonly errors: readonly Moments[] },
  { errorRate }: SampleContext,
): Judgement {
  const unit = uniformBounds(cell).hidden * log(cell.size);
  const check = (moments: Moments) =>
    estimateAtMost(boundedMeanOf(moments, { least: 0, greatest: LEAST_THETA, errorRate }), MOST * unit);
  return {
    checks: Object.fromEntries(thetas.map((theta, k) => [`theta-${theta}`, check(errors[k])])),
    values: { ratio: largestOf(errors.map(({ mean }) => mean / unit)) },
  };
}

const THETAS = [0.5, 0.75, 1];
const sampledSize = axis(z.int().min(100).max(1_000_000), {
  means: "records",
  quick: [100, 1000, 10_000],
  full: [100, 1000, 10_000, 100_000],
});

const estimatorStudy = sampledStudy({
  axes: { size: sampledSize, epsilon: axis(z.number().min(0.1).max(10), { means: "epsilon", quick: [0.1, 1, 3] }) },
  trials: { quick: 40_000, full: 150_000, most: 2_400_000 },
  blockSize: 8192,
  intervals: () => THETAS.length,
  block: (cell, count, random) => draws({ ...cell, depth: 4 }, THETAS)(count, random),
  judge: (cell, summary, context) => judge(cell, THETAS, summary, context),
});

export const uniformEstimatorPart: Part = {
  claim: "privacy-free-crossover",
  asks: "Is the private estimate of theta within 6.5 ln n of the bound?",
  study: estimatorStudy,
  controls: {
    "quantile-too-high": {
      says: "the quantile at 3 ln(n + 1) / (n epsilon) from the top: at epsilon 3 the error leaves the rate",
      study: variant(estimatorStudy, {
        over: { epsilon: [3] },
        trials: { quick: 40_000, full: 400_000 },
        intervals: () => 1,
        block: (cell, count, random) => draws({ ...cell, depth: 3 }, [LEAST_THETA])(count, random),
        judge: (cell, summary, context) => judge(cell, [LEAST_THETA], summary, context),
      }),
    },
  },
};
