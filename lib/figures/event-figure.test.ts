import { describe, expect, it } from "vitest";
import { renderSvg } from "./drawing/render-svg.ts";
import { type EventFigure, eventFigure } from "./event-figure.ts";

const parts: EventFigure = {
  caption: "Outputs of both inputs",
  source: "draws",
  x: { label: "output" },
  bins: [0, 1, 2].map((lower) => ({ lower, upper: lower + 1 })),
  histograms: [
    { name: "input 0", shares: [0.5, 0.5, 0] },
    { name: "input 1", shares: [0, 0.25, 0.75] },
  ],
  event: [[2, 3]],
  isRare: false,
};

describe("eventFigure", () => {
  it("has an outline for each neighbour and shades the event", () => {
    const { data } = eventFigure(parts);
    expect(data.map(({ name }) => name)).toEqual(["event", "input 0", "input 1"]);
    expect(data[0].x).toEqual([2, 3, 3, 2]);
    expect(data[2].x).toEqual([0, 1, 1, 2, 2, 3]);
    expect(data[2].y).toEqual([0, 0, 0.25, 0.25, 0.75, 0.75]);
  });

  it("lets an empty bin end at the foot of a log axis", () => {
    const { data, layout } = eventFigure({ ...parts, isRare: true });
    const [foot] = (layout.yaxis as { range: readonly number[] }).range;
    expect(Math.min(...data[1].y)).toBeGreaterThan(0);
    expect(foot).toBeLessThan(-1.07); // log10 of 0.25 / 3: the least share is seen
  });

  it("names cells, and falls between them", () => {
    const bins = ["yes", "no"].map((name, k) => ({ lower: k - 0.4, upper: k + 0.4, name }));
    const histograms = parts.histograms.map(({ name, shares }) => ({ name, shares: shares.slice(0, 2) }));
    const { data, ...rest } = eventFigure({ ...parts, bins, histograms, event: [[-0.5, 0.5]] });
    expect(data[1].y).toEqual([0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0]);
    expect(renderSvg({ data, ...rest })).toContain("yes");
  });

  it("refuses shares that are not as many as the bins", () => {
    expect(() => eventFigure({ ...parts, bins: parts.bins.slice(1) })).toThrow(/^shares of "input 0" must be/);
  });
});
