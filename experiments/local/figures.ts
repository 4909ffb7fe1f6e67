/** The figures of randomized response, from its stored rows alone. */
import { largestOf } from "../../lib/numerics/extremes.ts";
import { by, type CellRow, cellNumber, estimateOf, figureOf, storedNumber, theoryOf, where } from "../kit.ts";

const WARNER = "Warner (1965)";
const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

/** The mean of both estimates, less the truth. */
export const biasFigure = figureOf({
  kind: "coverage",
  part: "estimator",
  control: "estimator-of-the-notes",
  caption:
    "Exact bias of two estimates of a share p from 1000 answers with two coins, m being the share of answers yes: the unbiased one, " +
    "and the one printed in lecture notes, which is a half too small whatever p is.",
  source: WARNER,
  x: { label: "true share p", scale: "linear", least: 0, most: 1, of: cellNumber("share") },
  y: { label: "bias", least: -0.6, most: 0.2, range: [-0.6, 0.2] },
  estimates: [
    { name: "2m − 1/2", y: storedNumber("right-bias") },
    { name: "2m − 1, as printed", y: storedNumber("bias") },
  ],
});

const perAnswer = (column: (row: CellRow) => number) => (row: CellRow) => cellNumber("respondents")(row) * column(row);

/** n times the mean squared error, which does not depend on n, against the share. */
export const costFigure = figureOf({
  kind: "tail",
  part: "estimator",
  rows: where({ respondents: largestOf }),
  caption: ([{ cell }]) =>
    `Exact mean squared error of the estimated share, times the number of respondents n = ${cell.respondents}: points are sums over ` +
    "the law of the answers, lines the closed form p(1 − p) + exp(ε)/(exp(ε) − 1)². Without privacy it would be p(1 − p), the broken " +
    "line.",
  source: WARNER,
  x: { label: "true share p", least: 0, most: 1, of: cellNumber("share") },
  y: { label: "n · mean squared error" },
  estimates: [{ by: levels, y: perAnswer(estimateOf("variance")) }],
  theory: [
    { name: (level) => level, of: levels, y: perAnswer(theoryOf("variance")) },
    {
      name: "without privacy",
      role: "bound",
      curve: (p) => p * (1 - p),
      over: Array.from({ length: 99 }, (_, k) => (k + 1) / 100),
    },
  ],
});

/** Deviations of the local model and of a curator, log-log. */
export const localFigure = figureOf({
  kind: "rate",
  part: "local-vs-central",
  caption:
    "Exact deviation of private means of n bits from the mean among the respondents: randomized response in the local model falls like " +
    "1/√n, Laplace noise of a trusted curator like 1/n. Lines are the closed forms.",
  source: "Kasiviswanathan et al. (2011); Duchi, Jordan, Wainwright (2013)",
  x: { label: "respondents n", of: cellNumber("respondents") },
  y: { label: "standard deviation" },
  panels: levels,
  estimates: [
    { name: "local", y: estimateOf("local") },
    { name: "curator", y: estimateOf("central") },
  ],
  theory: [
    { name: "local", of: "local", y: theoryOf("local") },
    { name: "curator", of: "curator", y: theoryOf("central") },
  ],
});
