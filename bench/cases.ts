/**
 * The benchmark cases: what we run, what the peers run (bench/peers.py has them under the same names), and the ratio we want.
 */
import { clippedGradients } from "../lib/learning/clipped-gradient.ts";
import { dataset } from "../lib/learning/dataset.ts";
import { logisticLoss } from "../lib/learning/loss.ts";
import { quantiles } from "../lib/mechanisms/statistics/quantiles.ts";
import { fourier, realFourier, selfConvolve } from "../lib/numerics/fourier.ts";
import { sortFloat64 } from "../lib/numerics/sort.ts";
import { fillBinomial } from "../lib/random/binomial.ts";
import { fillDiscreteGaussian } from "../lib/random/discrete-gaussian.ts";
import { fillDiscreteLaplace } from "../lib/random/discrete-laplace.ts";
import { fillExponential } from "../lib/random/exponential.ts";
import { fillGumbel } from "../lib/random/gumbel.ts";
import { fillLaplace } from "../lib/random/laplace.ts";
import { fillNormal } from "../lib/random/normal.ts";
import { type Stream, stream } from "../lib/random/stream.ts";
import { fillUniform } from "../lib/random/uniform.ts";

export interface Case {
  readonly name: string;
  readonly title: string;
  readonly unit: "ns a draw" | "ms";
  /** Nanoseconds of a run are divided by this. */
  readonly divisor: number;
  /** Rounds, where they are fewer than those of the other cases. */
  readonly rounds?: number;
  prepare(): () => void;
  readonly peers: readonly { readonly name: string; readonly label: string; readonly goal?: number }[];
}

/** Its default generator and plain calls; its fastest generator, and an array reused where it can be; the best we could write in it. */
const LABELS: Readonly<Record<string, string>> = {
  default: "NumPy",
  fastest: "NumPy SFC64",
  expert: "NumPy by hand",
};

const DRAWS = 1_000_000;
const out = new Float64Array(DRAWS);

function draws(
  name: string,
  title: string,
  run: (random: Stream) => void,
  goals: Readonly<Record<string, number | undefined>>,
): Case {
  return {
    name,
    title,
    unit: "ns a draw",
    divisor: DRAWS,
    prepare: () => {
      const random = stream(1, "bench", name);
      return () => run(random);
    },
    peers: Object.entries(goals).map(([peer, goal]) => ({
      name: peer,
      label: LABELS[peer],
      ...(goal === undefined ? {} : { goal }),
    })),
  };
}

/** A case timed as a whole, on values drawn once. */
function whole(name: string, title: string, prepare: () => () => void, peers: Case["peers"]): Case {
  return { name, title, unit: "ms", divisor: 1e6, prepare, peers };
}

const CHUNK = 8192;
const noise = new Float64Array(CHUNK);

/** A thousand coin tosses and the mean's Laplace noise, in chunks that stay in the cache, as an experiment's block does it. */
function trials(random: Stream): void {
  for (let start = 0; start < DRAWS; start += CHUNK) {
    const means = out.subarray(start, Math.min(start + CHUNK, DRAWS));
    fillBinomial({ trials: 1000, probability: 0.5 }, means, random);
    fillLaplace(0.01, noise, random);
    for (let i = 0; i < means.length; i++) means[i] = means[i] / 1000 + noise[i];
  }
}

const POINTS = 1 << 20;

function signal(): Float64Array {
  return fillUniform(new Float64Array(POINTS), stream(1, "bench", "signal"));
}

/** The bell-shaped loss distribution that the peers compose too. */
function loss(): Float64Array {
  const masses = Float64Array.from({ length: POINTS }, (_, i) => Math.exp(-((i - POINTS / 2) ** 2) / 2e4));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass / total);
}

/** The same draws as the peers' JointExp, on as many records, at epsilon 1. */
function jointQuantiles(
  name: string,
  { records, points, rounds, goal }: { records: number; points: number; rounds: number; goal?: number },
): Case {
  const title = `${points} joint quantiles of ${records}`;
  const prepare = () => {
    const values = fillUniform(new Float64Array(records), stream(1, "bench", name));
    const probabilities = Array.from({ length: points }, (_, i) => (i + 1) / (points + 1));
    const mechanism = quantiles({ epsilon: 1, probabilities, lower: 0, upper: 1, neighbours: "swap" });
    const random = stream(2, "bench", name);
    return () => mechanism.release(values, random);
  };
  const peers = [{ name: "default", label: "NumPy", ...(goal === undefined ? {} : { goal }) }];
  return { ...whole(name, title, prepare, peers), rounds };
}

