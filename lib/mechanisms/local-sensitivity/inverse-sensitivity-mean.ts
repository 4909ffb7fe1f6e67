/**
 * Inverse sensitivity mean: the share of ones among bits, by the inverse sensitivity mechanism.
 *
 * Theorem: n |t - mean| bits must be replaced before the mean is t, so P(t) proportional to exp(-epsilon n |t - mean| / 2) on
 * {0, 1 / n, ..., 1} is epsilon-differentially private under `swap`. With a = exp(-epsilon / 2) and s ones, the chance of
 * at least k / n above the mean is the sum of a^j from k to n - s over the sum of a^j from 0 to n - s and from 1 to s.
 * Source: Asi, Duchi (NeurIPS 2020), section 2.
 * Limits: the loss is epsilon / 2 while s and n - s are large, and epsilon / 2 + ln(1 + a (1 - a)) at the ends, so that the guarantee
 * is not attained for three or more outcomes; discrete Laplace noise, then clamped, is more accurate.
 * @claim ism-mean
 */
import { integer, type ParametersOf } from "../../numerics/parameters.ts";
import { refuseData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { DiscreteLaw, NumberLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { inverseSensitivity } from "./inverse-sensitivity.ts";

export const inverseSensitivityMeanParameters = withBudget(["pure"], {
  /** The number of bits, which is public. */
  size: integer(1, 10_000_000),
});

export type InverseSensitivityMeanParameters = ParametersOf<typeof inverseSensitivityMeanParameters>;

export function inverseSensitivityMean(
  parameters: InverseSensitivityMeanParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw> {
  const { guarantee, size } = inverseSensitivityMeanParameters.read(parameters);
  const outcomes = Array.from({ length: size + 1 }, (_, ones) => ones);
  const ones = inverseSensitivity<number, number>({
    guarantee,
    outcomes,
    distance: ([total], outcome) => Math.abs(outcome - total),
  });
  const release = (bits: readonly number[], random: Stream) => ones.release([onesIn(bits, size)], random) / size;
  return {
    name: "inverse-sensitivity-mean",
    neighbours: ones.neighbours,
    guarantee: ones.guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (bits) => overSize(ones.law([onesIn(bits, size)]), size),
    privacyLoss: ones.privacyLoss,
    worstPair: () => [new Array<number>(size).fill(0), new Array<number>(size).fill(0).with(0, 1)],
  };
}

function overSize(law: DiscreteLaw<number>, size: number): NumberLaw {
  return numberLaw({
    kind: "discrete",
    support: law.support.map((ones) => ones / size),
    logMass: (share) => {
      const ones = Math.round(share * size);
      return ones / size === share ? law.logMass(ones) : -Infinity;
    },
    neglected: 0,
  });
}

function onesIn(bits: readonly number[], size: number): number {
  requireList("bits", bits, size);
  let total = 0;
  for (const bit of bits) {
    if (bit !== 0 && bit !== 1) refuseData("a bit", "0 or 1");
    total += bit;
  }
  return total;
}
