/** Figures of the published benchmarks, from their stored rows alone. */
import { type CellRow, type FigureOfRows, figureOf, storedNumber } from "../kit.ts";

const having =
  (...values: readonly string[]) =>
  (rows: readonly CellRow[]) =>
    rows.filter(({ values: stored = {} }) => values.every((value) => Number(stored[value]) > 0));

const certified = figureOf({
  kind: "rate",
  part: "dp-sniper",
  rows: having("exact"),
  caption:
    "What is certified of DP-Sniper's mechanisms whose epsilon is finite, over that epsilon, on the line if all of it: by the audit " +
    "here, and by the lower limits at confidence 0.9 that were published of DP-Sniper's two classifiers and of StatDP. StatDP's " +
    "limit for the histogram of epsilon 10, which its second run put above the truth, is that of its first.",
  source: "Bichsel, Steffen, Bogunovic, Vechev (2021)",
  x: { label: "exact epsilon", of: storedNumber("exact") },
  y: { label: "certified epsilon" },
  estimates: [
    { name: "DP-Sniper", rows: having("exact"), y: storedNumber("logistic") },
    { name: "its network", rows: having("exact"), y: storedNumber("network") },
    { name: "StatDP", rows: having("exact", "statdp"), y: storedNumber("statdp") },
    { name: "here", rows: having("exact", "certified"), y: storedNumber("certified") },
  ],
  theory: [{ name: "exact", y: storedNumber("exact") }],
});

const refuted = figureOf({
  kind: "rate",
  part: "statdp",
  rows: having("exact"),
  caption:
    "The same of StatDP's mechanisms at its three claims: what is certified at level 0.05 from as many draws as its own, and the " +
    "largest epsilon that it refuted, in steps of 0.1 up to 2.",
  source: "Ding, Wang, Wang, Zhang, Kifer (2018)",
  x: { label: "exact epsilon", of: storedNumber("exact") },
  y: { label: "certified, or refuted, epsilon" },
  estimates: [
    { name: "StatDP", y: storedNumber("refuted") },
    { name: "here", rows: having("exact", "certified"), y: storedNumber("certified") },
  ],
  theory: [{ name: "exact", y: storedNumber("exact") }],
});

const drawnTimes = (draws: number) => (rows: readonly CellRow[]) =>
  having("exact", "certified")(rows).filter(({ cell }) => cell.draws === draws);

const examples = figureOf({
  kind: "rate",
  part: "dp-auditorium",
  rows: having("exact"),
  caption:
    "The same of DP-Auditorium's examples whose epsilon is finite: what is certified at level 0.05 from the 10 000 draws of each input " +
    "with which its example tests, and from four million.",
  source: "Kong, Munoz Medina, Ribero, Syed (2023)",
  x: { label: "exact epsilon", of: storedNumber("exact") },
  y: { label: "certified epsilon" },
  estimates: [
    { name: "10 000 draws", rows: drawnTimes(10_000), y: storedNumber("certified") },
    { name: "four million", rows: drawnTimes(4_000_000), y: storedNumber("certified") },
  ],
  theory: [{ name: "exact", y: storedNumber("exact") }],
});

export const benchmarkFigures: Readonly<Record<string, FigureOfRows>> = { certified, refuted, examples };
