import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { linearRegression, mean, median, quantile, sampleVariance, standardDeviation } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { sampleNormal } from "../../lib/random/normal.ts";
import { stream } from "../../lib/random/stream.ts";
import { isTest, projectFolder, typeScriptUnder } from "./project-files.ts";

const sources = join(dirname(fileURLToPath(import.meta.resolve("simple-statistics"))), "..", "src");

/**
 * What the source of one of its functions asks of the platform's Math, itself or through what it imports, that may differ between
 * machines.
 */
function inexactIn(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file) || file === "quickselect.js") return []; // its logarithms choose where to begin, not what is found
  seen.add(file);
  const text = readFileSync(join(sources, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const own = [...text.matchAll(/Math\.(\w+)|(\*\*)/g)].map(([, name, power]) => name ?? power);
  const next = [...text.matchAll(/from "\.\/([\w.]+)"/g)].flatMap(([, other]) => inexactIn(other, seen));
  return [...own.filter((name) => !EXACT.has(name)), ...next];
}

const EXACT = new Set("sqrt abs floor ceil round trunc min max sign".split(" "));
const fileOf = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.js`;

describe("simple-statistics", () => {
  const notebooks = readdirSync(join(projectFolder, "notebooks"))
    .filter((name) => name.endsWith(".ipynb"))
    .map((name) => ({ path: name, text: readFileSync(join(projectFolder, "notebooks", name), "utf8") }));
  const users = [...typeScriptUnder(["lib", "experiments"]).filter(({ path }) => !isTest(path)), ...notebooks].flatMap(
    ({ path, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from \\?"simple-statistics/g)].flatMap(([, names]) =>
        names.split(",").map((name) => ({ path, name: name.trim().split(" as ")[0] })),
      ),
  );

  it("is imported by lib/, experiments/ and notebooks/ for functions alone that have the same bits on every machine", () => {
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ name }) => inexactIn(fileOf(name)).length > 0)).toEqual([]);
  });

  it.each([
    ["gammaln", "log"],
    ["errorFunction", "exp"],
    ["logAverage", "log"],
  ])("would be found out for %s, which asks for Math.%s", (name, asked) => {
    expect(inexactIn(fileOf(name))).toContain(asked);
  });

  it("has these bits on every machine", () => {
    const random = stream(20261118, "descriptive");
    const values = Array.from({ length: 1001 }, () => sampleNormal({ mean: 3, sigma: 2 }, random));
    expect({
      mean: mean(values),
      median: median(values),
      quartiles: quantile(values, [0.25, 0.75]),
      deviation: standardDeviation(values),
      variance: sampleVariance(values),
      line: linearRegression(values.map((value, index) => [index, value])),
    }).toEqual({
      mean: 3.054122267622618,
      median: 3.0282896303918716,
      quartiles: [1.7577817206556037, 4.303809419945914],
      deviation: 1.9683144285269363,
      variance: 3.8781359512368674,
      line: { m: 0.00033527127962821565, b: 2.8864866278085133 },
    });
  });
});
