/** Auditing methods at other parameters than the lists: nothing true refuted, every control caught. */
import { describe, expect, it } from "vitest";
import { curveOf, tailsOf } from "../../lib/auditing/coin-channels.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { claimRows } from "../kit.ts";
import auditingMethods from "./auditing-methods.ts";
import { channelOf } from "./tiny-channels.ts";

describe("audits of one run", async () => {
  const parts = ["one-run-bound", "one-run-counts"];
  const rows = await experimentRows(auditingMethods, { parts, overrides: { guesses: [150], accuracy: [0.85] } });

  it("hold on every channel, and catch both false bounds", () => {
    for (const part of parts) for (const { verdict } of claimRows(rows, part)) expect(verdict).toBe("holds");
    for (const { control, verdict } of rows) if (control !== undefined) expect(verdict).toBe("violated");
  });
});

describe("black boxes", async () => {
  const parts = ["sampled-divergences", "hidden-input"];
  const rows = await experimentRows(auditingMethods, { parts, overrides: { mu: [1.5], draws: [50_000] } });

  it("show no more than is true, and all controls are caught", () => {
    for (const part of parts) for (const { verdict } of claimRows(rows, part)) expect(verdict).toBe("not-refuted");
    for (const { control, verdict } of rows) if (control !== undefined) expect(verdict).toBe("violated");
  });
});

describe("tiny channels", () => {
  it("have laws and curves that are known", () => {
    const channel = channelOf("all-or-nothing", 3);
    expect(tailsOf(channel, 3, 3)[3]).toBeCloseTo(0.1 + 0.9 / 8, 12);
    expect(curveOf(channel, 3).power(0)).toBeCloseTo(0.1, 12);
    expect(tailsOf(channelOf("one-shown", 4), 4, 1)[1]).toBeCloseTo(1, 12);
    for (const masses of channelOf("random", 2)) expect(masses.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });
});
