import { describe, expect, it } from "vitest";
import { groupPrivacy } from "../guarantees/group-privacy.ts";
import {
  approximate,
  type Guarantee,
  gaussianDp,
  pure,
  truncatedConcentrated,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";
import { gaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { gaussianTradeOff } from "../trade-off/trade-off.ts";
import { composeRenyi, composeTruncatedConcentrated, composeZeroConcentrated } from "./composition.ts";
import { convert } from "./convert.ts";
import { gaussianToApproximate } from "./gaussian-conversions.ts";
import { pureToRenyi, pureToZeroConcentratedClassic } from "./pure-conversions.ts";
import { RENYI_ORDERS, renyiDelta, renyiToApproximate, renyiToApproximateClassic } from "./renyi-conversions.ts";
import { truncatedConcentratedToApproximate } from "./truncated-concentrated-conversions.ts";
import {
  zeroConcentratedDelta,
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
} from "./zero-concentrated-conversions.ts";

const rho = zeroConcentrated(0.3);
const delta = 1e-5;
const loss = { kind: "privacy-loss", loss: gaussianPld({ sigma: 1, sensitivity: 1 }) } as const;
const curve = { kind: "trade-off", curve: gaussianTradeOff(1) } as const;

describe("convert", () => {
  it("has the bits of the theorem it stands for", () => {
    expect(convert(pure(1), { to: "zero-concentrated", way: "classic" })).toEqual(
      pureToZeroConcentratedClassic(pure(1)),
    );
    expect(convert(pure(1), { to: "approximate" })).toEqual(approximate(1, 0));
    expect(convert(rho, { to: "approximate", delta })).toEqual(zeroConcentratedToApproximate(rho, delta));
    const classic = convert(rho, { to: "approximate", delta, way: "classic" });
    expect(classic).toEqual(zeroConcentratedToApproximateClassic(rho, delta));
    expect(convert(rho, { to: "approximate", epsilon: 2 }).delta).toBe(zeroConcentratedDelta({ rho: 0.3, epsilon: 2 }));
    const truncated = truncatedConcentrated(0.3, 4);
    expect(convert(truncated, { to: "approximate", delta })).toEqual(
      truncatedConcentratedToApproximate(truncated, delta),
    );
    expect(convert(gaussianDp(1), { to: "approximate", delta })).toEqual(gaussianToApproximate(gaussianDp(1), delta));
  });

  it("searches a Renyi curve over the orders given, or all of ours, and says which was the best", () => {
    const renyi = pureToRenyi(pure(0.5));
    const search = { delta, orders: RENYI_ORDERS };
    expect(convert(renyi, { to: "approximate", delta })).toEqual(renyiToApproximate(renyi, search));
    expect(convert(renyi, { to: "approximate", delta, orders: [2, 3] }).order).toBe(3);
    const classic = convert(renyi, { to: "approximate", delta, way: "classic" });
    expect(classic).toEqual(renyiToApproximateClassic(renyi, search));
    const refined = convert(renyi, { to: "approximate", delta, way: "refined" });
    expect(refined.epsilon).toBeLessThanOrEqual(convert(renyi, { to: "approximate", delta }).epsilon);
    const at = { epsilon: 0.4, orders: RENYI_ORDERS };
    expect(convert(renyi, { to: "approximate", ...at }).delta).toBe(renyiDelta(renyi, at));
  });

  it("gives the delta of an epsilon wherever it gives the epsilon of a delta", () => {
    const truth = gaussianDelta({ epsilon: 1, mu: 1 });
    for (const guarantee of [gaussianDp(1), curve, loss] as const) {
      const { delta: found } = convert(guarantee as typeof loss, { to: "approximate", epsilon: 1 });
      expect(found).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      expect(found).toBeCloseTo(truth, 6);
      expect(convert(guarantee as typeof loss, { to: "approximate", delta: found }).epsilon).toBeCloseTo(1, 6);
    }
    expect(convert(gaussianDp(0), { to: "approximate", epsilon: 0 }).delta).toBe(0);
  });

  it("of a list is what its guarantees imply together, each converted first", () => {
    const sum = convert([pure(1), rho, gaussianDp(1)], { to: "zero-concentrated" });
    const parts = [convert(pure(1), { to: "zero-concentrated" }), rho, zeroConcentrated(0.5)];
    expect(sum).toEqual(composeZeroConcentrated(parts));
    const curves = convert([pure(1), rho], { to: "renyi" });
    expect(curves.epsilonAt(3)).toBe(composeRenyi([pureToRenyi(pure(1)), convert(rho, { to: "renyi" })]).epsilonAt(3));
    const truncated = [truncatedConcentrated(0.1, 5), truncatedConcentrated(0.2, 4)];
    expect(convert(truncated, { to: "truncated-concentrated" })).toEqual(composeTruncatedConcentrated(truncated));
    expect(convert([gaussianDp(3), gaussianDp(4)], { to: "gaussian" }).mu).toBe(5);
    expect(convert([], { to: "pure" })).toEqual(pure(0));
  });

  it("refuses what does not follow, and names what does", () => {
    const bad: readonly [Guarantee | readonly Guarantee[], unknown, string][] = [
      [rho, { to: "gaussian" }, 'to must be approximate or renyi for zero-concentrated, got "gaussian"'],
      [approximate(1, 1e-6), { to: "renyi" }, "to must be trade-off for approximate"],
      [rho, { to: "approximate" }, "delta must be given, or an epsilon, got undefined"],
      [rho, { to: "approximate", delta, epsilon: 1 }, "epsilon must be left out where delta is given"],
      [rho, { to: "approximate", delta: 0 }, "delta must be strictly between 0 and 1"],
      [rho, { to: "approximate", delta, orders: [2] }, "orders"],
      [rho, { to: "approximate", detla: 0 }, "did you mean delta"],
      [pure(1), { to: "zero-concentrated", way: "new" }, "way must be"],
      [pure(1), undefined, "wanted must be an object"],
      [{ kind: "magic" } as never, { to: "renyi" }, "guarantee.kind must be one of pure, approximate"],
      [undefined as never, { to: "renyi" }, "guarantee.kind must be one of"],
      [[pure(1)], { to: "approximate" }, "to must be one of pure, zero-concentrated"],
      [[approximate(1, 0)], { to: "pure" }, "to must be trade-off for approximate"],
      [[pure(1)], { to: "pure", delta }, 'what a sum takes beside to must be nothing, got "delta"'],
      [new Array(1) as never, { to: "pure" }, "guarantees[0] must be given, got a hole"],
      [{ kind: "renyi" } as never, { to: "approximate", delta }, "guarantee.epsilonAt must be a function"],
      [[{ kind: "renyi" } as never], { to: "renyi" }, "guarantees[0].epsilonAt must be a function"],
    ];
    for (const [guarantee, wanted, message] of bad)
      expect(() => convert(guarantee as never, wanted as never)).toThrow(message);
    expect(() => groupPrivacy(loss, 2)).toThrow("convert");
  });

  it("has types that know which conversions exist and what each takes", () => {
    // @ts-expect-error: a rho gives no mu
    expect(() => convert(rho, { to: "gaussian" })).toThrow("to must be");
    // @ts-expect-error: an epsilon needs a delta
    expect(() => convert(rho, { to: "approximate" })).toThrow("delta must be given");
    // @ts-expect-error: an epsilon and delta do not add up as a rho
    expect(() => convert([approximate(1, 0.1)], { to: "zero-concentrated" })).toThrow("to must be");
    const { order }: { readonly order: number } = convert(pureToRenyi(pure(1)), { to: "approximate", delta });
    expect(order).toBeGreaterThan(1);
  });
});
