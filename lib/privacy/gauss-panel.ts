/**
 * Sums over short intervals: Gauss-Legendre with eight points, or four where the interval is a sixteenth of a panel.
 *
 * Source of nodes and weights: Abramowitz, Stegun (1964), table 25.4, with more digits from the zeros of the Legendre polynomials.
 */
const EIGHT = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
];
const FOUR = [
  [0.3399810435848563, 0.6521451548625461],
  [0.8611363115940526, 0.3478548451374538],
];

/** Calls `visit(x, weight)` so that the sum of weight f(x) is the integral of f. */
export function visitPanel(
  { from, to, panel }: { readonly from: number; readonly to: number; readonly panel: number },
  visit: (x: number, weight: number) => void,
): void {
  const rule = 16 * (to - from) <= panel ? FOUR : EIGHT;
  const count = Math.max(1, Math.ceil((to - from) / panel));
  const half = (to - from) / (2 * count);
  for (let k = 0; k < count; k++) {
    const middle = from + (2 * k + 1) * half;
    for (const [node, weight] of rule) {
      visit(middle - half * node, half * weight);
      visit(middle + half * node, half * weight);
    }
  }
}
