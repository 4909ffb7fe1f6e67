/**
 * The least and the largest of many numbers. `Math.max(...values)` passes each as an argument, and a hundred thousand overflow the stack.
 *
 * NaN among the values makes the result NaN; of no values the largest is -Infinity and the least Infinity, as with `Math.max()` and
 * `Math.min()`.
 */
export function largestOf(values: ArrayLike<number>): number {
  let found = -Infinity;
  for (let i = 0; i < values.length; i++) found = Math.max(found, values[i]);
  return found;
}

export function leastOf(values: ArrayLike<number>): number {
  let found = Infinity;
  for (let i = 0; i < values.length; i++) found = Math.min(found, values[i]);
  return found;
}
