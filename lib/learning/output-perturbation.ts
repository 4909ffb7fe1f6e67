/**
 * Output perturbation: minimise the regularised risk exactly, then add noise to the minimiser.
 *
 * Theorem: for a convex G-Lipschitz loss, features of norm at most 1 and the penalty (Lambda/2) ||w||^2, replacing one of n records moves
 * the minimiser by at most 2 G / (n Lambda): each risk is Lambda-strongly convex, and the difference of the two is (2 G / n)-Lipschitz.
 * Noise of density proportional to exp(-||b|| / s) with s = 2 G / (n Lambda epsilon) is then epsilon-differentially private under `swap`,
 * and Gaussian noise calibrated to that distance (epsilon, delta)-private. The linear loss attains the distance.
 * Utility: a risk of curvature at most c + Lambda exceeds its minimum by at most (c + Lambda) / 2 times E ||b||^2, d (d + 1) s^2.
 * Source: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011), algorithm 1; Kifer, Smith, Thakurta (COLT 2012) for Gaussian noise.
 * Limits: a squared loss must be Lipschitz wherever minimisers are, which is within 1 / sqrt(Lambda), as the risk at 0 is at most 1/2.
 * The solver stops at a gradient norm of 1e-10, within 1e-10 / Lambda of the minimiser, or, for the hinge, at a gap of 1e-14, taken
 * for 2e-14, within sqrt(4e-14 / Lambda): twice that is added to the distance. The number of records is public. Float64 noise leaks
 * its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { logisticLoss, outputPerturbation } from "epsilab";
 * const learner = outputPerturbation({ loss: logisticLoss, regularisation: 0.1, epsilon: 1 });
 * learner.sensitivity(1000); // => 0.0200...
 * learner.guarantee; // => { kind: "pure", epsilon: 1 }
 * ```
 * @claim output-perturbation
 * @also dp-erm, private logistic regression
 */
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import { log } from "../numerics/logarithm.ts";
import { type ParametersOf, positive } from "../numerics/parameters.ts";
import { LARGEST_SCALE, refuse, requireInteger, requirePositive } from "../numerics/requirements.ts";
import { gaussianSigmaFor } from "../privacy/calibration/gaussian-calibration.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import { gaussianPld } from "../privacy/loss/gaussian-pld.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { sampleBallNoise } from "../random/ball-noise.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { ballLogDensity, distance } from "./ball-density.ts";
import { type Dataset, dataset, NORM_SLACK, requireDataset, requireUnitNorms } from "./dataset.ts";
import { requireLength } from "./empirical-risk.ts";
import { HINGE_GAP, minimiseHinge } from "./hinge-solver.ts";
import { anyLoss, hingeLoss, type LinearLoss } from "./loss.ts";
import { GRADIENT_TOLERANCE, riskSolver } from "./risk-solver.ts";

/** With a delta the noise is Gaussian, without one it is ball noise. */
export const outputPerturbationParameters = withBudget(
  ["pure", "approximate"],
  {
    loss: anyLoss,
    /** Lambda: the penalty is (Lambda/2) ||w||^2. */
    regularisation: positive,
  },
  ({ loss, regularisation }) => {
    requirePositive({ "the Lipschitz constant of loss": loss.lipschitz });
    if (loss.reach * Math.sqrt(regularisation) < 1 + NORM_SLACK)
      refuse("loss", "Lipschitz on predictions up to 1 / sqrt(regularisation)", `one up to ${loss.reach}`);
  },
);

export type OutputPerturbationParameters = ParametersOf<typeof outputPerturbationParameters>;

export interface OutputPerturbation extends MechanismWithLaw<Dataset, Float64Array, Stream, ProductLaw> {
  /** How far a replaced record moves the minimiser of this many records, the solver's error included. */
  sensitivity(rows: number): number;
  /** The scale of the ball noise, or the deviation of the Gaussian noise in each coordinate. */
  noiseScale(rows: number): number;
  /** The exact minimiser: for a study that adds noise to it many times. */
  minimise(data: Dataset): Float64Array;
  /** The minimiser of this many records with fresh noise. */
  perturb(minimiser: Float64Array, rows: number, random: Stream): Float64Array;
  /** The logarithm of the density of the output, in any dimension. */
  logDensity(data: Dataset, weights: Float64Array): number;
  /** A bound on the expected excess of the regularised risk: Infinity for the hinge, whose curvature has none. */
  excessBound(rows: number, dimension: number): number;
}

const LOG_ROOT_TWO_PI = 0.9189385332046728;

