import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LatestOnly } from "./latest-only.ts";

/** An event loop that turns when it is told to, and work whose promises settle when they are told to. */
function bench(isAsync: boolean) {
  const waiting: (() => void)[] = [];
  const running: (() => void)[] = [];
  let wanted = 0;
  let done = 0;
  let most = 0;
  let calls = 0;
  const work = new LatestOnly(
    (later) => waiting.push(later),
    () => {
      calls++;
      const seen = wanted;
      if (!isAsync) {
        done = seen;
        return undefined;
      }
      most = Math.max(most, running.length + 1);
      return new Promise<void>((resolve, reject) => {
        running.push(() => {
          done = seen;
          if (seen % 2 === 0) resolve();
          else reject(new Error("of the work"));
        });
      });
    },
  );
  return {
    ask() {
      wanted++;
      work.request();
    },
    async turn() {
      waiting.shift()?.();
      await null;
    },
    async settle() {
      running.shift()?.();
      for (let tick = 0; tick < 4; tick++) await null;
    },
    giveUp: () => work.giveUp(),
    forget: () => running.splice(0),
    state: () => ({ wanted, done, most, calls, isIdle: waiting.length === 0 && running.length === 0 }),
  };
}

describe("latest only", () => {
  it("does once what is asked for many times before its turn", async () => {
    const { ask, turn, state } = bench(false);
    for (let count = 0; count < 100; count++) ask();
    await turn();
    expect(state()).toMatchObject({ wanted: 100, done: 100, calls: 1, isIdle: true });
  });

  it("always ends with the newest, one at a time, whatever comes in whichever order", async () => {
    const step = fc.constantFrom("ask", "turn", "settle");
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40 }), async (isAsync, steps) => {
        const one = bench(isAsync);
        for (const each of steps as ("ask" | "turn" | "settle")[]) await one[each]();
        for (let count = 0; count < 100 && !one.state().isIdle; count++) {
          await one.turn();
          await one.settle();
        }
        const { wanted, done, most, calls } = one.state();
        expect(done).toBe(wanted);
        expect(most).toBeLessThanOrEqual(1);
        expect(calls).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  it("goes on after what it awaited was given up", async () => {
    const { ask, turn, forget, giveUp, state } = bench(true);
    ask();
    await turn();
    ask();
    forget();
    await turn();
    expect(state()).toMatchObject({ calls: 1 });
    giveUp();
    await turn();
    expect(state()).toMatchObject({ calls: 2 });
  });
});
