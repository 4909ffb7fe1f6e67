/** The figures of changepoints, from the stored rows alone. */

import { changepointError, changepointTail } from "../../lib/continual/changepoints/changepoint-error.ts";
import { by, type CellRow, cellNumber, figureOf, likeFirst, storedList, storedNumber } from "../kit.ts";

const CUMMINGS = "Cummings, Krehbiel, Mei, Tuo, Zhang (2018)";
const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

/** How often an error is exceeded, with and without privacy, and the bounds. */
export const errorFigure = figureOf({
  kind: "tail",
  part: "offline-error",
  rows: likeFirst("after"),
  caption: ([
    {
      trials,
      cell: { after },
    },
  ]) =>
    `Share of ${trials} runs in which the changepoint is more than a records off: bits that are 1 with probability ` +
    `${round(1 - Number(after))} before the change and ${after} after it. Points are measured, broken lines the bound, which does not ` +
    "depend on the number of records.",
  source: CUMMINGS,
  x: { label: "error a, in records", scale: "log", of: storedList("errors") },
  y: { label: "P(error > a)", most: 1 },
  panels: by(cellNumber("records"), (records) => `${records} records`),
  estimates: [
    { name: "without privacy", rows: likeFirst("epsilon"), y: storedList("bare") },
    { by: levels, y: storedList("tails") },
  ],
  theory: [{ name: (level) => `bound, ${level}`, of: levels, role: "bound", x: boundErrors, y: boundTails }],
});

const round = (value: number) => Math.round(1e6 * value) / 1e6;

const LEAST = 1e-4;

function modelOf({ cell }: CellRow) {
  const after = Number(cell.after);
  return { epsilon: Number(cell.epsilon), model: { kind: "bernoulli", before: 1 - after, after } as const };
}

/** The errors at which the bound says something that runs could show. */
function boundErrors(row: CellRow): readonly number[] {
  const most = changepointError({ ...modelOf(row), errorRate: LEAST });
  const first = changepointError({ ...modelOf(row), errorRate: 1 - 1e-9 });
  return Array.from({ length: 41 }, (_, k) => Math.round(first + ((most - first) * k) / 40));
}

function boundTails(row: CellRow): readonly number[] {
  return boundErrors(row).map((error) => changepointTail({ ...modelOf(row), error }));
}

/** The mean delay of an alarm against the share of false alarms. */
export const delayFigure = figureOf({
  kind: "rate",
  part: "delay",
  caption:
    "Mean number of records from the change to the alarm, against the share of clean streams of 100 tests with a false alarm, as the " +
    "threshold moves: bits that are 1 with probability 0.2 before the change and 0.8 after it. Less of one is more of the other, and a " +
    "smaller ε more of both. Broken lines: the delay that 95 % of alarms keep by the bound, at the false alarms that the threshold was " +
    "chosen for. Where no stream had one, the point stands at half a stream.",
  source: CUMMINGS,
  x: {
    label: "false alarms in 100 tests",
    of: (row) => Math.max(1 / (2 * Number(row.trials)), storedNumber("false-alarms")(row)),
  },
  y: { label: "delay of the alarm, in records" },
  estimates: [{ by: levels, y: storedNumber("delay") }],
  theory: [
    {
      name: (level) => `bound, ${level}`,
      of: levels,
      role: "bound",
      x: cellNumber("falseAlarm"),
      y: storedNumber("bound"),
    },
  ],
});
