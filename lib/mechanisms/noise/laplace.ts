/**
 * Laplace mechanism: add Laplace noise to a number.
 *
 * Theorem: if f(D) and f(D') differ by at most `sensitivity` for all neighbours, f(D) + Laplace(sensitivity / epsilon) is
 * epsilon-differentially private. The quotient is the scale of the noise; its standard deviation is sqrt 2 times as large.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), theorem 1, doi:10.1007/11681878_14.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study. For release: `gridLaplace`, `discreteLaplace`.
 * @example
 * ```ts
 * import { laplace, stream } from "epsilab";
 * const mechanism = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
 * mechanism.guarantee; // => { kind: "pure", epsilon: 1 }
 * mechanism.release(42, stream(20261115, "example")); // => 42.6365...
 * ```
 * @claim laplace-mechanism
 * @also laplace mechanism
 */
import { type ParametersOf, positive } from "../../numerics/parameters.ts";
import { requireFiniteData, requirePositive } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillLaplace, sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { shift } from "./shift.ts";

export const laplaceParameters = withBudget(["pure"], {
  /** How far the values of neighbours are apart, at most. */
  sensitivity: positive,
  neighbours: anyNeighbours,
});

export type LaplaceParameters = ParametersOf<typeof laplaceParameters>;

export function laplace(parameters: LaplaceParameters): ClosedMechanism<number, number, Stream, ContinuousLaw> {
  const { guarantee, sensitivity, neighbours } = laplaceParameters.read(parameters);
  const scale = sensitivity / guarantee.epsilon;
  requirePositive({ "sensitivity / epsilon": scale });
  return {
    name: "laplace",
    neighbours,
    guarantee,
    release: (value, random) => {
      requireFiniteData({ value });
      return value + sampleLaplace(scale, random);
    },
    releaseMany: (value, out, random) => {
      requireFiniteData({ value });
      return shift(fillLaplace(scale, out, random), value);
    },
    law: (value) => {
      requireFiniteData({ value });
      return laplaceLaw(value, scale);
    },
    privacyLoss: () => ({ ...laplacePld({ scale, sensitivity, samplingRate: 1 }), attained: true }),
    worstPair: () => [0, sensitivity],
  };
}
