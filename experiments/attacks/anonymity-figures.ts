/**
 * Figures. Differencing, linkage, k-anonymity and model inversion.
 */
import { sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { differenceTest } from "../../lib/attacks/difference-test.ts";
import { guessBound } from "../../lib/attacks/guess-bound.ts";
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, claimRows, distinct, type FigureOfRows, storedNumber } from "../kit.ts";

const sorted = (rows: readonly CellRow[], axis: string) =>
  rows.toSorted((a, b) => cellNumber(axis)(a) - cellNumber(axis)(b));

/** Places between the least and the largest, equally far apart on a log axis. */
function logGrid(values: readonly number[]): number[] {
  const [least, largest] = [leastOf(values), largestOf(values)];
  return Array.from({ length: 61 }, (_, k) => least * exp((k / 60) * log(largest / least)));
}

/** Success against epsilon: the difference, both answers, and the bound. */
function differencingFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "differencing-attack"), "epsilon");
  const crowd = largestOf(all.map(cellNumber("people")));
  const own = all.filter(({ cell }) => cell.people === crowd);
  const x = own.map(cellNumber("epsilon"));
  const grid = logGrid(x);
  const series = (name: string, value: string) => ({ name, x, y: own.map(storedNumber(value)) });
  return coverageFigure({
    caption:
      "How often the bit of a person is guessed from two ε-private counts, with and without that person, exactly. Points are integrals over the laws of the " +
      "counts, lines closed forms: thresholding the difference at 1/2; the best test on both counts if " +
      `${crowd} others have the bit by fair coins, and if all others are known. No test on ε-private counts exceeds the broken line. Exact counts give the bit away.`,
    source: "Dwork, Roth (2014)",
    x: { label: "ε of each count", scale: "log", ticks: x },
    y: { label: "probability of a right guess", least: 0.5, most: 1, range: [0.5, 1] },
    panels: [
      {
        estimates: [series("difference", "difference"), series(`both counts, ${crowd} unknown`, "answers")],
        theory: [
          {
            name: "difference",
            of: "difference",
            x: grid,
            y: grid.map((epsilon) => differenceTest({ larger: epsilon, smaller: epsilon, prior: 0.5 }).success),
          },
          {
            name: "both counts, others known",
            x: grid,
            y: grid.map((epsilon) => 1 - exp(-epsilon / 2) / 2),
          },
          {
            name: "bound",
            role: "bound" as const,
            x: grid,
            y: grid.map((epsilon) => guessBound({ epsilon, prior: 0.5 })),
          },
        ],
      },
    ],
  });
}

const LAWS: Readonly<Record<string, string>> = { equal: "equal cells", zipf: "c-th cell of weight 1/c" };

/** The share of people alone against N / K. */
function uniquenessFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "linkage-attack");
  const load = (row: CellRow) => cellNumber("people")(row) / cellNumber("cells")(row);
  const grid = logGrid(all.map(load));
  const sizes = distinct(all.map(cellNumber("cells"))).toSorted((a, b) => a - b);
  return coverageFigure({
    caption:
      "The expected share of N people who are alone in one of K cells of quasi-identifiers, person by person, against N/K. For equally likely cells it is " +
      "(1 − 1/K)^(N−1), close to exp(−N/K), the line; of unequal cells the rare ones keep people alone in a crowd.",
    source: "Sweeney (2000); Golle (2006)",
    x: { label: "people for each cell, N/K", scale: "log" },
    y: { label: "share of people alone", least: 0, most: 1, range: [0, 1] },
    panels: Object.entries(LAWS)
      .filter(([law]) => all.some(({ cell }) => cell.law === law))
      .map(([law, title]) => ({
        title,
        estimates: sizes.map((size) => {
          const own = sorted(
            all.filter(({ cell }) => cell.law === law && cell.cells === size),
            "people",
          );
          return { name: `K = ${size}`, x: own.map(load), y: own.map(storedNumber("share")) };
        }),
        theory: [{ name: "exp(−N/K)", x: grid, y: grid.map((x) => exp(-x)) }],
      })),
  });
}

/** Chances of being revealed by a k-anonymous class. */
function kAnonymityFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "k-anonymity"), "k");
  const counts = distinct(all.map(cellNumber("values"))).toSorted((a, b) => a - b);
  const panel = (title: string, value: string) => ({
    title,
    estimates: counts.map((count) => {
      const own = all.filter(({ cell }) => cell.values === count);
      return { name: `${count} values`, x: own.map(cellNumber("k")), y: own.map(storedNumber(value)) };
    }),
  });
  return tailFigure({
    caption:
      "How often somebody’s sensitive value is known for certain from k-anonymous releases, over all ways in which equally likely values can fall: because all of " +
      "the class share it, and because two classes that share nobody else have no other value in common. Wherever that happens the value is inferred with probability 1: " +
      "k-anonymity bounds by 1/k the naming of a row, and no inference.",
    source: "Machanavajjhala et al. (2006); Ganta, Kasiviswanathan, Smith (2008)",
    x: { label: "k", range: [1, 6] },
    y: { label: "probability that the value is certain" },
    panels: [panel("homogeneous class", "homogeneity"), panel("two releases", "intersection")],
  });
}

