/**
 * A small network under attack: three inputs, four hidden units, two classes, trained on 16 records by noisy sampled gradients (DP-SGD).
 *
 * The relation is add-remove: without the target there is one record less. Ten steps take each record with probability 1/2,
 * gradients are clipped at 1/4; the certified curve is the accountant's for these steps. The attacker sees the losses of the final
 * weights, not the steps, and does not know the weights at which the training began. The canary of the worst case has a third input
 * that no other record uses.
 */
import type { MembershipGame } from "../../lib/attacks/membership-game.ts";
import type { Dataset } from "../../lib/learning/dataset.ts";
import { type TrainedNetwork, trainNetwork } from "../../lib/learning/private-network.ts";
import { stochasticNoiseFor } from "../../lib/learning/private-stochastic-gradient.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { poissonSampled } from "../../lib/privacy/accounting/sampled-event.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  datasetOf,
  drawRecords,
  KNOWN,
  type LabelledRecord,
  POPULATION,
  type Setting,
  targetsOf,
} from "./membership-population.ts";

const RECORDS = 16;
const COLUMNS = 3;
const DELTA = 1e-5;
const STEPS = { steps: 10, samplingRate: 0.5 } as const;
const SHAPE = { hidden: 4, classes: 2 } as const;
const TRAINING = {
  ...SHAPE,
  ...STEPS,
  batchSize: RECORDS * STEPS.samplingRate,
  stepSize: 2,
  clip: 0.25,
  clipping: "global",
} as const;

interface NetworkTrainer {
  readonly curve: TradeOff;
  train(data: Dataset, random: Stream): TrainedNetwork;
}

const noises = new Map<number, { readonly noiseMultiplier: number; readonly curve: TradeOff }>();

/** The noise for an epsilon and the whole curve that it is certified for; a search, made once. */
function noiseOf(epsilon: number) {
  let found = noises.get(epsilon);
  if (found === undefined) {
    const { steps: times, samplingRate } = STEPS;
    const noiseMultiplier = stochasticNoiseFor({
      epsilon,
      delta: DELTA,
      times,
      samplingRate,
      neighbours: "add-remove",
    });
    const release = { kind: "gaussian", sigma: noiseMultiplier, sensitivity: 1 } as const;
    found = { noiseMultiplier, curve: compose([poissonSampled(release, { samplingRate, times })]).tradeOff };
    noises.set(epsilon, found);
  }
  return found;
}

/** With `share` of the noise that the claimed epsilon takes. */
export function privateNetwork(epsilon: number, share = 1): NetworkTrainer {
  const { noiseMultiplier, curve } = noiseOf(epsilon);
  const training = { ...TRAINING, noiseMultiplier: share * noiseMultiplier };
  return { curve, train: (data, random) => trainNetwork(data, training, random) };
}

/** Neither noise nor clipping. */
export function exactNetwork(data: Dataset, random: Stream): TrainedNetwork {
  return trainNetwork(data, { ...TRAINING, steps: 20, clip: UNCLIPPED, noiseMultiplier: 0 }, random);
}

/** The noise for clipped gradients, and gradients that are not clipped. */
export function unclippedNetwork(epsilon: number): NetworkTrainer {
  const { noiseMultiplier, curve } = noiseOf(epsilon);
  const training = { ...TRAINING, clip: UNCLIPPED, noiseMultiplier: (noiseMultiplier * TRAINING.clip) / UNCLIPPED };
  return { curve, train: (data, random) => trainNetwork(data, training, random) };
}

const UNCLIPPED = 1e6;
/** Outliers: the first is that of the worst case. */
const CANARIES: readonly LabelledRecord[] = [
  { features: [0, 0, 2], label: -1 },
  { features: [0, 0, -1], label: 1 },
  { features: [0.5, 0, 1], label: -1 },
  { features: [-0.5, 0.5, 0], label: 1 },
];

/** One game for each target. */
export function networkGames(
  setting: Setting,
  train: NetworkTrainer["train"],
): readonly MembershipGame<Dataset, TrainedNetwork>[] {
  return targetsOf(setting, CANARIES).map((target) => {
    const classOf = (label: number) => (label + 1) / 2;
    const others = KNOWN.slice(0, RECORDS - 1);
    const fixed = [others, [...others, target]].map((records) => datasetOf(records, COLUMNS, classOf));
    const seen = datasetOf([target, ...POPULATION], COLUMNS, classOf);
    return {
      records: (member, random) => {
        if (setting === "worst-case") return fixed[member ? 1 : 0];
        return datasetOf([...drawRecords(RECORDS - 1, random), ...(member ? [target] : [])], COLUMNS, classOf);
      },
      train,
      view: ({ network, weights }) => {
        const features = seen.features as Float64Array;
        const lossOn = (i: number) => Math.max(0, network.pass(weights, features, i * COLUMNS, seen.labels[i]).loss);
        return { loss: lossOn(0), population: POPULATION.map((_, i) => lossOn(i + 1)) };
      },
    };
  });
}
