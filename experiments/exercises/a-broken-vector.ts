/** Neighbours on which a published sparse vector breaks its promise: judged by exact probabilities of its answers. */
import { logAnswersProbability } from "../../lib/adaptive/comparison-law.ts";
import { positive } from "../../lib/numerics/parameters.ts";
import { ask, defineExercise, shown, Wrong } from "./exercise.ts";

const MOST_QUERIES = 200;

export const aBrokenVector = defineExercise({
  id: "a-broken-vector",
  title: "Break it: a sparse vector in print",
  statement: `A published algorithm claims $\\varepsilon$-differential privacy for any number of queries. It draws
noise for the threshold once, from a Laplace law of scale $2 / \\varepsilon$. For each query it draws new noise of the same law, adds
it to the answer, and tells whether the sum is above the noisy threshold. It never stops. Show that it loses more than it claims,
\`factor\` times as much.

Write \`violation(epsilon, factor)\`, which gives \`{ first, second, above }\`: the exact answers of some queries, less the threshold, on
a dataset and on its neighbour, which differ by at most 1 each, and a list of outcomes, \`true\` for above. The outcomes have to be
$e^{\\mathtt{factor} \\cdot \\varepsilon}$ times as likely on the first dataset. At most ${MOST_QUERIES} queries.

\`logAnswersProbability({ thresholdScale, queryScale }, answers, above)\` is the exact logarithm of a probability.`,
  imports: { "epsilab/adaptive": ["logAnswersProbability"] },
  types: "type Violation = { first: number[]; second: number[]; above: boolean[] };",
  answer: "violation",
  solution: `function violation(epsilon: number, factor: number): Violation {
  // BEGIN SOLUTION
  // Outcomes against all odds: queries far below that come out above, and queries far above that come out below. Each of them
  // loses epsilon / 2, and whatever the noise of the threshold does for one half it does against the other.
  const far = 60 / epsilon;
  const each = Math.ceil(factor) + 1;
  const half = <Value>(value: Value) => new Array<Value>(each).fill(value);
  return {
    first: [...half(1 - far), ...half(far - 1)],
    second: [...half(-far), ...half(far)],
    above: [...half(true), ...half(false)],
  };
  // END SOLUTION
}`,
  inLibrary: "`sparseVector`, which stops; `gallery` has this one and its relatives",
  notebook: "23-asking-only-when-it-matters",
  setting: { epsilon: positive, factor: positive },
  shown: [{ epsilon: 1, factor: 3 }],
  hidden: [
    { epsilon: 0.5, factor: 5 },
    { epsilon: 2, factor: 1.5 },
  ],
  judge(answer, { epsilon, factor }) {
    const call = `violation(${epsilon}, ${factor})`;
    const value = ask(answer, call, [epsilon, factor]);
    const { first, second, above } = Object(value) as Record<string, unknown>;
    const [answers, others] = [numbersOf(call, "first", first), numbersOf(call, "second", second)];
    if (!Array.isArray(above) || above.some((one) => typeof one !== "boolean"))
      return `${call} should have a list of true and false under "above", and has ${shown(above)}.`;
    const sizes = [answers.length, others.length, above.length];
    if (new Set(sizes).size > 1)
      return `${call} should have three lists of one length, and they have ${sizes.join(", ")}.`;
    if (sizes[0] === 0 || sizes[0] > MOST_QUERIES)
      return `${call} should have 1 to ${MOST_QUERIES} queries, and has ${sizes[0]}.`;
    const apart = answers.findIndex((one, k) => Math.abs(one - others[k]) > 1 + 1e-9);
    if (apart >= 0)
      return (
        "answers of neighbours differ by at most 1, and in " +
        `${call} query ${apart} has ${shown(answers[apart])} and ${shown(others[apart])}.`
      );
    const noise = { thresholdScale: 2 / epsilon, queryScale: 2 / epsilon };
    const loss = logAnswersProbability(noise, answers, above) - logAnswersProbability(noise, others, above);
    if (!(loss >= factor * epsilon))
      return `the outcomes of ${call} lose ${shown(loss)}, which is ${shown(loss / epsilon)} times epsilon, not ${factor}.`;
    return undefined;
  },
});

function numbersOf(call: string, name: string, value: unknown): readonly number[] {
  if (Array.isArray(value) && value.every((each) => Number.isFinite(each))) return value;
  throw new Wrong(`${call} should have a list of numbers under "${name}", and has ${shown(value)}.`);
}
