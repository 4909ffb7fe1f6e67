/**
 * How the functions of lib/figures and lib/attacks are called, for the fuzz test.
 */
import fc from "fast-check";
import { rateFigure } from "../../lib/index.ts";
import { listOf, moderate, oneOf, openProbability, probability, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

/** Whatever is written in a figure is text, and may be any. */
const TEXT = /caption|source|label|name|title|text|row|column|unit|plotly/i;
const texts = { caption: fc.constant("What is seen."), source: fc.constant("a source") };
const axis = record({ label: fc.constant("a label") });
const series = record({ name: fc.constant("a name"), x: listOf(moderate, 3, 3), y: listOf(moderate, 3, 3) });
const panels = listOf(record({ title: fc.constant("a panel"), estimates: listOf(series, 1, 2) }), 1, 2);
/** Callers get figures whole. */
const made = fc.constant(
  Object.assign(
    Object.create(null),
    rateFigure({
      caption: "What is seen.",
      source: "a source",
      x: { label: "x" },
      y: { label: "y" },
      panels: [{ title: "a panel", estimates: [{ name: "a", x: [1, 2, 3], y: [1, 2, 3] }] }],
    } as never),
  ),
);
const verdict = oneOf("holds", "violated", "inconclusive", "not-refuted");
const errors = record({
  name: fc.constant("a name"),
  typeOne: fc.constant([0, 0.3, 1]),
  typeTwo: fc.constant([1, 0.4, 0]),
});
/** Numbers of curves are not spoiled: the ticks of an axis of hundreds of decades take too long. */
const free = { free: TEXT, infinite: true, fixed: /\.[xy]\.\d|epsilon|delta|nominal|type(One|Two)\.\d/ };

const declared = { ...free, isDeclared: true };

export const FIGURES: Readonly<Record<string, Entry>> = {
  captioned: takes([made], free),
  coverageFigure: takes([record({ ...texts, x: axis, panels, nominal: probability })], declared),
  densityFigure: takes([record({ ...texts, x: axis, laws: listOf(series, 1, 2), epsilon: moderate })], declared),
  eventFigure: takes(
    [
      record({
        ...texts,
        x: axis,
        bins: fc.constant([
          { lower: 0, upper: 1 },
          { lower: 1, upper: 3 },
        ]),
        histograms: listOf(record({ name: fc.constant("a name"), shares: listOf(probability, 2, 2) }), 1, 2),
        event: fc.constant([[0, 2]]),
        isRare: oneOf(true, false),
      }),
    ],
    { ...declared, fixed: /bins|event/ },
  ),
  figure: takes([made], free),
  figureFromJson: takes([made], free),
  figurePage: takes([made, record({ title: fc.constant("a title"), plotly: fc.constant("") })], {
    ...free,
    unchecked: true,
  }),
  rateFigure: takes([record({ ...texts, x: axis, y: axis, panels })], declared),
  // It begins with the picture of renderSvg, which is spoiled there.
  renderPng: takes([made], { ...free, slow: 100, fixed: /./, unchecked: true }),
  renderSvg: takes([made], { ...free, slow: 10 }),
  tailFigure: takes([record({ ...texts, x: axis, panels })], declared),
  tradeOffFigure: takes(
    [
      record({
        ...texts,
        panels: listOf(record({ exact: errors, claim: record({ epsilon: moderate, delta: openProbability }) }), 1, 2),
      }),
    ],
    declared,
  ),
  verdictGrid: takes(
    [
      record({
        ...texts,
        rowLabel: fc.constant("rows"),
        columnLabel: fc.constant("columns"),
        rows: fc.constant(["a", "b"]),
        columns: fc.constant(["c"]),
        cells: listOf(record({ row: oneOf("a", "b"), column: fc.constant("c"), verdict }), 1, 1),
      }),
    ],
    declared,
  ),
};
