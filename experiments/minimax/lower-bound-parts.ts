/**
 * Lower bounds against the truth in models so small that linear programs solve them, at a hundred points each: no bound above it.
 */
import { exactMinimax } from "../../lib/bounds/exact-minimax.ts";
import { excessRiskBound } from "../../lib/bounds/excess-risk.ts";
import { fingerprintingBound } from "../../lib/bounds/fingerprinting.ts";
import { leCam } from "../../lib/bounds/le-cam.ts";
import { privateLeCam } from "../../lib/bounds/private-le-cam.ts";
import { vanTrees } from "../../lib/bounds/van-trees.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";
import { leastWorstExcess } from "./line-program.ts";
import { point, truthPoint } from "./truth-points.ts";

const bit = { kind: "bernoulli" } as const;
const GRID = 15;

/** The certified upper end of the least worst squared error of a share of ones. */
async function squaredOptimum(at: number): Promise<number> {
  const { size, guarantee } = truthPoint(at);
  const problem = { size, guarantee, model: "central", target: "population", loss: "squared", grid: GRID } as const;
  return (await exactMinimax(problem)).upper;
}

const smallEpsilon = axis(z.number().positive().max(1), { means: "epsilon", quick: [0.05, 0.1, 0.2] });
const oneRecord = (epsilon: number) =>
  exactMinimax({
    size: 1,
    guarantee: pure(epsilon),
    model: "central",
    target: "population",
    loss: "squared",
    grid: GRID,
  });

export const fingerprintingPart: Part = {
  claim: "fingerprinting-bound",
  asks: "Are the fingerprinting bound and the two-point bounds for squared errors below the least worst squared error?",
  study: exactStudy({
    axes: { point },
    exact: async (cell) => {
      const { size, epsilon, guarantee } = truthPoint(cell.point);
      const truth = await squaredOptimum(cell.point);
      const loss = "squared" as const;
      const print = fingerprintingBound({ dimension: 1, size, guarantee }).value;
      const open = leCam({ model: bit, size, form: "total-variation", factor: "half", loss }).value;
      const hidden = privateLeCam({ model: bit, size, guarantee, form: "metric", loss }).value;
      const sharpest = Math.max(print, open, hidden);
      return {
        checks: { fingerprinting: atMost(print, truth), "le-cam": atMost(open, truth), private: atMost(hidden, truth) },
        values: {
          size,
          epsilon,
          truth,
          fingerprinting: print,
          "two-points": Math.max(open, hidden),
          share: sharpest / truth,
        },
      };
    },
  }),
  controls: {
    "not-shares": {
      says: "the bound for means from -1 to 1, four times that for shares, claimed for shares",
      study: exactStudy({
        axes: { epsilon: smallEpsilon },
        exact: async (cell) => {
          const { value } = fingerprintingBound({ dimension: 1, size: 1, guarantee: pure(cell.epsilon) });
          return { checks: { bound: atMost(4 * value, (await oneRecord(cell.epsilon)).upper) } };
        },
      }),
    },
  },
};

const noiseAxes = {
  dimension: axis(z.int().min(1).max(1_000_000), {
    means: "independent bits of a record",
    quick: [100, 10_000],
    full: [30, 100, 300, 1000, 3000, 10_000, 30_000],
  }),
  // The share of the noise of the sample is small, and the noise is small enough that shares are not clamped.
  rho: axis(z.number().positive().max(1), { means: "rho, of zero-concentrated privacy", quick: [1e-3, 1e-4] }),
};

/** As many records as make the noise of one coordinate a thirtieth. */
const recordsFor = ({ dimension, rho }: { dimension: number; rho: number }) =>
  Math.ceil(30 * Math.sqrt(dimension / (2 * rho)));

/** Gaussian noise on the mean of n corners of the cube, whose swap sensitivity is sqrt(d) / n, and the bits' own variance. */
function gaussianError({ dimension, rho }: { dimension: number; rho: number }): number {
  const size = recordsFor({ dimension, rho });
  return (dimension * dimension) / (2 * rho * size * size) + dimension / (4 * size);
}

