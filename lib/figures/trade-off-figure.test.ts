import { describe, expect, it } from "vitest";
import { gaussianTradeOff } from "../privacy/trade-off/trade-off.ts";
import type { ScatterTrace } from "./plotly.ts";
import { type TradeOffFigure, tradeOffFigure } from "./trade-off-figure.ts";

const LEVELS = Array.from({ length: 21 }, (_, k) => k / 20);
const text = { caption: "A test", source: "none" };

function traceNamed(parts: Omit<TradeOffFigure, "caption" | "source">, name: string): ScatterTrace {
  const trace = tradeOffFigure({ ...text, ...parts }).data.find((one) => one.name === name);
  if (trace === undefined) throw new Error(`no trace is called ${name}`);
  return trace as ScatterTrace;
}

/** Whether a point lies in a polygon, by the parity of crossings to its right. */
function contains({ x, y }: ScatterTrace, [px, py]: readonly [number, number]): boolean {
  let inside = false;
  for (let k = 0; k < x.length; k++) {
    const before = (k + x.length - 1) % x.length;
    const crosses = y[k] > py !== y[before] > py;
    if (crosses && px < ((x[before] - x[k]) * (py - y[k])) / (y[before] - y[k]) + x[k]) inside = !inside;
  }
  return inside;
}

describe("the simultaneous band", () => {
  const { evaluate } = gaussianTradeOff(1);
  const truth = LEVELS.slice(1, -1);

  it.each([0.03, -0.03])("covers the whole curve if estimates are off by less than its half-width (%d)", (error) => {
    const estimates = {
      typeOne: truth.map((alpha) => Math.max(0, alpha + error)),
      typeTwo: truth.map((alpha) => Math.max(0, evaluate(alpha) + error)),
    };
    const panels = [{ attacks: [{ name: "attack", halfWidth: 0.0301, ...estimates }] }];
    const band = traceNamed({ panels }, "attack: simultaneous band");
    for (let alpha = 0.003; alpha < 1; alpha += 0.004) expect(contains(band, [alpha, evaluate(alpha)])).toBe(true);
  });

  it("leaves out a curve that is further off", () => {
    const panels = [
      {
        attacks: [{ name: "attack", halfWidth: 0.01, typeOne: truth, typeTwo: truth.map((alpha) => evaluate(alpha)) }],
      },
    ];
    const band = traceNamed({ panels }, "attack: simultaneous band");
    const missed = truth.filter((alpha) => !contains(band, [alpha + 0.02, evaluate(alpha) + 0.02]));
    expect(missed).toEqual(truth);
  });
});

describe("the limit of the claim", () => {
  it("has its corners at (0, 1 - delta), where the two lines meet, and at (1 - delta, 0)", () => {
    const { x, y } = traceNamed({ panels: [{ claim: { epsilon: 0, delta: 0.5 } }] }, "limit of (ε, δ)-DP");
    expect(x).toEqual([0, 0.25, 0.5, 1]);
    for (const [k, value] of [0.5, 0.25, 0, 0].entries()) expect(y[k]).toBeCloseTo(value, 14);
  });

  it("is called that of pure privacy where no panel has a delta", () => {
    expect(traceNamed({ panels: [{ claim: { epsilon: 1 } }] }, "limit of ε-DP").y.at(-1)).toBe(0);
  });
});

describe("small errors", () => {
  it("have panels of their own, on log axes from the smallest on", () => {
    const panels = [{ title: "one", claim: { epsilon: 1 } }];
    const { layout, data } = tradeOffFigure({ ...text, panels, smallest: 0.001 });
    expect(layout.xaxis2).toMatchObject({ type: "log", range: [-3, 0] });
    expect(data.map(({ showlegend }) => showlegend)).toEqual([true, false]);
    expect(() => tradeOffFigure({ ...text, panels, smallest: 0 })).toThrow(
      "smallest must be strictly between 0 and 1, got 0",
    );
  });
});
