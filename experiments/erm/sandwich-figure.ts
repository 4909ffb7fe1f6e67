/**
 * The figure of the excess between two proofs, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

const PANELS = [
  { problem: "convex", privacy: "pure", title: "convex, ε-DP" },
  { problem: "convex", privacy: "approximate", title: "convex, (ε, δ)-DP" },
  { problem: "strongly-convex", privacy: "pure", title: "strongly convex, ε-DP" },
  { problem: "strongly-convex", privacy: "approximate", title: "strongly convex, (ε, δ)-DP" },
] as const;

/** The excess of a method on its worst dataset above the lower bound for all, against n. */
export function sandwichFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "sandwich");
  const epsilons = distinct(all.map(cellNumber("epsilon")));
  const epsilon = epsilons.includes(1) ? 1 : epsilons[0];
  const own = all.filter(({ cell }) => cell.epsilon === epsilon);
  const found = distinct(own.map(cellNumber("dimension"))).toSorted((a, b) => a - b);
  const usual = [2, 20, 100].filter((dimension) => found.includes(dimension));
  const dimensions = usual.length > 0 ? usual : found.slice(0, 3);
  const line = (panel: { readonly problem: string; readonly privacy: string }, dimension: number, value: string) => {
    const at = own
      .filter(
        ({ cell }) => cell.problem === panel.problem && cell.privacy === panel.privacy && cell.dimension === dimension,
      )
      .toSorted((a, b) => Number(a.cell.size) - Number(b.cell.size));
    return { x: at.map(cellNumber("size")), y: at.map(storedNumber(value)) };
  };
  return rateFigure({
    caption:
      `Excess risk of private learning on the worst dataset, ε = ${epsilon}, δ = 10⁻⁶: what a method has, exactly or at most, above what every private method has ` +
      "at least. Linear loss on the unit ball: the exponential mechanism, or the direction of a noisy mean; squared distance: the noisy mean.",
    source: "Bassily, Smith, Thakurta (2014)",
    x: { label: "records n" },
    y: { label: "excess risk" },
    columns: 2,
    panels: PANELS.map(({ title, ...panel }) => ({
      title,
      estimates: dimensions.map((dimension) => ({ name: `d = ${dimension}`, ...line(panel, dimension, "upper") })),
      theory: dimensions.map((dimension) => ({
        name: `lower bound, d = ${dimension}`,
        of: `d = ${dimension}`,
        role: "bound" as const,
        ...line(panel, dimension, "lower"),
      })),
    })),
  });
}
