/**
 * The decisions of online-fdr 1.0.0 and statsmodels 0.15.0 on the same 10 000 p-values (reference/peers.py): all the same as ours.
 *
 * The gamma sequences are the same too: the published 0.4374901658 / j^1.6 is here given as it is, and the default of this library,
 * which differs by 6e-11, decides alike. online-fdr's wealth is that of the articles, ours is times 1 - lambda, or tau - lambda.
 * What online-fdr calls Gai is `generalisedAlphaInvesting`; it has no rule of Foster and Stine. Its LORD++ also stops at its
 * wealth, which never binds: the levels so far sum to at most alpha max(1, R), its wealth allows w0 + alpha R.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { peerPValues } from "../../bench/peer-p-values.ts";
import { pow } from "../numerics/power.ts";
import { addis } from "./addis.ts";
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./batch-rules.ts";
import { givenSequence } from "./gamma-sequence.ts";
import { generalisedAlphaInvesting } from "./generalised-alpha-investing.ts";
import { lond } from "./lond.ts";
import { lord } from "./lord.ts";
import { saffron } from "./saffron.ts";

interface Peers {
  readonly alpha: number;
  readonly places: readonly number[];
  readonly rules: Readonly<
    Record<string, { readonly rejections: number; readonly rejected: string; readonly values: readonly number[] }>
  >;
}

const { alpha, places, rules } = JSON.parse(
  readFileSync(new URL("reference/peers.json", import.meta.url), "utf8"),
) as Peers;
const pValues = peerPValues(10_000);
const gamma = givenSequence((j) => 0.4374901658 / pow(j, 1.6));

/** Flags as hexadecimal digits, the first in the highest bit. */
const digits = (rejected: Uint8Array) =>
  Array.from({ length: rejected.length / 4 }, (_, k) =>
    (8 * rejected[4 * k] + 4 * rejected[4 * k + 1] + 2 * rejected[4 * k + 2] + rejected[4 * k + 3]).toString(16),
  ).join("");

const ONLINE = [
  ["Gai", generalisedAlphaInvesting({ alpha, gamma }), generalisedAlphaInvesting({ alpha })],
  ["Lond", lond({ alpha })],
  ["Lond, dependent", lond({ alpha, dependence: "any" })],
  ["LordPlusPlus", lord({ alpha })],
  ["Saffron", saffron({ alpha, gamma }), saffron({ alpha })],
  ["Addis", addis({ alpha, gamma }), addis({ alpha })],
] as const;

describe("online rules beside online-fdr", () => {
  it.each(ONLINE)("%s decides as ours does, at the same levels", (name, rule, byDefault = rule) => {
    const peer = rules[name];
    const { levels, rejected } = rule.decide(pValues);
    expect(digits(rejected)).toBe(peer.rejected);
    expect(rejected.reduce((sum, flag) => sum + flag, 0)).toBe(peer.rejections);
    peer.values.forEach((level, k) => {
      expect(Math.abs(levels[places[k] - 1] / level - 1)).toBeLessThan(1e-11);
    });
    expect(digits(byDefault.decide(pValues).rejected)).toBe(peer.rejected);
  });

  it("would see one decision that differs: another alpha decides otherwise", () => {
    expect(digits(lord({ alpha: 0.051 }).decide(pValues).rejected)).not.toBe(rules.LordPlusPlus.rejected);
  });
});

describe("batch rules beside statsmodels", () => {
  it.each([
    ["bonferroni", bonferroni],
    ["holm", holm],
    ["fdr_bh", benjaminiHochberg],
    ["fdr_by", benjaminiYekutieli],
  ] as const)("%s rejects and adjusts as ours does", (name, rule) => {
    const peer = rules[name];
    const { rejected, rejections, adjusted } = rule(pValues, alpha);
    expect(digits(rejected)).toBe(peer.rejected);
    expect(rejections).toBe(peer.rejections);
    peer.values.forEach((value, k) => {
      expect(Math.abs(adjusted[places[k] - 1] / value - 1)).toBeLessThan(1e-13);
    });
  });
});
