/**
 * Many bits in each record: means with noise in every coordinate against Fano's and Assouad's bounds, in the Euclidean norm.
 *
 * Pure privacy pays Laplace noise of scale d / n epsilon in each of d coordinates, zero-concentrated privacy normal noise of deviation
 * sqrt(d) / (n epsilon) at rho = epsilon^2 / 2. The mean Euclidean error is between sqrt(d) times the mean absolute error of a
 * coordinate and the root of the mean square: the first is held against the bounds, the second is what a control must not exceed.
 */
import { assouad } from "../../lib/bounds/assouad.ts";
import { fano } from "../../lib/bounds/fano.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atLeast, axis, exactStudy, type Part, variant, z } from "../kit.ts";
import { epsilonOf, kappaOf } from "./axes.ts";
import { gaussianRisk, laplaceRisk } from "./estimators.ts";

const PRIVACIES = ["pure", "zero-concentrated"] as const;
type Privacy = (typeof PRIVACIES)[number];

interface DimensionCell {
  readonly privacy: Privacy;
  readonly dimension: number;
  readonly size: number;
  readonly kappa: number;
}

function bounds(cell: DimensionCell) {
  const epsilon = epsilonOf(cell);
  const model = { kind: "product-bernoulli", dimension: cell.dimension } as const;
  const guarantee = cell.privacy === "pure" ? pure(epsilon) : zeroConcentrated((epsilon * epsilon) / 2);
  const common = { model, size: cell.size, guarantee };
  return {
    fano: fano({ ...common, markov: "best" }).value,
    assouad: assouad({ ...common, norm: "euclidean" }).value,
  };
}

/** A lower bound of the mean Euclidean error, at shares of a half. */
function errorOf(cell: DimensionCell): number {
  const { size, dimension } = cell;
  const perRecord = size * epsilonOf(cell);
  const coordinate =
    cell.privacy === "pure"
      ? laplaceRisk({ size, theta: 0.5, scale: dimension / perRecord })
      : gaussianRisk({ size, theta: 0.5, deviation: Math.sqrt(dimension) / perRecord });
  return Math.sqrt(dimension) * coordinate;
}

const study = exactStudy({
  axes: {
    privacy: axis(z.enum(PRIVACIES), { means: "guarantee", quick: PRIVACIES }),
    dimension: axis(z.int().min(1).max(1024), {
      means: "bits in a record",
      quick: [2, 8, 64],
      full: [2, 4, 8, 16, 32, 64],
    }),
    size: axis(z.int().min(1).max(1_000_000), { means: "records", quick: [10_000] }),
    kappa: kappaOf([0.1, 1, 10]),
  },
  exact: (cell) => {
    const error = errorOf(cell);
    const found = bounds(cell);
    return {
      checks: { fano: atLeast(error, found.fano), assouad: atLeast(error, found.assouad) },
      values: { ratio: error / Math.max(found.fano, found.assouad) },
    };
  },
});

export const dimensionPart: Part = {
  claim: "fano-private",
  asks: "Are means with noise in every coordinate above Fano's and Assouad's bounds?",
  study,
  controls: {
    "sample-mean": {
      says: "the sample mean without noise, labelled private: below the larger bound",
      study: variant(study, {
        over: { kappa: [0.1] },
        exact: (cell) => {
          const found = bounds(cell);
          const most = Math.sqrt(cell.dimension / (4 * cell.size));
          return { checks: { bound: atLeast(most, Math.max(found.fano, found.assouad)) } };
        },
      }),
    },
  },
};
