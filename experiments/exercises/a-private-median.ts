/** A median on a grid: judged by the exact laws on all neighbours of a small universe, and beside inverse sensitivity. */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { neighbouringPairs } from "../../lib/auditing/worst-pair.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { integer, positive } from "../../lib/numerics/parameters.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { type Answer, askProbabilities, defineExercise, shown } from "./exercise.ts";

export const aPrivateMedian = defineExercise({
  id: "a-private-median",
  title: "A private median",
  statement: `Each of an odd number of people has a whole number from 0 to \`top\`. A median is to be drawn from 0 to \`top\`. It may lie
anywhere in the data, so noise of one size for all data would have to be as large as the range; a choice by scores need not be.

Write \`medianChances(values, top, epsilon)\`: a list of \`top + 1\` probabilities, of drawing 0, 1, ..., \`top\`. It has to be
$\\varepsilon$-differentially private if one value is replaced (\`swap\`). What is drawn is to be judged by how many values must be replaced
before it is the median: on average no more than if it were chosen by the exponential mechanism with just these numbers.`,
  imports: { epsilab: ["exp"] },
  answer: "medianChances",
  solution: `function medianChances(values: number[], top: number, epsilon: number): number[] {
  // BEGIN SOLUTION
  // x is a median if at most half of the others are below it, and at most half above; one replacement moves one of the counts by one.
  const half = (values.length - 1) / 2;
  const weights = Array.from({ length: top + 1 }, (_, x) => {
    const below = values.filter((value) => value < x).length;
    const above = values.filter((value) => value > x).length;
    return exp((-epsilon / 2) * Math.max(0, below - half, above - half));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
  // END SOLUTION
}`,
  inLibrary: "`inverseSensitivityMedian` of `epsilab/mechanisms`",
  notebook: "22-quantiles",
  setting: { size: integer(1, 5), top: integer(1, 5), epsilon: positive },
  shown: [{ size: 3, top: 4, epsilon: 1 }],
  hidden: [
    { size: 5, top: 2, epsilon: 2 },
    { size: 3, top: 5, epsilon: 0.5 },
  ],
  judge(answer, { size, top, epsilon }) {
    const universe = Array.from({ length: top + 1 }, (_, value) => value);
    const known = new Map<string, readonly number[]>();
    const law = (values: readonly number[]) => {
      const chances = known.get(values.join()) ?? chancesOf(answer, values, { top, epsilon });
      known.set(values.join(), chances);
      return lawOfMasses(chances.map((chance, x) => [x, chance] as const));
    };
    for (const [first, second] of neighbouringPairs({ universe, size, neighbours: "swap" })) {
      const loss = discreteEpsilon({ first: law(first), second: law(second) });
      if (loss > epsilon * (1 + 1e-9))
        return `on the neighbours ${shown(first)} and ${shown(second)} it loses ${shown(loss)}, and only ${epsilon} was promised.`;
    }
    for (const [listed, chances] of known) {
      const values = listed.split(",").map(Number);
      const depths = universe.map((x) => depth(values, x));
      const weights = depths.map((each) => exp((-epsilon / 2) * each));
      const allowed = mean(depths, weights);
      const found = mean(depths, chances);
      if (found > allowed + 1e-9)
        return (
          `it is private, but for ${shown(values)} what is drawn is ${shown(found)} replacements from the median on average, ` +
          "more than need be."
        );
    }
    return undefined;
  },
});

/** How many values must be replaced before x is the median. */
function depth(values: readonly number[], x: number): number {
  const half = (values.length - 1) / 2;
  const below = values.filter((value) => value < x).length;
  const above = values.filter((value) => value > x).length;
  return Math.max(0, Math.ceil(below - half), Math.ceil(above - half));
}

function mean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, k) => sum + value * weights[k], 0) / total;
}

function chancesOf(
  answer: Answer,
  values: readonly number[],
  { top, epsilon }: { readonly top: number; readonly epsilon: number },
): readonly number[] {
  const call = `medianChances(${shown(values)}, ${top}, ${epsilon})`;
  return askProbabilities(answer, call, [[...values], top, epsilon], top + 1);
}
