import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { citationKey } from "../result-files.ts";
import { run } from "./figure.ts";
import { runIn, smallStore } from "./reference/small-results.ts";

const store = smallStore();
const result = store.picture();
const files = join(store.place, "files");
afterAll(store.remove);

const written = (...args: readonly string[]) =>
  printed(() => run(["pictured", "--output", files, "--results", store.out, ...args]));

describe("epsilab figure", () => {
  it("writes SVG, PNG and a page, and names the files", async () => {
    const { code, text } = await written("--format", "svg,png,html");
    expect(code, text).toBe(0);
    const paths = ["svg", "png", "html"].map((format) => join(files, `pictured-grid.${format}`));
    expect(text.trim().split("\n")).toEqual(paths);
    const [svg, page] = [readFileSync(paths[0], "utf8"), readFileSync(paths[2], "utf8")];
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\s*$/);
    expect(svg).toContain("a &lt; b &amp;");
    const png = readFileSync(paths[1]);
    expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    expect(png.readUInt32BE(16)).toBe(3 * Number(/width="(\d+)/.exec(svg)?.[1]));
    expect(png.subarray(-8, -4).toString("latin1")).toBe("IEND");
    expect(page).toContain("Content-Security-Policy");
    expect(page).toContain(`<title>grid, ${citationKey(result.spec, result.id)}</title>`);
  });

  it("refuses an unknown format, an unknown figure and an unknown result with code 2", async () => {
    for (const [args, message] of [
      [["--format", "svg,gif"], /--format must be some of svg, png, pdf, html, got "gif"/],
      [["--figure", "none"], /--figure must be one of grid, got "none"/],
    ] as const) {
      const { code, text } = await written(...args);
      expect(code).toBe(2);
      expect(text).toMatch(message);
    }
    expect((await printed(() => run(["absent", "--results", store.out]))).code).toBe(2);
  });

  it("says with code 2 that a result has no figures", async () => {
    const asked = { size: "quick", seed: 1, parts: ["privacy"] } as const;
    const { result: bare } = await runIn(store.out, "randomized-response", asked);
    for (const chosen of [[], ["--figure", "curve"]]) {
      const { code, text } = await printed(() => run([bare.runId, ...chosen, "--results", store.out]));
      expect(code).toBe(2);
      expect(text).toBe(`epsilab: ${citationKey(bare.spec, bare.id)} has no figures\n`);
    }
  });

  it("says with code 3 that a folder cannot be written", async () => {
    const file = join(store.place, "file");
    writeFileSync(file, "");
    const { code, text } = await printed(() => run(["pictured", "--output", join(file, "in"), "--results", store.out]));
    expect(code).toBe(3);
    expect(text).toContain(join(file, "in"));
    expect(existsSync(join(file, "in"))).toBe(false);
  });
});
