import { describe, expect, it } from "vitest";
import { describeRuns, names } from "./executed-notebooks.ts";

describe("all notebooks", () => {
  it("are here", () => expect(names.length).toBeGreaterThanOrEqual(28));
  describeRuns(names);
});
