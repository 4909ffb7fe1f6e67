/** Every exhibit of the gallery is caught at its claim, by as much as its source says, and its corrected twin is not. */
import { describe, expect, it } from "vitest";
import { stream } from "../../random/stream.ts";
import { gallery } from "./index.ts";

const SEEDS = [1, 2, 3];

describe.each(gallery)("$name", ({ name, caughtBy, needs, within = 0, audit, auditCorrected }) => {
  const seeds = caughtBy === "sampling" || caughtBy === "support" ? SEEDS : [1];

  it("is violated, and needs what its source says", () => {
    for (const seed of seeds) {
      const { verdict, lowerBound } = audit(stream(seed, name));
      expect(verdict).toBe("violated");
      if (needs === undefined) continue;
      if (needs === Infinity) expect(lowerBound).toBe(Infinity);
      else expect(Math.abs(lowerBound - needs)).toBeLessThanOrEqual(within);
    }
  });

  // How often a correct mechanism is rejected over many seeds: `correct-mechanisms.long.test.ts`.
  it("is not violated once corrected", () => {
    expect(["holds", "not-refuted"]).toContain(auditCorrected(stream(1, name, "corrected")).verdict);
  });
});

describe("the gallery", () => {
  it("names each exhibit once, with its claim and source", () => {
    expect(new Set(gallery.map(({ name }) => name)).size).toBe(gallery.length);
    for (const { name, claim, source } of gallery) {
      expect(name).toMatch(/^[a-z0-9-]+$/);
      expect(claim.length * source.length).toBeGreaterThan(0);
    }
  });
});
