import { describe, expect, it } from "vitest";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { sampleNormal } from "../random/normal.ts";
import { type Stream, stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { networkEvent } from "./network-event.ts";
import { outputEvent } from "./output-event.ts";
import { auditRelease } from "./sampled-audit.ts";

const draws = 4000;
const audited = (release: (input: number, random: Stream) => unknown, claimed = 1) =>
  auditRelease(
    release,
    { epsilon: claimed, delta: 0, draws, errorRate: 0.01, inputs: [0, 1], choose: outputEvent(stream(1, "event")) },
    stream(2, "audit"),
  );

describe("outputEvent", () => {
  it("judges numbers by a half-line, and certifies about what half the scale has", () => {
    const { verdict, lowerBound, event } = audited((value, random) => value + sampleLaplace(0.5, random));
    expect(verdict).toBe("violated");
    expect(lowerBound).toBeGreaterThan(1.5);
    expect(lowerBound).toBeLessThan(2);
    expect(event.says).toMatch(/^output [<>]= /);
  });

  it("sees numbers that differ in the middle, which no half-line shows", () => {
    const release = (value: number, random: Stream) => {
      const x = sampleNormal({ mean: 0, sigma: value === 0 ? 0.2 : 1 }, random);
      return x;
    };
    const { lowerBound, event } = audited(release);
    expect(event.says).toMatch(/^score of the network/);
    expect(lowerBound).toBeGreaterThan(2);
  });

  it("judges categories by cells", () => {
    const release = (value: number, random: Stream) => (sampleBernoulli(0.9, random) === value ? "yes, it is" : "no");
    const { verdict, event } = audited(release);
    expect(verdict).toBe("violated"); // log 9 is 2.2
    expect(event.says).toMatch(/^one of the cells (no|yes, it is)$/);
  });

  it("judges vectors by a coordinate, by their sum, or by a network, whichever tells most", () => {
    const last = (value: number, random: Stream) => [sampleLaplace(1, random), 5 * value + sampleLaplace(1, random)];
    expect(audited(last).event.says).toMatch(/^coordinate 2 /);
    const all = (value: number, random: Stream) =>
      [0, 1, 2].map(() => value + sampleNormal({ mean: 0, sigma: 1 }, random));
    expect(audited(all).event.says).toMatch(
      /^(sum of the coordinates|logistic score of the output|score of the network) /,
    );
    const ring = (value: number, random: Stream) =>
      [0, 1].map(() => sampleNormal({ mean: 0, sigma: value === 0 ? 0.3 : 1 }, random));
    const { lowerBound, event } = audited(ring);
    expect(event.says).toMatch(/^score of the network /);
    expect(lowerBound).toBeGreaterThan(2.5);
  });

  it("judges structures by their shape and their numbers", () => {
    const release = (value: number, random: Stream) =>
      sampleBernoulli(0.5, random) === 1
        ? { found: true, at: [value + sampleLaplace(0.25, random)] }
        : { found: false };
    const { verdict, event } = audited(release);
    expect(verdict).toBe("violated");
    expect(event.says).toMatch(/^(logistic score of the output|score of the network) /);
  });

  it("refutes a true claim in no more than its share of runs, whatever it chooses from", () => {
    let refuted = 0;
    for (let run = 0; run < 12; run++) {
      const release = (value: number, random: Stream) => [value + sampleLaplace(1, random), sampleUniform(random)];
      const claim = { epsilon: 1, delta: 0, draws: 400, errorRate: 0.05, inputs: [0, 1] as const };
      const choose = outputEvent(stream(run, "event"));
      if (auditRelease(release, { ...claim, choose }, stream(run, "true")).verdict === "violated") refuted++;
    }
    expect(refuted).toBeLessThan(4); // 4 or more of 12 at a rate of 0.05: probability 2e-3
  });
});

describe("networkEvent", () => {
  it("gives the same event for the same outputs", () => {
    const random = stream(3, "pairs");
    const rows = (mean: number) => Array.from({ length: 200 }, () => [sampleNormal({ mean, sigma: 1 }, random)]);
    const training = { over: rows(1), under: rows(0), delta: 0, errorRate: 0.05 };
    const event = () => networkEvent((row: number[]) => row, stream(1, "network"))(training).says;
    expect(event()).toBe(event());
    expect(() => networkEvent((row: number[]) => row, stream(1))({ ...training, over: [[1]] })).toThrow(
      /^training outputs/,
    );
  });
});
