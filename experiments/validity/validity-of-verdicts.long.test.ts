import { describe, expect, it } from "vitest";
import { stream } from "../../lib/random/stream.ts";
import type { Study } from "../kit.ts";
import minimax from "../minimax/minimax-bounds.ts";
import validity from "./validity-of-verdicts.ts";

const { controls } = validity.parts.seeds;

/** The judgement of a control, from this many seeds that are drawn. */
function drawn(name: string, harness: string, count: number) {
  const broken = controls[name].study as Extract<Study, { kind: "sampled" }>;
  const found = broken.block({ harness }, count, stream(3, "validity", name), undefined);
  return broken.judge({ harness }, found as never, { trials: count, errorRate: 0.01 / 6 });
}

describe("a broken judge", () => {
  it("who does not share the error is found out", () => {
    // Two refutals of two seeds are enough: the lower limit is sqrt(0.01 / 6) = 0.04.
    expect(drawn("error-not-shared", "membership-tradeoff", 2).checks.refutals.verdict).toBe("violated");
  });

  it("to whom true claims are controls is found out", () => {
    expect(drawn("controls-that-are-true", minimax.id, 1).checks["missed-controls"].verdict).toBe("violated");
  });
});
