/**
 * Figures. Reconstruction from noisy sums, and from published tables.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import {
  ascending,
  by,
  type CellRow,
  cellNumber,
  claimRows,
  distinct,
  estimateOf,
  type FigureOfRows,
  figureOf,
  storedList,
  storedNumber,
  where,
} from "../kit.ts";
import { BLOCKS } from "./census-parts.ts";

const DINUR_NISSIM = "Dinur, Nissim (2003); Dwork, McSherry, Talwar (2007)";
const CENSUS = "Garfinkel, Abowd, Martindale (2018); Dick et al. (2023)";

/** A list without its last entry, which is of noise that grows like n^(1/4). */
const growingLikeRoot = (name: string) => (row: CellRow) => storedList(name)(row).slice(0, -1);

/** Measured shares against the noise over sqrt(n) / 2: all n on one curve, a panel for each number of queries. */
const accuracyFigure = figureOf({
  kind: "coverage",
  part: "reconstruction-attack",
  caption:
    "Share of secret bits that least squares recovers from m random subset sums over n records with Gaussian noise of deviation c √n / " +
    "2: points are attacks that were carried out, the line is Φ(√(m/n − 1) / (2c)). All n fall on one curve.",
  source: DINUR_NISSIM,
  x: { label: "noise c, in √n / 2", scale: "log", of: growingLikeRoot("noises") },
  y: { label: "share of bits recovered", range: [0.5, 1.02] },
  panels: by(cellNumber("ratio"), (ratio) => `m = ${ratio} n`, ascending),
  estimates: [
    { by: by(cellNumber("records"), (records) => `n = ${records}`, ascending), y: growingLikeRoot("measured") },
  ],
  theory: [
    {
      name: "Φ(√(m/n − 1) / (2c))",
      curve: (c, [{ cell }]) => normalCdf(Math.sqrt(Number(cell.ratio) - 1) / (2 * c)),
      over: Array.from({ length: 81 }, (_, k) => 0.2 * exp(k * 0.04)),
    },
  ],
});

/** Exact shares of wrong bits against n: level where the noise grows like sqrt(n), falling where it grows more slowly. */
function sizeFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "reconstruction-attack");
  const panels = ascending(all.map(cellNumber("ratio")));
  const names = (row: CellRow) => [
    ...storedList("noises")(row)
      .slice(0, -1)
      .map((c) => `${c} √n / 2`),
    "n^(1/4) / 2",
  ];
  return tailFigure({
    caption:
      "Exact share of bits that least squares does not recover, averaged over random query sets, by the deviation of the noise: where " +
      "it grows like √n the share does not depend on n; where it grows like n^(1/4) the share vanishes as n grows. Lines are Φ(−√(m/n " +
      "− 1) / (2c)).",
    source: DINUR_NISSIM,
    x: { label: "records n", scale: "log", ticks: all.map(cellNumber("records")) },
    y: { label: "share of bits not recovered" },
    panels: panels.map((each) => {
      const own = all
        .filter(({ cell }) => cell.ratio === each)
        .toSorted((a, b) => cellNumber("records")(a) - cellNumber("records")(b));
      const x = own.map(cellNumber("records"));
      const kept = names(own[0]).map((name, k) => ({ name, k }));
      return {
        title: `m = ${each} n`,
        estimates: kept.map(({ name, k }) => ({ name, x, y: own.map((row) => 1 - storedList("accuracy")(row)[k]) })),
        theory: kept.map(({ name, k }) => ({
          name: "theory",
          of: name,
          x,
          y: own.map((row) => 1 - storedList("curve")(row)[k]),
          legend: false,
        })),
      };
    }),
  });
}

/** The best guess of a bit against epsilon, with the budget split and not. */
const defenceFigure = figureOf({
  kind: "coverage",
  part: "reconstruction-defence",
  caption: (rows) =>
    "Success of the best guess of one bit, all others known, from m noisy sums that contain it: with ε/m for each of m = " +
    `${largestOf(rows.map(cellNumber("queries")))} sums and Laplace noise, or ρ/m with Gaussian noise and ρ = ε²/2; and with all of ε ` +
    "on each sum, which exceeds the limit of the ε that is claimed.",
  source: "Dwork, McSherry, Nissim, Smith (2006)",
  x: { label: "ε", scale: "log", of: cellNumber("epsilon") },
  y: { label: "probability of success", range: [0.48, 1.02] },
  estimates: [
    { name: "Laplace, ε/m each", rows: where({ queries: largestOf }), y: estimateOf("laplace") },
    { name: "Gaussian, ρ/m each", rows: where({ queries: largestOf }), y: estimateOf("gaussian") },
    {
      by: by(
        cellNumber("queries"),
        (queries) => `ε each, m = ${queries}`,
        (found) => ascending(found).filter((_, k) => k === 0 || k === Math.floor(found.length / 2)),
      ),
      y: storedNumber("unsplit"),
    },
  ],
  theory: [{ name: "limit eᵋ / (1 + eᵋ)", curve: (epsilon) => 1 / (1 + exp(-epsilon)) }],
});

