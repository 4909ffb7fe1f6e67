/**
 * The table of the claims for private gradient descent: the average of 100 steps at d = 5, Lambda = 0.01 and epsilon = 1, to within 10 %.
 */
import type { Stream } from "../../lib/random/stream.ts";
import { axis, estimateNear, meanOf, type Part, sampledStudy, z } from "../kit.ts";
import { descentMethod } from "./descent.ts";
import { mergeNamed, type NamedMoments } from "./named-moments.ts";
import { trialsOf } from "./trial.ts";

const TABLE: Readonly<Record<string, number>> = { 500: 0.0265, 2000: 0.0117, 8000: 0.0106, 32000: 0.0107 };
const SETTING = { dimension: 5, penalty: 0.01, epsilon: 1, steps: 100 };

function averages(size: number, count: number, random: Stream): NamedMoments {
  const method = descentMethod(SETTING);
  return trialsOf({ ...SETTING, size }, { count, random }, ({ data, excess, noise }) => ({
    average: excess(method.descend(data, noise(0)).average),
  }));
}

const tableStudy = (times: number, quick: readonly number[], full: readonly number[]) =>
  sampledStudy({
    axes: { size: axis(z.int().min(1), { means: "records, of the table", quick, full }) },
    where: ({ size }) => TABLE[size] !== undefined,
    trials: { quick: 20, full: 20, most: 2560 },
    blockSize: 20,
    intervals: () => 1,
    block: ({ size }, count, random) => averages(size, count, random),
    merge: mergeNamed,
    judge: ({ size }, { average }, { errorRate }) => ({
      checks: { average: estimateNear(meanOf(average, { errorRate }), times * TABLE[size], { share: 0.1 }) },
    }),
  });

export const expectedDescentPart: Part = {
  claim: "dp-gd",
  asks: "Are the mean excesses of private gradient descent those of the claims' table?",
  study: tableStudy(1, [2000], [500, 2000, 8000, 32_000]),
  controls: {
    "no-optimisation-floor": {
      says: "an average that goes on falling with the number of records: a quarter of the table's number",
      study: tableStudy(0.25, [2000], [8000]),
    },
  },
};
