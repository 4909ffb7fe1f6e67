import { describe, expect, it } from "vitest";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { discretePld, worstCasePld } from "./discrete-pld.ts";
import { gaussianPld } from "./gaussian-pld.ts";
import { gaussianDelta } from "./gaussian-profile.ts";
import { pldDelta } from "./pld-accountant.ts";
import { pldProfile } from "./pld-profile.ts";
import { withoutReplacementPld } from "./without-replacement-pld.ts";

const half = { batchSize: 1, size: 2 };

describe("withoutReplacementPld", () => {
  it("refuses a pair whose orders differ: swaps reach (.7, .3) against (.9, .1), whose delta is no order's of the mixture", () => {
    const pair = discretePld([log(0.9), log(0.1)], [log(0.5), log(0.5)]);
    expect(() => withoutReplacementPld(pair, half)).toThrow("the loss must be one that is the same in both orders");
  });

  it("amplifies every delta of one release exactly: delta(log(1 + q (e^epsilon - 1))) is q times that without sampling", () => {
    const profile = pldProfile(
      withoutReplacementPld(gaussianPld({ sigma: 1, sensitivity: 1 }), { batchSize: 10, size: 100 }),
    );
    for (const epsilon of [0, 0.3, 1, 2.5]) {
      const truth = 0.1 * gaussianDelta({ epsilon, mu: 1 });
      const sampled = log1p(0.1 * expm1(epsilon));
      const { lower, upper } = profile.deltaAt(sampled);
      expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-9));
      expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      expect(upper - lower).toBeLessThan(1e-4 * truth + 1e-12);
      // The other order.
      const other = 1 - exp(-sampled) + exp(-sampled) * truth;
      const negative = profile.deltaAt(-sampled);
      expect(negative.lower).toBeLessThanOrEqual(other + 1e-9);
      expect(negative.upper).toBeGreaterThanOrEqual(other - 1e-9);
    }
  });

  it("has all of its mass, and is the loss without sampling where the batch is everything", () => {
    const { remove } = withoutReplacementPld(gaussianPld({ sigma: 0.7, sensitivity: 1 }), { batchSize: 3, size: 10 });
    const [rest] = remove.pieces(1e-20).atoms.filter(({ loss }) => loss === 0);
    expect(Math.abs(rest.mass - 0.7 * (1 - 2 * normalCdf(-0.5 / 0.7)))).toBeLessThan(1e-12);
    const all = withoutReplacementPld(worstCasePld({ epsilon: 1, delta: 0 }), { batchSize: 4, size: 4 });
    const delta = pldDelta({ events: [{ loss: all, times: 3 }], epsilon: 1.5 });
    const truth = pldDelta({ events: [{ loss: worstCasePld({ epsilon: 1, delta: 0 }), times: 3 }], epsilon: 1.5 });
    expect(Math.abs(delta.upper - truth.upper)).toBeLessThan(1e-9);
  });

  it("dominates two releases of randomized response of one of two records, for all neighbours, by enumeration", () => {
    const pure = 1.2;
    const keep = 1 / (1 + exp(-pure));
    const respond = (bit: number) => [bit === 0 ? keep : 1 - keep, bit === 0 ? 1 - keep : keep];
    const batchOf = (data: readonly number[]) =>
      [0, 1].map((answer) => 0.5 * respond(data[0])[answer] + 0.5 * respond(data[1])[answer]);
    const loss = withoutReplacementPld(worstCasePld({ epsilon: pure, delta: 0 }), half);
    for (const epsilon of [0, 0.2, 0.5]) {
      const { upper } = pldDelta({ events: [{ loss, times: 2 }], epsilon });
      let largest = 0;
      for (const [one, other] of [
        [
          [0, 0],
          [0, 1],
        ],
        [
          [0, 1],
          [0, 0],
        ],
        [
          [0, 1],
          [1, 1],
        ],
        [
          [1, 1],
          [0, 1],
        ],
      ]) {
        const [p, q] = [batchOf(one), batchOf(other)];
        const direct = discretePld(p.map(log), q.map(log)).remove;
        const truth = pldDelta({ events: [{ loss: { remove: direct, add: direct }, times: 2 }], epsilon }).lower;
        largest = Math.max(largest, truth);
        expect(truth).toBeLessThanOrEqual(upper + 1e-12);
      }
      expect(upper).toBeLessThan(2 * largest + 1e-9);
    }
  });

  it("refuses batches that are no part of the records, and losses that are sampled already", () => {
    const loss = gaussianPld({ sigma: 1, sensitivity: 1 });
    expect(() => withoutReplacementPld(loss, { batchSize: 5, size: 4 })).toThrow("batch");
    expect(() => withoutReplacementPld(loss, { batchSize: 0.5, size: 4 })).toThrow("batch");
    expect(() => withoutReplacementPld({ ...loss, samplingRate: 0.1 }, half)).toThrow("sampling");
  });
});
