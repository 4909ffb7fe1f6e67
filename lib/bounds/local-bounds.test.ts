import { describe, expect, it } from "vitest";
import { exp } from "../numerics/exponential.ts";
import { solveLinearProgram } from "../numerics/linear-program.ts";
import { log } from "../numerics/logarithm.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import { type Stream, stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { exactMinimax } from "./exact-minimax.ts";
import { localAssouad } from "./local-assouad.ts";
import { type LocalDivergenceKind, localDivergence } from "./local-divergence.ts";
import { localFano } from "./local-fano.ts";
import { cubeInformation, largestContrast } from "./local-information.ts";
import { bitAnswersOverlap, localLeCam, localLeCamAt } from "./local-le-cam.ts";

const KINDS = ["total-variation", "kullback-leibler", "jeffreys", "chi-square", "hellinger"] as const;

const PART: Readonly<Record<LocalDivergenceKind, (p: number, q: number) => number>> = {
  "total-variation": (p, q) => Math.abs(p - q) / 2,
  "kullback-leibler": (p, q) => p * log(p / q),
  jeffreys: (p, q) => (p - q) * log(p / q),
  "chi-square": (p, q) => ((p - q) * (p - q)) / q,
  hellinger: (p, q) => (p + q) / 2 - Math.sqrt(p * q),
};

const between = (random: Stream, lower: number, upper: number) => lower + (upper - lower) * sampleUniform(random);

