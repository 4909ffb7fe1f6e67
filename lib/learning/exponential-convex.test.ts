import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { stream } from "../random/stream.ts";
import { kolmogorovSmirnov, kolmogorovSmirnovTwoSample } from "../statistics/kolmogorov-smirnov.ts";
import { momentsOf, standardError } from "../statistics/moments.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { exponentialConvex } from "./exponential-convex.ts";
import { sampleLogistic } from "./logistic-sample.ts";
import { hingeLoss, huberHingeLoss, type Loss, linearLoss, logisticLoss, squaredLoss } from "./loss.ts";
import { lossRange } from "./loss-range.ts";
import { psiOf, psiSlopeOf, radialEnvelope } from "./radial-envelope.ts";
import { riskAnchor } from "./risk-anchor.ts";
import type { RiskEnvelope } from "./risk-envelope.ts";
import { tiltedEnvelope } from "./tilted-envelope.ts";

const random = stream(20261115, "exponential-convex");

interface Setting {
  readonly data: Dataset;
  readonly loss: Loss;
  readonly regularisation: number;
  readonly sharpness: number;
  readonly radius: number;
}

function envelopesOf({ data, loss, regularisation, sharpness, radius }: Setting): readonly RiskEnvelope[] {
  const risk = empiricalRisk({ data, loss, regularisation });
  const target = { risk, sharpness, radius };
  const anchor = riskAnchor(risk, radius);
  return [tiltedEnvelope(target, anchor), radialEnvelope(target, anchor)];
}

/** Accepted draws, and the logarithm of the mass of the density that their number implies. */
function accepted(envelope: RiskEnvelope, count: number) {
  const draws: Float64Array[] = [];
  const shares: number[] = [];
  let highest = -Infinity;
  while (draws.length < count) {
    if (shares.length > 300 * count) throw new Error(`the ${envelope.kind} envelope is too loose`);
    const { weights, logShare } = envelope.propose(random);
    highest = Math.max(highest, logShare);
    const share = exp(logShare);
    shares.push(share);
    random.next();
    if ((random.high >>> 0) / 4294967296 < share) draws.push(weights);
  }
  expect(highest).toBeLessThanOrEqual(0);
  const { mean } = momentsOf(shares);
  return { draws, logMass: envelope.logMass + log(mean), error: standardError(momentsOf(shares)) / mean };
}

/** The distribution function of the density proportional to e^(-lambda J) on the line. */
function lineCdf({ data, loss, regularisation, sharpness, radius }: Setting) {
  const risk = empiricalRisk({ data, loss, regularisation });
  const { weights, value } = riskAnchor(risk, radius);
  const density = (x: number) => exp(-sharpness * (risk.value(Float64Array.of(x)) - value));
  const mass = (to: number) =>
    integrate(density, { lower: -radius, upper: to, kinks: [weights[0]], relativeTolerance: 1e-6 }).value;
  const total = mass(radius);
  return { cdf: (x: number) => Math.min(1, mass(x) / total), logTotal: log(total) };
}

const line = dataset({
  features: Float64Array.of(1, -0.6, 0.9, 0.3, -1),
  labels: Float64Array.of(1, 1, -1, 1, -1),
  columns: 1,
});
const agreed = dataset({
  features: Float64Array.of(1, 1, 0.8),
  labels: Float64Array.of(1, 1, 1),
  columns: 1,
});
const single = dataset({ features: Float64Array.of(1), labels: Float64Array.of(1), columns: 1 });
const truth = [4, -3, 2, 0, 0];

describe("the envelopes of a convex risk", () => {
  const wide: Omit<Setting, "loss"> = { data: line, regularisation: 0.3, sharpness: 12, radius: 3 };
  it.each([
    ["logistic", { ...wide, loss: logisticLoss }],
    ["logistic, its minimiser beyond the surface", { ...wide, loss: logisticLoss, radius: 0.2, sharpness: 60 }],
    ["logistic, hardly sharp", { ...wide, loss: logisticLoss, sharpness: 0.5 }],
    [
      "logistic, pressed against the surface",
      { ...wide, data: agreed, loss: logisticLoss, radius: 0.5, sharpness: 60 },
    ],
    [
      "logistic, in its flat tail, where self-concordance is tight",
      { ...wide, data: single, loss: logisticLoss, regularisation: 0.001, radius: 30, sharpness: 20 },
    ],
    ["Huber hinge", { ...wide, loss: huberHingeLoss(0.5) }],
    ["squared", { ...wide, loss: squaredLoss(3) }],
    ["linear", { ...wide, loss: linearLoss }],
  ])("give on the line the density that quadrature gives: %s", (_, setting) => {
    const { cdf, logTotal } = lineCdf(setting);
    for (const envelope of envelopesOf(setting)) {
      const { draws, logMass, error } = accepted(envelope, 800);
      const points = draws.map((draw) => draw[0]);
      expect(kolmogorovSmirnov(points, cdf).pValue).toBeGreaterThan(0.001);
      expect(Math.abs(logMass - logTotal)).toBeLessThan(5 * error + 1e-5);
      const sharper = lineCdf({ ...setting, sharpness: 1.6 * setting.sharpness });
      if (setting.sharpness > 1) expect(Math.abs(sharper.logTotal - logTotal)).toBeGreaterThan(5 * error + 1e-5);
    }
  });

  it.each([
    [3, 1, 40],
    [3, 4, 3],
    [5, 1, 30],
    [4, 1.5, 15],
  ])("agree with each other: %d features, radius %d, lambda %d", (columns, radius, sharpness) => {
    const data = sampleLogistic({ size: 120, truth: [...truth, 1].slice(0, columns) }, random);
    const setting = { data, loss: logisticLoss, regularisation: 0.02, sharpness, radius };
    const [tilted, curved] = envelopesOf(setting).map((envelope) => accepted(envelope, 300));
    expect(Math.abs(tilted.logMass - curved.logMass)).toBeLessThan(5 * (tilted.error + curved.error));
    for (const read of [norm, (weights: Float64Array) => weights[0], (weights: Float64Array) => weights[1]]) {
      const { pValue } = kolmogorovSmirnovTwoSample(tilted.draws.map(read), curved.draws.map(read));
      expect(pValue).toBeGreaterThan(0.0005);
    }
  });

  it("rests on (e^-s + s - 1) / s^2, computed without cancellation", () => {
    // mpmath, 40 digits, at k = 1.
    for (const [r, value, slope] of [
      [0.001, 4.998333749916681e-7, 0.0009995001666250082],
      [0.0099999, 4.983275415637874e-5, 0.009950067245843621],
      [0.01, 4.983374916805357e-5, 0.009950166250831947],
      [2, 1.1353352832366128, 0.8646647167633873],
    ]) {
      expect(Math.abs(psiOf(1, r) / value - 1)).toBeLessThan(1e-11);
      expect(Math.abs(psiSlopeOf(1, r) / slope - 1)).toBeLessThan(1e-11);
    }
    expect(psiOf(0, 3)).toBe(4.5);
  });
});

