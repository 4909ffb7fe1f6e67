import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScatterTrace } from "../../plotly.ts";
import { axisScale } from "./axis-scale.ts";
import type { AxisView } from "./axis-view.ts";
import { thinned } from "./thinning.ts";

const view = (name: string, high: number): AxisView => ({
  axis: axisScale({ name, settings: {} }, []),
  range: [0, high],
  domain: [0, 1],
  anchor: name === "x" ? "y" : "x",
  overlaying: undefined,
  isStoodOn: false,
});
const resolution = { x: view("x", 600), y: view("y", 400), width: 600, height: 400 };
const trace = (part: Pick<ScatterTrace, "mode" | "x" | "y">): ScatterTrace => ({
  type: "scatter",
  name: "",
  xaxis: "x",
  yaxis: "y",
  ...part,
});

describe("a line of very many points", () => {
  const length = 50_000;
  const x = Array.from({ length }, (_, k) => (600 * k) / length);

  it("keeps the ends and the extremes of every column of pixels", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 50, maxLength: 200 }), (cycle) => {
        const y = Array.from({ length }, (_, k) => cycle[k % cycle.length]);
        const few = thinned(trace({ mode: "lines", x, y }), resolution, 1);
        expect(few.x.length).toBeLessThanOrEqual(8 * 601);
        for (const column of [0, 299, 599]) {
          const inside = y.filter((_, k) => Math.floor(x[k]) === column);
          const kept = few.y.filter((_, k) => Math.floor(few.x[k]) === column);
          expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...inside), Math.max(...inside)]);
          expect([kept[0], kept.at(-1)]).toEqual([inside[0], inside.at(-1)]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("keeps its gaps", () => {
    const y = x.map((_, k) => (k === 30_000 ? Number.NaN : 1));
    expect(thinned(trace({ mode: "lines", x, y }), resolution, 1).y.filter(Number.isNaN)).toHaveLength(1);
  });

  it("that fills the picture is thinned to what can be drawn", () => {
    const [wild, y] = [x.map((_, k) => (k * 104_729) % 600), x.map((_, k) => (k * 7919) % 400)];
    expect(thinned(trace({ mode: "lines", x: wild, y }), resolution, 1).x.length).toBeLessThan(20_100);
  });
});

describe("very many points", () => {
  it("are few, and fill what all of them did", () => {
    const length = 300_000;
    const x = Array.from({ length }, (_, k) => (k * 0.618034) % 600);
    const y = Array.from({ length }, (_, k) => (k * 0.414214) % 400);
    const few = thinned(trace({ mode: "markers", x, y }), resolution, 1);
    expect(few.x.length).toBeLessThanOrEqual(8000);
    const blocks = new Set(few.x.map((at, k) => `${Math.floor(at / 50)} ${Math.floor(few.y[k] / 50)}`));
    expect(blocks.size).toBe(12 * 8);
  });
});
