/** The delta of two laws at an epsilon: judged by the exact audit of drawn laws. */
import { discreteDelta } from "../../lib/auditing/discrete-audit.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { count, nonNegative } from "../../lib/numerics/parameters.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { askNumber, defineExercise, shown } from "./exercise.ts";

const PAIRS = 40;

export const deltaOfTwoLaws = defineExercise({
  id: "delta-of-two-laws",
  title: "The delta of two laws",
  statement: `A release has as many outcomes as the lists \`p\` and \`q\` have numbers: \`p[k]\` is the probability of outcome $k$ on one
dataset, \`q[k]\` that on its neighbour. The release is $(\\varepsilon, \\delta)$-differentially private on the two if for every set of
outcomes $S$

$$P(S) \\le e^\\varepsilon Q(S) + \\delta \\quad\\text{and}\\quad Q(S) \\le e^\\varepsilon P(S) + \\delta.$$

Write \`deltaOf(p, q, epsilon)\`: the least $\\delta$ for which that is true.`,
  imports: { epsilab: ["exp"] },
  answer: "deltaOf",
  solution: `function deltaOf(p: number[], q: number[], epsilon: number): number {
  // BEGIN SOLUTION
  // The worst set has every outcome whose own excess is positive, and no other.
  const excess = (first: number[], second: number[]) =>
    first.reduce((sum, mass, k) => sum + Math.max(0, mass - exp(epsilon) * second[k]), 0);
  return Math.max(excess(p, q), excess(q, p));
  // END SOLUTION
}`,
  inLibrary: "`discreteDelta` of `epsilab/auditing`",
  notebook: "20-the-loss-as-a-random-variable",
  setting: { outcomes: count, epsilon: nonNegative },
  shown: [{ outcomes: 4, epsilon: 0.5 }],
  hidden: [
    { outcomes: 7, epsilon: 0.2 },
    { outcomes: 3, epsilon: 0 },
  ],
  judge(answer, { outcomes, epsilon }) {
    for (let pair = 0; pair < PAIRS; pair++) {
      const [p, q] = ["first", "second"].map((side) => drawnMasses(outcomes, pair, side));
      const call = `deltaOf(${shown(p)}, ${shown(q)}, ${epsilon})`;
      const found = askNumber(answer, call, [p.slice(), q.slice(), epsilon]);
      const { lower: least } = discreteDelta({ first: lawOf(p), second: lawOf(q) }, epsilon);
      if (found < least - 1e-9)
        return `${call} is ${shown(found)}, and some set of outcomes breaks the promise with it.`;
      if (found > least + 1e-9)
        return `${call} is ${shown(found)}, and a smaller delta would do for every set of outcomes.`;
    }
    return undefined;
  },
});

/** Masses of all outcomes, some far smaller than others. */
function drawnMasses(outcomes: number, pair: number, side: string): number[] {
  const random = stream(20261119, "exercises", "delta-of-two-laws", String(pair), side);
  const weights = Array.from({ length: outcomes }, () => exp(3 * sampleUniform(random)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function lawOf(masses: readonly number[]) {
  return lawOfMasses(masses.map((mass, outcome) => [outcome, mass] as const));
}
