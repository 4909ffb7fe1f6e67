/**
 * The delta of few shuffled answers: every dataset of the others, every histogram of answers.
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { allMultisets } from "./all-lists.ts";

/** How each value is answered: with probability `unit` times the weight of the value and the answer. */
interface AnswerWeights {
  readonly unit: number;
  readonly weights: readonly (readonly number[])[];
}

/** Randomized response among this many choices: the truth is e^epsilon times as likely as each lie. */
export function responseWeights(localEpsilon: number, choices: number): AnswerWeights {
  const values = Array.from({ length: choices }, (_, k) => k);
  return {
    unit: 1 / (exp(localEpsilon) + choices - 1),
    weights: values.map((value) => values.map((answer) => (answer === value ? exp(localEpsilon) : 1))),
  };
}

/** The masses of all histograms of independent answers of these values. */
function histograms(values: readonly number[], { unit, weights }: AnswerWeights): ReadonlyMap<string, number> {
  let found = new Map([[weights[0].map(() => 0).join(), 1]]);
  for (const value of values) {
    const next = new Map<string, number>();
    for (const [key, mass] of found) {
      const counts = key.split(",").map(Number);
      for (const [answer, weight] of weights[value].entries()) {
        const grown = counts.with(answer, counts[answer] + 1).join();
        next.set(grown, (next.get(grown) ?? 0) + mass * unit * weight);
      }
    }
    found = next;
  }
  return found;
}

/** The largest delta of a person who turns from the first value of a pair to the second, over the values of the others and the pairs. */
export function shuffledListedDelta(
  answers: AnswerWeights,
  { size, epsilon, pairs = [[0, 1]] }: ShuffledListing,
): number {
  const values = [...answers.weights.keys()];
  return largestOf(
    allMultisets(values, size - 1).flatMap((others) =>
      pairs.map((pair) => {
        const [first, second] = pair.map((value) => histograms([value, ...others], answers));
        let delta = 0;
        for (const [key, mass] of first) delta += Math.max(0, mass - exp(epsilon) * (second.get(key) ?? 0));
        return delta;
      }),
    ),
  );
}

interface ShuffledListing {
  readonly size: number;
  readonly epsilon: number;
  readonly pairs?: readonly (readonly [number, number])[];
}
