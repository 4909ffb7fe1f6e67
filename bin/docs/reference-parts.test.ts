import { describe, expect, it } from "vitest";
import { claimIds, wrongClaimTags } from "./claim-tags.js";
import { doorsOf } from "./doors.js";
import { tidyPage } from "./tidy-page.js";

describe("the doors of a package", () => {
  it("are its exports that have types, with their sources, and the one without a path last", () => {
    const exports = {
      ".": { types: "./dist/lib/index.d.ts", default: "./dist/lib/index.js" },
      "./random": { types: "./dist/lib/random/index.d.ts", default: "./dist/lib/random/index.js" },
      "./package.json": "./package.json",
    };
    expect(doorsOf({ name: "epsilab", exports })).toEqual([
      { name: "epsilab/random", source: "lib/random/index.ts" },
      { name: "epsilab", source: "lib/index.ts" },
    ]);
  });

  it("are refused with types that are not built from a source", () => {
    expect(() => doorsOf({ name: "epsilab", exports: { "./a": { types: "./a.ts" } } })).toThrow(
      'the types of "./a" are ./a.ts',
    );
  });
});

describe("the claims that comments name", () => {
  const known = new Set(["laplace-mechanism", "geometric"]);

  it("are one or several ids", () => {
    expect(claimIds(" laplace-mechanism, geometric")).toEqual(["laplace-mechanism", "geometric"]);
    expect(wrongClaimTags("/**\n * @claim laplace-mechanism\n * @claim geometric\n */\n", "a.ts", known)).toEqual([]);
    expect(wrongClaimTags("/** @claim geometric */\n", "a.ts", known)).toEqual([]);
  });

  it("are refused by file and line where no claim has the id", () => {
    expect(wrongClaimTags("/**\n * Text.\n * @claim astrology\n */\n", "lib/a.ts", known)).toEqual([
      expect.stringMatching(/^lib\/a\.ts:3: @claim astrology: no claim of experiments\/claims has this id/),
    ]);
    expect(wrongClaimTags("/**\n * @claim\n */\n", "lib/a.ts", known)).toEqual(["lib/a.ts:2: @claim names no claim"]);
  });
});

describe("a rendered page", () => {
  it("takes its icons from itself and shows a comment once", () => {
    const comment = '<div class="tsd-comment tsd-typography"><p>Once.</p>\n</div>';
    expect(tidyPage(`<svg><use href="../assets/icons.svg#icon-1"></use></svg>${comment}\n${comment}`)).toBe(
      `<svg><use href="#icon-1"></use></svg>${comment}`,
    );
  });
});
