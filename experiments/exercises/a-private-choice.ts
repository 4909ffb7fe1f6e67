/** A winner among few options: judged by the exact laws on all ballots of a small vote, and beside the exponential mechanism. */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { integer, positive } from "../../lib/numerics/parameters.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { type Answer, askProbabilities, defineExercise, shown } from "./exercise.ts";

export const aPrivateChoice = defineExercise({
  id: "a-private-choice",
  title: "A private choice",
  statement: `Everybody votes for one of a few options, and a winner is drawn by chance. Neighbours differ in the vote of one person
(\`swap\`): one option loses a vote, another gets it.

Write \`chances(votes, epsilon)\`: from the number of votes for each option the probability that it wins. The draw has to be
$\\varepsilon$-differentially private for every outcome of the vote, and, on average, the winner may be no further behind the first than
the exponential mechanism would leave it.`,
  imports: { epsilab: ["exp"] },
  answer: "chances",
  solution: `function chances(votes: number[], epsilon: number): number[] {
  // BEGIN SOLUTION
  // A vote less here and one more there: each weight moves by e^(epsilon / 2), and so does their sum at most.
  const best = votes.reduce((most, count) => Math.max(most, count));
  const weights = votes.map((count) => exp((epsilon * (count - best)) / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
  // END SOLUTION
}`,
  inLibrary: "`exponentialMechanism`; `permuteAndFlip` of `epsilab/mechanisms` is right, too, and better",
  notebook: "21-choosing-in-private",
  setting: { size: integer(2, 7), options: integer(2, 4), epsilon: positive },
  shown: [{ size: 5, options: 3, epsilon: 1 }],
  hidden: [
    { size: 5, options: 4, epsilon: 0.5 },
    { size: 7, options: 2, epsilon: 2 },
  ],
  judge(answer, { size, options, epsilon }) {
    const universe = Array.from({ length: options }, (_, option) => option);
    const votes = (ballots: readonly number[]) =>
      universe.map((option) => ballots.filter((one) => one === option).length);
    const known = new Map<string, readonly number[]>();
    const law = (ballots: readonly number[]) => {
      const counts = votes(ballots);
      const chances = known.get(counts.join()) ?? chancesOf(answer, counts, epsilon);
      known.set(counts.join(), chances);
      return lawOfMasses(chances.map((chance, option) => [option, chance] as const));
    };
    const worst = worstPair({ universe, size, neighbours: "swap" }, (first, second) =>
      discreteEpsilon({ first: law(first), second: law(second) }),
    );
    const pair = worst.pair.map((ballots) => shown(votes(ballots))).join(" and ");
    if (worst.loss === Infinity)
      return `with the votes ${pair} an option can win on one side alone, which gives a vote away.`;
    if (worst.loss > epsilon * (1 + 1e-9))
      return `with the votes ${pair} the winner loses ${shown(worst.loss)}, and only ${epsilon} was promised.`;
    const rules = { epsilon, sensitivity: 1, options, change: "general", neighbours: "swap" } as const;
    const reference = exponentialMechanism(rules);
    for (const [counts, chances] of known) {
      const scores = counts.split(",").map(Number);
      const behind = (chance: (option: number) => number) =>
        scores.reduce((sum, score, option) => sum + chance(option) * (largestOf(scores) - score), 0);
      const exponential = reference.law(scores);
      const allowed = behind((option) => exp(exponential.logMass(option)));
      const found = behind((option) => chances[option]);
      if (found > allowed + 1e-9)
        return (
          `it is private, but with the votes ${shown(scores)} the winner is ${shown(found)} votes behind on average, ` +
          "which is more than need be."
        );
    }
    return undefined;
  },
});

function chancesOf(answer: Answer, votes: readonly number[], epsilon: number): readonly number[] {
  return askProbabilities(answer, `chances(${shown(votes)}, ${epsilon})`, [[...votes], epsilon], votes.length);
}
