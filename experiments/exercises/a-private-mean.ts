/** A mean with Laplace noise: judged by the exact laws on all neighbours of a small universe, values beyond the range included. */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { finite, integer, positive } from "../../lib/numerics/parameters.ts";
import { type Answer, ask, defineExercise, shown, Wrong } from "./exercise.ts";

interface Laplace {
  readonly centre: number;
  readonly scale: number;
}

export const aPrivateMean = defineExercise({
  id: "a-private-mean",
  title: "A private mean",
  statement: `Each person has one value, which should lie between \`lower\` and \`upper\`, though nobody checks what they write. How many
people there are is public; neighbours differ in the value of one person (\`swap\`). Publish the mean with Laplace noise.

Write \`privateMean(values, lower, upper, epsilon)\`, which gives \`{ centre, scale }\`: the centre and the scale of the Laplace law that
is published. It has to be $\\varepsilon$-differentially private whatever the values are, its centre the mean where all values are within
the range, and the noise no larger than it must be.`,
  imports: {},
  types: "type Noise = { centre: number; scale: number };",
  answer: "privateMean",
  solution: `function privateMean(values: number[], lower: number, upper: number, epsilon: number): Noise {
  // BEGIN SOLUTION
  // Only clamped values move the mean by at most (upper - lower) / n when one of them is replaced.
  const clamped = values.map((value) => Math.min(upper, Math.max(lower, value)));
  const centre = clamped.reduce((sum, value) => sum + value, 0) / values.length;
  return { centre, scale: (upper - lower) / (values.length * epsilon) };
  // END SOLUTION
}`,
  inLibrary: "`noisyMean`",
  notebook: "01-first-steps",
  setting: { size: integer(2, 4), lower: finite, upper: finite, epsilon: positive },
  shown: [{ size: 3, lower: 0, upper: 10, epsilon: 1 }],
  hidden: [
    { size: 4, lower: 18, upper: 98, epsilon: 0.5 },
    { size: 2, lower: -5, upper: 5, epsilon: 3 },
  ],
  judge(answer, { size, lower, upper, epsilon }) {
    const width = upper - lower;
    const law = (values: readonly number[]) => lawOf(answer, values, { lower, upper, epsilon });
    const within = [lower, lower + width / 4, upper];
    const largest = (universe: readonly number[]) => {
      const { pair } = worstPair({ universe, size, neighbours: "swap" }, (one, other) => lossOf(law(one), law(other)));
      const [first, second] = pair.map(law);
      const loss = first.scale === second.scale ? exactLoss(first, second) : Infinity;
      return { loss, pair: pair.map(shown).join(" and ") };
    };
    const allowed = epsilon * (1 + 1e-9);
    const inside = largest(within);
    if (inside.loss > allowed)
      return `on the neighbours ${inside.pair} it loses ${shown(inside.loss)}, and only ${epsilon} was promised.`;
    const outside = largest([...within, lower - 10 * width, upper + 10 * width]);
    if (outside.loss > allowed)
      return `somebody may write a value beyond the range: on ${outside.pair} it loses ${shown(outside.loss)}, not ${epsilon}.`;
    const values = Array.from({ length: size }, (_, k) => (k === 0 ? lower + width / 8 : upper));
    const mean = values.reduce((sum, value) => sum + value, 0) / size;
    const { centre } = law(values);
    if (Math.abs(centre - mean) > 1e-9 * Math.abs(width))
      return `the centre for ${shown(values)}, all within the range, is ${shown(centre)}, and that is not their mean.`;
    if (inside.loss < epsilon * (1 - 1e-9))
      return `it is private, and loses ${shown(inside.loss)} at most: there is more noise than ${epsilon} asks for.`;
    return undefined;
  },
});

function lawOf(
  answer: Answer,
  values: readonly number[],
  range: Record<"lower" | "upper" | "epsilon", number>,
): Laplace {
  const { lower, upper, epsilon } = range;
  const call = `privateMean(${shown(values)}, ${lower}, ${upper}, ${epsilon})`;
  const value = ask(answer, call, [[...values], lower, upper, epsilon]);
  const { centre, scale } = Object(value) as Partial<Laplace>;
  if (!Number.isFinite(centre) || !Number.isFinite(scale))
    throw new Wrong(`${call} should be { centre, scale }, two finite numbers, and is ${shown(value)}.`);
  if (!(Number(scale) > 0)) throw new Wrong(`${call} has the scale ${shown(scale)}, and noise has a positive one.`);
  return { centre: Number(centre), scale: Number(scale) };
}

/** By which the worst pair is found; the log-ratio of laws of different scales grows in their tails without a limit. */
function lossOf(first: Laplace, second: Laplace): number {
  return first.scale === second.scale ? Math.abs(first.centre - second.centre) / first.scale : Infinity;
}

function exactLoss(first: Laplace, second: Laplace): number {
  const laws = { first: laplaceLaw(first.centre, first.scale), second: laplaceLaw(second.centre, second.scale) };
  const limit = (first.centre - second.centre) / first.scale;
  return continuousEpsilon(laws, { kind: "monotone", limits: [-limit, limit] }).upper;
}