describe("the exponential mechanism for convex risks", () => {
  it("has the sharpness of the range of its loss, and an excess below d / lambda", () => {
    const data = sampleLogistic({ size: 1000, truth }, stream(2, "records"));
    const mechanism = exponentialConvex({ loss: logisticLoss, regularisation: 0.01, radius: 10, epsilon: 1 });
    expect(mechanism.sharpness(1000)).toBeCloseTo(1000 / (2 * 10), 8);
    expect(mechanism.excessBound(1000, 5)).toBeCloseTo(0.1, 8);
    const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
    const { value } = riskAnchor(risk, 10);
    const draw = mechanism.sampler(data);
    const draws = Array.from({ length: 200 }, () => draw(random));
    const excess = momentsOf(draws.map(({ weights }) => risk.value(weights) - value));
    expect(excess.mean + 4 * standardError(excess)).toBeLessThan(0.1);
    expect(excess.mean).toBeGreaterThan(0.02); // about d / (2 lambda), as for a Gaussian
    expect(momentsOf(draws.map(({ proposals }) => proposals)).mean).toBeLessThan(40);
    expect(norm(mechanism.release(data, random))).toBeLessThanOrEqual(10);
  });

  it.each([
    [1, 1, 4],
    [1, 20, 1],
    [3, 2, 1],
  ])(
    "loses at most epsilon on the line, and more with half the range: %d records, radius %d, epsilon %d",
    (rows, radius, epsilon) => {
      const ones = new Float64Array(rows).fill(1);
      const laws = [1, -1].map((label) => dataset({ features: ones, labels: ones.with(0, label), columns: 1 }));
      const loss = (range: number) => {
        const ratios = laws.map((data) => {
          const sharpness = (epsilon * rows) / (2 * range);
          const risk = empiricalRisk({ data, loss: logisticLoss, regularisation: 0.01 });
          const { value } = riskAnchor(risk, radius);
          const { logTotal } = lineCdf({ data, loss: logisticLoss, regularisation: 0.01, sharpness, radius });
          return (x: number) => -sharpness * (risk.value(Float64Array.of(x)) - value) - logTotal;
        });
        // The ratio is monotone in x: the slopes of the two losses differ by a constant sign.
        return Math.max(...[-radius, radius].map((x) => Math.abs(ratios[0](x) - ratios[1](x))));
      };
      const range = lossRange(logisticLoss, radius);
      expect(loss(range)).toBeLessThanOrEqual(epsilon);
      expect(loss(range / 2)).toBeGreaterThan(loss(range) * 1.5);
    },
  );

  it("says so where it finds no draw, and refuses what it has no envelope for", () => {
    const data = sampleLogistic({ size: 50, truth: new Array(12).fill(1) }, random);
    const few = exponentialConvex({
      loss: logisticLoss,
      regularisation: 0.001,
      radius: 40,
      epsilon: 20,
      mostProposals: 1,
    });
    expect(() => {
      for (let k = 0; k < 50; k++) few.release(data, random);
    }).toThrow("exponentialConvex took none of 1 proposals");
    const make = (change: object) => () =>
      exponentialConvex({ loss: logisticLoss, regularisation: 0.1, radius: 1, epsilon: 1, ...change });
    expect(make({ regularisation: 0 })).toThrow("regularisation must be positive");
    expect(make({ loss: squaredLoss(0.5) })).toThrow("radius must be at most 0.5");
    expect(() => make({ loss: hingeLoss })().release(data, random)).toThrow(
      "loss must be one with a bounded curvature",
    );
  });
});
