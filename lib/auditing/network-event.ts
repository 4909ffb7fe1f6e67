/**
 * Network event: for a black box with vector outputs, half-lines of a small neural network trained to tell two neighbours apart.
 *
 * Method: a network with one hidden layer of tanh units is trained by stochastic gradient descent on standardised features of one
 * half of the training outputs; the score is the difference of its two log-probabilities, and the threshold is chosen on the other
 * half, as by `classifierEvent`.
 * Source: DP-Sniper (Bichsel, Steffen, Bogunovic, Vechev, S&P 2021), whose second classifier is a network.
 * Limits: at most 4000 outputs of each neighbour train it; where the training fails the event is poor, never invalid.
 * @example
 * ```ts
 * import { sampleNormal, stream } from "epsilab";
 * import { networkEvent } from "epsilab/auditing";
 * const random = stream(1, "rings"); // no line through the plane tells a small ring from a large one
 * const rings = (sigma: number) => Array.from({ length: 2000 }, () => [0, 1].map(() => sampleNormal({ mean: 0, sigma }, random)));
 * const outputs = { over: rings(1), under: rings(3), delta: 0, errorRate: 0.05 };
 * const event = networkEvent((output: number[]) => output, stream(1, "network"))(outputs);
 * [event([0, 0]), event([5, 5]), event([-5, 5])]; // => [true, false, false]
 * ```
 */
import { dataset } from "../learning/dataset.ts";
import { trainNetwork } from "../learning/private-network.ts";
import { refuse, requireFunction } from "../numerics/requirements.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { standards } from "./classifier-event.ts";
import { type EventChoice, halfLineEvent } from "./event-choice.ts";

const HIDDEN = 8;
const STEPS = 150;
const BATCH = 150;
const STEP_SIZE = 0.5;
/** So large that no gradient is shortened: this training is not private. */
const CLIP = 1e6;
const MOST_ROWS = 4000;

/** `features` turns an output into a vector of one length for all outputs; `random` draws the first weights and the batches. */
export function networkEvent<Output>(
  features: (output: Output) => readonly number[],
  random: Stream,
): EventChoice<Output> {
  requireFunction({ features });
  requireParentStream(random);
  return (training) => {
    const [overs, unders] = [training.over.length >> 1, training.under.length >> 1];
    if (overs === 0 || unders === 0)
      refuse("training outputs", "at least two of each neighbour", Math.min(overs, unders));
    const positives = Math.min(overs, MOST_ROWS);
    const rows = [...training.over.slice(0, positives), ...training.under.slice(0, Math.min(unders, MOST_ROWS))];
    const score = fittedScore(rows.map(features), positives, random.child("network"));
    const rest = { ...training, over: training.over.slice(overs), under: training.under.slice(unders) };
    return halfLineEvent((output: Output) => score(features(output)), "score of the network")(rest);
  };
}

/** The log-odds of a network, large for rows like the first `positives`. */
function fittedScore(
  rows: readonly (readonly number[])[],
  positives: number,
  random: Stream,
): (row: readonly number[]) => number {
  const columns = rows[0].length;
  const [centre, spread] = standards(rows);
  const scaled = (row: readonly number[]) => row.map((value, k) => (value - centre[k]) / spread[k]);
  const data = dataset({
    features: Float64Array.from(rows.flatMap(scaled)),
    labels: Float64Array.from(rows, (_, k) => (k < positives ? 1 : 0)),
    columns,
  });
  const samplingRate = Math.min(1, BATCH / rows.length);
  const plan = {
    hidden: HIDDEN,
    classes: 2,
    steps: STEPS,
    stepSize: STEP_SIZE,
    clip: CLIP,
    clipping: "global",
  } as const;
  const { network, weights } = trainNetwork(
    data,
    { ...plan, samplingRate, batchSize: samplingRate * rows.length, noiseMultiplier: 0 },
    random,
  );
  return (row) => {
    const features = Float64Array.from(scaled(row));
    return network.pass(weights, features, 0, 0).loss - network.pass(weights, features, 0, 1).loss;
  };
}
