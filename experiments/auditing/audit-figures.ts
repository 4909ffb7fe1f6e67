/**
 * Figures of the auditing methods, from their stored rows alone.
 */
import { by, cellNumber, estimateOf, type FigureOfRows, figureOf, storedNumber, theoryOf } from "../kit.ts";

/** What the same guesses certify by the curve and by (epsilon, delta). */
const countsFigure = figureOf({
  kind: "rate",
  part: "one-run-counts",
  caption:
    "The epsilon at delta = 1e-5 that so many guesses about 1000 canaries certify at 95 %, by the share of them that is right: from " +
    "the trade-off curve of a Gaussian claim, and from (epsilon, delta) alone. Where a point is missing nothing is certified.",
  source: "Mahloujifar, Melis, Chaudhuri (2024); Steinke, Nasr, Jagielski (2023)",
  columns: 3,
  x: { label: "guesses", of: cellNumber("guesses") },
  y: { label: "certified epsilon" },
  panels: by(cellNumber("accuracy"), (accuracy) => `${Math.round(100 * accuracy)} % right`),
  estimates: [
    { name: "by the curve", y: storedNumber("curve") },
    { name: "by (epsilon, delta)", y: storedNumber("pair") },
  ],
});

const stoppingFigure = figureOf({
  kind: "rate",
  part: "watched-stopping",
  caption:
    "Pairs of answers of randomized response after which a watched audit refutes epsilon = 1 at 95 %, in the mean, by how far the true " +
    "epsilon is above 1.",
  source: "Ville (1939); Waudby-Smith, Ramdas (2024)",
  x: { label: "true epsilon above the claimed", of: cellNumber("beyond") },
  y: { label: "pairs of answers" },
  estimates: [{ name: "watched audit", y: storedNumber("mean-pairs") }],
});

const divergenceFigure = figureOf({
  kind: "rate",
  part: "sampled-divergences",
  caption:
    "What 20 000 draws from each of two neighbours certify of Gaussian noise: its mu, nearly all of it, and its Renyi divergence at " +
    "the order where the claim is nearest, of which one event shows a part.",
  source: "Dong, Roth, Su (2022); Mironov (2017)",
  columns: 2,
  x: { label: "mu", of: cellNumber("mu") },
  y: { label: "mu, or divergence" },
  panels: [
    {
      title: "mu",
      estimates: [{ name: "certified", y: estimateOf("mu") }],
      theory: [{ name: "true", y: theoryOf("mu") }],
    },
    {
      title: "Renyi divergence",
      estimates: [{ name: "certified", y: estimateOf("renyi") }],
      theory: [{ name: "true", y: theoryOf("renyi") }],
    },
  ],
});

const searchFigure = figureOf({
  kind: "rate",
  part: "hidden-input",
  caption:
    "The epsilon that a search among all neighbouring inputs certifies of a sum that forgets its clamp on one of them, by its budget " +
    "of draws, half of which search; the line is the loss of the worst pair.",
  source: "Karnin, Koren, Somekh (2013); Ding, Wang, Wang, Zhang, Kifer (2018)",
  x: { label: "draws", of: cellNumber("draws") },
  y: { label: "certified epsilon" },
  estimates: [{ name: "search", y: estimateOf("epsilon") }],
  theory: [{ name: "worst pair", y: theoryOf("epsilon") }],
});

export const auditFigures: Readonly<Record<string, FigureOfRows>> = {
  "one-run": countsFigure,
  stopping: stoppingFigure,
  divergences: divergenceFigure,
  search: searchFigure,
};
