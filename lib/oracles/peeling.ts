/**
 * The chance of a list of choices that are made one after another, each among the options that are left.
 */

/** `chanceOf` is the chance of the option at a place of the scores that are left. */
export function peeledChance(
  scores: readonly number[],
  list: readonly number[],
  chanceOf: (left: readonly number[], place: number) => number,
): number {
  let left = scores.map((_, option) => option);
  let product = 1;
  for (const option of list) {
    product *= chanceOf(
      left.map((other) => scores[other]),
      left.indexOf(option),
    );
    left = left.filter((other) => other !== option);
  }
  return product;
}
