/**
 * The figures on the definition, from the stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { verdictGrid } from "../../lib/figures/verdict-grid.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, claimRows, distinct } from "../kit.ts";

const sorted = (rows: readonly CellRow[], name: string) =>
  [...rows].sort((one, other) => Number(one.cell[name]) - Number(other.cell[name]));
const found = (check: string) => (row: CellRow) => row.checks[check]?.estimate ?? 0;
const theory = (check: string) => (row: CellRow) => row.checks[check]?.theory ?? 0;

/** delta(epsilon) of a few random pairs. */
export function profileFigure(rows: readonly CellRow[]): Figure {
  const profiles = claimRows(rows, "def-dp");
  const samples = distinct(profiles.map(cellNumber("sample"))).slice(0, 3);
  return tailFigure({
    caption:
      "The privacy profile δ(ε) of random pairs of laws: sums of (p − e^ε q)₊ over outcomes (signs), and the largest P(S) − e^ε Q(S) over all " +
      "events S (lines). At ε = 0 it is the total variation.",
    source: "Dwork, McSherry, Nissim, Smith (2006)",
    x: { label: "ε" },
    y: { label: "δ(ε)", range: [1e-3, 1] },
    panels: distinct(profiles.map(cellNumber("outcomes"))).map((outcomes) => {
      const own = (sample: number) =>
        sorted(
          profiles.filter(({ cell }) => cell.outcomes === outcomes && cell.sample === sample),
          "epsilon",
        );
      return {
        title: `${outcomes} outcomes`,
        estimates: samples.map((sample) => ({
          name: `pair ${sample}`,
          x: own(sample).map(cellNumber("epsilon")),
          y: own(sample).map(found("events")),
        })),
        theory: samples.map((sample) => ({
          name: `all events, pair ${sample}`,
          of: `pair ${sample}`,
          x: own(sample).map(cellNumber("epsilon")),
          y: own(sample).map(theory("events")),
        })),
      };
    }),
  });
}

const TITLES: Readonly<Record<string, string>> = {
  "randomized-response": "Randomized response",
  "leaky-response": "Leaky randomized response",
  laplace: "Laplace noise",
  gaussian: "Gaussian noise",
};

/** Two curves for each strength, of Gaussian noise if it was run. */
export function tailsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "pdp-vs-adp");
  const mechanism = all.some(({ cell }) => cell.mechanism === "gaussian") ? "gaussian" : all[0].cell.mechanism;
  const tails = all.filter(({ cell }) => cell.mechanism === mechanism);
  return tailFigure({
    caption:
      `${TITLES[String(mechanism)]}: the exact δ(ε), and the probability that the privacy loss exceeds ε; that this is at most δ is sufficient for ` +
      "(ε, δ) and not necessary.",
    source: "Balle, Wang (2018); Meiser (2018)",
    x: { label: "ε" },
    y: { label: "probability", range: [1e-8, 1] },
    panels: distinct(tails.map(cellNumber("strength"))).map((mu) => {
      const own = sorted(
        tails.filter(({ cell }) => cell.strength === mu),
        "epsilon",
      );
      const x = own.map(cellNumber("epsilon"));
      return {
        title: mechanism === "gaussian" ? `μ = ${mu}` : `pure ε = ${mu}`,
        theory: [
          { name: "exact δ(ε)", x, y: own.map(found("delta")) },
          { name: "P(loss > ε)", role: "bound" as const, x, y: own.map(found("tail")) },
        ],
      };
    }),
  });
}

/** delta against n, with the lines m / n. */
export function recordFigure(rows: readonly CellRow[]): Figure {
  const published = claimRows(rows, "random-person");
  const counts = distinct(published.map(cellNumber("published")));
  const own = (count: number) =>
    sorted(
      published.filter(({ cell }) => cell.published === count),
      "size",
    );
  const name = (count: number) => (count === 1 ? "1 record" : `${count} records`);
  return rateFigure({
    caption:
      "δ at ε = 0 of publishing m of n records chosen at random, exactly: the total variation of neighbours (signs) on the line m / n.",
    source: "Dwork, Roth (2014)",
    x: { label: "records n" },
    y: { label: "δ at ε = 0" },
    panels: [
      {
        estimates: counts.map((count) => ({
          name: name(count),
          x: own(count).map(cellNumber("size")),
          y: own(count).map(found("swap")),
        })),
        theory: counts.map((count) => ({
          name: `${count} / n`,
          of: name(count),
          x: own(count).map(cellNumber("size")),
          y: own(count).map(theory("swap")),
        })),
      },
    ],
  });
}

