/** Whatever spends refuses an option that it does not know, before anything is spent. */
import { describe, expect, it } from "vitest";
import { domain, numberColumn } from "../../lib/data/domain.ts";
import { histogram } from "../../lib/mechanisms/statistics/histogram.ts";
import { noisyCount } from "../../lib/mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";

const declared = domain({ columns: { x: numberColumn({ lower: 0, upper: 10 }) }, person: "row" });
const column = { domain: declared, column: "x", epsilon: 1 } as const;

/** A builder, and parameters that it takes. */
const SPENDING: Readonly<Record<string, readonly [(parameters: never) => unknown, object]>> = {
  noisyCount: [noisyCount, { domain: declared, epsilon: 1, of: "rows" }],
  noisySum: [noisySum, column],
  "noisySum on a grid": [noisySum, { ...column, step: { numerator: 1, denominator: 2 } }],
  noisyMean: [noisyMean, column],
  histogram: [histogram, { ...column, bins: 2 }],
  quantile: [quantile, { ...column, probability: 0.5 }],
  quantiles: [quantiles, { ...column, probabilities: [0.5] }],
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
