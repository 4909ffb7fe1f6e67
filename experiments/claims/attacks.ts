/**
 * Claims on attacks: differencing, linkage, reconstruction, inversion, membership in trained models. Membership from known laws is
 * in membership.ts.
 */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const attackClaims: readonly Claim[] = [
  {
    id: "differencing-attack",
    area: "attacks",
    title: "The differencing attack",
    statement: prose`Two exact counts, with and without a person, reveal that person's bit; a minimum size of query
      sets does not help. With ε-DP Laplace counts the person's bit enters one answer only, so no attack succeeds with
      probability above e^ε/(1+e^ε) (balanced prior; 0.7311 at ε = 1). Thresholding the difference at 1/2 succeeds with
      probability 1 − G(ε/2), G(u) = (1/2)(1 + u/2)e^(−u): 0.6209 at ε = 1.`,
    tex: String.raw`1-\tfrac12\bigl(1+\tfrac{\varepsilon}{4}\bigr)e^{-\varepsilon/2}`,
    source: [works.dworkRoth2014],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Anonymization is not the solution"',
      said: "The attack on exact counts.",
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "linkage-attack",
    area: "attacks",
    title: "Linkage by quasi-identifiers",
    statement: prose`If N people fall independently into K equally likely cells of quasi-identifiers, the expected
      fraction of people alone in their cell is (1 − 1/K)^(N−1), about e^(−N/K); each of them is identified by linking
      to a public list.`,
    tex: String.raw`(1-1/K)^{N-1}\approx e^{-N/K}`,
    source: [works.sweeney2000, works.golle2006],
    lecture: {
      notes: ["S1", "S4"],
      where: 'S1, slide "Anonymization is not the solution"; S4, slide "Recap"',
      said: "Linkage attacks on de-identified data, with the historical cases.",
    },
    errata: [],
    evidence: ["proved", "literature"],
  },
  {
    id: "k-anonymity",
    area: "attacks",
    title: "k-anonymity does not bound inference",
    statement: prose`A k-anonymous table can reveal a sensitive value with certainty: a class whose members share the
      value (homogeneity), or the intersection of the classes of two releases. It bounds re-identification within one
      table, not inference by 1/k.`,
    tex: String.raw`\Pr[\text{class of } k \text{ homogeneous}] = \textstyle\sum_v p_v^{k}>0`,
    source: [works.sweeney2002, works.machanavajjhala2006, works.gantaKasiviswanathanSmith2008],
    lecture: {
      notes: ["S0", "S4"],
      where: 'S0, 5.3.1, first remark; S4, slide "Recap"',
      said: prose`S0: an earlier definition that differential privacy surpasses. S4: k-anonymity and l-diversity
        among the definitions that were easily broken.`,
    },
    errata: [],
    evidence: ["proved"],
  },
  {
    id: "reconstruction-attack",
    area: "attacks",
    title: "Reconstruction from noisy subset sums",
    statement: prose`A secret in {0,1}ⁿ, m > n random subset-sum queries answered with Gaussian noise of deviation
      c√n/2, least squares and rounding: the fraction of bits recovered is about Φ(√(m/n − 1)/(2c)); with m = 8n it is
      1.00, 0.996, 0.907, 0.746, 0.630 for c = 0.25, 0.5, 1, 2, 4. Noise o(√n) reveals nearly everything. Under ε-DP
      (swap of one bit, all others known) no attack recovers a bit with probability above e^ε/(1+e^ε).`,
    tex: String.raw`\Phi\!\left(\frac{\sqrt{m/n-1}}{2c}\right)`,
    source: [works.dinurNissim2003, works.dworkMcSherryTalwar2007],
    errata: [],
    evidence: ["verified", "literature"],
    covers: "That noise o(√n) reveals nearly everything is read off the curve, at noise n^(1/4)/2.",
  },
  {
    id: "census-reconstruction",
    area: "attacks",
    title: "Reconstruction of records from published tables",
    statement: prose`The exact tables of a small block (sex by age for each race and by ethnicity, and race by ethnicity by
      sex, like those of 2010) determine most of its records: every list of persons that fits them contains these, more than
      a guess from public proportions has right. With integer noise whose budget is split over the tables (swap:
      two counts of each table move) the privacy loss of any swap stays within the budget, and for ε ≤ 1 the nearest
      consistent list has no more records right than the guess.`,
    tex: String.raw`\sum_c \min_{x \text{ fits}} x_c \;\le\; \sum_c \min(x_c, x'_c) \text{ for all } x, x' \text{ that fit}`,
    source: [works.garfinkelAbowdMartindale2018, works.dick2023],
    errata: [],
    evidence: ["verified", "literature"],
    covers:
      "Blocks are drawn from a stated law, independently by person; households and single years of age are left out.",
  },
  {
    id: "model-inversion",
    area: "attacks",
    title: "Model inversion is not what differential privacy prevents",
    statement: prose`An attacker who knows the label and all attributes but one guesses that one from the model.
      Differential privacy does not bound the success of this inference from the population; it bounds the difference
      between members and non-members: for i.i.d. data and ε-DP under swap it is at most tanh(ε/4). The usual bound
      tanh(ε/2) is weaker.`,
    tex: String.raw`\lvert \Pr[\text{success}\mid\text{member}] - \Pr[\text{success}\mid\text{non-member}]\rvert \le \tanh(\varepsilon/4)`,
    source: [works.fredrikson2015, works.yeom2018],
    lecture: {
      notes: ["S1"],
      where: 'S1, slide "Information leakage"',
      said: "Model inversion named among the attacks.",
    },
    errata: [],
    evidence: ["proved", "literature"],
  },
  {
    id: "empirical-membership",
    area: "attacks",
    title: "Membership attacks on trained models stay within the certified trade-off curve",
    statement: prose`If training has the trade-off curve f under a neighbouring relation, no attack on what it releases
      has an operating point beyond it: TPR ≤ 1 − f(FPR), whatever it scores by (loss threshold, shadow models with
      likelihood ratios online or offline, relative membership, a synthetic table), whatever reference models it trains
      and whatever it knows of the other records. An attack bounds the leakage from below only: one that fails proves no
      privacy. Its rates are counted on one target per independently trained model, with thresholds fixed on other
      models; 0.1 % false positives take at least 10⁴ models without the target.`,
    tex: String.raw`\mathrm{TPR}\le 1-f(\mathrm{FPR})`,
    source: [
      works.dongRothSu2022,
      works.yeom2018,
      works.carlini2022,
      works.zarifzadeh2024,
      works.steinkeNasrJagielski2023,
    ],
    lecture: {
      notes: ["S1", "S4"],
      where: 'S1, slide "Information leakage"; S4, slide "Privacy from tradeoff curve"',
      said: prose`S1: membership attacks on machine learning models, with a reference. S4: tests that were run give
        only a lower bound on the leakage.`,
    },
    errata: [],
    evidence: ["proved", "literature"],
  },
];
