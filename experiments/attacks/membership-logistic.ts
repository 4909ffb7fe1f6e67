/**
 * Logistic regression under attack: 20 records in the plane, trained by output perturbation, objective perturbation or noisy
 * gradient descent.
 *
 * The relation is swap: without the target another record stands in its place, in the worst case the canary's mirror image. The
 * certified curve is that of epsilon for the perturbations, and the accountant's for the ten noisy gradients, of which all 20
 * records are part. The canary of the perturbations contradicts the others a little and says much of a coordinate that they are
 * silent on, so that its loss is steep; that of the gradients lies wholly in that coordinate, and its gradient is clipped at every
 * step.
 */
import type { MembershipGame } from "../../lib/attacks/membership-game.ts";
import type { Dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { objectivePerturbation } from "../../lib/learning/objective-perturbation.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import {
  type PrivateStochasticGradient,
  privateStochasticGradient,
} from "../../lib/learning/private-stochastic-gradient.ts";
import { riskSolver } from "../../lib/learning/risk-solver.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { approximateTradeOff } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  datasetOf,
  drawRecords,
  type LabelledRecord,
  POPULATION,
  type Setting,
  targetsOf,
} from "./membership-population.ts";

export const METHODS = ["output", "objective", "gradient"] as const;
type Method = (typeof METHODS)[number];

const RECORDS = 20;
const REGULARISATION = 0.05;
const CLIP = 0.25;
const STEPS = 10;
const DELTA = 1e-5;

/** How weights are found from records; `curve` is what the training is certified for. */
interface LogisticTraining {
  readonly curve: TradeOff;
  train(data: Dataset, random: Stream): Float64Array;
}

export function privateLogistic(method: Method, epsilon: number): LogisticTraining {
  if (method === "gradient") {
    const descent = noisyDescent(CLIP, { epsilon, delta: DELTA });
    return { curve: descentCurve(descent), train: descent.release };
  }
  const parameters = { loss: logisticLoss, regularisation: REGULARISATION, epsilon };
  const mechanism =
    method === "output" ? outputPerturbation(parameters) : objectivePerturbation({ ...parameters, variant: "guarded" });
  return { curve: approximateTradeOff({ epsilon, delta: 0 }), train: mechanism.release };
}

/** The exact minimiser, without noise. */
export function exactLogistic(data: Dataset): Float64Array {
  return riskSolver(data, logisticLoss).solve({ regularisation: REGULARISATION }).weights;
}

type Noise =
  | { readonly epsilon: number; readonly delta: number }
  | { readonly noiseMultiplier: number; readonly delta: number };

function noisyDescent(clip: number, privacy: Noise): PrivateStochasticGradient {
  return privateStochasticGradient({
    loss: logisticLoss,
    clip,
    samplingRate: 1,
    batchSize: RECORDS,
    stepSize: 0.5,
    ...privacy,
    neighbours: "swap",
    steps: STEPS,
    output: "last",
    regularisation: 0,
    radius: Infinity,
  });
}

/** Of all steps together. */
function descentCurve({ stepLoss }: PrivateStochasticGradient): TradeOff {
  return compose([{ mechanism: stepLoss, times: STEPS }]).tradeOff;
}

/** Less noise than is claimed for: a third of it, with the curve of the whole. */
export function underNoisedDescent(epsilon: number): LogisticTraining {
  const honest = noisyDescent(CLIP, { epsilon, delta: DELTA });
  const broken = noisyDescent(CLIP, { noiseMultiplier: honest.noiseMultiplier / 3, delta: DELTA });
  return { curve: descentCurve(honest), train: broken.release };
}

/** The noise for gradients clipped at 0.25, and gradients that are not clipped. */
export function unclippedDescent(epsilon: number): LogisticTraining {
  const honest = noisyDescent(CLIP, { epsilon, delta: DELTA });
  const clip = 16; // no gradient is as long
  const broken = noisyDescent(clip, { noiseMultiplier: (honest.noiseMultiplier * CLIP) / clip, delta: DELTA });
  return { curve: descentCurve(honest), train: broken.release };
}

/** Outliers, the first that of the worst case. `length` is how far out it is, where no bound on norms is needed. */
export function canariesOf(method: Method, length = 1): readonly LabelledRecord[] {
  const first = method === "gradient" ? [0, length] : [-0.6, 0.8];
  return [first, [0, -1], [-0.8, 0.2], [-0.3, -0.9]].map((features) => ({ features, label: 1 }));
}

/** All others of the worst case say "first coordinate", and nothing of the second. */
const AGREEING = Array.from({ length: RECORDS - 1 }, (): LabelledRecord => ({ features: [1, 0], label: 1 }));

/** One game for each target. */
export function logisticGames(
  setting: Setting,
  canaries: readonly LabelledRecord[],
  train: LogisticTraining["train"],
): readonly MembershipGame<Dataset, Float64Array>[] {
  return targetsOf(setting, canaries).map((target) => {
    const { features, label } = target;
    const mirrored = { features: [features[0], -features[1]], label };
    const fixed = [mirrored, target].map((last) => datasetOf([...AGREEING, last], 2));
    return {
      records: (member, random) => {
        if (setting === "worst-case") return fixed[member ? 1 : 0];
        return datasetOf([...drawRecords(RECORDS - 1, random), ...(member ? [target] : drawRecords(1, random))], 2);
      },
      train,
      view: (weights) => ({
        loss: lossOn(weights, target),
        population: POPULATION.map((record) => lossOn(weights, record)),
      }),
    };
  });
}

function lossOn(weights: Float64Array, { features: [x, y], label }: LabelledRecord): number {
  return logisticLoss.value(weights[0] * x + weights[1] * y, label);
}
