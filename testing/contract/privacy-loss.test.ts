import { describe, expect, it } from "vitest";
import { CHOICE_INSTANCES } from "./choices.ts";
import { CODED_INSTANCES } from "./codes.ts";
import { DATA_INSTANCES } from "./data.ts";
import { NOISE_INSTANCES } from "./noise.ts";
import { comparedProfile, lossCovers, lossIsReached } from "./privacy-loss.ts";

const compared = [...NOISE_INSTANCES, ...CHOICE_INSTANCES, ...CODED_INSTANCES, ...DATA_INSTANCES].flatMap(
  (instance) => {
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
  },
);

describe.each(compared)("the loss distribution of $title", ({ attained, profile, laws, quieter }) => {
  it(`is never below the law of the worst pair${attained ? ", nor above, and a tenth more noise is caught" : ""}`, () => {
    const ranges = profile();
    expect(lossCovers(ranges, laws)).toBe(true);
    if (!attained) return;
    expect(lossIsReached(ranges, laws)).toBe(true);
    if (quieter !== undefined) expect(lossCovers(ranges, quieter)).toBe(false);
  });
});

const WITHOUT = ["joint-quantiles", "smoothed-quantiles", "mean under add-remove"];

describe("loss distributions", () => {
  it.each([
    ["adds noise", NOISE_INSTANCES],
    ["answers or chooses", CHOICE_INSTANCES],
    // Cells that stand for an output without a law have none of their own.
    ["looks at records", DATA_INSTANCES.filter(({ title }) => !WITHOUT.some((without) => title.startsWith(without)))],
  ])("are known of every mechanism that %s", (_, instances) => {
    expect(instances.filter(({ mechanism }) => mechanism.privacyLoss === undefined)).toEqual([]);
  });
});
