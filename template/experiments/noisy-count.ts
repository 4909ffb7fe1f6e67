/**
 * A count with integer noise: is it as private as claimed, and how far is it off?
 *
 * Change the mechanism, the claim and the control to your own. Randomness comes from the stream that a block is given, and
 * functions such as `exp` from epsilab/numerics, so that the result is the same on every machine.
 */
import { discreteLaplace } from "epsilab";
import {
  axis,
  by,
  cellNumber,
  defineClaim,
  defineExperiment,
  epsilonAtMost,
  estimateEquals,
  exactStudy,
  figureOf,
  intervalOf,
  shareStudy,
  theoryOf,
  variant,
  z,
} from "epsilab/experiments";
import { exp } from "epsilab/numerics";
import type { Stream } from "epsilab/random";

const claim = defineClaim({
  id: "noisy-count",
  title: "A count with discrete Laplace noise",
  statement:
    "A count plus noise k of probability proportional to e^(-epsilon |k|) is epsilon-private when a person is added or removed. " +
    "It is off by more than t with probability 2 a^(t + 1) / (1 + a), where a = e^(-epsilon).",
  source: [
    { work: "Ghosh, Roughgarden, Sundararajan: Universally utility-maximizing privacy mechanisms (STOC)", year: 2009 },
  ],
  evidence: ["proved"],
});

const epsilon = axis(z.number().positive().max(10), { means: "epsilon", quick: [0.5, 1], full: [0.1, 0.5, 1] });
/** Not so far out that too few releases get there to tell the claimed probability from the control's. */
const distance = axis(z.int().min(0).max(100), {
  means: "how far the count is off",
  quick: [0, 2, 5],
  full: [0, 1, 2, 5],
});

const noisyCount = (epsilon: number) => discreteLaplace({ epsilon, sensitivity: 1, neighbours: "add-remove" });

/**
 * The largest log-ratio of the answers to two neighbouring counts, for noise that is made for `made` and claimed to be
 * `claimed`-private.
 */
function audit(made: number, claimed: number) {
  const mechanism = noisyCount(made);
  const [first, second] = mechanism.worstPair().map((count) => mechanism.law(count));
  return { checks: { epsilon: epsilonAtMost({ first, second }, claimed) } };
}

/** How many of `count` releases are off by more than the distance. */
function releases({ epsilon, distance }: { epsilon: number; distance: number }, count: number, random: Stream) {
  const noise = noisyCount(epsilon).releaseMany(0, new Float64Array(count), random);
  return { beyond: noise.reduce((sum, each) => sum + (Math.abs(each) > distance ? 1 : 0), 0) };
}

/** The claimed probability that a release is off by more than the distance. */
function beyond({ epsilon, distance }: { epsilon: number; distance: number }): number {
  const ratio = exp(-epsilon);
  return (2 * exp(-epsilon * (distance + 1))) / (1 + ratio);
}

const accuracy = shareStudy({
  axes: { epsilon, distance },
  trials: { quick: 300_000, full: 3_000_000 },
  intervals: () => 1,
  block: releases,
  judge: (cell, found) => ({ checks: { share: estimateEquals(found.beyond, beyond(cell), 0.01) } }),
});

const tail = figureOf({
  kind: "tail",
  part: "accuracy",
  caption: "How far a noisy count is off: the share of releases with its interval, and the claimed probability.",
  source: "Ghosh, Roughgarden, Sundararajan (2009)",
  x: { label: "distance", of: cellNumber("distance") },
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
  estimates: [{ name: "releases", ...intervalOf("share") }],
  theory: [{ name: "claimed", y: theoryOf("share") }],
});

export default defineExperiment({
  id: "noisy-count",
  version: 1,
  title: "A count with integer noise: its privacy and its accuracy",
  area: "counts",
  parts: {
    privacy: {
      claim,
      asks: "Is the noisy count epsilon-private, exactly?",
      study: exactStudy({ axes: { epsilon }, exact: (cell) => audit(cell.epsilon, cell.epsilon) }),
      controls: {
        "half-the-noise": {
          says: "noise made for 2 epsilon, claimed to be epsilon-private",
          study: exactStudy({ axes: { epsilon }, exact: (cell) => audit(2 * cell.epsilon, cell.epsilon) }),
        },
      },
    },
    accuracy: {
      claim,
      asks: "Is the count off by more than t as often as claimed?",
      study: accuracy,
      controls: {
        "one-side": {
          says: "the probability of one side only, half of the claimed one",
          study: variant(accuracy, {
            judge: (cell, found) => ({ checks: { share: estimateEquals(found.beyond, beyond(cell) / 2, 0.01) } }),
          }),
        },
      },
    },
  },
  figures: { tail },
});
