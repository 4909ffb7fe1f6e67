/**
 * A law whose density is constant between given edges, from the logarithms of its unnormalised heights.
 *
 * A cell without width has no mass, whatever its height. Weights more than e^-700 below the largest count as 0 when drawing and in
 * the distribution function, never in the density.
 */
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, refuseData } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { aliasTable, sampleCategorical } from "../../random/categorical.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";

export interface PiecewiseConstantLaw extends ContinuousLaw {
  draw(random: Stream): number;
}

/** Cell i is from `edges[i]` to `edges[i + 1]`; a point on an edge belongs to the cell that begins there, the last one to its own. */
export function piecewiseConstantLaw(edges: ArrayLike<number>, logHeights: ArrayLike<number>): PiecewiseConstantLaw {
  const cells = logHeights.length;
  if (edges.length !== cells + 1) refuse("edges", `of length ${cells + 1}`, edges);
  const logWeights = Float64Array.from(logHeights, (height, i) => {
    if (!(edges[i + 1] >= edges[i])) refuseData(`edges[${i + 1}]`, "at least the edge before");
    return edges[i + 1] > edges[i] ? height + log(edges[i + 1] - edges[i]) : -Infinity;
  });
  const logTotal = logSumExp(logWeights);
  if (!(logTotal > -Infinity)) refuseData("edges", "an interval with mass");
  const weights = logWeights.map((weight) => exp(weight - logTotal));
  const below = new Float64Array(cells + 1);
  for (let i = 0; i < cells; i++) below[i + 1] = below[i] + weights[i];
  const range = [edges[0], edges[cells]] as const;
  let table: ReturnType<typeof aliasTable> | undefined;
  const middle = (cell: number) => edges[cell] + (edges[cell + 1] - edges[cell]) / 2;
  const mean = () => weights.reduce((sum, weight, cell) => sum + weight * middle(cell), 0);
  const law = continuousLaw({
    logDensity: (x) => {
      if (!(x >= range[0] && x <= range[1])) return -Infinity;
      return logHeights[cellOf(edges, x)] - logTotal;
    },
    cdf: (x) => {
      if (!(x > range[0])) return 0;
      if (x >= range[1]) return 1;
      const cell = cellOf(edges, x);
      return Math.min(1, below[cell] + (weights[cell] * (x - edges[cell])) / (edges[cell + 1] - edges[cell]));
    },
    kinks: Array.from(edges),
    range,
    mean,
    variance: () => {
      const centre = mean();
      return weights.reduce((sum, weight, cell) => {
        const [away, width] = [middle(cell) - centre, edges[cell + 1] - edges[cell]];
        return sum + weight * (away * away + (width * width) / 12);
      }, 0);
    },
  });
  return {
    ...law,
    draw: (random) => {
      table ??= aliasTable(weights);
      const cell = sampleCategorical(table, random);
      const [from, to] = [edges[cell], edges[cell + 1]];
      return Math.min(to, from + sampleUniform(random) * (to - from));
    },
  };
}

/** The last cell of positive width that begins at or before x, for x within the edges. */
function cellOf(edges: ArrayLike<number>, x: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (edges[middle] <= x) low = middle;
    else high = middle;
  }
  while (low > 0 && edges[low] === edges[low + 1]) low--;
  return low;
}
