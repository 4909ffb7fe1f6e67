/**
 * How the functions of lib/data are called, for the fuzz test.
 */
import fc from "fast-check";
import { categoryRules, domain, flagRules, numberBounds, numberColumn } from "../../lib/data/domain.ts";
import { mnistParameters } from "../../lib/data/mnist.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { stream } from "../../lib/random/stream.ts";
import { anyNumber, count, listOf, oneOf, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const missing = fc.oneof(oneOf("refuse", "drop"), fc.constant({ as: 0 }));
const bounds = argumentsOf(numberBounds, {
  kind: oneOf("number"),
  lower: fc.integer({ min: -9, max: 0 }),
  upper: count,
  unit: oneOf("mm"),
  missing,
});
/** Unit of privacy and columns, as a caller writes them. */
const declared = record({
  columns: bounds.map((ends) => ({ x: { ...(ends as object), kind: "number" } })),
  person: fc.oneof(oneOf("row"), record({ column: oneOf("who"), atMost: count, keep: oneOf("first") })),
});
const small = domain({ columns: { x: numberColumn({ lower: 0, upper: 1 }) }, person: "row" });

export const DATA: Readonly<Record<string, Entry>> = {
  adultLike: takes([count, fc.nat().map((seed) => stream(seed, "fuzz"))]),
  categoryColumn: takes(
    [fc.constant(["a", "b"]), argumentsOf(categoryRules, { other: oneOf("refuse"), missing: oneOf("refuse", "drop") })],
    { free: /^0/, isDeclared: 1 },
  ),
  // The name of a column may be any.
  domain: takes([declared], { free: /column/, isDeclared: true }),
  exactColumn: takes([listOf(anyNumber, 0).map((x) => tableFrom({ x }, small)), oneOf("x")]),
  flagColumn: declares(flagRules, { own: { missing: oneOf("refuse", "drop") } }),
  integerColumn: takes([bounds], { free: /unit/, isDeclared: true }),
  iris: takes([oneOf("centimetres", "scaled")]),
  irisTable: takes([]),
  // Refused whatever else is asked: whether the package is there must not matter.
  loadMnist: takes([argumentsOf(mnistParameters).map((given) => ({ ...(given as object), start: 60_000 }))], {
    fixed: /start/,
    isDeclared: true,
  }),
  numberColumn: takes([bounds], { free: /unit/, isDeclared: true }),
  tableFrom: takes(
    [record({ x: listOf(anyNumber), who: fc.constant(["p", "q", "r", "p", "q", "r"]) }), fc.constant(small)],
    {
      free: /who|^0/,
      open: /^0/,
      fixed: /^1/,
    },
  ),
};
