/**
 * Reconstruction of census blocks from their published tables: who is certain from exact tables, and what noise leaves.
 *
 * Part `census-reconstruction`: synthetic blocks, their detailed tables, and the records that every list contains which fits them:
 * by integer programs, and proved by a search through all lists; they must be more than a guess from the public proportions has
 * right. Part `census-noise`: the same tables with integer noise in every count, the budget split over the tables under `swap` (the
 * number of persons is public): the loss of the worst pair of records is within the budget, by the exact laws; and up to epsilon 1
 * the nearest consistent list has no more in common with the truth than the guess. The blocks are named by an axis, not by the
 * seed: each cell is decided exactly for its twelve blocks.
 * Source: Garfinkel, Abowd, Martindale (ACM Queue 2018); Dick et al. (PNAS 2023).
 */
import { blindGuess } from "../../lib/attacks/blind-guess.ts";
import { consistentTables } from "../../lib/attacks/consistent-tables.ts";
import { cellCounts, cellsOf, type PublishedTables, recordsInCommon } from "../../lib/attacks/published-tables.ts";
import { certainRecords, tableReconstruction } from "../../lib/attacks/table-reconstruction.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { stream } from "../../lib/random/stream.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { type Block, drawBlock, PROPORTIONS, publish, RELEASES, residents } from "./census-block.ts";

/** Of each town and size. */
export const BLOCKS = 12;

