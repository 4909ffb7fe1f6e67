/**
 * The table of the claims for private gradient descent: the average of 100 steps at d = 5, Lambda = 0.01 and epsilon = 1, to within 10 %.
 */
import { axis, estimateNear, meanStudy, type Part, variant, z } from "../kit.ts";
import { descentMethod } from "./descent.ts";
import { trialsOf } from "./trial.ts";

const TABLE: Readonly<Record<string, number>> = { 500: 0.0265, 2000: 0.0117, 8000: 0.0106, 32000: 0.0107 };
const SETTING = { dimension: 5, penalty: 0.01, epsilon: 1, steps: 100 };

const tableStudy = meanStudy({
  axes: {
    size: axis(z.int().min(1), { means: "records, of the table", quick: [2000], full: [500, 2000, 8000, 32_000] }),
  },
  where: ({ size }) => TABLE[size] !== undefined,
  trials: { quick: 20, full: 20, most: 2560 },
  blockSize: 20,
  intervals: () => 1,
  block: ({ size }, count, random) => {
    const method = descentMethod(SETTING);
    return trialsOf({ ...SETTING, size }, { count, random }, ({ data, excess, noise }) => ({
      average: excess(method.descend(data, noise(0)).average),
    }));
  },
  judge: ({ size }, { average }) => ({ checks: { average: estimateNear(average, TABLE[size], { share: 0.1 }) } }),
});

export const expectedDescentPart: Part = {
  claim: "dp-gd",
  asks: "Are the mean excesses of private gradient descent those of the claims' table?",
  study: tableStudy,
  controls: {
    "no-optimisation-floor": {
      says: "an average that goes on falling with the number of records: a quarter of the table's number",
      study: variant(tableStudy, {
        over: { size: { quick: [2000], full: [8000] } },
        judge: ({ size }, { average }) => ({
          checks: { average: estimateNear(average, 0.25 * TABLE[size], { share: 0.1 }) },
        }),
      }),
    },
  },
};
