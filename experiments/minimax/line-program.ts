/**
 * Learning on the line, solved: the least worst excess of a private method for the linear loss -w z, |w| <= 1, over all datasets of
 * records -1, 0, 1.
 *
 * The loss is linear in w, so that its mean counts alone: a method is a probability of the output 1, else -1, for each dataset, and
 * by symmetry for each number of ones and minus ones. Least worst excess: a linear program. Every dataset of the lower bound is
 * among them.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { type LinearRow, solveLinearProgram } from "../../lib/numerics/linear-program.ts";

interface LineProblem {
  readonly size: number;
  readonly epsilon: number;
  readonly delta: number;
}

/** The least worst excess, to about 1e-9. */
export async function leastWorstExcess({ size, epsilon, delta }: LineProblem): Promise<number> {
  const places = new Map<string, number>();
  const datasets: (readonly [number, number])[] = [];
  for (let ones = 0; ones <= size; ones++)
    for (let minus = 0; minus <= size - ones; minus++) {
      places.set(`${ones} ${minus}`, datasets.length);
      datasets.push([ones, minus]);
    }
  const worst = datasets.length;
  const rows: LinearRow[] = [];
  datasets.forEach(([ones, minus], at) => {
    // The excess is 2 |mean| times the probability of the wrong sign.
    const twice = (2 * (ones - minus)) / size;
    if (twice > 0) rows.push({ columns: [at, worst], values: [-twice, -1], lower: -Infinity, upper: -twice });
    if (twice < 0) rows.push({ columns: [at, worst], values: [-twice, -1], lower: -Infinity, upper: 0 });
    rows.push({ columns: [at], values: [1], lower: 0, upper: 1 });
    const factor = exp(epsilon);
    for (const [more, less] of STEPS) {
      const other = places.get(`${ones + more} ${minus + less}`);
      if (other === undefined) continue;
      rows.push({ columns: [at, other], values: [1, -factor], lower: -Infinity, upper: delta });
      rows.push({ columns: [at, other], values: [-1, factor], lower: -Infinity, upper: factor - 1 + delta });
    }
  });
  const costs = new Float64Array(worst + 1);
  costs[worst] = 1;
  const { values } = await solveLinearProgram({ costs, rows });
  return values[worst];
}

/** One record replaced: what that does to the numbers of ones and of minus ones. */
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
] as const;
