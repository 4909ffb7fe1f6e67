import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Figure } from "../../../lib/figures/figure.ts";
import composition from "../../composition/composition.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { citationKey } from "../format/result-files.ts";
import { run } from "./figure.ts";
import { runIn, smallStore } from "./reference/small-results.ts";
import { run as show } from "./show.ts";

const store = smallStore();
const result = store.picture();
const drawn = result.figures.get("grid") as Figure;
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

  it("leaves the caption out of PNG and HTML where it is not wanted", async () => {
    const height = async (...args: readonly string[]) => {
      expect((await written("--format", "png,html", ...args)).code).toBe(0);
      const page = readFileSync(join(files, "pictured-grid.html"), "utf8");
      return [readFileSync(join(files, "pictured-grid.png")).readUInt32BE(20), page.includes("Caption: a &lt; b")];
    };
    const [tall, low] = [await height(), await height("--no-caption")];
    expect([tall[1], low[1]]).toEqual([true, false]);
    expect(low[0]).toBe(3 * drawn.layout.height);
    expect(Number(tall[0])).toBeGreaterThan(Number(low[0]));
  });

  it("draws a slide of 1920 by 1080 pixels, and a picture of the width that is asked for", async () => {
    const size = (name: string) => {
      const png = readFileSync(join(files, `pictured-grid.${name}`));
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect((await written("--slide")).code).toBe(0);
    expect(size("png")).toEqual([1920, 1080]);
    const slide = readFileSync(join(files, "pictured-grid.svg"), "utf8");
    expect(slide).toMatch(/^<svg [^>]*width="1920" height="1080" viewBox="0 0 1920 1080">/);
    const { width, height } = drawn.layout;
    expect((await written("--width", "1000", "--no-caption")).code).toBe(0);
    const [wide, high] = size("png");
    expect(wide).toBe(1000);
    expect(Math.abs(high - (1000 * height) / width)).toBeLessThanOrEqual(1);
    const svg = readFileSync(join(files, "pictured-grid.svg"), "utf8");
    expect(svg).toMatch(new RegExp(`^<svg [^>]*width="1000" height="\\d+" viewBox="0 0 ${width} ${height}">`));
  });

  it("writes the figures that show a claim, and those alone, and show names them", async () => {
    const asked = (...args: readonly string[]) => printed(() => run([...args, "--output", files, "--format", "svg"]));
    const names = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((path) => basename(path));
    const { code, text } = await asked("advanced-composition");
    expect(code, text).toBe(0);
    const parts = Object.entries(composition.parts).flatMap(([name, { claim }]) =>
      claim === "advanced-composition" ? [name] : [],
    );
    const shown = Object.entries(composition.figures).filter(([, { parts: own }]) =>
      own.some((part) => parts.includes(part)),
    );
    expect(names(text)).toEqual(shown.map(([name]) => `composition-${name}.svg`));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(Object.keys(composition.figures).length);
    const card = await printed(() => show(["advanced-composition"]));
    expect(card.text).toContain(`  composition: ${shown.map(([name]) => name).join(", ")}\n`);
    expect(card.text).toContain('"epsilab figure advanced-composition" writes them');
    const unknown = await asked("advanced-composition", "--figure", "none");
    expect(unknown.text).toContain(`--figure must be one of ${shown.map(([name]) => name).join(", ")}, got "none"`);
    expect((await asked("advanced-composition", "--quick")).text).toContain('got the claim "advanced-composition"');
  });

  it("refuses an unknown format, an unknown figure and an unknown result with code 2", async () => {
    for (const [args, message] of [
      [["--format", "svg,gif"], /--format must be some of svg, png, pdf, html, got "gif"/],
      [["--format", "png,html", "--slide"], /--slide and --width are of pictures: .*got html/],
      [["--width", "20"], /--width must be a whole number from 100 to 20000, got "20"/],
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
