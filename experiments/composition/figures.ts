/**
 * The figures on composition, from the stored rows alone.
 */
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { by, type CellRow, cellNumber, claimRows, figureOf, storedNumber, where } from "../kit.ts";

/** Of the values that were run, the one nearest to what is wanted, by their ratio. */
function nearestRatio(wanted: number): (found: readonly number[]) => number {
  const distance = (value: number) => Math.abs(log(value / wanted));
  return (found) => found.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** A total epsilon over epsilon sqrt(k). */
const relative = (total: string) => (row: CellRow) =>
  storedNumber(total)(row) / (cellNumber("epsilon")(row) * Math.sqrt(cellNumber("times")(row)));

/** The total epsilon over epsilon sqrt(k) against k, by five accountants. */
export const totalsFigure = figureOf({
  kind: "rate",
  part: "advanced-composition",
  rows: where({ slack: nearestRatio(1e-6), share: leastOf }),
  caption: ([
    {
      cell: { slack, share },
    },
  ]) =>
    `Total ε of k adaptive releases of ε each, over ε√k, at a total δ of ${share === 0 ? "δ′" : "kδ + δ′"}, δ′ = ` +
    `${Number(slack).toExponential()}: by basic composition, by both forms of advanced composition as they are printed, by ` +
    "zero-concentrated privacy (signs), and the exact optimum (line), which no method beats. A total of order ε√k would be flat.",
  source: "Dwork, Rothblum, Vadhan (2010); Kairouz, Oh, Viswanath (2015)",
  x: { label: "releases k", of: cellNumber("times") },
  y: { label: "total ε / (ε√k)" },
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
  estimates: [
    { name: "basic: kε", y: relative("basic") },
    { name: "advanced, e^ε − 1", y: relative("first") },
    { name: "advanced, tanh(ε/2)", y: relative("tanh") },
    { name: "zero-concentrated", y: relative("concentrated") },
  ],
  theory: [{ name: "exact optimum", y: relative("exact") }],
});

/** One pair of laws with what the simulation makes of it, and where its log-ratio leaves the limits. */
export function simulationFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "simulation-lemma");
  const outcomes = nearestRatio(6)(all.map(cellNumber("outcomes")));
  const share = nearestRatio(0.5)(all.map(cellNumber("share")));
  const row = all.find(({ cell }) => cell.outcomes === outcomes && cell.share === share) as CellRow;
  const numbers = (name: string) => row.values?.[name] as readonly number[];
  const [first, second] = [numbers("first"), numbers("second")];
  const images = row.values?.images as readonly (readonly number[])[];
  const [epsilon, delta] = [storedNumber("epsilon")(row), storedNumber("delta")(row)];
  const x = first.map((_, k) => k);
  return densityFigure({
    caption:
      "A random pair of laws (lines) and what one map makes of the two laws of leaky randomized response with ε = " +
      `${epsilon.toFixed(3)} and δ = ${delta.toFixed(3)} (signs): the same. Below, log P/Q with the limits ±ε; what lies beyond them ` +
      "is left to the marks, whose mass is δ.",
    source: "Kairouz, Oh, Viswanath (2015); Murtagh, Vadhan (2016)",
    x: { label: "outcome" },
    y: { label: "probability" },
    laws: [
      { name: "P", x, y: first },
      { name: "Q", x, y: second },
    ],
    samples: [
      { name: "map of leaky response to 0", of: "P", x, y: images[0] },
      { name: "map of leaky response to 1", of: "Q", x, y: images[1] },
    ],
    logRatio: { name: "log P/Q", x, y: first.map((mass, k) => log(mass / second[k])) },
    epsilon,
  });
}
