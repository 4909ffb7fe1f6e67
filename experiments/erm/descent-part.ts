/**
 * Private gradient descent: its mean excess against the bound, and what errata of the lecture notes would cost.
 *
 * With 100 steps the average of the iterates stops at 0.0107 however many records there are: that is optimisation, not privacy.
 */
import type { Stream } from "../../lib/random/stream.ts";
import { axis, estimateAtLeast, estimateAtMost, type Judgement, meanStudy, type Part, variant, z } from "../kit.ts";
import { DELTA, dimension, epsilon, penaltyOf, size } from "./axes.ts";
import { type BrokenDescent, brokenDescent, descentMethod, printedBound } from "./descent.ts";
import { meansOf, type NamedEstimates, type NamedMoments } from "./named-moments.ts";
import { onPopulation, type RiskCell, trialsOf } from "./trial.ts";

interface DescentCell extends RiskCell {
  readonly steps: number;
}

function descentTrials(cell: DescentCell, count: number, random: Stream): NamedMoments {
  const method = descentMethod(cell);
  return trialsOf(cell, { count, random }, ({ data, excess, noise }) => {
    const { average, last } = method.descend(data, noise(0));
    const start = excess(new Float64Array(cell.dimension));
    const [ofAverage, ofLast] = [excess(average), excess(last)];
    return { average: ofAverage, last: ofLast, progress: start - ofAverage, ...onPopulation("average", average) };
  });
}

function judge(cell: DescentCell, found: NamedEstimates): Judgement {
  const place = { rows: cell.size, dimension: cell.dimension };
  const bound = descentMethod(cell).excessBound(place);
  const sigma = descentMethod(cell).sigma(cell.size);
  return {
    checks: {
      average: estimateAtMost(found.average, bound),
      ...(isQuiet(cell) && { descends: estimateAtLeast(found.progress, 0) }),
    },
    values: { ...meansOf(found), deviation: sigma, bound, "printed-bound": printedBound(cell, place) },
  };
}

/** The noise of one step is shorter than the gradient may be. */
function isQuiet(cell: DescentCell): boolean {
  const sigma = descentMethod(cell).sigma(cell.size);
  return cell.dimension * sigma * sigma <= 0.1;
}

const descentStudy = meanStudy({
  axes: {
    dimension: { ...dimension, quick: [5] },
    size,
    penalty: penaltyOf([0.01]),
    epsilon,
    steps: axis(z.int().min(1).max(100_000), { means: "steps of gradient descent", quick: [100], full: [100, 1000] }),
  },
  where: ({ size: records, steps }) => records * steps <= 4_000_000,
  trials: { quick: 10, full: 10, most: 40 },
  blockSize: 5,
  intervals: (cell) => (isQuiet(cell) ? 2 : 1),
  block: descentTrials,
  judge,
});

/** The last iterates of the method and of a broken one, on the same records. */
function brokenStudy(
  broken: BrokenDescent,
  compared: (found: { right: number; wrong: number; start: number }) => number,
) {
  return variant(descentStudy, {
    over: { dimension: [5], size: { quick: [2000], full: [2000, 8000] }, epsilon: [1], steps: [100] },
    trials: { quick: 20, full: 20 },
    intervals: () => 1,
    block: (cell, count, random) => {
      const method = descentMethod(cell);
      const wrongly = brokenDescent(cell, broken);
      return trialsOf(cell, { count, random }, ({ data, excess, noise }) => {
        const [right, wrong] = [excess(method.descend(data, noise(0)).last), excess(wrongly(data, noise(1)).last)];
        return { right, wrong, margin: compared({ right, wrong, start: excess(new Float64Array(cell.dimension)) }) };
      });
    },
    judge: (_, found) => ({
      checks: { margin: estimateAtLeast(found.margin, 0) },
      values: { ...meansOf(found), ratio: found.wrong.estimate / found.right.estimate },
    }),
  });
}

export const descentPart: Part = {
  claim: "dp-gd",
  asks: "Is the mean excess of private gradient descent below its bound, and does it descend?",
  study: descentStudy,
  controls: {
    ascent: {
      says: "steps along the gradient, not against it (erratum E15b): the risk must not rise above that of no weights",
      refutes: ["E15b"],
      study: brokenStudy({ ascends: true }, ({ wrong, start }) => start - wrong),
    },
    "noise-over-delta": {
      says:
        "noise of a variance with the factor 1.25 / delta, which the text has (erratum E29), " +
        "claimed to cost no more than ten times the excess",
      refutes: ["E29"],
      study: brokenStudy({ noiseFactor: Math.sqrt(1.25 / DELTA) }, ({ wrong, right }) => 10 * right - wrong),
    },
  },
};