const persons = axis(z.int().min(10).max(80), {
  means: "persons in a block",
  quick: [20, 60],
  full: [10, 20, 40, 60, 80],
});
const town = axis(z.int().min(0).max(1e9), {
  means: "number of the town whose blocks are drawn",
  quick: [1],
  full: [1, 2, 3],
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function blocksOf({ persons: size, town: number }: { readonly persons: number; readonly town: number }): Block[] {
  return Array.from({ length: BLOCKS }, (_, k) => drawBlock(size, stream(number, "census-block", size, k)));
}

/** The share of persons that a guess from public proportions has right, in the mean. */
const blindShare = (size: number) => blindGuess({ size, probabilities: PROPORTIONS }).expected / size;

/** The share of persons that one list which fits the exact tables has in common with the truth, over the blocks. */
async function exactShare(cell: { readonly persons: number; readonly town: number }, release: keyof typeof RELEASES) {
  let common = 0;
  for (const block of blocksOf(cell)) {
    const { counts } = await tableReconstruction({ ...publish(block, release), fit: "exact" });
    common += recordsInCommon(counts, cellCounts(block));
  }
  return common / (BLOCKS * cell.persons);
}

async function certainty(cell: { readonly persons: number; readonly town: number }): Promise<Judgement> {
  let [certain, proved, common, lists] = [0, 0, 0, 0];
  for (const block of blocksOf(cell)) {
    const published = publish(block, "detailed");
    const { least, counts } = await certainRecords(published);
    const all = consistentTables(published);
    certain += sum(least);
    proved += sum(all.least);
    common += recordsInCommon(counts, cellCounts(block));
    if (all.count === 1) lists++;
  }
  const share = (records: number) => records / (BLOCKS * cell.persons);
  return {
    checks: {
      certain: equal(certain, proved),
      common: atLeast(share(common), share(proved)),
      revealed: atLeast(share(proved), blindShare(cell.persons)),
    },
    values: {
      certain: share(proved),
      common: share(common),
      blind: blindShare(cell.persons),
      "one-list": lists / BLOCKS,
      coarse: await exactShare(cell, "coarse"),
    },
  };
}

export const censusPart: Part = {
  claim: "census-reconstruction",
  asks: "Do the exact tables of a block determine more of its persons than public proportions give away?",
  study: exactStudy({ axes: { persons, town }, exact: certainty }),
  controls: {
    "no-names-no-records": {
      says: "the claim that counts without names reveal no record with certainty",
      study: exactStudy({
        axes: { persons, town },
        exact: (cell) => ({
          checks: {
            certain: atMost(
              sum(blocksOf(cell).map((block) => sum(consistentTables(publish(block, "detailed")).least))),
              0,
            ),
          },
        }),
      }),
    },
    "coarse-tables": {
      says: "the claim that two coarse tables, of sex by age and of race by ethnicity by sex, give the records away as well",
      study: exactStudy({
        axes: { persons, town },
        exact: async (cell) => ({ checks: { common: equal(await exactShare(cell, "coarse"), 1) } }),
      }),
    },
  },
};

const TABLES = RELEASES.detailed.length;
/** Under swap a record leaves one count of a table and enters another. */
const MOVED = 2;

/**
 * The noise of one count: with all of `budget` for each table, or its share. Laplace has epsilon for a sensitivity of two in the l1
 * norm; Gaussian rho = epsilon^2 / 2, half of it for each of the two counts that move.
 */
function countNoise(noise: "laplace" | "gaussian", epsilon: number, tables: number) {
  return noise === "laplace"
    ? discreteLaplace({ epsilon: epsilon / tables, sensitivity: MOVED, neighbours: "swap" })
    : discreteGaussian({ rho: (epsilon * epsilon) / 2 / tables / MOVED, sensitivity: 1, neighbours: "swap" });
}

/** How many counts of all tables move by 1 when a record is swapped, at most: over all pairs of kinds. */
function mostMoved(): number {
  const tables = RELEASES.detailed.map((columns) => {
    const place: number[] = [];
    cellsOf(residents, columns).forEach((cells, k) => {
      for (const cell of cells) place[cell] = k;
    });
    return place;
  });
  const kindsOf = tables[0].map((_, kind) => kind);
  return largestOf(
    kindsOf.flatMap((one) =>
      kindsOf.map((other) => sum(tables.map((place) => (place[one] === place[other] ? 0 : MOVED)))),
    ),
  );
}

const ORDERS = [1.5, 2, 8, 32];

/** What the worst swap loses in all counts, by the exact laws of a count and of the next, against epsilon; or, over orders, against rho. */
function lossOf(noise: "laplace" | "gaussian", epsilon: number, tables: number): { found: number; allowed: number } {
  const { law } = countNoise(noise, epsilon, tables);
  const laws = { first: law(0), second: law(1) };
  if (noise === "laplace") return { found: mostMoved() * discreteEpsilon(laws), allowed: epsilon };
  const rho = largestOf(ORDERS.map((order) => discreteRenyi(laws, order) / order));
  return { found: mostMoved() * rho, allowed: (epsilon * epsilon) / 2 };
}

interface NoiseCell {
  readonly persons: number;
  readonly epsilon: number;
  readonly noise: "laplace" | "gaussian";
  readonly town: number;
}

/** The share of persons that the nearest consistent list has in common with the truth, over the blocks. */
async function noisyShare(cell: NoiseCell): Promise<number> {
  const mechanism = countNoise(cell.noise, cell.epsilon, TABLES);
  let common = 0;
  for (const [k, block] of blocksOf(cell).entries()) {
    const random = stream(cell.town, "census-noise", cell.persons, k);
    const exact = publish(block, "detailed");
    const tables: PublishedTables["tables"] = exact.tables.map(({ columns, counts }) => ({
      columns,
      counts: counts.map((count) => mechanism.release(count, random)),
    }));
    const { counts } = await tableReconstruction({ domain: residents, tables, fit: "nearest", size: cell.persons });
    common += recordsInCommon(counts, cellCounts(block));
  }
  return common / (BLOCKS * cell.persons);
}

const epsilon = axis(z.number().min(0.1).max(32), {
  means: "epsilon of all tables; for Gaussian noise, rho is half its square",
  quick: [0.5, 1, 8],
  full: [0.25, 0.5, 1, 2, 4, 8, 16, 32],
});
const noise = axis(z.enum(["laplace", "gaussian"]), {
  means: "integer noise of every count",
  quick: ["laplace", "gaussian"],
});
/** Up to here nothing that a guess does not know is promised to leak; beyond, it is measured. */
const RESISTS = 1;

export const censusNoisePart: Part = {
  claim: "census-reconstruction",
  asks: "With the budget split over noisy tables, is the loss within it, and does the reconstruction fall to a guess?",
  study: exactStudy({
    axes: { persons, epsilon, noise, town },
    exact: async (cell): Promise<Judgement> => {
      const loss = lossOf(cell.noise, cell.epsilon, TABLES);
      const share = await noisyShare(cell);
      const blind = blindShare(cell.persons);
      return {
        checks: {
          budget: atMost(loss.found, loss.allowed, { share: 1e-9 }),
          ...(cell.epsilon <= RESISTS ? { resists: atMost(share, blind) } : {}),
        },
        values: { common: share, blind },
      };
    },
  }),
  controls: {
    "budget-on-each-table": {
      says: "all of the budget spent on each of the three tables, and claimed for them together",
      study: exactStudy({
        axes: { epsilon, noise },
        exact: (cell) => {
          const { found, allowed } = lossOf(cell.noise, cell.epsilon, 1);
          return { checks: { budget: atMost(found, allowed, { share: 1e-9 }) } };
        },
      }),
    },
    "exact-tables": {
      says: "the claim that the tables resist as they are, without noise",
      study: exactStudy({
        axes: { persons, town },
        exact: async (cell) => ({
          checks: { resists: atMost(await exactShare(cell, "detailed"), blindShare(cell.persons)) },
        }),
      }),
    },
  },
};
