/** Selections among more options than a call has room for arguments. */
import { describe, expect, it } from "vitest";
import { noisyVotes } from "../../learning/noisy-votes.ts";
import { discreteLaplaceRenyi } from "../../privacy/accounting/renyi-curves.ts";
import { stream } from "../../random/stream.ts";
import { exponentialMechanism } from "./exponential-mechanism.ts";
import { permuteAndFlip } from "./permute-and-flip.ts";
import { reportNoisyMax } from "./report-noisy-max.ts";

const options = 300_000;
const common = { epsilon: 100, sensitivity: 1, options, change: "general", neighbours: "swap" } as const;
/** One option is far ahead of all others. */
const scores = new Array<number>(options).fill(0).with(200_123, 5);

describe("a selection among 300 000 options", () => {
  it.each([
    ["exponentialMechanism", exponentialMechanism(common)],
    ["permuteAndFlip", permuteAndFlip(common)],
    ["reportNoisyMax, laplace", reportNoisyMax({ ...common, noise: "laplace" })],
    ["reportNoisyMax, exponential", reportNoisyMax({ ...common, noise: "exponential" })],
    ["reportNoisyMax, gumbel", reportNoisyMax({ ...common, noise: "gumbel" })],
    ["noisyVotes, laplace", noisyVotes({ classes: options, epsilon: 100, neighbours: "swap" })],
    ["noisyVotes, gaussian", noisyVotes({ classes: options, sigma: 0.1, neighbours: "swap" })],
  ])("finds the one that is far ahead: %s", (name, mechanism) => {
    expect(mechanism.release(scores, stream(20261115, "many options", name))).toBe(200_123);
  });

  it("has a law where one is summed up: the exponential mechanism", () => {
    const law = exponentialMechanism(common).law(scores);
    expect(law.logMass(200_123)).toBeCloseTo(0, 10);
  });
});

describe("a loss of as many atoms", () => {
  it("has a largest one: discrete Laplace noise of sensitivity 300 000", () => {
    const curve = discreteLaplaceRenyi({ scale: 1e5, sensitivity: 300_000 });
    expect(curve.epsilonAt(Infinity)).toBeCloseTo(3, 12);
  });
});
