/** Claims on private selection: the exponential mechanism, majority votes, noisy maxima. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const selectionClaims: readonly Claim[] = [
  {
    id: "exponential-mechanism",
    area: "selection",
    title: "The exponential mechanism on finitely many options",
    statement: prose`P(t) proportional to exp(ε·u(x,t)/(2Δu)), Δu = max over t and neighbours of |u(x,t) − u(x',t)|, is
      ε-DP. Sharper: exp(ε·u/R) is ε-DP for the range sensitivity R = max over neighbours and t, t' of [u(x,t) −
      u(x',t)] − [u(x,t') − u(x',t')] ≤ 2Δu. If all scores move in the same direction (counts under add-remove), R ≤ Δu
      and the factor 2 disappears.`,
    tex: String.raw`P(t) \propto \exp\!\left(\frac{\varepsilon\,u(x,t)}{2\Delta u}\right)`,
    source: [works.mcSherryTalwar2007],
    lecture: {
      notes: ["S0", "S1"],
      where: prose`S0, 5.4.2 Exponential Mechanism; S1, slides "More generally: Exponential Mechanism" and "Proof"`,
      said: "The mechanism and its proof; one line of S1's proof lacks a prime in the text.",
    },
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "exp-utility",
    area: "selection",
    title: "Utility of the exponential mechanism",
    statement: prose`With score sensitivity Δu and a finite set R of options, P[max u − u(x, output) ≥
      (2Δu/ε)·ln(|R|/β)] ≤ β. Sharper, for v > 0: P[OPT − u ≥ v] ≤ ((|R| − |R_opt|)/|R_opt|)·e^(−εv/(2Δu)).`,
    tex: String.raw`\Pr\!\left[\mathrm{OPT}-u \ge \tfrac{2\Delta u}{\varepsilon}\ln\tfrac{|R|}{\beta}\right] \le \beta`,
    source: [works.mcSherryTalwar2007],
    lecture: {
      notes: ["S0", "S1"],
      where: 'S0, 5.4.2 Exponential Mechanism, Accuracy; S1, slides "Bound on the resulting utility"',
      said: "S1 states it; S0's formula lacks a minus sign in the text.",
    },
    errata: [
      {
        id: "E04",
        kind: "reading",
        where: "S0, 5.4.2 Exponential Mechanism, Accuracy",
        said: "P[q(x,r) − max q ≤ 2Δq·ln(|R|/β)/ε] ≤ β.",
        right: prose`That event is certain, its left side is never positive; it must be P[max q − q(x,r) ≥
          2Δq·ln(|R|/β)/ε] ≤ β.`,
        defence: prose`One minus sign before the fraction makes it the theorem, and the next lines say in words what it
          should say; a minus may have been lost on the way to the text.`,
      },
      {
        id: "E19",
        kind: "loose",
        where: 'S1, slide "Bound on the resulting utility", the example',
        said: "Majority errs with probability at most 2e^(−|s−n/2|ε).",
        right: "The factor 2 can be 1: e^(−|s−n/2|ε).",
        defence: "It is the theorem with |T| = 2, an inequality, and true; the slide does not call it sharp.",
      },
      {
        id: "E19b",
        kind: "reading",
        where: 'S1, slide "Bound on the resulting utility", the example',
        said: "The exponent has θ/2 in the place of n/2.",
        right: "n/2, as on the slides before and after it.",
        defence: "Every other line of the example has n/2; a θ for an n is what a converter of formulas makes.",
      },
    ],
    evidence: ["proved", "verified"],
  },
  {
    id: "exp-continuous",
    area: "selection",
    title: "The exponential mechanism on a continuum, and approximate sampling",
    statement: prose`A density proportional to exp(ε·u/(2Δu)) is ε-DP if its normaliser is finite for every x. If a
      sampler's law is within total variation g of an ε-DP law for every x, it is (ε, (1+e^ε)g)-DP; pure ε-DP needs
      multiplicative closeness. Markov chain Monte Carlo therefore costs a δ.`,
    tex: String.raw`p(t) = \frac{e^{\varepsilon u(x,t)/(2\Delta u)}}{\int e^{\varepsilon u(x,r)/(2\Delta u)}\,dr}`,
    source: [works.mcSherryTalwar2007, works.asiDuchi2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Continuous Exponential Mechanism"',
      said: "The density, and the open question whether approximate sampling preserves privacy.",
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "majority",
    area: "selection",
    title: "Private majority votes",
    statement: prose`n = 2k+1 bits under swap, s ones, p(s) = P(answer 1), symmetric. Exponential: 1/(1+e^(−(s−n/2)ε)),
      ε-DP. Inverse sensitivity: p(k+r) = 1/(1+e^(−rε)), r ≥ 1, exactly ε-DP and better. Optimal for every s at once
      among symmetric rules: p(k+r) = 1 − e^(−rε)/(1+e^(−ε)), r ≥ 1, which is thresholding s plus two-sided geometric
      noise at k+1. No symmetric ε-DP rule exceeds 1/(1+e^(−(2s−n)ε)) for s > n/2; that bound is itself not ε-DP. If |s
      − n/2| ≥ 3/ε the exponential rule is right with probability at least 0.9526.`,
    tex: String.raw`p_{\mathrm{opt}}(k+r) = 1-\frac{e^{-r\varepsilon}}{1+e^{-\varepsilon}},\quad r\ge 1`,
    source: [works.ghoshRoughgardenSundararajan2009],
    lecture: {
      notes: ["S1"],
      where: 'S1, slides "Example: Majority of Binary Observations"',
      said: "The first two rules, the upper bound, and what the size of s − n/2 says about sample and population.",
    },
    errata: [
      {
        id: "E18",
        kind: "loose",
        where: 'S1, slide "Example: Majority of Binary Observations"',
        said: "p(n) ≤ 1/(1+e^(−(n+2)ε)).",
        right: "At s = n the bound has exponent n; with n+2 it is true but weaker.",
        defence: prose`The inequality is true as printed; the general bound beside it gives the sharper exponent n at s
          = n.`,
      },
      {
        id: "E55",
        kind: "refuted",
        where: 'S1, slide "Example: Majority of Binary Observations", second version',
        said: "Where |s − n/2| ≤ √n, sample and population have different majorities with a high chance.",
        right: prose`At every such s it is likelier that they agree. Averaged over the region (flat prior, odd n
          from 101 to 501) they disagree 19 to 20 % of the time; at its edge they agree with 96.5 to 97.7 %.`,
        defence: prose`Near a tie the sample says little about the population, and one wrong majority in five is a high
          chance beside the 5 % that privacy costs there: "high" need not mean more than a half.`,
      },
    ],
    evidence: ["verified", "proved"],
  },
  {
    id: "noisy-max",
    area: "selection",
    title: "Report noisy max",
    statement: prose`Releasing only argmax_j (c_j + Lap(b)) is ε-DP with b = Δ/ε if all scores move in the same
      direction (counts under add-remove) and with b = 2Δ/ε in general (counts under swap). Gumbel noise of scale 2Δ/ε
      gives the exponential mechanism; exponential noise of scale 2Δ/ε (Δ/ε for monotone scores) gives
      permute-and-flip. The error does not depend on n and grows like ln m with the number m of scores.`,
    tex: String.raw`\Pr[\text{index} = j] = \int f(x - c_j) \prod_{i \ne j} F(x - c_i)\,dx`,
    source: [at(works.dworkRoth2014, "Claim 3.9"), works.ding2021, works.mcKennaSheldon2020],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Examples" of the Laplace mechanism',
      said: prose`Noisy max as an example, with an accuracy that depends on the number of values, but not on n.`,
    },
    errata: [],
    evidence: ["verified", "literature"],
  },
];
