import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ServerWarmth } from "./server-warmth.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A server whose answers take so long, one after the other, and the last one for ever after. */
function server(...times: number[]) {
  const process = { pid: 1 as number | undefined };
  const asked: string[] = [];
  const check = async (code: string) => {
    asked.push(code);
    vi.advanceTimersByTime((times.length > 1 ? times.shift() : times[0]) as number);
    return process.pid === undefined ? undefined : [];
  };
  return { process, asked, check, warmth: new ServerWarmth(process) };
}

it("a server is warm once a sample was checked quickly, the first check apart", async () => {
  const { warmth, check, asked } = server(5, 90, 10);
  expect(warmth.isWarm).toBe(false);
  await warmth.up(check);
  expect(warmth.isWarm).toBe(true);
  expect(asked).toHaveLength(3);
  expect(new Set(asked).size).toBe(3);
});

it("a server that stays slow is not warm, and is asked about a few samples only, until a check is quick", async () => {
  const { warmth, check, asked } = server(300, 90, 90, 90, 90, 20);
  await warmth.up(check);
  expect([asked.length, warmth.isWarm]).toEqual([5, false]);
  await warmth.check(check, "x");
  expect(warmth.isWarm).toBe(true);
});

it("who asks need not wait for more samples", async () => {
  const { warmth, check, asked } = server(300, 90);
  const up = warmth.up(check);
  await warmth.check(check, "x");
  await up;
  expect(asked).toEqual(["", "x"]);
});

it("a server that died is cold, as is the next one, and no answer is no quick one", async () => {
  const { warmth, check, process } = server(10);
  await warmth.up(check);
  process.pid = undefined;
  expect(warmth.isWarm).toBe(false);
  await warmth.check(check, "x");
  process.pid = 2;
  expect(warmth.isWarm).toBe(false);
  await warmth.check(check, "x");
  expect(warmth.isWarm).toBe(true);
});
