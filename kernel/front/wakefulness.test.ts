import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const processors = vi.hoisted(() => ({ number: 2 }));
vi.mock("node:os", () => ({ availableParallelism: () => processors.number }));

async function wakefulness(number: number) {
  processors.number = number;
  vi.resetModules();
  return import("./wakefulness.ts");
}

/** What the loop looks for at once instead of sleeping. */
const isAwake = () => vi.getTimerCount() > 0;
const turnAfter = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

describe("the front after a cell", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("stays awake for a moment, and no longer", async () => {
    const { stayAwake } = await wakefulness(2);
    stayAwake();
    turnAfter(1);
    expect(isAwake()).toBe(true);
    turnAfter(2);
    expect(isAwake()).toBe(false);
  });

  it("rests when the next one has come, and is awake after that again", async () => {
    const { stayAwake, rest } = await wakefulness(2);
    stayAwake();
    rest();
    turnAfter(0);
    expect(isAwake()).toBe(false);
    stayAwake();
    stayAwake();
    expect(vi.getTimerCount()).toBe(1);
  });

  it("sleeps where its client has no other processor", async () => {
    const { stayAwake } = await wakefulness(1);
    stayAwake();
    expect(isAwake()).toBe(false);
  });
});
