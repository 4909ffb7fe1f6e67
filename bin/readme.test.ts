import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const project = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** The lines of the example that state a value, as `expression; // value`, each printing what it is. */
function printing(example: string): string {
  return example.replaceAll(/^(\w+\(.*\)); \/\/ (.*)$/gm, "console.log(JSON.stringify($1)); // $2");
}

describe("the README", () => {
  it("has an example that runs on the built package and prints the values it states", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    expect(example).toContain('from "epsilab"');
    // Inside the project, where "epsilab" is the project itself.
    const folder = await mkdtemp(join(project, ".cache", "readme-"));
    try {
      await writeFile(join(folder, "example.mjs"), printing(example));
      const { stdout } = await run(process.execPath, [join(folder, "example.mjs")]);
      const [tail, interval, epsilon, end] = stdout.split("\n");
      expect(tail).toBe("-804.6084420137538");
      expect(interval).toMatch(/^\{"lower":0\.0048055\d*,"upper":0\.0183132\d*\}$/);
      expect(epsilon).toMatch(/^\{"lower":6\.7686\d*,"estimate":6\.76878\d*,"upper":6\.7689\d*\}$/);
      expect(end).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("has a sample query that counts what was found, without the controls", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const [, sql = ""] = /npx epsilab query "([^"]*)"/.exec(readme) ?? [];
    const { stdout } = await run(process.execPath, [join(project, "bin", "epsilab"), "query", sql], { cwd: project });
    expect(stdout).toMatch(/^membership-tradeoff +holds +\d+$/m);
    expect(stdout).not.toContain("violated");
  });

  it("names only files and scripts that exist", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const { scripts } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    for (const [, script] of readme.matchAll(/npm (?:run )?([a-z:]+)/g)) {
      expect(Object.keys(scripts), `npm run ${script}`).toContain(script);
    }
    for (const [, path] of readme.matchAll(/\]\(([\w./-]+)\)|`(?:lib|bench)\/[\w./-]+`/g)) {
      if (path !== undefined) await expect(readFile(join(project, path)), path).resolves.toBeDefined();
    }
    for (const [, row] of readme.matchAll(/\| (`lib\/.*`) \|$/gm)) {
      let folder = "";
      for (const [, name] of row.matchAll(/`([\w./-]+)`/g)) {
        if (name.includes("/")) folder = name.slice(0, name.lastIndexOf("/"));
        const path = name.includes("/") ? name : `${folder}/${name}`;
        await expect(readFile(join(project, path)), path).resolves.toBeDefined();
      }
    }
  });
});
