/** Functions of lists refuse what is none by its name. */
import { describe, expect, it } from "vitest";
import { auditSupport } from "../attacks/support-audit.ts";
import { auditSamples } from "../auditing/sampled-audit.ts";
import { holm } from "../false-discovery/batch-rules.ts";
import { lord } from "../false-discovery/lord.ts";
import { countVotes } from "../learning/noisy-votes.ts";
import { discretePld } from "../privacy/loss/discrete-pld.ts";
import { pldDelta } from "../privacy/loss/pld-accountant.ts";
import { aliasTable } from "../random/categorical.ts";
import { stream } from "../random/stream.ts";
import { bootstrap } from "./bootstrap.ts";
import { chiSquareTest } from "./chi-square.ts";
import { kolmogorovSmirnov, kolmogorovSmirnovTwoSample } from "./kolmogorov-smirnov.ts";
import { logLogSlope, replicatedLogLogSlope } from "./log-log-slope.ts";
import { medianInterval } from "./median-interval.ts";
import { momentsOf } from "./moments.ts";

const mean = (values: ArrayLike<number>) => momentsOf(values).mean;
const claim = { epsilon: 1, delta: 0.1, errorRate: 0.05 };

const CALLS: readonly (readonly [string, (list: never) => unknown])[] = [
  ["values", (values) => momentsOf(values)],
  ["values", (values) => medianInterval({ values, errorRate: 0.1 })],
  ["values", (values) => bootstrap({ values, statistic: mean, resamples: 400, errorRate: 0.1 }, stream(1))],
  ["values", (values) => kolmogorovSmirnov(values, () => 0.5)],
  ["first", (first) => kolmogorovSmirnovTwoSample(first, [1, 2])],
  ["second", (second) => kolmogorovSmirnovTwoSample([1, 2], second)],
  ["observed", (observed) => chiSquareTest({ observed, expected: [5, 5] })],
  ["expected", (expected) => chiSquareTest({ observed: [5, 5], expected })],
  ["x", (x) => logLogSlope({ x, y: [1, 2] })],
  ["y", (y) => logLogSlope({ x: [1, 2], y })],
  ["weights", (weights) => logLogSlope({ x: [1, 2], y: [1, 2], weights })],
  ["replications", (replications) => replicatedLogLogSlope({ x: [1, 2], replications, errorRate: 0.1 })],
  ["pValues", (pValues) => holm(pValues, 0.05)],
  ["pValues", (pValues) => lord({ alpha: 0.05 }).decide(pValues)],
  ["weights", (weights) => aliasTable(weights)],
  ["answers", (answers) => countVotes(answers, 2)],
  ["logFirst", (logFirst) => discretePld(logFirst, [0, 0])],
  ["logSecond", (logSecond) => discretePld([0, 0], logSecond)],
  ["events", (events) => pldDelta({ events, epsilon: 1 })],
  ["first", (first) => auditSamples({ first, second: [1, 2] }, { ...claim, choose: () => () => true })],
  ["outputs", (outputs) => auditSupport(outputs, () => true, claim)],
];

describe.each(CALLS)("a function of %s", (name, call) => {
  it.each([null, 5, "a-secret", { length: 2 }])("refuses %s in its place", (list) => {
    expect(() => call(list as never)).toThrow(RangeError);
    expect(() => call(list as never)).toThrow(`${name} must be an array or a typed array, got `);
    expect(() => call(list as never)).not.toThrow("a-secret");
  });

  it("refuses a hole", () => {
    const holed: unknown[] = [1, 2];
    delete holed[1];
    expect(() => call(holed as never)).toThrow(`${name}[1] must be given, got a hole`);
  });
});
