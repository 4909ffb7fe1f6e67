/**
 * How the functions of lib/adaptive are called, for the fuzz test.
 */
import fc from "fast-check";
import { stream } from "../../lib/random/index.ts";
import { anyNumber, count, listOf, moderate, oneOf, openProbability, positive, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const relation = oneOf("swap", "add-remove", "zero-out", "event");
const comparison = { epsilon: positive, sensitivity: positive, threshold: anyNumber, neighbours: relation };
const values = listOf(anyNumber, 0, 5);
/** What a session says to three queries, as many as it takes. */
const conversation = (session: { ask(value: number): unknown }) => {
  const answers: unknown[] = [];
  for (const value of [-1, 0, 1]) {
    try {
      answers.push(session.ask(value));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      break;
    }
  }
  return answers;
};
const starts = {
  follow: (mechanism: { start(random: unknown): { ask(value: number): unknown } }) =>
    conversation(mechanism.start(stream(1, "fuzz"))),
};

export const ADAPTIVE: Readonly<Record<string, Entry>> = {
  aboveThreshold: takes([record(comparison)], { inputs: values, ...starts }),
  aboveThresholdError: takes(
    [record({ epsilon: positive, sensitivity: positive }), record({ queries: count, beta: openProbability })],
    { range: [0, Infinity], infinite: true },
  ),
  logAnswersProbability: takes(
    [
      record({ thresholdScale: moderate, queryScale: moderate }),
      listOf(anyNumber, 2, 2),
      fc.constant([true, false] as const),
    ],
    { range: [-Infinity, 0], infinite: true, free: /2\.[01]/ },
  ),
};
