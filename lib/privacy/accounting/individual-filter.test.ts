import { describe, expect, it } from "vitest";
import { sampleNormal } from "../../random/normal.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { gaussianDp, pure, type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { individualFilter } from "./individual-filter.ts";

describe("individualFilter", () => {
  it("charges once for a release that is asked for while another is priced", () => {
    const filter = individualFilter({ persons: ["a", "b"], budget: { rho: 1 } });
    let taken = 0;
    const inner = {
      cost: (person: string) => zeroConcentrated(person === "a" ? 1 : 0),
      release: (present: readonly string[]) => {
        if (present.includes("a")) taken++;
      },
    };
    const outer = {
      cost: (person: string) => {
        if (person === "b") filter.release(inner, undefined);
        return zeroConcentrated(0);
      },
      release: () => undefined,
    };
    for (let round = 0; round < 10; round++) filter.release(outer, undefined);
    expect(taken).toBe(1);
  });

  it("shows no cost that is not valid", () => {
    const filter = individualFilter({ persons: ["a"], budget: { rho: 1 } });
    const cost = () => ({ kind: "zero-concentrated", rho: -7 }) as never;
    expect(() => filter.release({ cost, release: () => undefined }, undefined)).toThrow(
      /^the cost of a person must be (?!.*7)/,
    );
  });

  it("shows neither who takes part nor what is left, and throws nothing when the budgets are spent", () => {
    const filter = individualFilter({ persons: [1, 2, 3], budget: { rho: 0.25 } });
    const size = { cost: () => zeroConcentrated(0.2), release: (persons: readonly number[]) => persons.length };
    expect([filter.release(size, null), filter.release(size, null), filter.release(size, null)]).toEqual([3, 0, 0]);
    expect(Object.keys(filter).toSorted()).toEqual(["guarantee", "neighbours", "release", "releases"]);
    expect(filter.releases).toBe(3);
    expect(filter.guarantee).toEqual(zeroConcentrated(0.25));
    expect(JSON.stringify(filter)).not.toContain("0.2,");
  });

  it("lets a person who cannot pay for one release take part in a cheaper one, each by an own balance", () => {
    const filter = individualFilter({ persons: [1, 2], budget: { rho: 1 } });
    const taking = (factor: number) => ({
      cost: (person: number) => zeroConcentrated(factor * person),
      release: (persons: readonly number[]) => persons.join(),
    });
    expect(filter.release(taking(0.4), null)).toBe("1,2");
    expect(filter.release(taking(0.4), null)).toBe("1");
    expect(filter.release(taking(0.1), null)).toBe("1,2");
    expect(filter.release(taking(0.11), null)).toBe("");
  });

  it("guarantees the budget at its order and below, and nothing above", () => {
    const { guarantee } = individualFilter({ persons: [], budget: { order: 8, epsilon: 0.5 } });
    const { epsilonAt } = guarantee as RenyiGuarantee;
    expect([epsilonAt(2), epsilonAt(8), epsilonAt(9)]).toEqual([0.5, 0.5, Infinity]);
  });

  it("copies the list of persons, and pays before it draws", () => {
    const persons = [1];
    const filter = individualFilter({ persons, budget: { rho: 0.3 } });
    persons.push(2);
    const failing = {
      cost: () => zeroConcentrated(0.2),
      release: (): number => {
        throw new Error("no answer");
      },
    };
    expect(() => filter.release(failing, null)).toThrow("no answer");
    expect(filter.release({ ...failing, release: (present: readonly number[]) => present.length }, null)).toBe(0);
  });

  it("refuses a stream used before, before anybody pays: the sum of all without noise would come out", () => {
    const sum = {
      cost: (person: number) => gaussianDp(person),
      release: (persons: readonly number[], random: Stream) =>
        persons.reduce((total, person) => total + person, 0) + sampleNormal({ mean: 0, sigma: 1 }, random),
    };
    const scaled = {
      ...sum,
      release: (persons: readonly number[], random: Stream) => 2 * sum.release(persons, random),
    };
    const shifted = {
      ...sum,
      release: (persons: readonly number[], random: Stream) => sum.release([...persons, 0.25], random),
    };
    // Unguarded, the same noise leaves the difference of two queries bare.
    expect(shifted.release([1, 0.5], stream(1, "a")) - sum.release([1, 0.5], stream(1, "a"))).toBeCloseTo(0.25, 12);
    const filter = individualFilter({ persons: [1, 0.5], budget: { rho: 1.5 } });
    const random = stream(1, "a");
    filter.release(sum, random);
    expect(() => filter.release(scaled, stream(1, "a"))).toThrow('got stream(1, "a") at word 0');
    expect(filter.releases).toBe(1);
    // Nobody has paid: two more fit, and then nobody takes part.
    filter.release(sum, random);
    filter.release(sum, random);
    expect(filter.releases).toBe(3);
    const present = { ...sum, release: (persons: readonly number[]) => persons.join() };
    expect(filter.release(present, random)).toBe("0.5");
  });

  it("refuses bad budgets, and a bad cost without its value", () => {
    expect(() => individualFilter({ persons: [1], budget: { rho: -1 } })).toThrow("rho must be");
    expect(() => individualFilter({ persons: [1], budget: { order: 1, epsilon: 1 } })).toThrow("order must be above 1");
    const filter = individualFilter({ persons: [0.1234], budget: { order: 2, epsilon: 1 } });
    const bad = { cost: (): RenyiGuarantee => ({ kind: "renyi", epsilonAt: () => -0.1234 }), release: () => 0 };
    expect(() => filter.release(bad, null)).toThrow(/the cost of a person must be at least 0(?!.*1234)/);
    expect(
      filter.release({ cost: () => pure(0.1), release: (persons: readonly number[]) => persons.length }, null),
    ).toBe(1);
  });
});
