/**
 * Private rules on simulated hypotheses: this many one-sided binomial tests of the same number of records, in which some have signal.
 */
import { binomialSensitivity } from "../../lib/false-discovery/binomial-sensitivity.ts";
import { paprikaLiteral } from "../../lib/false-discovery/paprika-literal.ts";
import { privateBenjaminiHochberg } from "../../lib/false-discovery/private-benjamini-hochberg.ts";
import { privateLord } from "../../lib/false-discovery/private-lord.ts";
import { binomialLogUpperTail } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { sampleBinomial } from "../../lib/random/binomial.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";

export const RULES = ["private-bh", "private-lord", "paprika-literal"] as const;
type PrivateRule = (typeof RULES)[number];

interface Simulation {
  readonly rule: PrivateRule;
  readonly epsilon: number;
  /** The share of hypotheses with signal. */
  readonly signals: number;
  readonly mostRejections: number;
  /** 4 for the shift that the noise needs; other values are PAPRIKA's alone. */
  readonly shiftFactor: number;
}

const TESTS = 800;
const RECORDS = 1000;
export const ALPHA = 0.05;
const NULL = 0.5;
const SIGNAL = 0.75;
const FLOOR = 1e-60;
/** The chance that noise alone rejects a p-value, in each test, and in all of them. */
const EACH = 4e-6;
const ALL = 0.003;

interface Runs {
  /** Runs with any false discovery. */
  readonly any: number;
  /** The share of rejections that are false, 0 if there is none. */
  readonly falseShare: Moments;
  /** The share of signals that are rejected, 1 if there is none. */
  readonly power: Moments;
}

export function runs(simulation: Simulation, count: number, random: Stream): Runs {
  const decide = ruleOf(simulation);
  const logTails = Array.from({ length: RECORDS + 1 }, (_, successes) =>
    exp(binomialLogUpperTail({ trials: RECORDS, successes, probability: NULL })),
  );
  const [falseShares, powers] = [new Float64Array(count), new Float64Array(count)];
  let any = 0;
  for (let run = 0; run < count; run++) {
    const isSignal = Array.from({ length: TESTS }, () => sampleUniform(random) < simulation.signals);
    const pValues = isSignal.map(
      (signal) => logTails[sampleBinomial({ trials: RECORDS, probability: signal ? SIGNAL : NULL }, random)],
    );
    const rejected = decide(pValues, random);
    const right = rejected.filter((i) => isSignal[i]).length;
    const signals = isSignal.filter((signal) => signal).length;
    falseShares[run] = (rejected.length - right) / Math.max(1, rejected.length);
    powers[run] = signals === 0 ? 1 : right / signals;
    if (right < rejected.length) any++;
  }
  return { any, falseShare: momentsOf(falseShares), power: momentsOf(powers) };
}

/** The indices that a rule rejects. */
function ruleOf({ rule, epsilon, mostRejections, shiftFactor }: Simulation) {
  const sensitivity = binomialSensitivity({
    size: RECORDS,
    probability: NULL,
    floor: FLOOR,
    alternative: "greater",
  });
  const common = { epsilon, alpha: ALPHA, mostRejections, sensitivity, neighbours: "swap" } as const;
  if (rule === "private-bh") {
    const procedure = privateBenjaminiHochberg({
      ...common,
      floor: FLOOR,
      delta: 0,
      hypotheses: TESTS,
      noiseError: ALL,
    });
    return procedure.release;
  }
  const online =
    rule === "private-lord"
      ? privateLord({ ...common, floor: FLOOR, noiseError: EACH })
      : paprikaLiteral({ ...common, delta: EACH, lambda: 0.2, horizon: TESTS, shiftFactor });
  return (pValues: readonly number[], random: Stream) =>
    Array.from(online.release(pValues, random)).flatMap((sign, i) => (sign === "+" ? [i] : []));
}