/** Means over the towns, by one axis. */
function meansBy(rows: readonly CellRow[], axis: string, value: string) {
  const x = ascending(rows.map(cellNumber(axis)));
  const y = x.map((at) => {
    const own = rows.filter(({ cell }) => cell[axis] === at).map(storedNumber(value));
    return own.reduce((sum, each) => sum + each, 0) / own.length;
  });
  return { x, y };
}

/** How many blocks each mean is over: every town has as many. */
function blocksIn(rows: readonly CellRow[]): string {
  return `${BLOCKS * distinct(rows.map(cellNumber("town"))).length} blocks of each size`;
}

/** What exact tables give away, against the size of the block. */
function blocksFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "census-reconstruction");
  return coverageFigure({
    caption:
      "Share of the persons of synthetic census blocks that exact tables give away: in every list that fits the detailed tables (sex " +
      "by age by race, sex by age by ethnicity, race by ethnicity by sex), and in one list that fits the detailed or the coarse ones " +
      `(sex by age, race by ethnicity by sex). The line is a guess from public proportions. Points are means over ${blocksIn(own)}.`,
    source: CENSUS,
    x: { label: "persons in the block", scale: "linear", least: 0 },
    y: { label: "share of persons", least: 0, most: 1, range: [0, 1.05] },
    panels: [
      {
        estimates: [
          { name: "detailed, certain", ...meansBy(own, "persons", "certain") },
          { name: "detailed, one list", ...meansBy(own, "persons", "common") },
          { name: "coarse, one list", ...meansBy(own, "persons", "coarse") },
        ],
        theory: [{ name: "guess", ...meansBy(own, "persons", "blind") }],
      },
    ],
  });
}

const NOISES: Readonly<Record<string, string>> = { laplace: "discrete Laplace", gaussian: "discrete Gaussian" };

/** What noisy tables give away, against epsilon, a panel for some sizes of blocks. */
function noisyTablesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "census-noise");
  const exact = claimRows(rows, "census-reconstruction");
  const sizes = ascending(all.map(cellNumber("persons")));
  const shown = sizes.filter((_, k) => k === 0 || k === Math.floor(sizes.length / 2) || k === sizes.length - 1);
  return coverageFigure({
    caption:
      "Share of the persons of synthetic census blocks that the nearest consistent list recovers from detailed tables with integer " +
      `noise, the budget split over three tables: ε, or ρ = ε²/2 for Gaussian noise. Points are means over ${blocksIn(all)}, with one ` +
      "draw of the noise for each. Lines: what one list that fits the exact tables has right (of several that fit, another may have a " +
      "few more), and a guess from public proportions.",
    source: CENSUS,
    x: { label: "ε of all tables", scale: "log", ticks: all.map(cellNumber("epsilon")) },
    y: { label: "share of persons", least: 0, most: 1, range: [0, 1.05] },
    panels: shown.map((persons) => {
      const own = all.filter(({ cell }) => cell.persons === persons);
      const x = ascending(own.map(cellNumber("epsilon")));
      const ends = [x[0], x[x.length - 1]];
      const [fitting] = meansBy(
        exact.filter(({ cell }) => cell.persons === persons),
        "persons",
        "common",
      ).y;
      const [blind] = meansBy(own, "persons", "blind").y;
      return {
        title: `${persons} persons`,
        estimates: Object.entries(NOISES).map(([noise, name]) => ({
          name,
          ...meansBy(
            own.filter(({ cell }) => cell.noise === noise),
            "epsilon",
            "common",
          ),
        })),
        theory: [
          ...(fitting === undefined ? [] : [{ name: "exact tables, one list", x: ends, y: [fitting, fitting] }]),
          { name: "guess", role: "bound" as const, x: ends, y: [blind, blind] },
        ],
      };
    }),
  });
}

export const reconstructionFigures: Readonly<Record<string, FigureOfRows>> = {
  "reconstruction-accuracy": accuracyFigure,
  "reconstruction-size": { parts: ["reconstruction-attack"], draw: sizeFigure },
  "reconstruction-defence": defenceFigure,
  "census-blocks": { parts: ["census-reconstruction"], draw: blocksFigure },
  "census-noise": { parts: ["census-noise", "census-reconstruction"], draw: noisyTablesFigure },
};
