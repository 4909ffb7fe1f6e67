/**
 * Privacy loss of Gaussian noise on truncated Poisson samples: each record enters with probability q, and a sample of more than
 * `batchSize` records is cut down to `batch` of them at random. Relation `add-remove`; `records` counts the record in question.
 *
 * Where the others fill the batch, with probability t = P(Bin(n - 1, q) >= B), the record can enter only in the place of another, and moves
 * the sum by up to 2; it is then kept with probability p = B P(Bin(n, q) > B) / (n t). Otherwise it is an ordinary sampled record, which
 * moves the sum by up to 1 with probability q. Which case holds is independent of the record, so that it may be revealed:
 * the loss is a mixture of both. In the first, the laws with and without the record are (1 - p) X + p Y and (1 - p) X + p Y', and
 * N(0), N(2), N(-2) (times sigma) for X, Y, Y' dominate, as for a replaced record; Y and Y' are closer in truth, so that it is an
 * upper bound, not tight.
 * Source: arXiv:2508.15089 on truncated Poisson samples; this is the pair that dp_accounting composes.
 */
import { binomialLogUpperTail } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { count, declare, openProbability, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { subsampledGaussianPld } from "./gaussian-pld.ts";
import type { PldPair, PrivacyLoss, PrivacyLossPieces } from "./privacy-loss.ts";
import { replacedLoss } from "./replaced-gaussian-pld.ts";

export const truncatedSubsampledPldParameters = declare({
  /** How many records there are, the one in question included. */
  size: count,
  samplingRate: openProbability,
  /** The largest sample. */
  batchSize: count,
  /** Standard deviation of the noise over the largest norm of a record. */
  noiseMultiplier: positive,
});

export interface TruncatedSubsampledPldParameters extends ParametersOf<typeof truncatedSubsampledPldParameters> {}

export function truncatedSubsampledPld(parameters: TruncatedSubsampledPldParameters): PldPair {
  const { size, samplingRate, batchSize, noiseMultiplier } = truncatedSubsampledPldParameters.read(parameters);
  const plain = subsampledGaussianPld({ noiseMultiplier, samplingRate });
  if (batchSize >= size) return plain;
  const probability = samplingRate;
  const logFull = binomialLogUpperTail({ trials: size - 1, successes: batchSize, probability });
  const logMore = binomialLogUpperTail({ trials: size, successes: batchSize + 1, probability });
  const full = exp(logFull);
  const kept = Math.min(1, exp(logMore - logFull) * (batchSize / size));
  const replaced = replacedLoss(0.5 * noiseMultiplier, kept);
  return { remove: mixed(replaced, plain.remove, full), add: mixed(replaced, plain.add, full) };
}

/** The loss of `first` with probability `weight`, of `second` otherwise, where it is revealed which. */
function mixed(first: PrivacyLoss, second: PrivacyLoss, weight: number): PrivacyLoss {
  return {
    pieces(tail): PrivacyLossPieces {
      const [one, other] = [first.pieces(tail), second.pieces(tail)];
      const sum = (key: "infinite" | "beneath" | "beyond") => weight * one[key] + (1 - weight) * other[key];
      const scaled = ({ densities }: PrivacyLossPieces, share: number) =>
        densities.map((piece) => ({ ...piece, density: (x: number) => share * piece.density(x) }));
      return {
        atoms: [],
        densities: [...scaled(one, weight), ...scaled(other, 1 - weight)],
        infinite: sum("infinite"),
        beneath: sum("beneath"),
        beyond: sum("beyond"),
        massError: Math.max(one.massError ?? 0, other.massError ?? 0),
      };
    },
  };
}
