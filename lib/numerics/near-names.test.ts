import { describe, expect, it } from "vitest";
import { nearNames } from "./near-names.ts";

const known = ["laplace-mechanism", "laplace-accuracy", "bh", "pate", "majority"];

describe("nearNames", () => {
  it("puts the name with the fewest changed letters first", () => {
    expect(nearNames("laplace-acuracy", known)[0]).toBe("laplace-accuracy");
    expect(nearNames("mayority", known)).toEqual(["majority"]);
  });

  it("counts two letters in the wrong order once", () => {
    expect(nearNames("rnu", ["run", "errata"])).toEqual(["run"]);
    expect(nearNames("ptae", known)).toEqual(["pate"]);
    expect(nearNames("unr", ["run"])).toEqual([]);
  });

  it("finds names that contain what was typed, nearest first", () => {
    expect(nearNames("laplace", known)).toEqual(["laplace-accuracy", "laplace-mechanism"]);
  });

  it("does not look at case", () => {
    expect(nearNames("PATE", known)).toEqual(["pate"]);
  });

  it("names nothing when nothing is near", () => {
    expect(nearNames("zzzzzz", known)).toEqual([]);
    expect(nearNames("", known)).toEqual([]);
  });
});
