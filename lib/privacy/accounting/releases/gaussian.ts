/**
 * Gaussian noise as a release: by its `sigma` and the `sensitivity` in the Euclidean norm, or by their ratio `mu`, which is the guarantee.
 *
 * On a Poisson sample loss and Renyi curve are exact. For a group of `size` records on a Poisson sample the number of them in it is
 * binomial, and the noise is dominated by the mixture of moves j * sensitivity with these probabilities against no move.
 * Sources: Dong, Roth, Su (2022); Zhu, Dong, Wang (AISTATS 2022) and Mironov, Talwar, Zhang (2019) on samples; Choquette-Choo,
 * Ganesh, Steinke, Thakurta (ICLR 2024) on dominance of mixtures by the norms of their moves.
 * Limits: groups of at most 63 records on samples. Large ones take long, the more so with little noise: a thousand releases at rate
 * .01 take 1 s for 24 records and 6 s for 63 at noise 4, 1.4 s for 8 at noise 1.
 */
import { binomialLogMass } from "../../../numerics/binomial.ts";
import { exp } from "../../../numerics/exponential.ts";
import { declare, nonNegative, optional, positive } from "../../../numerics/parameters.ts";
import { refuse } from "../../../numerics/requirements.ts";
import type { GaussianGuarantee } from "../../guarantees/guarantee.ts";
import { type GaussianName, gaussianPld, subsampledGaussianPld } from "../../loss/gaussian-pld.ts";
import { mixtureGaussianPld } from "../../loss/mixture-gaussian-pld.ts";
import { centralLimitMuEstimate } from "../central-limit-estimate.ts";
import { gaussianRenyi } from "../renyi-curves.ts";
import { poissonGaussianRenyi } from "../renyi-subsampled.ts";
import type { ReleaseKind } from "./release-kind.ts";

export type GaussianRelease = GaussianName | GaussianGuarantee;

export const GAUSSIAN: ReleaseKind<GaussianRelease> = {
  parameters: declare(
    { sigma: optional(positive), sensitivity: optional(positive), mu: optional(nonNegative) },
    ({ sigma, sensitivity, mu }) => {
      if (mu !== undefined && (sigma !== undefined || sensitivity !== undefined))
        refuse("mu", "given alone, without sigma and sensitivity", mu);
      if (mu === undefined && sigma === undefined) positive.read(sigma, "sigma");
      if (mu === undefined && sensitivity === undefined) positive.read(sensitivity, "sensitivity");
    },
  ),
  guarantee: (release) => ("mu" in release ? release : undefined),
  losesNothing: (release) => "mu" in release && release.mu === 0,
  loss: (release) => gaussianPld(noiseOf(release)),
  poissonLoss: (release, rate) => subsampledGaussianPld({ noiseMultiplier: multiplierOf(release), samplingRate: rate }),
  renyi: (release) => gaussianRenyi(noiseOf(release)),
  poissonRenyi: (release, rate) => poissonGaussianRenyi({ noiseMultiplier: multiplierOf(release), samplingRate: rate }),
  mu: (release) => {
    const { sigma, sensitivity } = noiseOf(release);
    return sensitivity / sigma;
  },
  centralLimitMu: (release, { samplingRate, times }) =>
    centralLimitMuEstimate({ noiseMultiplier: multiplierOf(release), samplingRate, times }),
  group: (release, size) => {
    const { sigma, sensitivity } = noiseOf(release);
    return { kind: "gaussian", sigma, sensitivity: size * sensitivity };
  },
  poissonGroup: (release, { size, samplingRate }) => {
    const { sigma, sensitivity } = noiseOf(release);
    const counts = Array.from({ length: size + 1 }, (_, count) => count);
    return mixtureGaussianPld({
      sigma,
      sensitivities: counts.map((count) => count * sensitivity),
      probabilities: counts.map((successes) =>
        exp(binomialLogMass({ trials: size, successes, probability: samplingRate })),
      ),
    });
  },
};

function noiseOf(release: GaussianRelease): Pick<GaussianName, "sigma" | "sensitivity"> {
  if ("mu" in release) return { sigma: 1, sensitivity: release.mu };
  return { sigma: release.sigma, sensitivity: release.sensitivity };
}

/** Standard deviation over sensitivity. */
function multiplierOf(release: GaussianRelease): number {
  const { sigma, sensitivity } = noiseOf(release);
  return sigma / sensitivity;
}
