/**
 * The figures of the private half, from the stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, type FigureOfRows, storedNumber } from "../kit.ts";

const ascending = (axis: string, rows: readonly CellRow[]) =>
  rows.toSorted((a, b) => cellNumber(axis)(a) - cellNumber(axis)(b));

/** eta against mu: exact, simple, the approximation and the value in use; one panel for each number of records, at a null of a half. */
function sensitivityFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "mult-sensitivity");
  const shown = all.filter(({ cell }) => cell.success === all[0].cell.success);
  return rateFigure({
    caption:
      "By how much one record of n moves ln max(p, μ) of a one-sided binomial test: exact, by the simple safe value and by an approximation, which is no bound where μ is small. " +
      "The value in use, √(ln n / n), is too small.",
    source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
    x: { label: "floor μ of p-values" },
    y: { label: "sensitivity η" },
    panels: distinct(shown.map(cellNumber("records"))).map((records) => {
      const own = ascending(
        "floor",
        shown.filter(({ cell }) => cell.records === records),
      );
      const x = own.map(cellNumber("floor"));
      const line = (name: string, value: string) => ({
        name,
        x,
        y: own.map(storedNumber(value)),
        role: "bound" as const,
      });
      return {
        title: `n = ${records}`,
        estimates: [{ name: "exact", x, y: own.map(storedNumber("eta")) }],
        theory: [
          line("simple bound", "bound"),
          line("2√(2 ln(1/μ)/n)", "approximation"),
          line("√(ln n/n), in use", "used"),
        ],
      };
    }),
  });
}

const NAMES: Readonly<Record<string, string>> = {
  "private-bh": "private BH",
  "private-lord": "private LORD++",
  "paprika-literal": "PAPRIKA (leaks)",
};

/** Points of three rules at one share stand side by side. */
const BESIDE = 0.0012;

/** The rows of one number of rejections, the first: others would stand on top of them. */
function shownRows(rows: readonly CellRow[]) {
  const all = claimRows(rows, "private-rules");
  const most = cellNumber("mostRejections")(all[0]);
  return { most, shown: all.filter(({ cell }) => cell.mostRejections === most) };
}

function panelsOf(all: readonly CellRow[], series: (own: readonly CellRow[]) => object) {
  return distinct(all.map(cellNumber("epsilon"))).map((epsilon) => ({
    title: `ε = ${epsilon}`,
    estimates: Object.entries(NAMES).flatMap(([rule, name], k) => {
      const own = ascending(
        "signals",
        all.filter(({ cell }) => cell.rule === rule && cell.epsilon === epsilon),
      );
      return own.length === 0
        ? []
        : [{ name, x: own.map((row) => cellNumber("signals")(row) + BESIDE * (k - 1)), ...series(own) } as never];
    }),
  }));
}

const settingOf = (most: number) =>
  `800 one-sided binomial tests of 1000 records each, 0.5 against 0.75, at most ${most} rejections, α = 0.05, 400 runs`;

/** Power against the share of signals, one panel for each epsilon. */
function powerFigure(rows: readonly CellRow[]): Figure {
  const { most, shown } = shownRows(rows);
  return coverageFigure({
    caption: `Share of signals found, with valid intervals: ${settingOf(most)}. That many rejections bound the power: a share of 0.05 is 40 signals. The three rules at one share stand side by side.`,
    source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
    x: { label: "share of hypotheses with signal", scale: "linear" },
    y: { label: "power" },
    columns: 2,
    panels: panelsOf(shown, (own) => ({
      y: own.map(storedNumber("power")),
      lower: own.map(storedNumber("powerLower")),
      upper: own.map(storedNumber("powerUpper")),
    })),
  });
}

/** How often there is any false discovery, which is never less than the false discovery rate. */
function falseDiscoveryFigure(rows: readonly CellRow[]): Figure {
  const check = ({ checks }: CellRow) => checks["any-false-discovery"];
  const { most, shown } = shownRows(rows);
  return coverageFigure({
    caption: `Share of runs with any false discovery, which bounds the false discovery rate, with exact intervals: ${settingOf(most)}.`,
    source: "Dwork, Su, Zhang (2018); Zhang, Kamath, Cummings (2021)",
    x: { label: "share of hypotheses with signal", scale: "linear" },
    y: { label: "runs with a false discovery" },
    nominal: { name: "α = 0.05", level: 0.05 },
    columns: 2,
    panels: panelsOf(shown, (own) => ({
      y: own.map((row) => check(row).estimate ?? 0),
      lower: own.map((row) => check(row).lower ?? 0),
      upper: own.map((row) => check(row).upper ?? 1),
    })),
  });
}

/** The epsilon that PAPRIKA as transcribed needs at the delta claimed, against the number of p-values at the border. */
function leakFigure(rows: readonly CellRow[]): Figure {
  const found = rows.filter(({ part, control }) => part === "paprika" && control === "paprika-literal");
  const all = found.filter(({ cell }) => cell.sensitivity === found[0].cell.sensitivity);
  const named = (epsilon: number) => `needed for ε = ${epsilon}`;
  const each = distinct(all.map(cellNumber("epsilon"))).map((epsilon) => {
    const own = ascending(
      "copies",
      all.filter(({ cell }) => cell.epsilon === epsilon),
    );
    return { epsilon, own, x: own.map(cellNumber("copies")) };
  });
  return rateFigure({
    caption:
      "Epsilon that PAPRIKA as transcribed needs at least, by its exact law, at δ = 0.00025, on m p-values just below 2λ against m just above it and one more: our counter-example. " +
      "It grows with m, whatever epsilon is claimed.",
    source: "Zhang, Kamath, Cummings (2021), as transcribed in lecture notes",
    x: { label: "p-values at the border, m" },
    y: { label: "epsilon" },
    panels: [
      {
        estimates: each.map(({ epsilon, own, x }) => ({
          name: named(epsilon),
          x,
          y: own.map(storedNumber("epsilonNeeded")),
        })),
        theory: each.map(({ epsilon, x }) => ({
          name: `ε = ${epsilon}, claimed`,
          of: named(epsilon),
          role: "bound" as const,
          x,
          y: x.map(() => epsilon),
        })),
      },
    ],
  });
}

export const privateFigures: Readonly<Record<string, FigureOfRows>> = {
  sensitivity: { parts: ["mult-sensitivity"], draw: sensitivityFigure },
  leak: { parts: ["paprika"], draw: leakFigure },
  "private-power": { parts: ["private-rules"], draw: powerFigure },
  "private-discoveries": { parts: ["private-rules"], draw: falseDiscoveryFigure },
};
