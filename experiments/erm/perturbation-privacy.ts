/**
 * Exact privacy of the perturbations on the line, where the density of the output is known, on the pairs that are worst for it.
 *
 * Output perturbation is as far apart as it can be on the linear loss, when a label turns over. Objective perturbation is hurt most
 * where the curvature changes: a record at 1 replaced by one at 0, beside records at 0 which add none. Its log-ratio has a slope of
 * at most 1 / (2 scale) + 2 (curvatures of at most 1/4, and a logarithm of curvature that changes by its own size at most), so that
 * a grid proves its maximum; beyond 30 it is within 1e-10 of its limits.
 */
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { type Loss, linearLoss, logisticLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { perturbedMinimiserLaw } from "../../lib/learning/perturbed-objective.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, surelyAtMost, variant, z } from "../kit.ts";
import { epsilonOf, penaltyOf } from "./axes.ts";
import { objectiveMethod } from "./perturbations.ts";

/** Records on the line, all of label 1. */
function onLine(features: readonly number[]): Dataset {
  const places = Float64Array.from(features);
  return dataset({ features: places, labels: places.map(() => 1), columns: 1 });
}

interface LineCell {
  readonly size: number;
  readonly penalty: number;
  readonly epsilon: number;
}

const lineAxes = {
  size: axis(z.int().min(1).max(10_000), { means: "records", quick: [1, 5, 100], full: [1, 5, 20, 100, 1000] }),
  penalty: penaltyOf([0.01, 0.1], [0.01, 0.1, 1]),
  epsilon: epsilonOf([0.1, 1, 3], [0.1, 0.5, 1, 3]),
};

/** The largest log-ratio of Laplace outputs around the minimisers of two neighbours, with a share of the noise. */
function outputEpsilon({ size, penalty, epsilon }: LineCell, loss: Loss, share: number): number {
  const method = outputPerturbation({ loss, regularisation: penalty, epsilon });
  const scale = share * method.noiseScale(size);
  const rest = new Array<number>(size - 1).fill(1);
  const centres = [1, -1].map((last) => method.minimise(onLine([...rest, last]))[0]);
  const [first, second] = centres.map((centre) => laplaceLaw(centre, scale));
  const reach = (centres[0] - centres[1]) / scale;
  return continuousEpsilon({ first, second }, { kind: "monotone", limits: [-reach, reach] }).upper;
}

function judgeOutput(cell: LineCell, share: number): Judgement {
  const found = outputEpsilon(cell, linearLoss, share);
  return {
    checks: {
      epsilon: atMost(found, cell.epsilon, { share: 1e-9 }),
      attained: equal(found, cell.epsilon, { share: 1e-4 }),
    },
    values: { logistic: outputEpsilon(cell, logisticLoss, share) },
  };
}

export const outputPrivacyPart: Part = {
  claim: "output-perturbation",
  asks: "Is output perturbation exactly epsilon-private on the linear loss, whose minimiser moves as far as any?",
  study: exactStudy({ axes: lineAxes, exact: (cell) => judgeOutput(cell, 1) }),
  controls: {
    "half-the-distance": {
      says: "noise for a distance of 1 / (n Lambda) in place of 2 / (n Lambda): 2 epsilon",
      study: exactStudy({ axes: lineAxes, exact: (cell) => judgeOutput(cell, 0.5) }),
    },
  },
};

const FAR = 30;
const CELLS = 1000;
/** What the other records are, and what the one at 1 is replaced by. */
const PAIRS = [
  [0, 0],
  [0, -1],
  [-1, 0],
  [1, -1],
] as const;

interface Noise {
  readonly raise: number;
  readonly scale: number;
}

/** The largest log-ratio over the pairs: seen, and proved. */
function objectiveEpsilon({ size, penalty }: LineCell, { raise, scale }: Noise): { lower: number; upper: number } {
  const ranges = PAIRS.map(([others, other]) => {
    const rest = new Array<number>(size - 1).fill(others);
    const [first, second] = [1, other].map((last) => {
      const data = onLine([...rest, last]);
      const law = perturbedMinimiserLaw({ data, loss: logisticLoss, regularisation: penalty + raise, scale });
      return { ...law, range: [-FAR, FAR] as const };
    });
    const points = [-5, 0, 5];
    return continuousEpsilon({ first, second, points }, { kind: "lipschitz", constant: 0.5 / scale + 2, cells: CELLS });
  });
  return { lower: largestOf(ranges.map(({ lower }) => lower)), upper: largestOf(ranges.map(({ upper }) => upper)) };
}

function judgeObjective(cell: LineCell, noise: Noise): Judgement {
  const { lower, upper } = objectiveEpsilon(cell, noise);
  return { checks: { epsilon: surelyAtMost({ estimate: lower, upper }, cell.epsilon) } };
}

const objectiveStudy = exactStudy({
  axes: { ...lineAxes, size: axis(z.int().min(1).max(1000), { means: "records", quick: [1, 5], full: [1, 5, 20] }) },
  exact: (cell) => judgeObjective(cell, objectiveMethod(cell).plan(cell.size)),
});

export const objectivePrivacyPart: Part = {
  claim: "objective-perturbation",
  asks: "Is the exact density of the perturbed minimiser epsilon-indistinguishable on the worst pairs on the line?",
  study: objectiveStudy,
  controls: {
    "no-determinant": {
      says:
        "epsilon' = epsilon, without the price of the determinant, " +
        "as if a bounded gradient were enough (erratum E35): 3.03 at one record, 1.58 at five",
      refutes: ["E35"],
      study: variant(objectiveStudy, {
        over: { size: [1, 5], penalty: [0.01], epsilon: [1] },
        exact: (cell) => judgeObjective(cell, { raise: 0, scale: 2 / cell.epsilon }),
      }),
    },
  },
};
