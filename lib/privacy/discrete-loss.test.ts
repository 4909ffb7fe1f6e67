import { describe, expect, it } from "vitest";
import { log } from "../numerics/logarithm.ts";
import { discreteLoss, sampledDiscreteLoss } from "./discrete-loss.ts";

describe("sampledDiscreteLoss", () => {
  const logFirst = [0.6, 0.4, 0].map(log);
  const logSecond = [0.1, 0.4, 0.5].map(log);

  it("is the loss of the mixture against the law without the record, in both directions", () => {
    const { remove, add } = sampledDiscreteLoss({ logFirst, logSecond }, 0.2);
    const mixed = [0.2, 0.4, 0.4];
    for (const [k, { loss, mass }] of remove.pieces(1e-9).atoms.entries()) {
      expect(mass).toBeCloseTo(mixed[k], 14);
      expect(loss).toBeCloseTo(log(mixed[k]) - logSecond[k], 14);
    }
    expect(add.pieces(1e-9).atoms[2].loss).toBeCloseTo(log(0.5 / 0.4), 14);
  });

  it("is the loss itself at rate 1, with an infinite loss where the first law cannot answer", () => {
    const { add } = sampledDiscreteLoss({ logFirst, logSecond }, 1);
    expect(add.pieces(1e-9).infinite).toBeCloseTo(0.5, 14);
    expect(discreteLoss(logFirst, logSecond).add.pieces(1e-9).infinite).toBeCloseTo(0.5, 14);
  });

  it("refuses masses that do not add up and rates outside (0, 1]", () => {
    expect(() => discreteLoss([log(0.5)], [log(0.5)])).toThrow("the sum of the masses must be 1");
    expect(() => discreteLoss([], [])).toThrow("not empty");
    expect(() => sampledDiscreteLoss({ logFirst, logSecond }, 0)).toThrow("samplingRate");
  });
});