export const dimensionsPart: Part = {
  claim: "fingerprinting-bound",
  asks: "Is the squared error of Gaussian noise above the fingerprinting bound, and within a factor of 8 in every dimension?",
  study: exactStudy({
    axes: noiseAxes,
    exact: (cell) => {
      const size = recordsFor(cell);
      const guarantee = zeroConcentrated(cell.rho);
      const { value } = fingerprintingBound({ dimension: cell.dimension, size, guarantee });
      const error = gaussianError(cell);
      return {
        checks: { below: atMost(value, error), tight: atMost(error / value, 8) },
        values: { size, bound: value, error, ratio: error / value },
      };
    },
  }),
  controls: {
    "ten-times": {
      says: "ten times the bound, claimed for all zero-concentrated estimates",
      study: exactStudy({
        axes: noiseAxes,
        exact: (cell) => {
          const guarantee = zeroConcentrated(cell.rho);
          const { value } = fingerprintingBound({ dimension: cell.dimension, size: recordsFor(cell), guarantee });
          return { checks: { below: atMost(10 * value, gaussianError(cell)) } };
        },
      }),
    },
  },
};

export const vanTreesPart: Part = {
  claim: "van-trees-private",
  asks: "Is van Trees' bound with the information of a private output below the least worst squared error?",
  study: exactStudy({
    axes: { point },
    exact: async (cell) => {
      const { size, epsilon, guarantee } = truthPoint(cell.point);
      const truth = await squaredOptimum(cell.point);
      const { value, records } = vanTrees({ model: bit, size, guarantee });
      return {
        checks: { below: atMost(value, truth) },
        values: { size, epsilon, truth, bound: value, records, share: value / truth },
      };
    },
  }),
  controls: {
    "no-prior": {
      says: "the inverse of the information alone, as for unbiased estimates, claimed for all",
      study: exactStudy({
        axes: { epsilon: smallEpsilon },
        exact: async (cell) => {
          const { records } = vanTrees({ model: bit, size: 1, guarantee: pure(cell.epsilon) });
          return { checks: { below: atMost(1 / (4 * records), (await oneRecord(cell.epsilon)).upper) } };
        },
      }),
    },
  },
};

const line = { kind: "convex", lipschitz: 1, radius: 1 } as const;

/** What the solver leaves. */
const SOLVED = { absolute: 1e-7 } as const;

export const learningPart: Part = {
  claim: "erm-lower-bounds",
  asks: "Is the lower bound for learning with a linear loss on the line below the least worst excess of all private methods?",
  study: exactStudy({
    axes: { point },
    exact: async (cell) => {
      const { size, epsilon, guarantee } = truthPoint(cell.point);
      const delta = guarantee.kind === "approximate" ? guarantee.delta : 0;
      const truth = await leastWorstExcess({ size, epsilon, delta });
      const { value, records } = excessRiskBound({ problem: line, dimension: 1, size, guarantee });
      return {
        checks: { below: atMost(value, truth, SOLVED) },
        values: { size, epsilon, truth, bound: value, records, share: value / truth },
      };
    },
  }),
  controls: {
    "a-fifth-more": {
      says: "the bound raised by a fifth, against the best private method for one record",
      study: exactStudy({
        axes: { epsilon: axis(z.number().positive().max(2), { means: "epsilon", quick: [0.1, 0.5, 1] }) },
        exact: async (cell) => {
          const guarantee = pure(cell.epsilon);
          const { value } = excessRiskBound({ problem: line, dimension: 1, size: 1, guarantee });
          const truth = await leastWorstExcess({ size: 1, epsilon: cell.epsilon, delta: 0 });
          return { checks: { below: atMost(1.2 * value, truth, SOLVED) } };
        },
      }),
    },
  },
};
