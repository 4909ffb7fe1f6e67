/**
 * The figures on the definition, from the stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { verdictGrid } from "../../lib/figures/verdict-grid.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import {
  by,
  type CellRow,
  cellNumber,
  claimRows,
  distinct,
  estimateOf,
  figureOf,
  lessThan,
  storedAs,
  storedList,
  theoryOf,
  z,
} from "../kit.ts";

const pairs = by(
  cellNumber("sample"),
  (sample) => `pair ${sample}`,
  (found) => found.slice(0, 3),
);

/** delta(epsilon) of a few random pairs. */
export const profileFigure = figureOf({
  kind: "tail",
  part: "def-dp",
  caption:
    "The privacy profile δ(ε) of random pairs of laws: sums of (p − e^ε q)₊ over outcomes (signs), and the largest P(S) − e^ε Q(S) " +
    "over all events S (lines). At ε = 0 it is the total variation.",
  source: "Dwork, McSherry, Nissim, Smith (2006)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "δ(ε)", range: [1e-3, 1] },
  panels: by(cellNumber("outcomes"), (outcomes) => `${outcomes} outcomes`),
  estimates: [{ by: pairs, y: estimateOf("events") }],
  theory: [{ name: (pair) => `all events, ${pair}`, of: pairs, y: theoryOf("events") }],
});

const TITLES: Readonly<Record<string, string>> = {
  "randomized-response": "Randomized response",
  "leaky-response": "Leaky randomized response",
  laplace: "Laplace noise",
  gaussian: "Gaussian noise",
};

/** The rows of Gaussian noise if it was run, otherwise of the first mechanism. */
function preferGaussian(rows: readonly CellRow[]): readonly CellRow[] {
  const model = rows.find(({ cell }) => cell.mechanism === "gaussian") ?? rows[0];
  return rows.filter(({ cell }) => cell.mechanism === model.cell.mechanism);
}

/** Two curves for each strength. */
export const tailsFigure = figureOf({
  kind: "tail",
  part: "pdp-vs-adp",
  rows: preferGaussian,
  caption: ([{ cell }]) =>
    `${TITLES[String(cell.mechanism)]}: the exact δ(ε), and the probability that the privacy loss exceeds ε; that this is at most δ is ` +
    "sufficient for (ε, δ) and not necessary.",
  source: "Balle, Wang (2018); Meiser (2018)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "probability", range: [1e-8, 1] },
  panels: by(
    ({ cell }) => (cell.mechanism === "gaussian" ? `μ = ${cell.strength}` : `pure ε = ${cell.strength}`),
    (title) => title,
  ),
  theory: [
    { name: "exact δ(ε)", y: estimateOf("delta") },
    { name: "P(loss > ε)", role: "bound", y: estimateOf("tail") },
  ],
});

const counts = by(cellNumber("published"), (count) => (count === 1 ? "1 record" : `${count} records`));

/** delta against n, with the lines m / n. */
export const recordFigure = figureOf({
  kind: "rate",
  part: "random-person",
  caption:
    "δ at ε = 0 of publishing m of n records chosen at random, exactly: the total variation of neighbours (signs) on the line m / n.",
  source: "Dwork, Roth (2014)",
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "δ at ε = 0" },
  estimates: [{ by: counts, y: estimateOf("swap") }],
  theory: [{ name: (count) => count.replace(/ records?/, " / n"), of: counts, y: theoryOf("swap") }],
});

/** The sixteen functions of two bits, or the four of one. */
export function functionsFigure(rows: readonly CellRow[]): Figure {
  const row = claimRows(rows, "deterministic-not-private")
    .toSorted((a, b) => cellNumber("bits")(a) - cellNumber("bits")(b))
    .at(-1) as CellRow;
  const tables = storedAs("tables", z.array(z.string()))(row);
  const deltas = storedList("deltas")(row);
  const half = tables[0].length / 2;
  const inputs = half === 1 ? ["0", "1"] : ["00", "01", "10", "11"];
  const label = (from: number, values: string) =>
    [...values].map((value, k) => `f(${inputs[from + k]}) = ${value}`).join(", ");
  return verdictGrid({
    caption:
      `All ${tables.length} Boolean functions of ${half === 1 ? "one bit" : "two bits"}, published without noise, with the δ that they ` +
      `need at ε = ${row.cell.epsilon}, or any other: 1, but for the constant ones.`,
    source: "enumeration under swap",
    size: "two-column",
    rowLabel: `values at ${inputs.slice(0, half).join(", ")}`,
    columnLabel: `values at ${inputs.slice(half).join(", ")}`,
    rows: distinct(tables.map((table) => label(0, table.slice(0, half)))),
    columns: distinct(tables.map((table) => label(half, table.slice(half)))),
    cells: tables.map((table, k) => ({
      row: label(0, table.slice(0, half)),
      column: label(half, table.slice(half)),
      verdict: lessThan(deltas[k], 1).verdict,
      text: `δ = ${deltas[k]}`,
    })),
  });
}

const edge = z.tuple([z.number(), z.number(), z.number(), z.number()]);
type Edge = Readonly<z.infer<typeof edge>>;
const edgesOf = storedAs("edges", z.object({ swap: z.array(edge), "add-remove": z.array(edge) }));

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
  const graphs = claimRows(rows, "neighbour-relations").map(edgesOf);
  const joined = (relation: "swap" | "add-remove") => graphs.flatMap((graph) => graph[relation]);
  const ends = joined("add-remove").flatMap(([x, y, otherX, otherY]) => [`${x},${y}`, `${otherX},${otherY}`]);
  const nodes = distinct(ends).map((key) => key.split(",").map(Number));
  const most = largestOf(nodes.map(([x]) => x));
  const range = [-0.3, most + 0.3] as const;
  const panel = (title: string, relation: "swap" | "add-remove") => ({
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
      "Data sets of bits as points, by how many zeros and ones they have. Under swap a neighbour has the same number of records, and " +
      "each size is a component of its own; under add-remove it has one more or one less.",
    source: "Kifer, Machanavajjhala (2011)",
    x: { label: "records that are 0", scale: "linear", range },
    y: { label: "records that are 1", range },
    panels: [panel("Swap", "swap"), panel("Add-remove", "add-remove")],
  });
}
