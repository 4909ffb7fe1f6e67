import { describe, expect, it } from "vitest";
import type { FromRuntime } from "../runtime/channel.ts";
import { startEarly } from "./early-start.ts";
import { lateLanguage } from "./late-language.ts";
import { scriptedRuntime } from "./reference/scripted-runtime.ts";
import { silentLanguage } from "./silent-language.ts";

describe("an early runtime", () => {
  it("keeps what it says until it is taken over, and later ones are started anew", async () => {
    const script = scriptedRuntime();
    const start = startEarly(script.start);
    expect(script.started).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    const heard: FromRuntime[] = [];
    const heardReady = new Promise<void>((resolve) => {
      start({
        onMessage: (message) => {
          heard.push(message);
          resolve();
        },
        onExit: () => undefined,
      });
    });
    await heardReady;
    expect(heard.map(({ kind }) => kind)).toEqual(["ready"]);
    expect(script.started).toBe(1);
    start({ onMessage: () => undefined, onExit: () => undefined });
    expect(script.started).toBe(2);
  });
});

describe("a late language service", () => {
  it("is loaded once, by the first call, and told all in order", async () => {
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
});
