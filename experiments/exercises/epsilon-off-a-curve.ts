/** The least epsilon of a trade-off curve: judged by the exact epsilon of Gaussian and Laplace curves. */
import { exp } from "../../lib/numerics/exponential.ts";
import { nonNegative, oneOf, positive, probabilityBelowOne } from "../../lib/numerics/parameters.ts";
import { gaussianTradeOff, laplaceTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { tradeOffEpsilon } from "../../lib/privacy/trade-off/trade-off-profile.ts";
import { askNumber, defineExercise, shown } from "./exercise.ts";

export const epsilonOffACurve = defineExercise({
  id: "epsilon-off-a-curve",
  title: "Epsilon off a curve",
  statement: `An attacker tests whether you are in the data. A trade-off curve says how well: at a false-positive rate \`alpha\`, no test
has a false-negative rate below \`curve(alpha)\`. Here the curve is the same if both datasets change places. A release is
$(\\varepsilon, \\delta)$-differentially private if and only if its curve lies nowhere below the two lines

$$1 - \\delta - e^\\varepsilon \\alpha \\quad\\text{and}\\quad e^{-\\varepsilon} (1 - \\delta - \\alpha).$$

Write \`epsilonOf(curve, delta)\`: the least $\\varepsilon$ for which that is true, to a hundredth of itself.`,
  imports: { epsilab: ["exp", "log"] },
  types: "type Curve = (alpha: number) => number;",
  answer: "epsilonOf",
  solution: `function epsilonOf(curve: Curve, delta: number): number {
  // BEGIN SOLUTION
  // The first line passes below the point (alpha, beta) if e^epsilon >= (1 - delta - beta) / alpha. Of a curve that is the same both
  // ways the second asks no more. The point that asks most may be at a tiny alpha, so alpha goes down by factors.
  let most = 0;
  for (let k = 1; k <= 12_000; k++) {
    const alpha = exp(-k / 400);
    const ratio = (1 - delta - curve(alpha)) / alpha;
    if (ratio > 1) most = Math.max(most, log(ratio));
  }
  return most;
  // END SOLUTION
}`,
  inLibrary: "`epsilonAt`, which takes a mechanism, and `tradeOffEpsilon` of `epsilab/privacy`, a curve",
  notebook: "27-the-attackers-curve",
  setting: {
    curve: oneOf<"gaussian" | "laplace">("gaussian", "laplace"),
    at: positive,
    delta: probabilityBelowOne,
    tolerance: nonNegative,
  },
  shown: [{ curve: "gaussian", at: 1, delta: 1e-5, tolerance: 0.01 }],
  hidden: [
    { curve: "gaussian", at: 0.4, delta: 1e-3, tolerance: 0.01 },
    { curve: "laplace", at: 1.5, delta: 0, tolerance: 0.01 },
  ],
  judge(answer, { curve, at, delta, tolerance }) {
    const tradeOff = curve === "gaussian" ? gaussianTradeOff(at) : laplaceTradeOff(at);
    const beta = (alpha: number) => tradeOff.evaluate(alpha);
    const name = curve === "gaussian" ? `of Gaussian noise with mu = ${at}` : `of Laplace noise with epsilon = ${at}`;
    const found = askNumber(answer, `epsilonOf of the curve ${name} at delta = ${delta}`, [beta, delta]);
    const least = tradeOffEpsilon(tradeOff, delta);
    if (found > least * (1 + tolerance))
      return `${shown(found)} is safe for the curve ${name} at delta = ${delta}, and a smaller epsilon is, too.`;
    if (found >= least * (1 - tolerance)) return undefined;
    for (let k = 0; k <= 600; k++) {
      const alpha = exp(-k / 20);
      const line = Math.max(1 - delta - exp(found) * alpha, exp(-found) * (1 - delta - alpha));
      if (beta(alpha) < line - 1e-12)
        return `with ${shown(found)} the curve ${name} has an attack that the lines forbid, such as at alpha = ${shown(alpha)}.`;
    }
    return `with ${shown(found)} the curve ${name} has an attack that the lines forbid.`;
  },
});
