/**
 * Integral of exp(-f) from 0 to infinity, for f convex, increasing and zero at 0: a tail in units of its density at the edge.
 *
 * Method: Gauss-Legendre with 32 nodes on [0, u], where f(u) is at least 38, so that less than 1e-16 is cut off.
 * The shape of f lies between a line (an exponential tail) and a parabola (half a bell), and for both the rule is exact to
 * the last digits. All terms are positive: nothing cancels, however deep the tail.
 * Source of the nodes and weights: the zeros of the Legendre polynomial, `reference/gamma-coefficients.py`.
 */
import { exp } from "./exponential.ts";

const NODES = [
  0.04830766568773832, 0.1444719615827965, 0.23928736225213706, 0.33186860228212767, 0.42135127613063533,
  0.5068999089322294, 0.5877157572407623, 0.6630442669302152, 0.7321821187402897, 0.7944837959679424, 0.84936761373257,
  0.8963211557660521, 0.9349060759377397, 0.9647622555875064, 0.9856115115452684, 0.9972638618494816,
];
const WEIGHTS = [
  0.0965400885147278, 0.09563872007927486, 0.09384439908080457, 0.09117387869576389, 0.08765209300440381,
  0.08331192422694675, 0.07819389578707031, 0.0723457941088485, 0.06582222277636185, 0.058684093478535544,
  0.050998059262376175, 0.04283589802222668, 0.03427386291302143, 0.02539206530926206, 0.01627439473090567,
  0.007018610009470096,
];
const DEPTH = 38;

/** `slope` and `curvature` are those of f at 0; they only place the end of the range. */
export function tailIntegral(f: (v: number) => number, slope: number, curvature: number): number {
  const flatEnd = Math.sqrt((2 * DEPTH) / curvature);
  const steepness = (slope * flatEnd) / (2 * DEPTH);
  let end = steepness > 1e8 ? DEPTH / slope : flatEnd / (steepness + Math.sqrt(1 + steepness * steepness));
  // f is convex, so stretching in proportion reaches the depth or more.
  const reached = f(end);
  if (reached < DEPTH) end *= DEPTH / reached;
  const half = end / 2;
  let sum = 0;
  for (let k = 15; k >= 0; k--) {
    const offset = half * NODES[k];
    sum += WEIGHTS[k] * (exp(-f(half + offset)) + exp(-f(half - offset)));
  }
  return half * sum;
}
