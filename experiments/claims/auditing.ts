/** Claims on audits of black boxes: what they may say, and how often they are wrong. Audits by known laws are in definitions.ts. */
import type { Claim } from "./claim.ts";
import { prose } from "./prose.ts";
import { works } from "./works.ts";

export const auditingClaims: readonly Claim[] = [
  {
    id: "one-run-trade-off",
    area: "auditing",
    title: "One run with canaries against a trade-off curve",
    statement: prose`m canaries are in the data by fair coins of their own, and an attack makes c guesses from the
      output, W of them right. If the change of one coin obeys the trade-off curve f both ways, then for every j from 1
      to c f(1 − E[W; W ≥ j]/m) ≤ E[c − W; W ≥ j − 1]/m, and a recursion on the tails P(W ≥ i) bounds the chance of v
      right guesses. Of a Gaussian claim the same guesses certify a larger ε at δ than the bound from (ε, δ) alone,
      which pays mδ.`,
    tex: String.raw`f\bigl(1-\tfrac1m\mathbb E[W;W\ge j]\bigr)\le\tfrac1m\mathbb E[c-W;W\ge j-1]`,
    source: [works.mahloujifarMelisChaudhuri2024, works.steinkeNasrJagielski2023],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "watched-audit",
    area: "auditing",
    title: "Audits that may be watched while they run",
    statement: prose`If P(E) ≤ e^ε Q(E) + δ, the product over pairs of outputs of 1 + b Z/(e^ε + δ), with Z = 1(x ∈ E)
      − e^ε 1(y ∈ E) − δ and 0 ≤ b < 1, is a non-negative supermartingale from 1: the chance that it ever reaches 1/α
      is at most α, however often one looks. Limits of Clopper and Pearson at level α, looked at again and again,
      refute a true claim more often than α.`,
    tex: String.raw`\Pr\Bigl[\sup_t \prod_{s\le t}\bigl(1+\tfrac{b Z_s}{e^\varepsilon+\delta}\bigr)\ge \tfrac1\alpha\Bigr]\le\alpha`,
    source: [works.ville1939, works.waudbySmithRamdas2024],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "sampled-divergence-audit",
    area: "auditing",
    title: "Draws against Gaussian and Rényi claims",
    statement: prose`From limits p ≤ P(E) and Q(E) ≤ q for one event, p > q, follow μ ≥ Φ⁻¹(p) − Φ⁻¹(q) and, at every
      order, D(P‖Q) ≥ that of two Bernoulli laws of means p and q. One event shows all of μ, and a part of a Rényi
      divergence: 0.66 of 1 for N(0, 1) and N(1, 1) at order 2.`,
    tex: String.raw`\mu\ge\Phi^{-1}(p)-\Phi^{-1}(q)`,
    source: [works.dongRothSu2022, works.mironov2017],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "audited-pair-search",
    area: "auditing",
    title: "Search for the worst neighbouring inputs",
    statement: prose`If some draws choose a pair of inputs, by successive halving or otherwise, and others certify its
      loss, the certificate keeps its error rate whatever the search did. The largest of the certificates of many pairs
      does not.`,
    source: [works.karninKorenSomekh2013, works.ding2018],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "paired-log-ratio",
    area: "auditing",
    title: "A ratio of probabilities from pairs of outputs",
    statement: prose`Of the pairs of outputs, one of each neighbour, in which an event held of one output only, the share
      in which it was that of P has odds P(E)(1 − Q(E)) / (Q(E)(1 − P(E))). From a lower limit o of the odds at
      nine tenths of the error rate α and an upper limit q of Q(E) at the last tenth follows, with probability at least
      1 − α, P(E)/Q(E) ≥ min(o, o/(1 − q + qo)). The odds themselves are no lower limit of the ratio.`,
    tex: String.raw`\frac{P(E)}{Q(E)}\ge\min\Bigl(o,\frac{o}{1-q+qo}\Bigr)`,
    source: [works.clopperPearson1934],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "coupled-log-ratio",
    area: "auditing",
    title: "A ratio of probabilities from pairs with the same noise",
    statement: prose`Let pairs of outputs, one of each neighbour, depend on each other in any way, as where both were drawn with
      the same noise. Of the pairs with P's output in E, a is the probability that Q's is in E, too; of those with an output in E,
      b are the odds that it is Q's alone. From an upper limit of a at nine tenths of the error rate α and one of b at
      the last tenth follows, with probability at least 1 − α, P(E)/Q(E) ≥ 1/(a + b). Without b it does not.`,
    tex: String.raw`\frac{Q(E)}{P(E)}=a+b`,
    source: [works.clopperPearson1934],
    errata: [],
    evidence: ["proved", "verified"],
  },
  {
    id: "published-audits",
    area: "auditing",
    title: "Mechanisms on which audits were measured",
    statement: prose`An event that was chosen on some draws and counted on others certifies no more than the exact ε: on
      the 20 mechanisms of DP-Sniper, the 11 of StatDP at three claims, the 17 programs of CheckDP, the 9 algorithms
      of DP-Finder and 12 examples of DP-Auditorium. From at most as many draws as the first four took, and from four million of
      the last, it certifies more than is claimed of each that needs more.`,
    tex: String.raw`\hat\varepsilon\le\varepsilon`,
    source: [works.bichsel2021, works.ding2018, works.wangDing2020, works.bichselGehr2018, works.kong2023],
    errata: [],
    evidence: ["verified"],
  },
  {
    id: "shipped-guarantees",
    area: "auditing",
    title: "Guarantees that libraries document",
    statement: prose`Where a library documents (ε, δ) for a mechanism, P(E) ≤ e^ε Q(E) + δ for every event E and all
      neighbours; where it documents ρ, the Rényi divergence of order α is at most αρ. Draws from the mechanisms of
      OpenDP, diffprivlib, SmartNoise and jax-privacy that were counted do not refute it, but where a public thread names
      a defect: the threshold of OpenDP 0.15.0 and 0.16.0 (opendp#2922), the linear regression of diffprivlib 0.6.6
      (IBM#104, #105), the covariance of smartnoise-synth 1.0.5, repaired in 1.0.6 (smartnoise-sdk#622), the documented
      sensitivity of a divided gradient of jax-privacy 2.0.0 (its #385).`,
    tex: String.raw`P(E)\le e^{\varepsilon}Q(E)+\delta`,
    source: [works.ding2018],
    errata: [],
    evidence: ["verified"],
    covers:
      "One event and one pair of inputs for each mechanism, at the versions that are named. Draws show no guarantee.",
  },
];
