/** How many releases a budget allows: judged by certified composition. */
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { openProbability, positive } from "../../lib/numerics/parameters.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { askNumber, defineExercise, shown } from "./exercise.ts";

export const withinABudget = defineExercise({
  id: "within-a-budget",
  title: "As many counts as a budget allows",
  statement: `A table answers counting queries with Laplace noise, each \`each\`-differentially private. All of them together may cost
$(\\varepsilon, \\delta)$. By adding up, \`epsilon / each\` counts are allowed. More are: large losses in one release are seldom
large in the next, too.

Write \`mostCounts(each, epsilon, delta)\`: the largest number of such counts whose composition is certainly
$(\\varepsilon, \\delta)$-differentially private. \`compose\` says what a number of releases loses: its \`epsilonAt(delta)\` is an
interval that holds the truth.`,
  imports: { epsilab: ["compose", "laplace"] },
  answer: "mostCounts",
  solution: `function mostCounts(each: number, epsilon: number, delta: number): number {
  // BEGIN SOLUTION
  // The loss grows with the number of counts, so the largest number is found by halving; the upper end is the certain one.
  const mechanism = laplace({ epsilon: each, sensitivity: 1, neighbours: "add-remove" });
  const fits = (times: number) => compose([{ mechanism, times }]).epsilonAt(delta).upper <= epsilon;
  let [most, beyond] = [0, 1];
  while (fits(beyond)) [most, beyond] = [beyond, 2 * beyond];
  while (beyond - most > 1) {
    const middle = Math.floor((most + beyond) / 2);
    if (fits(middle)) most = middle;
    else beyond = middle;
  }
  return most;
  // END SOLUTION
}`,
  inLibrary: "`compose`, and `ledger`, which keeps the books of a table",
  notebook: "06-composition",
  setting: { each: positive, epsilon: positive, delta: openProbability },
  shown: [{ each: 0.05, epsilon: 1, delta: 1e-5 }],
  hidden: [{ each: 0.25, epsilon: 4, delta: 1e-5 }],
  judge(answer, { each, epsilon, delta }) {
    const call = `mostCounts(${each}, ${epsilon}, ${delta})`;
    const times = askNumber(answer, call, [each, epsilon, delta]);
    if (!Number.isInteger(times) || times < 0 || times > 1e7)
      return `${call} should be a number of counts, and is ${shown(times)}.`;
    const mechanism = laplace({ epsilon: each, sensitivity: 1, neighbours: "add-remove" });
    const lossOf = (number: number) => compose([{ mechanism, times: number }]).epsilonAt(delta);
    const loss = times === 0 ? 0 : lossOf(times).upper;
    if (loss > epsilon)
      return `${times} counts lose up to ${shown(loss)} at delta = ${delta}, and only ${epsilon} is allowed.`;
    const next = lossOf(times + 1).upper;
    if (next > epsilon) return undefined;
    const added = times * each <= epsilon && (times + 1) * each > epsilon ? " That is what adding up allows." : "";
    return `${times} counts are within the budget, and so is one more.${added}`;
  },
});
