/**
 * Sums over short intervals: Gauss-Legendre with eight points, or four where the interval is a sixteenth of a panel.
 *
 * Source of nodes and weights: Abramowitz, Stegun (1964), table 25.4, with more digits from the zeros of the Legendre polynomials.
 */
interface GaussRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Nodes in (0, 1) with their weights, and their mirror images. */
function ruleOf(nodes: readonly number[], weights: readonly number[]): GaussRule {
  return {
    nodes: Float64Array.from([...nodes.map((node) => -node), ...nodes]),
    weights: Float64Array.from([...weights, ...weights]),
  };
}

const EIGHT = ruleOf(
  [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363],
  [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763],
);
const FOUR = ruleOf([0.3399810435848563, 0.8611363115940526], [0.6521451548625461, 0.3478548451374538]);

interface Panel {
  readonly from: number;
  readonly to: number;
  /** The width over which eight points suffice. */
  readonly panel: number;
}

/**
 * The nodes on (-1, 1) and their weights, and into how many equal parts the interval is cut: with r half the width of a part and c its
 * middle, the integral of f over the part is the sum of r weight f(c + r node).
 */
export function panelRule({ from, to, panel }: Panel): GaussRule & { readonly panels: number } {
  const rule = 16 * (to - from) <= panel ? FOUR : EIGHT;
  return { nodes: rule.nodes, weights: rule.weights, panels: Math.max(1, Math.ceil((to - from) / panel)) };
}

/**
 * What is left of a panel of a normal density that is integrated this many standard deviations out: 12 of them, a tail of 2e-33, need none
 * of it cut; beyond, the density falls by e^3 over a quarter of a deviation and more, which eight points would follow to 1e-9 only.
 */
export function panelShare(deviations: number): number {
  return Math.min(1, 12 / deviations);
}

/** What is allowed for the masses of a loss if it says nothing else: see `loss-composition.ts`. */
export const MASS_ERROR = 5e-13;

/**
 * The relative error of masses under normal densities whose centres are up to `distance` deviations from 0: a place is rounded by
 * 2^-53 of its distance from 0, at most 38 + `distance` deviations, and the density changes by up to 38 times that.
 */
export function normalMassError(distance: number): number {
  return Math.max(MASS_ERROR, 2e-13 + 1e-14 * distance);
}
