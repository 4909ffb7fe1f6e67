/**
 * Laws of cells: two vectors of independent coordinates, of which the cell of each coordinate is seen, and the trade-off curve of that.
 *
 * Telling an output by its cell is post-processing: the test on cells is a test, its error rates are those of its curve, and no better than
 * the best. The line is cut at the kinks of both laws, where densities may jump, and at quantiles of both, so that the cells are fine
 * where either law has mass; a density that is constant between kinks loses nothing.
 * Accuracy: masses are differences of distribution functions, absolute error 1e-15.
 * Limits: the changed coordinates share about 2^17 cells, 1024 for one, 362 each for two, 50 for three; with many the cells are
 * those between the kinks only, and a product of more than 4e6 cells that differ is refused.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { tradeOffOfMasses } from "../privacy/trade-off/finite-trade-off.ts";
import type { FiniteTradeOff } from "../privacy/trade-off/trade-off.ts";
import { tensor } from "../privacy/trade-off/trade-off-operations.ts";

const MOST_CELLS = 131072;
const MOST_QUANTILES = 512;

interface CellScores {
  /** The sum over the coordinates of the log ratio of their cells. */
  score(x: ArrayLike<number>): number;
  readonly curve: FiniteTradeOff;
}

/** `from` is the null. */
export function cellScores(from: readonly ContinuousLaw[], to: readonly ContinuousLaw[]): CellScores {
  const changed = from.flatMap((law, i) => (areSame(law, to[i]) ? [] : [i]));
  const share = Math.floor(exp(log(MOST_CELLS) / Math.max(1, changed.length)) * (1 + 1e-12));
  const quantiles = Math.min(MOST_QUANTILES, Math.max(1, share >> 1));
  const cells = changed.map((i) => ({ i, ...cellsOf(from[i], to[i], quantiles) }));
  const none = tradeOffOfMasses({ logNull: [0], logAlternative: [0] });
  return {
    score: (x) => {
      let sum = 0;
      for (const { i, edges, ratios } of cells) sum += ratios[cellAt(edges, x[i])];
      // Impossible from either: one coordinate rules out the first law, another the second.
      return Number.isNaN(sum) ? 0 : sum;
    },
    curve: cells.reduce<FiniteTradeOff>((product, { curve }) => tensor(product, curve) as FiniteTradeOff, none),
  };
}

function cellsOf(first: ContinuousLaw, second: ContinuousLaw, quantiles: number) {
  const cuts = [...first.kinks, ...second.kinks, ...first.range, ...second.range];
  const start = cuts.find(Number.isFinite) ?? 0;
  for (const law of [first, second])
    for (let k = 1; k < quantiles; k++) cuts.push(quantileOf(law, k / quantiles, start));
  const edges = Float64Array.from(new Set(cuts.filter(Number.isFinite))).sort();
  const masses = (law: ContinuousLaw) =>
    Float64Array.from({ length: edges.length + 1 }, (_, k) =>
      Math.max(0, (k === edges.length ? 1 : law.cdf(edges[k])) - (k === 0 ? 0 : law.cdf(edges[k - 1]))),
    );
  const [logNull, logAlternative] = [masses(first).map(log), masses(second).map(log)];
  const ratios = logNull.map((mass, k) =>
    mass === -Infinity && logAlternative[k] === -Infinity ? 0 : logAlternative[k] - mass,
  );
  return { edges, ratios, curve: tradeOffOfMasses({ logNull, logAlternative }) };
}

/** How many edges are at or below x: the number of its cell. */
function cellAt(edges: Float64Array, x: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By doubling away from `start` and halving; any number near the quantile serves as an edge. */
function quantileOf(law: ContinuousLaw, probability: number, start: number): number {
  let [lower, upper] = [start - 1, start + 1];
  for (let width = 1; law.cdf(lower) > probability && width < 1e300; width *= 2) lower = start - width;
  for (let width = 1; law.cdf(upper) < probability && width < 1e300; width *= 2) upper = start + width;
  for (let round = 0; round < 60; round++) {
    const middle = lower + (upper - lower) / 2;
    if (law.cdf(middle) < probability) lower = middle;
    else upper = middle;
  }
  return upper;
}

/** Of one family and the same parameters, or the same object. */
function areSame(first: ContinuousLaw, second: ContinuousLaw): boolean {
  const [one, other] = [first.family, second.family];
  if (one === undefined || other === undefined) return first === second;
  return one.kind === other.kind && one.centre === other.centre && one.scale === other.scale;
}
