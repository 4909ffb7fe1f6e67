/**
 * Planar Laplace mechanism: release a place with noise whose density falls as exp(-distance / scale): a uniform direction and a
 * distance from Gamma(2, scale).
 *
 * Theorem: the log-density is 1/scale-Lipschitz in the truth, so that any two places at a distance r are (r / scale)-indistinguishable,
 * and no better: on the line through both, beyond the first, the ratio is e^(r / scale). So nobody learns much about where within
 * `radius` a person is, epsilon = radius / scale, and less the nearer two places are (metric privacy, d-privacy; for places
 * geo-indistinguishability). Neighbours are here places at most `radius` apart: the relation is `swap` of one record within a
 * distance. k reports of one person compose to k epsilon.
 * Independent Laplace noise of the same scale on both coordinates is not the same: it has epsilon = r sqrt(2) / scale for places apart
 * along a diagonal.
 * Source: Andres, Bordenabe, Chatzikokolakis, Palamidessi, "Geo-indistinguishability" (CCS 2013), doi:10.1145/2508859.2516735;
 * Chatzikokolakis, Andres, Bordenabe, Palamidessi (PETS 2013) for metrics in general.
 * Limits: a plane, in any unit of length; on a globe only where a map keeps distances. Places beyond `radius` are told apart the better
 * the farther they are: that is the purpose, and no protection against learning the town. Epsilon from 1e-9 to 500. Float64 noise
 * leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { planarLaplace } from "epsilab/mechanisms";
 * const place = planarLaplace({ epsilon: 1, radius: 0.2 }); // kilometres
 * place.guarantee; // => { kind: "pure", epsilon: 1 }
 * place.epsilonWithin(0.1); // => 0.5
 * place.radiusLaw().quantile(0.95); // => 0.9487...
 * place.release([2.3, 48.8], stream(20261119, "example")).length; // => 2
 * ```
 * @claim metric-privacy
 * @also geo-indistinguishability, metric privacy, d-privacy, location privacy
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { type Given, positive } from "../../numerics/parameters.ts";
import {
  refuse,
  requireFiniteData,
  requireList,
  requireNonNegative,
  requireScale,
} from "../../numerics/requirements.ts";
import { type BudgetOrNoise, withBudgetOrNoise } from "../../privacy/guarantees/budget.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { planarLaplacePld } from "../../privacy/loss/planar-laplace-pld.ts";
import { sampleBallNoise } from "../../random/ball-noise.ts";
import type { Stream } from "../../random/stream.ts";
import { type Place, planarDistance } from "../laws/planar-side-law.ts";

const SCALE = {
  /** The scale of the noise: epsilon is the distance over it. */
  scale: positive,
};
const WITHIN = {
  /** How far apart two places are, at most, that the guarantee speaks of. */
  radius: positive,
};

export const planarLaplaceParameters = withBudgetOrNoise(["pure"], [SCALE], WITHIN);

export type PlanarLaplaceParameters = BudgetOrNoise<"pure", typeof SCALE> & Given<typeof WITHIN>;

export interface PlanarLaplace extends Omit<Mechanism<Place, Place, Stream>, "law" | "releaseMany"> {
  readonly scale: number;
  /** The epsilon of any two places this far apart. */
  epsilonWithin(distance: number): number;
  /** The privacy loss of two places this far apart, exactly. */
  privacyLossWithin(distance: number): DominatingPair;
  /** That of places `radius` apart. */
  privacyLoss(): DominatingPair;
  /** The logarithm of the density of a release. */
  logDensity(truth: Place, released: Place): number;
  /** How far a release is from the truth: Gamma(2, scale). */
  radiusLaw(): ContinuousLaw;
  worstPair(): readonly [Place, Place];
}

export function planarLaplace(parameters: PlanarLaplaceParameters): PlanarLaplace {
  const { radius, ...wanted } = planarLaplaceParameters.read(parameters);
  const scale = wanted.guarantee === undefined ? wanted.noise.scale : radius / wanted.guarantee.epsilon;
  requireScale({ "radius / epsilon": scale });
  const guarantee = wanted.guarantee ?? pure(radius / scale);
  if (!(guarantee.epsilon >= 1e-9 && guarantee.epsilon <= 500))
    refuse("epsilon", "from 1e-9 to 500", guarantee.epsilon);
  const logPeak = -log(2 * Math.PI) - 2 * log(scale);
  const privacyLossWithin = (distance: number) => ({ ...planarLaplacePld(distance / scale), attained: true });
  return {
    name: "planar-laplace",
    neighbours: "swap",
    guarantee,
    scale,
    epsilonWithin: (distance) => {
      requireNonNegative({ distance });
      return distance / scale;
    },
    release: (truth, random) => {
      requirePlace("truth", truth);
      const noise = sampleBallNoise({ dimension: 2, scale }, random);
      return [truth[0] + noise[0], truth[1] + noise[1]];
    },
    logDensity: (truth, released) => {
      requirePlace("truth", truth);
      requirePlace("released", released);
      return logPeak - planarDistance(truth, released) / scale;
    },
    radiusLaw: () => gammaTwoLaw(scale),
    privacyLossWithin,
    privacyLoss: () => ({ ...planarLaplacePld(guarantee.epsilon), attained: true }),
    worstPair: () => [
      [0, 0],
      [radius, 0],
    ],
  };
}

function requirePlace(name: string, place: Place): void {
  requireList(name, place, 2);
  for (const i of [0, 1]) requireFiniteData({ [`${name}[${i}]`]: place[i] });
}

/** Gamma(2, scale): density r / scale^2 e^(-r / scale). */
function gammaTwoLaw(scale: number): ContinuousLaw {
  return continuousLaw({
    logDensity: (r) => (r > 0 ? log(r) - 2 * log(scale) - r / scale : -Infinity),
    // 1 - (1 + x) e^-x, of which a series serves near 0, where the difference has no digits.
    cdf: (r) => {
      const x = r / scale;
      if (!(x > 0)) return 0;
      if (x < 0.01) return x * x * (0.5 - x * (1 / 3 - x * (1 / 8 - x * (1 / 30 - x / 144))));
      return 1 - exp(log1p(x) - x);
    },
    kinks: [0],
    range: [0, Infinity],
    mean: () => 2 * scale,
    variance: () => 2 * scale * scale,
  });
}
