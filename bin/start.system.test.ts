import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StartCheck } from "./start-check.ts";

// All experiments: bin/start.long.test.ts. Here two whole harnesses, parts of others that are exact, and one that has none.
describe("epsilab start, of some areas and experiments", () => {
  const check = new StartCheck();
  beforeAll(() => check.run("minimax-bounds", "membership", "composition", "noise", "validity"));
  afterAll(() => check.remove());

  it("has a line for each of them, in which every control is caught, and names the one that is left", () => {
    expect(check.checked).toEqual(["composition", "membership-tradeoff", "minimax-bounds", "noise"]);
    expect(check.left).toContain("validity-of-verdicts seeds"); // many seeds of four others
    expect(check.left).toContain("noise discrete-laplace-draws");
    expect(check.left).not.toMatch(/membership|minimax|streams/);
  });

  it("ends with one table, the page and the way on, and lists no open cells", () => {
    check.expectEnd();
    expect(check.number("claims checked")).toBeGreaterThanOrEqual(20);
    expect(check.number("controls caught")).toBeGreaterThanOrEqual(50);
    expect(check.number("errors of the notes")).toBeGreaterThanOrEqual(3);
  });
});
