import { expect, it } from "vitest";
import { lateLanguage } from "./late-language.ts";

it("a language service that is still loading leaves nobody waiting who has pressed Enter", async () => {
  const language = lateLanguage(() => new Promise(() => {}));
  const before = performance.now();
  expect(await language.isComplete("1 +")).toEqual({ status: "unknown" });
  expect(performance.now() - before).toBeGreaterThan(100);
});
