/**
 * Figures of the auditing methods, from their stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, type FigureOfRows, storedNumber } from "../kit.ts";

const positive = (rows: readonly CellRow[], name: string) => rows.filter((row) => storedNumber(name)(row) > 0);

/** What the same guesses certify by the curve and by (epsilon, delta). */
function countsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "one-run-counts");
  return rateFigure({
    caption:
      "The epsilon at delta = 1e-5 that so many guesses about 1000 canaries certify at 95 %, by the share of them that is right: from the trade-off curve of a Gaussian claim, and from " +
      "(epsilon, delta) alone. Where a point is missing nothing is certified.",
    source: "Mahloujifar, Melis, Chaudhuri (2024); Steinke, Nasr, Jagielski (2023)",
    columns: 3,
    x: { label: "guesses" },
    y: { label: "certified epsilon" },
    panels: distinct(all.map(cellNumber("accuracy"))).map((accuracy) => {
      const own = all.filter(({ cell }) => cell.accuracy === accuracy);
      const series = (name: string, stored: string) => {
        const shown = positive(own, stored);
        return { name, x: shown.map(cellNumber("guesses")), y: shown.map(storedNumber(stored)) };
      };
      return {
        title: `${Math.round(100 * accuracy)} % right`,
        estimates: [series("by the curve", "curve"), series("by (epsilon, delta)", "pair")],
      };
    }),
  });
}

function stoppingFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "watched-stopping");
  return rateFigure({
    caption:
      "Pairs of answers of randomized response after which a watched audit refutes epsilon = 1 at 95 %, in the mean, by how far the true epsilon is above 1.",
    source: "Ville (1939); Waudby-Smith, Ramdas (2024)",
    x: { label: "true epsilon above the claimed" },
    y: { label: "pairs of answers" },
    panels: [
      {
        estimates: [
          { name: "watched audit", x: all.map(cellNumber("beyond")), y: all.map(storedNumber("mean-pairs")) },
        ],
      },
    ],
  });
}

const estimateOf = (check: string) => (row: CellRow) => Number(row.checks[check].estimate);
const theoryOf = (check: string) => (row: CellRow) => Number(row.checks[check].theory);

function divergenceFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "sampled-divergences");
  const x = all.map(cellNumber("mu"));
  const panel = (title: string, check: string) => ({
    title,
    estimates: [{ name: "certified", x, y: all.map(estimateOf(check)) }],
    theory: [{ name: "true", role: "exact" as const, x, y: all.map(theoryOf(check)) }],
  });
  return rateFigure({
    caption:
      "What 20 000 draws from each of two neighbours certify of Gaussian noise: its mu, nearly all of it, and its Renyi divergence at the order where the claim is nearest, of which one event shows a part.",
    source: "Dong, Roth, Su (2022); Mironov (2017)",
    columns: 2,
    x: { label: "mu" },
    y: { label: "mu, or divergence" },
    panels: [panel("mu", "mu"), panel("Renyi divergence", "renyi")],
  });
}

function searchFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "hidden-input");
  const x = all.map(cellNumber("draws"));
  return rateFigure({
    caption:
      "The epsilon that a search among all neighbouring inputs certifies of a sum that forgets its clamp on one of them, by its budget of draws, half of which search; the line is the loss of the worst pair.",
    source: "Karnin, Koren, Somekh (2013); Ding, Wang, Wang, Zhang, Kifer (2018)",
    x: { label: "draws" },
    y: { label: "certified epsilon" },
    panels: [
      {
        estimates: [{ name: "search", x, y: all.map(estimateOf("epsilon")) }],
        theory: [{ name: "worst pair", role: "exact" as const, x, y: all.map(theoryOf("epsilon")) }],
      },
    ],
  });
}

export const auditFigures: Readonly<Record<string, FigureOfRows>> = {
  "one-run": { parts: ["one-run-counts"], draw: countsFigure },
  stopping: { parts: ["watched-stopping"], draw: stoppingFigure },
  divergences: { parts: ["sampled-divergences"], draw: divergenceFigure },
  search: { parts: ["hidden-input"], draw: searchFigure },
};
