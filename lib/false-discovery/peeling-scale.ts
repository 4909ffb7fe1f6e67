import { lowerUntil } from "../numerics/outward-rounding.ts";
import { scale as anyScale, count, type ParametersOf } from "../numerics/parameters.ts";
import { requireScale } from "../numerics/requirements.ts";
import { findRoot } from "../numerics/root.ts";
import { pureToZeroConcentrated } from "../privacy/conversions/pure-conversions.ts";
import { zeroConcentratedRhoFor } from "../privacy/conversions/zero-concentrated-conversions.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import { type ApproximateGuarantee, pure } from "../privacy/guarantees/guarantee.ts";

const PEELING = {
  /** How often the smallest is taken away, k. */
  peels: count,
  /** Of each score. */
  sensitivity: anyScale,
};

export const peelingParameters = withBudget(["pure", "approximate"], PEELING);
export type PeelingParameters = ParametersOf<typeof peelingParameters>;

/** The scale of the noise of peeling that is (epsilon, delta)-private. */
export function peelingScale(parameters: PeelingParameters): number {
  const { guarantee, peels, sensitivity } = peelingParameters.read(parameters);
  const { epsilon } = guarantee;
  requireScale({ epsilon });
  const pureShare = epsilon / (3 * peels);
  const share = guarantee.kind === "pure" ? pureShare : Math.max(pureShare, concentratedShare(guarantee, peels));
  const scale = (sensitivity / share) * (1 + 4 * Number.EPSILON);
  requireScale({ "3 * peels * sensitivity / epsilon": scale });
  return scale;
}

/** The largest x = D / s whose k peels fit into the rho that epsilon and delta allow. */
function concentratedShare({ epsilon, delta }: ApproximateGuarantee, peels: number): number {
  const rho = zeroConcentratedRhoFor({ epsilon, delta });
  if (rho === 0) return 0;
  const excess = (share: number) => peels * peelRho(share) - rho;
  // 2x tanh(x) + x tanh(x / 2) is at least 2x tanh(x) and at most 5x^2 / 2.
  const lower = Math.sqrt((0.4 * rho) / peels) * (1 - 1e-9);
  const upper = rho / peels + Math.sqrt(rho / peels) + 1e-300;
  if (!(lower > 0) || excess(lower) > 0 || !(excess(upper) >= 0)) return 0;
  return lowerUntil(findRoot(excess, { lower, upper }), (share) => excess(share) <= 0);
}

/** The rho of one peel. */
function peelRho(share: number): number {
  return pureToZeroConcentrated(pure(2 * share)).rho + pureToZeroConcentrated(pure(share)).rho;
}