/** The linear loss alone has known neighbours on which the guarantee is attained. */
export function outputPerturbation(
  parameters: OutputPerturbationParameters & { readonly loss: LinearLoss },
): OutputPerturbation & Required<Pick<OutputPerturbation, "worstPair">>;
export function outputPerturbation(parameters: OutputPerturbationParameters): OutputPerturbation;
export function outputPerturbation(parameters: OutputPerturbationParameters): OutputPerturbation {
  const { loss, regularisation, guarantee } = outputPerturbationParameters.read(parameters);
  const { epsilon } = guarantee;
  const delta = guarantee.kind === "pure" ? undefined : guarantee.delta;
  const hinge = loss === hingeLoss;
  const solverError = hinge ? Math.sqrt((4 * HINGE_GAP) / regularisation) : GRADIENT_TOLERANCE / regularisation;
  const sensitivity = (rows: number) => {
    requireInteger({ rows }, 1);
    const moved = (2 * loss.lipschitz * (1 + NORM_SLACK)) / (rows * regularisation);
    const bound = moved + 2 * solverError;
    requirePositive({ "the sensitivity 2 G / (n regularisation)": bound });
    return bound;
  };
  let last = { rows: 0, scale: 0 }; // the calibration of Gaussian noise takes a root
  const noiseScale = (rows: number) => {
    if (rows === last.rows) return last.scale;
    const moved = sensitivity(rows);
    const scale = delta === undefined ? moved / epsilon : gaussianSigmaFor({ epsilon, delta, sensitivity: moved });
    if (!(scale > 0 && scale <= LARGEST_SCALE))
      refuse("the scale of the noise", `positive and at most ${LARGEST_SCALE}`, scale);
    last = { rows, scale };
    return scale;
  };
  const minimise = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    if (hinge) return minimiseHinge(data, regularisation).weights;
    return riskSolver(data, loss).solve({ regularisation }).weights;
  };
  const perturb = (minimiser: Float64Array, rows: number, random: Stream) => {
    const scale = noiseScale(rows);
    const dimension = minimiser.length;
    const noise =
      delta === undefined
        ? sampleBallNoise({ dimension, scale }, random)
        : fillNormal({ mean: 0, sigma: scale }, new Float64Array(dimension), random);
    for (let j = 0; j < dimension; j++) noise[j] += minimiser[j];
    return noise;
  };
  return {
    name: "output-perturbation",
    neighbours: "swap",
    guarantee,
    sensitivity,
    noiseScale,
    minimise,
    perturb,
    release: (data, random) => perturb(minimise(data), data.rows, random),
    logDensity(data, weights) {
      requireDataset(data);
      requireLength("weights", weights, data.columns);
      const length = distance(weights, minimise(data));
      const scale = noiseScale(data.rows);
      if (delta === undefined) return ballLogDensity(length, data.columns, scale);
      return -0.5 * (length / scale) * (length / scale) - data.columns * (LOG_ROOT_TWO_PI + log(scale));
    },
    law(data) {
      const minimiser = minimise(data);
      const scale = noiseScale(data.rows);
      if (delta !== undefined)
        return { kind: "product", coordinates: Array.from(minimiser, (centre) => normalLaw(centre, scale)) };
      if (data.columns > 1) refuse("data", "of one column, as ball noise has no independent coordinates", data.columns);
      return { kind: "product", coordinates: [laplaceLaw(minimiser[0], scale)] };
    },
    // Gaussian noise depends on the distance alone; of ball noise in several dimensions only the worst case of epsilon is known.
    privacyLoss: () => ({
      ...(delta === undefined
        ? worstCasePld({ epsilon, delta: 0 })
        : gaussianPld({ sigma: gaussianSigmaFor({ epsilon, delta, sensitivity: 1 }), sensitivity: 1 })),
      attained: false,
    }),
    excessBound(rows, dimension) {
      requireInteger({ dimension }, 1);
      const scale = noiseScale(rows);
      const square = delta === undefined ? dimension * (dimension + 1) * scale * scale : dimension * scale * scale;
      return 0.5 * (loss.smoothness + regularisation) * square;
    },
    ...(loss.name === "linear" && { worstPair: oppositeRecords }),
  };
}

/** One record on the line with either label: the linear loss is as far apart as any. */
function oppositeRecords(): readonly [Dataset, Dataset] {
  const labelled = (label: number) =>
    dataset({ features: Float64Array.of(1), labels: Float64Array.of(label), columns: 1 });
  return [labelled(1), labelled(-1)];
}
