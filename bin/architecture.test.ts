import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderSvg } from "../lib/figures/drawing/render-svg.ts";
import { figureFromJson } from "../lib/figures/figure.ts";
import { floorsPicture } from "./architecture/floors.ts";
import { floors, trips } from "./architecture/pictures.ts";
import { tripPicture } from "./architecture/sequence.ts";
import { projectFolder, typeScriptUnder } from "./guards/project-files.ts";

const files = typeScriptUnder(floors.map(({ folder }) => folder));
const stored = (name: string) => join(projectFolder, "docs", "pictures", `${name}.svg`);

/** `npm run docs:pictures` writes them. */
describe("the pictures of the documents are those of the sources:", () => {
  it("the floors", async () => {
    await expect(floorsPicture("The floors of the project", floors, files)).toMatchFileSnapshot(stored("floors"));
  });

  it.each(Object.entries(trips))("the trip of a %s", async (name, trip) => {
    await expect(tripPicture(trip, files)).toMatchFileSnapshot(stored(name));
  });

  it("the figure of the README", async () => {
    const folder = join(projectFolder, "results", "membership-tradeoff");
    const [run = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]{12}$/.test(name));
    const figure = figureFromJson(readFileSync(join(folder, run, "figures", "curves.json"), "utf8"));
    await expect(renderSvg(figure)).toMatchFileSnapshot(stored("membership-tradeoff"));
  });
});

describe("the picture of a trip", () => {
  const one = { from: "a.ts", to: "b.ts", name: "go", says: "" };
  const draw = (code: string) =>
    tripPicture({ title: "", folder: "lib", calls: [one] }, [
      { path: "lib/a.ts", text: code },
      { path: "lib/b.ts", text: "" },
    ]);

  it("is drawn of what is imported, and refused of what is not", () => {
    expect(draw('import { type Other, go } from "./b.ts";')).toContain("1. go");
    expect(() => draw('import { gone } from "./b.ts";')).toThrow("a.ts does not import go from b.ts");
    expect(() => draw('import { go } from "./c.ts";')).toThrow("a.ts does not import go from b.ts");
  });
});