/** A law on this many points. */
function drawnLaw(random: Stream, points: number): number[] {
  const weights = Array.from({ length: points }, () => -log(sampleUniform(random)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** A channel whose answers are subsets of the inputs at two levels, as the best ones are, mixed with a private one of no structure. */
function drawnChannel(random: Stream, inputs: number, epsilon: number): number[][] {
  const answers = 1 << inputs;
  const weights = drawnLaw(random, answers);
  const rows = Array.from({ length: inputs }, (_, x) =>
    weights.map((weight, z) => weight * (Math.floor(z / (1 << x)) % 2 === 0 ? 1 : exp(epsilon))),
  );
  // What rows lack of the largest total goes to one more answer, if that is private too; otherwise the levels are brought nearer.
  const totals = rows.map((row) => row.reduce((sum, each) => sum + each, 0));
  const most = Math.max(...totals);
  const spare = (most - Math.min(...totals)) / (exp(epsilon) - 1);
  return rows.map((row, x) => [...row, most - totals[x] + spare].map((each) => each / (most + spare)));
}

describe("the divergence of local answers", () => {
  it("is not exceeded by 400 drawn channels and pairs of laws, and by some nearly attained", () => {
    const random = stream(5, "local channels");
    const nearest = new Map<LocalDivergenceKind, number>();
    for (let trial = 0; trial < 400; trial++) {
      const inputs = 2 + (trial % 3);
      const epsilon = between(random, 0.05, 4);
      const channel = drawnChannel(random, inputs, epsilon);
      for (let z = 0; z < channel[0].length; z++) {
        const column = channel.map((row) => row[z]);
        expect(Math.max(...column)).toBeLessThanOrEqual(Math.min(...column) * exp(epsilon) * (1 + 1e-12));
      }
      const opposite = trial % 2 === 0;
      const [first, second] = [drawnLaw(random, inputs), drawnLaw(random, inputs)];
      if (opposite) {
        first.fill(0)[0] = 1;
        second.fill(0)[1] = 1;
      }
      const distance = first.reduce((sum, p, x) => sum + Math.abs(p - second[x]) / 2, 0);
      const answer = (law: readonly number[]) =>
        channel[0].map((_, z) => law.reduce((sum, p, x) => sum + p * channel[x][z], 0));
      const [one, other] = [answer(first), answer(second)];
      for (const divergence of KINDS) {
        const found = one.reduce((sum, p, z) => sum + PART[divergence](p, other[z]), 0);
        const most = localDivergence({ epsilon, distance: Math.min(1, distance), divergence });
        expect(found).toBeLessThanOrEqual(most * (1 + 1e-9));
        nearest.set(divergence, Math.max(nearest.get(divergence) ?? 0, found / most));
      }
    }
    for (const divergence of KINDS) expect(nearest.get(divergence)).toBeGreaterThan(0.7);
  });

  it("is the optimum of the linear program over channels of three inputs", async () => {
    const random = stream(6, "programs");
    for (let trial = 0; trial < 20; trial++) {
      const [epsilon, distance] = [between(random, 0.02, 5), between(random, 0.01, 1)];
      const rays = Array.from({ length: 8 }, (_, code) =>
        [1, 2, 4].map((bit) => (Math.floor(code / bit) % 2 === 0 ? 1 : exp(epsilon))),
      );
      for (const divergence of KINDS) {
        const gains = rays.map(([a, b, c]) =>
          PART[divergence](distance * a + (1 - distance) * c, distance * b + (1 - distance) * c),
        );
        const columns = rays.map((_, i) => i);
        const rows = [0, 1, 2].map((x) => ({ columns, values: rays.map((ray) => ray[x]), lower: 1, upper: 1 }));
        const { values } = await solveLinearProgram({ costs: gains.map((gain) => -gain), rows });
        const optimum = gains.reduce((sum, gain, i) => sum + gain * values[i], 0);
        const found = localDivergence({ epsilon, distance, divergence });
        expect(Math.abs(found - optimum)).toBeLessThan(1e-6 * optimum + 1e-9);
      }
    }
  });

  it("has the closed forms of its header, and is below the constant of Duchi, Jordan and Wainwright", () => {
    for (const epsilon of [1e-6, 0.01, 0.5, 1, 2, 6, 20]) {
      const factor = exp(epsilon);
      for (const distance of [1e-7, 0.1, 0.6, 1]) {
        const at = (divergence: LocalDivergenceKind) => localDivergence({ epsilon, distance, divergence });
        const contraction = ((factor - 1) / (factor + 1)) * distance;
        expect(Math.abs(at("total-variation") / contraction - 1)).toBeLessThan(1e-9);
        const square = (factor - 1) * (factor - 1) * distance * distance;
        expect(at("chi-square")).toBeLessThanOrEqual(square * Math.max(1 / factor, 2 / (2 + factor)) * (1 + 1e-9));
        expect(at("jeffreys")).toBeLessThanOrEqual(Math.min(4, factor * factor) * square);
        expect(at("kullback-leibler")).toBeLessThanOrEqual(at("chi-square"));
      }
    }
    // Randomized response of opposite bits: (2 p - 1) ln(p / (1 - p)) = tanh(1/2).
    const opposite = { epsilon: 1, distance: 1, divergence: "kullback-leibler" } as const;
    expect(localDivergence(opposite)).toBeCloseTo(0.462117157260009, 14);
    expect(localDivergence({ ...opposite, epsilon: 0 })).toBe(0);
  });

  it("refuses by name", () => {
    const right = { epsilon: 1, distance: 0.5, divergence: "hellinger" } as const;
    expect(() => localDivergence({ ...right, epsilon: 31 })).toThrow(
      "epsilon must be at least 0 and at most 30, got 31",
    );
    expect(() => localDivergence({ ...right, distance: 1.5 })).toThrow("distance");
    expect(() => localDivergence({ ...right, divergence: "kl" as never })).toThrow("divergence must be");
  });
});

describe("local lower bounds", () => {
  it("for a bit are below the exact optimum of the local model, in both losses, and within a factor", async () => {
    const random = stream(7, "local optima");
    for (let trial = 0; trial < 12; trial++) {
      const size = 1 + (trial % 6);
      const guarantee = pure(between(random, 0.2, 4));
      for (const loss of ["absolute", "squared"] as const) {
        const { upper } = await exactMinimax({ size, guarantee, model: "local", target: "population", loss, grid: 11 });
        const { value } = localLeCam({ model: { kind: "bernoulli" }, size, guarantee, loss });
        expect(value).toBeLessThanOrEqual(upper);
        expect(value).toBeGreaterThan(upper / 6);
      }
    }
  });

  it("of other models follow from those for a bit, up to what a bit is known better for", () => {
    const common = { size: 400, guarantee: pure(0.7), loss: "absolute" } as const;
    const bit = localLeCam({ ...common, model: { kind: "bernoulli" } }).value;
    const product = localLeCam({ ...common, model: { kind: "product-bernoulli", dimension: 1 } }).value;
    expect(product).toBeLessThan(bit);
    expect(product).toBeGreaterThan(bit / 2);
    const normal = { ...common, model: { kind: "gaussian-mean", sigma: 2 } } as const;
    const { value, pair } = localLeCam(normal);
    for (let k = 1; k <= 50; k++)
      expect(localLeCamAt(normal, (k / 25) * pair.separation).value).toBeLessThanOrEqual(value * (1 + 1e-9));
    // The private loss of precision: at least 1 / tanh(epsilon / 2) of it, whatever the model.
    expect(bitAnswersOverlap({ epsilon: 0.7, gap: 0.3, size: 1 })).toBeCloseTo(1 - 0.3 * 0.3363757, 6);
  });

  it("know that answers tell no more of the cube than the theorem says, by enumeration", () => {
    const random = stream(8, "cube");
    let nearest = 0;
    for (let trial = 0; trial < 200; trial++) {
      const dimension = 1 + (trial % 3);
      const [epsilon, gap] = [between(random, 0.1, 3), between(random, 0.05, 1)];
      const corners = 1 << dimension;
      const channel = drawnChannel(random, corners, epsilon);
      const bit = (word: number, j: number) => (Math.floor(word / (1 << j)) % 2 === 0 ? -1 : 1);
      const answers = Array.from({ length: corners }, (_, v) =>
        channel[0].map((_, z) => {
          let sum = 0;
          for (let x = 0; x < corners; x++) {
            let mass = channel[x][z];
            for (let j = 0; j < dimension; j++) mass *= (1 + gap * bit(v, j) * bit(x, j)) / 2;
            sum += mass;
          }
          return sum;
        }),
      );
      const mean = answers[0].map((_, z) => answers.reduce((sum, law) => sum + law[z] / corners, 0));
      const leaked = answers.reduce(
        (sum, law) => sum + law.reduce((inner, p, z) => inner + (p * log(p / mean[z])) / corners, 0),
        0,
      );
      const most = cubeInformation({ epsilon, gap, size: 1 });
      expect(leaked).toBeLessThanOrEqual(most * (1 + 1e-9));
      nearest = Math.max(nearest, leaked / most);
    }
    expect(nearest).toBeGreaterThan(0.1);
    expect(largestContrast(0)).toBe(0);
    expect(largestContrast(1)).toBe(1);
    expect(largestContrast(Math.LN2 - 0.5004024235381879)).toBeCloseTo(0.6, 9); // h(0.2)
  });

  it("grow like d^2 / n without interaction, like d / n in what is shown for sequential protocols", () => {
    const at = (dimension: number, size: number, interaction: "none" | "sequential") =>
      localAssouad({
        model: { kind: "product-bernoulli", dimension },
        size,
        guarantee: pure(0.5),
        norm: "squared",
        interaction,
      }).value;
    expect(at(64, 100_000, "none") / at(16, 100_000, "none")).toBeCloseTo(16, 3);
    expect(at(64, 400_000, "none") / at(64, 100_000, "none")).toBeCloseTo(1 / 4, 3);
    expect(at(64, 100_000, "sequential") / at(16, 100_000, "sequential")).toBeCloseTo(4, 6);
    const fano = (dimension: number, interaction: "none" | "sequential") =>
      localFano({
        model: { kind: "product-bernoulli", dimension },
        size: 100_000,
        guarantee: pure(0.5),
        loss: "squared",
        interaction,
      }).value;
    expect(fano(64, "none") / fano(16, "none")).toBeGreaterThan(10);
    expect(fano(64, "none")).toBeLessThan(at(64, 100_000, "none"));
    expect(fano(64, "sequential")).toBeLessThan(fano(64, "none"));
    expect(fano(1, "none")).toBe(0);
  });

  it("refuse by name", () => {
    const problem = { model: { kind: "product-bernoulli", dimension: 3 }, size: 9, guarantee: pure(1) } as const;
    expect(() => localAssouad({ ...problem, norm: "squared", interaction: "full" as never })).toThrow("interaction");
    expect(() => localFano({ ...problem, loss: "cubic" as never, interaction: "none" })).toThrow("loss must be");
    expect(() =>
      localLeCam({ ...problem, guarantee: { kind: "approximate", epsilon: 1, delta: 0.1 } as never, loss: "squared" }),
    ).toThrow("guarantee must be pure");
  });
});
