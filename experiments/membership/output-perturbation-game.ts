/**
 * Logistic regression by output perturbation under attack: 50 records in the plane, of which the target is one of two, and all else
 * is known.
 *
 * The released weights are the minimiser plus ball noise, so that the best statistic is how much nearer they are to the minimiser
 * with the target than to that without. Minimisers of neighbours are at most 2 / (n Lambda) apart; here they are 0.64 of that
 * apart, since a logistic loss that pulls hard one way cannot pull as hard the other way: no attack on this target certifies more
 * than 0.64 of epsilon.
 * Source: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011), algorithm 1.
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { tradeOffOfMasses } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import type { FiniteTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { continuousGame, type MembershipGame } from "./game.ts";
import { placeOf, planeRatioLaws } from "./plane-ratio.ts";

const RECORDS = 50;
const REGULARISATION = 0.02;
/** Pieces of the curve in each direction from its middle. */
const PIECES = 4096;

/** All but the target say "first coordinate"; the target says a little against it, and much of the second. */
function recordsWith(target: readonly [number, number]): Dataset {
  const features = new Float64Array(2 * RECORDS);
  for (let k = 0; k < 2 * (RECORDS - 1); k += 2) features[k] = 1;
  features.set(target, 2 * (RECORDS - 1));
  return dataset({ features, labels: new Float64Array(RECORDS).fill(1), columns: 2 });
}

export function outputPerturbationGame(epsilon: number): MembershipGame {
  const mechanism = outputPerturbation({ loss: logisticLoss, regularisation: REGULARISATION, epsilon });
  const minimisers = [recordsWith([-0.6, -0.8]), recordsWith([-0.6, 0.8])].map(mechanism.minimise);
  const [without, present] = minimisers;
  const apart = distance(without, present);
  const laws = planeRatioLaws(apart / mechanism.noiseScale(RECORDS));
  return continuousGame({
    claimed: { epsilon, delta: 0 },
    laws,
    curve: curveOf(laws),
    middle: 0,
    precision: 1e-7,
    release: (member, out, random) => {
      for (let k = 0; k < out.length; k++) {
        const weights = mechanism.perturb(minimisers[member], RECORDS, random);
        out[k] = placeOf((distance(weights, without) - distance(weights, present)) / apart);
      }
      return out;
    },
  });
}

function distance(one: Float64Array, other: Float64Array): number {
  const [first, second] = [one[0] - other[0], one[1] - other[1]];
  return Math.sqrt(first * first + second * second);
}

/** Through the exact errors of many cuts. */
function curveOf(laws: ReturnType<typeof planeRatioLaws>): FiniteTradeOff {
  const [logNull, logAlternative] = laws.map(({ cdf }) =>
    Array.from({ length: 2 * PIECES }, (_, k) => {
      const [from, to] = [(k - PIECES) / PIECES, (k + 1 - PIECES) / PIECES];
      return log(cdf(to) - cdf(from));
    }),
  );
  return tradeOffOfMasses({ logNull, logAlternative });
}
