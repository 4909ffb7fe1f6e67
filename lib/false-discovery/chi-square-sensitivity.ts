/**
 * Multiplicative sensitivity of a chi-square test: by how much one record can move ln max(p, mu).
 *
 * The test has a statistic X that is at least 0, and p = P(chi-square with `degrees` degrees of freedom > X). `rootChange` says by
 * how much a swapped record can move sqrt(X). For the test of goodness of fit that is known without looking at the data
 * (`goodnessOfFitChange`): X is the squared length of the vector of (observed - expected) / sqrt(expected), and a record that moves
 * from one category to another changes two entries of it, so by the triangle inequality sqrt(X) moves by sqrt(1 / e1 + 1 / e2) at
 * most, e1 and e2 being the two smallest expected counts.
 *
 * Theorem: the density of the root of a chi-square variable, proportional to s^(k - 1) e^(-s^2 / 2), is log-concave for every k >=
 * 1, and so is its tail S: eta(mu) = ln S(s - d) - ln mu at S(s) = mu, where d is the change of the root and s - d is taken as 0
 * where it is below.
 * Source: Dwork, Su, Zhang (2018) for the definition; the rest is derived here and checked over all tables of counts with few records.
 * Accuracy: the least eta that holds for every statistic whose root moves by d; counts are integers and may move it less, so for a
 * given table of expected counts it is an upper bound. Rounded up as `multiplicative-sensitivity.ts` states.
 * Limits: for `swap`, where n is public. Not for tests of independence, whose expected counts depend on the data. The p-value
 * itself is asymptotic.
 * @example
 * ```ts
 * import { chiSquareSensitivity, goodnessOfFitChange } from "epsilab/false-discovery";
 * const rootChange = goodnessOfFitChange([250, 250, 500]);
 * chiSquareSensitivity({ degrees: 2, rootChange, floor: 1e-3 }); // => 0.3284...
 * ```
 * @claim mult-sensitivity
 */
import { logUpperGamma, upperGammaInverse } from "../numerics/incomplete-gamma.ts";
import { declare, integer, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, requireList, requirePositive } from "../numerics/requirements.ts";
import { FLOOR, roundedUp } from "./multiplicative-sensitivity.ts";

/** The accuracy of the tails is stated up to here. */
const MOST_DEGREES = 1e9;

export const chiSquareSensitivityParameters = declare({
  /** Degrees of freedom. */
  degrees: integer(1, MOST_DEGREES),
  /** The most by which one record moves the root of the statistic. */
  rootChange: positive,
  ...FLOOR,
});

export interface ChiSquareSensitivityParameters extends ParametersOf<typeof chiSquareSensitivityParameters> {}

export function chiSquareSensitivity(parameters: ChiSquareSensitivityParameters): number {
  const { degrees, rootChange, floor } = chiSquareSensitivityParameters.read(parameters);
  const logPValue = (root: number) => logUpperGamma(degrees / 2, (Math.max(0, root) * Math.max(0, root)) / 2);
  // The ratio grows with the root: one that is a little too large is on the safe side.
  const reach = Math.sqrt(2 * upperGammaInverse(degrees / 2, floor)) * (1 + 1e-13);
  return roundedUp(logPValue(reach - rootChange) - logPValue(reach), floor);
}

/** The most by which a swapped record moves the root of the statistic of goodness of fit, from the counts that the null expects. */
export function goodnessOfFitChange(expected: readonly number[]): number {
  requireList("expected", expected);
  if (expected.length < 2) refuse("expected", "of at least two categories", expected);
  requirePositive(Object.fromEntries(expected.map((count, i) => [`expected[${i}]`, count])));
  const [least, next] = [...expected].sort((a, b) => a - b);
  const change = Math.sqrt(1 / least + 1 / next);
  requirePositive({ "sqrt(1 / expected + 1 / expected)": change });
  return change;
}
