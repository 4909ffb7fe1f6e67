/**
 * Noisy marginals: counts with Gaussian noise, as the synthesisers that fit a graphical model measure them, and what their
 * parameters must be.
 */
import { type Columns, rowsEach } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { normalLaw } from "../mechanisms/laws/normal-law.ts";
import { integer, listOf, made, number, oneOf, optional } from "../numerics/parameters.ts";
import { POSITIVE, refuse, requireList } from "../numerics/requirements.ts";
import { gaussianDp, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../privacy/loss/law.ts";
import { fillNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { type AttributeSpace, codedRecords } from "./attribute-space.ts";
import type { AttributeSet } from "./cell-map.ts";
import { junctionTreeCells } from "./junction-tree.ts";
import { countedMarginal, type MarginalQuery, type Workload } from "./marginal.ts";
import type { NoisyMarginal } from "./marginal-fit.ts";
import { marginalRho } from "./rho-budget.ts";
import { type Measurement, PUBLIC_RECORDS, type PublicRecords, type Synthesiser } from "./synthesiser.ts";
import { farthestRecords } from "./worst-tables.ts";

export type MeasuredMarginals<Declared extends Columns> = Mechanism<Table<Declared>, Float64Array, Stream> & {
  law(table: Table<Declared>): ProductLaw;
  worstPair(): readonly [Table<Declared>, Table<Declared>];
};

const MODEL_CELLS = 1048576; // 2^20
const MOST_MODEL_CELLS = 67108864; // 2^26
const LARGEST_WEIGHT = 1e9;

/** What a synthesiser that fits marginals takes, besides its budget. */
export const FITTED = {
  ...PUBLIC_RECORDS,
  neighbours: oneOf("swap", "add-remove", "zero-out"),
  /** The most cells of the junction tree. */
  modelCells: optional(integer(1, MOST_MODEL_CELLS), MODEL_CELLS),
};

export const anyMarginals = made<Workload>((marginals, name) => requireList(name, marginals));

/** One for each marginal. */
export const anyWeights = listOf(
  number({ ...POSITIVE, expected: `positive and at most ${LARGEST_WEIGHT}`, most: LARGEST_WEIGHT }),
);

interface MeasurementPlan {
  readonly query: MarginalQuery;
  readonly sigma: number;
}

/** Noisy marginals as a mechanism of its own, in units of their noise. */
export function measuredMarginals<Declared extends Columns>(
  of: PublicRecords & { readonly name: string; readonly space: AttributeSpace<Declared> },
  plan: readonly MeasurementPlan[],
  check: Synthesiser<Declared>["check"],
): MeasuredMarginals<Declared> {
  const { name, space, neighbours } = of;
  const rho = plan.reduce((sum, { sigma }) => sum + marginalRho(sigma, neighbours, rowsEach(space.domain)), 0);
  return {
    name,
    neighbours,
    guarantee: gaussianDp(Math.sqrt(2 * rho)),
    release: (table, random) => {
      check(table, random);
      const codes = codedRecords(space, table);
      return Float64Array.from(
        plan.flatMap(({ query, sigma }) =>
          Array.from(noisyMarginal(codes, query, sigma, random).counts, (count) => count / sigma),
        ),
      );
    },
    law: (table) => {
      const codes = codedRecords(space, table);
      return {
        kind: "product",
        coordinates: plan.flatMap(({ query, sigma }) =>
          Array.from(countedMarginal(codes, query), (count) => normalLaw(count / sigma, 1)),
        ),
      };
    },
    worstPair: () =>
      farthestRecords(
        of,
        space.attributes.map(() => 0),
        space.attributes.map(({ size }) => size - 1),
      ),
  };
}

/** The counts of a marginal with Gaussian noise. */
export function noisyMarginal(
  codes: readonly ArrayLike<number>[],
  query: MarginalQuery,
  sigma: number,
  random: Stream,
): NoisyMarginal {
  const noise = fillNormal({ mean: 0, sigma }, new Float64Array(query.cells), random);
  const counts = countedMarginal(codes, query);
  for (let cell = 0; cell < query.cells; cell++) counts[cell] += noise[cell];
  return { set: query.places, counts, sigma };
}

export function measurement({ columns }: MarginalQuery, { counts, sigma }: NoisyMarginal, rho: number): Measurement {
  const noise = { kind: "gaussian", sigma } as const;
  return { kind: "measurement", columns, noise, values: counts, guarantee: zeroConcentrated(rho) };
}

/** The weights that were read, one for each marginal; 1 each if none are given. */
export function readWeights(weights: ArrayLike<number> | undefined, length: number): readonly number[] {
  if (weights === undefined) return new Array<number>(length).fill(1);
  requireList("weights", weights, length);
  return Array.from(weights);
}

/** Refuses marginals whose model is larger than allowed. */
export function requireModel(
  { attributes }: AttributeSpace,
  name: string,
  queries: readonly { readonly places: AttributeSet }[],
  modelCells: number,
): void {
  const cells = junctionTreeCells(
    attributes.map(({ size }) => size),
    queries.map(({ places }) => places),
  );
  if (!(cells <= modelCells)) refuse(`the model of ${name}`, `of at most modelCells (${modelCells}) cells`, cells);
}
