import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputPace, pace } from "./output-pace.ts";

/** What a Jupyter server counts of the last three seconds as it reads: bytes of text and messages. */
function fullestWindow(arrivals: readonly { time: number; bytes: number }[]): { bytes: number; messages: number } {
  const most = { bytes: 0, messages: 0 };
  for (const [index, { time }] of arrivals.entries()) {
    const window = arrivals.slice(0, index + 1).filter((each) => time - each.time < 3000);
    const bytes = window.reduce((sum, each) => sum + each.bytes, 0);
    if (window.length > 1) most.bytes = Math.max(most.bytes, bytes);
    most.messages = Math.max(most.messages, window.length);
  }
  return most;
}

/** Sends each message as soon as the pace allows. */
function sendAll(load: readonly { gap: number; bytes: number }[]): { asked: number; time: number; bytes: number }[] {
  const output = new OutputPace();
  let asked = 0;
  let free = 0;
  return load.map(({ gap, bytes }) => {
    asked += gap;
    let time = Math.max(asked, free);
    for (let delay = output.delay(time, bytes); delay > 0; delay = output.delay(time, bytes)) time += delay;
    output.sent(time, bytes);
    free = time;
    return { asked, time, bytes };
  });
}

const loads = fc.array(
  fc.record({ gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })), bytes: fc.nat({ max: 1_200_000 }) }),
  { minLength: 1, maxLength: 60 },
);

describe("the pace of output", () => {
  it("never lets more pass than a server takes, though it reads up to two seconds late", () => {
    const property = fc.property(loads, fc.array(fc.nat({ max: 2000 }), { minLength: 1 }), (load, lags) => {
      const sent = sendAll(load);
      let read = 0;
      const arrivals = sent.map(({ time, bytes }, index) => {
        read = Math.max(read, time + (lags[index % lags.length] as number));
        return { time: read, bytes };
      });
      const { bytes, messages } = fullestWindow(arrivals);
      expect(bytes).toBeLessThanOrEqual(3_000_000);
      expect(messages).toBeLessThanOrEqual(3000);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("delays nothing of a load that stays below it", () => {
    const gap = pace.milliseconds / 10;
    const load = Array.from({ length: 200 }, (_, index) => ({ gap, bytes: index % 2 === 0 ? 400_000 : 100_000 }));
    for (const { asked, time } of sendAll(load)) expect(time).toBe(asked);
    const burst = sendAll(Array.from({ length: 27 }, () => ({ gap: 0, bytes: 100_000 })));
    expect(burst.at(-1)?.time).toBe(0);
  });

  it("lets as many small messages pass at once as fit, and the rest later", () => {
    const sent = sendAll(Array.from({ length: 4000 }, () => ({ gap: 0, bytes: 10 })));
    expect(sent.filter(({ time }) => time === 0)).toHaveLength(pace.messages);
    expect(sent[pace.messages]?.time).toBe(pace.milliseconds);
  });

  it("lets a message pass that alone is too large, when no other text was sent", () => {
    const [first, second] = sendAll([
      { gap: 0, bytes: 5_000_000 },
      { gap: 0, bytes: 1 },
    ]);
    expect(first?.time).toBe(0);
    expect(second?.time).toBeGreaterThanOrEqual(pace.milliseconds);
  });

  it("counts anew when the server does", () => {
    const output = new OutputPace();
    output.sent(0, pace.bytes);
    expect(output.delay(1, 1)).toBe(pace.milliseconds - 1);
    output.restart();
    expect(output.delay(1, 1)).toBe(0);
  });
});
