/**
 * Broken: private rules for false discoveries with a leak, or with too little noise (claims mult-sensitivity and
 * paprika).
 */
import { paprikaLiteral } from "../../false-discovery/paprika-literal.ts";
import { peelingScale } from "../../false-discovery/peeling-scale.ts";
import { noisyBenjaminiHochberg } from "../../false-discovery/private-benjamini-hochberg.ts";
import { privateLord } from "../../false-discovery/private-lord.ts";
import { exp } from "../../numerics/exponential.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

const PAPRIKA = { epsilon: 1, sensitivity: 0.1, mostRejections: 1, alpha: 0.05, neighbours: "swap" } as const;
const literal = paprikaLiteral({ ...PAPRIKA, delta: 2.5e-4, lambda: 0.2, horizon: 800, shiftFactor: 4 });
const repaired = privateLord({ ...PAPRIKA, floor: 1e-30, noiseError: 2.5e-4 });
const COPIES = 30;

const BH = {
  alpha: 0.2,
  hypotheses: 3,
  mostRejections: 2,
  sensitivity: 0.5,
  floor: 1e-30,
  noiseError: 0.2,
  neighbours: "swap",
} as const;
const RIGHT = peelingScale({ epsilon: 1, delta: 0, peels: BH.mostRejections, sensitivity: BH.sensitivity });
/** ln p of two nulls and of a signal, all of which move against the rejection of the nulls. */
const peeled = (share: number) => () => {
  const { law } = noisyBenjaminiHochberg(BH, share * RIGHT);
  return { first: law([0, 0, -60]), second: law([-0.5, -0.5, -59.5]) };
};
/** Twice four tiny p-values and one of 1, all moved against the answers "----+"; an epsilon of 2 has the noise that one rejection needs. */
const twice = (epsilon: number) => () => {
  const { law } = privateLord({ ...PAPRIKA, epsilon, mostRejections: 2, floor: 1e-60, noiseError: 0.01 });
  const pair = [0, PAPRIKA.sensitivity].map((move) => {
    const tiny = 1e-60 * exp(move);
    const epoch = [tiny, tiny, tiny, tiny, exp(-move)];
    return law([...epoch, ...epoch]);
  });
  return { first: pair[0], second: pair[1] };
};

export const FALSE_DISCOVERY_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "paprika-literal",
    claim: "levels from counts of candidates that no noise protects keep (1, 0.00025)-privacy",
    source: "claim paprika: our counter-example to PAPRIKA (Zhang, Kamath, Cummings 2021) as transcribed",
    claimed: { epsilon: 1, delta: 2.5e-4 },
    needs: 0.99742121808,
    within: 1e-9,
    broken: () => {
      const [first, second] = literal.leakingPair(COPIES).map(literal.law);
      return { first, second };
    },
    corrected: () => {
      const [first, second] = literal.leakingPair(COPIES).map(repaired.law);
      return { first, second };
    },
  }),
  brokenVariant({
    name: "peeling-values-for-free",
    claim: "k peels need noise for k indices only, not for the values released with them: 2 k D / epsilon",
    source: "claim mult-sensitivity; the scale is 3 k D / epsilon (false-discovery/peeling-scale)",
    claimed: pureClaim(1),
    needs: 1.468,
    within: 5e-4,
    broken: peeled(2 / 3),
    corrected: peeled(1),
  }),
  brokenVariant({
    name: "peeling-without-composition",
    claim: "peeling twice is as private as peeling once: 3 D / epsilon for any k",
    source: "claim mult-sensitivity; basic composition",
    claimed: pureClaim(1),
    broken: peeled(1 / 2),
    corrected: peeled(1),
  }),
  brokenVariant({
    name: "private-lord-unscaled",
    claim: "noise for one rejection is enough for two",
    source: "claims sparse-vector and paprika: the noise of sparse vector goes with the rejections allowed",
    claimed: pureClaim(1),
    broken: twice(2),
    corrected: twice(1),
  }),
];
