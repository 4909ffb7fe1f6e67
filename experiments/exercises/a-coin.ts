/** Randomized response from a wanted epsilon: judged by the exact law of one answer. */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { positive } from "../../lib/numerics/parameters.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { type Answer, askNumber, defineExercise, shown, Wrong } from "./exercise.ts";

export const aCoin = defineExercise({
  id: "a-coin",
  title: "A coin for every answer",
  statement: `A survey asks whether you ever took doping. Nobody is trusted with your answer, so you answer by chance: whatever the
truth is, both answers are possible, and each answer tells at most a factor of $e^\\varepsilon$ about the truth.

Write \`chanceOfYes(truth, epsilon)\`: the probability with which you say yes, if the truth is \`truth\`. One answer has to be
$\\varepsilon$-differentially private, exactly at the wanted $\\varepsilon$: a yes has to speak as strongly for *yes* as a
no speaks for *no*.`,
  imports: { epsilab: ["exp"] },
  answer: "chanceOfYes",
  solution: `function chanceOfYes(truth: boolean, epsilon: number): number {
  // BEGIN SOLUTION
  // With p for the truth and 1 - p for the lie, both ratios are p / (1 - p), which has to be e^epsilon.
  const honest = exp(epsilon) / (1 + exp(epsilon));
  return truth ? honest : 1 - honest;
  // END SOLUTION
}`,
  inLibrary: "`randomizedResponse`",
  notebook: "17-local-and-shuffled",
  setting: { epsilon: positive },
  shown: [{ epsilon: 1 }],
  hidden: [{ epsilon: 0.1 }, { epsilon: 3 }],
  judge(answer, { epsilon }) {
    const [yes, no] = [chance(answer, true, epsilon), chance(answer, false, epsilon)];
    if (yes <= no)
      return `chanceOfYes(true, ${epsilon}) should be larger than chanceOfYes(false, ${epsilon}): a yes has to speak for yes.`;
    const found = discreteEpsilon({ first: law(yes), second: law(no) });
    if (found === Infinity)
      return `at epsilon = ${epsilon} one of the answers is possible for one truth alone, so it gives it away.`;
    if (found > epsilon * (1 + 1e-9))
      return `at epsilon = ${epsilon} one answer loses ${shown(found)}, which is more than was promised.`;
    if (found < epsilon * (1 - 1e-9))
      return `at epsilon = ${epsilon} one answer loses ${shown(found)} only: it could be more useful.`;
    const strength = [yes / no, (1 - no) / (1 - yes)];
    if (Math.abs(strength[0] / strength[1] - 1) > 1e-9)
      return (
        `at epsilon = ${epsilon} a yes is ${shown(strength[0])} times as likely if it is true, ` +
        `and a no ${shown(strength[1])} times: one is weaker.`
      );
    return undefined;
  },
});

function chance(answer: Answer, truth: boolean, epsilon: number): number {
  const call = `chanceOfYes(${truth}, ${epsilon})`;
  const value = askNumber(answer, call, [truth, epsilon]);
  if (value < 0 || value > 1) throw new Wrong(`${call} should be a probability, and is ${shown(value)}.`);
  return value;
}

function law(yes: number) {
  return lawOfMasses([
    ["yes", yes],
    ["no", 1 - yes],
  ]);
}
