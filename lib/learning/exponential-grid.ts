/**
 * Exponential mechanism for empirical risk on a grid of weights: on the line or in the plane, with its exact law.
 *
 * Theorem: choosing the grid point w with probability proportional to exp(-(epsilon / (2 D)) n J(w)) is epsilon-differentially
 * private under `swap`, D the range of the loss on the ball of radius R (`lossRange`): the penalty is the same for neighbours. The
 * grid is public, so that this holds for any grid; how fine it is matters for the risk alone.
 * Source: McSherry, Talwar (FOCS 2007); Kasiviswanathan et al. (SICOMP 2011), for learning by it.
 * Limits: float64; for study. A grid of m points a side has m or about 0.785 m^2 points, each of which takes a pass over the records.
 * @claim exp-mech-erm
 */
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { integer, nonNegative, oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requireInteger } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { Stream } from "../random/stream.ts";
import { type Dataset, requireDataset, requireUnitNorms } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { anyLoss } from "./loss.ts";
import { lossRange } from "./loss-range.ts";

/** On an axis, by dimension. */
const MOST_POINTS = { 1: 10_001, 2: 301 } as const;

export const exponentialGridParameters = withBudget(
  ["pure"],
  {
    loss: anyLoss,
    /** Lambda: the penalty is (Lambda/2) ||w||^2. */
    regularisation: nonNegative,
    radius: positive,
    dimension: oneOf(1, 2),
    /** An odd number of points from -radius to radius on each axis. */
    pointsPerAxis: integer(3),
  },
  ({ dimension, pointsPerAxis }) => {
    const most = MOST_POINTS[dimension];
    if (pointsPerAxis % 2 === 0 || pointsPerAxis > most)
      refuse("pointsPerAxis", `odd and at most ${most}`, pointsPerAxis);
  },
);

export type ExponentialGridParameters = ParametersOf<typeof exponentialGridParameters>;

export interface ExponentialGrid extends Mechanism<Dataset, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
  readonly points: readonly Float64Array[];
  /** lambda: the probabilities for n records are proportional to exp(-lambda J). */
  sharpness(rows: number): number;
  /** The probability of each point as a logarithm, in the order of `points`. */
  logProbabilities(data: Dataset): readonly number[];
}

export function exponentialGrid(parameters: ExponentialGridParameters): ExponentialGrid {
  const given = exponentialGridParameters.read(parameters);
  const { loss, regularisation, radius, guarantee, dimension, pointsPerAxis } = given;
  const { epsilon } = guarantee;
  const sensitivity = lossRange(loss, radius);
  const points = gridOf({ radius, dimension, pointsPerAxis });
  const choice = exponentialMechanism({
    epsilon,
    sensitivity,
    options: points.length,
    change: "general",
    neighbours: "swap",
  });
  const scoresOf = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    if (data.columns !== dimension) refuse("data", `of ${dimension} columns`, data.columns);
    const risk = empiricalRisk({ data, loss, regularisation });
    return points.map((point) => -data.rows * risk.value(point));
  };
  const logProbabilities = (data: Dataset) => {
    const law = choice.law(scoresOf(data));
    return law.support.map((index) => law.logMass(index));
  };
  return {
    name: "exponential-grid",
    neighbours: "swap",
    guarantee,
    points,
    logProbabilities,
    sharpness(rows) {
      requireInteger({ rows }, 1);
      return (epsilon * rows) / (2 * sensitivity);
    },
    privacyLoss: choice.privacyLoss,
    release: (data, random) => points[choice.release(scoresOf(data), random)].slice(),
  };
}

/** The points of the square grid that lie in the ball. */
function gridOf(grid: Pick<ExponentialGridParameters, "radius" | "dimension" | "pointsPerAxis">): Float64Array[] {
  const { radius, dimension, pointsPerAxis } = grid;
  const half = (pointsPerAxis - 1) / 2;
  const points: Float64Array[] = [];
  for (let i = -half; i <= half; i++) {
    if (dimension === 1) points.push(Float64Array.of((radius * i) / half));
    else {
      for (let j = -half; j <= half; j++)
        if (i * i + j * j <= half * half) points.push(Float64Array.of((radius * i) / half, (radius * j) / half));
    }
  }
  return points;
}
