import { describe, expect, it } from "vitest";
import { finiteLaw } from "../../mechanisms/laws/finite-law.ts";
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { staircaseLaw } from "../../mechanisms/laws/staircase-law.ts";
import { log } from "../../numerics/logarithm.ts";
import type { ContinuousLaw, ProductLaw } from "../loss/law.ts";
import { lawTradeOff } from "./law-trade-off.ts";

const product = (...coordinates: ContinuousLaw[]): ProductLaw => ({ kind: "product", coordinates });

describe("lawTradeOff", () => {
  it("knows normal and Laplace laws by their distance in scales", () => {
    expect(lawTradeOff(normalLaw(1, 2), normalLaw(4, 2))).toMatchObject({ kind: "gaussian", mu: 1.5 });
    expect(lawTradeOff(laplaceLaw(4, 2), laplaceLaw(1, 2))).toMatchObject({ kind: "laplace", epsilon: 1.5 });
    expect(lawTradeOff(laplaceLaw(4, 2), laplaceLaw(4, 2))?.evaluate(0.3)).toBeCloseTo(0.7, 14);
  });

  it("adds the squared distances of normal coordinates, and passes over coordinates that agree", () => {
    const [zero, moved] = [product(normalLaw(0, 1), normalLaw(0, 2)), product(normalLaw(3, 1), normalLaw(8, 2))];
    expect(lawTradeOff(zero, moved)).toMatchObject({ kind: "gaussian", mu: 5 });
    const [one, other] = [product(laplaceLaw(0, 1), laplaceLaw(5, 1)), product(laplaceLaw(0, 1), laplaceLaw(6, 1))];
    expect(lawTradeOff(one, other)).toMatchObject({ kind: "laplace", epsilon: 1 });
  });

  it("goes through the outcomes of discrete laws, the first law being the null", () => {
    const [first, second] = [finiteLaw([log(0.9), log(0.1)]), finiteLaw([log(0.5), log(0.5)])];
    expect(lawTradeOff(first, second)?.evaluate(0.1)).toBeCloseTo(0.5, 14);
    expect(lawTradeOff(second, first)?.evaluate(0.5)).toBeCloseTo(0.1, 14);
  });

  it("is unknown for scales that differ, several Laplace coordinates, other laws and other lengths", () => {
    const stairs = staircaseLaw({ centre: 0, sensitivity: 1, epsilon: 1, gamma: 0.3 });
    for (const [first, second] of [
      [normalLaw(0, 1), normalLaw(0, 2)],
      [normalLaw(0, 1), laplaceLaw(0, 1)],
      [product(laplaceLaw(0, 1), laplaceLaw(0, 1)), product(laplaceLaw(1, 1), laplaceLaw(1, 1))],
      [stairs, stairs],
      [product(normalLaw(0, 1)), product(normalLaw(0, 1), normalLaw(0, 1))],
      [normalLaw(0, 1), finiteLaw([0])],
    ] as const)
      expect(lawTradeOff(first, second)).toBeUndefined();
  });
});
