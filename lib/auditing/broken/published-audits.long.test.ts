/** Row F13 with more draws: the black-box audit certifies about what DP-Sniper found in 2e8 draws, or more. */
import { describe, expect, it } from "vitest";
import { stream } from "../../random/stream.ts";
import { publishedAudits } from "./published-audits.ts";
import { blackBoxAudits, row } from "./reference/black-box-audits.ts";

/** What this many draws may cost at events of probability 0.01: two limits at error rate 1/400 of 4e4 counts each, and a poorer event. */
const COST = 0.04;

describe("the black-box audit", () => {
  it.each([
    ["RNM3", 4_000_000],
    ["RNM4", 4_000_000],
    ["SVT3", 10_000_000],
    ["SVT4", 10_000_000],
    ["SVT6", 4_000_000],
    ["PrefixSum", 2_000_000],
    ["OneTimeRappor", 4_000_000],
  ])("certifies in %s with %i draws what was found in 2e8, nearly, and refutes 0.1", (name, counted) => {
    const bound = row(name).certify({ training: 400_000, counted }, stream(20261115, "published", name));
    expect(bound).toBeGreaterThan(0.1);
    expect(bound).toBeGreaterThan(row(name).found - COST);
  });

  it("certifies no more than 0.1 for Laplace noise", () => {
    const [laplace] = publishedAudits;
    expect(laplace.certify({ training: 400_000, counted: 4_000_000 }, stream(20261115, "laplace"))).toBeLessThan(0.1);
  });

  it.each(blackBoxAudits)("%s, at other seeds too", (_, check) => {
    for (const seed of [2, 3]) check(seed);
  });
});
