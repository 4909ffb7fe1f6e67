/**
 * The figures on composition, from the stored rows alone.
 */
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

/** Of the values that were run, the one nearest to what is wanted, by their ratio. */
function nearest(values: readonly number[], wanted: number): number {
  const distance = (value: number) => Math.abs(log(value / wanted));
  return values.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

const CURVES = [
  ["basic: kε", "basic"],
  ["advanced, e^ε − 1", "first"],
  ["advanced, tanh(ε/2)", "tanh"],
  ["zero-concentrated", "concentrated"],
] as const;

/** The total epsilon over epsilon sqrt(k) against k, by five accountants. */
export function totalsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "advanced-composition");
  const slack = nearest(distinct(all.map(cellNumber("slack"))), 1e-6);
  const least = all.reduce((share, row) => Math.min(share, cellNumber("share")(row)), Infinity);
  const shown = all.filter(({ cell }) => cell.slack === slack && cell.share === least);
  const total = least === 0 ? "δ′" : "kδ + δ′";
  return rateFigure({
    caption:
      `Total ε of k adaptive releases of ε each, over ε√k, at a total δ of ${total}, δ′ = ${slack.toExponential()}: by basic composition, by both ` +
      "forms of advanced composition as they are printed, by zero-concentrated privacy (signs), and the exact optimum (line), which no method beats. " +
      "A total of order ε√k would be flat.",
    source: "Dwork, Rothblum, Vadhan (2010); Kairouz, Oh, Viswanath (2015)",
    x: { label: "releases k" },
    y: { label: "total ε / (ε√k)" },
    panels: distinct(shown.map(cellNumber("epsilon"))).map((epsilon) => {
      const own = shown
        .filter(({ cell }) => cell.epsilon === epsilon)
        .sort((one, other) => Number(one.cell.times) - Number(other.cell.times));
      const x = own.map(cellNumber("times"));
      const relative = (name: string) =>
        own.map((row, k) => storedNumber(name)(row) / (cellNumber("epsilon")(row) * Math.sqrt(x[k])));
      return {
        title: `ε = ${epsilon}`,
        estimates: CURVES.map(([name, value]) => ({ name, x, y: relative(value) })),
        theory: [{ name: "exact optimum", x, y: relative("exact") }],
      };
    }),
  });
}

/** One pair of laws with what the simulation makes of it, and where its log-ratio leaves the limits. */
export function simulationFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "simulation-lemma");
  const outcomes = nearest(distinct(all.map(cellNumber("outcomes"))), 6);
  const share = nearest(distinct(all.map(cellNumber("share"))), 0.5);
  const row = all.find(({ cell }) => cell.outcomes === outcomes && cell.share === share) as CellRow;
  const numbers = (name: string) => row.values?.[name] as readonly number[];
  const [first, second] = [numbers("first"), numbers("second")];
  const images = row.values?.images as readonly (readonly number[])[];
  const [epsilon, delta] = [storedNumber("epsilon")(row), storedNumber("delta")(row)];
  const x = first.map((_, k) => k);
  return densityFigure({
    caption:
      `A random pair of laws (lines) and what one map makes of the two laws of leaky randomized response with ε = ${epsilon.toFixed(3)} and ` +
      `δ = ${delta.toFixed(3)} (signs): the same. Below, log P/Q with the limits ±ε; what lies beyond them is left to the marks, whose mass is δ.`,
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
