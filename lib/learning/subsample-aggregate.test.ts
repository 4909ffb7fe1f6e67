import { describe, expect, it } from "vitest";
import { audit } from "../auditing/mechanism-audit.ts";
import { exp } from "../numerics/exponential.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { continuousLaw } from "../privacy/loss/distribution.ts";
import { fillNormal } from "../random/normal.ts";
import { type Stream, stream } from "../random/stream.ts";
import { momentsOf, standardError } from "../statistics/moments.ts";
import { type SubsampleAggregateParameters, subsampleAggregate } from "./subsample-aggregate.ts";

const mean = (records: readonly number[]) => records.reduce((sum, x) => sum + x, 0) / records.length;
const highest = (records: readonly number[]) => Math.max(...records);
const unit = { epsilon: 0.7, blocks: 4, aggregate: "mean", lower: 0, upper: 1 } as const;
/** Neighbours of which the highest record of one block moves by the whole range. */
const pair = [new Array(10).fill(0), new Array(10).fill(0).with(6, 1)] as const;

describe("subsample and aggregate", () => {
  it("cuts the records into blocks that differ by one record at most and hold each once", () => {
    for (const [size, blocks] of [
      [10, 4],
      [7, 7],
      [1000, 33],
    ]) {
      const seen: number[][] = [];
      const estimator = (records: readonly number[]) => {
        seen.push([...records]);
        return 0;
      };
      const rows = Array.from({ length: size }, (_, i) => i);
      subsampleAggregate({ ...unit, blocks, estimator }).estimates(rows);
      expect(seen.flat()).toEqual(rows);
      expect(seen).toHaveLength(blocks);
      for (const block of seen) expect(Math.abs(block.length - size / blocks)).toBeLessThan(1);
    }
  });

  it("attains its epsilon, and no more, where one record moves the estimate of its block by the whole range", () => {
    const mechanism = subsampleAggregate({ ...unit, estimator: highest });
    const found = audit(mechanism, { pair: pair }, stream(1));
    expect(found).toMatchObject({ verdict: "holds", method: "exact" });
    expect(found.lowerBound).toBeCloseTo(0.7, 12);
  });

  it("holds with the median of the blocks on every swap of a record", () => {
    const mechanism = subsampleAggregate({ ...unit, aggregate: "median", blocks: 5, estimator: highest });
    let worst = 0;
    for (const levels of [
      [0, 0.2, 0.4, 0.6, 0.8],
      [0, 0, 0, 1, 1],
      [0.5, 0.5, 0.5, 0.5, 0.5],
    ])
      for (let place = 0; place < 5; place++)
        for (const moved of [0, 0.3, 1]) {
          const found = audit(mechanism, { pair: [levels, levels.with(place, moved)] }, stream(1));
          // A law of steps has no known shape of ratio; what is seen at the steps is all there is.
          expect(found.verdict).toBe("not-refuted");
          worst = Math.max(worst, found.lowerBound);
        }
    expect(worst).toBeLessThanOrEqual(0.7 + 1e-9);
    expect(worst).toBeGreaterThan(0.3);
  });

  it.each<[string, (parameters: SubsampleAggregateParameters<number>) => Mechanism<readonly number[], number, Stream>]>(
    [
      ["noise for the mean of all records", (given) => twin(given, { blocks: 10, estimator: () => 0 })],
      [
        "blocks that overlap: a record counts in two",
        (given) => {
          const right = subsampleAggregate(given);
          const law = (records: readonly number[]) =>
            right.law(
              [0, 1, 2, 3].flatMap((block) => [...records.slice(2 * block, 2 * block + 4)]).slice(0, 16),
            ) as never;
          return { ...right, law };
        },
      ],
    ],
  )("a broken twin is caught: %s", (_, broken) => {
    const found = audit(broken({ ...unit, estimator: highest }), { pair: pair }, stream(1));
    expect(found.verdict).toBe("violated");
    expect(found.lowerBound).toBeGreaterThan(1.3);
  });

  it("has the mean squared error of bias, variance and noise together, and is far from free for a biased estimator", () => {
    // exp(mean) of n = 1e4 records of N(1/2, 1): a block of m has bias e^(1/2) (e^(1/(2m)) - 1), variance e^(1 + 1/m) (e^(1/m) - 1).
    const size = 10_000;
    const reference = Math.E / size;
    const runs = 200;
    const records = new Float64Array(size);
    const at = (
      blocks: number,
      estimator: (records: readonly number[]) => number,
      truth: number,
      range = { lower: 0.5, upper: 5 },
    ) => {
      const mechanism = subsampleAggregate({ ...unit, epsilon: 1, ...range, blocks, estimator });
      const random = stream(12, "subsample-aggregate", blocks);
      const squares = new Float64Array(runs);
      for (let run = 0; run < runs; run++) {
        fillNormal({ mean: 0.5, sigma: 1 }, records, random);
        const error = mechanism.release(Array.from(records), random) - truth;
        squares[run] = error * error;
      }
      return momentsOf(squares);
    };
    for (const blocks of [100, 400, 1250]) {
      const m = size / blocks;
      const bias = exp(0.5) * (exp(0.5 / m) - 1);
      const variance = exp(1 + 1 / m) * (exp(1 / m) - 1);
      const theory = bias * bias + variance / blocks + 2 * (4.5 / blocks) * (4.5 / blocks);
      const found = at(blocks, (block) => exp(mean(block)), exp(0.5));
      // The range cuts off some of the largest estimates of the smallest blocks.
      if (m > 10) expect(Math.abs(found.mean - theory)).toBeLessThan(4 * standardError(found));
      expect(found.mean).toBeGreaterThan(4 * reference);
    }
    // Unbiased: 1 without privacy, and 2 (5 / 1250)^2 n = 0.32 for the noise.
    const free = at(1250, mean, 0.5, { lower: -2, upper: 3 });
    expect(Math.abs(free.mean * size - 1.32)).toBeLessThan(4 * standardError(free) * size);
    expect(free.mean * size).toBeLessThan(2);
  });

  it("refuses fewer records than blocks, an estimate that is no number, and an unknown aggregate", () => {
    const mechanism = subsampleAggregate({ ...unit, estimator: mean });
    expect(() => mechanism.release([1, 2, 3], stream(1))).toThrow(
      "the number of records must be at least that of blocks, 4, got 3",
    );
    expect(() => mechanism.release([1, Number.NaN, 3, 4], stream(1))).toThrow(
      "the estimate of block 1 must be finite, got a value that is not shown",
    );
    expect(() => subsampleAggregate({ ...unit, aggregate: "mode" as "mean", estimator: mean })).toThrow(
      'aggregate must be mean or median, got "mode"',
    );
  });
});

/** The mechanism with the noise of other parameters. */
function twin(
  right: SubsampleAggregateParameters<number>,
  noise: Pick<SubsampleAggregateParameters<number>, "blocks" | "estimator">,
): Mechanism<readonly number[], number, Stream> {
  const [centred, scaled] = [subsampleAggregate(right), subsampleAggregate({ ...right, ...noise })];
  const law = (records: readonly number[]) => {
    const at = centred.law(records) as { family: { centre: number } };
    const other = scaled.law(records) as { family: { scale: number } };
    return shifted(at.family.centre, other.family.scale);
  };
  return { ...centred, law };
}

function shifted(centre: number, scale: number) {
  return continuousLaw({
    family: { kind: "laplace", centre, scale },
    logDensity: (x: number) => -Math.abs(x - centre) / scale,
    cdf: (x: number) => (x <= centre ? exp((x - centre) / scale) / 2 : 1 - exp((centre - x) / scale) / 2),
    kinks: [centre],
    range: [-Infinity, Infinity],
  });
}
