/** Claims on false discovery rates, offline and online, and on controlling them privately. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const falseDiscoveryClaims: readonly Claim[] = [
  {
    id: "p-values",
    area: "false-discovery",
    title: "What a p-value is",
    statement: prose`A p-value is the probability under the null of a statistic at least as extreme as the observed
      one; it is valid if P(p ≤ u) ≤ u for all u under the null. 20 independent true nulls tested at 0.05 give one
      false discovery on average and at least one with probability at most 1 − 0.95^20 = 0.6415, equal to it for
      continuous statistics.`,
    tex: String.raw`\mathbb{P}_{H_0}(p\le u)\le u\quad\text{for all } u`,
    source: [works.benjaminiHochberg1995],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing",
      said: "A p-value is how likely the sample is under the null; the example of 20 tests (correct).",
    },
    errata: [
      {
        id: "E57",
        kind: "refuted",
        where: "S0, 5.5.3 DP and sequential hypothesis testing",
        said: "A p-value is how likely the sample is under the null.",
        right: "It is the probability, under the null, of a statistic at least as extreme.",
        defence: prose`A reminder in one clause ("as usual") for listeners who know p-values; the rule that follows,
          reject if p is small, and the count of false discoveries are right.`,
      },
    ],
    evidence: ["proved"],
  },
  {
    id: "bh",
    area: "false-discovery",
    title: "The Benjamini-Hochberg procedure",
    statement: prose`Reject the k smallest p-values with k = max{i: p_(i) ≤ iq/m}, which depends on the data. For
      independent p-values, uniform under the null, the false discovery rate is exactly q·m₀/m, m₀ of the m nulls
      being true.`,
    tex: String.raw`k=\max\{i: p_{(i)}\le iq/m\},\qquad \mathrm{FDR}=q\,m_0/m`,
    source: [works.benjaminiHochberg1995],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, Offline FDR control",
      said: "The k smallest p-values are rejected; k is not said.",
    },
    errata: [
      {
        id: "E09",
        kind: "condition",
        where: "S0, 5.5.3 DP and sequential hypothesis testing, Offline FDR control",
        said: "Offline, the hypotheses of the k smallest p-values are rejected.",
        right: prose`k depends on the data: Benjamini-Hochberg's k. A k that is fixed in advance, 20 say, on true
          nulls has false discovery rate 1.`,
        defence: prose`The notes do not say that k is fixed, and Benjamini-Hochberg does select the k smallest
          p-values, for its k.`,
      },
    ],
    evidence: ["literature", "verified"],
  },
  {
    id: "alpha-investing",
    area: "false-discovery",
    title: "Alpha-investing",
    statement: prose`Start with wealth W ≤ αη, η = 1 − α; test at level a_j; a rejection earns at most α, a failure
      pays a_j/(1−a_j), and the wealth must never fall below 0. Then, with V false ones among R rejections, E V/(E R +
      η) ≤ α (the marginal false discovery rate), if each p-value is valid given the decisions before it. With the last
      rejection at test t₀, levels a_j = min{W/(1+j−t₀), W/(1+W)} keep the wealth non-negative; without the second term
      the wealth can be overdrawn.`,
    tex: String.raw`\mathrm{mFDR}_\eta = \frac{\mathbb{E}V}{\mathbb{E}R+\eta} \le \alpha`,
    source: [works.fosterStine2008, works.aharoniRosset2014],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, Online FDR control",
      said: "Alpha-investing and its generalisation as online procedures.",
    },
    errata: [],
    evidence: ["literature", "verified"],
  },
  {
    id: "lord",
    area: "false-discovery",
    title: "LORD++",
    statement: prose`Level a_t = g_t·w₀ + (α−w₀)·g_{t−τ₁} + α·Σ_{j≥2} g_{t−τ_j} over past rejection times τ_j, with 0 <
      w₀ < α and a non-increasing g summing to at most 1, keeps the false discovery rate at most α for independent
      p-values. g_j = C·ln(max(j,2))/(j·e^(√ln j)) with C = 0.0772 serves an infinite horizon: its sum is 0.9763, and 0.0790
      would make it at most 1 too; truncated at 10⁴ and renormalised C = 0.2011, valid for t ≤ 10⁴ only.`,
    tex: String.raw`a_t = g_t w_0 + (\alpha-w_0)\,g_{t-\tau_1} + \alpha\sum_{j\ge2} g_{t-\tau_j}`,
    source: [works.ramdas2017, works.javanmardMontanari2018],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, Online FDR control",
      said: "LORD and SAFFRON add state to alpha-investing, to estimate the share of true nulls.",
    },
    errata: [],
    evidence: ["literature", "verified"],
  },
  {
    id: "saffron",
    area: "false-discovery",
    title: "SAFFRON",
    statement: prose`With candidates p_t ≤ λ, level a_t = min(λ, w₀·g_{t−C₀} + ((1−λ)α−w₀)·g_{t−τ₁−C₁} + (1−λ)α·Σ_{j≥2}
      g_{t−τ_j−C_j}), where C_j counts candidates after the j-th rejection and w₀ < (1−λ)α, keeps the false discovery
      rate at most α for independent p-values; candidates cost no wealth. The estimate Σ a_i·1{p_i>λ}/((1−λ)·max(R,1))
      stays at most α.`,
    tex: String.raw`\widehat{\mathrm{FDP}}(t)=\frac{\sum_{i\le t} a_i\,\mathbf{1}\{p_i>\lambda\}}{(1-\lambda)\max(R_t,1)}\le\alpha`,
    source: [works.ramdas2018],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, SAFFRON",
      said: "SAFFRON as the basis of the private procedure.",
    },
    errata: [],
    evidence: ["literature", "verified"],
  },
  {
    id: "mult-sensitivity",
    area: "false-discovery",
    title: "Multiplicative sensitivity of p-values",
    statement: prose`p is (η, μ)-multiplicatively sensitive if for all neighbours (swap) either e^(−η)p ≤ p' ≤ e^η p or
      both are at most μ; then ln max(p, μ) has additive sensitivity at most η. One-sided binomial test of 1/2, n =
      1000: that sensitivity is exactly 0.1068, 0.1660, 0.2103, 0.2484, 0.3107 at μ = 0.1, 0.01, 1e-3, 1e-4, 1e-6 (the
      pair of counts that straddles μ included), about 2√(2 ln(1/μ)/n) and below it for these μ.`,
    tex: String.raw`\eta(\mu) = \max_t\bigl[\ln\max(p(t),\mu)-\ln\max(p(t+1),\mu)\bigr]`,
    source: [works.dworkSuZhang2018, works.zhangKamathCummings2021],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, PAPRIKA, remarks",
      said: prose`η as the minimum of a ratio and a maximum, and in words: either a small ratio, or both are very
        small anyway.`,
    },
    errata: [
      {
        id: "E11",
        kind: "slip",
        where: "S0, 5.5.3 DP and sequential hypothesis testing, PAPRIKA, remarks",
        said: "η(f) = min{max f(x)/f(y), max{f(x), f(y)}}.",
        right: prose`The two-case definition above: the printed minimum is at most 1 for every test, and the largest
          ratio is above it.`,
        defence: prose`The words in parentheses beside the formula, "either small ratio, or both are very small
          anyway", are the right definition.`,
      },
    ],
    evidence: ["verified"],
  },
  {
    id: "paprika",
    area: "false-discovery",
    title: "Private online false discovery control (PAPRIKA)",
    statement: prose`As intended: p-values below 2λ are candidates, a_t is the level of SAFFRON with 2λ for its λ, and
      a candidate is rejected if ln p_t + Lap(4ηc/ε) ≤ ln a_t − A + Lap(2ηc/ε), at most c of k tests in all. η is the
      multiplicative sensitivity, and the shift is A = 4(ηc/ε)·ln(2/(3·min{δ, 1−((1−δ)/e^ε)^(1/k)})). Claimed: (ε,
      δ)-DP, and a false discovery rate of at most α + δt after t tests. Our counter-example to the algorithm as
      transcribed: its levels depend on how many candidates there were, no noise hides that number, and so it is not
      (ε, δ)-DP for small δ. A safe variant takes its levels from past rejections only (LORD++), tests ln max(p_t, μ),
      and needs no candidates: (ε, 0)-DP by the sparse vector argument.`,
    source: [works.zhangKamathCummings2021],
    lecture: {
      notes: ["S0"],
      where: "S0, 5.5.3 DP and sequential hypothesis testing, PAPRIKA",
      said: "The pseudo-code of the procedure.",
    },
    errata: [
      {
        id: "E10",
        kind: "condition",
        where: "S0, 5.5.3 DP and sequential hypothesis testing, PAPRIKA, listing",
        said: prose`A candidate is rejected where log p plus noise is below log α plus noise, and the false
          discovery rate is controlled.`,
        right: prose`With a shift A that lowers the threshold (factor 4); without it noise rejects a p-value at its
          level half of the time.`,
        defence: prose`The remarks say that false rejections should be rarer than under symmetric noise, which is what
          the shift does; only the listing, a note taker's, leaves it out.`,
      },
      {
        id: "E10b",
        kind: "reading",
        where: "S0, 5.5.3 DP and sequential hypothesis testing, PAPRIKA, listing",
        said: "The noises are called Ẑ, Ẑ_t and Z_t, and the threshold of candidates is not defined.",
        right: prose`One threshold noise, resampled after each rejection, and fresh comparison noise Z_t; a candidate
          has p below a fixed level.`,
        defence: prose`A hat too many or too few on one letter is what a transcript or a converter does; the order of
          the steps makes clear which noise is which.`,
      },
    ],
    evidence: ["verified", "proved", "literature", "unconfirmed"],
    covers: prose`False discovery control of both private variants is a target to be tested, not a theorem verified
      here; the article's own proof was not seen.`,
  },
];
