import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comm } from "../display/cell-globals.ts";
import { setScreen } from "../display/screen.ts";
import { setHost } from "./host.ts";
import { Interaction } from "./interact.ts";
import { slider } from "./slider.ts";

/** An event loop that turns on request, and a function whose promises settle on request. */
function bench(isAsync: boolean) {
  const waiting: (() => void)[] = [];
  const running: (() => void)[] = [];
  let done = 0;
  let most = 0;
  let calls = 0;
  setScreen({ show: () => {}, clear: () => {}, waitFor: () => {}, nextId: () => "id" });
  setHost({
    openComm: () => ({ id: "", send: () => {} }) as unknown as Comm,
    later: (work, milliseconds) => void (milliseconds === 0 && waiting.push(work)),
    report: () => {},
    traceback: String,
  });
  const make = ({ x }: { readonly x?: unknown }) => {
    calls++;
    const seen = Number(x);
    if (!isAsync) {
      done = seen;
      return seen;
    }
    most = Math.max(most, running.length + 1);
    return new Promise<void>((resolve, reject) => {
      running.push(() => {
        done = seen;
        if (seen % 2 === 0) resolve();
        else reject(new Error("of the function"));
      });
    });
  };
  const control = slider(0, 1e6, { value: 0, step: 1 });
  const interaction = new Interaction(make, { x: control });
  return {
    ask() {
      control.value++;
    },
    async turn() {
      waiting.shift()?.();
      await null;
    },
    async settle() {
      running.shift()?.();
      for (let tick = 0; tick < 12; tick++) await null;
    },
    giveUp: () => interaction.giveUp(),
    forget: () => running.splice(0),
    state: () => ({
      wanted: control.value,
      ...{ done, most, calls },
      isIdle: waiting.length === 0 && running.length === 0,
    }),
  };
}

describe("the calls of an interaction", () => {
  it("are one for many changes before its turn", async () => {
    const { ask, turn, state } = bench(false);
    for (let count = 0; count < 100; count++) ask();
    while (!state().isIdle) await turn();
    expect(state()).toMatchObject({ wanted: 100, done: 100, calls: 2 });
  });

  it("always end with the newest value, one at a time, whatever comes in whichever order", async () => {
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
        expect(calls).toBeLessThanOrEqual(wanted + 1);
      }),
    );
  });

  it("go on after the one that was awaited was given up", async () => {
    const { ask, turn, forget, giveUp, state } = bench(true);
    ask();
    forget();
    await turn();
    expect(state()).toMatchObject({ calls: 1 });
    giveUp();
    await turn();
    expect(state()).toMatchObject({ calls: 2 });
  });
});
