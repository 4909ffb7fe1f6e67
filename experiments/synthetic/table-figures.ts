/**
 * Figures of synthetic tables from histograms and by MWEM, from the stored rows alone.
 */
import { by, cellNumber, type FigureOfRows, figureOf, storedNumber } from "../kit.ts";
import { runsOf } from "./runs-of.ts";

const HLM = "Hardt, Ligett, McSherry (2012)";
const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

const mwemFigure = figureOf({
  kind: "rate",
  part: "mwem",
  caption: (rows) =>
    "MWEM on 3-way marginals of 8 yes/no attributes: the largest error of a query as a share of the records, averaged over " +
    `${runsOf(rows)} (points), and the bound of the theorem (broken or dotted lines), above 1 where it says nothing. More rounds fit ` +
    "more queries, each with more noise.",
  source: HLM,
  x: { label: "rounds T", of: cellNumber("rounds"), ticksAtPoints: true },
  y: { label: "largest error / n" },
  panels: by(cellNumber("records"), (records) => `n = ${records.toLocaleString("en-US")}`),
  estimates: [{ by: levels, y: storedNumber("mean-largest") }],
  theory: [{ name: (level) => `bound, ${level}`, of: levels, role: "bound", y: storedNumber("bound") }],
});

const qualityFigure = figureOf({
  kind: "rate",
  part: "quality",
  caption: (rows) =>
    "How far the 2-way marginals of synthetic people of a census are off: total variation distance, averaged over 21 marginals and " +
    `${runsOf(rows)}. The line is what independent columns miss without any noise. MWEM has 60 rounds. The universe has 7,680 cells: ` +
    "with few records for so many cells the histogram is mostly noise.",
  source: `Dwork, McSherry, Nissim, Smith (2006); ${HLM}`,
  x: { label: "records n", of: cellNumber("records"), ticksAtPoints: true },
  y: { label: "mean total variation" },
  panels: levels,
  estimates: [
    { name: "noisy histogram", y: storedNumber("histogram") },
    { name: "MWEM", y: storedNumber("mwem") },
    { name: "independent marginals", y: storedNumber("independent") },
  ],
  theory: [{ name: "independent, no noise", y: storedNumber("floor") }],
});

const largestFigure = figureOf({
  kind: "coverage",
  part: "max-error-draws",
  caption: (rows) =>
    `Largest error of all cells of a noisy histogram under swap: mean over ${runsOf(rows)} (points), and the median and the 95 % ` +
    "quantile of the closed form. It grows like the logarithm of the universe, whatever the number of records.",
  source: "Dwork, McSherry, Nissim, Smith (2006)",
  x: { label: "cells |X|", scale: "log", of: storedNumber("cells") },
  y: { label: "largest error in records", least: 0, most: 1e6 },
  panels: levels,
  estimates: [{ name: "mean of releases", y: storedNumber("mean") }],
  theory: [
    { name: "median", y: storedNumber("at-50") },
    { name: "95 % quantile", role: "bound", y: storedNumber("at-95") },
  ],
});

export const tableFigures: Readonly<Record<string, FigureOfRows>> = {
  mwem: mwemFigure,
  quality: qualityFigure,
  "max-error": largestFigure,
};
