/**
 * The figures of the private half, from the stored rows alone.
 */
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  type FigureOfRows,
  figureOf,
  intervalOf,
  likeFirst,
  storedNumber,
} from "../kit.ts";

const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

/** eta against mu: exact, simple, the approximation and the value in use; one panel for each number of records, at a null of a half. */
const sensitivityFigure = figureOf({
  kind: "rate",
  part: "mult-sensitivity",
  rows: likeFirst("success"),
  caption:
    "By how much one record of n moves ln max(p, μ) of a one-sided binomial test: exact, by the simple safe value and by an " +
    "approximation, which is no bound where μ is small. The value in use, √(ln n / n), is too small.",
  source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
  x: { label: "floor μ of p-values", of: cellNumber("floor") },
  y: { label: "sensitivity η" },
  panels: by(cellNumber("records"), (records) => `n = ${records}`),
  estimates: [{ name: "exact", y: storedNumber("eta") }],
  theory: [
    { name: "simple bound", role: "bound", y: storedNumber("bound") },
    { name: "2√(2 ln(1/μ)/n)", role: "bound", y: storedNumber("approximation") },
    { name: "√(ln n/n), in use", role: "bound", y: storedNumber("used") },
  ],
});

const NAMES: Readonly<Record<string, string>> = {
  "private-bh": "private BH",
  "private-lord": "private LORD++",
  "paprika-literal": "PAPRIKA (leaks)",
};
const rules = by(cellText("rule"), NAMES);

/** Points of three rules at one share stand side by side. */
const BESIDE = 0.0012;
const placed = ({ cell }: CellRow) =>
  Number(cell.signals) + BESIDE * (Object.keys(NAMES).indexOf(String(cell.rule)) - 1);

/** Of one number of rejections, the first: others would stand on top of them. */
const settingOf = ([{ cell }]: readonly CellRow[]) =>
  `800 one-sided binomial tests of 1000 records each, 0.5 against 0.75, at most ${cell.mostRejections} rejections, α = 0.05, 400 runs`;

/** Power against the share of signals, one panel for each epsilon. */
const powerFigure = figureOf({
  kind: "coverage",
  part: "private-rules",
  rows: likeFirst("mostRejections"),
  caption: (rows) =>
    `Share of signals found, with valid intervals: ${settingOf(rows)}. That many rejections bound the power: a share of 0.05 is 40 ` +
    "signals. The three rules at one share stand side by side.",
  source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
  x: { label: "share of hypotheses with signal", scale: "linear", of: placed },
  y: { label: "power" },
  columns: 2,
  panels: levels,
  estimates: [
    { by: rules, y: storedNumber("power"), lower: storedNumber("powerLower"), upper: storedNumber("powerUpper") },
  ],
});

/** How often there is any false discovery, which is never less than the false discovery rate. */
const falseDiscoveryFigure = figureOf({
  kind: "coverage",
  part: "private-rules",
  rows: likeFirst("mostRejections"),
  caption: (rows) =>
    `Share of runs with any false discovery, which bounds the false discovery rate, with exact intervals: ${settingOf(rows)}.`,
  source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
  x: { label: "share of hypotheses with signal", scale: "linear", of: placed },
  y: { label: "runs with a false discovery" },
  nominal: { name: "α = 0.05", level: 0.05 },
  columns: 2,
  panels: levels,
  estimates: [{ by: rules, ...intervalOf("any-false-discovery") }],
});

const needed = by(cellNumber("epsilon"), (epsilon) => `needed for ε = ${epsilon}`);

/** The epsilon that PAPRIKA as transcribed needs at the delta claimed, against the number of p-values at the border. */
const leakFigure = figureOf({
  kind: "rate",
  part: "paprika",
  control: "paprika-literal",
  rows: likeFirst("sensitivity"),
  caption:
    "Epsilon that PAPRIKA as transcribed needs at least, by its exact law, at δ = 0.00025, on m p-values just below 2λ against m just " +
    "above it and one more: our counter-example. It grows with m, whatever epsilon is claimed.",
  source: "Zhang, Kamath, Cummings (2021), as transcribed in lecture notes",
  x: { label: "p-values at the border, m", of: cellNumber("copies") },
  y: { label: "epsilon" },
  estimates: [{ by: needed, y: storedNumber("epsilonNeeded") }],
  theory: [
    {
      name: (series) => `${series.replace("needed for ", "")}, claimed`,
      of: needed,
      role: "bound",
      y: cellNumber("epsilon"),
    },
  ],
});

export const privateFigures: Readonly<Record<string, FigureOfRows>> = {
  sensitivity: sensitivityFigure,
  leak: leakFigure,
  "private-power": powerFigure,
  "private-discoveries": falseDiscoveryFigure,
};
