/**
 * Draws of integer noise: do the samplers, in float64 and in whole numbers alone, follow the laws that the audits take?
 *
 * Draws are counted in five classes, cut at 0 and at about one deviation on either side; each share is compared with the sum of the
 * masses of its class by the interval of Clopper and Pearson. The control draws from noise of another width.
 */
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { exactFraction } from "../../lib/random/rational.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { axis, type Estimate, estimateEquals, type Judgement, type Part, shareStudy, z } from "../kit.ts";

interface Noise {
  readonly law: DiscreteLaw<number>;
  draw(count: number, random: Stream): Float64Array;
  /** About one deviation, whole. */
  readonly cut: number;
}

type Arithmetic = "float64" | "whole";
const arithmetic = axis(z.enum(["float64", "whole"]), {
  means: "float64: the fast sampler; whole: in whole numbers alone, exactly",
  quick: ["float64", "whole"],
});

interface WithNoise<Input> {
  release(value: number, random: Input): number;
  law(value: number): DiscreteLaw<number>;
}

function noiseOf(mechanism: WithNoise<Stream>, deviation: number): Noise {
  return {
    law: mechanism.law(0),
    cut: Math.ceil(deviation),
    draw: (count, random) => Float64Array.from({ length: count }, () => mechanism.release(0, random)),
  };
}

/** A number as the fraction that it is. */
function parameter(value: number, kind: Arithmetic) {
  return kind === "float64" ? value : exactFraction(value);
}

const common = { sensitivity: 1, neighbours: "add-remove" } as const;

function laplaceNoise(epsilon: number, kind: Arithmetic): Noise {
  const value = parameter(epsilon, kind);
  const mechanism =
    typeof value === "number"
      ? discreteLaplace({ ...common, epsilon: value })
      : discreteLaplace({ ...common, epsilon: value });
  return noiseOf(mechanism, Math.SQRT2 / epsilon);
}

function gaussianNoise(variance: number, kind: Arithmetic): Noise {
  const value = parameter(1 / (2 * variance), kind);
  const mechanism =
    typeof value === "number"
      ? discreteGaussian({ ...common, rho: value })
      : discreteGaussian({ ...common, rho: value });
  return noiseOf(mechanism, Math.sqrt(variance));
}

const CLASSES = ["far-below", "below", "zero", "above", "far-above"] as const;
const classOf = (k: number, cut: number) => (k === 0 ? 2 : k < 0 ? (k < -cut ? 0 : 1) : k > cut ? 4 : 3);

function countClasses({ draw, cut }: Noise, count: number, random: Stream): { readonly counts: number[] } {
  const counts = CLASSES.map(() => 0);
  for (const k of draw(count, random)) counts[classOf(k, cut)]++;
  return { counts };
}

/** Each share against the mass of its class under the law. */
function judgeClasses({ law, cut }: Noise, shares: readonly Estimate[]): Judgement {
  const masses = CLASSES.map(() => 0);
  for (const k of law.support) masses[classOf(k, cut)] += exp(law.logMass(k));
  const check = (at: number) => estimateEquals(shares[at], masses[at], 0.02);
  return { checks: Object.fromEntries(CLASSES.map((name, at) => [name, check(at)])) };
}

/** The draws of one noise against the law of another, which is the same unless something is broken. */
function drawStudy(
  width: ReturnType<typeof axis<number>>,
  noise: (width: number, kind: Arithmetic) => Noise,
  factor: number,
) {
  return shareStudy({
    axes: { width, arithmetic },
    trials: { quick: 20_000, full: 100_000 },
    blockSize: 10_000,
    intervals: () => CLASSES.length,
    block: ({ width, arithmetic: kind }, count, random) => {
      const { cut } = noise(width, kind);
      return countClasses({ ...noise(factor * width, kind), cut }, count, random);
    },
    judge: ({ width, arithmetic: kind }, { counts }) => judgeClasses(noise(width, kind), counts),
  });
}

const widths = (means: string, quick: readonly number[], full: readonly number[]) =>
  axis(z.number().min(0.05).max(100), { means, quick, full });
const epsilons = widths("epsilon of discrete Laplace noise for sensitivity 1", [0.5], [0.1, 0.5, 1]);
const variances = widths("variance parameter of discrete Gaussian noise", [1, 10], [0.25, 1, 10, 100]);

export const laplaceDrawsPart: Part = {
  claim: "geometric-mechanism",
  asks: "Do draws of discrete Laplace noise follow its law, in float64 and in whole numbers?",
  study: drawStudy(epsilons, laplaceNoise, 1),
  controls: {
    "twice-the-ratio": {
      says: "draws of ratio e^(-2 epsilon) against the law of ratio e^(-epsilon)",
      study: drawStudy(axis(z.number().min(0.1).max(2), { means: "epsilon", quick: [0.5] }), laplaceNoise, 2),
    },
  },
};

export const gaussianDrawsPart: Part = {
  claim: "discrete-gaussian",
  asks: "Do draws of discrete Gaussian noise follow its law, in float64 and in whole numbers?",
  study: drawStudy(variances, gaussianNoise, 1),
  controls: {
    "half-the-variance": {
      says: "draws of half the variance against the law of the whole",
      study: drawStudy(
        axis(z.number().min(0.25).max(100), { means: "variance", quick: [1], full: [1, 10] }),
        gaussianNoise,
        0.5,
      ),
    },
  },
};
