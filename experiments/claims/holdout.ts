/** Claims on adaptive queries: above-threshold, sparse vector, Thresholdout and the reusable holdout. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { at } from "./source.ts";
import { works } from "./works.ts";

export const holdoutClaims: readonly Claim[] = [
  {
    id: "above-threshold",
    area: "holdout",
    title: "Above-threshold",
    statement: prose`Compare each query plus Lap(4Δ/ε) with T + Lap(2Δ/ε), answer Below until the first Above, then
      halt: ε-DP for any number of adaptively chosen queries of sensitivity Δ, with worst loss exactly ε. The number k
      of queries is paid in accuracy: for Δ = 1, if all but possibly the last are at most T − α, all answers are on the
      right side within α = 8(ln k + ln(2/β))/ε with probability 1 − β.`,
    tex: String.raw`\alpha = \frac{8\,(\ln k+\ln(2/\beta))}{\varepsilon}`,
    source: [works.dwork2009, works.dwork2010, at(works.dworkRoth2014, "Algorithm 1"), works.lyuSuLi2017],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, AboveNoisyThreshold",
      said: "The algorithm with these scales (correct), and that k queries cost only ε = log k.",
    },
    errata: [
      {
        id: "E06",
        kind: "condition",
        where: "S0, 5.5.2 DP and adaptive analysis, AboveNoisyThreshold, remarks",
        said: "k queries are private with only ε = log k.",
        right: prose`True as the price at a fixed accuracy. At a fixed noise the privacy price does not depend on k;
          the accuracy pays ln k.`,
        defence: prose`The remark compares with composition, which pays k or √k: at a fixed accuracy above-threshold
          pays log k, and that is the right comparison.`,
      },
    ],
    evidence: ["verified", "literature"],
  },
  {
    id: "sparse-vector",
    area: "holdout",
    title: "The sparse vector technique",
    statement: prose`Allowing c Aboves: run above-threshold with ε₁/c per epoch, that is threshold noise Lap(2cΔ/ε₁),
      resampled after every Above, and query noise Lap(4cΔ/ε₁); ε₁-DP for any number of adaptive queries. Not
      resampling is valid too and cheaper: threshold noise Lap(Δ/ε₁), query noise Lap(2cΔ/ε₂), total ε₁ + ε₂.`,
    source: [works.dwork2009, works.lyuSuLi2017],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, SparseVector",
      said: prose`To answer several threshold queries, above-threshold is combined with the Laplace mechanism; no
        constants.`,
    },
    errata: [],
    evidence: ["literature"],
  },
  {
    id: "numeric-sparse",
    area: "holdout",
    title: "Sparse vector with numeric answers",
    statement: prose`Each Above of the sparse vector technique (budget ε₁) may be accompanied by q + Lap(cΔ/ε₂) with
      fresh noise; together (ε₁ + ε₂)-DP. The noise used in the comparison must not be released.`,
    source: [works.dwork2009, works.lyuSuLi2017],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, SparseVector",
      said: "The answers above the threshold are released by the Laplace mechanism; no constants.",
    },
    errata: [],
    evidence: ["literature"],
  },
  {
    id: "thresholdout",
    area: "holdout",
    title: "Privacy of Thresholdout",
    statement: prose`Thresholdout with holdout size n, budget B, tolerance τ: threshold T̂ = T + Lap(4τ), refreshed
      from the original T after each answer taken from the holdout, comparison noise Lap(8τ), release noise Lap(2τ). It
      is B/(τn)-DP for the holdout set under swap, queries to [0, 1]: each epoch costs 1/(2τn) for the comparison and
      1/(2τn) for the release. The training set is not protected.`,
    tex: String.raw`\varepsilon = \frac{B}{\tau n}`,
    source: [works.dworkHoldout2015, works.dworkScience2015],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, Reusable Holdout",
      said: prose`The algorithm and the price B/(τn) (correct), with the refresh, in the text, written for T without
        a hat.`,
    },
    errata: [
      {
        id: "E07",
        kind: "reading",
        where: "S0, 5.5.2 DP and adaptive analysis, Reusable Holdout, listing",
        said: prose`After an answer from the holdout set T = T + Lap(4τ); with a spent budget it outputs Below and
          halts.`,
        right: prose`T̂ = T + Lap(4τ), from the original T. Without the hat the threshold noise is never refreshed
          (private, at (1+3B)/(4τn)) or, read otherwise, a random walk that destroys accuracy. A spent budget outputs
          ⊥.`,
        defence: prose`One hat makes it right, and the first line of the listing has it; hats are easily lost. The
          theorem leaves the answers called Below out, so that the word there stands for ⊥.`,
      },
    ],
    evidence: ["proved"],
  },
  {
    id: "thresholdout-accuracy",
    area: "holdout",
    title: "Accuracy of Thresholdout",
    statement: prose`For a fixed answer i and 0 < a < 1: Pr[aᵢ ≠ ⊥ and |aᵢ − E_h φᵢ| > T + tτ] ≤ (B/2)e^(−at/4) +
      (1/2)e^(−(1−a)t/8) + e^(−t/2); for the population add 6e^(−τ²n) and one τ, which needs B ≤ τ²n. For m queries at
      once: (B/2)e^(−at/4) + (m/2)e^(−(1−a)t/8) + min(B,m)e^(−t/2), then 6m·e^(−τ²n). The tail e^(−t/8) alone is right
      only for the first query, exactly (2/3)e^(−t/8) − (1/6)e^(−t/4), and while no earlier query can be Above.`,
    tex: String.raw`\tfrac B2 e^{-at/4}+\tfrac12 e^{-(1-a)t/8}+e^{-t/2}+6e^{-\tau^2 n}`,
    source: [works.dworkHoldout2015, works.dworkScience2015],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, Theorem 5.2",
      said: "Pr[|aᵢ − P(φᵢ)| > T + (t+1)τ] ≤ 6exp(−τ²/2) + exp(−t/8).",
    },
    errata: [
      {
        id: "E08",
        kind: "loose",
        where: "S0, 5.5.2 DP and adaptive analysis, Theorem 5.2",
        said: "The generalisation term is 6exp(−τ²/2).",
        right: prose`Above 3.6 for τ ≤ 1 it is no bound on a probability, so the theorem is true and says nothing.
          With n, 6exp(−τ²n), under the condition B ≤ τ²n, it says what is meant.`,
        defence: prose`The inequality is true as printed, since its right side exceeds 1; a lost n is all that
          separates it from the published theorem.`,
      },
      {
        id: "E08b",
        kind: "condition",
        where: "S0, 5.5.2 DP and adaptive analysis, Theorem 5.2",
        said: "The noise term is exp(−t/8), for every answer and every adaptive analyst.",
        right: prose`As a bound on the noise it holds for the first query. For later ones the surviving threshold noise
          is length-biased, and an analyst may fish for a lucky threshold: at t = 24 the term is 0.0498, and 200
          prescribed queries with B = 100, T = 4τ give 0.0791. With n restored in the first term, and n large, that is
          more than the whole bound.`,
        defence: prose`The sum as printed is above 1 and therefore true, and the term is that of the published article,
          which the notes restate.`,
      },
    ],
    evidence: ["proved", "verified", "literature"],
  },
  {
    id: "holdout-overfitting",
    area: "holdout",
    title: "Overfitting a holdout set, and Thresholdout against it",
    statement: prose`10⁴ records and 10⁴ features without signal; features selected on training and holdout set
      together. With 500 features a reused holdout reports accuracy 0.633 where fresh data give 0.500. Thresholdout
      with T = 0.04 and Gaussian noise of deviation 0.01 reports 0.513 ± 0.010, within T of the truth. With signal in
      20 features both find it: 0.605 at k = 20.`,
    source: [works.dworkHoldout2015, works.dworkScience2015],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.2 DP and adaptive analysis, Reusable Holdout",
      said: "The reusable holdout as the remedy for adaptive overfitting.",
    },
    errata: [],
    evidence: ["verified", "literature"],
    covers: "An empirical figure: at its parameters the theorem allows a budget of only B = 1.",
  },
  {
    id: "holdout-vote-attack",
    area: "holdout",
    title: "The majority-vote attack on a holdout set",
    statement: prose`The analyst asks k random ±1 functions independent of the labels for their correlations a_j with
      the labels on n holdout records and predicts sign(Σ sign(a_j) f_j). The holdout accuracy tends to Φ(√(2k/(πn))),
      the true accuracy is 1/2. With Gaussian noise of deviation s on the answers the argument is divided by √(1 +
      s²n).`,
    tex: String.raw`\Phi\!\left(\sqrt{\frac{2k}{\pi n}}\Big/\sqrt{1+s^2n}\right)`,
    source: [works.blumHardt2015],
    errata: [],
    evidence: ["proved", "verified"],
  },
];
