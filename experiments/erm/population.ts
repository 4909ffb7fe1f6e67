/**
 * The population of the harness: x uniform on the unit sphere, y = 1 with the logistic probability of <truth, x>, otherwise -1.
 *
 * Its risk and accuracy are exact integrals over one coordinate, so that no fresh sample is needed: by symmetry the mean logistic loss of w
 * depends on |w| and on its coordinate along the truth alone, the accuracy on the angle between the two. A coordinate x has a density
 * proportional to (1 - x^2)^((d - 3) / 2) on [-1, 1]; with x = 1 - u^2 the integrands are smooth from d = 2 on.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { lowerBeta } from "../../lib/numerics/incomplete-beta.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import { findMinimum } from "../../lib/numerics/minimum.ts";
import { pow } from "../../lib/numerics/power.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { dot, norm } from "../../lib/numerics/smooth-objective.ts";

const DIRECTION = [4, -3, 2];

/** (4, -3, 2, 0, ...), of which the first coordinates are kept. */
export function truthOf(dimension: number): Float64Array {
  return Float64Array.from({ length: dimension }, (_, k) => DIRECTION[k] ?? 0);
}

interface Population {
  readonly truth: Float64Array;
  /** E log(1 + exp(-y <w, x>)). */
  risk(w: Float64Array): number;
  /** How often the sign of <w, x> is y, to 1e-6. */
  accuracy(w: Float64Array): number;
}

const known = new Map<number, Population>();

/** One for each dimension, of 2 or more. */
export function populationOf(dimension: number): Population {
  const found = known.get(dimension) ?? build(dimension);
  known.set(dimension, found);
  return found;
}

function build(dimension: number): Population {
  const truth = truthOf(dimension);
  const length = norm(truth);
  const mean = sphereMean(dimension);
  // E[p(x) <w, x>], with p the probability of y = 1, is linear in the coordinate of w along the truth.
  const pull = mean((x) => (x * tanh((length * x) / 2)) / 2);
  return {
    truth,
    risk: (w) => {
      const reach = norm(w) / 2;
      const even = mean((x) => reach * x + log1p(exp(-2 * reach * x)), reach > 8 ? [Math.sqrt(1 - 4 / reach)] : []);
      return even - (dot(w, truth) / length) * pull;
    },
    accuracy: (w) => {
      const size = norm(w);
      if (size === 0) return 0.5;
      const cosine = Math.max(-1, Math.min(1, dot(w, truth) / (length * size)));
      const sine = Math.sqrt(1 - cosine * cosine);
      // At a coordinate x along the truth: how much likelier <w, x> has the sign of x than the other, were the cosine positive.
      const lean = (x: number) => {
        const place = (cosine * x) / sine;
        const share = (place * place) / (1 - x * x);
        if (!(share < 1)) return 1;
        return dimension === 2 ? 0 : lowerBeta({ x: share, a: 0.5, b: (dimension - 2) / 2 });
      };
      const gain = mean((x) => tanh((length * x) / 2) * lean(x), [Math.sqrt(1 - sine)], 1e-6);
      return 0.5 + (Math.sign(cosine) * gain) / 2;
    },
  };
}

/** The mean of an even function of one coordinate of a uniform point on the sphere; `kinks` are places of u = sqrt(1 - x). */
function sphereMean(dimension: number) {
  const weight = (u: number) => pow(u, dimension - 2) * pow(2 - u * u, (dimension - 3) / 2);
  const total = integrate(weight, { lower: 0, upper: 1, relativeTolerance: 1e-12 }).value;
  return (f: (x: number) => number, kinks: readonly number[] = [], relativeTolerance = 1e-11) =>
    integrate((u) => f(1 - u * u) * weight(u), { lower: 0, upper: 1, kinks, relativeTolerance }).value / total;
}

/** The multiple of the truth that minimises the population's risk with the penalty (penalty/2) ||w||^2: where solvers begin. */
export function populationMinimiser(dimension: number, penalty: number): Float64Array {
  const { truth, risk } = populationOf(dimension);
  const at = (share: number) => truth.map((entry) => share * entry);
  const square = dot(truth, truth);
  const objective = (share: number) => risk(at(share)) + 0.5 * penalty * share * share * square;
  return at(findMinimum(objective, { lower: 0, upper: 1, tolerance: 1e-3 }).at);
}
