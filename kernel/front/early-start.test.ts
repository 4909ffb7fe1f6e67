import { describe, expect, it } from "vitest";
import type { FromRuntime } from "../runtime/output/channel.ts";
import { startEarly } from "./early-start.ts";
import { scriptedRuntime } from "./reference/scripted-runtime.ts";

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
