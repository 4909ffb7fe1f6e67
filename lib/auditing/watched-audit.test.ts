import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { type Stream, stream } from "../random/stream.ts";
import { type CountsOfBoth, peekedLogRatio } from "./broken/looks.ts";
import { halfLineEvent } from "./event-choice.ts";
import { eventEValue, type PairCounts } from "./event-e-value.ts";
import { type Look, watchAudit } from "./watched-audit.ts";

const choose = halfLineEvent((output: number) => output);
const plan = { inputs: [0, 1] as const, delta: 0, errorRate: 0.05, choose, training: 200, batchSize: 100, draws: 4000 };
const laplaceOf = (scale: number) => (value: number, random: Stream) => value + sampleLaplace(scale, random);

/**
 * The chance that a wealth from the counts of pairs reaches 20 within this many pairs, looked at after each, by enumeration of the
 * counts.
 */
function crossing(pairs: number, [p, q]: readonly [number, number], wealth: (counts: PairCounts) => number): number {
  const chance = { both: p * q, overOnly: p * (1 - q), underOnly: (1 - p) * q, neither: (1 - p) * (1 - q) };
  let alive = new Map<string, { counts: PairCounts; mass: number }>([
    ["", { counts: { both: 0, overOnly: 0, underOnly: 0, neither: 0 }, mass: 1 }],
  ]);
  let crossed = 0;
  for (let n = 0; n < pairs; n++) {
    const next = new Map<string, { counts: PairCounts; mass: number }>();
    for (const { counts, mass } of alive.values())
      for (const kind of ["both", "overOnly", "underOnly", "neither"] as const) {
        const after = { ...counts, [kind]: counts[kind] + 1 };
        const key = `${after.both},${after.overOnly},${after.underOnly}`;
        const known = next.get(key);
        if (known === undefined) next.set(key, { counts: after, mass: mass * chance[kind] });
        else known.mass += mass * chance[kind];
      }
    alive = new Map();
    for (const [key, state] of next) {
      if (wealth(state.counts) >= 20) crossed += state.mass;
      else alive.set(key, state);
    }
  }
  return crossed;
}

describe("eventEValue", () => {
  it("is ever 20 with a chance of at most 1/20 under a claim that is just true, looked at after each of 18 pairs, by enumeration", () => {
    for (const epsilon of [0, 0.5, 1]) {
      const p = 1 / (1 + exp(-epsilon));
      const chance = crossing(18, [p, 1 - p], (counts) => eventEValue(counts, { epsilon, delta: 0 }));
      expect(chance).toBeLessThan(0.05);
      expect(chance).toBeGreaterThan(1e-4);
    }
    const spent = crossing(18, [0.6, 0.5], (counts) => eventEValue(counts, { epsilon: 0, delta: 0.1 }));
    expect(spent).toBeLessThan(0.05);
  });

  it("is at most 1 in the mean under a claim that is true, and is not where it is false", () => {
    const mean = (epsilon: number, p: number, q: number) => {
      const chance = { both: p * q, overOnly: p * (1 - q), underOnly: (1 - p) * q, neither: (1 - p) * (1 - q) };
      const none = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
      return (Object.keys(chance) as (keyof PairCounts)[]).reduce(
        (sum, kind) => sum + chance[kind] * eventEValue({ ...none, [kind]: 1 }, { epsilon, delta: 0 }),
        0,
      );
    };
    const p = 1 / (1 + exp(-1));
    expect(Math.abs(mean(1, p, 1 - p) - 1)).toBeLessThan(1e-14);
    expect(mean(1.1, p, 1 - p)).toBeLessThan(1);
    expect(mean(0.9, p, 1 - p)).toBeGreaterThan(1);
  });

  it("falls with epsilon, and refuses what is no count", () => {
    const counts = { both: 3, overOnly: 40, underOnly: 2, neither: 10 };
    let last = Infinity;
    for (const epsilon of [0, 0.5, 1, 2, 4, 1e4]) {
      const value = eventEValue(counts, { epsilon, delta: 0 });
      expect(value).toBeLessThan(last);
      last = value;
    }
    expect(() => eventEValue({ ...counts, both: -1 }, { epsilon: 1, delta: 0 })).toThrow(/^both must be/);
    expect(() => eventEValue(counts, { epsilon: 1, delta: 2 })).toThrow(/^delta must be/);
  });
});

