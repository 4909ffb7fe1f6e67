import { describe, expect, it } from "vitest";
import { lateLanguage } from "./late-language.ts";
import { silentLanguage } from "./silent-language.ts";

describe("a late language service", () => {
  it("that is still loading leaves nobody waiting who has pressed Enter", async () => {
    const language = lateLanguage(() => new Promise(() => {}));
    const before = performance.now();
    expect(await language.isComplete("1 +")).toEqual({ status: "unknown" });
    expect(performance.now() - before).toBeGreaterThan(100);
  });

  it("is loaded once, by the first question, and told all in order", async () => {
    const told: string[] = [];
    let loads = 0;
    const language = lateLanguage(async () => {
      loads++;
      return {
        ...silentLanguage,
        cellRan: (code) => void told.push(code),
        diagnose: async (code) => {
          told.push(`check ${code}`);
          return [];
        },
      };
    });
    const checks = [language.diagnose("a")];
    language.cellRan("a");
    checks.push(language.diagnose("b"));
    await Promise.all(checks);
    expect(told).toEqual(["check a", "a", "check b"]);
    expect(loads).toBe(1);
  });

  it("that cannot be loaded, or was stopped before, knows nothing and fails nowhere", async () => {
    const broken = lateLanguage(() => Promise.reject(new Error("no server")));
    expect(await broken.complete("ab", 2)).toEqual({ matches: [], start: 2, end: 2, items: [] });
    const stopped = lateLanguage(() => Promise.reject(new Error("must not be loaded")));
    stopped.stop();
    expect(await stopped.isComplete("a")).toEqual({ status: "unknown" });
  });

  it("is loaded by no cell that ran, and told of those that ran before", async () => {
    const told: string[] = [];
    let loads = 0;
    const language = lateLanguage(async () => {
      loads++;
      return { ...silentLanguage, cellRan: (code) => void told.push(code) };
    });
    language.cellRan("lost");
    language.reset();
    language.cellRan("a");
    expect([loads, language.isQuick]).toEqual([0, false]);
    language.start();
    language.cellRan("b");
    await language.diagnose("c");
    expect([loads, language.isQuick]).toEqual([1, true]);
    expect(told).toEqual(["a", "b"]);
  });
});
