import { describe, expect, it } from "vitest";
import { log } from "../../../lib/numerics/logarithm.ts";
import { epsilonAtMost } from "./checks.ts";
import { readJudgement } from "./judgement.ts";

const law = (masses: readonly number[]) =>
  ({
    kind: "discrete",
    neglected: 0,
    support: masses.map((_, k) => k),
    logMass: (k: number) => (masses[k] === 0 ? -Infinity : log(masses[k])),
  }) as const;

describe("epsilonAtMost", () => {
  it("compares the largest log-ratio with the claim", () => {
    const laws = { first: law([0.75, 0.25]), second: law([0.25, 0.75]) };
    expect(epsilonAtMost(laws, log(3))).toMatchObject({ verdict: "holds", estimate: log(3) });
    expect(epsilonAtMost(laws, 1)).toMatchObject({ verdict: "violated", theory: 1 });
  });

  it("refutes any claim where an outcome is impossible for one of the two, in a form that can be stored", () => {
    const check = epsilonAtMost({ first: law([0.5, 0.5]), second: law([1, 0]) }, 100);
    expect(check.verdict).toBe("violated");
    expect(readJudgement({ checks: { epsilon: check } }).checks.epsilon.notes?.[0]).toMatch(/^infinite/);
  });
});