/** The sixteen functions of two bits, or the four of one. */
export function functionsFigure(rows: readonly CellRow[]): Figure {
  const row = sorted(claimRows(rows, "deterministic-not-private"), "bits").at(-1) as CellRow;
  const tables = row.values?.tables as readonly string[];
  const deltas = row.values?.deltas as readonly number[];
  const half = tables[0].length / 2;
  const inputs = half === 1 ? ["0", "1"] : ["00", "01", "10", "11"];
  const label = (from: number, values: string) =>
    [...values].map((value, k) => `f(${inputs[from + k]}) = ${value}`).join(", ");
  return verdictGrid({
    caption:
      `All ${tables.length} Boolean functions of ${half === 1 ? "one bit" : "two bits"}, published without noise, with the δ that they need at ` +
      `ε = ${row.cell.epsilon}, or any other: 1, but for the constant ones.`,
    source: "enumeration under swap",
    size: "two-column",
    rowLabel: `values at ${inputs.slice(0, half).join(", ")}`,
    columnLabel: `values at ${inputs.slice(half).join(", ")}`,
    rows: distinct(tables.map((table) => label(0, table.slice(0, half)))),
    columns: distinct(tables.map((table) => label(half, table.slice(half)))),
    cells: tables.map((table, k) => ({
      row: label(0, table.slice(0, half)),
      column: label(half, table.slice(half)),
      verdict: deltas[k] < 1 ? ("holds" as const) : ("violated" as const),
      text: `δ = ${deltas[k]}`,
    })),
  });
}

type Edge = readonly [number, number, number, number];

/** One line that runs along every edge and along nothing else: to and fro from the first node, then from the next that it has not met. */
function walk(edges: readonly Edge[]): readonly { readonly x: number; readonly y: number }[][] {
  const targets = new Map<string, Edge[]>();
  for (const edge of edges) {
    const [x, y, otherX, otherY] = edge;
    for (const each of [edge, [otherX, otherY, x, y] as const]) {
      const key = `${each[0]},${each[1]}`;
      targets.set(key, [...(targets.get(key) ?? []), each]);
    }
  }
  const met = new Set<string>();
  const line: { x: number; y: number }[] = [];
  const visit = (key: string) => {
    met.add(key);
    for (const [x, y, otherX, otherY] of targets.get(key) ?? []) {
      line.push({ x, y }, { x: otherX, y: otherY });
      if (!met.has(`${otherX},${otherY}`)) visit(`${otherX},${otherY}`);
      line.push({ x: otherX, y: otherY }, { x, y });
    }
  };
  const lines: { x: number; y: number }[][] = [];
  for (const key of targets.keys()) {
    if (met.has(key)) continue;
    visit(key);
    lines.push(line.splice(0));
  }
  return lines;
}

/** Data sets of bits by how many zeros and ones they have, joined where they are neighbours. */
export function graphFigure(rows: readonly CellRow[]): Figure {
  const graphs = claimRows(rows, "neighbour-relations").flatMap(
    ({ values }) => values?.edges ?? [],
  ) as unknown as readonly Readonly<Record<string, readonly Edge[]>>[];
  const joined = (relation: string) => graphs.flatMap((graph) => graph[relation]);
  const ends = joined("add-remove").flatMap(([x, y, otherX, otherY]) => [`${x},${y}`, `${otherX},${otherY}`]);
  const nodes = distinct(ends).map((key) => key.split(",").map(Number));
  const most = largestOf(nodes.map(([x]) => x));
  const range = [-0.3, most + 0.3] as const;
  const panel = (title: string, relation: string) => ({
    title,
    estimates: [{ name: "data sets", x: nodes.map(([x]) => x), y: nodes.map(([, y]) => y) }],
    theory: walk(joined(relation)).map((line) => ({
      name: "neighbours",
      x: line.map(({ x }) => x),
      y: line.map(({ y }) => y),
    })),
  });
  return coverageFigure({
    caption:
      "Data sets of bits as points, by how many zeros and ones they have. Under swap a neighbour has the same number of records, and each size is a " +
      "component of its own; under add-remove it has one more or one less.",
    source: "Kifer, Machanavajjhala (2011)",
    x: { label: "records that are 0", scale: "linear", range },
    y: { label: "records that are 1", range },
    panels: [panel("Swap", "swap"), panel("Add-remove", "add-remove")],
  });
}
