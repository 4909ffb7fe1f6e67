import { describe, expect, it } from "vitest";
import type { ScatterTrace } from "./plotly.ts";
import { bandTrace, estimateTraces, lineTrace, type PanelScales } from "./series.ts";

const linear: PanelScales = { x: { scale: "linear", range: [0, 10] }, y: { scale: "linear", range: [0, 1] } };
const logs: PanelScales = { x: { scale: "log", range: [0, 1] }, y: { scale: "log", range: [-3, 0] } };
const style = { color: "#0072b2", symbol: "circle" } as const;

describe("estimateTraces", () => {
  it("gives each point its interval, as lengths above and below", () => {
    const [trace] = estimateTraces(
      { name: "a", x: [1], y: [0.5], lower: [0.25], upper: [1] },
      style,
      linear,
    ) as ScatterTrace[];
    expect(trace.error_y).toMatchObject({ array: [0.5], arrayminus: [0.25], symmetric: false });
  });

  it("ends an interval that reaches 0 at the foot of a log axis", () => {
    const [trace] = estimateTraces(
      { name: "a", x: [1], y: [0.5], lower: [0], upper: [1] },
      style,
      logs,
    ) as ScatterTrace[];
    expect(trace.error_y?.arrayminus).toEqual([0.499]);
  });

  it("shows an estimate of 0 on a log axis by its upper limit, under a name of its own", () => {
    const series = { name: "a", x: [1, 2], y: [0.5, 0], lower: [0.4, 0], upper: [0.6, 0.01] };
    const traces = estimateTraces(series, style, logs) as ScatterTrace[];
    expect(traces.map(({ name, x, y }) => ({ name, x, y }))).toEqual([
      { name: "a", x: [1], y: [0.5] },
      { name: "a: none seen, upper limit", x: [2], y: [0.01] },
    ]);
    expect(traces[1].marker?.symbol).toBe("triangle-down-open");
  });

  it("refuses an interval that misses its estimate", () => {
    expect(() => estimateTraces({ name: "a", x: [1], y: [2], lower: [3], upper: [4] }, style, linear)).toThrow(
      'interval 0 of "a" must be around 2, got "[3, 4]"',
    );
  });

  it.each([
    [{ name: "a", x: [1, 2], y: [1] }, 'y of "a" must be of length 2, got an array of length 1'],
    [{ name: "a", x: [1], y: [Number.NaN] }, 'y[0] of "a" must be finite, got NaN'],
  ])("refuses columns that are not whole (case %#)", (series, message) => {
    expect(() => estimateTraces(series, style, linear)).toThrow(message);
  });
});

describe("lineTrace", () => {
  it("leaves out what has no place on a log axis", () => {
    const { x, y } = lineTrace({ name: "a", x: [0, 1, 2], y: [1, 0.5, 0] }, { color: "#000000", dash: "solid" }, logs);
    expect({ x, y }).toEqual({ x: [1], y: [0.5] });
  });
});

describe("bandTrace", () => {
  it("runs along the lower edge and back along the upper one", () => {
    const { x, y } = bandTrace({ name: "a", x: [1, 2], lower: [0.1, 0], upper: [0.3, 0.4] }, "#000000", logs);
    expect(x).toEqual([1, 2, 2, 1]);
    expect(y).toEqual([0.1, 0.001, 0.4, 0.3]);
  });
});
