/**
 * Multiplicative sensitivity of the z test: by how much one record can move ln max(p, mu).
 *
 * The test takes the mean of n records, each clamped to [lower, upper], and the known standard deviation `sigma` of a record: z is
 * sqrt(n) times (mean - null mean) / sigma, and p = Q(z), the upper normal tail, or 2 Q(|z|) with two sides. A swapped record moves
 * z by d = (upper - lower) / (sigma sqrt(n)) at most.
 *
 * Theorem: ln Q is concave, so that ln Q(z) - ln Q(z + d) grows with z, and ln Q(z) - ln mu falls: eta(mu) = ln Q(z - d) - ln mu at
 * Q(z) = mu. With two sides 2 Q(|z|) stands for Q(z), and |z| is never below 0.
 * Source: Dwork, Su, Zhang (2018) for the definition; the concavity is that of the logarithm of a log-concave tail (Bagnoli,
 * Bergstrom 2005).
 * Accuracy: exact up to the rounding up that `multiplicative-sensitivity.ts` states, if the clamped records can bring z to both
 * sides of mu; an upper bound if not.
 * Limits: for `swap`, where n and sigma are public. p-values of clamped records are valid only if the null holds for them.
 * @example
 * ```ts
 * import { gaussianSensitivity } from "epsilab/false-discovery";
 * gaussianSensitivity({ size: 1000, lower: -3, upper: 3, sigma: 1, floor: 1e-3, sides: 1 }); // => 0.6221...
 * ```
 * @claim mult-sensitivity
 */
import { log } from "../numerics/logarithm.ts";
import { logNormalCdf } from "../numerics/normal.ts";
import { logNormalQuantile } from "../numerics/normal-quantile.ts";
import { count, declare, finite, oneOf, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { FLOOR, roundedUp } from "./multiplicative-sensitivity.ts";

export const gaussianSensitivityParameters = declare(
  {
    /** How many records there are, n. */
    size: count,
    /** Records are clamped to [lower, upper]. */
    lower: finite,
    upper: finite,
    /** The standard deviation of a record under the null. */
    sigma: positive,
    ...FLOOR,
    sides: oneOf(1, 2),
  },
  ({ lower, upper }) => {
    if (!(lower < upper)) refuse("upper", `above lower (${lower})`, upper);
  },
);

export interface GaussianSensitivityParameters extends ParametersOf<typeof gaussianSensitivityParameters> {}

export function gaussianSensitivity(parameters: GaussianSensitivityParameters): number {
  const { size, lower, upper, sigma, floor, sides } = gaussianSensitivityParameters.read(parameters);
  const move = (upper - lower) / sigma / Math.sqrt(size);
  requirePositive({ "(upper - lower) / (sigma sqrt(records))": move });
  const logSides = sides === 2 ? Math.LN2 : 0;
  const logPValue = (z: number) => (sides === 2 && z <= 0 ? 0 : Math.min(0, logSides + logNormalCdf(-z)));
  const edge = -logNormalQuantile(log(floor) - logSides);
  // The ratio grows with z: an edge that is a little too far is on the safe side.
  const reach = edge + 1e-13 * Math.abs(edge);
  return roundedUp(logPValue(reach - move) - logPValue(reach), floor);
}
