/**
 * Stated value: a value that an example states in a comment, `expression; // => value`, held against what is printed.
 *
 * `...` in it stands for more digits: `log(3); // => 1.0986...`.
 */

/** Whether a printed value is the stated one, quotes and blanks apart. */
export function agreesWithStated(stated: string, actual: string): boolean {
  const plain = (text: string) => text.replaceAll('"', "'").replaceAll(/\s+/g, "");
  const pattern = plain(stated)
    .split("...")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\de.+-]*");
  return new RegExp(`^${pattern}$`).test(plain(actual));
}
