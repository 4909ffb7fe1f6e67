import { describe, expect, it } from "vitest";
import { curveOf, tailsOf } from "../../lib/auditing/coin-channels.ts";
import { channelOf } from "./tiny-channels.ts";

describe("tiny channels", () => {
  it("have laws and curves that are known", () => {
    const channel = channelOf("all-or-nothing", 3);
    expect(tailsOf(channel, 3, 3)[3]).toBeCloseTo(0.1 + 0.9 / 8, 12);
    expect(curveOf(channel, 3).power(0)).toBeCloseTo(0.1, 12);
    expect(tailsOf(channelOf("one-shown", 4), 4, 1)[1]).toBeCloseTo(1, 12);
    for (const masses of channelOf("random", 2)) expect(masses.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });
});
