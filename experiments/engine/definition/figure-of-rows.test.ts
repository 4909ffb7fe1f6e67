import { describe, expect, it } from "vitest";
import { rateFigure } from "../../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../../lib/figures/tail-figure.ts";
import { largestOf, leastOf } from "../../../lib/numerics/extremes.ts";
import { by, figureOf, likeFirst, logPlaces, nearest, spread, where } from "./figure-of-rows.ts";
import {
  type CellRow,
  cellNumber,
  cellText,
  estimateOf,
  intervalOf,
  storedList,
  storedNumber,
  theoryOf,
} from "./row.ts";

function row(cell: CellRow["cell"], change: Partial<CellRow> = {}): CellRow {
  const error = Number(cell.size) * Number(cell.epsilon);
  return {
    part: "errors",
    claim: "c",
    cell,
    verdict: "holds",
    checks: { error: { verdict: "holds", estimate: error, lower: error / 2, upper: 2 * error, theory: 3 * error } },
    values: { half: error / 2 },
    ...change,
  };
}

/** Larger sizes come first, so that points have to be put in order. */
const rows = [0.5, 1].flatMap((epsilon) => [100, 10].map((size) => row({ epsilon, size })));
const control = row({ epsilon: 1, size: 10 }, { control: "broken", values: { half: 99 } });
const other = row({ epsilon: 1, size: 20 }, { part: "others" });

const frame = {
  kind: "rate",
  part: "errors",
  caption: "Errors.",
  source: "nobody",
  x: { label: "n", of: cellNumber("size") },
  y: { label: "error" },
} as const;
const levels = by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

describe("a figure of rows", () => {
  it("has a panel for each value of a column, and columns as points and lines in the order of x", () => {
    const declared = figureOf({
      ...frame,
      panels: levels,
      estimates: [{ name: "found", ...intervalOf("error") }],
      theory: [{ name: "claimed", role: "bound", y: theoryOf("error") }],
    });
    const panel = (epsilon: number) => ({
      title: `ε = ${epsilon}`,
      estimates: [
        {
          name: "found",
          x: [10, 100],
          y: [10 * epsilon, 100 * epsilon],
          lower: [5 * epsilon, 50 * epsilon],
          upper: [20 * epsilon, 200 * epsilon],
        },
      ],
      theory: [{ name: "claimed", role: "bound" as const, x: [10, 100], y: [30 * epsilon, 300 * epsilon] }],
    });
    const { caption, source, y } = frame;
    expect(declared.parts).toEqual(["errors"]);
    expect(declared.draw([...rows, control, other])).toEqual(
      rateFigure({ caption, source, x: { label: "n" }, y, panels: [panel(0.5), panel(1)] }),
    );
  });

  it("has a series for each value of a column, its theory in its colour, curves and levels over the x of all points", () => {
    const declared = figureOf({
      ...frame,
      estimates: [{ by: levels, y: estimateOf("error") }],
      theory: [
        { name: (level) => `claimed, ${level}`, of: levels, y: theoryOf("error") },
        { name: "square", role: "bound", curve: (x, own) => x * x * own.length, over: logPlaces(3) },
        { name: "one", role: "bound", level: 1 },
      ],
    });
    const { caption, source, y } = frame;
    const places = logPlaces(3)([10, 100]);
    const panel = {
      estimates: [
        { name: "ε = 0.5", x: [10, 100], y: [5, 50] },
        { name: "ε = 1", x: [10, 100], y: [10, 100] },
      ],
      theory: [
        { name: "claimed, ε = 0.5", of: "ε = 0.5", x: [10, 100], y: [15, 150] },
        { name: "claimed, ε = 1", of: "ε = 1", x: [10, 100], y: [30, 300] },
        { name: "square", role: "bound" as const, x: places, y: places.map((x) => 4 * x * x) },
        { name: "one", role: "bound" as const, x: [10, 100], y: [1, 1] },
      ],
    };
    expect(declared.draw(rows)).toEqual(rateFigure({ caption, source, x: { label: "n" }, y, panels: [panel] }));
  });

  it("takes rows of other parts and of controls, panel by panel, and names all its parts", () => {
    const declared = figureOf({
      ...frame,
      rows: where({ epsilon: nearest(2), size: leastOf }),
      caption: ([{ cell }]) => `At ε = ${cell.epsilon}.`,
      estimates: [{ name: "half", y: storedNumber("half") }],
      panels: [{ title: "right" }, { title: "broken", control: "broken" }, { title: "other", part: "others" }],
    });
    expect(declared.parts).toEqual(["errors", "others"]);
    const figure = declared.draw([...rows, control, row({ epsilon: 1, size: 10 }, { part: "others" })]);
    expect(figure.caption).toBe("At ε = 1. Source: nobody.");
    expect(figure.data).toMatchObject([{ y: [5] }, { y: [99] }, { y: [5] }]);
  });

  it("draws a row that keeps lists as a curve, leaves out series without rows, and labels the axis at its points", () => {
    const curve = row({ epsilon: 1, size: 1 }, { values: { sizes: [1, 2, 4], errors: [8, 4, 2] } });
    const declared = figureOf({
      ...frame,
      kind: "tail",
      x: { label: "n", of: storedList("sizes"), ticksAtPoints: true },
      estimates: [
        { by: by(cellText("epsilon"), { 3: "three", 1: "one" }), y: storedList("errors") },
        { name: "none", rows: where({ epsilon: 7 }), y: storedList("errors") },
      ],
    });
    const { caption, source, y } = frame;
    const panel = { estimates: [{ name: "one", x: [1, 2, 4], y: [8, 4, 2] }], theory: [] };
    const x = { label: "n", ticks: [1, 2, 4] };
    expect(declared.draw([curve])).toEqual(tailFigure({ caption, source, x, y, panels: [panel] }));
  });

  it("refuses to be drawn without rows of its part, lists of different lengths, and a check that no row has", () => {
    const none = figureOf({ ...frame, rows: where({ size: 7, epsilon: nearest(1) }), estimates: [] });
    for (const given of [[], rows]) {
      expect(() => none.draw(given)).toThrow("rows of part errors to be drawn must be at least one, got none");
    }
    const uneven = row({ epsilon: 1, size: 1 }, { values: { sizes: [1, 2], errors: [8] } });
    const x = { label: "n", of: storedList("sizes") };
    const lists = figureOf({ ...frame, x, estimates: [{ name: "e", y: storedList("errors") }] });
    expect(() => lists.draw([uneven])).toThrow("y must be as many as x in a row, got 1 and 2");
    const unknown = figureOf({ ...frame, estimates: [{ name: "e", y: estimateOf("eror") }] });
    expect(() => unknown.draw(rows)).toThrow('check must be one of error in part errors, got "eror"');
  });
});

describe("choices of rows and of values", () => {
  it("keep the rows with the wanted values, with one that is chosen among those found, or with those of the first row", () => {
    expect(where({ epsilon: 1, size: largestOf })(rows)).toEqual([rows[2]]);
    expect(likeFirst("size")(rows)).toEqual([rows[0], rows[2]]);
    expect(nearest(0.8)([0.5, 1, 2])).toBe(1);
  });

  it("spread over the values from the least to the largest", () => {
    expect(spread(3)([5, 1, 4, 2, 3])).toEqual([1, 3, 5]);
    expect(spread(3)([2, 1])).toEqual([1, 2]);
    expect(logPlaces(3)([100, 1])[2]).toBeCloseTo(100, 10);
  });
});
