/** No session draws the same words twice: what it promises of all its answers together needs fresh noise for each. */
import { describe, expect, it } from "vitest";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { type Stream, stream } from "../random/stream.ts";
import { privateElimination } from "./bandits/private-elimination.ts";
import { privateUpperConfidence } from "./bandits/private-upper-confidence.ts";
import { onlineChangepoint } from "./changepoints/online-changepoint.ts";
import { freshNoiseSum } from "./counters/fresh-noise-sum.ts";
import { treeSum } from "./counters/tree-sum.ts";
import { euclideanBall } from "./learning/convex-set.ts";
import { privateFollowTheLeader } from "./learning/private-follow-the-leader.ts";
import { privateRegularisedLeader } from "./learning/private-regularised-leader.ts";

const given = { horizon: 64, guarantee: pure(1), neighbours: "event" } as const;
const numbers = { ...given, records: { lower: 0, upper: 1 } };
const vectors = { ...given, records: { dimension: 2, radius: 1 } };
const set = euclideanBall({ centre: [0, 0], radius: 1 });

const leading = { set, curvature: 1, lipschitz: 2, horizon: 64, epsilon: 1, neighbours: "event" } as const;
const model = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;

/** What gives each session a new record. */
const SESSIONS: Readonly<Record<string, () => (random: Stream) => unknown>> = {
  "a running sum of numbers": () => {
    const session = treeSum(numbers).start();
    return (random) => session.push(1, random);
  },
  "a running sum of vectors": () => {
    const session = treeSum(vectors).start();
    return (random) => session.push(Float64Array.of(1, 0), random);
  },
  "a changepoint watch": () => {
    const watch = onlineChangepoint({ epsilon: 1, model, window: 2, threshold: 1e6 });
    const session = watch.start();
    return (random) => session.push(1, random);
  },
  "a leader": () => {
    const session = privateFollowTheLeader(leading).start();
    return (random) => session.step([1, 0], random);
  },
  "a regularised leader": () => {
    const session = privateRegularisedLeader({ sums: treeSum(vectors), stepSize: 0.1 }).start();
    return (random) => session.step([1, 0], random);
  },
  "a bandit with a counter for each arm": () => {
    const session = privateUpperConfidence({ arms: 2, horizon: 64, epsilon: 1 }).start();
    return (random) => session.observe(1, random);
  },
};

describe.each(Object.entries(SESSIONS))("%s", (_, start) => {
  it("refuses the second of two streams of one name, and takes one that goes on or others", () => {
    const observe = start();
    const first = stream(1, "twice");
    observe(first);
    expect(() => observe(stream(1, "twice"))).toThrow('got stream(1, "twice") at word 0, but the first');
    observe(first);
    for (let name = 0; name < 3; name++) observe(stream(1, name));
    expect(() => observe(stream(1, 0))).toThrow("words of that name were used before");
  });
});

describe("private elimination", () => {
  it("refuses at the next reward, with the session as it was", () => {
    const session = privateElimination({ arms: 2, horizon: 2000, epsilon: 1, errorRate: 0.5 }).start();
    const random = stream(2, "elimination");
    while (random.position === 0) session.observe(1, random);
    const { time } = session;
    expect(() => session.observe(1, stream(2, "elimination"))).toThrow("words of that name were used before");
    expect(session.time).toBe(time);
    session.observe(1, random);
  });
});

describe("a session without the guard", () => {
  it("would give the record away: the same words are the same noise, and estimates differ by the record itself", () => {
    const counter = freshNoiseSum(numbers);
    // Two sessions share nothing, and so show what one would do.
    const estimate = (record: number) => counter.start().push(record, stream(3, "again"));
    for (const record of [0, 0.25, 1]) expect(estimate(record) - estimate(0)).toBeCloseTo(record, 9);
  });
});
