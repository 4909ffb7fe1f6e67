import { describe, expect, it } from "vitest";
import { requireSameRejections } from "./online-rules.ts";

describe("the decisions of both sides", () => {
  it("must be the same", () => {
    expect(() => requireSameRejections("LORD++", [1, 5, 9], [1, 5, 9])).not.toThrow();
    expect(() => requireSameRejections("LORD++", [1, 5], [1, 5, 9])).toThrow("LORD++: we reject 2, online-fdr 3");
    expect(() => requireSameRejections("LORD++", [1, 6, 9], [1, 5, 9])).toThrow("rejection 2 is at 6 here, at 5 there");
  });
});
