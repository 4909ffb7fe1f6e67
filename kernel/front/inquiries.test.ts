import { expect, it } from "vitest";
import { answerIsComplete } from "./inquiries.ts";
import { silentLanguage } from "./reference/silent-language.ts";

it("a language server that is still starting leaves nobody waiting who has pressed Enter", async () => {
  const language = { ...silentLanguage, isComplete: () => new Promise<never>(() => {}) };
  const before = performance.now();
  expect(await answerIsComplete(language, { code: "1 +" })).toEqual({ status: "unknown" });
  expect(performance.now() - before).toBeGreaterThan(100);
});
