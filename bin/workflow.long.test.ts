import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { run } from "./project-copy.ts";
import { inProject, projectFolder } from "./setup/project.js";

const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.7";

it("the workflows of the forge are ones that actionlint accepts, and it refuses an empty one", async () => {
  const workflows = readdirSync(inProject(".github/workflows")).map((name) => `.github/workflows/${name}`);
  const lint = (...words: readonly string[]) =>
    run("go", ["run", ACTIONLINT, "-no-color", ...words], { folder: projectFolder });
  const { code, output } = await lint(...workflows);
  expect([code, output.replace(/^go: downloading .*\n/gm, "")]).toEqual([0, ""]);
  const wrong = await lint("/dev/null");
  expect(wrong.code).not.toBe(0);
});
