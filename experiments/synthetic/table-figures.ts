/**
 * Figures of synthetic tables from histograms and by MWEM, from the stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, type FigureOfRows, storedNumber } from "../kit.ts";
import { runsOf } from "./runs-of.ts";

const HLM = "Hardt, Ligett, McSherry (2012)";
const shownNumber = (value: number) => value.toLocaleString("en-US");

function mwemFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "mwem");
  const epsilons = distinct(all.map(cellNumber("epsilon")));
  return rateFigure({
    caption:
      `MWEM on 3-way marginals of 8 yes/no attributes: the largest error of a query as a share of the records, averaged over ${runsOf(all)} (points), and the bound of the ` +
      "theorem (broken or dotted lines), above 1 where it says nothing. More rounds fit more queries, each with more noise.",
    source: HLM,
    x: { label: "rounds T", ticks: all.map(cellNumber("rounds")) },
    y: { label: "largest error / n" },
    panels: distinct(all.map(cellNumber("records"))).map((records) => {
      const own = (epsilon: number) => all.filter(({ cell }) => cell.records === records && cell.epsilon === epsilon);
      const series = (epsilon: number, value: string) => ({
        x: own(epsilon).map(cellNumber("rounds")),
        y: own(epsilon).map(storedNumber(value)),
      });
      return {
        title: `n = ${shownNumber(records)}`,
        estimates: epsilons.map((epsilon) => ({ name: `ε = ${epsilon}`, ...series(epsilon, "mean-largest") })),
        theory: epsilons.map((epsilon) => {
          return {
            name: `bound, ε = ${epsilon}`,
            of: `ε = ${epsilon}`,
            role: "bound" as const,
            ...series(epsilon, "bound"),
          };
        }),
      };
    }),
  });
}

const METHODS: Readonly<Record<string, string>> = {
  histogram: "noisy histogram",
  mwem: "MWEM",
  independent: "independent marginals",
};

function qualityFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "quality");
  return rateFigure({
    caption:
      `How far the 2-way marginals of synthetic people of a census are off: total variation distance, averaged over 21 marginals and ${runsOf(all)}. The line is ` +
      "what independent columns miss without any noise. MWEM has 60 rounds. The universe has 7,680 cells: with few records for so many cells the histogram is mostly noise.",
    source: `Dwork, McSherry, Nissim, Smith (2006); ${HLM}`,
    x: { label: "records n", ticks: all.map(cellNumber("records")) },
    y: { label: "mean total variation" },
    panels: distinct(all.map(cellNumber("epsilon"))).map((epsilon) => {
      const own = all.filter(({ cell }) => cell.epsilon === epsilon);
      const x = own.map(cellNumber("records"));
      return {
        title: `ε = ${epsilon}`,
        estimates: Object.entries(METHODS).map(([value, name]) => ({ name, x, y: own.map(storedNumber(value)) })),
        theory: [{ name: "independent, no noise", x, y: own.map(storedNumber("floor")) }],
      };
    }),
  });
}

function largestFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "max-error-draws");
  return coverageFigure({
    caption:
      `Largest error of all cells of a noisy histogram under swap: mean over ${runsOf(all)} (points), and the median and the 95 % quantile of the closed form. ` +
      "It grows like the logarithm of the universe, whatever the number of records.",
    source: "Dwork, McSherry, Nissim, Smith (2006)",
    x: { label: "cells |X|", scale: "log" },
    y: { label: "largest error in records", least: 0, most: 1e6 },
    panels: distinct(all.map(cellNumber("epsilon"))).map((epsilon) => {
      const own = all.filter(({ cell }) => cell.epsilon === epsilon);
      const x = own.map(storedNumber("cells"));
      return {
        title: `ε = ${epsilon}`,
        estimates: [{ name: "mean of releases", x, y: own.map(storedNumber("mean")) }],
        theory: [
          { name: "median", x, y: own.map(storedNumber("at-50")) },
          { name: "95 % quantile", role: "bound" as const, x, y: own.map(storedNumber("at-95")) },
        ],
      };
    }),
  });
}

export const tableFigures: Readonly<Record<string, FigureOfRows>> = {
  mwem: { parts: ["mwem"], draw: mwemFigure },
  quality: { parts: ["quality"], draw: qualityFigure },
  "max-error": { parts: ["max-error-draws"], draw: largestFigure },
};
