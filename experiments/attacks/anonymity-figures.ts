/**
 * Figures. Differencing, linkage, k-anonymity and model inversion.
 */
import { sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { differenceTest } from "../../lib/attacks/difference-test.ts";
import { guessBound } from "../../lib/attacks/guess-bound.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import {
  ascending,
  by,
  type CellRow,
  cellNumber,
  cellText,
  distinct,
  type FigureOfRows,
  figureOf,
  storedNumber,
  where,
} from "../kit.ts";

/** Success against epsilon: the difference, both answers, and the bound. */
const differencingFigure = figureOf({
  kind: "coverage",
  part: "differencing-attack",
  rows: where({ people: largestOf }),
  caption: ([{ cell }]) =>
    "How often the bit of a person is guessed from two ε-private counts, with and without that person, exactly. Points are integrals " +
    "over the laws of the counts, lines closed forms: thresholding the difference at 1/2; the best test on both counts if " +
    `${cell.people} others have the bit by fair coins, and if all others are known. No test on ε-private counts exceeds the broken ` +
    "line. Exact counts give the bit away.",
  source: "Dwork, Roth (2014)",
  x: { label: "ε of each count", scale: "log", of: cellNumber("epsilon"), ticksAtPoints: true },
  y: { label: "probability of a right guess", least: 0.5, most: 1, range: [0.5, 1] },
  estimates: [
    { name: "difference", y: storedNumber("difference") },
    { by: by(cellNumber("people"), (crowd) => `both counts, ${crowd} unknown`), y: storedNumber("answers") },
  ],
  theory: [
    {
      name: "difference",
      of: "difference",
      curve: (epsilon) => differenceTest({ larger: epsilon, smaller: epsilon, prior: 0.5 }).success,
    },
    { name: "both counts, others known", curve: (epsilon) => 1 - exp(-epsilon / 2) / 2 },
    { name: "bound", role: "bound", curve: (epsilon) => guessBound({ epsilon, prior: 0.5 }) },
  ],
});

/** The share of people alone against N / K. */
const uniquenessFigure = figureOf({
  kind: "coverage",
  part: "linkage-attack",
  caption:
    "The expected share of N people who are alone in one of K cells of quasi-identifiers, person by person, against N/K. For equally " +
    "likely cells it is (1 − 1/K)^(N−1), close to exp(−N/K), the line; of unequal cells the rare ones keep people alone in a crowd.",
  source: "Sweeney (2000); Golle (2006)",
  x: { label: "people for each cell, N/K", scale: "log", of: ({ cell }) => Number(cell.people) / Number(cell.cells) },
  y: { label: "share of people alone", least: 0, most: 1, range: [0, 1] },
  panels: by(cellText("law"), { equal: "equal cells", zipf: "c-th cell of weight 1/c" }),
  estimates: [{ by: by(cellNumber("cells"), (cells) => `K = ${cells}`, ascending), y: storedNumber("share") }],
  theory: [{ name: "exp(−N/K)", curve: (x) => exp(-x) }],
});

const valueCounts = by(cellNumber("values"), (count) => `${count} values`, ascending);

/** Chances of being revealed by a k-anonymous class. */
const kAnonymityFigure = figureOf({
  kind: "tail",
  part: "k-anonymity",
  caption:
    "How often somebody’s sensitive value is known for certain from k-anonymous releases, over all ways in which equally likely values " +
    "can fall: because all of the class share it, and because two classes that share nobody else have no other value in common. " +
    "Wherever that happens the value is inferred with probability 1: k-anonymity bounds by 1/k the naming of a row, and no inference.",
  source: "Machanavajjhala et al. (2006); Ganta, Kasiviswanathan, Smith (2008)",
  x: { label: "k", range: [1, 6], of: cellNumber("k") },
  y: { label: "probability that the value is certain" },
  panels: [
    { title: "homogeneous class", estimates: [{ by: valueCounts, y: storedNumber("homogeneity") }] },
    { title: "two releases", estimates: [{ by: valueCounts, y: storedNumber("intersection") }] },
  ],
});

const INVERSION = "Fredrikson, Jha, Ristenpart (2015); Yeom et al. (2018)";
const percent = (share: number) => `${Math.round(100 * share)} %`;
const ends = (found: readonly number[]) => distinct([ascending(found)[0], largestOf(found)]);
/** How many people have the label that is their attribute: the fewest and the most. */
const shares = by(cellNumber("share"), (share) => `label = attribute for ${percent(share)} of people`, ends);
const counted = (records: unknown) => `${records} record${records === 1 ? "" : "s"}`;

/** Success on members and others, by a model that learns nothing and one that learns about everybody. */
const inversionFigure = figureOf({
  kind: "coverage",
  part: "model-inversion",
  rows: where({ records: (found) => ascending(found)[Math.floor(distinct(found).length / 2)] }),
  caption: ([{ cell }]) =>
    `Model inversion with a private model of one weight, trained on ${counted(cell.records)}, exactly: how often the attribute of a ` +
    "member of the data is guessed, and that of somebody else. Where labels tell the attribute of most people, so does the model, of " +
    "everybody, member or not. Not drawn: least squares on a single record, which memorises it, is right about every member.",
  source: INVERSION,
  x: { label: "ε of the model", scale: "log", of: cellNumber("epsilon"), ticksAtPoints: true },
  y: { label: "probability of a right guess", least: 0, most: 1 },
  panels: shares,
  estimates: [
    { name: "members", y: storedNumber("members") },
    { name: "others", y: storedNumber("others") },
  ],
});

/** Below it a gap is not drawn, but named in the caption. */
const LEAST_GAP = 1e-6;
const gap = (row: CellRow) => storedNumber("members")(row) - storedNumber("others")(row);

/** What is too small to be drawn. */
function unseen(rows: readonly CellRow[]): string {
  const tiny = shares(rows)
    .flatMap((group) => group.rows.filter((row) => gap(row) <= LEAST_GAP))
    .toSorted((a, b) => cellNumber("epsilon")(a) - cellNumber("epsilon")(b))
    .map(({ cell }) => `${cell.records} records at ε = ${cell.epsilon} (${percent(Number(cell.share))})`);
  return tiny.length === 0 ? "" : ` Below 10⁻⁶, not drawn: ${tiny.join(", ")}.`;
}

/** The gap between members and others, below its bound. */
const inversionGapFigure = figureOf({
  kind: "rate",
  part: "model-inversion",
  caption: (rows) =>
    "By how much more often the attribute of a member is guessed than that of somebody else, from a private model of one weight, " +
    "exactly, by the number of its records; and what ε-differential privacy allows, tanh(ε/4). A model that memorises one record has a " +
    `gap of 0.5 where labels tell nothing (left).${unseen(rows)}`,
  source: INVERSION,
  x: { label: "ε of the model", of: cellNumber("epsilon"), ticksAtPoints: true },
  y: { label: "success of members minus that of others" },
  panels: shares,
  estimates: [
    { by: by(cellNumber("records"), counted), rows: (rows) => rows.filter((row) => gap(row) > LEAST_GAP), y: gap },
  ],
  theory: [{ name: "tanh(ε/4)", role: "bound", curve: sharpExpectedGap }],
});

export const anonymityFigures: Readonly<Record<string, FigureOfRows>> = {
  differencing: differencingFigure,
  uniqueness: uniquenessFigure,
  "k-anonymity": kAnonymityFigure,
  inversion: inversionFigure,
  "inversion-gap": inversionGapFigure,
};
