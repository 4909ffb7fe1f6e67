import { describe, expect, it } from "vitest";
import { ALL_INSTANCES } from "./all-mechanisms.ts";
import { comparedProfile, lossCovers, lossIsReached } from "./privacy-loss.ts";

const compared = ALL_INSTANCES.flatMap((instance) => {
  const { mechanism, off, title } = instance;
  const [pair, loss] = [mechanism.worstPair(), mechanism.privacyLoss?.()];
  if (loss === undefined) return [];
  const lawsOf = (one: typeof mechanism) => ({ first: one.law(pair[0]), second: one.law(pair[1]) });
  return [
    {
      title,
      attained: loss.attained,
      profile: () => comparedProfile(loss, mechanism.guarantee),
      laws: lawsOf(mechanism),
      // The loss distribution of a mechanism is, beside the laws of `off`, one of a tenth more noise.
      quieter: off === undefined ? undefined : lawsOf(off),
    },
  ];
});

describe.each(compared)("the loss distribution of $title", ({ attained, profile, laws, quieter }) => {
  it(`is never below the law of the worst pair${attained ? ", nor above, and a tenth more noise is caught" : ""}`, () => {
    const ranges = profile();
    expect(lossCovers(ranges, laws)).toBe(true);
    if (!attained) return;
    expect(lossIsReached(ranges, laws)).toBe(true);
    if (quieter !== undefined) expect(lossCovers(ranges, quieter)).toBe(false);
  });
});

/**
 * Cells that stand for an output without a law have none of their own; syntheses add up the guarantees of their parts; whole
 * vectors that move in several coordinates are accounted by rho.
 */
const WITHOUT = [
  ...["discrete-gaussian on vectors", "grid-histogram of a rho under swap"],
  ...["joint-quantiles", "smoothed-quantiles", "mean under add-remove"],
  ...["aim", "independent-marginals", "mwem", "private-pgm"],
];

describe("loss distributions", () => {
  it("are known of every other mechanism", () => {
    const without = ALL_INSTANCES.filter(({ mechanism }) => mechanism.privacyLoss === undefined);
    expect(without.filter(({ title }) => !WITHOUT.some((name) => title.startsWith(name)))).toEqual([]);
  });
});
