import { describe, expect, it } from "vitest";
import { sizeOf } from "./figure-view.ts";

describe("the size of a figure", () => {
  it("is as wide as the figure says where there is room, and smaller as a whole where there is less", () => {
    expect(sizeOf({ width: 640, height: 300 }, 1000)).toEqual({ width: 640, height: 300, scale: 1 });
    expect(sizeOf({ width: 640, height: 300 }, 480)).toEqual({ width: 640, height: 300, scale: 0.75 });
  });

  it("is all the room of a figure that gives no width", () => {
    expect(sizeOf({}, 500)).toEqual({ width: 500, height: 400, scale: 1 });
  });

  it("is all the room of a figure that may grow, and never less than its width", () => {
    expect(sizeOf({ width: 800, height: 400, autosize: true }, 1000)).toEqual({ width: 1000, height: 400, scale: 1 });
    expect(sizeOf({ width: 800, height: 400, autosize: true }, 600).scale).toBe(0.75);
  });

  it("is at least half of what the figure says", () => {
    expect(sizeOf({ width: 5000, height: 400 }, 500).scale).toBe(0.5);
  });
});
