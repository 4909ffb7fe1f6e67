import { expect, it } from "vitest";
import { againstText } from "./number-text.ts";

it("shows four digits of what was claimed and found, and more where four are the same", () => {
  expect(againstText({ theory: 1.05, estimate: 1.34412 })).toBe("claimed 1.05, found 1.344");
  expect(againstText({ theory: 1e-6, estimate: 1.0000021e-6 })).toBe("claimed 1·10^(−6), found 1.000002·10^(−6)");
  expect(againstText({ theory: 0.5, estimate: 0.5 })).toBe("claimed 0.5, found 0.5");
  expect(againstText({ estimate: 0.123456 })).toBe("found 0.1235");
});
