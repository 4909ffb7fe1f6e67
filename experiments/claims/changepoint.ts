/** Claims on private changepoint detection, offline and online. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const changepointClaims: readonly Claim[] = [
  {
    id: "pcpd-offline",
    area: "changepoint",
    title: "Offline changepoint detection by a noisy maximum",
    statement: prose`Records follow P₀ before place k* and P₁ from it on, both known. With l(k) = Σ_{i≥k}
      ln(P₁(x_i)/P₀(x_i)) and A the width of the range of one log-likelihood ratio, the place k̃ = argmax_k l(k) +
      Lap(A/ε) is ε-DP under swap: record i shifts l(1), …, l(i) by one common amount. An unbounded ratio must be
      clamped to [−A/2, A/2]. With C the smaller of the two Kullback-Leibler divergences and b = A/ε, P(|k̃−k*| > a) ≤
      2Σ_{j>a}[e^(−jC²/(2A²)) + (1/2)(1 + jC/(4b))e^(−jC/(2b))], whatever n.`,
    tex: String.raw`\tilde k = \arg\max_k \Bigl\{\sum_{i\ge k}\ln\tfrac{P_1(x_i)}{P_0(x_i)} + \mathrm{Lap}(A/\varepsilon)\Bigr\}`,
    source: [works.cummings2018],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.4 DP and Changepoint Detection",
      said: "An offline private method is assumed to exist; nothing is said of it.",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: "The accuracy bound is our own; the published constants could not be confirmed and are not quoted.",
  },
  {
    id: "pcpd-online",
    area: "changepoint",
    title: "Online changepoint detection",
    statement: prose`At every record, L_t = max of l(k) over the last records, a sliding window, is compared with a
      threshold T (l and A as in the offline claim): above-threshold with ε/2, noise Lap(4A/ε) on T and Lap(8A/ε) on
      L_t. The first L_t above raises the alarm; the offline mechanism with ε/2 (noise Lap(2A/ε)) names the place in
      that window, and the detector halts: ε-DP for one replaced record of the stream (event). The noise of one test
      exceeds x with probability (2/3)e^(−xε/(8A)) − (1/6)e^(−xε/(4A)), so T must lie well above 8A/ε.`,
    tex: String.raw`\Pr[\text{noise}>x] = \tfrac23 e^{-x\varepsilon/(8A)}-\tfrac16 e^{-x\varepsilon/(4A)}`,
    source: [works.cummings2018],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.4 DP and Changepoint Detection",
      said: "A sliding window with above-threshold and the offline mechanism (correct).",
    },
    errata: [],
    evidence: ["proved", "verified"],
    covers: prose`Short streams lose at most 7/8 of ε, since all tests that a record enters move in one direction.`,
  },
];
