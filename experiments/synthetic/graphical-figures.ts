/**
 * Figures. Synthetic tables from graphical models of marginals, from the stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, type FigureOfRows, storedNumber } from "../kit.ts";
import { runsOf } from "./runs-of.ts";

const METHODS: Readonly<Record<string, string>> = {
  aim: "AIM",
  mwem: "MWEM",
  independent: "independent marginals",
  histogram: "noisy histogram",
};

function aimFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "aim-quality");
  return rateFigure({
    caption:
      `How far the 2-way marginals of synthetic people of a census are off: total variation distance, averaged over 21 marginals and ${runsOf(all)}. AIM has the ρ of ` +
      "(ε, 10⁻⁹), the others are ε-private; neighbours: one record replaced.",
    source: "McKenna, Mullins, Sheldon, Miklau (2022)",
    x: { label: "ε", ticks: all.map(cellNumber("epsilon")) },
    y: { label: "mean total variation" },
    panels: distinct(all.map(cellNumber("records"))).map((records) => {
      const own = all.filter(({ cell }) => cell.records === records);
      const x = own.map(cellNumber("epsilon"));
      return {
        title: `n = ${records.toLocaleString("en-US")}`,
        estimates: Object.entries(METHODS).map(([value, name]) => ({ name, x, y: own.map(storedNumber(value)) })),
        theory: [],
      };
    }),
  });
}

export const graphicalFigures: Readonly<Record<string, FigureOfRows>> = {
  aim: { parts: ["aim-quality"], draw: aimFigure },
};