/** The sum of the clipped gradients of logistic regression, as one step of a training loop takes it. */
function gradients(name: string, rows: number, columns: number): Case {
  const prepare = () => {
    const random = stream(1, "bench", name);
    const features = fillNormal({ mean: 0, sigma: 1 / Math.sqrt(columns) }, new Float64Array(rows * columns), random);
    const labels = fillUniform(new Float64Array(rows), random).map((x) => (x < 0.5 ? -1 : 1));
    const weights = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(columns), random);
    const sums = clippedGradients({ data: dataset({ features, labels, columns }), loss: logisticLoss, clip: 0.4 });
    const sum = new Float64Array(columns);
    // A training loop takes hundreds of steps, in the first of which the engine still compiles.
    for (let step = 0; step < 300; step++) sums.sum(weights, sum);
    return () => sums.sum(weights, sum);
  };
  return whole(name, `clipped gradients, ${rows} by ${columns}`, prepare, [
    { name: "default", label: "NumPy, each written down", goal: 3 },
    { name: "expert", label: "NumPy by hand", goal: 0.8 },
  ]);
}

export const cases: readonly Case[] = [
  draws("uniform", "uniform", (random) => fillUniform(out, random), { default: 3, fastest: undefined }),
  draws("normal", "normal", (random) => fillNormal({ mean: 0, sigma: 1 }, out, random), {
    default: 2.2,
    fastest: undefined,
  }),
  draws("exponential", "exponential", (random) => fillExponential(1, out, random), {
    default: undefined,
    fastest: undefined,
  }),
  draws("laplace", "Laplace", (random) => fillLaplace(1, out, random), { default: 5, fastest: 4, expert: undefined }),
  draws("gumbel", "Gumbel", (random) => fillGumbel({ location: 0, scale: 1 }, out, random), {
    default: undefined,
    fastest: undefined,
  }),
  draws("two-sided-geometric", "discrete Laplace, scale 1", (random) => fillDiscreteLaplace(1, out, random), {
    default: 6,
    fastest: undefined,
  }),
  draws("two-sided-geometric-wide", "discrete Laplace, scale 10", (random) => fillDiscreteLaplace(10, out, random), {
    default: 6,
    fastest: undefined,
  }),
  draws("discrete-gaussian", "discrete Gaussian, variance 100", (random) => fillDiscreteGaussian(100, out, random), {
    default: 6,
    fastest: undefined,
  }),
  draws("bernoulli-mean-trial", "mean of 1000 coins + Laplace", trials, { default: 6, fastest: undefined }),
  whole(
    "real-fft",
    "real FFT of 2^20",
    () => {
      const values = signal();
      return () => realFourier(values);
    },
    [{ name: "default", label: "SciPy", goal: 1.3 }],
  ),
  whole(
    "complex-fft",
    "complex FFT of 2^20",
    () => {
      const [re, im] = [signal(), signal()];
      return () => fourier(re, im);
    },
    [{ name: "default", label: "SciPy" }],
  ),
  whole(
    "self-composition",
    "1000-fold composition",
    () => {
      const masses = loss();
      return () => selfConvolve(masses, 1000);
    },
    [
      { name: "default", label: "SciPy" },
      { name: "expert", label: "SciPy by hand" },
    ],
  ),
  whole(
    "sort",
    "sort of 1e6",
    () => {
      const values = fillUniform(new Float64Array(DRAWS), stream(1, "bench", "sort"));
      const sorted = new Float64Array(DRAWS);
      return () => {
        sorted.set(values);
        sortFloat64(sorted);
      };
    },
    [
      { name: "default", label: "NumPy", goal: 1.5 },
      { name: "baseline", label: "NumPy without AVX" },
    ],
  ),
  gradients("clipped-gradients", 10_000, 100),
  gradients("clipped-gradients-long", 32_000, 20),
  jointQuantiles("joint-quantiles", { records: 10_000, points: 29, rounds: 15, goal: 4 }),
  jointQuantiles("joint-quantiles-99", { records: 10_000, points: 99, rounds: 4 }),
  jointQuantiles("joint-quantiles-large", { records: 1_000_000, points: 9, rounds: 1 }),
];
