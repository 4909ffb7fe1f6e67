/**
 * The figures of private learning, from its stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, claimRows, distinct, storedNumber } from "../kit.ts";

const number = (name: string) => (row: CellRow) => Number(row.cell[name]);
const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];

/** The excess that is exceeded with probability beta at most, against the number of records. */
export function thresholdsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "klnrs-learning");
  const first = all[all.length - 1].cell;
  const shown = all.filter(
    ({ cell }) => cell.accuracy === first.accuracy && cell.beta === first.beta && cell.values === first.values,
  );
  return rateFigure({
    caption:
      `Excess error of a threshold on {1..${first.values}} chosen by the exponential mechanism, exceeded with probability ${first.beta} at most, ` +
      "on evenly spread records. Exact; an excess of 0 is not drawn.",
    source: "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith (2011)",
    x: { label: "records n" },
    y: { label: "excess error on the sample" },
    panels: distinct(shown.map(number("epsilon"))).map((epsilon) => {
      const own = shown.filter(({ cell }) => cell.epsilon === epsilon);
      return {
        title: `ε = ${epsilon}`,
        estimates: own.map((row) => {
          const drawn = numbers(row, "sizes")
            .map((x, k) => ({ x, y: numbers(row, "quantiles")[k] }))
            .filter(({ y }) => y > 0);
          return {
            name: row.cell.flipped === 0 ? "no label wrong" : `every ${row.cell.flipped}th label wrong`,
            x: drawn.map(({ x }) => x),
            y: drawn.map(({ y }) => y),
          };
        }),
        theory: [
          {
            name: "(2/(εn)) ln(|H|/β)",
            role: "bound" as const,
            x: numbers(own[0], "sizes"),
            y: numbers(own[0], "bounds"),
          },
        ],
      };
    }),
  });
}

/** How often the class of most votes is released, against epsilon. */
export function votesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "pate");
  const line = (classes: number, teachers: number) =>
    all.filter(({ cell }) => cell.classes === classes && cell.teachers === teachers);
  return coverageFigure({
    caption:
      "Chance that the class with at least three fifths of the votes is released, against the price 2γ of an answer: exact, with Laplace noise " +
      "on the number of votes for each class.",
    source: "Papernot, Abadi, Erlingsson, Goodfellow, Talwar (2017)",
    x: { label: "ε = 2γ of an answer", scale: "log" },
    y: { label: "chance of the right answer" },
    panels: distinct(all.map(number("classes"))).map((classes) => ({
      title: `${classes} classes`,
      estimates: distinct(all.map(number("teachers"))).map((teachers) => ({
        name: `${teachers} teachers`,
        x: line(classes, teachers).map((row) => 2 * number("rate")(row)),
        y: line(classes, teachers).map(storedNumber("accuracy")),
      })),
    })),
  });
}

/** The squared error of the slope against n: first the noise of the sums, then the sample. */
export function lineFigure(rows: readonly CellRow[]): Figure {
  return rateFigure({
    caption:
      "Mean squared error of the slope from four sums with Laplace noise, of bits with a true slope of 1/2, and what noise and sample give to first " +
      "order, 768/(εn)² + 3/(4n).",
    source: "Vu, Slavkovic (2009)",
    x: { label: "records n" },
    y: { label: "mean squared error of the slope" },
    panels: [
      {
        estimates: claimRows(rows, "linreg-rate").map((row) => ({
          name: `ε = ${storedNumber("epsilon")(row)}`,
          x: numbers(row, "sizes"),
          y: numbers(row, "errors"),
        })),
        theory: claimRows(rows, "linreg-rate").map((row) => ({
          name: "first order",
          of: `ε = ${storedNumber("epsilon")(row)}`,
          x: numbers(row, "sizes"),
          y: numbers(row, "sizes").map((n) => {
            const noise = storedNumber("epsilon")(row) * n;
            return 768 / noise / noise + 0.75 / n;
          }),
        })),
      },
    ],
  });
}

/** n times the error over c, against the number of blocks. */
export function blocksFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "subsample-aggregate");
  const epsilon = all.some(({ cell }) => cell.epsilon === 1) ? 1 : all[0].cell.epsilon;
  const shown = all.filter(({ cell }) => cell.epsilon === epsilon);
  const titles: Readonly<Record<string, string>> = { mean: "mean, no bias", "exp-of-mean": "exp(mean), biased blocks" };
  return rateFigure({
    caption:
      `Mean squared error of subsample and aggregate on n normal records at ε = ${epsilon}, times n over the c of the estimator without privacy: ` +
      "exact. Without bias many blocks reach 1. With it the variance alone (lines) still does, and the bias of the blocks takes over in the error.",
    source: "Nissim, Raskhodnikova, Smith (2007); Smith (2011)",
    x: { label: "blocks k" },
    y: { label: "n · mean squared error / c" },
    panels: distinct(shown.map(({ cell }) => `${cell.estimator}`)).map((estimator) => {
      const own = shown.filter(({ cell }) => cell.estimator === estimator);
      return {
        title: titles[estimator],
        estimates: distinct(own.map(number("size"))).map((size) => {
          const points = own.filter(({ cell }) => cell.size === size);
          return { name: `n = ${size}`, x: points.map(storedNumber("blocks")), y: points.map(storedNumber("ratio")) };
        }),
        theory: distinct(own.map(number("size"))).map((size) => {
          const points = own.filter(({ cell }) => cell.size === size);
          const [x, y] = [points.map(storedNumber("blocks")), points.map(storedNumber("variance"))];
          return { name: "variance alone", of: `n = ${size}`, x, y };
        }),
      };
    }),
  });
}
