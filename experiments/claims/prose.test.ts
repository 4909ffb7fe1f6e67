import { describe, expect, it } from "vitest";
import { prose } from "./prose.ts";

describe("prose", () => {
  it("joins lines by single spaces and trims the ends", () => {
    expect(prose`
      one
        two   three
    `).toBe("one two three");
  });

  it("keeps backslashes", () => {
    expect(prose`\alpha`).toBe("\\alpha");
  });
});
