/** The noise of a private training: judged by certified composition of sampled Gaussian steps. */
import { count, openProbability, positive } from "../../lib/numerics/parameters.ts";
import { compose } from "../../lib/privacy/accounting/composed-privacy.ts";
import { poissonSampled } from "../../lib/privacy/accounting/sampled-event.ts";
import { askNumber, defineExercise, shown } from "./exercise.ts";

/** How much more noise than need be is let pass. */
const SLACK = 1.05;

export const noisySteps = defineExercise({
  id: "noisy-steps",
  title: "Noisy gradient steps",
  statement: `A model is trained by \`steps\` gradient steps. In each, every record takes part with probability
\`samplingRate\`, its gradient is scaled down to a norm of at most 1, and Gaussian noise of standard deviation \`sigma\` is added to
the sum. All steps together are to be certainly $(\\varepsilon, \\delta)$-differentially private when a record is added or removed.

Write \`noiseFor(samplingRate, steps, epsilon, delta)\`: such a \`sigma\`, at most 5 % larger than it must be. One step is
\`poissonSampled({ kind: "gaussian", sigma, sensitivity: 1 }, { samplingRate, times: 1 })\`, and \`compose\` says what a list of such
events loses.`,
  imports: { epsilab: ["compose", "poissonSampled"] },
  answer: "noiseFor",
  solution: `function noiseFor(samplingRate: number, steps: number, epsilon: number, delta: number): number {
  // BEGIN SOLUTION
  // More noise loses less: enough is found by doubling, and the least by halving.
  const isEnough = (sigma: number) => {
    const step = { kind: "gaussian", sigma, sensitivity: 1 } as const;
    return compose([poissonSampled(step, { samplingRate, times: steps })]).epsilonAt(delta).upper <= epsilon;
  };
  let enough = 0.5;
  while (!isEnough(enough)) enough *= 2;
  let tooSmall = enough / 2;
  while (enough > 1.02 * tooSmall) {
    const middle = (tooSmall + enough) / 2;
    if (isEnough(middle)) enough = middle;
    else tooSmall = middle;
  }
  return enough;
  // END SOLUTION
}`,
  inLibrary: "`calibrate`; `privateStochasticGradient` trains so",
  notebook: "24-networks",
  setting: { samplingRate: openProbability, steps: count, epsilon: positive, delta: openProbability },
  shown: [{ samplingRate: 0.02, steps: 200, epsilon: 2, delta: 1e-5 }],
  hidden: [{ samplingRate: 0.1, steps: 100, epsilon: 1, delta: 1e-6 }],
  judge(answer, { samplingRate, steps, epsilon, delta }) {
    const call = `noiseFor(${samplingRate}, ${steps}, ${epsilon}, ${delta})`;
    const sigma = askNumber(answer, call, [samplingRate, steps, epsilon, delta]);
    if (!(sigma > 0)) return `${call} is ${shown(sigma)}, and a standard deviation is positive.`;
    if (sigma < 0.2) return `${call} is ${shown(sigma)}, so little noise that a record can be seen in it.`;
    if (sigma > 1e4) return `${call} is ${shown(sigma)}, and far less noise would do.`;
    const lossAt = (noise: number) => {
      const step = { kind: "gaussian", sigma: noise, sensitivity: 1 } as const;
      return compose([poissonSampled(step, { samplingRate, times: steps })]).epsilonAt(delta).upper;
    };
    const loss = lossAt(sigma);
    if (loss > epsilon)
      return `with sigma = ${shown(sigma)} the ${steps} steps lose up to ${shown(loss)} at delta = ${delta}, and ${epsilon} was promised.`;
    if (lossAt(sigma / SLACK) <= epsilon)
      return `with sigma = ${shown(sigma)} the steps lose ${shown(loss)} at most, and less noise would do for ${epsilon}.`;
    return undefined;
  },
});
