/**
 * Stream growth: how long and how much text waits to be joined, by how much of the same output went before.
 *
 * A notebook's page goes through all text of an output whenever some is added to it, so messages that stay small cost it quadratic
 * time. Where they grow with what is there already, the first lines still come at once, and few messages follow.
 * Limits: what comes within a second of the text before it may wait for that second. No message is larger than what a Jupyter
 * server with its default settings passes on (front/output-pace.ts).
 */
const WAIT = { least: 20, most: 1000 };
const CHARACTERS_PER_MILLISECOND = 1000;

/** The most, twelve times what the runtime says at once, is such that three messages of usual text fit into five seconds of the pace. */
const CHARACTERS = { least: 262_144, most: 786_000 };
const MOST_BYTES = 2_500_000;

const inSixBytes = "\\u0000-\\u0007\\u000b\\u000e-\\u001f";
const longInJson = new RegExp(`[${inSixBytes}]`);

/** For how many milliseconds text waits after so many characters. */
export function waitAfter(printed: number): number {
  return Math.min(WAIT.most, Math.max(WAIT.least, printed / CHARACTERS_PER_MILLISECOND));
}

/** How many characters wait after so many. */
export function charactersAfter(printed: number): number {
  return Math.min(CHARACTERS.most, Math.max(CHARACTERS.least, printed));
}

/** Whether texts that take at most so many bytes may be too much for one message. */
export function isTooMuch(bytes: number): boolean {
  return bytes > MOST_BYTES;
}

/** How many bytes a text takes at most in a message, which is JSON. */
export function mostBytesOf(text: string): number {
  return longInJson.test(text) ? 6 * text.length : 2 * Buffer.byteLength(text);
}
