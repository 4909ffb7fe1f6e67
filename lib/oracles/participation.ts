/**
 * How far a person who takes part in several steps moves the outcome of a matrix mechanism, over all sets of steps and all signs of what
 * the person adds.
 */

/** Steps `separation` apart, or at least so far. */
interface ListedPattern {
  readonly kind: "epochs" | "separated";
  readonly separation: number;
  readonly participations: number;
}

/** The largest norm of a sum of columns with signs, over the sets of columns that the pattern allows. */
export function largestParticipation(
  columns: readonly (readonly number[])[],
  { kind, separation, participations }: ListedPattern,
): number {
  const steps = columns.map((_, step) => step);
  let largest = 0;
  for (let mask = 1; mask < 1 << steps.length; mask++) {
    const set = steps.filter((step) => (mask >> step) & 1);
    const fits = (step: number, k: number) =>
      k === 0
        ? kind === "separated" || step < separation
        : kind === "epochs"
          ? step - set[k - 1] === separation
          : step - set[k - 1] >= separation;
    if (set.length > participations || !set.every(fits)) continue;
    for (let signs = 0; signs < 1 << (set.length - 1); signs++) {
      let square = 0;
      for (const row of columns[0].keys()) {
        const sum = set.reduce((total, step, k) => total + columns[step][row] * ((signs >> k) & 1 ? -1 : 1), 0);
        square += sum * sum;
      }
      largest = Math.max(largest, Math.sqrt(square));
    }
  }
  return largest;
}
