/**
 * Bins of a column: each category, each flag or each integer one of its own, and numbers in bins of equal width, as declared.
 *
 * A bin holds its lower end, and the last one its upper end too. The ends are the float64 numbers nearest to (lower (n - k) + upper
 * k) / n, so that those which float64 holds are exact. Bins follow from the declaration alone, so that which of them are empty is
 * not given away. Names have six digits, or as many more as tell neighbouring ends apart.
 * Limits: at most 2^20 bins.
 */
import { exactProduct, over, plus } from "../numerics/double-double.ts";
import { refuse, requireInteger } from "../numerics/requirements.ts";
import type { Column } from "./domain.ts";

const MOST_BINS = 1048576; // 2^20

interface ColumnBins {
  /** One each. */
  readonly names: readonly string[];
  /** The ends of the bins of numbers, one more than there are bins. */
  readonly edges?: readonly number[];
  /** The bin of a value as a table keeps it. */
  binOf(value: number): number;
}

export function columnBins(column: Column, given: number | undefined): ColumnBins {
  if (column.kind === "category" || column.kind === "flag") {
    if (given !== undefined) refuse("bins", "left out for a column of categories", given);
    return { names: column.kind === "flag" ? ["false", "true"] : column.categories, binOf: (place) => place };
  }
  const { kind, lower, upper } = column;
  if (kind === "integer" && given === undefined) {
    const size = upper - lower + 1;
    if (!(size <= MOST_BINS)) refuse("bins", `given for more than ${MOST_BINS} integers`, given);
    return {
      names: Object.freeze(Array.from({ length: size }, (_, k) => `${lower + k}`)),
      binOf: (value) => value - lower,
    };
  }
  const bins = given as number;
  requireInteger({ bins }, 1);
  if (bins > MOST_BINS) refuse("bins", `at most ${MOST_BINS}`, bins);
  const edges = Array.from({ length: bins + 1 }, (_, k) => {
    const sum = plus(exactProduct(lower, bins - k), exactProduct(upper, k));
    return over(sum, { high: bins, low: 0 }).high;
  });
  const shown = shownEdges(edges);
  return {
    names: Object.freeze(shown.slice(1).map((edge, k) => `${shown[k]} to ${edge}`)),
    edges: Object.freeze(edges),
    // The last edge that is not above the value; the last bin has its upper end.
    binOf: (value) => {
      let [low, high] = [0, bins];
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if (edges[middle] <= value) low = middle;
        else high = middle;
      }
      return low;
    },
  };
}

/** With as few digits, six or more, as tell those apart that differ. */
function shownEdges(edges: readonly number[]): string[] {
  const rounded = (edge: number, digits: number) => Number(edge.toPrecision(digits));
  const alike = (edge: number, k: number, digits: number) =>
    k > 0 && edge !== edges[k - 1] && rounded(edge, digits) === rounded(edges[k - 1], digits);
  let digits = 6;
  while (digits < 17 && edges.some((edge, k) => alike(edge, k, digits))) digits++;
  return edges.map((edge) => `${rounded(edge, digits)}`);
}
