import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_IN_IDS } from "../experiments/engine/program/built-in-files.ts";
import { StartCheck } from "./start-check.ts";

describe("epsilab start", () => {
  const check = new StartCheck();
  beforeAll(() => check.run(), 900_000);
  afterAll(() => check.remove());

  it("has a line for each experiment, in which every control is caught, and names the one that is left", () => {
    expect(BUILT_IN_IDS.filter((id) => !check.checked.includes(id))).toEqual(["validity-of-verdicts"]); // many seeds of four others
    expect(check.left).toContain("validity-of-verdicts seeds");
  });

  it("ends with one table, the page and the way on, and lists no open cells", () => {
    check.expectEnd();
    expect(check.number("claims checked")).toBeGreaterThanOrEqual(85);
    expect(check.number("errors of the notes")).toBeGreaterThanOrEqual(10);
  });
});
