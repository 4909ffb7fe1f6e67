/**
 * Draws of Gaussian noise: the event on which the exact delta is attained, counted.
 *
 * The event is an output beyond Δ/2 + σ²ε/Δ; its probability under one neighbour less e^epsilon times that under the other is
 * delta. Both are counted with their Clopper-Pearson limits, which together bound delta. Only a delta of at least 0.01 can be seen
 * so.
 * Source: Balle, Wang (ICML 2018).
 */
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { axis, estimateNear, type Part, shareStudy, variant, z } from "../kit.ts";

interface Target {
  readonly epsilon: number;
  readonly delta: number;
}

const mechanismOf = (target: Target) => gaussian({ ...target, sensitivity: 1, neighbours: "swap" });

/** How many outputs around each neighbour lie in the event. */
function countEvent(sigma: number, epsilon: number, count: number, random: Stream) {
  const { releaseMany } = gaussian({ sigma, sensitivity: 1, neighbours: "swap" });
  const place = 0.5 + sigma * sigma * epsilon;
  const hits = [0, 1].map((answer) => {
    let inside = 0;
    for (const output of releaseMany(answer, new Float64Array(count), random.child(answer)))
      if (output > place) inside++;
    return inside;
  });
  return { rare: hits[0], frequent: hits[1] };
}

const epsilonFrom = (least: number) =>
  axis(z.number().min(least).max(2), { means: "epsilon of one release", quick: [1], full: [0.5, 1, 2] });
const deltas = (quick: readonly number[]) =>
  axis(z.number().min(0.01).max(0.1), { means: "delta of one release", quick });

const eventStudy = shareStudy({
  axes: { epsilon: epsilonFrom(0.1), delta: deltas([0.01, 0.1]) },
  trials: { quick: 2_000_000, full: 4_000_000 },
  intervals: () => 2,
  block: (cell, count, random) => countEvent(mechanismOf(cell).sigma, cell.epsilon, count, random),
  judge: ({ epsilon, delta }, { rare, frequent }) => {
    const growth = exp(epsilon);
    const found = {
      estimate: frequent.estimate - growth * rare.estimate,
      lower: frequent.lower - growth * rare.upper,
      upper: frequent.upper - growth * rare.lower,
    };
    return { checks: { delta: estimateNear(found, delta, { absolute: 0.002, share: 0.03 }) } };
  },
});

export const eventPart: Part = {
  claim: "gaussian-analytic",
  asks: "Do draws of the analytic noise fall into the worst event as often as delta says?",
  study: eventStudy,
  controls: {
    "nine-tenths": {
      says: "draws of nine tenths of the deviation: at (1, 0.01) their delta is 0.0177",
      study: variant(eventStudy, {
        axes: { epsilon: epsilonFrom(0.5), delta: deltas([0.01]) },
        block: (cell, count, random) => countEvent(0.9 * mechanismOf(cell).sigma, cell.epsilon, count, random),
      }),
    },
  },
};
