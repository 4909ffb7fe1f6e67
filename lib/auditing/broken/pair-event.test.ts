import { describe, expect, it } from "vitest";
import { fillLaplace } from "../../random/laplace.ts";
import { stream } from "../../random/stream.ts";
import { pairEvent } from "./pair-event.ts";

const DRAWS = 20_000;
const noise = (name: string) => fillLaplace(1, new Float64Array(DRAWS), stream(1, "pair-event", name));
const moved = (values: Float64Array, by: number) => values.map((value) => value + by);

describe("the event for pairs of outputs", () => {
  it("is counted with the same noise where that makes the outputs agree, and independently where it does not", () => {
    const values = noise("shared");
    const over = moved(values, 0);
    const shared = pairEvent("half-lines", { over, under: moved(values, 0.1) });
    expect(shared.bound).toBe("coupled");
    // Lower outputs are likelier under the first, and the ratio is largest below both.
    expect(shared.event(-1)).toBe(true);
    expect(shared.event(1)).toBe(false);
    const independent = pairEvent("half-lines", { over, under: moved(noise("other"), 0.5) });
    expect(independent.bound).toBe("paired");
    const limits = pairEvent("half-lines", { over, under: moved(values, 0.1) }, { delta: 0.01 });
    expect(limits.bound).toBe("two limits");
  });

  it("promises about what is true, the best of many candidates being lucky", () => {
    const values = noise("value");
    const { value } = pairEvent("half-lines", { over: values, under: moved(values, 0.3) });
    expect(value).toBeGreaterThan(0.25);
    expect(value).toBeLessThan(0.33);
  });

  it("takes the likelier cells, and no cell of a few outputs", () => {
    const values = noise("cells");
    // Cells 0 to 3 by the sign of two noises; 9 for the five lowest of the first, which no output of the other has.
    const lowest = [...values].sort((a, b) => a - b)[4];
    const cell = (value: number) => (value <= 0 ? 1 : 2);
    const over = values.map((value) => (value <= lowest ? 9 : cell(value)));
    const under = values.map((value) => cell(value + 0.2));
    const { event } = pairEvent("cells", { over, under });
    expect([event(1), event(2)]).toEqual([true, false]);
    expect(event(77)).toBe(false);
  });

  it("takes a rarer cell of a larger ratio where more pairs will be counted, and the half-line that it took", () => {
    const values = noise("rare");
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * DRAWS)];
    // Probabilities 0.02 over 0.01 and, of the next cell, 0.1 over 0.07.
    const cells = (ends: readonly number[]) => (value: number) => (value <= ends[0] ? 1 : value <= ends[1] ? 2 : 3);
    const pairs = {
      over: values.map(cells([at(0.02), at(0.12)])),
      under: values.map(cells([at(0.01), at(0.08)])),
    };
    const chosen = (counted: number) => {
      const { event } = pairEvent("cells", pairs, { counted });
      return [1, 2, 3].filter(event);
    };
    expect([chosen(DRAWS / 8), chosen(30 * DRAWS)]).toEqual([[1, 2], [1]]);
    const drawn = { over: values, under: moved(noise("other"), 0.3) };
    const half = (counted: number) => {
      const { event } = pairEvent("half-lines", drawn, { counted });
      return drawn.over.filter(event);
    };
    expect(half(30 * DRAWS)).toEqual(half(DRAWS));
  });
});
