/**
 * How the functions of lib/data are called, for the fuzz test.
 */
import fc from "fast-check";
import { domain, numberColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { stream } from "../../lib/random/stream.ts";
import { anyNumber, count, listOf, oneOf, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const selection = record({ part: oneOf("training", "testing"), start: fc.nat(60_000), size: count });

const bounds = record({ lower: fc.integer({ min: -9, max: 0 }), upper: count, missing: oneOf("refuse", "drop") });
const rules = record({ missing: oneOf("refuse", "drop") });
/** Unit of privacy and columns, as a caller writes them. */
const declared = record({
  columns: bounds.map((ends) => ({ x: { kind: "number", ...ends } })),
  person: fc.oneof(oneOf("row"), record({ column: oneOf("who"), atMost: count, keep: oneOf("first") })),
});
const small = domain({ columns: { x: numberColumn({ lower: 0, upper: 1 }) }, person: "row" });

export const DATA: Readonly<Record<string, Entry>> = {
  adultLike: takes([count, fc.nat().map((seed) => stream(seed, "fuzz"))]),
  categoryColumn: takes([fc.constant(["a", "b"]), rules], { free: /^0/ }),
  // The name of a column may be any.
  domain: takes([declared], { free: /column/ }),
  exactColumn: takes([listOf(anyNumber, 0).map((x) => tableFrom({ x }, small)), oneOf("x")]),
  flagColumn: takes([rules]),
  integerColumn: takes([bounds]),
  iris: takes([oneOf("centimetres", "scaled")]),
  irisTable: takes([]),
  // Refused whatever else is asked: whether the package is there must not matter.
  loadMnist: takes([selection.map((given) => ({ ...given, start: 60_000 }))], { fixed: /start/ }),
  numberColumn: takes([bounds]),
  tableFrom: takes(
    [record({ x: listOf(anyNumber), who: fc.constant(["p", "q", "r", "p", "q", "r"]) }), fc.constant(small)],
    {
      free: /who|^0/,
      fixed: /^1/,
    },
  ),
};
