/**
 * Private line: simple linear regression from four noisy sums.
 *
 * Theorem: with x and y clamped to [0, 1] each of sum x, sum y, sum x^2 and sum x y moves by at most 1 when a record is swapped, all four
 * together by at most 4 in the l1 norm, which (0, 0) against (1, 1) attains: Laplace noise of scale 4 / epsilon on each is
 * epsilon-differentially private. Slope and intercept are computed from the noisy sums alone. Noise of scale 1 / epsilon on each,
 * as if every sum were released alone, is 4 epsilon together.
 * Source: Vu, Slavkovic (2009); Dwork, McSherry, Nissim, Smith (TCC 2006) for the noise.
 * Limits: relation `swap`: the number of records is public. Where the noisy n sum x^2 - (sum x)^2 is not above `n^2 leastVariance`,
 * it is set to that, so that the slope stays finite. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @claim linreg-sufficient-statistics
 */
import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { clamp } from "../mechanisms/statistics/noisy-statistic.ts";
import { type ParametersOf, positive } from "../numerics/parameters.ts";
import {
  refuse,
  refuseKind,
  requireFinite,
  requireFiniteData,
  requireList,
  requirePositive,
} from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../privacy/loss/laplace-pld.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { fillLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";

export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

export const privateLineParameters = withBudget(["pure"], {
  /** The smallest variance of x that a fit assumes. */
  leastVariance: positive,
});

export type PrivateLineParameters = ParametersOf<typeof privateLineParameters>;

export interface Line {
  readonly slope: number;
  readonly intercept: number;
}

/** The mechanism releases the sums of x, y, x^2 and x y. */
export interface PrivateLine extends ClosedMechanism<readonly LinePoint[], Float64Array, Stream, ProductLaw> {
  /** The line of (noisy) sums of this many points. */
  fit(sums: Float64Array, count: number): Line;
}

const UNIT = { lower: 0, upper: 1 } as const;

export function privateLine(parameters: PrivateLineParameters): PrivateLine {
  const { guarantee, leastVariance } = privateLineParameters.read(parameters);
  const { epsilon } = guarantee;
  const scale = 4 / epsilon;
  requirePositive({ "4 / epsilon": scale });
  return {
    name: "private-line",
    neighbours: "swap",
    guarantee,
    release: (points, random) => {
      const sums = lineSums(points);
      return fillLaplace(scale, new Float64Array(4), random).map((noise, k) => sums[k] + noise);
    },
    law: (points) => ({ kind: "product", coordinates: Array.from(lineSums(points), (sum) => laplaceLaw(sum, scale)) }),
    // Changes spread over coordinates are dominated by the same l1 change of one (`laplace`).
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
    worstPair: () => [[{ x: 0, y: 0 }], [{ x: 1, y: 1 }]],
    fit(sums, count) {
      requirePositive({ count });
      if (sums.length !== 4) refuse("sums", "of length 4", sums);
      const [x, y, xx, xy] = Array.from(sums, (sum, k) => {
        requireFiniteData({ [`sums[${k}]`]: sum });
        return sum / count;
      });
      const slope = (xy - x * y) / Math.max(xx - x * x, leastVariance);
      const intercept = y - slope * x;
      requireFinite({ "the slope of these sums": slope, "the intercept of these sums": intercept });
      return { slope, intercept };
    },
  };
}

/** The exact sums of x, y, x^2 and x y, of points clamped to the unit square. */
function lineSums(points: readonly LinePoint[]): Float64Array {
  requireList("points", points);
  const sums = new Float64Array(4);
  for (const [i, point] of points.entries()) {
    if (typeof point !== "object" || point === null) refuseKind(`points[${i}]`, "an object with x and y", point);
    const [x, y] = [clamp(point.x, UNIT), clamp(point.y, UNIT)];
    sums[0] += x;
    sums[1] += y;
    sums[2] += x * x;
    sums[3] += x * y;
  }
  return sums;
}
