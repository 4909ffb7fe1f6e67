/**
 * Figures. Synthetic tables from graphical models of marginals, from the stored rows alone.
 */
import { by, cellNumber, type FigureOfRows, figureOf, storedNumber } from "../kit.ts";
import { runsOf } from "./runs-of.ts";

const aimFigure = figureOf({
  kind: "rate",
  part: "aim-quality",
  caption: (rows) =>
    "How far the 2-way marginals of synthetic people of a census are off: total variation distance, averaged over 21 marginals and " +
    `${runsOf(rows)}. AIM has the ρ of (ε, 10⁻⁹), the others are ε-private; neighbours: one record replaced.`,
  source: "McKenna, Mullins, Sheldon, Miklau (2022)",
  x: { label: "ε", of: cellNumber("epsilon"), ticksAtPoints: true },
  y: { label: "mean total variation" },
  panels: by(cellNumber("records"), (records) => `n = ${records.toLocaleString("en-US")}`),
  estimates: [
    { name: "AIM", y: storedNumber("aim") },
    { name: "MWEM", y: storedNumber("mwem") },
    { name: "independent marginals", y: storedNumber("independent") },
    { name: "noisy histogram", y: storedNumber("histogram") },
  ],
});

export const graphicalFigures: Readonly<Record<string, FigureOfRows>> = { aim: aimFigure };
