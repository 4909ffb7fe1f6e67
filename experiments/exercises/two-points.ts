/** The two points that prove most: judged by the private Le Cam bound of the answer beside the best. */
import { privateLeCam, privateLeCamAt } from "../../lib/bounds/private-le-cam.ts";
import { integer, openProbability, positive } from "../../lib/numerics/parameters.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { askNumber, defineExercise, shown } from "./exercise.ts";

export const twoPoints = defineExercise({
  id: "two-points",
  title: "Prove a bound: two points",
  statement: `A share $\\theta$ is to be estimated from the answers, 0 or 1, of \`size\` people, by an estimator that is
$\\varepsilon$-differentially private (\`swap\`). How large must its mean error be? Take two shares, $(1 - d) / 2$ and $(1 + d) / 2$. Two
samples, one of each, can be drawn together so that they differ in $h$ people, a binomial number of \`size\` trials with probability $d$.
An estimator cannot tell datasets apart that differ in few people, and for one of the two shares its mean error is at least

$$d \\; \\mathrm{E}\\left[\\frac{1}{1 + e^{\\varepsilon h}}\\right].$$

Every $d$ from 0 to 1 proves a bound: if it is small, the error that is proved is small; if it is large, $h$ is. Write
\`separation(size, epsilon)\`: a $d$ that proves at least 99 % of the best bound.`,
  imports: { epsilab: ["exp"] },
  answer: "separation",
  solution: `function separation(size: number, epsilon: number): number {
  // BEGIN SOLUTION
  const bound = (d: number) => {
    // The masses of h one after the other, from the one at 0.
    let mass = 1;
    for (let person = 0; person < size; person++) mass *= 1 - d;
    let mean = 0;
    for (let h = 0; h <= size; h++) {
      mean += mass / (1 + exp(epsilon * h));
      mass *= ((size - h) * d) / ((h + 1) * (1 - d));
    }
    return d * mean;
  };
  let best = 0.5;
  for (let d = 0.999; d > 1e-6; d *= 0.98) if (bound(d) > bound(best)) best = d;
  return best;
  // END SOLUTION
}`,
  inLibrary: "`privateLeCam`",
  notebook: "03-the-price-of-privacy",
  setting: { size: integer(1, 1000), epsilon: positive, share: openProbability },
  shown: [{ size: 100, epsilon: 0.1, share: 0.99 }],
  hidden: [
    { size: 20, epsilon: 1, share: 0.99 },
    { size: 400, epsilon: 0.02, share: 0.99 },
  ],
  judge(answer, { size, epsilon, share }) {
    const call = `separation(${size}, ${epsilon})`;
    const found = askNumber(answer, call, [size, epsilon]);
    if (!(found > 0 && found < 1)) return `${call} should be between 0 and 1, and is ${shown(found)}.`;
    const problem = { model: { kind: "bernoulli" }, size, guarantee: pure(epsilon), form: "metric" } as const;
    const best = privateLeCam(problem).value;
    const at = (separation: number) => privateLeCamAt(problem, separation).value;
    const bound = at(found);
    if (bound >= share * best) return undefined;
    const closer = at(found * 0.99) > bound;
    return `${call} proves a mean error of ${shown(bound)}; two shares ${closer ? "closer together" : "further apart"} prove more.`;
  },
});
