/**
 * The figure of the excess between two proofs, from its stored rows alone.
 */
import { ascending, by, cellNumber, figureOf, nearest, storedNumber, where } from "../kit.ts";

/** The usual dimensions that were run, or else the three smallest. */
function usualDimensions(found: readonly number[]): readonly number[] {
  const usual = [2, 20, 100].filter((dimension) => found.includes(dimension));
  return usual.length > 0 ? usual : ascending(found).slice(0, 3);
}
const dimensions = by(cellNumber("dimension"), (dimension) => `d = ${dimension}`, usualDimensions);

/** The excess of a method on its worst dataset above the lower bound for all, against n. */
export const sandwichFigure = figureOf({
  kind: "rate",
  part: "sandwich",
  rows: where({ epsilon: nearest(1) }),
  caption: ([{ cell }]) =>
    `Excess risk of private learning on the worst dataset, ε = ${cell.epsilon}, δ = 10⁻⁶: what a method has, exactly or at most, above ` +
    "what every private method has at least. Linear loss on the unit ball: the exponential mechanism, or the direction of a noisy " +
    "mean; squared distance: the noisy mean.",
  source: "Bassily, Smith, Thakurta (2014)",
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "excess risk" },
  columns: 2,
  panels: [
    { title: "convex, ε-DP", rows: where({ problem: "convex", privacy: "pure" }) },
    { title: "convex, (ε, δ)-DP", rows: where({ problem: "convex", privacy: "approximate" }) },
    { title: "strongly convex, ε-DP", rows: where({ problem: "strongly-convex", privacy: "pure" }) },
    { title: "strongly convex, (ε, δ)-DP", rows: where({ problem: "strongly-convex", privacy: "approximate" }) },
  ],
  estimates: [{ by: dimensions, y: storedNumber("upper") }],
  theory: [
    { name: (dimension) => `lower bound, ${dimension}`, of: dimensions, role: "bound", y: storedNumber("lower") },
  ],
});