describe("watchAudit", () => {
  const lastOf = (looks: Iterable<Look>): Look => [...looks].at(-1) as Look;

  it("refutes half the scale long before its draws are spent, and certifies more while it runs on", () => {
    const looks = [...watchAudit(laplaceOf(0.5), { ...plan, epsilon: 1 }, stream(1, "watched"))];
    const first = looks.findIndex(({ verdict }) => verdict === "violated");
    expect(looks[first].draws).toBeLessThan(1500);
    expect(looks[first].eValue).toBeGreaterThanOrEqual(20);
    const last = looks.at(-1) as Look;
    expect(last.lowerBound).toBeGreaterThan(1.5);
    expect(last.lowerBound).toBeLessThan(2);
    expect(last.draws).toBe(4000);
    for (let k = 1; k < looks.length; k++) expect(looks[k].lowerBound).toBeGreaterThanOrEqual(looks[k - 1].lowerBound);
  });

  it("refutes a true claim at no look in more than its share of runs", () => {
    let [refuted, beyond] = [0, 0];
    for (let run = 0; run < 80; run++) {
      const last = lastOf(watchAudit(laplaceOf(1), { ...plan, draws: 1200, epsilon: 1 }, stream(run, "true claim")));
      if (last.verdict === "violated") refuted++;
      if (last.lowerBound >= 1) beyond++;
    }
    expect(refuted).toBeLessThan(13); // 13 or more of 80 at a rate of 0.05: probability 2e-4
    expect(beyond).toBeLessThanOrEqual(refuted);
  });

  it("stands where repeated Clopper-Pearson looks fall: they refute a true claim in more than twice their error rate", () => {
    // Randomized response at epsilon 3, its own event; looks at 60, 66, ... of up to 6000 answers, the claim just true.
    const right = 1 / (1 + exp(-3));
    let [peeked, watched] = [0, 0];
    for (let run = 0; run < 300; run++) {
      const random = stream(run, "peeking");
      const counts = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
      const looks: CountsOfBoth[] = [];
      let [next, reached] = [60, false];
      for (let trials = 1; trials <= 6000; trials++) {
        const [over, under] = [sampleBernoulli(right, random) === 1, sampleBernoulli(1 - right, random) === 1];
        counts[over ? (under ? "both" : "overOnly") : under ? "underOnly" : "neither"]++;
        if (trials < next) continue;
        next = Math.ceil(1.1 * next);
        looks.push({
          over: { successes: counts.both + counts.overOnly, trials },
          under: { successes: counts.both + counts.underOnly, trials },
        });
        reached ||= eventEValue(counts, { epsilon: 3, delta: 0 }) >= 20;
      }
      if (peekedLogRatio(looks, { delta: 0, errorRate: 0.05 }) > 3) peeked++;
      if (reached) watched++;
    }
    expect(peeked).toBeGreaterThan(30); // a tenth of 300, at a rate of 0.05: probability 3e-4 if it held
    expect(watched).toBeLessThan(28); // probability 1e-3 at a rate of 0.05
  });

  it("refuses plans that cannot be", () => {
    const start = (changed: object) => () =>
      watchAudit(laplaceOf(1), { ...plan, epsilon: 1, ...changed }, stream(1)).next();
    expect(start({ training: 1 })).toThrow(/^training must be/);
    expect(start({ draws: 200 })).toThrow(/^draws must be/);
    expect(start({ epsilons: [1, 0.5] })).toThrow(/^epsilons\[1\] must be/);
    expect(start({ errorRate: 0 })).toThrow(/^errorRate must be/);
  });
});