/** Success on members and others, by a model that learns nothing and one that learns about everybody. */
function inversionFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "model-inversion"), "epsilon");
  const size = middleOf(all.map(cellNumber("records")));
  const shares = distinct(all.map(cellNumber("share"))).toSorted((a, b) => a - b);
  return coverageFigure({
    caption:
      `Model inversion with a private model of one weight, trained on ${size} record${size === 1 ? "" : "s"}, exactly: how often the attribute of a member of the data is ` +
      "guessed, and that of somebody else. Where labels tell the attribute of most people, so does the model, of everybody, member or not. Not drawn: least squares on a " +
      "single record, which memorises it, is right about every member.",
    source: INVERSION,
    x: { label: "ε of the model", scale: "log", ticks: all.map(cellNumber("epsilon")) },
    y: { label: "probability of a right guess", least: 0, most: 1 },
    panels: distinct([shares[0], shares[shares.length - 1]]).map((share) => {
      const own = all.filter(({ cell }) => cell.share === share && cell.records === size);
      const x = own.map(cellNumber("epsilon"));
      return {
        title: signTitle(share),
        estimates: [
          { name: "members", x, y: own.map(storedNumber("members")) },
          { name: "others", x, y: own.map(storedNumber("others")) },
        ],
        theory: [],
      };
    }),
  });
}

/** The gap between members and others, below its bound. */
function inversionGapFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "model-inversion"), "epsilon");
  const grid = logGrid(all.map(cellNumber("epsilon")));
  const shares = distinct(all.map(cellNumber("share"))).toSorted((a, b) => a - b);
  const shown = distinct([shares[0], shares[shares.length - 1]]);
  const gap = (row: CellRow) => storedNumber("members")(row) - storedNumber("others")(row);
  const tiny = all
    .filter((row) => shown.includes(cellNumber("share")(row)) && gap(row) <= LEAST_GAP)
    .map(({ cell }) => `${cell.records} records at ε = ${cell.epsilon} (${percent(Number(cell.share))})`);
  return rateFigure({
    caption:
      "By how much more often the attribute of a member is guessed than that of somebody else, from a private model of one weight, exactly, by the number of its " +
      `records; and what ε-differential privacy allows, tanh(ε/4). A model that memorises one record has a gap of 0.5 where labels tell nothing (left).${tiny.length === 0 ? "" : ` Below 10⁻⁶, not drawn: ${tiny.join(", ")}.`}`,
    source: INVERSION,
    x: { label: "ε of the model", ticks: all.map(cellNumber("epsilon")) },
    y: { label: "success of members minus that of others" },
    panels: shown.map((share) => ({
      title: signTitle(share),
      estimates: distinct(all.map(cellNumber("records"))).map((records) => {
        const own = all.filter(
          (row) => row.cell.share === share && row.cell.records === records && gap(row) > LEAST_GAP,
        );
        return {
          name: `${records} record${records === 1 ? "" : "s"}`,
          x: own.map(cellNumber("epsilon")),
          y: own.map(gap),
        };
      }),
      theory: [{ name: "tanh(ε/4)", role: "bound" as const, x: grid, y: grid.map(sharpExpectedGap) }],
    })),
  });
}

const INVERSION = "Fredrikson, Jha, Ristenpart (2015); Yeom et al. (2018)";
/** Below it a gap is not drawn, but named in the caption. */
const LEAST_GAP = 1e-6;

const percent = (share: number) => `${Math.round(100 * share)} %`;
const signTitle = (share: number) => `label = attribute for ${percent(share)} of people`;

function middleOf(values: readonly number[]): number {
  const all = distinct(values).toSorted((a, b) => a - b);
  return all[Math.floor(all.length / 2)];
}

export const anonymityFigures: Readonly<Record<string, FigureOfRows>> = {
  differencing: { parts: ["differencing-attack"], draw: differencingFigure },
  uniqueness: { parts: ["linkage-attack"], draw: uniquenessFigure },
  "k-anonymity": { parts: ["k-anonymity"], draw: kAnonymityFigure },
  inversion: { parts: ["model-inversion"], draw: inversionFigure },
  "inversion-gap": { parts: ["model-inversion"], draw: inversionGapFigure },
};
