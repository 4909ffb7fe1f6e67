import { describe, expect, it } from "vitest";
import { placeOf } from "./place.ts";

describe("the place of a figure", () => {
  it.each([{}, { width: 300 }, { height: 300 }])("is left to Plotly by the layout %j", (layout) => {
    expect(placeOf(layout, 500)).toBeUndefined();
  });

  it("is as wide as the figure says where there is room, and smaller as a whole where there is less", () => {
    expect(placeOf({ width: 640, height: 400 }, 1000)).toEqual({ width: 640, height: 400, scale: 1 });
    expect(placeOf({ width: 640, height: 400 }, 480)).toEqual({ width: 640, height: 400, scale: 0.75 });
  });

  it("is all the room of a figure that may grow, and never less than its width", () => {
    expect(placeOf({ width: 800, height: 400, autosize: true }, 1000)).toEqual({ width: 1000, height: 400, scale: 1 });
    expect(placeOf({ width: 800, height: 400, autosize: true }, 600)?.scale).toBe(0.75);
  });

  it("is at least half of its size", () => {
    expect(placeOf({ width: 5000, height: 400 }, 500)?.scale).toBe(0.5);
  });
});
