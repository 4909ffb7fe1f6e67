/**
 * Writes the recipes of the cookbook and the examples of the reference as data: `node bin/write-examples.js DIST`, into
 * `browser/examples.json` of it, for the page in which a reader runs them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { namedExamplesOf, recipesOf } from "./docs/examples.js";
import { inProject } from "./setup/project.js";

const dist = process.argv[2] ?? inProject("dist");
const COOKBOOK = "docs/cookbook.md";
const OTHERS = /\.test\.ts$|(^|[\\/])reference[\\/]/;

/** The sources of a folder, by path, in the order of their names. @param {string} folder */
function sourcesOf(folder) {
  if (!existsSync(inProject(folder))) return [];
  const names = readdirSync(inProject(folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && !OTHERS.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();
}

const recipes = existsSync(inProject(COOKBOOK)) ? recipesOf(readFileSync(inProject(COOKBOOK), "utf8")) : [];
const examples = ["lib", "experiments"].flatMap(sourcesOf).flatMap((path) => {
  const [top, room] = path.split("/");
  const area = top === "lib" ? room.replace(/\.ts$/, "") : top;
  return namedExamplesOf(readFileSync(inProject(path), "utf8"), path).map((example) => ({ area, ...example }));
});
if (existsSync(join(dist, "browser"))) {
  const listed = recipes.map(({ title, text, code }) => ({ title, text, code }));
  writeFileSync(join(dist, "browser/examples.json"), JSON.stringify({ recipes: listed, examples }));
}
