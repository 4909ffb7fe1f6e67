/**
 * Hidden features: records as the last hidden layer of a trained network sees them, for another learner.
 *
 * Theorem: a network that was trained on public records alone is the same for all private neighbours, so that features of a private
 * record are a function of this record alone: what is then trained on them has its own privacy and no more is spent. A network
 * trained on the private records without noise has no privacy, and nothing that is trained on its features has any.
 * Source: Tramer, Boneh, "Differentially private learning needs better features (or much more data)" (ICLR 2021).
 * Limits: whether records are public is for people to say. Features of tanh and sigmoid units are bounded, those of the others not.
 * @example
 * ```ts
 * import { dataset, iris, stream } from "epsilab";
 * import { hiddenFeatures, trainNetwork } from "epsilab/learning";
 * const flowers = dataset(iris("scaled"));
 * const training = { steps: 50, samplingRate: 0.2, batchSize: 30, stepSize: 0.5, clip: 1, clipping: "global" } as const;
 * const learnt = trainNetwork(flowers, { hidden: 3, classes: 3, noiseMultiplier: 0, ...training }, stream(1, "public"));
 * hiddenFeatures(learnt, flowers).columns; // => 3
 * ```
 * @claim public-data
 * @also public data, transfer learning, pretraining
 */
import { requireKnownNames } from "../numerics/parameters.ts";
import { refuse, requireList, requireMadeBy } from "../numerics/requirements.ts";
import { type Dataset, dataset, requireDataset } from "./dataset.ts";
import type { TrainedNetwork } from "./private-network.ts";

/** Labels stay what they are: they need not be classes of the network. */
export function hiddenFeatures(trained: TrainedNetwork, data: Dataset): Dataset {
  requireKnownNames(trained, ["network", "weights"], "trained");
  const { network, weights } = trained;
  requireMadeBy("network", network, "neuralNetwork", ["lastHidden"]);
  requireList("weights", weights, network.size);
  requireDataset(data);
  if (data.columns !== network.inputs)
    refuse("the number of features", `${network.inputs}, as the network has inputs`, data.columns);
  const { length } = network.hidden;
  if (length === 0) refuse("the number of hidden layers", "1 or more", 0);
  const columns = network.hidden[length - 1];
  const inputs = Float64Array.from(data.features);
  const features = new Float64Array(columns * data.rows);
  for (let i = 0; i < data.rows; i++) features.set(network.lastHidden(weights, inputs, i * data.columns), i * columns);
  return dataset({ features, labels: Float64Array.from(data.labels), columns });
}
