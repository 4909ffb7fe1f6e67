import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { checkExamples } from "./checked-examples.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

describe("the README", () => {
  it("has an example that runs on the built package and prints the values it states", async () => {
    const readme = await readFile(join(project, "README.md"), "utf8");
    const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    expect(example).toContain('from "epsilab"');
    expect(await checkExamples([{ place: "README.md", code: example.trim() }])).toEqual({ stated: 6, wrong: [] });
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
    for (const [, script] of readme.matchAll(/npm (?:run )?(?!install\b)([a-z:]+)/g)) {
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
