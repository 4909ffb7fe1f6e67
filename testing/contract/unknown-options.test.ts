/** Whatever spends refuses an option that it does not know, before anything is spent. */
import { describe, expect, it } from "vitest";
import { aboveThreshold } from "../../lib/adaptive/above-threshold.ts";
import { numericSparse } from "../../lib/adaptive/numeric-sparse.ts";
import { sparseVector } from "../../lib/adaptive/sparse-vector.ts";
import { thresholdout } from "../../lib/adaptive/thresholdout.ts";
import { domain, numberColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { privateLord } from "../../lib/false-discovery/private-lord.ts";
import { tableCount } from "../../lib/mechanisms/table-count.ts";
import { tableHistogram } from "../../lib/mechanisms/table-histogram.ts";
import { tableMean } from "../../lib/mechanisms/table-mean.ts";
import { tableQuantile } from "../../lib/mechanisms/table-quantile.ts";
import { tableQuantiles } from "../../lib/mechanisms/table-quantiles.ts";
import { tableSum } from "../../lib/mechanisms/table-sum.ts";
import { individualFilter } from "../../lib/privacy/accounting/individual-filter.ts";
import { ledger } from "../../lib/privacy/accounting/ledger.ts";
import {
  approximateFilter,
  basicFilter,
  renyiFilter,
  zeroConcentratedFilter,
} from "../../lib/privacy/accounting/privacy-filter.ts";
import { concentratedOdometer } from "../../lib/privacy/accounting/privacy-odometer.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { privateRegularisedLeader } from "../../lib/streams/private-regularised-leader.ts";
import { treeSum } from "../../lib/streams/tree-sum.ts";
import { aim } from "../../lib/synthetic/aim.ts";
import { independentMarginals } from "../../lib/synthetic/independent-marginals.ts";
import { mwem } from "../../lib/synthetic/mwem.ts";
import { noisyHistogram } from "../../lib/synthetic/noisy-histogram.ts";
import { privatePgm } from "../../lib/synthetic/private-pgm.ts";

const declared = domain({ columns: { x: numberColumn({ lower: 0, upper: 10 }) }, person: "row" });
const table = tableFrom({ x: [1, 2, 3] }, declared);
const column = { domain: declared, column: "x", epsilon: 1 } as const;
const coded = { domain: declared, bins: { x: 2 }, neighbours: "add-remove" } as const;
const sums = { horizon: 8, records: { lower: 0, upper: 1 }, guarantee: pure(1), neighbours: "event" } as const;
const vectors = treeSum({ ...sums, records: { dimension: 1, radius: 1 } });
const above = { epsilon: 1, sensitivity: 1, threshold: 0, neighbours: "swap" } as const;
const sparse = { ...above, aboves: 1, resample: false } as const;
const { epsilon: __, ...comparing } = sparse;
const reuse = { training: [1], holdout: [1], threshold: 0.1, tolerance: 0.1, budget: 1, variant: "published" } as const;
const levels = { alpha: 0.1, floor: 1e-6, noiseError: 0.01 };

/** A builder, and parameters that it takes. */
const SPENDING: Readonly<Record<string, readonly [(parameters: never) => unknown, object]>> = {
  tableCount: [tableCount, { domain: declared, epsilon: 1, of: "rows" }],
  tableSum: [tableSum, column],
  "tableSum on a grid": [tableSum, { ...column, step: { numerator: 1, denominator: 2 } }],
  tableMean: [tableMean, column],
  tableHistogram: [tableHistogram, { ...column, bins: 2 }],
  tableQuantile: [tableQuantile, { ...column, probability: 0.5 }],
  tableQuantiles: [tableQuantiles, { ...column, probabilities: [0.5] }],
  ledger: [(budget: never) => ledger(table, budget), { epsilon: 1, delta: 1e-6, slack: 1e-6 }],
  "ledger of a rho": [(budget: never) => ledger(table, budget), { rho: 1 }],
  "ledger of an order": [(budget: never) => ledger(table, budget), { order: 2, epsilon: 1 }],
  basicFilter: [basicFilter, { epsilon: 1, delta: 0 }],
  approximateFilter: [approximateFilter, { epsilon: 1, delta: 1e-6, slack: 1e-6 }],
  zeroConcentratedFilter: [zeroConcentratedFilter, { rho: 1 }],
  renyiFilter: [renyiFilter, { order: 2, epsilon: 1 }],
  individualFilter: [individualFilter, { persons: [1], budget: { rho: 1 } }],
  "budget of an individualFilter": [(budget: never) => individualFilter({ persons: [1], budget }), { rho: 1 }],
  concentratedOdometer: [concentratedOdometer, { slack: 0.1, tunedRho: 1 }],
  aboveThreshold: [aboveThreshold, above],
  "aboveThreshold on a grid": [aboveThreshold, { ...above, stepExponent: 0 }],
  sparseVector: [sparseVector, { ...sparse, stepExponent: 0 }],
  numericSparse: [numericSparse, { ...comparing, comparisons: 1, values: 1, stepExponent: 0 }],
  thresholdout: [(given: never) => thresholdout(given, stream(1)), reuse],
  privateRegularisedLeader: [privateRegularisedLeader, { sums: vectors, stepSize: 0.1, momentum: 0.5 }],
  privateLord: [privateLord, { epsilon: 1, sensitivity: 1, mostRejections: 1, ...levels, neighbours: "swap" }],
  aim: [aim, { ...coded, workload: [["x"]], guarantee: zeroConcentrated(1) }],
  privatePgm: [privatePgm, { ...coded, marginals: [["x"]], guarantee: zeroConcentrated(1) }],
  noisyHistogram: [noisyHistogram, { ...coded, epsilon: 1 }],
  independentMarginals: [independentMarginals, { ...coded, guarantee: pure(1) }],
  mwem: [mwem, { ...coded, neighbours: "swap", records: 3, workload: [["x"]], rounds: 1, epsilon: 1 }],
};

describe.each(Object.entries(SPENDING))("%s", (_, [build, parameters]) => {
  it("takes what it knows, and refuses another name with those it knows and the nearest", () => {
    expect(() => build(parameters as never)).not.toThrow();
    expect(() => build({ ...parameters, by: undefined } as never)).not.toThrow();
    expect(() => build({ ...parameters, by: "region" } as never)).toThrow(/^parameters must be among .*, got "by"/);
    const [name] = Object.keys(parameters);
    expect(() => build({ ...parameters, [`${name}s_`]: 1 } as never)).toThrow(`did you mean ${name}?`);
  });
});
