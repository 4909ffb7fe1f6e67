/**
 * Noise in floating point: outputs that a neighbour cannot give.
 *
 * `float-attack`: Laplace noise by inversion of its distribution function in float64, attacked on its support: the share of outputs
 * that no step of the uniform grid gives under the neighbour, with its Clopper-Pearson interval. Under its own answer every output
 * must be reached. `float-repair`: integer noise and noise on a grid under the same attack, from their release functions and their
 * exact laws.
 * Source: Mironov (CCS 2012).
 */
import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../lib/attacks/float-laplace.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { exactFraction } from "../../lib/random/rational.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  atMost,
  axis,
  estimateAtLeast,
  estimateNear,
  type Judgement,
  type Part,
  refutableAtMost,
  type SampleContext,
  sampledStudy,
  shareOf,
  shareStudy,
  variant,
  z,
} from "../kit.ts";

interface FloatCell {
  readonly scale: number;
  readonly answer: number;
}

interface Outputs {
  /** Impossible under the neighbour's answer. */
  readonly impossible: number;
  /** Impossible under their own answer: none, if the attack is right. */
  readonly unreached: number;
}

function attackFloat({ scale, answer }: FloatCell, count: number, random: Stream): Outputs {
  let [impossible, unreached] = [0, 0];
  for (let k = 0; k < count; k++) {
    const output = releaseFloatLaplace({ centre: answer, scale }, random);
    if (!isFloatLaplaceOutput(output, { centre: answer + 1, scale })) impossible++;
    if (!isFloatLaplaceOutput(output, { centre: answer, scale })) unreached++;
  }
  return { impossible, unreached };
}

/** The shares that the claim quotes, to the accuracy that draws can tell. */
const QUOTED = [
  { scale: 1, answer: 0, share: 0.787, within: 0.006 },
  { scale: 10, answer: 0, share: 0.81, within: 0.006 },
  { scale: 1, answer: 1000, share: 0.0015, within: 0.0006 },
];

/** No finite epsilon holds without a delta of at least this. */
const LEAST_SHARE = 2e-4;

const scale = axis(z.number().min(0.5).max(20), { means: "scale of the noise", quick: [1, 10], full: [0.5, 1, 3, 10] });
const answer = axis(z.int().min(0).max(1000), {
  means: "true answer; the neighbour’s is one more",
  quick: [0, 1000],
  full: [0, 1, 10, 100, 1000],
});

const attackStudy = sampledStudy({
  axes: { scale, answer },
  trials: { quick: 262_144, full: 1_048_576 },
  intervals: () => 1,
  block: attackFloat,
  judge: (cell, { impossible, unreached }, context) => {
    const found = shareOf(impossible, context);
    const quoted = QUOTED.find((each) => each.scale === cell.scale && each.answer === cell.answer);
    return {
      checks: {
        reached: atMost(unreached, 0),
        impossible: estimateAtLeast(found, LEAST_SHARE),
        ...(quoted && { quoted: estimateNear(found, quoted.share, { absolute: quoted.within }) }),
      },
    };
  },
});

export const floatAttackPart: Part = {
  claim: "float-attack",
  asks: "Are many outputs of textbook float64 Laplace noise impossible under the neighbour, and none under the truth?",
  study: attackStudy,
  controls: {
    "geometric-noise": {
      says: "discrete Laplace noise under the same attack: no output is impossible under the neighbour",
      study: shareStudy({
        axes: {},
        trials: { quick: 131_072, full: 131_072 },
        intervals: () => 1,
        block: (_, count, random) => ({ impossible: attackRepaired("discrete-laplace", count, random) }),
        judge: (_, { impossible }) => ({ checks: { impossible: estimateAtLeast(impossible, LEAST_SHARE) } }),
      }),
    },
  },
};

const REPAIRS = ["discrete-laplace", "discrete-gaussian", "grid-laplace"] as const;
type Repair = (typeof REPAIRS)[number];

interface Repaired {
  release(value: number, random: Stream): number;
  law(value: number): DiscreteLaw<number>;
}

const common = { sensitivity: 1, neighbours: "add-remove" } as const;

function repaired(repair: Repair): Repaired {
  if (repair === "discrete-laplace") return discreteLaplace({ ...common, epsilon: 1 });
  if (repair === "discrete-gaussian") return discreteGaussian({ ...common, rho: 0.5 });
  return laplace({ ...common, epsilon: exactFraction(1), step: { numerator: 1, denominator: 16 } });
}

/** How many outputs around 0 have no mass around 1. */
function attackRepaired(repair: Repair, count: number, random: Stream): number {
  const { release, law } = repaired(repair);
  const other = law(1);
  let impossible = 0;
  for (let k = 0; k < count; k++) if (other.logMass(release(0, random)) === -Infinity) impossible++;
  return impossible;
}

/** One output that a neighbour cannot give refutes a claim without delta; none seen proves nothing. */
function judgeSupport({ impossible }: Pick<Outputs, "impossible">, context: SampleContext): Judgement {
  return { checks: { delta: refutableAtMost(shareOf(impossible, context), 0) } };
}

export const floatRepairPart: Part = {
  claim: "float-attack",
  asks: "Do integer noise and noise on a grid show no output that is impossible under the neighbour?",
  study: sampledStudy({
    axes: { repair: axis(z.enum(REPAIRS), { means: "what is released instead", quick: REPAIRS }) },
    trials: { quick: 100_000, full: 400_000 },
    blockSize: 50_000,
    intervals: () => 1,
    block: ({ repair }, count, random) => ({ impossible: attackRepaired(repair, count, random) }),
    judge: (_, found, context) => judgeSupport(found, context),
  }),
  controls: {
    "float-claimed-pure": {
      says: "float64 Laplace noise claimed to be epsilon-private with delta 0",
      study: variant(attackStudy, {
        trials: { quick: 65_536, full: 65_536 },
        judge: (_, found, context) => judgeSupport(found, context),
      }),
    },
  },
};
