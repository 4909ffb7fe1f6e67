/**
 * The true delta of few shuffled answers by randomized response: every dataset, every histogram of answers.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";

interface FewAnswers {
  readonly localEpsilon: number;
  readonly choices: number;
  readonly respondents: number;
  readonly epsilon: number;
}

/** The masses of all histograms of independent answers of these truths. */
function histograms(truths: readonly number[], localEpsilon: number, choices: number): ReadonlyMap<string, number> {
  const lie = 1 / (exp(localEpsilon) + choices - 1);
  let found = new Map([[new Array(choices).fill(0).join(), 1]]);
  for (const truth of truths) {
    const next = new Map<string, number>();
    for (const [key, mass] of found) {
      const counts = key.split(",").map(Number);
      for (let answer = 0; answer < choices; answer++) {
        const grown = counts.with(answer, counts[answer] + 1).join();
        next.set(grown, (next.get(grown) ?? 0) + mass * lie * (answer === truth ? exp(localEpsilon) : 1));
      }
    }
    found = next;
  }
  return found;
}

/** All multisets of so many choices. */
function datasets(choices: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return Array.from({ length: choices - from }, (_, k) => from + k).flatMap((first) =>
    datasets(choices, size - 1, first).map((rest) => [first, ...rest]),
  );
}

/** The largest delta over the others' truths of a respondent who turns from the first choice to the second. */
export function enumeratedDelta({ localEpsilon, choices, respondents, epsilon }: FewAnswers): number {
  return largestOf(
    datasets(choices, respondents - 1).map((others) => {
      const [first, second] = [0, 1].map((truth) => histograms([truth, ...others], localEpsilon, choices));
      let delta = 0;
      for (const [key, mass] of first) delta += Math.max(0, mass - exp(epsilon) * (second.get(key) ?? 0));
      return delta;
    }),
  );
}
