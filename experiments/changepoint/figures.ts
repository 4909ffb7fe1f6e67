/** The figures of changepoints, from the stored rows alone. */

import { changepointError, changepointTail } from "../../lib/continual/changepoints/changepoint-error.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

const CUMMINGS = "Cummings, Krehbiel, Mei, Tuo, Zhang (2018)";

const numbers = ({ values }: CellRow, name: string) => values?.[name] as readonly number[];

/** How often an error is exceeded, with and without privacy, and the bounds. */
export function errorFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "offline-error");
  const [after] = all.map(cellNumber("after"));
  const own = all.filter((row) => cellNumber("after")(row) === after);
  const sizes = distinct(own.map(cellNumber("records")));
  return tailFigure({
    caption:
      `Share of ${own[0].trials} runs in which the changepoint is more than a records off: bits that are 1 with probability ${round(1 - after)} before the change ` +
      `and ${after} after it. Points are measured, broken lines the bound, which does not depend on the number of records.`,
    source: CUMMINGS,
    columns: sizes.length,
    x: { label: "error a, in records", scale: "log" },
    y: { label: "P(error > a)", most: 1 },
    panels: sizes.map((size) => {
      const shown = own.filter((row) => cellNumber("records")(row) === size);
      const series = (row: CellRow, name: string, column: string) => {
        const kept = numbers(row, "errors").flatMap((error, k) => (error > 0 ? [k] : []));
        return {
          name,
          x: kept.map((k) => numbers(row, "errors")[k]),
          y: kept.map((k) => numbers(row, column)[k]),
        };
      };
      const named = (row: CellRow) => `ε = ${cellNumber("epsilon")(row)}`;
      return {
        title: `${size} records`,
        estimates: [
          series(shown[0], "without privacy", "bare"),
          ...shown.map((row) => series(row, named(row), "tails")),
        ],
        theory: shown.map((row) => ({
          ...boundOf(row),
          ...{ name: `bound, ${named(row)}`, of: named(row), role: "bound" as const },
        })),
      };
    }),
  });
}

const LEAST = 1e-4;

/** The bound at the errors where it says something that runs could show. */
function boundOf(row: CellRow): { readonly x: number[]; readonly y: number[] } {
  const [epsilon, after] = [cellNumber("epsilon")(row), cellNumber("after")(row)];
  const model = { kind: "bernoulli", before: 1 - after, after } as const;
  const most = changepointError({ epsilon, model, errorRate: LEAST });
  const first = changepointError({ epsilon, model, errorRate: 1 - 1e-9 });
  const x = Array.from({ length: 41 }, (_, k) => Math.round(first + ((most - first) * k) / 40));
  return { x, y: x.map((error) => changepointTail({ epsilon, model, error })) };
}

/** The mean delay of an alarm against the share of false alarms. */
export function delayFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "delay");
  const levels = distinct(all.map(cellNumber("epsilon")));
  const least = 1 / (2 * largestOf(all.map(({ trials = 1 }) => trials)));
  return rateFigure({
    caption:
      "Mean number of records from the change to the alarm, against the share of clean streams of 100 tests with a false alarm, as the threshold moves: bits that are 1 " +
      "with probability 0.2 before the change and 0.8 after it. Less of one is more of the other, and a smaller ε more of both. Broken lines: the delay that 95 % of alarms keep " +
      "by the bound, at the false alarms that the threshold was chosen for. Where no stream had one, the point stands at half a stream.",
    source: CUMMINGS,
    x: { label: "false alarms in 100 tests" },
    y: { label: "delay of the alarm, in records" },
    panels: [
      {
        estimates: levels.map((level) => {
          const own = all.filter((row) => cellNumber("epsilon")(row) === level);
          return {
            name: `ε = ${level}`,
            x: own.map((row) => Math.max(least, storedNumber("false-alarms")(row))),
            y: own.map(storedNumber("delay")),
          };
        }),
        theory: levels.map((level) => {
          const own = all.filter((row) => cellNumber("epsilon")(row) === level);
          return {
            name: `bound, ε = ${level}`,
            of: `ε = ${level}`,
            role: "bound" as const,
            x: own.map(cellNumber("falseAlarm")),
            y: own.map(storedNumber("bound")),
          };
        }),
      },
    ],
  });
}

const round = (value: number) => Math.round(1e6 * value) / 1e6;
