import { describe, expect, it } from "vitest";
import { claims } from "./index.ts";
import { typeset } from "./typeset.ts";

const set = (text: string) => typeset(text, (plain) => plain.replaceAll("<", "&lt;"));
/** With what <i> marks left out. */
const upright = (text: string) => set(text).replace(/<\/?i>/g, "");

describe("typeset", () => {
  it.each([
    ["e^ε", "e<sup>ε</sup>"],
    ["e^ε/(1+e^ε).", "e<sup>ε</sup>/(1+e<sup>ε</sup>)."],
    ["e^((k−l)ε) − 1", "e<sup>(k−l)ε</sup> − 1"],
    ["e^((k²−k)/(2σ²))", "e<sup>(k<sup>2</sup>−k)/(2σ<sup>2</sup>)</sup>"],
    ["e^(−ε·D_f(x,t)/2)", "e<sup>−ε·D<sub>f</sub>(x,t)/2</sup>"],
    ["a^|k| and (1 − β/|X|)^|X|", "a<sup>|k|</sup> and (1 − β/|X|)<sup>|X|</sup>"],
    ["2^⌈log₂T⌉", "2<sup>⌈log<sub>2</sub>T⌉</sup>"],
    ["0.95^20, log^2.5(T)", "0.95<sup>20</sup>, log<sup>2.5</sup>(T)"],
    ["x_i, f_{ε,δ}, Δ_∞, v_1000", "x<sub>i</sub>, f<sub>ε,δ</sub>, Δ<sub>∞</sub>, v<sub>1000</sub>"],
    ["(nS_xy − S_xS_y)/S_x²", "(nS<sub>xy</sub> − S<sub>x</sub>S<sub>y</sub>)/S<sub>x</sub><sup>2</sup>"],
    ["δ_tot(g), KL_max, argmax_k", "δ<sub>tot</sub>(g), KL<sub>max</sub>, argmax<sub>k</sub>"],
    ["1 - e^-epsilon, 10^−6 n", "1 - e<sup>-epsilon</sup>, 10<sup>−6</sup> n"],
    ["p_(i)", "p<sub>(i)</sub>"],
    [
      "(εᵢ, δᵢ), 2⁻⁵³, (1 − e^(ε−L))₊",
      "(ε<sub>i</sub>, δ<sub>i</sub>), 2<sup>−53</sup>, (1 − e<sup>ε−L</sup>)<sub>+</sub>",
    ],
    ["noisy_count of x_1", "noisy_count of x<sub>1</sub>"],
    ["open^(never closed, and ^ alone", "open^(never closed, and ^ alone"],
    ["a < b^2", "a &lt; b<sup>2</sup>"],
  ])("raises and lowers in %s", (text, html) => {
    expect(upright(text)).toBe(html);
  });

  it.each([
    [
      "A rule is ε-DP for a number n, with a = 2n.",
      "A rule is <i>ε</i>-DP for a number <i>n</i>, with <i>a</i> = 2<i>n</i>.",
    ],
    ["k-fold, D', x̄ and ŵ", "<i>k</i>-fold, <i>D</i>', <i>x̄</i> and <i>ŵ</i>"],
    [
      'type I, P("U"), U.S., i.i.d., E54, E55b, 1e-6, #P-hard, AT&T',
      'type I, <i>P</i>("U"), U.S., i.i.d., E54, E55b, 1e-6, #P-hard, AT&T',
    ],
  ])("slants what stands for a quantity, and nothing else: %s", (text, html) => {
    expect(set(text)).toBe(html);
  });

  it("leaves no raw sign, loses no letter and closes what it opens, in every text of the claims", () => {
    for (const { id, statement, covers = "", lecture, errata } of claims) {
      const texts = [
        statement,
        covers,
        lecture?.said ?? "",
        lecture?.where ?? "",
        ...errata.flatMap(({ where, said, right, defence }) => [where, said, right, defence]),
      ];
      for (const text of texts) {
        const html = set(text);
        expect(html, id).not.toMatch(/[\^_]/);
        const open: string[] = [];
        for (const [, slash, tag] of html.matchAll(/<(\/?)(i|sup|sub)>/g)) {
          if (slash === "") open.push(tag);
          else expect(open.pop(), id).toBe(tag);
        }
        expect(open, id).toEqual([]);
        const letters = (all: string) => all.normalize("NFKC").replace(/[^\p{L}\d]/gu, "");
        expect(letters(html.replace(/<\/?(?:i|sup|sub)>/g, "").replaceAll("&lt;", "")), id).toBe(letters(text));
      }
    }
  });
});
